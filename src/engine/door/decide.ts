/**
 * What the changes of one transaction come to, once all that they depend on is read. No statement is sent here.
 *
 * 1. What happens to a message is decided by `advance` alone. This file decides what belongs to the row beside that: whose
 *    it is, which carrier it waits for, and the callbacks that it owes.
 * 2. A change leaves the message with its owner as long as the same try of the same attempt is ready or under way. When
 *    another try becomes ready, nobody has it: it is placed anew, for which a slot at a carrier may be taken. `undo` gives
 *    slots back when the transaction fails; nothing else happens outside of it.
 * 3. A run before of the same changes may have been committed, its answer lost. Its messages and marks are recognised as
 *    this node's own, and nothing of them has left (unconfirmed-marks.ts).
 */
import { bucketOf } from '../../lib/ids.ts';
import { formsOf } from '../../lib/phone-number.ts';
import { sendingTo } from '../../store/callbacks/callback-target.ts';
import { meetingName } from '../../store/messages/meetings.ts';
import type { StoredMessage } from '../../store/messages/message-rows.ts';
import { noteHistory } from '../history/history.ts';
import { advance } from '../message/advance.ts';
import { begin } from '../message/begin.ts';
import { isTold } from '../message/kinds.ts';
import {
  type Advanced,
  type Attempt,
  currentAttempt,
  type Event,
  type Message,
  readyAttempt,
} from '../message/message.ts';
import { momentAt, type Remembered } from './advance-recent.ts';
import type { ChangeBatch, ChangeOptions, ChangeResult, CreateChange, EventChange } from './change.ts';
import type { Loaded, Scope } from './load.ts';
import { neverLeft } from './unconfirmed-marks.ts';
import { isOwnedBy, newWork, type Placement, startWork, type Work } from './work.ts';

export interface Decided {
  /** In the order of the changes. */
  readonly results: ChangeResult[];
  /** Pieces of input whose receipts had waited, and are dealt with now. */
  readonly met: readonly string[];
}

export function decide({ changes, isAgain, works }: ChangeBatch, loaded: Loaded): Decided {
  const byId = new Map<string, Work>();
  const take = ({ stored }: Pick<Remembered, 'stored'>): void => {
    const work = startWork(stored);
    byId.set(stored.message.id, work);
    works.push(work);
  };
  for (const stored of loaded.locked.values()) take({ stored });
  loaded.remembered.forEach(take);
  const results = changes.map((change) =>
    change.type === 'create' ? decideCreate(change, works, loaded) : decideEvent(change, byId, loaded, isAgain),
  );
  const met = applyWaitingReceipts(byId, loaded);
  for (const work of works) place(work, loaded);
  return { results, met };
}

function decideCreate(change: CreateChange, works: Work[], loaded: Loaded): ChangeResult {
  const recorded = loaded.recorded.get(change.fresh.id);
  if (!recorded && loaded.lostClaims.has(change)) return { applied: false, claimedBefore: true, work: null };
  const work = recorded ? takeUpAgain(recorded, loaded) : create(change, loaded);
  works.push(work);
  return { applied: true, claimedBefore: false, work };
}

function decideEvent(
  change: EventChange,
  byId: ReadonlyMap<string, Work>,
  loaded: Loaded,
  isAgain: boolean,
): ChangeResult {
  const work = byId.get(change.messageId);
  if (!work) return { applied: false, claimedBefore: false, work: null };
  const applied = applyEvent(work, change, loaded) || (isAgain && wasApplied(work, change, loaded.options));
  return { applied, claimedBefore: false, work };
}

function create({ fresh }: CreateChange, { at, hindrances, options }: Scope): Work {
  const { message, visible } = begin(fresh, momentAt(at, options, hindrances.get(fresh.id)));
  const work = newWork(message, fresh);
  if (visible) tellOf(work, options);
  return work;
}

/**
 * A message that turns out to be recorded already, by a COMMIT whose answer was lost: nothing of it has left, because
 * nothing leaves before the answer. Unless it waited in the store, and has been taken from there since.
 */
function takeUpAgain(stored: StoredMessage, { at, options }: Scope): Work {
  const work = startWork(stored);
  if (!isOwnedBy(work, options.owner)) return work;
  const attempt = currentAttempt(work.message);
  if (attempt?.state === 'sending') {
    if (!options.unconfirmed.has(work.message.id, attempt)) return work;
    const event = neverLeft(attempt);
    apply(work, event, advance(work.message, event, momentAt(at, options)), options);
  }
  work.owner = null;
  work.changed = true;
  work.mustWriteRow = true;
  return work;
}

/** The run before made this very mark, and it stands. */
function wasApplied(work: Work, { event }: EventChange, { owner, unconfirmed }: ChangeOptions): boolean {
  if (event.type !== 'handed_over' || !isOwnedBy(work, owner)) return false;
  const attempt = work.message.attempts[event.n - 1];
  return attempt?.state === 'sending' && attempt.tries === event.tryNumber && unconfirmed.has(work.message.id, attempt);
}

