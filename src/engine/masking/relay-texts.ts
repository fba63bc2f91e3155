/**
 * Texts to masks: who wrote is found by sender and mask, and what was written goes on to the other party of the session,
 * from the mask that stands for the writer.
 *
 * 1. First the decision is written (session, interaction, what is owed to the account), many at a time; then the message
 *    through the door, in whose transaction the piece of input is dealt with. The message's id is worked out of the
 *    input's: a crash between the two neither loses a text nor relays it twice.
 * 2. A text belongs to whoever holds the leg, unless it came before that session was opened: then it was for another
 *    one. Nobody's text is relayed to nobody.
 * 3. Of one sender to one mask the next text is looked at when the carrier has taken the one before, or after
 *    `AWAIT_TAKEN_MS`: so they arrive in the order in which they were written.
 * 4. What is said back has an id of its own, worked out of the input's as well.
 */
import { Counter, Histogram } from 'prom-client';
import type { Context } from '../../context.ts';
import { attemptIdOf, hash12 } from '../../lib/ids.ts';
import { maskNumber } from '../../lib/log.ts';
import type { NewCallback } from '../../store/callback-rows.ts';
import type { Database } from '../../store/database.ts';
import { emptyInputs } from '../../store/erase-others.ts';
import { forgetParts } from '../../store/inbound-texts.ts';
import { finishInbox, type InboxRow } from '../../store/inbox.ts';
import type { Lanes } from '../../store/lanes.ts';
import type { Owner } from '../../store/message-rows.ts';
import type { AliasOf } from '../../store/number-aliases.ts';
import type { Accept, NewMessage } from '../accept.ts';
import { createGroupCommit } from '../group-commit.ts';
import { type InboundPiece, joinText } from '../join-text.ts';
import type { KeywordSettings } from '../keywords.ts';
import type { Message } from '../message.ts';
import { Awaited } from './awaited.ts';
import { type Decided, decideTexts, type TextToMask } from './decide-texts.ts';
import { FloodGuard } from './flood-guard.ts';
import { InOrder } from './in-order.ts';
import type { MaskPool } from './mask-pool.ts';
import type { ReplyName } from './session.ts';
import { tryAgain } from './store-tries.ts';

/** What is said back; an empty text says nothing. */
export type MaskingTexts = Readonly<Record<ReplyName, string>>;

export interface MaskingLimits {
  /** Texts in a minute in one session, and of one party over all its sessions; 0: without limit. */
  readonly sessionPerMinute: number;
  readonly partyPerMinute: number;
}

export interface RelayOptions {
  readonly context: Context;
  readonly db: Database;
  readonly lanes: Lanes;
  readonly owner: Owner;
  readonly pool: MaskPool;
  readonly accept: Accept;
  readonly keywords: KeywordSettings;
  /** Of an account; of nobody's for texts that meet no session. */
  readonly textsOf: (accountId: string | null) => Promise<MaskingTexts>;
  readonly limits: MaskingLimits;
  /** Days for which the account keeps what was relayed; 0: until it is final. */
  readonly keepsTextsFor: (accountId: string) => number | Promise<number>;
  readonly restMs: number;
  readonly callbackLeaseMs: number;
  readonly offerCallbacks: (rows: readonly NewCallback[]) => void;
  readonly makeRoomFor: (at: number) => Promise<void>;
  readonly aliasOf: AliasOf;
}

interface Entry {
  readonly text: TextToMask;
  done(decided: Decided): void;
  fail(error: unknown): void;
}

/** Far from the numbers that attempts have, and from that of the answers to opt-outs. */
export const RELAY_NUMBER = 201;
const REPLY_NUMBER = 202;
const REPLY_VALID_MS = 3_600_000;
const AWAIT_TAKEN_MS = 5_000;
/** A stranger is answered once in this time. */
const ANSWER_STRANGERS_EVERY_MS = 3_600_000;

export class TextRelay {
  private readonly options: RelayOptions;
  private readonly deciding = createGroupCommit<Entry>((batch) => this.decide(batch));
  private readonly order = new InOrder();
  private readonly taken: Awaited;
  /** By piece of input: one that comes due while it waits is not looked at twice. */
  private readonly inHand = new Map<string, Promise<void>>();
  private readonly floods: FloodGuard;
  private readonly strangers: FloodGuard;
  private readonly counted: Counter<'fate'>;
  private readonly seconds: Histogram;

