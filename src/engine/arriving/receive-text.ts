/**
 * What people send to us: joins the parts of texts, and records each piece with all that follows (record-inbound.ts).
 *
 * 1. Many pieces are recorded in one transaction (batch-writer.ts), one queue for each lane of people.
 * 2. Of one person the next piece is looked at when the one before has been recorded. When that fails, those behind it
 *    wait as well, and are looked at again when they come due.
 * 3. A text to a sender of an account, in one piece and with nothing of its person before it, never stands in the inbox:
 *    it is acknowledged when it is recorded. All others land first.
 * 4. One bad piece never costs the others. One whose answer cannot be recorded is recorded without: a STOP blocks.
 * 5. RBM tells of a STOP twice, by an event and by the text. The event blocks, and the text is told.
 */
import type { Channel, Inbound } from '../../carriers/carrier.ts';
import { type BatchWriter, createBatchWriter } from '../../lib/batch-writer.ts';
import type { AfterCommit } from '../../lib/group-commit.ts';
import { maskNumber } from '../../lib/log.ts';
import type { NewCallback } from '../../store/callbacks/callback-rows.ts';
import { isRepeat } from '../../store/connection/sql-states.ts';
import { type Database, StoreDown, type Transaction, together } from '../../store/database.ts';
import { bucketOfPerson } from '../../store/messages/inbound-lines.ts';
import { forgetParts, type IncompleteText, keptAmong } from '../../store/messages/inbound-texts.ts';
import { finishInbox, type InboxRow } from '../../store/messages/inbox.ts';
import { whoseText } from '../accounts/sender-accounts.ts';
import type { CreateFrom } from '../door/accept.ts';
import { countInbound, type InboundMetrics } from './inbound-metrics.ts';
import { InputOrder } from './input-order.ts';
import { type InboundPiece, type Joining, joinText } from './join-text.ts';
import {
  type Arrived,
  type ArrivedRow,
  holdersOr,
  type RecordedPieces,
  type RecordInboundOptions,
  recordInbound,
  type Said,
  setBlock,
} from './record-inbound.ts';
import type { TextsToMasks } from './texts-to-masks.ts';

type Thing = Extract<Inbound, { type: 'tap' }> | Extract<Inbound, { type: 'file' | 'location' }>;
type Consent = Extract<Inbound, { type: 'opt_out' | 'opt_in' }>;

/** All that comes in but receipts. */
export type FromPeople = InboundPiece | Thing | Consent;

export interface TextReceiverOptions extends Omit<RecordInboundOptions, 'isMask'> {
  /** Absent: no number is a mask. */
  readonly relay?: Pick<TextsToMasks, 'isFor' | 'receive'>;
  readonly db: Database;
  readonly createFrom: CreateFrom;
  readonly offerCallbacks: (rows: readonly NewCallback[]) => void;
  readonly joining: Joining;
  /** How long pieces may be gathered (group-commit.ts); 0: never. */
  readonly gatherMs: number;
}

interface Entry {
  arrived: Arrived;
  /** Monotonic milliseconds. */
  readonly arrivedAt: number;
  /** False: it is for a mask, or nobody's as far as is known and has to land. */
  done(isRecorded: boolean): void;
  fail(error: unknown): void;
}

/** From one transaction to the next: at 500 pieces a second each holds three, and nobody notices the wait. */
const PACE_MS = 6;

export class TextReceiver {
  private readonly options: TextReceiverOptions;
  private readonly recording: BatchWriter<Entry>;
  /** By person. */
  private readonly order = new InputOrder();
  private readonly metrics: InboundMetrics;

  constructor(options: TextReceiverOptions) {
    this.options = options;
    const { context, db, gatherMs } = options;
    this.metrics = countInbound(context);
    this.recording = createBatchWriter<Entry>({
      clock: context.clock,
      gathering: { withinMs: Math.min(gatherMs, PACE_MS), isPaced: true },
      write: (batch) => this.write(batch),
      // The door has tried again what helps.
      remedyOf: (error) => (error instanceof StoreDown || !db.isUp() ? 'refuse' : 'apart'),
      fail: (entry, error) => this.fail(entry, error),
      refuse: (entry, error) => entry.fail(error),
    });
  }

  /**
   * Records a text that is stored nowhere yet (rule 3): true when that is durable, false when it has to land after all.
   * Null, at once: it has to land. Rejects (StoreDown) when nothing can be made durable now.
   */
  takeAtOnce(carrier: string, text: InboundPiece): Promise<boolean> | null {
    const { context } = this.options;
    const person = text.from;
    if (!this.order.mayTake(person, text)) return null;
    const id = context.ids.next(bucketOfPerson(person));
    const row = { id, carrier, receivedAt: context.clock.now(), tries: 0, isStored: false };
    return this.order.take(person, async (taken) => taken(await this.record({ row, ...wholeText(text, null) })));
  }

  /** What there is of a text whose parts never all came, in the transaction that took them. */
  async recordIncomplete(tx: Transaction, { carrier, from, to, text }: IncompleteText): Promise<AfterCommit> {
    const { context, offerCallbacks } = this.options;
    const now = context.clock.now();
    const id = context.ids.next(bucketOfPerson(from));
    const row = { id, carrier, receivedAt: now, tries: 0, isStored: true };
    const said = { kind: 'text', text, isIncomplete: true } as const;
    const options = { ...this.options, isMask: async () => false };
    const piece = { row, from, to, said, partsKey: null, mayAnswer: false };
    const { callbacks, writes, owners } = await recordInbound(tx, [piece], options, { now, isAgain: false });
    await together(writes);
    return () => {
      context.hints.of('inbound', id, owners[0] ?? null);
      offerCallbacks(callbacks);
    };
  }

