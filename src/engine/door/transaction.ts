/**
 * One transaction of the door: load and lock, advance, write. record.ts decides which changes share one.
 *
 * 1. Messages that are read are locked in id order, then meeting rows lane by lane in key order: two transactions wait in
 *    one direction only. What is written from memory (recent-messages.ts) is locked by its update; a deadlock runs again.
 * 2. Nothing outside the database happens here but taking a slot at a carrier, which `undo` gives back; what follows
 *    from a change happens in `go`, after the commit.
 * 3. The whole can run again with the same changes: ids are made once, at the change.
 */

import { formsOf } from '../../lib/phone-number.ts';
import { partsOf } from '../../lib/url-parts.ts';
import { type Transaction, together } from '../../store/database.ts';
import { finishInbox } from '../../store/messages/inbox.ts';
import { type MeetingReceipt, meetAsAttempts, meetingName } from '../../store/messages/meetings.ts';
import type { StoredMessage } from '../../store/messages/message-rows.ts';
import { writeMessages } from '../../store/messages/message-writes.ts';
import { lockMessages } from '../../store/messages/messages.ts';
import type { Buckets } from '../../store/sql/lanes.ts';
import { advance, begin } from '../message/advance.ts';
import {
  type Advanced,
  type Attempt,
  currentAttempt,
  type Event,
  type Message,
  readyAttempt,
} from '../message/message.ts';
import type { Change, CreateChange, EventChange, Outcome, Surroundings } from './change.ts';
import { type Foreseen, foresee, isOurs, moment } from './foresee.ts';
import { blocksOf, lostClaims, open } from './questions.ts';
import type { RecentMessages } from './recent-messages.ts';
import { neverLeft } from './unconfirmed-marks.ts';
import { callOf, type Placement, type Work } from './work.ts';

export function undo(works: readonly Work[]): void {
  for (const { placement } of works) {
    if (placement && 'undo' in placement) placement.undo();
  }
}

/**
 * Performs the changes inside `tx`. `again`: a COMMIT of the same changes may have gone through before. `commitBehind` is
 * called when the last statement has been sent, where none of them says whether the others may stand: nothing but new
 * messages is written. Throws `StaleCopy` when something in `recent` is behind what is stored.
 */
export async function perform(
  tx: Transaction,
  changes: readonly Change[],
  buckets: Buckets,
  around: Surroundings,
  again: boolean,
  recent: RecentMessages,
  works: Work[],
  commitBehind?: () => void,
): Promise<Outcome[]> {
  const at = around.context.clock.now();
  const creates = changes.filter((change) => change.type === 'create');
  const events = changes.filter((change) => change.type === 'event');
  // Waits for whoever has a key. That may be a run before, whose COMMIT is still under way: so its messages come after.
  const lost = await lostClaims(tx, creates, at);
  const known = again ? creates.map((each) => each.fresh.id) : [];
  const { inMind, advances } = foresee(events, again ? null : recent, at, around);
  const ids = [...new Set(events.map((each) => each.messageId))].filter((id) => !inMind.has(id)).sort();
  const [before, locked, waiting] = await together([
    lockMessages(tx, known, buckets),
    lockMessages(tx, ids, buckets),
    meetAsAttempts(
      tx,
      events.flatMap((each) => each.arrivals),
      at,
      around.lanes,
    ),
  ]);
  const asked = [...creates.map((each) => each.fresh), ...open(locked), ...open(inMind)];
  const blocks = await blocksOf(tx, asked, around);
  const byId = new Map<string, Work>();
  for (const stored of [...locked.values(), ...inMind.values()]) byId.set(stored.message.id, startWork(stored));
  const outcomes = changes.map((change): Outcome => {
    if (change.type === 'create') {
      const recorded = before.get(change.fresh.id);
      if (recorded) {
        const work = takeUpAgain(recorded, at, around);
        byId.set(change.fresh.id, work);
        return { applied: true, claimedBefore: false, work };
      }
      if (lost.has(change)) return { applied: false, claimedBefore: true, work: null };
      const work = create(change, at, blocks.has(change.fresh.id), around);
      byId.set(work.message.id, work);
      return { applied: true, claimedBefore: false, work };
    }
    const work = byId.get(change.messageId);
    if (!work) return { applied: false, claimedBefore: false, work: null };
    const applied =
      applyEvent(work, change, at, blocks.has(change.messageId), around, advances.get(change)) ||
      (again && wasApplied(work, change, around));
    return { applied, claimedBefore: false, work };
  });
  works.push(...byId.values());
  const met = meet(events, waiting, byId, at, blocks, around);
  for (const work of works) place(work, at, blocks.has(work.message.id), around);
  const inputs = creates.flatMap(({ fresh }) => fresh.inputs ?? []);
  const handled = [...new Set([...events.flatMap((each) => each.inbox), ...met])];
  const results = [
    ...handled.map((id) => ({ id, result: 'recorded', dueAt: null })),
    // What people wrote is kept for longer than a receipt (code-texts.ts).
    ...inputs.map((id) => ({ id, result: 'relayed', dueAt: null })),
  ];
  const written = [...writeMessages(tx, works, buckets, around.lanes), finishInbox(tx, results, around.lanes)];
  if (works.every(({ stored }) => stored === null)) commitBehind?.();
  await together(written);
  return outcomes;
}