  constructor(options: RelayOptions) {
    this.options = options;
    const { context, limits } = options;
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

  /** Resolves when the piece has been dealt with. One that fails stays due. */
  receive(row: InboxRow, piece: InboundPiece): Promise<void> {
    const underWay = this.inHand.get(row.id);
    if (underWay) return underWay;
    const received = this.order
      .run(`${piece.from} ${piece.to}`, () => this.receiveNext(row, piece))
      .finally(() => this.inHand.delete(row.id));
    this.inHand.set(row.id, received);
    return received;
  }

  /** What the engine has recorded of a message (rule 3). */
  recorded(message: Message): void {
    if (!this.taken.isEmpty && isTaken(message)) this.taken.come(message.id);
  }

  private async receiveNext(row: InboxRow, piece: InboundPiece): Promise<void> {
    const { context, db, lanes, pool } = this.options;
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
    const decided = await new Promise<Decided>((done, fail) => {
      const queue = hash12(piece.from) & 1;
      this.deciding.add(queue, { text: { row, whole, isFlooding: this.floods.isTooMuch(piece.from) }, done, fail });
    });
    this.counted.inc({ fate: decided.fate });
    const message = await this.messageOf(decided, row, whole.from, whole.to);
    if (message === null) {
      await this.finish(row, whole.partsKey, decided);
      return;
    }
    const isTakenLater = decided.relay === null ? null : this.taken.expect(message.id);
    try {
      await this.options.accept(message);
      this.seconds.observe((context.clock.now() - row.receivedAt) / 1000);
      if (whole.partsKey !== null) await forgetParts(db, whole.partsKey);
    } catch (error) {
      this.taken.come(message.id);
      if (!isRepeat(error)) throw error;
      await this.finish(row, whole.partsKey, decided);
    }
    await isTakenLater;
  }

  private async finish(row: InboxRow, partsKey: string | null, { fate }: Decided): Promise<void> {
    const { db, lanes } = this.options;
    await db.transaction(async (tx) => {
      if (partsKey !== null) await forgetParts(tx, partsKey);
      await finishInbox(tx, [{ id: row.id, result: `to a mask: ${fate}`, dueAt: null }], lanes);
    });
  }

  /** What is sent on, or said back; null: nothing. */
  private async messageOf(decided: Decided, row: InboxRow, from: string, to: string): Promise<NewMessage | null> {
    const { relay, reply, accountId } = decided;
    if (relay !== null) {
      return {
        ...this.textMessage(row, relay.to, relay.from, relay.text, relay.validMs),
        id: attemptIdOf(row.id, RELAY_NUMBER),
        accountId: relay.accountId,
      };
    }
    if (reply === null || !/^\d{5,15}$/.test(from)) return null;
    if (reply === 'unknown' && this.strangers.isTooMuch(`${from} ${to}`)) return null;
    const text = (await this.options.textsOf(accountId))[reply];
    if (text === '') return null;
    return {
      ...this.textMessage(row, from, to, text, REPLY_VALID_MS),
      id: attemptIdOf(row.id, REPLY_NUMBER),
      accountId: accountId ?? '',
    };
  }

  private textMessage(row: InboxRow, recipient: string, sender: string, text: string, fallbackAfterMs: number) {
    return {
      kind: 'relay',
      recipient,
      messageType: 'ARN',
      externalId: null,
      callback: null,
      optOutApplies: false,
      plan: [{ channel: 'sms', fallbackAfterMs, sender, content: { type: 'sms_text', text } }],
      inputs: [row.id],
    } as const;
  }

  private async decide(batch: Entry[]): Promise<void> {
    const { context, db, makeRoomFor, offerCallbacks } = this.options;
    const now = context.clock.now();
    const texts = batch.map(({ text }) => text);
    try {
      const { decided, callbacks } = await tryAgain(
        () => db.transaction((tx) => decideTexts(tx, texts, this.options, now)),
        makeRoomFor,
        now,
      );
      batch.forEach((entry, index) => {
        const of = decided[index];
        if (of) entry.done(of);
      });
      offerCallbacks(callbacks);
    } catch (error) {
      const [only] = batch;
      if (batch.length === 1 && only) {
        const { from } = only.text.whole;
        context.log.warn({ err: error, from: maskNumber(from) }, 'a text to a mask could not be dealt with');
      }
      // One that cannot be stored never costs the others.
      if (batch.length === 1 || !db.isUp()) for (const entry of batch) entry.fail(error);
      else for (const entry of batch) await this.decide([entry]);
    }
  }
}

function isTaken(message: Message): boolean {
  const state = message.attempts[0]?.state;
  return message.finalAt !== null || (state !== 'ready' && state !== 'sending');
}

/** The message's id is taken: it was recorded by the run before. */
function isRepeat(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === '23505';
}
