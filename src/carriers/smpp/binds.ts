/**
 * The binds of a carrier that transmit: what is promised and what waits on each, and which of them has room.
 *
 * 1. A bind keeps at most `window` submits unanswered. A slot is promised before its message is recorded, and places in the
 *    window must not stand empty meanwhile: as many more are promised as leave within `PROMISED_AHEAD_MS`.
 * 2. A bind that is leaving gives no room. It has left when nothing is promised, waits or is unanswered on it, and when its
 *    session is lost.
 */
import type { Outcome, SubmitJob } from '../carrier.ts';
import type { Connection } from './connection.ts';
import type { ShortMessagePdu } from './pdus/pdu.ts';

export type PartAnswered = (part: number, outcome: Outcome) => void;

export interface PartToSend {
  readonly job: SubmitJob;
  readonly part: number;
  readonly pdu: ShortMessagePdu;
  readonly since: number;
  readonly answered: PartAnswered;
}

export interface Bind {
  readonly connection: Connection;
  /** Parts that are promised: the parts of the slots that were given. */
  reserved: number;
  /** Parts that wait for a place in the window, in order. */
  waiting: PartToSend[];
  isLeaving: boolean;
}

/** About as long as it takes under load to record a batch of messages. A code that finds the window full waits as long. */
const PROMISED_AHEAD_MS = 25;

export class Binds {
  readonly all: readonly Bind[];
  private readonly window: number;
  private readonly changed: () => void;
  private whenLeft: { readonly bind: Bind; readonly resolve: () => void }[] = [];

  /** `changed`: a bind has begun to leave. */
  constructor(connections: readonly Connection[], window: number, changed: () => void) {
    this.window = window;
    this.changed = changed;
    this.all = connections.map((connection) => ({ connection, reserved: 0, waiting: [], isLeaving: false }));
  }

  /** Whether there is a bind to send on. */
  get isConnected(): boolean {
    return this.all.some(({ connection, isLeaving }) => connection.session && !isLeaving);
  }

  /** How many binds there are to send on. */
  get usable(): number {
    return this.all.filter(({ connection, isLeaving }) => connection.session && !isLeaving).length;
  }

  /** Nothing new goes to this bind, until `join`. */
  leave(connection: Connection): void {
    for (const bind of this.all) if (bind.connection === connection) bind.isLeaving = true;
    this.changed();
  }

  join(connection: Connection): void {
    for (const bind of this.all) if (bind.connection === connection) bind.isLeaving = false;
  }

  /** Resolves when a bind that is leaving has left (rule 2). */
  left(connection: Connection): Promise<void> {
    const bind = this.all.find((each) => each.connection === connection);
    if (!bind || this.isEmpty(bind)) return Promise.resolve();
    return new Promise((resolve) => this.whenLeft.push({ bind, resolve }));
  }

  /** Resolves what `left` promised for binds that are empty by now. */
  resolveLeft(): void {
    if (this.whenLeft.length === 0) return;
    const gone = this.whenLeft.filter(({ bind }) => this.isEmpty(bind));
    this.whenLeft = this.whenLeft.filter((each) => !gone.includes(each));
    for (const { resolve } of gone) resolve();
  }

  /**
   * The bind with the most room for so many parts; `toLeave` more have to stay free behind them. A bind on which nothing is
   * under way takes any number. `sentPerSecond`: over all binds (rule 1).
   */
  roomiest(parts: number, toLeave: number, sentPerSecond: number): Bind | undefined {
    const most = this.window + this.promisedAhead(sentPerSecond);
    let best: Bind | undefined;
    let bestRoom = 0;
    for (const bind of this.all) {
      const session = bind.connection.session;
      if (!session?.writable || bind.isLeaving) continue;
      const room = most - session.outstanding - bind.reserved - bind.waiting.length;
      if ((room >= parts + toLeave || room === most) && room > bestRoom) {
        best = bind;
        bestRoom = room;
      }
    }
    return best;
  }

  /** Whether there is a place for a submit in the window of this bind. */
  hasPlace(bind: Bind): boolean {
    return unansweredOn(bind) < this.window;
  }

  private isEmpty(bind: Bind): boolean {
    return bind.reserved === 0 && bind.waiting.length === 0 && unansweredOn(bind) === 0;
  }

  /** Rule 1, for each bind. */
  private promisedAhead(sentPerSecond: number): number {
    const perSecond = sentPerSecond / this.all.length;
    return Math.min(this.window, Math.floor((perSecond * PROMISED_AHEAD_MS) / 1_000));
  }
}

function unansweredOn(bind: Bind): number {
  return bind.connection.session?.outstanding ?? 0;
}
