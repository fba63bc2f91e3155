/**
 * Decides what becomes of texts to masks, many in one transaction, and writes it down.
 *
 * 1. Sessions are locked in the order of their ids: of two batches with the same sessions one waits.
 * 2. A text that was decided before keeps that decision: what follows from it was recorded with it. Only one that is
 *    looked at again can have been.
 * 3. The store is asked in three rounds, whatever the number of texts: who holds the legs; their sessions and what
 *    stands against them; and what is written.
 */
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts';
import { attemptIdOf } from '../../lib/ids.ts';
import { formsOf } from '../../lib/phone-number.ts';
import { insertCallbacks, type NewCallback } from '../../store/callbacks/callback-rows.ts';
import { type Transaction, together } from '../../store/database.ts';
import {
  type Fate,
  findFates,
  type Interaction,
  insertInteractions,
  type Known,
} from '../../store/masking/interactions.ts';
import { type FoundLeg, findLegs, type Leg, legName } from '../../store/masking/legs.ts';
import { type BlockerOf, readMaskingBlocks } from '../../store/masking/masking-blocks.ts';
import { lockSessions, type Session, updateSessions } from '../../store/masking/sessions.ts';
import { type InboundText, insertInboundTexts } from '../../store/messages/inbound-texts.ts';
import type { InboxRow } from '../../store/messages/inbox.ts';
import { byLane } from '../../store/sql/lanes.ts';
import type { WholeText } from '../arriving/join-text.ts';
import { type Meaning, meaningOf } from '../arriving/keywords.ts';
import { RELAY_NUMBER, type RelayOptions } from './relay-options.ts';
import { judge, type Party, partyOf, type ReplyName, wayOf } from './session.ts';
import { eventCallback, relayedCallback } from './session-callbacks.ts';

/** How a text came. */
export interface TextArrival extends Pick<InboxRow, 'id' | 'carrier' | 'receivedAt' | 'tries'> {
  /** It stands in the inbox. */
  readonly isStored: boolean;
}

export interface TextToMask {
  readonly row: TextArrival;
  readonly whole: WholeText;
  readonly isFlooding: boolean;
}

export interface Relay {
  readonly accountId: string;
  readonly to: string;
  readonly from: string;
  readonly text: string;
  readonly validMs: number;
}

export interface Decision {
  /** `stranger`: no session has the leg. */
  readonly fate: Fate | 'stranger';
  /** Null for nobody's. */
  readonly accountId: string | null;
  /** Null: no session has the leg. */
  readonly sessionId: string | null;
  readonly relay: Relay | null;
  readonly reply: ReplyName | null;
}

/** Clocks of nodes may differ by so much. */
const CLOCKS_DIFFER_MS = 60_000;
/** What was relayed at the very end still has so long to arrive. */
const LEAST_VALID_MS = HOUR_MS;

interface Met {
  readonly text: TextToMask;
  readonly id: string;
  readonly sessionId: string;
  /** The parties of the session, the one who writes first. */
  readonly parties: readonly [string, string];
}

/** A text in its session, as that is when the text is decided on. */
interface Meeting extends Met {
  readonly session: Session;
  readonly party: Party;
}

/** What is to be written. */
interface Writing {
  readonly sessions: Map<string, Session>;
  readonly changed: Set<string>;
  readonly interactions: Interaction[];
  readonly callbacks: NewCallback[];
  readonly texts: InboundText[];
}

export interface DecidedTexts {
  /** In the order of the texts. */
  readonly decisions: readonly Decision[];
  readonly callbacks: readonly NewCallback[];
  /** Sends what is to be written. */
  write(): Array<Promise<void>>;
}

export interface DecisionMoment {
  readonly now: number;
  /** The same may have been decided and recorded by a transaction whose COMMIT had no answer. */
  readonly isAgain: boolean;
}

export async function decideTexts(
  tx: Transaction,
  texts: readonly TextToMask[],
  options: RelayOptions,
  { now, isAgain }: DecisionMoment,
): Promise<DecidedTexts> {
  const legs = await findLegs(tx, texts.flatMap(legsOf));
  const met = texts.map((text) => meet(text, legOf(text, legs), options));
  const known = met.filter((each) => each !== null);
  const [sessions, blockerOf, fates] = await together([
    lockAll(tx, [...new Set(known.map(({ sessionId }) => sessionId))], options),
    readMaskingBlocks(tx, [...new Set(known.flatMap(({ parties }) => parties))], options.aliasOf),
    fatesOf(
      tx,
      known.filter(({ text }) => isAgain || text.row.tries > 0),
    ),
  ]);
  const writing: Writing = {
    sessions,
    changed: new Set(),
    interactions: [],
    callbacks: [],
    texts: [],
  };
  const decisions: Decision[] = [];
  for (const [index, text] of texts.entries()) {
    const meeting = meetingIn(sessions, met[index], text);
    if (!meeting) {
      writing.texts.push(kept(text, null, await meaningIn(text, null, options)));
      decisions.push({ fate: 'stranger', accountId: null, sessionId: null, relay: null, reply: 'unknown' });
      continue;
    }
    const before = fates.get(meeting.id);
    if (before) decisions.push(again(meeting, before, now));
    else {
      const isBlocked = isAnyBlocked(meeting, blockerOf);
      decisions.push(await decide(meeting, isBlocked, writing, { options, now }));
    }
  }
  return { decisions, callbacks: writing.callbacks, write: () => write(tx, writing, options) };
}

/** One for each form of the writer's number: a session may have been opened under another than texts come from. */
function legsOf({ whole }: TextToMask): Leg[] {
  return formsOf(whole.from).map((party) => ({ party, mask: whole.to }));
}

