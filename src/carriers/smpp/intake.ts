/**
 * Takes in what the SMSC sends on its own.
 *
 * 1. What comes in within one turn is stored in one call. It is acknowledged (0) when that has succeeded and answered
 *    0x14, message queue full, when it has not: the SMSC keeps it and sends it again.
 * 2. At most 8 MiB wait to be stored; what comes beyond is answered 0x14 at once. The bind is still read, because the
 *    answers to our submits come on it, too.
 */
import type { Log } from '../../lib/log.ts';
import type { RawInbound } from '../carrier.ts';
import { packInbound } from './inbound.ts';
import { STATUS } from './pdu.ts';
import type { SmppSession } from './session.ts';

interface Arrived {
  readonly raw: RawInbound;
  readonly kind: 'deliver_sm' | 'data_sm';
  readonly session: SmppSession;
  readonly sequence: number;
}

const MOST_UNSTORED_BYTES = 8 * 1024 * 1024;

export class Intake {
  private readonly log: Log;
  private readonly store: (items: readonly RawInbound[]) => Promise<void>;
  private unstoredBytes = 0;
  private batch: Arrived[] = [];
  private inHand = 0;
  private whenIdle: (() => void)[] = [];

  constructor(log: Log, store: (items: readonly RawInbound[]) => Promise<void>) {
    this.log = log;
    this.store = store;
  }

  /** `bind`: the label of the connection. The frame is copied. */
  add(bind: string, session: SmppSession, kind: 'deliver_sm' | 'data_sm', frame: Buffer, sequence: number): void {
    if (this.unstoredBytes > MOST_UNSTORED_BYTES) {
      session.acknowledge(kind, sequence, STATUS.queueFull);
      return;
    }
    if (this.batch.length === 0) setImmediate(() => this.flush());
    const raw = { kind, body: packInbound({ v: 1, bind }, frame) };
    this.batch.push({ raw, kind, session, sequence });
    this.inHand += 1;
    this.unstoredBytes += raw.body.length;
  }

  /** Resolves when all that came in is stored and answered, or could not be. */
  idle(): Promise<void> {
    if (this.inHand === 0) return Promise.resolve();
    return new Promise((resolve) => this.whenIdle.push(resolve));
  }

  private async flush(): Promise<void> {
    const batch = this.batch;
    this.batch = [];
    let status: number = STATUS.ok;
    try {
      await this.store(batch.map(({ raw }) => raw));
    } catch (error) {
      status = STATUS.queueFull;
      this.log.warn({ err: error, count: batch.length }, 'inbound messages could not be stored; the SMSC keeps them');
    }
    for (const { raw, kind, session, sequence } of batch) {
      session.acknowledge(kind, sequence, status);
      this.unstoredBytes -= raw.body.length;
    }
    this.inHand -= batch.length;
    if (this.inHand > 0) return;
    const waiting = this.whenIdle;
    this.whenIdle = [];
    for (const resolve of waiting) resolve();
  }
}
