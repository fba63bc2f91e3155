/**
 * Texts to masks: who wrote is found by sender and mask, and what was written goes on to the other party of the session,
 * from the mask that stands for the writer.
 *
 * 1. The decision (session, interaction, what is owed to the account), the message that it leads to and the end of the
 *    piece of input are one transaction, for many texts at a time: a crash neither loses a text nor relays it twice.
 * 2. A text belongs to whoever holds the leg, unless it came before that session was opened: then it was for another
 *    one. Nobody's text is relayed to nobody.
 * 3. Of one sender to one mask the next text is looked at when the carrier has taken the one before, or after
 *    `AWAIT_TAKEN_MS`: so they arrive in the order in which they were written.
 * 4. What is said back has an id of its own, worked out of the input's as well.
 * 5. A text that came in one piece, and for which nothing has to be waited, never stands in the inbox: it is
 *    acknowledged when the transaction of rule 1 is durable. All others land first, and those behind them of the same
 *    sender to the same mask as well.
 */
import { Counter, Histogram } from 'prom-client';
import { createGroupCommit, type GroupCommit } from '../../lib/group-commit.ts';
import { attemptIdOf } from '../../lib/ids.ts';
import { InOrder } from '../../lib/in-order.ts';
import { maskNumber } from '../../lib/log.ts';
import type { NewCallback } from '../../store/callbacks/callback-rows.ts';
import { StoreDown, type Transaction } from '../../store/database.ts';
import { emptyInputs } from '../../store/keeping/erase-inputs.ts';
import { forgetParts } from '../../store/messages/inbound-texts.ts';
import { finishInbox, type InboxRow } from '../../store/messages/inbox.ts';
import { type InboundPiece, joinText, type WholeText } from '../arriving/join-text.ts';
import type { TextsToMasks } from '../arriving/texts-to-masks.ts';
import { isRepeat } from '../../store/connection/sql-states.ts';
import type { FreshMessages, NewMessage } from '../door/accept.ts';
import type { Message } from '../message/message.ts';
import { Awaited } from './awaited.ts';
import { type Arrival, type Decided, decideTexts, type TextToMask } from './decide-texts.ts';
import { FloodGuard } from './flood-guard.ts';
import { RELAY_NUMBER, type RelayOptions } from './relay-options.ts';

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

const REPLY_NUMBER = 202;
const REPLY_VALID_MS = 3_600_000;
const AWAIT_TAKEN_MS = 5_000;
/** A stranger is answered once in this time. */
const ANSWER_STRANGERS_EVERY_MS = 3_600_000;
const MOST_AT_ONCE = 2_000;
/** From one transaction to the next: at 500 texts a second each holds three, and nobody notices the wait. */
const PACE_MS = 6;
/** All in one: a transaction of forty texts costs hardly more than one of twenty. */
const QUEUE = 0;

export class TextRelay implements TextsToMasks {
  private readonly options: RelayOptions;
  private readonly deciding: GroupCommit<Entry>;
  private readonly order = new InOrder();
  private readonly taken: Awaited;
  /** By piece of input: one that comes due while it waits is not looked at twice. */
  private readonly inHand = new Map<string, Promise<void>>();
  /** Pieces that stand in the inbox, or will, and have not been received: how many by sender and mask, and which. */
  private readonly coming = new Map<string, number>();
  private readonly comingNames = new Map<string, string>();
  private takenAtOnce = 0;
  private readonly floods: FloodGuard;
  private readonly strangers: FloodGuard;
  private readonly counted: Counter<'fate'>;
  private readonly seconds: Histogram;

