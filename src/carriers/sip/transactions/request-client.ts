/**
 * The client transaction of every request but INVITE (RFC 3261, 17.1.2). Pure.
 *
 * 1. It sends again by timer E, doubled up to T2, and every T2 once something has been heard; it gives up by timer F.
 */
import { type ClientInput, clear, fail, longest, PASS_UP, SEND, type Step, set, type Times } from './machine.ts';

export interface RequestClient {
  readonly state: 'trying' | 'proceeding' | 'completed' | 'terminated';
  readonly isReliable: boolean;
  readonly times: Times;
  /** What timer E is set to next. */
  readonly againMs: number;
}

type RequestClientStep = Step<RequestClient>;

const STATES = { trying, proceeding, completed, terminated };

export function requestClient(isReliable: boolean, times: Times): RequestClient {
  return { state: 'trying', isReliable, times, againMs: times.t1Ms };
}

export function stepRequestClient(machine: RequestClient, input: ClientInput): RequestClientStep {
  return STATES[machine.state](machine, input);
}

function trying(machine: RequestClient, input: ClientInput): RequestClientStep {
  const { isReliable, times, againMs } = machine;
  if (input.type === 'begin') {
    const again = isReliable ? [] : [set('E', againMs)];
    return { machine, outputs: [SEND, ...again, set('F', longest(times))] };
  }
  return waiting(machine, input, Math.min(againMs * 2, times.t2Ms));
}

function proceeding(machine: RequestClient, input: ClientInput): RequestClientStep {
  return waiting(machine, input, machine.times.t2Ms);
}

function completed(machine: RequestClient, input: ClientInput): RequestClientStep {
  if (input.type === 'timer' && input.timer === 'K') return { machine: ended(machine), outputs: [] };
  return { machine, outputs: [] };
}

function terminated(machine: RequestClient): RequestClientStep {
  return { machine, outputs: [] };
}

/** What `trying` and `proceeding` have in common: only the pace differs. */
function waiting(machine: RequestClient, input: ClientInput, againMs: number): RequestClientStep {
  const { isReliable, times } = machine;
  switch (input.type) {
    case 'response':
      if (input.status < 200) return { machine: { ...machine, state: 'proceeding' }, outputs: [PASS_UP] };
      if (isReliable) return { machine: ended(machine), outputs: [PASS_UP] };
      return {
        machine: { ...machine, state: 'completed' },
        outputs: [clear('E'), clear('F'), PASS_UP, set('K', times.t4Ms)],
      };
    case 'lost':
      return { machine: ended(machine), outputs: [fail('lost')] };
    case 'timer':
      if (input.timer === 'E') return { machine: { ...machine, againMs }, outputs: [SEND, set('E', againMs)] };
      return { machine: ended(machine), outputs: [fail('timeout')] };
    default:
      return { machine, outputs: [] };
  }
}

function ended(machine: RequestClient): RequestClient {
  return { ...machine, state: 'terminated' };
}
