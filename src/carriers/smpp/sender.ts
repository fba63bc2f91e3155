/**
 * Sends jobs over the binds of a carrier: slots, pace, and what an answer means.
 *
 * 1. A slot is given only where the job can leave when it comes: a bind with room (binds.ts), no pause, pace. Only a job
 *    larger than the whole window waits here for longer, for one answer's time at most.
 * 2. A job stays on the bind of its slot, its parts in order.
 * 3. Every part of a submitted job is answered exactly once, never from within `submit`.
 */
import type { Context } from '../../context.ts';
import type { Timer } from '../../lib/clock.ts';
import type { Warn } from '../../lib/once-a-minute.ts';
import { type Outcome, roomToLeave, type Slot, type SubmitJob } from '../carrier.ts';
import type { Bind, Binds, PartAnswered, PartToSend } from './binds.ts';
import { idKeys, keptId } from './message-id.ts';
import { Occupancy } from './occupancy.ts';
import { createPreparer } from './outgoing.ts';
import { Pace } from './pace.ts';
import type { SmppSession } from './session.ts';
import { ownMeanings, type SmppSettings } from './settings.ts';
import { meaningOf, type StatusMeaning, statusText } from './status.ts';
import type { SubmitAnswer } from './submits.ts';

export interface SenderTotals {
  submitted: number;
  accepted: number;
  rejected: number;
  throttled: number;
  unknown: number;
}

class SmppSlot implements Slot {
  readonly bind: Bind;
  readonly parts: number;
  private readonly released: (slot: SmppSlot) => void;
  isOpen = true;

  constructor(bind: Bind, parts: number, released: (slot: SmppSlot) => void) {
    this.bind = bind;
    this.parts = parts;
    this.released = released;
  }

  release(): void {
    if (this.isOpen) this.released(this);
  }
}

/** Of its window, or of its rate: a carrier that has been given less could have taken more. */
const USED_UP = 0.8;
const STOPPING: Outcome = { kind: 'not_sent' };

export interface SenderOptions {
  readonly settings: SmppSettings;
  readonly warn: Warn;
  readonly binds: Binds;
  /** Called when somebody was turned away and may come back. */
  readonly roomAgain: () => void;
}

export class Sender {
  readonly pace: Pace;
  readonly totals: SenderTotals = { submitted: 0, accepted: 0, rejected: 0, throttled: 0, unknown: 0 };
  private readonly context: Context;
  private readonly settings: SmppSettings;
  private readonly warn: Warn;
  private readonly binds: Binds;
  private readonly roomAgain: () => void;
  private readonly prepare: ReturnType<typeof createPreparer>;
  private readonly meanings: ReadonlyMap<number, StatusMeaning>;
  private readonly released = (slot: SmppSlot) => this.takeBack(slot);
  private accepting = false;
  private stopped = false;
  private turnedAway = false;
  private paceTimer: Timer | undefined;
  private open = 0;
  private readonly occupancy: Occupancy;
  private whenSettled: (() => void)[] = [];

  constructor(context: Context, { settings, warn, binds, roomAgain }: SenderOptions) {
    this.context = context;
    this.settings = settings;
    this.warn = warn;
    this.binds = binds;
    this.roomAgain = roomAgain;
    this.pace = new Pace(context.clock, settings.tps);
    this.occupancy = new Occupancy(context.clock.monotonic());
    this.prepare = createPreparer(settings);
    this.meanings = ownMeanings(settings);
  }

  /** Whether slots are given. */
  accept(accepting: boolean): void {
    this.accepting = accepting;
    if (accepting) this.stopped = false;
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
    for (const bind of this.binds.all) this.dismiss(bind, STOPPING);
  }

  reserve(parts: number, leavesRoom: boolean): Slot | null {
    if (!this.accepting) return null;
    const toLeave = leavesRoom ? roomToLeave(this.settings.window) : 0;
    const bind = this.binds.roomiest(parts, toLeave, this.pace.lastSecondSent);
    if (!bind) {
      this.turnedAway = true;
      return null;
    }
    const waitMs = this.pace.take(parts);
    if (waitMs > 0) {
      this.turnedAway = true;
      this.notifyRoomIn(waitMs);
      return null;
    }
    bind.reserved += parts;
    return new SmppSlot(bind, parts, this.released);
  }

  /** Carrier.couldTakeMore. */
  couldTakeMore(): boolean {
    if (!this.accepting || this.pace.pausedMs > 0 || this.pace.lastSecondSent >= this.pace.tps * USED_UP) return false;
    return this.occupancy.mean(this.context.clock.monotonic()) < this.binds.usable * this.settings.window * USED_UP;
  }

