/**
 * Texts to masks: who wrote is found by sender and mask, and what was written goes on to the other party of the session,
 * from the mask that stands for the writer.
 *
 * 1. The decision (session, interaction, what is owed to the account), the message that it leads to and the end of the
 *    piece of input are one transaction, for many texts at a time: a crash neither loses a text nor relays it twice.
 * 2. A text belongs to the session that holds the leg of its sender and mask. A text that came before that session was
 *    opened belongs to no session: nobody gets it. Example: a text of 10:00 that arrives at 10:05, when the leg was
 *    given to other parties at 10:04, is not shown to them.
 * 3. Of one sender to one mask the next text is looked at when the carrier has taken the one before, or after
 *    `AWAIT_TAKEN_MS`: so they arrive in the order in which they were written.
 * 4. What is said back has an id of its own, worked out of the input's as well.
 * 5. A text that came in one piece, and for which nothing has to be waited, never stands in the inbox: it is
 *    acknowledged when the transaction of rule 1 is durable. All others land first, and those behind them of the same
 *    sender to the same mask as well.
 * 6. One bad text never costs the others (batch-writer.ts). A text that turns out to be recorded, by another node that
 *    took this one for dead, only has its input finished.
 */
import { type BatchWriter, createBatchWriter } from '../../lib/batch-writer.ts';
import type { AfterCommit } from '../../lib/group-commit.ts';
import { attemptIdOf } from '../../lib/ids.ts';
import { maskNumber } from '../../lib/log.ts';
import type { NewCallback } from '../../store/callbacks/callback-rows.ts';
import { isRepeat } from '../../store/connection/sql-states.ts';
import { StoreDown, type Transaction } from '../../store/database.ts';
import { emptyInputs } from '../../store/keeping/erase-inputs.ts';
import { forgetParts } from '../../store/messages/inbound-texts.ts';
import { finishInbox, type InboxRow } from '../../store/messages/inbox.ts';
import { InputOrder } from '../arriving/input-order.ts';
import { type InboundPiece, joinText, type WholeText } from '../arriving/join-text.ts';
import type { TextsToMasks } from '../arriving/texts-to-masks.ts';
import type { NewMessage } from '../door/accept.ts';
import type { Message } from '../message/message.ts';
import { hintOfSession } from '../telemetry/hints.ts';
import { type Decision, type DecisionMoment, decideTexts, type TextArrival, type TextToMask } from './decide-texts.ts';
import { FloodGuard } from './flood-guard.ts';
import { createRelayMetrics, type RelayMetrics } from './metrics.ts';
import { MASK_REPLY_NUMBER, RELAY_NUMBER, type RelayOptions } from './relay-options.ts';
import { Awaited, isTaken } from './text-order.ts';

interface Entry {
  readonly text: TextToMask;
  /** Monotonic milliseconds. */
  readonly arrivedAt: number;
  /** What a stranger is told is counted once, however often the transaction runs. */
  mayTellStranger: boolean | null;
  /** When the carrier has taken it; null: nothing is relayed. */
  isTaken: Promise<void> | null;
  done(): void;
  fail(error: unknown): void;
}

/** Recorded; and then, when the carrier has taken it (rule 3). */
interface Relayed {
  readonly isTaken: Promise<void> | null;
}

/** What one try of a batch comes to; by entry, in the order of the batch. */
interface Plan {
  readonly decisions: readonly Decision[];
  readonly messages: ReadonlyArray<NewMessage | null>;
  readonly callbacks: readonly NewCallback[];
  readonly writes: ReadonlyArray<Promise<unknown>>;
}

/** What is the same in texts that are sent on and in answers. */
interface Sending {
  readonly recipient: string;
  readonly sender: string;
  readonly text: string;
  readonly validMs: number;
  readonly sessionId: string | null;
}

const REPLY_VALID_MS = 3_600_000;
const AWAIT_TAKEN_MS = 5_000;
/** A stranger is answered once in this time. */
const ANSWER_STRANGERS_EVERY_MS = 3_600_000;
/** From one transaction to the next: at 500 texts a second each holds three, and nobody notices the wait. */
const PACE_MS = 6;
/** All in one: a transaction of forty texts costs hardly more than one of twenty. */
const QUEUE = 0;

export class TextRelay implements TextsToMasks {
  private readonly options: RelayOptions;
  private readonly deciding: BatchWriter<Entry>;
  /** By sender and mask. */
  private readonly order = new InputOrder();
  private readonly taken: Awaited;
  private readonly floods: FloodGuard;
  private readonly strangers: FloodGuard;
  private readonly metrics: RelayMetrics;

