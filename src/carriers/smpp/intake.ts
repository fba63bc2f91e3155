/**
 * Takes in what the SMSC sends on its own.
 *
 * 1. Each message is stored by itself, in the order in which they came. It is acknowledged (0) once it is stored, and
 *    answered 0x14, message queue full, when it cannot be: the SMSC keeps it and sends it again. One that fails changes
 *    nothing for the others: what is stored is not asked for again.
 * 2. At most 8 MiB wait to be stored; what comes beyond that is answered 0x14 at once. The bind is still read, because
 *    the answers to our submits come on it, too.
 * 3. An SMSC has a window of its own, which it tells nobody. One that has as many unanswered as it ever had on this
 *    bind may be waiting for us, and what it sent last is urgent. One without a window hardly ever gets there.
 */
import type { Warn } from '../../lib/once-a-minute.ts';
import type { RawInbound } from '../carrier.ts';
import type { ConnectionEvents } from './connection.ts';
import { headerBytes, packBehind } from './inbound.ts';
import { STATUS } from './pdus/pdu.ts';
import type { SmppSession } from './session.ts';

interface Arrived {
  readonly raw: RawInbound;
  readonly kind: 'deliver_sm' | 'data_sm';
  readonly session: SmppSession;
  readonly sequence: number;
}

const MOST_UNSTORED_BYTES = 8 * 1024 * 1024;

export class Intake {
  private readonly warn: Warn;
  private readonly store: (items: readonly RawInbound[]) => Promise<void>;
  /** Rule 3: how many are unanswered, and how many were at most. */
  private readonly windows = new WeakMap<SmppSession, { open: number; most: number }>();
  private unstoredBytes = 0;
  private batch: Arrived[] = [];
  private inHand = 0;
  private whenIdle: (() => void)[] = [];

  constructor(warn: Warn, store: (items: readonly RawInbound[]) => Promise<void>) {
    this.warn = warn;
    this.store = store;
  }

  /** What takes in the messages of one bind, under its label. It copies the frames. */
  ofBind(bind: string): ConnectionEvents['inbound'] {
    const header = headerBytes({ v: 1, bind });
    return (session, kind, frame, sequence) => {
      if (this.unstoredBytes > MOST_UNSTORED_BYTES) {
        this.warn('an inbound message found no room to wait in; the SMSC keeps it', { bind });
        session.acknowledge(kind, sequence, STATUS.queueFull);
        return;
      }
      if (this.batch.length === 0) setImmediate(() => this.flush());
      const raw = { kind, body: packBehind(header, frame), isUrgent: this.open(session) };
      this.batch.push({ raw, kind, session, sequence });
      this.inHand += 1;
      this.unstoredBytes += raw.body.length;
    };
  }

  /** Resolves when all that came in is stored and answered, or could not be. */
  idle(): Promise<void> {
    if (this.inHand === 0) return Promise.resolve();
    return new Promise((resolve) => this.whenIdle.push(resolve));
  }

  /** Counts one more that is unanswered; whether there have never been more (rule 3). */
  private open(session: SmppSession): boolean {
    const window = this.windows.get(session) ?? { open: 0, most: 0 };
    this.windows.set(session, window);
    window.open += 1;
    const isUrgent = window.open >= window.most;
    window.most = Math.max(window.most, window.open);
    return isUrgent;
  }

  private flush(): void {
    const batch = this.batch;
    this.batch = [];
    for (const each of batch) void this.storeOne(each);
  }

  /** Never rejects. */
  private async storeOne({ raw, kind, session, sequence }: Arrived): Promise<void> {
    let status: number = STATUS.ok;
    try {
      await this.store([raw]);
    } catch (error) {
      status = STATUS.queueFull;
      this.warn('an inbound message could not be stored; the SMSC keeps it', { err: error });
    }
    session.acknowledge(kind, sequence, status);
    const window = this.windows.get(session);
    if (window) window.open -= 1;
    this.unstoredBytes -= raw.body.length;
    this.inHand -= 1;
    if (this.inHand === 0) this.notifyIdle();
  }

  private notifyIdle(): void {
    const waiting = this.whenIdle;
    this.whenIdle = [];
    for (const resolve of waiting) resolve();
  }
}