  constructor(options: RelayOptions) {
    this.options = options;
    const { context, limits, gatherMs } = options;
    const gathering = { clock: context.clock, withinMs: Math.min(gatherMs, PACE_MS), isPaced: true };
    this.deciding = createGroupCommit<Entry>((batch) => this.decide(batch), gathering);
    this.taken = new Awaited(context.clock, AWAIT_TAKEN_MS);
    this.floods = new FloodGuard(context.clock, limits.partyPerMinute, 60_000);
    this.strangers = new FloodGuard(context.clock, 1, ANSWER_STRANGERS_EVERY_MS);
    this.counted = new Counter({
      name: 'trunkline_texts_to_masks_total',
      help: 'Texts to masks, by what became of them: relayed, or why not.',
      labelNames: ['fate'],
      registers: [context.metrics],
    });
    this.seconds = new Histogram({
      name: 'trunkline_relay_seconds',
      help: 'From the arrival of a text at a mask to the record of the message that relays it.',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5],
      registers: [context.metrics],
    });
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
    const isWhole = piece.part === undefined || piece.part.total <= 1;
    const isFirst = !this.order.has(name) && !this.coming.has(name);
    if (!isWhole || !isFirst || this.takenAtOnce >= MOST_AT_ONCE) return null;
    if (!pool.isKnown(piece.to) || pool.isKnown(piece.from)) return null;
    const row = { id: context.ids.next(), carrier, receivedAt: context.clock.now(), tries: 0, isStored: false };
    this.takenAtOnce += 1;
    return new Promise((resolve, reject) => {
      const relaying = this.order.run(name, async () => {
        const { isTaken } = await this.relay(row, { ...piece, partsKey: null });
        resolve(true);
        await isTaken;
      });
      relaying
        .catch((error) => (error instanceof StoreDown ? reject(error) : resolve(false)))
        .finally(() => {
          this.takenAtOnce -= 1;
        });
    });
  }

  /** A piece is on its way here by the inbox: until `receive` has it, or `forget`, what comes after it waits behind it. */
  expect(id: string, piece: InboundPiece): void {
    const name = nameOf(piece);
    this.comingNames.set(id, name);
    this.coming.set(name, (this.coming.get(name) ?? 0) + 1);
  }

  forget(id: string): void {
    const name = this.comingNames.get(id);
    if (name === undefined) return;
    this.comingNames.delete(id);
    const left = (this.coming.get(name) ?? 1) - 1;
    if (left > 0) this.coming.set(name, left);
    else this.coming.delete(name);
  }

  /** Resolves when the piece has been dealt with. One that fails stays due. */
  receive(row: InboxRow, piece: InboundPiece): Promise<void> {
    const underWay = this.inHand.get(row.id);
    if (underWay) return underWay;
    const received = this.order
      .run(nameOf(piece), () => this.receiveNext(row, piece))
      .finally(() => this.inHand.delete(row.id));
    this.inHand.set(row.id, received);
    this.forget(row.id);
    return received;
  }

  /** What the engine has recorded of a message (rule 3). */
  recorded(message: Message): void {
    if (!this.taken.isEmpty && isTaken(message)) this.taken.come(message.id);
  }

  private async receiveNext(row: InboxRow, piece: InboundPiece): Promise<void> {
    const { db, lanes, pool } = this.options;
    if (pool.isKnown(piece.from)) {
      // Two masks that answer each other would never end.
      this.counted.inc({ fate: 'mask' });
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
  private async relay(row: Arrival, whole: WholeText): Promise<Relayed> {
    const { clock } = this.options.context;
    const text = { row, whole, isFlooding: this.floods.isTooMuch(whole.from) };
    const arrivedAt = clock.monotonic() - Math.max(0, clock.now() - row.receivedAt);
    const entry = await new Promise<Entry>((done, fail) => {
      const waiting: Entry = { text, arrivedAt, mayTellStranger: null, isTaken: null, done: () => done(waiting), fail };
      this.deciding.add(QUEUE, waiting);
    });
    return { isTaken: entry.isTaken };
  }

  private async decide(batch: Entry[]): Promise<void> {
    const { context, createFrom, offerCallbacks } = this.options;
    const now = context.clock.now();
    let messages: ReadonlyArray<NewMessage | null> = [];
    let decided: readonly Decided[] = [];
    let callbacks: readonly NewCallback[] = [];
    try {
      await createFrom(async (tx, isAgain) => {
        const texts = batch.map(({ text }) => text);
        const what = await decideTexts(tx, texts, this.options, { now, isAgain });
        ({ decided, callbacks } = what);
        messages = await Promise.all(batch.map((entry, index) => this.messageOf(entry, decided[index])));
        return this.following(tx, batch, decided, messages, what.write);
      });
    } catch (error) {
      await this.afterFailure(batch, error);
      return;
    }
    batch.forEach((entry, index) => {
      this.counted.inc({ fate: decided[index]?.fate ?? 'stranger' });
      if (messages[index]) this.seconds.observe((context.clock.monotonic() - entry.arrivedAt) / 1000);
      entry.done();
    });
    offerCallbacks(callbacks);
  }

  /** The messages, and what is written beside them. */
  private following(
    tx: Transaction,
    batch: readonly Entry[],
    decided: readonly Decided[],
    messages: ReadonlyArray<NewMessage | null>,
    write: () => Array<Promise<void>>,
  ): FreshMessages {
    const writes = write();
    const finished = batch.flatMap(({ text: { row } }, index) => {
      if (!row.isStored || messages[index]) return [];
      return [{ id: row.id, result: `to a mask: ${decided[index]?.fate}`, dueAt: null }];
    });
    writes.push(finishInbox(tx, finished, this.options.lanes));
    for (const { text } of batch) {
      if (text.whole.partsKey !== null) writes.push(forgetParts(tx, text.whole.partsKey));
    }
    return { fresh: messages.filter((message) => message !== null), writes };
  }

  /** One that cannot be stored never costs the others. */
  private async afterFailure(batch: readonly Entry[], error: unknown): Promise<void> {
    const { context, db } = this.options;
    for (const entry of batch) {
      this.taken.come(attemptIdOf(entry.text.row.id, RELAY_NUMBER));
      entry.isTaken = null;
    }
    const [only] = batch;
    if (only === undefined || error instanceof StoreDown || !db.isUp()) {
      for (const entry of batch) entry.fail(error);
      return;
    }
    if (batch.length > 1) {
      for (const entry of batch) await this.decide([entry]);
      return;
    }
    if (isRepeat(error)) return this.finishRepeat(only);
    context.log.warn(
      { err: error, from: maskNumber(only.text.whole.from) },
      'a text to a mask could not be dealt with',
    );
    only.fail(error);
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
  private async messageOf(entry: Entry, decided: Decided | undefined): Promise<NewMessage | null> {
    if (!decided) return null;
    const { relay, reply, accountId } = decided;
    const { row, whole } = entry.text;
    if (relay !== null) {
      const id = attemptIdOf(row.id, RELAY_NUMBER);
      entry.isTaken ??= this.taken.expect(id);
      const message = this.textMessage(row, relay.to, relay.from, relay.text, relay.validMs);
      return { ...message, id, accountId: relay.accountId };
    }
    const { from, to } = whole;
    if (reply === null || !/^\d{5,15}$/.test(from)) return null;
    if (reply === 'unknown') {
      entry.mayTellStranger ??= !this.strangers.isTooMuch(`${from} ${to}`);
      if (!entry.mayTellStranger) return null;
    }
    const text = (await this.options.textsOf(accountId))[reply];
    if (text === '') return null;
    const message = this.textMessage(row, from, to, text, REPLY_VALID_MS);
    return { ...message, id: attemptIdOf(row.id, REPLY_NUMBER), accountId: accountId ?? '' };
  }

  private textMessage(row: Arrival, recipient: string, sender: string, text: string, fallbackAfterMs: number) {
    return {
      kind: 'relay',
      recipient,
      messageType: 'ARN',
      externalId: null,
      callback: null,
      optOutApplies: false,
      plan: [{ channel: 'sms', fallbackAfterMs, sender, content: { type: 'sms_text', text } }],
      inputs: row.isStored ? [row.id] : [],
    } as const;
  }
}

function nameOf({ from, to }: InboundPiece): string {
  return `${from} ${to}`;
}

function isTaken(message: Message): boolean {
  const state = message.attempts[0]?.state;
  return message.finalAt !== null || (state !== 'ready' && state !== 'sending');
}
