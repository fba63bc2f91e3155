/**
 * What may become of a call at a simulated telephone, what was heard of it, and what whoever has the telephone in hand can
 * do. Types only.
 */
import type { CodecName } from '../call.ts';

/** What becomes of a call that is not refused outright. */
export type Manner =
  | 'listens'
  | 'rings'
  /** Rings until somebody takes it in hand. */
  | 'waits'
  | 'mailbox'
  | 'hangs_up'
  | 'presses_one'
  | 'tries_keys'
  | 'loses_packets'
  /** Holds the call in the midst of the message, and goes on in the other law. */
  | 'holds'
  /** Where its media are it says by a host name. */
  | 'names_its_host'
  /** Says that its media are where the caller's cannot go. */
  | 'is_out_of_reach';

export interface HeardCall {
  readonly id: string;
  /** Digits; empty when the caller was anonymous. */
  readonly from: string;
  /** Epoch milliseconds, as all instants here. */
  readonly startedAt: number;
  /** Null when it was not answered. */
  readonly answeredAt: number | null;
  readonly endedAt: number;
  readonly codec: CodecName;
  /** G.711, 8 kHz, from the first packet on. */
  readonly audio: Uint8Array;
  readonly keys: string;
  /** Keys that were pressed here. */
  readonly pressed: string;
}

/** A call in the hands of whoever has the telephone. Each answers false where that cannot be done now. */
export interface CallInHand {
  readonly id: string;
  /** Digits; empty when the caller was anonymous. */
  readonly from: string;
  readonly startedAt: number;
  readonly answeredAt: number | null;
  /** Keys that were heard. */
  readonly keys: string;
  /** Keys that were pressed here so far. */
  readonly pressed: string;
  /** What was heard so far. */
  heardSoFar(): Pick<HeardCall, 'codec' | 'audio'>;
  accept(): boolean;
  decline(): boolean;
  hangUp(): boolean;
  /** One key after the other. */
  press(keys: string): boolean;
}