/** What is due: the event is the same for all, and what is ready is placed. */
export async function performDue(
  tx: Transaction,
  due: ReadonlyMap<string, StoredMessage>,
  buckets: Buckets,
  around: Surroundings,
  works: Work[],
): Promise<void> {
  const at = around.context.clock.now();
  const blocks = await blocksOf(tx, open(due), around);
  for (const stored of due.values()) {
    const work = startWork(stored);
    works.push(work);
    const optedOut = blocks.has(work.message.id);
    change(work, advance(work.message, { type: 'due' }, moment(at, optedOut, around)), around);
    // Its lease has run out, or it waited long enough: it is placed anew.
    work.owner = null;
    work.queue = null;
    work.changed = true;
    work.mustWriteRow = true;
    place(work, at, optedOut, around);
    neverSpin(work, at, around);
  }
  await together(writeMessages(tx, works, buckets, around.lanes));
}

/** Whatever is wrong with a row, it is not due again at once. */
function neverSpin({ message }: Work, at: number, around: Surroundings): void {
  if (message.dueAt === null || message.dueAt > at) return;
  around.context.log.error({ message: message.id }, 'a message was due and nothing followed');
  message.dueAt = at + 60_000;
}

function startWork(stored: StoredMessage): Work {
  return {
    stored,
    message: stored.message,
    queue: stored.queue,
    owner: stored.owner,
    callbacks: [],
    placement: null,
    changed: false,
    mustWriteRow: false,
  };
}

function create({ fresh }: CreateChange, at: number, optedOut: boolean, around: Surroundings): Work {
  const { message, visible } = begin(fresh, moment(at, optedOut, around));
  const work: Work = {
    stored: null,
    message,
    queue: null,
    owner: null,
    callbacks: [],
    placement: null,
    changed: true,
    mustWriteRow: true,
    ...callOf(message, fresh.call),
  };
  if (visible) oweCallback(work, around);
  return work;
}

/**
 * A message that turns out to be recorded already, by a COMMIT whose answer was lost: nothing of it has left, because
 * nothing leaves before the answer. Unless it waited in the store, and has been taken from there since.
 */
function takeUpAgain(stored: StoredMessage, at: number, around: Surroundings): Work {
  const work = startWork(stored);
  if (!isOurs(work, around)) return work;
  const attempt = currentAttempt(work.message);
  if (attempt?.state === 'sending') {
    if (!around.doubts.has(work.message.id, attempt)) return work;
    change(work, advance(work.message, neverLeft(attempt), moment(at, false, around)), around);
  }
  work.owner = null;
  work.changed = true;
  work.mustWriteRow = true;
  return work;
}

function wasApplied({ message, owner }: Work, { event }: EventChange, around: Surroundings): boolean {
  if (event.type !== 'handed_over' || !isOurs({ owner }, around)) return false;
  const attempt = message.attempts[event.n - 1];
  return attempt?.state === 'sending' && attempt.tries === event.tryNumber && around.doubts.has(message.id, attempt);
}

function applyEvent(
  work: Work,
  { event, fenced, waitFor, takesBack = false }: EventChange,
  at: number,
  optedOut: boolean,
  around: Surroundings,
  foreseen?: Foreseen,
): boolean {
  if (fenced && !isOurs(work, around)) return false;
  if (takesBack && event.type === 'answered') {
    if (!around.doubts.has(work.message.id, { n: event.n, tries: event.tryNumber })) return false;
  }
  const wasReady = readiness(work.message);
  const isAsForeseen = foreseen?.before === work.message && !optedOut;
  const advanced = isAsForeseen ? foreseen.advanced : advance(work.message, event, moment(at, optedOut, around));
  change(work, advanced, around);
  if (!advanced.applied) return false;
  // The fence stands in the message's row.
  if (fenced) work.mustWriteRow = true;
  const isReady = readiness(work.message);
  if (isReady === null || isReady !== wasReady) {
    work.queue = null;
    const sending = sendingAttempt(work.message);
    if (event.type === 'handed_over' && sending) marked(work, sending, around);
    else if (!sending) work.owner = null;
  } else if (waitFor !== undefined) {
    work.queue = waitFor;
    work.owner = null;
  }
  return true;
}

