/**
 * The status codes of a verification call (contract, section 5), and what the engine's own codes mean for one. Pure.
 *
 * 1. A caller sees 105 until the call is dialled, then 103 until it is over, then one final code.
 * 2. Inside the engine an answered call is delivered (3000), like any message; what a report says of a call that was not
 *    answered is kept under its own code.
 */
import { CODE, meansDelivered } from './codes.ts';
import type { Message } from './message.ts';

export const CALL_CODE = {
  answered: 100,
  notAnswered: 101,
  inProgress: 103,
  notHandled: 105,
  failed: 106,
  busy: 107,
  cancelled: 108,
  blockedByRequest: 129,
  blockedByProvider: 130,
} as const;

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  [CALL_CODE.answered]: 'Call answered',
  [CALL_CODE.notAnswered]: 'Not answered',
  [CALL_CODE.inProgress]: 'Call in progress',
  [CALL_CODE.notHandled]: 'Call not handled yet',
  [CALL_CODE.failed]: 'Call failed',
  [CALL_CODE.busy]: 'Line busy',
  [CALL_CODE.cancelled]: 'Call canceled',
  [CALL_CODE.blockedByRequest]: 'Call blocked by customer request',
  [CALL_CODE.blockedByProvider]: 'Call blocked by the provider',
};

/** Every code that a call can show, with its text. */
export const CALL_CODES: ReadonlyArray<{ readonly code: number; readonly description: string }> = Object.entries(
  DESCRIPTIONS,
).map(([code, description]) => ({ code: Number(code), description }));

export function describeCallCode(code: number): string {
  return DESCRIPTIONS[code] ?? 'Status is unavailable';
}

/** How a call stands, as its caller is told. */
export function callCode({ finalAt, status, attempts }: Pick<Message, 'finalAt' | 'status' | 'attempts'>): number {
  if (finalAt !== null) return finalCallCode(status);
  return attempts.some(({ tries }) => tries > 0) ? CALL_CODE.inProgress : CALL_CODE.notHandled;
}

/** As `callCode`, where the attempts are not known. */
export function listedCallCode({ finalAt, status }: Pick<Message, 'finalAt' | 'status'>): number {
  return finalAt === null ? CALL_CODE.inProgress : finalCallCode(status);
}

/** In which state a call is that shows this code. */
export function stateOfCallCode(code: number): 'open' | 'delivered' | 'failed' {
  if (code === CALL_CODE.answered) return 'delivered';
  return code === CALL_CODE.inProgress || code === CALL_CODE.notHandled ? 'open' : 'failed';
}

/** What a final status of the engine is for a call; one that is a call's own stays. */
export function finalCallCode(status: number): number {
  if (meansDelivered(status)) return CALL_CODE.answered;
  if (status === CODE.optedOut) return CALL_CODE.blockedByRequest;
  if (status === CODE.cancelled) return CALL_CODE.cancelled;
  if (status === CODE.suspended) return CALL_CODE.blockedByProvider;
  return DESCRIPTIONS[status] === undefined ? CALL_CODE.failed : status;
}
