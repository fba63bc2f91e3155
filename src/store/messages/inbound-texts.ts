/**
 * What people sent: the parts of texts while some are missing, and the whole. Taps, files and locations are whole.
 */
import type { InboundFile } from '../../carriers/carrier.ts';
import { bucketOf, hash12 } from '../../lib/ids.ts';
import type { Queryable } from '../database.ts';
import { idRange } from '../sql/id-range.ts';
import type { Buckets } from '../sql/lanes.ts';
import { recordset } from '../sql/recordset.ts';

export interface TextPart {
  /** Carrier, sender, recipient, reference and total in one. */
  readonly key: string;
  readonly number: number;
  readonly total: number;
  /** May begin or end with half a surrogate pair, the other half of which is in the next part. */
  readonly body: string;
  /** As the carrier handed it in. */
  readonly raw: Uint8Array;
}

/** All of them, in order. */
export interface WholeParts {
  readonly texts: readonly string[];
  /** Null when the release before has kept one of them: it kept the texts alone. */
  readonly raws: readonly Uint8Array[] | null;
}

/**
 * Keeps a part and returns all of them when none is missing, else null. The row with number 0 is the lock: two parts
 * that arrive on two nodes at once see each other. A part as it came has the number of its text, but negative: the
 * release before looks at the numbers from 1 on. The parts stay until `forgetParts`, together with what becomes of the
 * whole.
 */
export async function joinPart(tx: Queryable, part: TextPart, now: number): Promise<WholeParts | null> {
  const bucket = hash12(part.key);
  const at = new Date(now).toISOString();
  await tx.query(
    `insert into inbound_parts as p (text_key, number, bucket, body, received_at) values ($1, 0, $2, '', $3)
     on conflict (text_key, number, bucket) do update set body = p.body`,
    [part.key, bucket, at],
  );
  await tx.query(
    `insert into inbound_parts (text_key, number, bucket, body, received_at)
     values ($1, $2, $3, $4, $5), ($1, -$2::smallint, $3, $6, $5)
     on conflict do nothing`,
    [part.key, part.number, bucket, asJson(part.body), at, Buffer.from(part.raw).toString('base64')],
  );
  const { rows } = await tx.query<{ number: number; body: string }>(
    `select p.number, p.body from inbound_parts p
      where p.text_key = $1 and p.bucket = $2 and p.number <> 0 order by abs(p.number)`,
    [part.key, bucket],
  );
  const texts = rows.filter(({ number }) => number > 0).map(({ body }) => fromJson(body));
  const raws = rows.filter(({ number }) => number < 0).map(({ body }) => Buffer.from(body, 'base64'));
  if (texts.length < part.total) return null;
  return { texts, raws: raws.length === texts.length ? raws : null };
}

export async function forgetParts(tx: Queryable, key: string): Promise<void> {
  await tx.query('delete from inbound_parts p where p.text_key = $1 and p.bucket = $2', [key, hash12(key)]);
}