  constructor(options: RelayOptions) {
    this.options = options;
    const { context, db, limits, gatherMs } = options;
    this.deciding = createBatchWriter<Entry>({
      clock: context.clock,
      gathering: { withinMs: Math.min(gatherMs, PACE_MS), isPaced: true },
      write: (batch) => this.write(batch),
      // The door has tried again what helps.
      remedyOf: (error) => (error instanceof StoreDown || !db.isUp() ? 'refuse' : 'apart'),
      fail: (entry, error) => this.fail(entry, error),
      refuse: (entry, error) => entry.fail(error),
    });
    this.taken = new Awaited(context.clock, AWAIT_TAKEN_MS);
    this.floods = new FloodGuard(context.clock, limits.partyPerMinute, 60_000);
    this.strangers = new FloodGuard(context.clock, 1, ANSWER_STRANGERS_EVERY_MS);
    this.metrics = createRelayMetrics(context);
  }

  isKnown(recipient: string): boolean {
    return this.options.pool.isKnown(recipient);
  }

  /** Whether it is for here. */
  isFor(recipient: string): Promise<boolean> {
    return this.options.pool.isMask(recipient);
  }

  /**
   * Deals with a piece that is stored nowhere yet (rule 5): true when that is durable, false when it could not be done
   * and the piece has to land. Null, at once: it has to land. Rejects (StoreDown) when nothing can be made durable now.
   */
  takeAtOnce(carrier: string, piece: InboundPiece): Promise<boolean> | null {
    const { context, pool } = this.options;
    const name = nameOf(piece);
    if (!this.order.mayTake(name, piece)) return null;
    if (!pool.isKnown(piece.to) || pool.isKnown(piece.from)) return null;
    const row = { id: context.ids.next(), carrier, receivedAt: context.clock.now(), tries: 0, isStored: false };
    return this.order.take(name, async (taken) => {
      const { isTaken } = await this.relay(row, { ...piece, partsKey: null });
      taken(true);
      await isTaken;
    });
  }

  /** A piece is on its way here by the inbox: until `receive` has it, or `forget`, what comes after it waits behind it. */
  expect(id: string, piece: InboundPiece): void {
    this.order.expect(id, nameOf(piece));
  }

  forget(id: string): void {
    this.order.forget(id);
  }

  /** Resolves when the piece has been dealt with. One that fails stays due. */
  receive(row: InboxRow, piece: InboundPiece): Promise<void> {
    return this.order.receive(row.id, nameOf(piece), () => this.receiveNext(row, piece));
  }

  /** What the engine has recorded of a message (rule 3). */
  recorded(message: Message): void {
    if (!this.taken.isEmpty && isTaken(message)) this.taken.come(message.id);
  }

  private async receiveNext(row: InboxRow, piece: InboundPiece): Promise<void> {
    const { db, lanes, pool } = this.options;
    if (pool.isKnown(piece.from)) {
      // Two masks that answer each other would never end.
      this.metrics.texts.inc({ fate: 'mask' });
      await finishInbox(db, [{ id: row.id, result: 'from a mask', dueAt: null }], lanes);
      return;
    }
    const whole = await joinText(this.options, row, piece);
    if (whole === null) {
      // What it says waits among the parts, and is not kept twice.
      await emptyInputs(db, [row.id], lanes.bucketsOf(lanes.laneOf(row.id)), null);
      return;
    }
    const { isTaken } = await this.relay({ ...row, isStored: true }, whole);
    await isTaken;
  }

  /** Resolves when what becomes of it is durable. */
  private async relay(row: TextArrival, whole: WholeText): Promise<Relayed> {
    const { clock } = this.options.context;
    const text = { row, whole, isFlooding: this.floods.isTooMuch(whole.from) };
    const arrivedAt = clock.monotonic() - Math.max(0, clock.now() - row.receivedAt);
    const entry = await new Promise<Entry>((done, fail) => {
      const waiting: Entry = { text, arrivedAt, mayTellStranger: null, isTaken: null, done: () => done(waiting), fail };
      this.deciding.add(QUEUE, waiting);
    });
    return { isTaken: entry.isTaken };
  }