function legOf(text: TextToMask, found: ReadonlyMap<string, FoundLeg>): FoundLeg | undefined {
  for (const leg of legsOf(text)) {
    const held = found.get(legName(leg));
    if (held) return held;
  }
  return undefined;
}

/** Null when nobody held the leg when the text came. */
function meet(text: TextToMask, leg: FoundLeg | undefined, { restMs }: RelayOptions): Met | null {
  if (!leg || text.row.receivedAt < leg.takenAt - Math.min(CLOCKS_DIFFER_MS, restMs)) return null;
  const { party, other, sessionId } = leg;
  return { text, id: attemptIdOf(text.row.id, RELAY_NUMBER), sessionId, parties: [party, other] };
}

async function lockAll(
  tx: Transaction,
  ids: readonly string[],
  { lanes }: RelayOptions,
): Promise<Map<string, Session>> {
  const locked = await together(
    byLane(ids, lanes, (id) => id).map(({ rows, buckets }) => lockSessions(tx, rows, buckets)),
  );
  return new Map(locked.flatMap((sessions) => [...sessions]));
}

async function fatesOf(tx: Transaction, met: readonly Met[]): Promise<Map<string, Known>> {
  return met.length > 0 ? findFates(tx, met) : new Map();
}

/** Null where no session has the leg. A text before it in the batch may have changed the session. */
function meetingIn(
  sessions: ReadonlyMap<string, Session>,
  met: Met | null | undefined,
  text: TextToMask,
): Meeting | null {
  const session = met && sessions.get(met.sessionId);
  const party = session && partyOf(session, { party: met.parties[0], mask: text.whole.to });
  return session && party ? { ...met, session, party } : null;
}

function isAnyBlocked({ parties, session: { accountId } }: Meeting, blockerOf: BlockerOf): boolean {
  return parties.some((number) => blockerOf({ accountId, number }) !== null);
}

async function decide(
  { text, id, session: before, party }: Meeting,
  isBlocked: boolean,
  writing: Writing,
  { options, now }: { readonly options: RelayOptions; readonly now: number },
): Promise<Decision> {
  const { row, whole, isFlooding } = text;
  const meaning = await meaningIn(text, before.accountId, options);
  const perMinute = options.limits.sessionPerMinute;
  const { session, fate, reply, events } = judge(before, { party, meaning, isBlocked, isFlooding, perMinute, at: now });
  const { accountId } = session;
  writing.sessions.set(session.id, session);
  writing.changed.add(session.id);
  const isRelayed = fate === 'relayed';
  const keptDays = isRelayed ? await options.keepsTextsFor(accountId) : 0;
  writing.interactions.push({
    sessionId: session.id,
    id,
    accountId,
    party,
    fate,
    reply,
    receivedAt: row.receivedAt,
    textDueAt: isRelayed ? row.receivedAt + keptDays * DAY_MS : null,
  });
  const details = { from: whole.from, inputId: row.id, ...(isRelayed ? {} : { reason: fate }) };
  for (const event of events) push(writing.callbacks, eventCallback(options, session, { event, at: now, ...details }));
  if (!isRelayed) {
    writing.texts.push(kept(text, accountId, meaning));
    return { fate, accountId, sessionId: session.id, relay: null, reply };
  }
  const { to } = wayOf(session, party);
  const relayed = { messageId: id, inputId: row.id, from: whole.from, to, text: whole.text, at: row.receivedAt };
  push(writing.callbacks, relayedCallback(options, session, relayed));
  return { fate, accountId, sessionId: session.id, relay: relayOf(session, party, whole, now), reply: null };
}

/** Rule 2. */
function again({ text, session, party }: Meeting, { fate, reply }: Known, now: number): Decision {
  const { accountId, id: sessionId } = session;
  if (fate !== 'relayed') return { fate, accountId, sessionId, relay: null, reply: reply as ReplyName | null };
  return { fate, accountId, sessionId, relay: relayOf(session, party, text.whole, now), reply: null };
}

function relayOf(session: Session, party: Party, { text }: WholeText, now: number): Relay {
  const validMs = Math.min(DAY_MS, Math.max(LEAST_VALID_MS, session.endsAt - now));
  return { ...wayOf(session, party), accountId: session.accountId, text, validMs };
}

async function meaningIn(
  { whole }: TextToMask,
  accountId: string | null,
  { wordsOf }: Pick<RelayOptions, 'wordsOf'>,
): Promise<Meaning> {
  return meaningOf(whole.text, await wordsOf(accountId));
}

/** What is not relayed is kept like any text that people send. */
function kept({ row, whole }: TextToMask, accountId: string | null, meaning: Meaning): InboundText {
  return {
    id: row.id,
    carrier: row.carrier,
    channel: 'sms',
    sender: whole.from,
    recipient: whole.to,
    accountId,
    body: whole.text,
    meaning,
    receivedAt: row.receivedAt,
  };
}

function write(tx: Transaction, writing: Writing, { lanes }: RelayOptions): Array<Promise<void>> {
  const { sessions, changed, interactions, callbacks, texts } = writing;
  const moved = [...sessions.values()].filter(({ id }) => changed.has(id));
  const writes = byLane(moved, lanes, ({ id }) => id).map(({ rows, buckets }) =>
    updateSessions(tx, rows, buckets, 'by_texts'),
  );
  if (interactions.length > 0) writes.push(insertInteractions(tx, interactions));
  if (callbacks.length > 0) writes.push(insertCallbacks(tx, callbacks, lanes));
  if (texts.length > 0) writes.push(insertInboundTexts(tx, texts));
  return writes;
}

function push(callbacks: NewCallback[], callback: NewCallback | null): void {
  if (callback !== null) callbacks.push(callback);
}