/** What there is of a text whose parts never all came. */
export interface IncompleteText {
  readonly carrier: string;
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

/** Takes a text whose parts never all came: what is there, in order. Null when nothing is that old. */
export async function takeIncompleteText(
  tx: Queryable,
  olderThan: number,
): Promise<{ readonly key: string; readonly body: string } | null> {
  const before = new Date(olderThan).toISOString();
  const { rows } = await tx.query<{ text_key: string; bucket: number }>(
    'select p.text_key, p.bucket from inbound_parts p where p.received_at < $1 and p.number = 0 limit 1',
    [before],
  );
  const found = rows[0];
  if (!found) return null;
  const taken = await tx.query<{ number: number; body: string }>(
    'delete from inbound_parts p where p.text_key = $1 and p.bucket = $2 returning p.number, p.body',
    [found.text_key, found.bucket],
  );
  const parts = taken.rows.filter((row) => row.number > 0).sort((a, b) => a.number - b.number);
  const whole = parts.map((row) => fromJson(row.body)).join('');
  // Half a pair whose other half never came goes.
  return { key: found.text_key, body: Buffer.from(whole).toString('utf8') };
}

export type InboundKind = 'text' | 'tap' | 'file' | 'location';

/** What a tap, a file or a location says beside its text. */
export interface InboundDetails {
  readonly payload?: string;
  /** The message whose button was pressed; null: nobody knows it. */
  readonly pressed?: string | null;
  readonly file?: InboundFile;
  readonly latitude?: number;
  readonly longitude?: number;
}

export interface InboundText {
  readonly id: string;
  readonly carrier: string;
  readonly channel: string;
  readonly sender: string;
  readonly recipient: string;
  readonly accountId: string | null;
  readonly body: string;
  readonly meaning: 'stop' | 'start' | 'help' | 'other' | 'incomplete';
  readonly receivedAt: number;
  /** Default: a text. */
  readonly kind?: InboundKind;
  readonly details?: InboundDetails | null;
  /** The word that it consists of, where that has a meaning. */
  readonly keyword?: string;
  /** In the list of the account; absent: it stands in none. */
  readonly place?: string | null;
  /** Of the callback that tells of it (inbound-lines.ts); absent: nobody is told. */
  readonly lineId?: string | null;
}

const NEW_TEXTS = recordset<InboundText>([
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'bucket', type: 'smallint', of: ({ id }) => bucketOf(id) },
  { name: 'carrier', type: 'text', of: ({ carrier }) => carrier },
  { name: 'channel', type: 'text', of: ({ channel }) => channel },
  { name: 'sender', type: 'text', of: ({ sender }) => sender },
  { name: 'recipient', type: 'text', of: ({ recipient }) => recipient },
  { name: 'account_id', type: 'text', of: ({ accountId }) => accountId },
  { name: 'body', type: 'text', of: ({ body }) => body },
  { name: 'meaning', type: 'text', of: ({ meaning }) => meaning },
  { name: 'received_at', type: 'instant', of: ({ receivedAt }) => receivedAt },
  { name: 'kind', type: 'text', shared: true, of: ({ kind }) => kind ?? 'text' },
  { name: 'details', type: 'json', shared: true, of: ({ details }) => details },
  { name: 'keyword', type: 'text', shared: true, of: ({ keyword }) => keyword ?? '' },
  { name: 'place', type: 'uuid', shared: true, of: ({ place }) => place },
  { name: 'line_id', type: 'uuid', shared: true, of: ({ lineId }) => lineId },
]);

/** One that is kept already stays as it is. */
export async function insertInboundTexts(tx: Queryable, texts: readonly InboundText[]): Promise<void> {
  await tx.query(
    `insert into inbound_texts (${NEW_TEXTS.names}) select ${NEW_TEXTS.list(1)} from ${NEW_TEXTS.from(1)}
     on conflict do nothing returning id`,
    NEW_TEXTS.values(texts),
    'kept',
  );
}

/** Fails when one is kept already. */
export async function insertNewInboundTexts(tx: Queryable, texts: readonly InboundText[]): Promise<void> {
  const { form, values } = NEW_TEXTS.fitted(texts);
  await tx.query(
    `insert into inbound_texts (${NEW_TEXTS.names}) select ${form.list(1)} from ${form.from(1)}`,
    values,
    'kept',
  );
}

/** Of these, which are kept. */
export async function keptAmong(tx: Queryable, ids: readonly string[], buckets: Buckets): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await tx.query<{ id: string }>(
    `select t.id from inbound_texts t
      where t.id = any($1::uuid[]) and t.id >= $2::uuid and t.id <= $3::uuid
        and ($4::smallint[] is null or t.bucket = any($4::smallint[]))`,
    [ids, ...idRange(ids), buckets],
  );
  return new Set(rows.map(({ id }) => id));
}

/** JSON escapes half a surrogate pair, which UTF-8 cannot hold. */
function asJson(text: string): string {
  return JSON.stringify(text);
}

function fromJson(json: string): string {
  return JSON.parse(json) as string;
}
