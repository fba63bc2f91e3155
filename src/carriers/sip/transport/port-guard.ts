/**
 * Who may come in at the SIP port: our trunks first, and of strangers no more than costs us nothing.
 *
 * 1. What names a call of ours always has a place: its Call-ID is 16 random bytes that only those on the way know. What
 *    comes from the address of a trunk is answered. We take no calls, so that nothing outside of our calls needs a
 *    transaction (RFC 3261, 8.2.7): no flood takes the place of a BYE, and no forged INVITE is answered more than once.
 * 2. A stranger is not answered (`accept_from: trunks`), or gets one answer to each request (`anyone`), 50 in a second
 *    to all of them: forged requests turn no flood of our answers on others.
 * 3. A stranger's message of more than 8 kB is not even read.
 * 4. What was passed over is counted and reported, never logged here: strangers would decide how many lines there are.
 */
import type { Context } from '../../../context.ts';
import { SECOND_MS } from '../../../lib/durations.ts';
import { MOST_BYTES_OF_STRANGERS } from '../messages/frames.ts';

/**
 * What becomes of a request: `place`, a transaction in any case; `share`, a transaction while there is room; `answer`, one
 * answer and no memory of it; `none`, nothing.
 */
export type Entry = 'place' | 'share' | 'answer' | 'none';

/** A field that could not be read; a message that could not be; somebody who is no trunk. */
export type PassedOver = 'field' | 'message' | 'stranger';

export interface Sender {
  readonly callId: string;
  readonly address: string;
  /** Names of fields. */
  readonly fields: readonly string[];
}

export interface PortGuard {
  isOfCall(callId: string): boolean;
  /** For a request. */
  admit(callId: string, address: string): Entry;
  /** Rule 3. */
  mayBeRead(bytes: number, address: string): boolean;
  passedOver(what: PassedOver, sender: Sender): void;
}

/** For simulators: everybody is served while there is room. */
export const OPEN_PORT: PortGuard = {
  isOfCall: () => true,
  admit: () => 'share',
  mayBeRead: () => true,
  passedOver: () => {},
};

export interface PortGuardOptions {
  readonly accepts: 'trunks' | 'anyone';
  isOfCall(callId: string): boolean;
  isTrunk(address: string): boolean;
  passedOver(what: PassedOver, sender: Sender): void;
}

const MOST_ANSWERS_TO_STRANGERS = 50;
const NOBODY = { callId: '', fields: [] };

export class TrunksFirst implements PortGuard {
  private readonly clock: Context['clock'];
  private readonly options: PortGuardOptions;
  private secondFrom = Number.NEGATIVE_INFINITY;
  private answered = 0;

  constructor(clock: Context['clock'], options: PortGuardOptions) {
    this.clock = clock;
    this.options = options;
  }

  isOfCall(callId: string): boolean {
    return this.options.isOfCall(callId);
  }

  admit(callId: string, address: string): Entry {
    if (this.options.isOfCall(callId)) return 'place';
    if (this.options.isTrunk(address)) return 'answer';
    this.options.passedOver('stranger', { ...NOBODY, address });
    return this.options.accepts === 'anyone' && this.mayAnswer() ? 'answer' : 'none';
  }

  mayBeRead(bytes: number, address: string): boolean {
    if (bytes <= MOST_BYTES_OF_STRANGERS || this.options.isTrunk(address)) return true;
    this.options.passedOver('stranger', { ...NOBODY, address });
    return false;
  }

  passedOver(what: PassedOver, sender: Sender): void {
    this.options.passedOver(what, sender);
  }

  /** Rule 2. */
  private mayAnswer(): boolean {
    const now = this.clock.monotonic();
    if (now - this.secondFrom >= SECOND_MS) {
      this.secondFrom = now;
      this.answered = 0;
    }
    this.answered += 1;
    return this.answered <= MOST_ANSWERS_TO_STRANGERS;
  }
}
