/**
 * The INVITE client transaction (RFC 3261, 17.1.1, with the state `accepted` of RFC 6026). Pure.
 *
 * 1. `calling` sends again by timer A, doubled each time, and gives up by timer B.
 * 2. A final answer that is no 2xx is acknowledged here, each time that it comes; a 2xx is the user's affair, and all of
 *    them are passed up for as long as more may come.
 */
import {
  type ClientInput,
  clear,
  fail,
  longest,
  PASS_UP,
  SEND,
  SEND_ACK,
  type Step,
  set,
  type Times,
} from './machine.ts';

export interface InviteClient {
  readonly state: 'calling' | 'proceeding' | 'accepted' | 'completed' | 'terminated';
  readonly isReliable: boolean;
  readonly times: Times;
  /** What timer A is set to next. */
  readonly againMs: number;
}

type InviteClientStep = Step<InviteClient>;

const STATES = { calling, proceeding, accepted, completed, terminated };

export function inviteClient(isReliable: boolean, times: Times): InviteClient {
  return { state: 'calling', isReliable, times, againMs: times.t1Ms };
}

export function stepInviteClient(machine: InviteClient, input: ClientInput): InviteClientStep {
  return STATES[machine.state](machine, input);
}

function calling(machine: InviteClient, input: ClientInput): InviteClientStep {
  const { isReliable, times, againMs } = machine;
  if (input.type === 'begin') {
    const again = isReliable ? [] : [set('A', againMs)];
    return { machine, outputs: [SEND, ...again, set('B', longest(times))] };
  }
  if (input.type === 'response') {
    const proceeded = answered(machine, input.status);
    return { machine: proceeded.machine, outputs: [clear('A'), clear('B'), ...proceeded.outputs] };
  }
  if (input.type === 'lost') return { machine: ended(machine), outputs: [fail('lost')] };
  if (input.timer === 'A') {
    return { machine: { ...machine, againMs: againMs * 2 }, outputs: [SEND, set('A', againMs * 2)] };
  }
  return input.timer === 'B' ? { machine: ended(machine), outputs: [fail('timeout')] } : unchanged(machine);
}

function proceeding(machine: InviteClient, input: ClientInput): InviteClientStep {
  return input.type === 'response' ? answered(machine, input.status) : unchanged(machine);
}

function accepted(machine: InviteClient, input: ClientInput): InviteClientStep {
  if (input.type === 'response' && isSuccess(input.status)) return { machine, outputs: [PASS_UP] };
  if (input.type === 'timer' && input.timer === 'M') return { machine: ended(machine), outputs: [] };
  return unchanged(machine);
}

function completed(machine: InviteClient, input: ClientInput): InviteClientStep {
  if (input.type === 'response' && input.status >= 300) return { machine, outputs: [SEND_ACK] };
  if (input.type === 'timer' && input.timer === 'D') return { machine: ended(machine), outputs: [] };
  // The acknowledgement could not be sent: the peer sends its answer again, or gives up.
  return unchanged(machine);
}

function terminated(machine: InviteClient): InviteClientStep {
  return unchanged(machine);
}

function answered(machine: InviteClient, status: number): InviteClientStep {
  const { isReliable, times } = machine;
  if (status < 200) return { machine: { ...machine, state: 'proceeding' }, outputs: [PASS_UP] };
  if (isSuccess(status)) {
    return { machine: { ...machine, state: 'accepted' }, outputs: [PASS_UP, set('M', longest(times))] };
  }
  if (isReliable) return { machine: ended(machine), outputs: [SEND_ACK, PASS_UP] };
  // "At least 32 seconds" (RFC 3261, 17.1.1.2), which is 64 times T1 with the usual T1.
  return { machine: { ...machine, state: 'completed' }, outputs: [SEND_ACK, PASS_UP, set('D', longest(times))] };
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function ended(machine: InviteClient): InviteClient {
  return { ...machine, state: 'terminated' };
}

function unchanged(machine: InviteClient): InviteClientStep {
  return { machine, outputs: [] };
}