function applyEvent(work: Work, change: EventChange, loaded: Loaded): boolean {
  const { event, fenced, waitFor, takesBack = false } = change;
  const { options } = loaded;
  if (fenced && !isOwnedBy(work, options.owner)) return false;
  if (takesBack && event.type === 'answered') {
    if (!options.unconfirmed.has(work.message.id, { n: event.n, tries: event.tryNumber })) return false;
  }
  const wasReady = readyTry(work.message);
  const advanced = advanceOnce(work.message, change, loaded);
  apply(work, event, advanced, options);
  if (!advanced.applied) return false;
  // The fence stands in the message's row.
  if (fenced) work.mustWriteRow = true;
  const isReady = readyTry(work.message);
  if (isReady === null || isReady !== wasReady) {
    work.queue = null;
    const sending = sendingAttempt(work.message);
    if (event.type === 'handed_over' && sending) marked(work, sending, options);
    else if (!sending) work.owner = null;
  } else if (waitFor !== undefined) {
    work.queue = waitFor;
    work.owner = null;
  } else if (event.type === 'handed_over' || event.type === 'let_go') {
    // Held back, or let go on: nobody has it in hand until it is placed anew.
    work.queue = null;
    work.owner = null;
  }
  return true;
}

/** Takes what was worked out before (advance-recent.ts) where it is about this very message, and nothing hinders it. */
function advanceOnce(message: Message, change: EventChange, { at, hindrances, options, remembered }: Loaded): Advanced {
  const hindrance = hindrances.get(message.id);
  const early = remembered.get(message.id);
  if (early?.first === change && early.stored.message === message && !hindrance) return early.advanced;
  return advance(message, change.event, momentAt(at, options, hindrance));
}

function sendingAttempt(message: Message): Attempt | undefined {
  const attempt = currentAttempt(message);
  return attempt?.state === 'sending' ? attempt : undefined;
}

function marked(work: Work, attempt: Attempt, { owner, unconfirmed }: ChangeOptions): void {
  work.owner = owner;
  if (work.stored !== null) unconfirmed.confirm(work.message.id, attempt);
}

/** Which try of which attempt is ready, and for when; changes when an event makes another one ready (rule 2). */
function readyTry(message: Message): string | null {
  const attempt = currentAttempt(message);
  return attempt?.state === 'ready' ? `${attempt.n}.${attempt.tries}.${attempt.retryAt}` : null;
}

/** Puts what `advance` came to into the work. */
export function apply(work: Work, event: Event, advanced: Advanced, options: ChangeOptions): void {
  if (!advanced.applied) return;
  noteHistory(work, event, advanced.message, options);
  work.message = advanced.message;
  work.changed = true;
  if (advanced.visible) tellOf(work, options);
}

/** Whoever waits for it: its caller, or the verification of which it is an attempt. */
function tellOf(work: Work, options: ChangeOptions): void {
  const { message, callbacks } = work;
  const verification = message.plan[0]?.verification;
  if (verification !== undefined) work.tells = { id: verification, at: options.context.clock.now() };
  if (!isTold(message)) return;
  message.callbackSeq += 1;
  const { ids, clock } = options.context;
  const at = clock.now();
  const { owner, callbackLeaseMs } = options;
  const { url, method, endpoint, dueAt, owner: sender } = sendingTo(message.callback, { owner, callbackLeaseMs, at });
  // Field by field: all callbacks have one shape in memory.
  callbacks.push({
    id: ids.next(bucketOf(message.id)),
    messageId: message.id,
    seq: message.callbackSeq,
    accountId: message.accountId,
    body: options.callbackBody(message),
    createdAt: at,
    url,
    method,
    endpoint,
    dueAt,
    owner: sender,
  });
}

/** Finds a place for a message that has just become ready and that nobody holds. */
export function place(work: Work, { at, hindrances, options }: Scope): void {
  if (!work.changed || work.owner !== null || work.queue !== null) return;
  for (;;) {
    const attempt = readyAttempt(work.message, at);
    if (!attempt) return;
    const placement = options.place(work.message, attempt, at);
    const event = eventOf(placement, attempt);
    if (placement.kind === 'keep') {
      work.message.dueAt = placement.until;
      work.owner = options.owner;
      work.placement = placement;
      return;
    }
    if (event) {
      apply(work, event, advance(work.message, event, momentAt(at, options, hindrances.get(work.message.id))), options);
    }
    if (placement.kind === 'send') {
      const sending = sendingAttempt(work.message);
      if (sending) {
        marked(work, sending, options);
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

/** Applies the receipts that waited for ids that carriers have just given out. Returns the input that this deals with. */
function applyWaitingReceipts(byId: ReadonlyMap<string, Work>, loaded: Loaded): string[] {
  const { events, waiting } = loaded;
  if (waiting.size === 0) return [];
  const met = new Set<string>();
  for (const arrival of events.flatMap(({ arrivals }) => arrivals)) {
    const { message, n, part, to } = arrival.attempt;
    const work = byId.get(message);
    if (!work) continue;
    for (const receipt of waiting.get(meetingName(arrival)) ?? []) {
      if (met.has(receipt.inbox) || (receipt.to !== null && !formsOf(receipt.to).includes(to))) continue;
      met.add(receipt.inbox);
      const event: Event = { type: 'report', n, part, state: receipt.state, reason: receipt.reason };
      applyEvent(work, { type: 'event', messageId: message, event, fenced: false, inbox: [], arrivals: [] }, loaded);
    }
  }
  return [...met];
}