function sendingAttempt(message: Message): Attempt | undefined {
  const attempt = currentAttempt(message);
  return attempt?.state === 'sending' ? attempt : undefined;
}

function marked(work: Work, attempt: Attempt, { owner, doubts }: Surroundings): void {
  work.owner = owner;
  if (work.stored !== null) doubts.made(work.message.id, attempt);
}

/** Which try of which attempt is ready; changes when an event makes another one ready. */
function readiness(message: Message): string | null {
  const attempt = currentAttempt(message);
  return attempt?.state === 'ready' ? `${attempt.n}.${attempt.tries}` : null;
}

function change(work: Work, advanced: Advanced, around: Surroundings): void {
  if (!advanced.applied) return;
  work.message = advanced.message;
  work.changed = true;
  if (advanced.visible) oweCallback(work, around);
}

function oweCallback(work: Work, around: Surroundings): void {
  const { message } = work;
  if (message.callback === null) return;
  message.callbackSeq += 1;
  const { ids, clock } = around.context;
  const at = clock.now();
  work.callbacks.push({
    id: ids.next(Number.parseInt(message.id.slice(-3), 16)),
    messageId: message.id,
    seq: message.callbackSeq,
    accountId: message.accountId,
    url: message.callback.url,
    method: message.callback.method,
    endpoint: partsOf(message.callback.url).origin,
    body: around.callbackBody(message),
    createdAt: at,
    // Sent from memory straight after the commit; claimed by anyone if that does not happen.
    dueAt: at + around.callbackLeaseMs,
    owner: around.owner,
  });
}

/** Finds a place for a message that has just become ready and that nobody holds. */
function place(work: Work, at: number, optedOut: boolean, around: Surroundings): void {
  if (!work.changed || work.owner !== null || work.queue !== null) return;
  for (;;) {
    const attempt = readyAttempt(work.message, at);
    if (!attempt) return;
    const placement = around.place(work.message, attempt, at);
    const event = eventOf(placement, attempt);
    if (placement.kind === 'keep') {
      work.message.dueAt = placement.until;
      work.owner = around.owner;
      work.placement = placement;
      return;
    }
    if (event) change(work, advance(work.message, event, moment(at, optedOut, around)), around);
    if (placement.kind === 'send') {
      const sending = sendingAttempt(work.message);
      if (sending) {
        marked(work, sending, around);
        work.placement = placement;
        return;
      }
      placement.undo();
    } else if (placement.kind !== 'no_route' && readyAttempt(work.message, at)?.n === attempt.n) {
      work.queue = placement.carrier;
      work.placement = placement;
      return;
    }
  }
}

function eventOf(placement: Placement, attempt: Attempt): Event | null {
  const { n } = attempt;
  switch (placement.kind) {
    case 'send': {
      const { carrier, partCount, answerBy } = placement;
      return { type: 'handed_over', n, tryNumber: attempt.tries + 1, carrier, partCount, answerBy };
    }
    case 'queue':
      return { type: 'waiting', n, until: placement.until };
    case 'unreachable':
      return { type: 'unreachable', n, reason: placement.reason };
    case 'no_route':
      return { type: 'no_route', n, why: placement.why };
    case 'keep':
      return null;
  }
}

/** Applies the receipts that waited for ids that carriers have just given out; returns the input that this deals with. */
function meet(
  events: readonly EventChange[],
  waiting: ReadonlyMap<string, MeetingReceipt[]>,
  byId: ReadonlyMap<string, Work>,
  at: number,
  blocks: ReadonlySet<string>,
  around: Surroundings,
): string[] {
  const met = new Set<string>();
  if (waiting.size === 0) return [];
  for (const arrival of events.flatMap((each) => each.arrivals)) {
    const { message, n, part, to } = arrival.attempt;
    const work = byId.get(message);
    if (!work) continue;
    for (const receipt of waiting.get(meetingName(arrival)) ?? []) {
      if (met.has(receipt.inbox) || (receipt.to !== null && !formsOf(receipt.to).includes(to))) continue;
      met.add(receipt.inbox);
      const event: Event = { type: 'report', n, part, state: receipt.state, reason: receipt.reason };
      const entry: EventChange = { type: 'event', messageId: message, event, fenced: false, inbox: [], arrivals: [] };
      applyEvent(work, entry, at, blocks.has(message), around);
    }
  }
  return [...met];
}
