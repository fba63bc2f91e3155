/**
 * Callbacks that tell accounts what people sent to them, each in the line of its person (store/messages/inbound-lines.ts).
 *
 * 1. What has no address waits for nothing: each is alone in a line that nobody looks for.
 */
import type { Context } from '../../context.ts';
import type { NewCallback } from '../../store/callbacks/callback-rows.ts';
import { sendingTo } from '../../store/callbacks/callback-target.ts';
import type { Transaction } from '../../store/database.ts';
import {
  bucketOfPerson,
  type InboundLine,
  lockLines,
  moveLines,
  owedLines,
} from '../../store/messages/inbound-lines.ts';
import type { Owner } from '../../store/nodes/owner.ts';
import { byLaneOfBucket, type Lanes } from '../../store/sql/lanes.ts';
import type { CallbackTarget } from '../message/message.ts';
import { inboundBody, type ToldInbound } from './inbound-body.ts';

export interface TellOptions {
  readonly context: Context;
  readonly lanes: Lanes;
  readonly owner: Owner;
  readonly callbackLeaseMs: number;
}

export interface Telling {
  /** By which the caller knows it. */
  readonly index: number;
  readonly text: ToldInbound;
  readonly accountId: string;
  /** Null: it is recorded, to be fetched. */
  readonly callback: CallbackTarget | null;
}

export interface ToldInOrder {
  readonly callbacks: readonly NewCallback[];
  /** By index. */
  readonly lineIds: ReadonlyMap<number, string>;
  /** Under way. */
  readonly writes: ReadonlyArray<Promise<unknown>>;
}

/** A callback's number has two bytes in the store. A line of so many goes on in a new one, and does not wait for it. */
const LONGEST_LINE = 30_000;

/** In the order in which they are given. The rows of their people are locked until the transaction ends. */
export async function tellInOrder(
  tx: Transaction,
  tellings: readonly Telling[],
  options: TellOptions,
  now: number,
): Promise<ToldInOrder> {
  const callbacks: NewCallback[] = [];
  const lineIds = new Map<number, string>();
  const writes: Array<Promise<unknown>> = [];
  const { lanes, context } = options;
  const sent = tellings.filter(({ callback }) => callback !== null);
  for (const telling of tellings.filter(({ callback }) => callback === null)) {
    const lineId = context.ids.next(bucketOfPerson(telling.text.sender));
    lineIds.set(telling.index, lineId);
    callbacks.push(callbackOf(telling, lineId, 1, { options, now }));
  }
  for (const { rows, buckets } of byLaneOfBucket(sent, lanes, ({ text }) => bucketOfPerson(text.sender))) {
    const byLine = grouped(rows);
    const proposed = new Map(
      [...byLine].map(([name, those]) => [name, freshLine(those, (bucket) => context.ids.next(bucket))]),
    );
    const standing = await lockLines(tx, [...proposed.values()], now);
    const old = standing.filter((line) => proposed.get(nameOf(line))?.lineId !== line.lineId);
    const owed = await owedLines(tx, old, buckets);
    const moved: InboundLine[] = [];
    for (const [name, those] of byLine) {
      const before = old.find((line) => nameOf(line) === name);
      const fresh = proposed.get(name);
      if (!fresh) continue;
      const goesOn = before !== undefined && owed.has(before.lineId) && before.seq + those.length <= LONGEST_LINE;
      const line = goesOn ? { ...before, seq: before.seq + those.length } : fresh;
      if (before) moved.push(line);
      for (const [place, telling] of those.entries()) {
        lineIds.set(telling.index, line.lineId);
        callbacks.push(callbackOf(telling, line.lineId, line.seq - those.length + place + 1, { options, now }));
      }
    }
    if (moved.length > 0) writes.push(moveLines(tx, moved, now, buckets));
  }
  return { callbacks, lineIds, writes };
}

/** In their order, by person and account. */
function grouped(tellings: readonly Telling[]): Map<string, Telling[]> {
  const groups = new Map<string, Telling[]>();
  for (const telling of tellings) {
    const name = nameOf({ person: telling.text.sender, accountId: telling.accountId });
    const others = groups.get(name);
    if (others) others.push(telling);
    else groups.set(name, [telling]);
  }
  return groups;
}

function freshLine(tellings: readonly Telling[], nextId: (bucket: number) => string): InboundLine {
  const person = tellings[0]?.text.sender ?? '';
  const accountId = tellings[0]?.accountId ?? '';
  return { person, accountId, lineId: nextId(bucketOfPerson(person)), seq: tellings.length };
}

function nameOf({ person, accountId }: Pick<InboundLine, 'person' | 'accountId'>): string {
  return `${person} ${accountId}`;
}

interface Making {
  readonly options: TellOptions;
  readonly now: number;
}

function callbackOf(
  { text, accountId, callback }: Telling,
  lineId: string,
  seq: number,
  { options: { context, owner, callbackLeaseMs }, now }: Making,
): NewCallback {
  return {
    id: context.ids.next(bucketOfPerson(text.sender)),
    messageId: lineId,
    seq,
    accountId,
    body: JSON.stringify(inboundBody(text)),
    createdAt: now,
    ...sendingTo(callback, { owner, callbackLeaseMs, at: now }),
  };
}
