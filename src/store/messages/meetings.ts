/**
 * Where a submit answer and its receipt find each other: one row for each (carrier, id of the carrier), written by
 * upsert from both sides, so that whichever comes second finds the first, on whatever node.
 *
 * 1. Rows are written lane by lane and in key order: two transactions that meet on several rows wait in one direction
 *    only. Of several lanes each has a statement of its own: Citus 13.2 gives one that goes to several shards a new
 *    connection to each of them, 50 ms for 24 rows in eight lanes in place of 11.
 * 2. An SMSC may give one id to many messages. The lists keep the newest; `to` tells them apart.
 */
import type { ReportState } from '../../carriers/carrier.ts';
import { hash12 } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import { type Queryable, together } from '../database.ts';
import { foundBy } from '../sql/id-range.ts';
import { byLaneOfBucket, type Lanes } from '../sql/lanes.ts';
import { type Column, recordset } from '../sql/recordset.ts';
import { type MeetingKey, MeetingMap } from './meeting-map.ts';

/** A part of an attempt that a carrier gave an id to. */
export interface MeetingAttempt {
  readonly message: string;
  readonly n: number;
  readonly part: number;
  readonly to: string;
}

/** A receipt that came before the answer. */
export interface MeetingReceipt {
  readonly state: ReportState;
  readonly to: string | null;
  readonly reason: string | null;
  readonly inbox: string;
}

/** A part, and an id under which a receipt may name it. */
export interface MeetingArrival extends MeetingKey {
  readonly attempt: MeetingAttempt;
}

const NEWEST_KEPT = 20;

interface Keyed {
  readonly key: MeetingKey;
}

interface AttemptsAt extends Keyed {
  readonly attempts: MeetingAttempt[];
}

interface ReceiptsAt extends Keyed {
  readonly receipts: MeetingReceipt[];
}

const bucketOfKey = ({ key }: Keyed): number => hash12(key.remoteId);
const KEY: ReadonlyArray<Column<Keyed>> = [
  { name: 'remote_id', type: 'text', of: ({ key }) => key.remoteId },
  { name: 'carrier', type: 'text', of: ({ key }) => key.carrier },
  { name: 'bucket', type: 'smallint', of: bucketOfKey },
];
const AS_KEYS = recordset(KEY);
const AS_ATTEMPTS = recordset<AttemptsAt>([...KEY, { name: 'attempts', type: 'json', of: ({ attempts }) => attempts }]);
const AS_RECEIPTS = recordset<ReceiptsAt>([...KEY, { name: 'receipts', type: 'json', of: ({ receipts }) => receipts }]);

/** From the answer's side. Returns the receipts that wait at each of the rows written. */
export async function meetAsAttempts(
  tx: Queryable,
  arrivals: readonly MeetingArrival[],
  now: number,
  lanes: Lanes,
): Promise<Map<string, MeetingReceipt[]>> {
  if (arrivals.length === 0) return new Map();
  const merged: AttemptsAt[] = [];
  const byKey = new MeetingMap<AttemptsAt>();
  for (const arrival of arrivals) {
    const known = byKey.get(arrival);
    if (known) {
      known.attempts.push(arrival.attempt);
      continue;
    }
    const { carrier, remoteId, attempt } = arrival;
    const row = { key: { carrier, remoteId }, attempts: [attempt] };
    merged.push(row);
    byKey.set(arrival, row);
  }
  const found = await together(
    byLaneOfBucket(merged, lanes, bucketOfKey).map(({ rows }) => writeAttempts(tx, rows, now)),
  );
  const waiting = new Map<string, MeetingReceipt[]>();
  for (const { remote_id: remoteId, carrier, receipts } of found.flat()) {
    if (receipts !== null) waiting.set(meetingName({ carrier, remoteId }), receipts);
  }
  return waiting;
}

async function writeAttempts(tx: Queryable, met: readonly AttemptsAt[], now: number) {
  const { rows } = await tx.query<{ remote_id: string; carrier: string; receipts: MeetingReceipt[] | null }>(
    `insert into meetings as m (${AS_ATTEMPTS.names}, seen_at)
     select ${AS_ATTEMPTS.list(2)}, $1::timestamptz from ${AS_ATTEMPTS.from(2)}
      order by r.remote_id, r.carrier
     on conflict (remote_id, carrier, bucket) do update
       set attempts = case when jsonb_array_length(m.attempts) < ${NEWEST_KEPT}
                           then m.attempts || excluded.attempts else (m.attempts - 0) || excluded.attempts end,
           seen_at = excluded.seen_at
     returning ${['remote_id', 'carrier', 'receipts'].map(whereReceiptsWait).join(', ')}`,
    [iso(now), ...AS_ATTEMPTS.values(met)],
    'kept',
  );
  return rows;
}

