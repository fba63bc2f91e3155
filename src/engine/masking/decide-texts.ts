/**
 * Decides what becomes of texts to masks, many in one transaction, and writes it down.
 *
 * 1. Sessions are locked in the order of their ids: of two batches with the same sessions one waits.
 * 2. A text that was decided before keeps that decision, unless it was to be relayed, never left, and the session is
 *    over by now.
 */
import { attemptIdOf } from '../../lib/ids.ts';
import { insertCallbacks, type NewCallback } from '../../store/callback-rows.ts';
import type { Queryable } from '../../store/database.ts';
import { type InboundText, insertInboundTexts } from '../../store/inbound-texts.ts';
import type { InboxRow } from '../../store/inbox.ts';
import {
  type Fate,
  findFates,
  type Interaction,
  insertInteractions,
  type Known,
  neverRelayed,
} from '../../store/interactions.ts';
import { byLane } from '../../store/lanes.ts';
import { findMaskingBlocks } from '../../store/masking-blocks.ts';
import { type FoundSeat, findSeats, legName } from '../../store/seats.ts';
import { lockSessions, type Session, updateSessions } from '../../store/sessions.ts';
import type { WholeText } from '../join-text.ts';
import { meaningOf } from '../keywords.ts';
import { RELAY_NUMBER, type RelayOptions } from './relay-texts.ts';
import { isOver, judge, type Party, partyOf, type ReplyName, wayOf } from './session.ts';
import { eventCallback, relayedCallback } from './session-callbacks.ts';