  /** Rule 3. Throws TypeError for a slot of another carrier or one that was used before. */
  submit(job: SubmitJob, slot: Slot, answered: PartAnswered): void {
    if (!(slot instanceof SmppSlot) || !slot.isOpen)
      throw new TypeError('a slot is used once, by the carrier that gave it');
    const { bind } = slot;
    slot.isOpen = false;
    bind.reserved -= slot.parts;
    const since = this.context.clock.monotonic();
    this.countOpen(job.parts.length, since);
    const prepared = this.prepare(job, this.context.clock.now());
    const obstacle = prepared.kind === 'impossible' ? refused(prepared.why) : this.obstacle(bind);
    if (obstacle || prepared.kind === 'impossible') {
      this.pace.giveBack(slot.parts);
      queueMicrotask(() => {
        for (const part of job.parts) this.settle(answered, part, obstacle ?? STOPPING);
      });
      return;
    }
    for (const { part, pdu } of prepared.pdus) {
      const toSend: PartToSend = { job, part, pdu, since, answered };
      if (bind.waiting.length > 0 || !this.binds.hasPlace(bind)) bind.waiting.push(toSend);
      else this.send(bind, toSend, since);
    }
  }

  /** Sends what waits, and lets the engine know that it may come back when it was turned away before. */
  roomChanged(): void {
    for (const bind of this.binds.all) this.pump(bind);
    this.binds.resolveLeft();
    this.notifyRoom();
  }

  private notifyRoom(): void {
    if (!this.turnedAway) return;
    this.turnedAway = false;
    this.roomAgain();
  }

  private notifyRoomIn(waitMs: number): void {
    if (this.paceTimer || this.stopped) return;
    this.paceTimer = this.context.clock.setTimer(() => {
      this.paceTimer = undefined;
      this.notifyRoom();
    }, waitMs);
  }

  private takeBack(slot: SmppSlot): void {
    slot.isOpen = false;
    slot.bind.reserved -= slot.parts;
    this.pace.giveBack(slot.parts);
    this.binds.resolveLeft();
    this.notifyRoom();
  }

  /** Why nothing can leave on this bind now, if something stands in the way. */
  private obstacle(bind: Bind): Outcome | undefined {
    if (this.stopped) return STOPPING;
    if (!bind.connection.session) return unreachable(bind.connection.lastError ?? 'not connected');
    if (this.pace.pausedMs > 0) return busy('paused, the SMSC is throttling');
    return undefined;
  }

  /** Rule 3 of carriers/carrier.ts: the last question before the bytes. */
  private send(bind: Bind, { job, part, pdu, answered }: PartToSend, now: number): void {
    const session = bind.connection.session;
    if (!session || !job.stillMine()) {
      const outcome = session ? STOPPING : unreachable('the connection was lost');
      queueMicrotask(() => this.settle(answered, part, outcome));
      return;
    }
    try {
      const settle = (answer: SubmitAnswer, sentAt: number): void => {
        this.settle(answered, part, this.outcomeOf(answer, sentAt, bind, session));
        if (bind.waiting.length > 0) this.pump(bind);
      };
      session.submit(pdu, settle, job.stillMine);
      this.pace.sent(now);
      this.totals.submitted += 1;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      queueMicrotask(() => this.settle(answered, part, refused(error.message)));
    }
  }

  private settle(answered: PartAnswered, part: number, outcome: Outcome): void {
    this.countOpen(-1, this.context.clock.monotonic());
    answered(part, outcome);
    this.binds.resolveLeft();
    if (this.turnedAway) this.notifyRoom();
    if (this.open > 0) return;
    const waiting = this.whenSettled;
    this.whenSettled = [];
    for (const resolve of waiting) resolve();
  }

  private countOpen(parts: number, now: number): void {
    this.open += parts;
    this.occupancy.change(parts, now);
  }

  private outcomeOf(answer: SubmitAnswer, sentAt: number, bind: Bind, session: SmppSession): Outcome {
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
      return { kind: 'accepted', remoteId: keptId(answer.messageId), keys };
    }
    return this.refusal(answer.status, sentAt, bind, session);
  }

  private refusal(status: number, sentAt: number, bind: Bind, session: SmppSession): Outcome {
    const reason = statusText(status);
    switch (meaningOf(status, this.meanings)) {
      case 'busy':
        this.totals.throttled += 1;
        if (this.pace.throttled(sentAt)) {
          this.warn('the SMSC is throttling', { status: reason, pause_ms: this.pace.pausedMs, tps: this.pace.tps });
          this.notifyRoomIn(this.pace.pausedMs);
        }
        return busy(reason);
      case 'rebind':
        // After the answers that stand behind this one in the same piece of input.
        setImmediate(() => {
          if (bind.connection.session === session) bind.connection.rebind(`the SMSC has forgotten the bind: ${reason}`);
        });
        return { kind: 'retry_later', why: 'temporary', reason };
      case 'temporary':
        return { kind: 'retry_later', why: 'temporary', reason };
      case 'permanent':
        this.totals.rejected += 1;
        return refused(reason);
    }
  }

  private pump(bind: Bind): void {
    const obstacle = bind.waiting.length > 0 ? this.obstacle(bind) : undefined;
    if (obstacle) this.dismiss(bind, obstacle);
    const now = this.context.clock.monotonic();
    while (bind.waiting.length > 0 && this.binds.hasPlace(bind)) {
      const next = bind.waiting.shift();
      if (!next) return;
      if (now - next.since <= this.settings.response_timeout_ms) this.send(bind, next, now);
      else queueMicrotask(() => this.settle(next.answered, next.part, busy('the SMSC answers too slowly')));
    }
  }

  private dismiss(bind: Bind, outcome: Outcome): void {
    const dismissed = bind.waiting;
    bind.waiting = [];
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
