/**
 * The audit log: entries in a chain (lib/audit-chain.ts), and its head.
 *
 * 1. Whoever appends locks the head first, so that entries of all nodes come one after the other. All of it lies in one
 *    bucket: there is one chain.
 * 2. The head is proven with a key that does not lie in the database in the clear. Who writes in the database can take
 *    entries away, and cannot make a head that fits.
 * 3. Where the head and the entries do not fit, the log goes on, and its next entry says so: operators are not locked
 *    out, and what happened stays visible.
 * 4. What is let go at the beginning is remembered in the head by its last place and hash.
 * 5. A body is searched as the text that was hashed: also one that somebody has damaged is found, and nothing fails by it.
 *    A list, and a step of an export, look through so many entries for a page, whatever it is to find; one may be empty
 *    and go on.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type AuditEvent, BROKEN_ACTION, type ChainedEntry, chain, type Link, NO_LINK } from '../../lib/audit-chain.ts';
import { hash12 } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { Database, Queryable } from '../database.ts';

export interface AuditHead {
  readonly end: Link;
  /** Of the newest entry that was let go. */
  readonly from: Link;
  /** Rule 2. */
  readonly isProven: boolean;
}

export interface AuditRow extends ChainedEntry {
  readonly at: number;
  readonly actor: string;
  readonly account: string | null;
}

const NAME = 'audit';
const BUCKET = hash12(NAME);
const AT_ONCE = 1_000;

/** Resolves with the place of the entry, once it is durable. */
export async function appendAudit(db: Database, key: Buffer, event: AuditEvent): Promise<number> {
  return db.transaction(async (tx) => {
    const head = await lockHead(tx, key);
    const last = await lastEntry(tx);
    const fits =
      head.isProven && (last ?? head.from).seq === head.end.seq && (last ?? head.from).hash === head.end.hash;
    const before = fits ? head.end : await sayBroken(tx, { head, last, at: event.at });
    const entry = await insertEntry(tx, before, event);
    await writeHead(tx, key, { end: entry, from: head.from });
    return entry.seq;
  });
}

/** Rule 3. Resolves with the place where the log goes on. */
async function sayBroken(
  tx: Queryable,
  { head, last, at }: { readonly head: AuditHead; readonly last: Link | null; readonly at: number },
): Promise<Link> {
  const newest = last !== null && last.seq >= head.end.seq ? last : head.end;
  const target = { head: String(head.end.seq), proven: String(head.isProven), newest: String(last?.seq ?? 0) };
  return insertEntry(tx, newest, { at, actor: 'gateway', action: BROKEN_ACTION, target });
}

async function insertEntry(tx: Queryable, previous: Link, event: AuditEvent): Promise<ChainedEntry> {
  const { seq, body, hash } = chain(previous, event);
  await tx.query(
    `insert into audit_entries (seq, bucket, at, actor, account_id, body, hash)
     values ($1, $2, $3::timestamptz, $4, $5, $6, $7)`,
    [seq, BUCKET, iso(event.at), event.actor, event.account ?? null, body, Buffer.from(hash, 'hex')],
  );
  return { seq, body, hash };
}

/** Without it, the log begins. */
async function lockHead(tx: Queryable, key: Buffer): Promise<AuditHead> {
  await tx.query(
    `insert into audit_heads (name, bucket, seq, hash, from_seq, from_hash, proof) values ($1, $2, 0, '', 0, '', $3)
     on conflict do nothing`,
    [NAME, BUCKET, proofOf(key, { end: NO_LINK, from: NO_LINK })],
  );
  const { rows } = await tx.query<HeadRow>(
    `select h.seq, h.hash, h.from_seq, h.from_hash, h.proof from audit_heads h
      where h.name = $1 and h.bucket = $2 for update`,
    [NAME, BUCKET],
  );
  return headOf(rows[0], key);
}

async function writeHead(tx: Queryable, key: Buffer, links: Pick<AuditHead, 'end' | 'from'>): Promise<void> {
  const { end, from } = links;
  await tx.query(
    `update audit_heads h set seq = $3, hash = $4, from_seq = $5, from_hash = $6, proof = $7
      where h.name = $1 and h.bucket = $2`,
    [NAME, BUCKET, end.seq, Buffer.from(end.hash, 'hex'), from.seq, Buffer.from(from.hash, 'hex'), proofOf(key, links)],
  );
}

export async function readAuditHead(db: Queryable, key: Buffer): Promise<AuditHead> {
  const { rows } = await db.query<HeadRow>(
    `select h.seq, h.hash, h.from_seq, h.from_hash, h.proof from audit_heads h where h.name = $1 and h.bucket = $2`,
    [NAME, BUCKET],
  );
  return headOf(rows[0], key);
}

