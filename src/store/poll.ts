/**
 * The one poll of everything that nodes wait for. It asks each table as the table's own statements do, only to see
 * whether there is something; whoever it concerns asks for the rest.
 *
 * 1. One statement for a lane: eight statements a second, each with a wake-up of the server and of the gateway, were most
 *    of what an idle gateway did.
 * 2. Each part of the statement takes the first row in the order of an index that holds only what is due, and names a
 *    range of that order which is all of it. Without these, a planner that knows nothing of a day yet reads all its keys
 *    to find out that nothing is due. The range of carriers is named twice, since it has to be worth more than the range of
 *    ids: by that one the keys of the day give all that waits, too, and every poll would sort it.
 * 3. On one shard it may join what has nothing in common: every table in it is reached through the same lane.
 */
import { EVERYWHERE } from './callbacks/callback-claims.ts';
import type { Queryable } from './database.ts';
import { EVER, type IdSlice } from './sql/id-range.ts';
import type { Buckets } from './sql/lanes.ts';

export interface PollResult {
  /** When the first message is due; null: none is. */
  readonly messagesDueAt: number | null;
  /** When the first batch of what is held comes due. */
  readonly holdsDueAt: number | null;
  /** When the first piece of input is due. */
  readonly inputDueAt: number | null;
  /** When the first session ends. */
  readonly sessionsDueAt: number | null;
  /** When the first verification is due. */
  readonly verificationsDueAt: number | null;
  /** A callback is due, now or later. */
  readonly isCallbackOwed: boolean;
  /** The carriers for whose room messages wait. */
  readonly queues: readonly string[];
  /** The carriers that shall take nothing new. */
  readonly draining: readonly string[];
  /** Changes when a set of imported data does. */
  readonly dataSets: string;
}

/** The names of all carriers, as the bounds of a range: they have 40 letters at most (config/schema.ts). */
const EVERY_CARRIER: readonly [string, string] = ['', 'z'.repeat(41)];

/** `span`: of the ids of messages, and of input. */
export async function pollStore(db: Queryable, buckets: Buckets, span: IdSlice): Promise<PollResult> {
  const { rows } = await db.query<PollResult>(
    `select m.due_at as "messagesDueAt", h.until as "holdsDueAt", i.due_at as "inputDueAt", s.due_at as "sessionsDueAt",
            v.due_at as "verificationsDueAt", c.is_owed as "isCallbackOwed", q.queues, o.carriers as draining, d.sets as "dataSets"
       from (select (select m.due_at from messages m
              where ($1::smallint[] is null or m.bucket = any($1::smallint[]))
                and m.id >= $2::uuid and m.id < $3::uuid and m.due_at >= $4::timestamptz and m.due_at <= $5::timestamptz
              order by m.due_at limit 1) as due_at) as m
      cross join (select (select h.until from holds h
              where ($1::smallint[] is null or h.bucket = any($1::smallint[]))
              order by h.until limit 1) as until) as h
      cross join (select (select i.due_at from inbox i
              where ($1::smallint[] is null or i.bucket = any($1::smallint[]))
                and i.id >= $2::uuid and i.id < $3::uuid and i.due_at >= $4::timestamptz and i.due_at <= $5::timestamptz
              order by i.due_at limit 1) as due_at) as i
      cross join (select (select s.due_at from sessions s
              where ($1::smallint[] is null or s.bucket = any($1::smallint[])) and s.due_at is not null
              order by s.due_at limit 1) as due_at) as s
      cross join (select (select v.due_at from verifications v
              where ($1::smallint[] is null or v.bucket = any($1::smallint[])) and v.due_at is not null
              order by v.due_at limit 1) as due_at) as v
      cross join (select (select c.endpoint from callbacks c
              where ($1::smallint[] is null or c.bucket = any($1::smallint[]))
                and c.message_id >= $2::uuid and c.message_id < $3::uuid
                and c.due_at is not null and c.endpoint >= $6 and c.endpoint <= $7
              order by c.endpoint limit 1) is not null as is_owed) as c
      cross join (
       with recursive waiting as (
         (select m.queue from messages m
           where ($1::smallint[] is null or m.bucket = any($1::smallint[]))
             and m.id >= $2::uuid and m.id < $3::uuid and m.queue >= $8 and m.queue <= $9
             and (m.queue, m.priority) >= ($8, 0)
           order by m.queue limit 1)
         union all
         select next.queue from waiting
          cross join lateral (
            select m.queue from messages m
             where ($1::smallint[] is null or m.bucket = any($1::smallint[]))
               and m.id >= $2::uuid and m.id < $3::uuid and m.queue > waiting.queue and m.queue <= $9
               and (m.queue, m.priority) >= (waiting.queue, 0)
             order by m.queue limit 1) as next)
       select coalesce(array_agg(queue), '{}') as queues from waiting) as q
      cross join (select coalesce(array_agg(carrier), '{}') as carriers from (
             select o.carrier from carrier_orders o
              where ($1::smallint[] is null or o.bucket = any($1::smallint[])) and o.draining
              order by o.carrier) as each) as o
      cross join (select coalesce(string_agg(print, ','), '') as sets from (
             select d.kind || ' ' || d.name || ' ' || extract(epoch from d.imported_at) as print from data_sets d
              where ($1::smallint[] is null or d.bucket = any($1::smallint[]))
              order by d.kind, d.name) as each) as d`,
    [buckets, ...span, ...EVER, ...EVERYWHERE, ...EVERY_CARRIER],
    'kept',
  );
  const [result] = rows;
  if (!result) throw new Error('a poll of the store returned nothing');
  return result;
}