export interface TextToMask {
  readonly row: InboxRow;
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

export interface Decided {
  /** `stranger`: no session has the leg. */
  readonly fate: Fate | 'stranger';
  /** Null for nobody's. */
  readonly accountId: string | null;
  readonly relay: Relay | null;
  readonly reply: ReplyName | null;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Clocks of nodes may differ by so much. */
const CLOCKS_DIFFER_MS = 60_000;
/** What was relayed at the very end still has so long to arrive. */
const LEAST_VALID_MS = HOUR_MS;

interface Met {
  readonly text: TextToMask;
  readonly id: string;
  readonly sessionId: string;
}

/** What is to be written. */
interface Writing {
  readonly sessions: Map<string, Session>;
  readonly changed: Set<string>;
  readonly interactions: Interaction[];
  readonly callbacks: NewCallback[];
  readonly texts: InboundText[];
  readonly withdrawn: Met[];
}

export interface DecidedTexts {
  readonly decided: Decided[];
  readonly callbacks: readonly NewCallback[];
}

export async function decideTexts(
  tx: Queryable,
  texts: readonly TextToMask[],
  options: RelayOptions,
  now: number,
): Promise<DecidedTexts> {
  const seats = await findSeats(tx, texts.map(legOf));
  const met = texts.map((text) => meet(text, seats.get(legName(legOf(text))), options));
  const known = met.filter((each) => each !== null);
  const sessions = await lockAll(tx, [...new Set(known.map(({ sessionId }) => sessionId))], options);
  const [fates, blocked] = await Promise.all([
    known.length > 0 ? findFates(tx, known) : new Map<string, Known>(),
    blockedIn(tx, [...sessions.values()], options),
  ]);
  const writing: Writing = {
    sessions,
    changed: new Set(),
    interactions: [],
    callbacks: [],
    texts: [],
    withdrawn: [],
  };
  const decided: Decided[] = [];
  for (const [index, text] of texts.entries()) {
    const found = met[index];
    const session = found && sessions.get(found.sessionId);
    const party = session && partyOf(session, legOf(text));
    if (!found || !session || !party) {
      writing.texts.push(kept(text, null, options));
      decided.push({ fate: 'stranger', accountId: null, relay: null, reply: 'unknown' });
      continue;
    }
    const before = fates.get(found.id);
    if (before) decided.push(again(found, session, party, before, writing, now));
    else decided.push(await decide(found, session, party, blocked.has(session.id), writing, options, now));
  }
  await write(tx, writing, options);
  return { decided, callbacks: writing.callbacks };
}

function legOf({ whole }: TextToMask) {
  return { party: whole.from, mask: whole.to };
}

/** Null when nobody held the leg when the text came. */
function meet(text: TextToMask, seat: FoundSeat | undefined, { restMs }: RelayOptions): Met | null {
  if (!seat || text.row.receivedAt < seat.takenAt - Math.min(CLOCKS_DIFFER_MS, restMs)) return null;
  return { text, id: attemptIdOf(text.row.id, RELAY_NUMBER), sessionId: seat.sessionId };
}

async function lockAll(tx: Queryable, ids: readonly string[], { lanes }: RelayOptions): Promise<Map<string, Session>> {
  const sessions = new Map<string, Session>();
  for (const { rows, buckets } of byLane(ids, lanes, (id) => id)) {
    for (const [id, session] of await lockSessions(tx, rows, buckets)) sessions.set(id, session);
  }
  return sessions;
}

/** The sessions in which a number of one of the parties is blocked. */
async function blockedIn(tx: Queryable, sessions: readonly Session[], { aliasOf }: RelayOptions): Promise<Set<string>> {
  const questions = sessions.flatMap(({ accountId, number1, number2 }) => [
    { accountId, number: number1 },
    { accountId, number: number2 },
  ]);
  const answers = await findMaskingBlocks(tx, questions, aliasOf);
  return new Set(sessions.filter((_, at) => answers[at * 2] || answers[at * 2 + 1]).map(({ id }) => id));
}

async function decide(
  { text, id }: Met,
  before: Session,
  party: Party,
  isBlocked: boolean,
  writing: Writing,
  options: RelayOptions,
  now: number,
): Promise<Decided> {
  const { row, whole, isFlooding } = text;
  const meaning = meaningOf(whole.text, options.keywords);
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
  for (const event of events) push(writing.callbacks, eventCallback(options, session, event, now, details));
  if (!isRelayed) {
    writing.texts.push(kept(text, accountId, options));
    return { fate, accountId, relay: null, reply };
  }
  const { to } = wayOf(session, party);
  const relayed = { messageId: id, inputId: row.id, from: whole.from, to, text: whole.text, at: row.receivedAt };
  push(writing.callbacks, relayedCallback(options, session, relayed));
  return { fate, accountId, relay: relayOf(session, party, whole, now), reply: null };
}

/** Rule 2. */
function again(
  found: Met,
  session: Session,
  party: Party,
  { fate, reply }: Known,
  writing: Writing,
  now: number,
): Decided {
  const { accountId } = session;
  if (fate !== 'relayed') return { fate, accountId, relay: null, reply: reply as ReplyName | null };
  if (!isOver(session, now)) {
    return { fate, accountId, relay: relayOf(session, party, found.text.whole, now), reply: null };
  }
  writing.withdrawn.push(found);
  return { fate: 'over', accountId, relay: null, reply: null };
}

function relayOf(session: Session, party: Party, { text }: WholeText, now: number): Relay {
  const validMs = Math.min(DAY_MS, Math.max(LEAST_VALID_MS, session.endsAt - now));
  return { ...wayOf(session, party), accountId: session.accountId, text, validMs };
}

/** What is not relayed is kept like any text that people send. */
function kept({ row, whole }: TextToMask, accountId: string | null, { keywords }: RelayOptions): InboundText {
  return {
    id: row.id,
    carrier: row.carrier,
    channel: 'sms',
    sender: whole.from,
    recipient: whole.to,
    accountId,
    body: whole.text,
    meaning: meaningOf(whole.text, keywords),
    receivedAt: row.receivedAt,
  };
}

async function write(tx: Queryable, writing: Writing, { lanes }: RelayOptions): Promise<void> {
  const { sessions, changed, interactions, callbacks, texts, withdrawn } = writing;
  const moved = [...sessions.values()].filter(({ id }) => changed.has(id));
  for (const { rows, buckets } of byLane(moved, lanes, ({ id }) => id)) await updateSessions(tx, rows, buckets);
  if (interactions.length > 0) await insertInteractions(tx, interactions);
  if (callbacks.length > 0) await insertCallbacks(tx, callbacks);
  if (texts.length > 0) await insertInboundTexts(tx, texts);
  for (const { sessionId, id } of withdrawn) await neverRelayed(tx, { sessionId, id });
}

function push(callbacks: NewCallback[], callback: NewCallback | null): void {
  if (callback !== null) callbacks.push(callback);
}