interface HeadRow {
  readonly seq: number;
  readonly hash: Buffer;
  readonly from_seq: number;
  readonly from_hash: Buffer;
  readonly proof: Buffer;
}

/** No head: nothing has ever been written, or somebody took it away; entries tell the two apart. */
function headOf(row: HeadRow | undefined, key: Buffer): AuditHead {
  if (!row) return { end: NO_LINK, from: NO_LINK, isProven: true };
  const end = { seq: row.seq, hash: row.hash.toString('hex') };
  const from = { seq: row.from_seq, hash: row.from_hash.toString('hex') };
  const proof = proofOf(key, { end, from });
  return { end, from, isProven: proof.length === row.proof.length && timingSafeEqual(proof, row.proof) };
}

function proofOf(key: Buffer, { end, from }: Pick<AuditHead, 'end' | 'from'>): Buffer {
  const text = `audit head ${end.seq} ${end.hash} ${from.seq} ${from.hash}`;
  return createHmac('sha256', key).update(text).digest();
}

async function lastEntry(db: Queryable): Promise<Link | null> {
  const { rows } = await db.query<{ seq: number; hash: Buffer }>(
    'select e.seq, e.hash from audit_entries e where e.bucket = $1 order by e.seq desc limit 1',
    [BUCKET],
  );
  const [row] = rows;
  return row ? { seq: row.seq, hash: row.hash.toString('hex') } : null;
}