/** Nearly always none do, and what is null is hardly a thing to send and to read. */
function whereReceiptsWait(column: string): string {
  return `case when m.receipts <> '[]' then m.${column} end as ${column}`;
}

/** Who is known under these ids, without a lock: the usual case, in which the answer came first. */
export async function findMeetings(db: Queryable, keys: readonly MeetingKey[]): Promise<Map<string, MeetingAttempt[]>> {
  const { rows } = await db.query<{ remote_id: string; carrier: string; attempts: MeetingAttempt[] }>(
    `select m.remote_id, m.carrier, m.attempts from meetings m
       join ${AS_KEYS.from(1)}
         on ${foundBy('m.remote_id', 'r.remote_id')} and m.carrier = r.carrier and m.bucket = r.bucket`,
    AS_KEYS.values(keys.map((key) => ({ key }))),
    'kept',
  );
  return new Map(
    rows.map((found) => [meetingName({ carrier: found.carrier, remoteId: found.remote_id }), found.attempts]),
  );
}

/** At whatever carrier: who is known under these ids. */
export async function findMeetingsUnder(
  db: Queryable,
  remoteIds: readonly string[],
): Promise<ReadonlyArray<MeetingKey & { readonly attempts: readonly MeetingAttempt[] }>> {
  const { rows } = await db.query<MeetingKey & { attempts: MeetingAttempt[] }>(
    `select m.carrier, m.remote_id as "remoteId", m.attempts from meetings m
      where m.remote_id = any($1::text[]) and m.bucket = any($2::smallint[]) order by m.carrier, m.remote_id`,
    [remoteIds, remoteIds.map((remoteId) => hash12(remoteId))],
  );
  return rows;
}

/**
 * From the receipts' side. Returns, for each row written, the attempts that are known under its id by now; where there
 * are none, the receipts wait there.
 */
export async function meetAsReceipts(
  db: Queryable,
  arrivals: ReadonlyArray<MeetingKey & { readonly receipt: MeetingReceipt }>,
  now: number,
  lanes: Lanes,
): Promise<Map<string, MeetingAttempt[]>> {
  const merged = new Map<string, ReceiptsAt>();
  for (const { carrier, remoteId, receipt } of arrivals) {
    const name = meetingName({ carrier, remoteId });
    const row = merged.get(name) ?? { key: { carrier, remoteId }, receipts: [] };
    row.receipts.push(receipt);
    merged.set(name, row);
  }
  const known = new Map<string, MeetingAttempt[]>();
  for (const { rows } of byLaneOfBucket([...merged.values()], lanes, bucketOfKey)) {
    for (const { remote_id: remoteId, carrier, attempts } of await writeReceipts(db, rows, now)) {
      known.set(meetingName({ carrier, remoteId }), attempts);
    }
  }
  return known;
}

async function writeReceipts(db: Queryable, met: readonly ReceiptsAt[], now: number) {
  const { rows } = await db.query<{ remote_id: string; carrier: string; attempts: MeetingAttempt[] }>(
    `insert into meetings as m (${AS_RECEIPTS.names}, seen_at)
     select ${AS_RECEIPTS.list(2)}, $1::timestamptz from ${AS_RECEIPTS.from(2)}
      order by r.remote_id, r.carrier
     on conflict (remote_id, carrier, bucket) do update
       set receipts = case when m.receipts @> excluded.receipts then m.receipts
                           when jsonb_array_length(m.receipts) < ${NEWEST_KEPT} then m.receipts || excluded.receipts
                           else (m.receipts - 0) || excluded.receipts end,
           seen_at = excluded.seen_at
     returning m.remote_id, m.carrier, m.attempts`,
    [iso(now), ...AS_RECEIPTS.values(met)],
    'kept',
  );
  return rows;
}

export function meetingName(key: MeetingKey): string {
  return `${key.carrier}\n${key.remoteId}`;
}
