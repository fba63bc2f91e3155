/**
 * Masked sessions as rows. What a session does: engine/masking/session.ts. Its legs: legs.ts.
 *
 * 1. A session that is changed is locked first, several in the order of their ids.
 * 2. The end stands in `ends_at` and is compared by whoever asks; `due_at` only says when somebody writes it down.
 */
import { bucketOf } from '../../lib/ids.ts';
import type { Queryable, Transaction } from '../database.ts';
import { foundBy, foundByBoth } from '../sql/id-range.ts';
import type { Buckets } from '../sql/lanes.ts';
import { type Column, type Recordset, recordset } from '../sql/recordset.ts';

export type SessionState = 'open' | 'in_progress' | 'stopped' | 'expired' | 'closed';
export type SessionUnit = 'seconds' | 'minutes' | 'hours' | 'days';

/** Where an account is told of a session. */
export interface SessionCallback {
  readonly url: string;
  readonly method: 'POST' | 'GET';
  /** Events besides relayed texts. */
  readonly events: boolean;
}

export interface Session {
  readonly id: string;
  readonly accountId: string;
  /** Digits. */
  readonly number1: string;
  readonly number2: string;
  /** Stands for number 1; party 2 texts it. */
  readonly masked1: string;
  readonly masked2: string;
  readonly code: number;
  readonly externalId: string | null;
  readonly callback: SessionCallback | null;
  readonly validity: number;
  readonly unit: SessionUnit;
  readonly openedAt: number;
  readonly endsAt: number;
  readonly state: SessionState;
  /** Bits: 1 for party 1, 2 for party 2. */
  readonly stoppedBy: number;
  readonly told: boolean;
  readonly relayed1: number;
  readonly relayed2: number;
  readonly refused: number;
  readonly minuteAt: number | null;
  readonly minuteTexts: number;
  /** When it expired or was closed. */
  readonly overAt: number | null;
  /** When its end is written down; null when it has been. */
  readonly dueAt: number | null;
}

export const SESSION_COLUMNS = `s.id, s.account_id as "accountId", s.number_1 as "number1", s.number_2 as "number2",
  s.masked_1 as "masked1", s.masked_2 as "masked2", s.code, s.external_id as "externalId", s.callback, s.validity, s.unit,
  s.opened_at as "openedAt", s.ends_at as "endsAt", s.state, s.stopped_by as "stoppedBy", s.told,
  s.relayed_1 as "relayed1", s.relayed_2 as "relayed2", s.refused, s.minute_at as "minuteAt",
  s.minute_texts as "minuteTexts", s.over_at as "overAt", s.due_at as "dueAt"`;

const WRITTEN: ReadonlyArray<Column<Session>> = [
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'bucket', type: 'smallint', of: ({ id }) => bucketOf(id) },
  { name: 'account_id', type: 'text', shared: true, of: ({ accountId }) => accountId },
  { name: 'number_1', type: 'text', of: ({ number1 }) => number1 },
  { name: 'number_2', type: 'text', of: ({ number2 }) => number2 },
  { name: 'masked_1', type: 'text', of: ({ masked1 }) => masked1 },
  { name: 'masked_2', type: 'text', of: ({ masked2 }) => masked2 },
  { name: 'code', type: 'smallint', shared: true, of: ({ code }) => code },
  { name: 'external_id', type: 'text', of: ({ externalId }) => externalId },
  { name: 'callback', type: 'json', shared: true, of: ({ callback }) => callback },
  { name: 'validity', type: 'integer', shared: true, of: ({ validity }) => validity },
  { name: 'unit', type: 'text', shared: true, of: ({ unit }) => unit },
  { name: 'opened_at', type: 'instant', shared: true, of: ({ openedAt }) => openedAt },
  { name: 'ends_at', type: 'instant', shared: true, of: ({ endsAt }) => endsAt },
  { name: 'state', type: 'text', shared: true, of: ({ state }) => state },
  { name: 'due_at', type: 'instant', shared: true, of: ({ dueAt }) => dueAt },
  { name: 'stopped_by', type: 'smallint', shared: true, of: ({ stoppedBy }) => stoppedBy },
  { name: 'told', type: 'boolean', shared: true, of: ({ told }) => told },
  { name: 'relayed_1', type: 'integer', shared: true, of: ({ relayed1 }) => relayed1 },
  { name: 'relayed_2', type: 'integer', shared: true, of: ({ relayed2 }) => relayed2 },
  { name: 'refused', type: 'integer', shared: true, of: ({ refused }) => refused },
  { name: 'minute_at', type: 'instant', shared: true, of: ({ minuteAt }) => minuteAt },
  { name: 'minute_texts', type: 'integer', shared: true, of: ({ minuteTexts }) => minuteTexts },
  { name: 'over_at', type: 'instant', shared: true, of: ({ overAt }) => overAt },
];