/** In the order of their places. */
export async function readAudit(
  db: Queryable,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<AuditRow[]> {
  const { rows } = await db.query<StoredRow>(
    `select ${COLUMNS} from audit_entries e where e.bucket = $1 and e.seq > $2 order by e.seq limit $3`,
    [BUCKET, after, limit],
  );
  return rows.map(rowOf);
}

export interface FoundAudit {
  readonly entry: AuditRow;
  /** What tells how it ended: of what is under way there is none yet. */
  readonly end: AuditRow | null;
  /** The places beside it that have an entry. */
  readonly before: number | null;
  readonly after: number | null;
}

/** The entry in a place. */
export async function findAudit(db: Queryable, seq: number): Promise<FoundAudit | null> {
  const { rows } = await db.query<StoredRow>(
    `select ${COLUMNS} from audit_entries e
      where e.bucket = $1 and e.seq >= $2 and e.seq <= $3 and (e.seq = $2 or position($4::text in e.body) > 0)
      order by e.seq limit 2`,
    [BUCKET, seq, seq + ENDS_WITHIN, `"of":${seq},"status":`],
  );
  const [entry, end] = rows.map(rowOf);
  return entry?.seq === seq ? { entry, end: end ?? null, ...(await neighboursOf(db, seq)) } : null;
}

async function neighboursOf(db: Queryable, seq: number): Promise<Pick<FoundAudit, 'before' | 'after'>> {
  const { rows } = await db.query<Pick<FoundAudit, 'before' | 'after'>>(
    `select (select max(e.seq) from audit_entries e where e.bucket = $1 and e.seq < $2) as before,
            (select min(e.seq) from audit_entries e where e.bucket = $1 and e.seq > $2) as after`,
    [BUCKET, seq],
  );
  return rows[0] ?? { before: null, after: null };
}

/** So many others may have been written while something was done. */
const ENDS_WITHIN = 10_000;

export interface AuditFilter {
  readonly actor?: string | undefined;
  readonly account?: string | undefined;
  /** In full. */
  readonly action?: string | undefined;
  /** What stands in some field, in full. */
  readonly names?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Which entries, in `$1` to `$7`: those of a time, which an index finds; and of these those that say what is asked for. */
const OF_A_TIME = `e.bucket = $1 and ($4::timestamptz is null or e.at >= $4::timestamptz)
  and ($5::timestamptz is null or e.at < $5::timestamptz)`;
const SAID = `($2::text is null or e.actor = $2) and ($3::text is null or e.account_id = $3)
  and ($6::text is null or position($6::text in e.body) > 0) and ($7::text is null or position($7::text in e.body) > 0)`;

function chosen({ actor, account, from, to, action, names }: AuditFilter): readonly unknown[] {
  const said = [
    action === undefined ? null : `,"action":${JSON.stringify(action)},`,
    names === undefined ? null : `:${JSON.stringify(names)}`,
  ];
  return [BUCKET, actor ?? null, account ?? null, isoOrNull(from), isoOrNull(to), ...said];
}

export interface AuditPage {
  readonly rows: readonly AuditRow[];
  /** Where it goes on when `limit` was not reached; null: all have been looked through. */
  readonly lookedTo: number | null;
}

/** So many are looked through for a page (rule 5). */
export const LOOKED_THROUGH = 50_000;

/** Of those that are chosen, in the order of their places, behind `after`. */
export async function readChosenAudit(
  db: Queryable,
  filter: AuditFilter,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<AuditPage> {
  const looked = `from audit_entries e where ${OF_A_TIME} and e.seq > $8::bigint order by e.seq limit $9`;
  const values = [...chosen(filter), after, LOOKED_THROUGH];
  const { rows } = await db.query<StoredRow>(
    `select ${COLUMNS} from (select ${COLUMNS} ${looked}) e where ${SAID} order by e.seq limit $10`,
    [...values, limit],
  );
  return { rows: rows.map(rowOf), lookedTo: rows.length < limit ? await edgeOf('max', db, looked, values) : null };
}

/** Newest first, those before `before`: one more than `limit` where there is one. */
export async function listAudit(
  db: Queryable,
  filter: AuditFilter,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<AuditPage> {
  const looked = `from audit_entries e where ${OF_A_TIME} and ($8::bigint is null or e.seq < $8::bigint)
    order by e.seq desc limit $9`;
  const values = [...chosen(filter), before ?? null, LOOKED_THROUGH];
  const { rows } = await db.query<StoredRow>(
    `select ${COLUMNS} from (select ${COLUMNS} ${looked}) e where ${SAID} order by e.seq desc limit $10`,
    [...values, limit + 1],
  );
  const { actor, account, action, names } = filter;
  const isCut = rows.length <= limit && [actor, account, action, names].some((each) => each !== undefined);
  return { rows: rows.map(rowOf), lookedTo: isCut ? await edgeOf('min', db, looked, values) : null };
}

/** How far was looked; null: to the end. */
async function edgeOf(
  edge: 'min' | 'max',
  db: Queryable,
  looked: string,
  values: readonly unknown[],
): Promise<number | null> {
  const { rows } = await db.query<{ place: number | null; count: number }>(
    `select ${edge}(e.seq) as place, count(*)::int as count
       from (select e.seq, $2::text, $3::text, $6::text, $7::text ${looked}) e`,
    values,
  );
  const [found] = rows;
  return found !== undefined && found.count >= LOOKED_THROUGH ? found.place : null;
}

/** Rule 4. Lets go of what was written before `before`, but for the newest entry. How many there were. */
export async function forgetAudit(db: Database, key: Buffer, before: number, now: number): Promise<number> {
  for (let forgotten = 0; ; forgotten += AT_ONCE) {
    const count = await db.transaction((tx) => forgetSome(tx, key, before, now));
    if (count < AT_ONCE) return forgotten + count;
  }
}

async function forgetSome(tx: Queryable, key: Buffer, before: number, now: number): Promise<number> {
  const head = await lockHead(tx, key);
  const { rows } = await tx.query<StoredRow>(
    `select ${COLUMNS} from audit_entries e where e.bucket = $1 and e.seq > $2 order by e.seq limit $3`,
    [BUCKET, head.from.seq, AT_ONCE],
  );
  const firstYoung = rows.findIndex(({ at, seq }) => at >= before || seq >= head.end.seq);
  const old = firstYoung === -1 ? rows : rows.slice(0, firstYoung);
  const last = old.at(-1);
  // What does not fit is left as it is: it is evidence.
  if (!last || !head.isProven) return 0;
  const from = { seq: last.seq, hash: last.hash.toString('hex') };
  const target = { up_to: String(from.seq), hash: from.hash };
  const entry = await insertEntry(tx, head.end, { at: now, actor: 'gateway', action: 'log shortened', target });
  await tx.query('delete from audit_entries e where e.bucket = $1 and e.seq <= $2', [BUCKET, from.seq]);
  await writeHead(tx, key, { end: entry, from });
  return old.length;
}

const COLUMNS = 'e.seq, e.at, e.actor, e.account_id, e.body, e.hash';

interface StoredRow {
  readonly seq: number;
  readonly at: number;
  readonly actor: string;
  readonly account_id: string | null;
  readonly body: string;
  readonly hash: Buffer;
}

function rowOf({ seq, at, actor, account_id: account, body, hash }: StoredRow): AuditRow {
  return { seq, at, actor, account, body, hash: hash.toString('hex') };
}

function isoOrNull(at: number | undefined): string | null {
  return at === undefined ? null : iso(at);
}