  /** A piece is on its way here by the inbox: until `receive` has it, or `forget`, what comes after it waits behind it. */
  expect(id: string, { from }: FromPeople): void {
    this.order.expect(id, from);
  }

  forget(id: string): void {
    this.order.forget(id);
  }

  /** Resolves when the piece has been dealt with. One that fails stays due. */
  receive(row: InboxRow, piece: FromPeople): Promise<void> {
    return this.order.receive(row.id, piece.from, () => this.receiveNext(row, piece));
  }

  private async receiveNext(row: InboxRow, piece: FromPeople): Promise<void> {
    switch (piece.type) {
      case 'opt_out':
      case 'opt_in':
        return this.receiveConsent(row, piece);
      case 'text': {
        const whole = await joinText(this.options, row, piece);
        if (whole === null) return;
        const isRecorded = await this.record({ row: stored(row), ...wholeText(whole, whole.partsKey) });
        // A mask that was not known here.
        if (!isRecorded) await this.options.relay?.receive(row, piece);
        return;
      }
      default: {
        const { from, agent: to } = piece;
        await this.record({ row: stored(row), from, to, said: saidOf(piece), partsKey: null, mayAnswer: true });
      }
    }
  }

  /** Rule 5. */
  private async receiveConsent(row: InboxRow, piece: Consent): Promise<void> {
    const { db, lanes } = this.options;
    const { type, from, agent } = piece;
    const { holders } = await whoseText(db, { senders: [agent], from });
    await db.transaction(async (tx) => {
      for (const holder of holdersOr(holders, agent)) {
        await setBlock(tx, type === 'opt_out' ? 'stop' : 'start', { holder, recipient: from }, this.options);
      }
      await finishInbox(tx, [{ id: row.id, result: type, dueAt: null }], lanes);
    });
  }

  /** Resolves when it is durable, with whether it is. */
  private record(arrived: Arrived): Promise<boolean> {
    const { clock } = this.options.context;
    const arrivedAt = clock.monotonic() - Math.max(0, clock.now() - arrived.row.receivedAt);
    return new Promise((done, fail) => this.add({ arrived, arrivedAt, done, fail }));
  }

  private add(entry: Entry): void {
    // The end of an id is its bucket.
    const bucket = bucketOfPerson(entry.arrived.from).toString(16).padStart(3, '0');
    this.recording.add(this.options.lanes.laneOf(bucket), entry);
  }

  private async write(batch: readonly Entry[]): Promise<AfterCommit> {
    const { context, createFrom, offerCallbacks, relay } = this.options;
    const now = context.clock.now();
    const options = { ...this.options, isMask: async (number: string) => (await relay?.isFor(number)) === true };
    const pieces = batch.map(({ arrived }) => arrived);
    let recorded: RecordedPieces = { isRecorded: [], owners: [], answers: [], callbacks: [], writes: [] };
    await createFrom(async (tx, isAgain) => {
      recorded = await recordInbound(tx, pieces, options, { now, isAgain });
      return { fresh: recorded.answers, writes: recorded.writes };
    });
    return () => {
      for (const [index, entry] of batch.entries()) {
        const isRecorded = recorded.isRecorded[index] === true;
        if (isRecorded) this.metrics.recorded(this.channelOf(entry), entry.arrived.said.kind, this.since(entry));
        if (isRecorded) context.hints.of('inbound', entry.arrived.row.id, recorded.owners[index] ?? null);
        entry.done(isRecorded);
      }
      offerCallbacks(recorded.callbacks);
    };
  }

  private channelOf({ arrived }: Entry): Channel {
    return this.options.channelOf(arrived.row.carrier);
  }

  private since({ arrivedAt }: Entry): number {
    return (this.options.context.clock.monotonic() - arrivedAt) / 1000;
  }

  /** Something is wrong with this one alone: it is kept already, its answer cannot be recorded, or it cannot. */
  private async fail(entry: Entry, error: unknown): Promise<void> {
    const { db, context, lanes } = this.options;
    const { row, from, partsKey, mayAnswer } = entry.arrived;
    if (isRepeat(error) && (await this.isKept(row))) {
      const finish = db.transaction(async (tx) => {
        if (partsKey !== null) await forgetParts(tx, partsKey);
        if (row.isStored) await finishInbox(tx, [{ id: row.id, result: 'recorded', dueAt: null }], lanes);
      });
      return finish.then(() => entry.done(true), entry.fail);
    }
    context.log.warn({ err: error, from: maskNumber(from), mayAnswer }, 'a text could not be recorded');
    if (!mayAnswer) return entry.fail(error);
    this.add({ ...entry, arrived: { ...entry.arrived, mayAnswer: false } });
  }

  /** Another node that had taken this one for dead has recorded it. */
  private async isKept({ id }: ArrivedRow): Promise<boolean> {
    const { db } = this.options;
    return (await keptAmong(db, [id], null).catch(() => new Set())).has(id);
  }
}

function wholeText({ from, to, asCame, text }: InboundPiece, partsKey: string | null): Omit<Arrived, 'row'> {
  return { from, to, asCame, said: { kind: 'text', text }, partsKey, mayAnswer: true };
}

function stored({ id, carrier, receivedAt, tries }: InboxRow): ArrivedRow {
  return { id, carrier, receivedAt, tries, isStored: true };
}

function saidOf(piece: Thing): Said {
  switch (piece.type) {
    case 'tap':
      return { kind: 'tap', text: piece.text ?? '', details: { payload: piece.payload } };
    case 'file':
      return { kind: 'file', text: '', details: { file: piece.file } };
    case 'location':
      return { kind: 'location', text: '', details: { latitude: piece.latitude, longitude: piece.longitude } };
  }
}