/** Rows of these columns, and of those that every row is found by. */
function rowsOf(...names: readonly string[]): Recordset<Session> {
  return recordset(WRITTEN.filter(({ name }) => name === 'id' || name === 'bucket' || names.includes(name)));
}

const NEW = rowsOf(
  'account_id',
  'number_1',
  'number_2',
  'masked_1',
  'masked_2',
  'code',
  'external_id',
  'callback',
  'validity',
  'unit',
  'opened_at',
  'ends_at',
  'state',
  'due_at',
);
/** What is written of a session that has changed: what it did not change is left as it is. */
export type SessionChanges = 'all' | 'by_texts' | 'by_its_end';

const BY_TEXTS = ['state', 'stopped_by', 'told', 'relayed_1', 'relayed_2', 'refused', 'minute_at', 'minute_texts'];

const CHANGED: Readonly<Record<SessionChanges, { names: readonly string[]; rows: Recordset<Session> }>> = {
  all: written(['validity', 'unit', 'ends_at', ...BY_TEXTS, 'over_at', 'due_at']),
  by_texts: written(BY_TEXTS),
  by_its_end: written(['state', 'over_at', 'due_at']),
};

function written(names: readonly string[]): { names: readonly string[]; rows: Recordset<Session> } {
  return { names, rows: rowsOf(...names) };
}

const IDS = recordset<string>([{ name: 'id', type: 'uuid', of: (id) => id }]);

export async function insertSessions(tx: Queryable, sessions: readonly Session[]): Promise<void> {
  await tx.query(
    `insert into sessions (${NEW.names}) select ${NEW.list(1)} from ${NEW.from(1)}`,
    NEW.values(sessions),
    'kept',
  );
}

/** Null when there is none. */
export async function findSession(db: Queryable, id: string): Promise<Session | null> {
  const { rows } = await db.query<Session>(
    `select ${SESSION_COLUMNS} from sessions s where ${foundBy('s.id', '$1::uuid')} and s.bucket = $2 order by s.id`,
    [id, bucketOf(id)],
    'kept',
  );
  return rows[0] ?? null;
}

/** Those that do not exist are absent. The ids are of one lane. */
export async function lockSessions(
  tx: Transaction,
  ids: readonly string[],
  buckets: Buckets,
): Promise<Map<string, Session>> {
  const { rows } = await tx.query<Session>(
    `select ${SESSION_COLUMNS} from sessions s
      where s.id = any($2::uuid[]) and ($1::smallint[] is null or s.bucket = any($1::smallint[]))
      order by s.id for update`,
    [buckets, ...IDS.values(ids)],
    'kept',
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Sessions of one lane that this transaction holds. */
export async function updateSessions(
  tx: Queryable,
  sessions: readonly Session[],
  buckets: Buckets,
  changes: SessionChanges = 'all',
): Promise<void> {
  const { names, rows } = CHANGED[changes];
  await tx.query(
    `update sessions s set ${rows.set(names, 2)} from ${rows.from(2)}
      where ${foundByBoth('s.id, s.bucket', 'r.id, r.bucket')} and s.bucket = r.bucket
        and ($1::smallint[] is null or s.bucket = any($1::smallint[]))`,
    [buckets, ...rows.values(sessions)],
    'kept',
  );
}

/** Locks what is due, as far as nobody else has it. */
export async function lockDueSessions(
  tx: Transaction,
  now: number,
  limit: number,
  buckets: Buckets,
): Promise<Session[]> {
  const { rows } = await tx.query<Session>(
    `select ${SESSION_COLUMNS} from sessions s
      where s.due_at <= $1::timestamptz and ($2::smallint[] is null or s.bucket = any($2::smallint[]))
      order by s.due_at limit $3 for update skip locked`,
    [new Date(now).toISOString(), buckets, limit],
    'kept',
  );
  return rows;
}

/** When the next session ends; null when none does. */
export async function nextSessionEnd(db: Queryable): Promise<number | null> {
  const { rows } = await db.query<{ due_at: number | null }>(
    'select min(s.due_at) as due_at from sessions s where s.due_at is not null',
    [],
    'kept',
  );
  return rows[0]?.due_at ?? null;
}
