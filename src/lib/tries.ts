/**
 * The tries of one piece of work that writes to the store: what happens after a failure, before the same is tried again.
 *
 * 1. Whoever knows the failure names the remedy. A deadlock is tried again at once, a store that is down after a pause,
 *    and each pause is twice as long as the one before.
 * 2. The same is tried at once `MOST_AT_ONCE` times. What fails then for the same reason counts as something wrong.
 * 3. Room is made once. Where it is still missing, something is wrong, or a pause comes before it is made once more.
 */
import { doublingMs } from './backoff.ts';
import type { Clock } from './clock.ts';

export type Remedy =
  /** The same again: nothing is wrong with it (a deadlock; a copy in memory was behind what is stored). */
  | 'at_once'
  /** The same after a pause. */
  | 'later'
  /** The same after a pause. It may stand already: the answer to COMMIT was lost. */
  | 'in_doubt'
  /** The same when there is room for it in the store: a partition is missing. */
  | 'make_room'
  /** Not the same: something in it is wrong, and of a batch the good entries are tried without it. */
  | 'apart'
  /** Nothing: all of it is refused. */
  | 'refuse';

/** What a remedy may depend on. */
export interface TriesBefore {
  /** How many have failed, this one included. */
  readonly failures: number;
  /** One of them may stand, because the answer to its COMMIT was lost. */
  readonly isAgain: boolean;
  /** Room has been made since the last pause. */
  readonly hasRoom: boolean;
}

/** What is tried. */
export interface Tried {
  remedyOf(error: unknown, tries: TriesBefore): Remedy;
  makeRoom(): Promise<void>;
}

/** How to go on: with the same (`paused`: some time has passed), or not; and the failure that decided it. */
export interface AfterFailure {
  readonly next: 'again' | 'paused' | 'apart' | 'refuse';
  readonly error: unknown;
}

export interface Pauses {
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
}

/** The first one included. */
export const MOST_AT_ONCE = 5;

export class Tries implements TriesBefore {
  failures = 0;
  isAgain: boolean;
  hasRoom: boolean;
  private atOnce = 1;
  private pauses = 0;
  private readonly clock: Clock;
  private readonly lengths: Pauses;

  /** `before`: those of a larger batch that held the same. */
  constructor(clock: Clock, lengths: Pauses, before: TriesBefore | null = null) {
    this.clock = clock;
    this.lengths = lengths;
    this.isAgain = before?.isAgain ?? false;
    this.hasRoom = before?.hasRoom ?? false;
  }

  /** Does what the failure asks for. That room cannot be made is a failure of the same try. Never rejects. */
  async failed(error: unknown, tried: Tried): Promise<AfterFailure> {
    this.failures += 1;
    const remedy = tried.remedyOf(error, this);
    switch (remedy) {
      case 'at_once':
        this.atOnce += 1;
        return { next: this.atOnce > MOST_AT_ONCE ? 'apart' : 'again', error };
      case 'make_room':
        if (this.hasRoom) return { next: 'apart', error };
        this.hasRoom = true;
        try {
          await tried.makeRoom();
        } catch (failure) {
          return this.failed(failure, tried);
        }
        return { next: 'again', error };
      case 'later':
      case 'in_doubt':
        this.isAgain ||= remedy === 'in_doubt';
        this.hasRoom = false;
        await this.pause();
        return { next: 'paused', error };
      case 'apart':
      case 'refuse':
        return { next: remedy, error };
    }
  }

  private pause(): Promise<void> {
    const { firstPauseMs, longestPauseMs } = this.lengths;
    this.pauses += 1;
    const ms = doublingMs(this.pauses, firstPauseMs, longestPauseMs);
    return new Promise((resolve) => this.clock.setTimer(resolve, ms));
  }
}
