/**
 * Sends jobs over the binds of a carrier: slots, windows, pace, and what an answer means.
 *
 * 1. A slot is given only where the job can leave when it comes: a bind that is up, room in its window, no pause, pace.
 *    Only a job larger than the whole window waits here for longer, for one answer's time at most.
 * 2. A job stays on the bind of its slot, its parts in order.
 * 3. A bind keeps at most `window` submits unanswered. A slot is promised before its message is recorded, and places in
 *    the window must not stand empty meanwhile: as many more are promised as leave within `PROMISED_AHEAD_MS`.
 * 4. Every part of a submitted job is answered exactly once, never from within `submit`.
 */
import type { Context } from '../../context.ts';
import type { Timer } from '../../lib/clock.ts';
import type { Warn } from '../../lib/once-a-minute.ts';
import { type Outcome, roomToLeave, type Slot, type SubmitJob } from '../carrier.ts';
import type { Connection } from './connection.ts';
import { idKeys } from './message-id.ts';
import { Occupancy } from './occupancy.ts';
import { createPreparer } from './outgoing.ts';
import { Pace } from './pace.ts';
import type { ShortMessagePdu } from './pdus/pdu.ts';
import type { SmppSession } from './session.ts';
import { ownVerdicts, type SmppSettings } from './settings.ts';
import { statusText, type Verdict, verdictOf } from './status.ts';
import type { SubmitAnswer } from './submits.ts';

export type Answered = (part: number, outcome: Outcome) => void;

/** A bind that transmits, and what is promised and waiting on it. */
interface Lane {
  readonly connection: Connection;
  reserved: number;
  waiting: PartToSend[];
  /** It is being given up: nothing new goes to it. */
  isLeaving: boolean;
}

interface PartToSend {
  readonly job: SubmitJob;
  readonly part: number;
  readonly pdu: ShortMessagePdu;
  readonly since: number;
  readonly answered: Answered;
}

export interface SenderTotals {
  submitted: number;
  accepted: number;
  rejected: number;
  throttled: number;
  unknown: number;
}

class SmppSlot implements Slot {
  readonly lane: Lane;
  readonly parts: number;
  private readonly giveUp: (slot: SmppSlot) => void;
  open = true;

  constructor(lane: Lane, parts: number, giveUp: (slot: SmppSlot) => void) {
    this.lane = lane;
    this.parts = parts;
    this.giveUp = giveUp;
  }

  release(): void {
    if (this.open) this.giveUp(this);
  }
}

/** About as long as it takes under load to record a batch of messages. A code that finds the window full waits as long. */
const PROMISED_AHEAD_MS = 25;
/** Of its window, or of its rate: a carrier that has been given less could have taken more. */
const USED_UP = 0.8;
const STOPPING: Outcome = { kind: 'not_sent' };

export class Sender {
  readonly pace: Pace;
  readonly totals: SenderTotals = { submitted: 0, accepted: 0, rejected: 0, throttled: 0, unknown: 0 };
  private readonly context: Context;
  private readonly settings: SmppSettings;
  private readonly warn: Warn;
  private readonly lanes: readonly Lane[];
  /** Somebody was turned away and may come back. */
  private readonly roomAgain: () => void;
  private readonly prepare: ReturnType<typeof createPreparer>;
  private readonly verdicts: ReadonlyMap<number, Verdict>;
  private readonly giveUp = (slot: SmppSlot) => this.released(slot);
  private accepting = false;
  private stopped = false;
  private turnedAway = false;
  private paceTimer: Timer | undefined;
  private open = 0;
  private readonly occupancy: Occupancy;
  private whenSettled: (() => void)[] = [];
  private whenLeft: { readonly lane: Lane; readonly resolve: () => void }[] = [];

  constructor(
    context: Context,
    settings: SmppSettings,
    warn: Warn,
    connections: readonly Connection[],
    roomAgain: () => void,
  ) {
    this.context = context;
    this.settings = settings;
    this.warn = warn;
    this.roomAgain = roomAgain;
    this.pace = new Pace(context.clock, settings.tps);
    this.occupancy = new Occupancy(context.clock.monotonic());
    this.prepare = createPreparer(settings);
    this.verdicts = ownVerdicts(settings);
    this.lanes = connections.map((connection) => ({ connection, reserved: 0, waiting: [], isLeaving: false }));
  }

  /** Whether slots are given. */
  accept(accepting: boolean): void {
    this.accepting = accepting;
    if (accepting) this.stopped = false;
  }

  /** No slot is given on this bind any more, until `join`. */
  leave(connection: Connection): void {
    for (const lane of this.lanes) if (lane.connection === connection) lane.isLeaving = true;
    this.roomAgain();
  }

  join(connection: Connection): void {
    for (const lane of this.lanes) if (lane.connection === connection) lane.isLeaving = false;
  }

  /** Resolves when nothing is promised, waits or is unanswered on a bind that is leaving, and when it is lost. */
  left(connection: Connection): Promise<void> {
    const lane = this.lanes.find((each) => each.connection === connection);
    if (!lane || this.isEmpty(lane)) return Promise.resolve();
    return new Promise((resolve) => this.whenLeft.push({ lane, resolve }));
  }

