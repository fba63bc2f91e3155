/**
 * The INVITE server transaction (RFC 3261, 17.2.1, with the state `accepted` of RFC 6026). Pure.
 *
 * 1. A final answer that is no 2xx is sent again by timer G until the ACK comes, or timer H.
 * 2. A 2xx is sent again by the user of the transaction, which alone knows whether its ACK has come.
 */
import { clear, fail, longest, PASS_UP, SEND, type ServerInput, type Step, set, type Times } from './machine.ts';

export interface InviteServer {
  readonly state: 'proceeding' | 'accepted' | 'completed' | 'confirmed' | 'terminated';
  readonly isReliable: boolean;
  readonly times: Times;
  /** What timer G is set to next. */
  readonly againMs: number;
  readonly hasAnswer: boolean;
}

type InviteServerStep = Step<InviteServer>;

const STATES = { proceeding, accepted, completed, confirmed, terminated };

export function inviteServer(isReliable: boolean, times: Times): InviteServer {
  return { state: 'proceeding', isReliable, times, againMs: times.t1Ms, hasAnswer: false };
}

export function stepInviteServer(machine: InviteServer, input: ServerInput): InviteServerStep {
  return STATES[machine.state](machine, input);
}

function proceeding(machine: InviteServer, input: ServerInput): InviteServerStep {
  const { isReliable, times, againMs } = machine;
  if (input.type === 'request') return { machine, outputs: machine.hasAnswer ? [SEND] : [] };
  if (input.type === 'lost') return { machine: ended(machine), outputs: [fail('lost')] };
  if (input.type !== 'answer') return { machine, outputs: [] };
  if (input.status < 200) return { machine: { ...machine, hasAnswer: true }, outputs: [SEND] };
  if (input.status < 300) {
    return { machine: { ...machine, state: 'accepted' }, outputs: [SEND, set('L', longest(times))] };
  }
  const again = isReliable ? [] : [set('G', againMs)];
  return { machine: { ...machine, state: 'completed' }, outputs: [SEND, ...again, set('H', longest(times))] };
}

function accepted(machine: InviteServer, input: ServerInput): InviteServerStep {
  if (input.type === 'ack') return { machine, outputs: [PASS_UP] };
  if (input.type === 'answer' && input.status < 300) return { machine, outputs: [SEND] };
  if (input.type === 'timer' && input.timer === 'L') return { machine: ended(machine), outputs: [] };
  return { machine, outputs: [] };
}

function completed(machine: InviteServer, input: ServerInput): InviteServerStep {
  const { isReliable, times, againMs } = machine;
  if (input.type === 'request') return { machine, outputs: [SEND] };
  if (input.type === 'ack') {
    if (isReliable) return { machine: ended(machine), outputs: [] };
    return { machine: { ...machine, state: 'confirmed' }, outputs: [clear('G'), clear('H'), set('I', times.t4Ms)] };
  }
  if (input.type === 'lost') return { machine: ended(machine), outputs: [fail('lost')] };
  if (input.type === 'timer' && input.timer === 'G') {
    const next = Math.min(againMs * 2, times.t2Ms);
    return { machine: { ...machine, againMs: next }, outputs: [SEND, set('G', next)] };
  }
  if (input.type === 'timer' && input.timer === 'H') return { machine: ended(machine), outputs: [fail('timeout')] };
  return { machine, outputs: [] };
}

function confirmed(machine: InviteServer, input: ServerInput): InviteServerStep {
  if (input.type === 'timer' && input.timer === 'I') return { machine: ended(machine), outputs: [] };
  return { machine, outputs: [] };
}

function terminated(machine: InviteServer): InviteServerStep {
  return { machine, outputs: [] };
}

function ended(machine: InviteServer): InviteServer {
  return { ...machine, state: 'terminated' };
}
