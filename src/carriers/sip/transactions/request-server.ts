/**
 * The server transaction of every request but INVITE and ACK (RFC 3261, 17.2.2). Pure.
 *
 * 1. The request once more is answered as it was before, or not at all while there is no answer yet.
 */
import { fail, longest, SEND, type ServerInput, type Step, set, type Times } from './machine.ts';

export interface RequestServer {
  readonly state: 'trying' | 'proceeding' | 'completed' | 'terminated';
  readonly isReliable: boolean;
  readonly times: Times;
}

type RequestServerStep = Step<RequestServer>;

const STATES = { trying, proceeding, completed, terminated };

export function requestServer(isReliable: boolean, times: Times): RequestServer {
  return { state: 'trying', isReliable, times };
}

export function stepRequestServer(machine: RequestServer, input: ServerInput): RequestServerStep {
  return STATES[machine.state](machine, input);
}

function trying(machine: RequestServer, input: ServerInput): RequestServerStep {
  return input.type === 'answer' ? answering(machine, input.status) : lostOrNothing(machine, input);
}

function proceeding(machine: RequestServer, input: ServerInput): RequestServerStep {
  if (input.type === 'request') return { machine, outputs: [SEND] };
  return input.type === 'answer' ? answering(machine, input.status) : lostOrNothing(machine, input);
}

function completed(machine: RequestServer, input: ServerInput): RequestServerStep {
  if (input.type === 'request') return { machine, outputs: [SEND] };
  if (input.type === 'timer' && input.timer === 'J') return { machine: ended(machine), outputs: [] };
  return lostOrNothing(machine, input);
}

function terminated(machine: RequestServer): RequestServerStep {
  return { machine, outputs: [] };
}

function answering(machine: RequestServer, status: number): RequestServerStep {
  const { isReliable, times } = machine;
  if (status < 200) return { machine: { ...machine, state: 'proceeding' }, outputs: [SEND] };
  if (isReliable) return { machine: ended(machine), outputs: [SEND] };
  return { machine: { ...machine, state: 'completed' }, outputs: [SEND, set('J', longest(times))] };
}

function lostOrNothing(machine: RequestServer, input: ServerInput): RequestServerStep {
  return input.type === 'lost' ? { machine: ended(machine), outputs: [fail('lost')] } : { machine, outputs: [] };
}

function ended(machine: RequestServer): RequestServer {
  return { ...machine, state: 'terminated' };
}