  /** Decides on the texts, and records with that the messages that they lead to. */
  private async write(batch: readonly Entry[]): Promise<AfterCommit> {
    const { context, createFrom, offerCallbacks } = this.options;
    const now = context.clock.now();
    let plan: Plan = { decisions: [], messages: [], callbacks: [], writes: [] };
    try {
      await createFrom(async (tx, isAgain) => {
        plan = await this.plan(tx, batch, { now, isAgain });
        return { fresh: plan.messages.filter((message) => message !== null), writes: plan.writes };
      });
    } catch (error) {
      this.takeBack(batch);
      throw error;
    }
    return () => {
      batch.forEach((entry, index) => {
        this.metrics.texts.inc({ fate: plan.decisions[index]?.fate ?? 'stranger' });
        if (plan.messages[index]) this.metrics.seconds.observe((context.clock.monotonic() - entry.arrivedAt) / 1000);
        entry.done();
      });
      for (const { sessionId, accountId } of plan.decisions) hintOfSession(context.hints, sessionId, accountId);
      offerCallbacks(plan.callbacks);
    };
  }

  /** What one try decides. Its statements are under way when this resolves. */
  private async plan(tx: Transaction, batch: readonly Entry[], moment: DecisionMoment): Promise<Plan> {
    const texts = batch.map(({ text }) => text);
    const { decisions, callbacks, write } = await decideTexts(tx, texts, this.options, moment);
    const messages = await Promise.all(batch.map((entry, index) => this.messageOf(entry, decisions[index])));
    const writes = write();
    const finished = texts.flatMap(({ row }, index) => {
      if (!row.isStored || messages[index]) return [];
      return [{ id: row.id, result: `to a mask: ${decisions[index]?.fate}`, dueAt: null }];
    });
    writes.push(finishInbox(tx, finished, this.options.lanes));
    for (const { whole } of texts) {
      if (whole.partsKey !== null) writes.push(forgetParts(tx, whole.partsKey));
    }
    return { decisions, messages, callbacks, writes };
  }

  /** Nothing of a failed try is waited for. */
  private takeBack(batch: readonly Entry[]): void {
    for (const entry of batch) {
      this.taken.come(attemptIdOf(entry.text.row.id, RELAY_NUMBER));
      entry.isTaken = null;
    }
  }

  /** Something is wrong with this one alone. */
  private async fail(entry: Entry, error: unknown): Promise<void> {
    if (isRepeat(error)) return this.finishRepeat(entry);
    const { log } = this.options.context;
    const from = maskNumber(entry.text.whole.from);
    log.warn({ err: error, from }, 'a text to a mask could not be dealt with');
    entry.fail(error);
  }

  /** Another node that had taken this one for dead has relayed it. */
  private async finishRepeat({ text: { row, whole }, done, fail }: Entry): Promise<void> {
    const { db, lanes } = this.options;
    const finish = async (tx: Transaction) => {
      if (whole.partsKey !== null) await forgetParts(tx, whole.partsKey);
      if (row.isStored) await finishInbox(tx, [{ id: row.id, result: 'recorded', dueAt: null }], lanes);
    };
    await db.transaction(finish).then(done, fail);
  }

  /** What is sent on, or said back; null: nothing. */
  private async messageOf(entry: Entry, decision: Decision | undefined): Promise<NewMessage | null> {
    if (!decision) return null;
    const { relay, reply, accountId, sessionId } = decision;
    const { row, whole } = entry.text;
    if (relay !== null) {
      const id = attemptIdOf(row.id, RELAY_NUMBER);
      entry.isTaken ??= this.taken.expect(id);
      const { to: recipient, from: sender, text, validMs } = relay;
      return textMessage(row, id, relay.accountId, { recipient, sender, text, validMs, sessionId });
    }
    const { from: recipient, to: sender } = whole;
    if (reply === null || !/^\d{5,15}$/.test(recipient)) return null;
    if (reply === 'unknown') {
      entry.mayTellStranger ??= !this.strangers.isTooMuch(`${recipient} ${sender}`);
      if (!entry.mayTellStranger) return null;
    }
    const text = (await this.options.textsOf(accountId))[reply];
    if (text === '') return null;
    const sending = { recipient, sender, text, validMs: REPLY_VALID_MS, sessionId };
    return textMessage(row, attemptIdOf(row.id, MASK_REPLY_NUMBER), accountId ?? '', sending);
  }
}

function textMessage(row: TextArrival, id: string, accountId: string, sending: Sending): NewMessage {
  const { recipient, sender, text, validMs, sessionId } = sending;
  const content = { type: 'sms_text', text } as const;
  const session = sessionId === null ? {} : { session: sessionId };
  return {
    id,
    accountId,
    kind: 'relay',
    recipient,
    messageType: 'ARN',
    externalId: null,
    callback: null,
    optOutApplies: false,
    plan: [{ channel: 'sms', fallbackAfterMs: validMs, sender, content, ...session }],
    inputs: row.isStored ? [row.id] : [],
  };
}

function nameOf({ from, to }: InboundPiece): string {
  return `${from} ${to}`;
}