  /** Whether there is a bind to send on. */
  get isConnected(): boolean {
    return this.lanes.some((lane) => lane.connection.session && !lane.isLeaving);
  }

  /** Parts submitted and not answered yet. */
  get unanswered(): number {
    return this.open;
  }

  /** Resolves when everything submitted is answered. */
  settled(): Promise<void> {
    if (this.open === 0) return Promise.resolve();
    return new Promise((resolve) => this.whenSettled.push(resolve));
  }

  /** Nothing more leaves; what has not left is answered `not_sent`. */
  stop(): void {
    this.accepting = false;
    this.stopped = true;
    if (this.paceTimer) this.context.clock.clearTimer(this.paceTimer);
    this.paceTimer = undefined;
    for (const lane of this.lanes) this.dismiss(lane, STOPPING);
  }

  reserve(parts: number, leavesRoom: boolean): Slot | null {
    if (!this.accepting) return null;
    const lane = this.roomiest(parts, leavesRoom ? roomToLeave(this.settings.window) : 0);
    if (!lane) {
      this.turnedAway = true;
      return null;
    }
    const waitMs = this.pace.take(parts);
    if (waitMs > 0) {
      this.turnedAway = true;
      this.lookAgainIn(waitMs);
      return null;
    }
    lane.reserved += parts;
    return new SmppSlot(lane, parts, this.giveUp);
  }

  /** Carrier.couldTakeMore. */
  couldTakeMore(): boolean {
    if (!this.accepting || this.pace.pausedMs > 0 || this.pace.lastSecondSent >= this.pace.tps * USED_UP) return false;
    const binds = this.lanes.filter(({ connection, isLeaving }) => connection.session && !isLeaving).length;
    return this.occupancy.mean(this.context.clock.monotonic()) < binds * this.settings.window * USED_UP;
  }

  /** Rule 4. Throws TypeError for a slot of another carrier or one that was used before. */
  submit(job: SubmitJob, slot: Slot, answered: Answered): void {
    if (!(slot instanceof SmppSlot) || !slot.open)
      throw new TypeError('a slot is used once, by the carrier that gave it');
    const { lane } = slot;
    slot.open = false;
    lane.reserved -= slot.parts;
    const since = this.context.clock.monotonic();
    this.opened(job.parts.length, since);
    const prepared = this.prepare(job, this.context.clock.now());
    const obstacle = prepared.kind === 'impossible' ? refused(prepared.why) : this.obstacle(lane);
    if (obstacle || prepared.kind === 'impossible') {
      this.pace.giveBack(slot.parts);
      queueMicrotask(() => {
        for (const part of job.parts) this.settle(answered, part, obstacle ?? STOPPING);
      });
      return;
    }
    for (const { part, pdu } of prepared.pdus) {
      const toSend: PartToSend = { job, part, pdu, since, answered };
      if (lane.waiting.length > 0 || this.inUse(lane) >= this.settings.window) lane.waiting.push(toSend);
      else this.send(lane, toSend, since);
    }
  }

  /** Looks after what waits, and lets the engine know when it was turned away before. */
  roomChanged(): void {
    for (const lane of this.lanes) this.pump(lane);
    this.letGo();
    this.notifyRoom();
  }

  private isEmpty(lane: Lane): boolean {
    return lane.reserved === 0 && lane.waiting.length === 0 && this.inUse(lane) === 0;
  }

  private letGo(): void {
    if (this.whenLeft.length === 0) return;
    const gone = this.whenLeft.filter(({ lane }) => this.isEmpty(lane));
    this.whenLeft = this.whenLeft.filter((each) => !gone.includes(each));
    for (const { resolve } of gone) resolve();
  }

  private notifyRoom(): void {
    if (!this.turnedAway) return;
    this.turnedAway = false;
    this.roomAgain();
  }

  private roomiest(parts: number, toLeave: number): Lane | undefined {
    const { window } = this.settings;
    const all = window + this.promisedAhead();
    let best: Lane | undefined;
    let bestRoom = 0;
    for (const lane of this.lanes) {
      const session = lane.connection.session;
      if (!session?.writable || lane.isLeaving) continue;
      const room = all - session.outstanding - lane.reserved - lane.waiting.length;
      if ((room >= parts + toLeave || room === all) && room > bestRoom) {
        best = lane;
        bestRoom = room;
      }
    }
    return best;
  }

  /** Rule 3, for each bind. */
  private promisedAhead(): number {
    const perSecond = this.pace.lastSecondSent / this.lanes.length;
    return Math.min(this.settings.window, Math.floor((perSecond * PROMISED_AHEAD_MS) / 1_000));
  }

  private lookAgainIn(waitMs: number): void {
    if (this.paceTimer || this.stopped) return;
    this.paceTimer = this.context.clock.setTimer(() => {
      this.paceTimer = undefined;
      this.notifyRoom();
    }, waitMs);
  }

