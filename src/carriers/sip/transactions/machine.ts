/**
 * What the four transactions of RFC 3261, 17 have in common. Pure.
 *
 * 1. A machine is a value. Each of its states is one function from an input to the next value and the outputs.
 * 2. Timers are named by the letters of the specification. A machine that has terminated has none.
 */

export type TimerName = 'A' | 'B' | 'D' | 'E' | 'F' | 'G' | 'H' | 'I' | 'J' | 'K' | 'L' | 'M';

/** RFC 3261, 17.1.1.1; milliseconds. */
export interface Times {
  readonly t1Ms: number;
  readonly t2Ms: number;
  readonly t4Ms: number;
}

export const STANDARD_TIMES: Times = { t1Ms: 500, t2Ms: 4_000, t4Ms: 5_000 };

/** Timers B, D, F, H, J, L and M: how long anything of a transaction may still be on its way. */
export function longest({ t1Ms }: Times): number {
  return 64 * t1Ms;
}

export type ClientInput =
  | { readonly type: 'begin' }
  | { readonly type: 'response'; readonly status: number }
  | TimerInput
  /** The transport could not send, or learned that nobody is there. */
  | { readonly type: 'lost' };

export type ServerInput =
  /** The request once more. */
  | { readonly type: 'request' }
  | { readonly type: 'ack' }
  /** The user answers. */
  | { readonly type: 'answer'; readonly status: number }
  | TimerInput
  | { readonly type: 'lost' };

export interface TimerInput {
  readonly type: 'timer';
  readonly timer: TimerName;
}

export type Output =
  /** The request of a client, the last response of a server. */
  | { readonly type: 'send' }
  /** For a final answer that is no 2xx (RFC 3261, 17.1.1.3). */
  | { readonly type: 'send_ack' }
  /** The message that was the input goes to the user of the transaction. */
  | { readonly type: 'pass_up' }
  | { readonly type: 'fail'; readonly why: 'timeout' | 'lost' }
  | { readonly type: 'set'; readonly timer: TimerName; readonly afterMs: number }
  | { readonly type: 'clear'; readonly timer: TimerName };

export interface Step<Machine> {
  readonly machine: Machine;
  readonly outputs: readonly Output[];
}

export const SEND: Output = { type: 'send' };
export const SEND_ACK: Output = { type: 'send_ack' };
export const PASS_UP: Output = { type: 'pass_up' };

export function set(timer: TimerName, afterMs: number): Output {
  return { type: 'set', timer, afterMs };
}

export function clear(timer: TimerName): Output {
  return { type: 'clear', timer };
}

export function fail(why: 'timeout' | 'lost'): Output {
  return { type: 'fail', why };
}
