/**
 * Takes in what the SMSC sends on its own.
 *
 * 1. What comes in within one turn is stored in one call. It is acknowledged (0) when that has succeeded and answered
 *    0x14, message queue full, when it has not: the SMSC keeps it and sends it again.
 * 2. A bind on which more waits to be stored than a bound allows is not read until it is less.
 */
import type { Log } from '../../lib/log.ts';
import type { RawInbound } from '../carrier.ts';
import type { Connection } from './connection.ts';
import { packInbound } from './inbound.ts';
import { STATUS } from './pdu.ts';
import type { SmppSession } from './session.ts';

interface Arrived {
  readonly raw: RawInbound;
  readonly kind: 'deliver_sm' | 'data_sm';
  readonly connection: Connection;
  readonly session: SmppSession;
  readonly sequence: number;
}

const STOP_READING_AT = 2_000;
const READ_AGAIN_AT = 1_000;

export class Intake {
  private readonly log: Log;
  private readonly store: (items: readonly RawInbound[]) => Promise<void>;
  private readonly unstored = new Map<Connection, number>();
  private batch: Arrived[] = [];
  private inHand = 0;
  private whenIdle: (() => void)[] = [];

  constructor(log: Log, store: (items: readonly RawInbound[]) => Promise<void>) {
    this.log = log;
    this.store = store;
  }

  add(
    connection: Connection,
    session: SmppSession,
    kind: 'deliver_sm' | 'data_sm',
    frame: Buffer,
    sequence: number,
  ): void {
    if (this.batch.length === 0) setImmediate(() => this.flush());
    const raw = { kind, body: packInbound({ v: 1, bind: connection.label }, frame) };
    this.batch.push({ raw, kind, connection, session, sequence });
    this.inHand += 1;
    const unstored = (this.unstored.get(connection) ?? 0) + 1;
    this.unstored.set(connection, unstored);
    if (unstored === STOP_READING_AT) connection.setReading(false);
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
    for (const { kind, connection, session, sequence } of batch) {
      session.acknowledge(kind, sequence, status);
      this.stored(connection);
    }
    this.inHand -= batch.length;
    if (this.inHand > 0) return;
    const waiting = this.whenIdle;
    this.whenIdle = [];
    for (const resolve of waiting) resolve();
  }

  private stored(connection: Connection): void {
    const left = (this.unstored.get(connection) ?? 1) - 1;
    if (left > 0) this.unstored.set(connection, left);
    else this.unstored.delete(connection);
    if (left === READ_AGAIN_AT) connection.setReading(true);
  }
}