  private released(slot: SmppSlot): void {
    slot.open = false;
    slot.lane.reserved -= slot.parts;
    this.pace.giveBack(slot.parts);
    this.letGo();
    this.notifyRoom();
  }

  /** Why nothing can leave on this bind now, if something stands in the way. */
  private obstacle(lane: Lane): Outcome | undefined {
    if (this.stopped) return STOPPING;
    if (!lane.connection.session) return unreachable(lane.connection.lastError ?? 'not connected');
    if (this.pace.pausedMs > 0) return busy('paused, the SMSC is throttling');
    return undefined;
  }

  private inUse(lane: Lane): number {
    return lane.connection.session?.outstanding ?? 0;
  }

  /** Rule 3 of carriers/carrier.ts: the last question before the bytes. */
  private send(lane: Lane, { job, part, pdu, answered }: PartToSend, now: number): void {
    const session = lane.connection.session;
    if (!session || !job.stillMine()) {
      const outcome = session ? STOPPING : unreachable('the connection was lost');
      queueMicrotask(() => this.settle(answered, part, outcome));
      return;
    }
    try {
      const settle = (answer: SubmitAnswer, sentAt: number): void => {
        this.settle(answered, part, this.outcomeOf(answer, sentAt, lane, session));
        if (lane.waiting.length > 0) this.pump(lane);
      };
      session.submit(pdu, settle, job.stillMine);
      this.pace.sent(now);
      this.totals.submitted += 1;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      queueMicrotask(() => this.settle(answered, part, refused(error.message)));
    }
  }

  private settle(answered: Answered, part: number, outcome: Outcome): void {
    this.opened(-1, this.context.clock.monotonic());
    answered(part, outcome);
    this.letGo();
    if (this.turnedAway) this.notifyRoom();
    if (this.open > 0) return;
    const waiting = this.whenSettled;
    this.whenSettled = [];
    for (const resolve of waiting) resolve();
  }

  private opened(parts: number, now: number): void {
    this.open += parts;
    this.occupancy.change(parts, now);
  }

  private outcomeOf(answer: SubmitAnswer, sentAt: number, lane: Lane, session: SmppSession): Outcome {
    // Of a session that goes on, one that is no longer ours.
    if (answer.kind === 'unsent') return this.stopped || session.state === 'bound' ? STOPPING : unreachable(answer.why);
    if (answer.kind !== 'answered') {
      this.totals.unknown += 1;
      return { kind: 'unknown', reason: answer.kind === 'lost' ? answer.why : 'no answer from the SMSC in time' };
    }
    if (answer.congestion !== undefined) this.pace.congestion(answer.congestion);
    if (answer.status === 0) {
      this.pace.accepted(sentAt);
      this.totals.accepted += 1;
      const keys = idKeys(answer.messageId, this.settings.message_id_format.response);
      return { kind: 'accepted', remoteId: answer.messageId, keys };
    }
    return this.refusal(answer.status, sentAt, lane, session);
  }

  private refusal(status: number, sentAt: number, lane: Lane, session: SmppSession): Outcome {
    const reason = statusText(status);
    switch (verdictOf(status, this.verdicts)) {
      case 'busy':
        this.totals.throttled += 1;
        if (this.pace.throttled(sentAt)) {
          this.warn('the SMSC is throttling', { status: reason, pause_ms: this.pace.pausedMs, tps: this.pace.tps });
          this.lookAgainIn(this.pace.pausedMs);
        }
        return busy(reason);
      case 'rebind':
        // After the answers that stand behind this one in the same piece of input.
        setImmediate(() => {
          if (lane.connection.session === session) lane.connection.rebind(`the SMSC has forgotten the bind: ${reason}`);
        });
        return { kind: 'retry_later', why: 'temporary', reason };
      case 'temporary':
        return { kind: 'retry_later', why: 'temporary', reason };
      case 'permanent':
        this.totals.rejected += 1;
        return refused(reason);
    }
  }

  private pump(lane: Lane): void {
    const obstacle = lane.waiting.length > 0 ? this.obstacle(lane) : undefined;
    if (obstacle) this.dismiss(lane, obstacle);
    const now = this.context.clock.monotonic();
    while (lane.waiting.length > 0 && this.inUse(lane) < this.settings.window) {
      const next = lane.waiting.shift();
      if (!next) return;
      if (now - next.since <= this.settings.response_timeout_ms) this.send(lane, next, now);
      else queueMicrotask(() => this.settle(next.answered, next.part, busy('the SMSC answers too slowly')));
    }
  }

  private dismiss(lane: Lane, outcome: Outcome): void {
    const dismissed = lane.waiting;
    lane.waiting = [];
    queueMicrotask(() => {
      for (const { answered, part } of dismissed) this.settle(answered, part, outcome);
    });
  }
}

function refused(reason: string): Outcome {
  return { kind: 'rejected', why: 'refused', reason };
}

function busy(reason: string): Outcome {
  return { kind: 'retry_later', why: 'busy', reason };
}

function unreachable(reason: string): Outcome {
  return { kind: 'retry_later', why: 'unreachable', reason };
}
