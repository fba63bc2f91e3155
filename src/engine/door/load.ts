/**
 * What a transaction of the door reads before it decides: the messages, locked; what keeps them from leaving; which
 * idempotency keys are taken; and receipts that came before the answer that they belong to.
 *
 * 1. Keys are asked for first. Who has one may be a run before of the same changes, whose COMMIT is still under way: the
 *    statement waits for its end, so the messages of that run are there when they are looked for next.
 * 2. Messages are locked in id order, then meeting rows lane by lane in key order: two transactions wait for each other
 *    in one direction only. What the node remembers is not locked here but by its update; a deadlock runs again.
 */
import { type Queryable, together } from '../../store/database.ts';
import { type MeetingReceipt, meetAsAttempts } from '../../store/messages/meetings.ts';
import type { StoredMessage } from '../../store/messages/message-rows.ts';
import { lockMessages } from '../../store/messages/messages.ts';
import { claimIdempotencyKeys } from '../../store/requests/idempotency-claims.ts';
import { advanceRecent, type Remembered } from './advance-recent.ts';
import type { ChangeBatch, ChangeOptions, CreateChange, EventChange } from './change.ts';
import { type Asked, findHindrances, type Hindrances, unfinished } from './hindrances.ts';

/** What holds for every message of one transaction. */
export interface Scope {
  /** Epoch milliseconds; one instant for all of it. */
  readonly at: number;
  readonly hindrances: Hindrances;
  readonly options: ChangeOptions;
}

export interface Loaded extends Scope {
  readonly creates: readonly CreateChange[];
  readonly events: readonly EventChange[];
  /** Creations whose idempotency key somebody else holds. */
  readonly lostClaims: ReadonlySet<CreateChange>;
  /** Messages to be created that a run before has recorded already, by id. */
  readonly recorded: ReadonlyMap<string, StoredMessage>;
  /** Messages that events are about, by id: those that are not read, and the others. */
  readonly remembered: ReadonlyMap<string, Remembered>;
  readonly locked: ReadonlyMap<string, StoredMessage>;
  /** By the name of the row in which receipt and answer meet. */
  readonly waiting: ReadonlyMap<string, readonly MeetingReceipt[]>;
}

export async function load({ tx, changes, buckets, options, isAgain, recent }: ChangeBatch): Promise<Loaded> {
  const at = options.context.clock.now();
  const creates = changes.filter((change) => change.type === 'create');
  const events = changes.filter((change) => change.type === 'event');
  const lostClaims = await findLostClaims(tx, creates, at);
  const written = isAgain ? creates.map(({ fresh }) => fresh.id) : [];
  const remembered = advanceRecent(events, isAgain ? null : recent, at, options);
  const others = events.filter(({ messageId }) => !remembered.has(messageId));
  const ids = [...new Set(others.map(({ messageId }) => messageId))].sort();
  const [recorded, locked, waiting] = await together([
    lockMessages(tx, written, buckets),
    lockMessages(tx, ids, buckets),
    meetAsAttempts(
      tx,
      events.flatMap(({ arrivals }) => arrivals),
      at,
      options.lanes,
    ),
  ]);
  const asked: Asked[] = [...creates.map(({ fresh }) => fresh), ...unfinished(locked)];
  remembered.forEach(({ stored: { message } }) => {
    if (message.finalAt === null) asked.push(message);
  });
  const hindrances = await findHindrances(tx, asked, at, options);
  return { at, hindrances, options, creates, events, lostClaims, recorded, locked, remembered, waiting };
}

async function findLostClaims(
  tx: Queryable,
  creates: readonly CreateChange[],
  at: number,
): Promise<ReadonlySet<CreateChange>> {
  const claiming = creates.flatMap((each) => (each.claim ? [{ change: each, claim: each.claim }] : []));
  if (claiming.length === 0) return new Set();
  const won = await claimIdempotencyKeys(
    tx,
    claiming.map((each) => each.claim),
    at,
  );
  return new Set(claiming.filter((_, index) => !won[index]).map((each) => each.change));
}
