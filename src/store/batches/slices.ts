/**
 * The recipients of a batch as they lie in the store: `SLICE` in a row.
 *
 * 1. A slice begins at a multiple of `SLICE`, which is part of what is stored: it does not change.
 * 2. A recipient is a list whose last nulls are left out. Where a number was erased stands null, and nothing is put there
 *    any more.
 * 3. Whoever changes a slice has locked it before it is read: what an erasure takes out does not come back.
 */
import { bucketOf } from '../../lib/ids.ts';
import { type Queryable, type Transaction, together } from '../database.ts';
import type { Buckets } from '../sql/lanes.ts';
import { recordset } from '../sql/recordset.ts';

/** Rule 1. As many as the smallest step of the worker takes (engine/batches/step-size.ts). */
export const SLICE = 40;

export interface BatchRecipient {
  /** From 0. */
  readonly place: number;
  /** Digits; empty: what stood there is no number. */
  readonly number: string;
  readonly externalId: string | null;
  readonly parameters: Readonly<Record<string, string>> | null;
  readonly messageId: string | null;
  readonly code: number | null;
  readonly reason: string | null;
}

/** What became of it. */
export type RecipientMade = Pick<BatchRecipient, 'place' | 'messageId' | 'code' | 'reason'>;

/** Rule 2: number, external id, parameters, message id, code, reason. */
type Kept = readonly [
  string,
  (string | null)?,
  (BatchRecipient['parameters'] | null)?,
  (string | null)?,
  (number | null)?,
  (string | null)?,
];

interface Slice {
  readonly place: number;
  readonly recipients: ReadonlyArray<Kept | null>;
}

interface Row extends Slice {
  readonly batchId: string;
}

const SLICES = recordset<Row>([
  { name: 'batch_id', type: 'uuid', shared: true, of: ({ batchId }) => batchId },
  { name: 'bucket', type: 'smallint', shared: true, of: ({ batchId }) => bucketOf(batchId) },
  { name: 'place', type: 'integer', of: ({ place }) => place },
  { name: 'recipients', type: 'json', of: ({ recipients }) => recipients },
]);

/**
 * In SQL: the recipients of the batch `$1`, in the bucket `$2`, in the slices that hold places from `from` up to `to`. As
 * the rows of `batch_recipients`, in no order.
 */
export function placesInSlices(from: string, to?: string): string {
  const before = to === undefined ? '' : `and s.place < ${to}`;
  return `(select s.place + o.n::int - 1 as place, o.it->>0 as number, o.it->>1 as external_id,
                 (o.it->>3)::uuid as message_id, (o.it->>4)::smallint as code, o.it->>5 as reason
            from batch_slices s, jsonb_array_elements(s.recipients) with ordinality as o(it, n)
           where s.batch_id = $1::uuid and s.bucket = $2 and s.place > ${from} - ${SLICE} ${before}
             and o.it <> 'null'::jsonb)`;
}

/** From the beginning of a slice on. Those that stand already are left as they are. */
export async function insertSlices(
  tx: Transaction,
  batchId: string,
  recipients: readonly BatchRecipient[],
): Promise<void> {
  const rows: Row[] = [];
  for (let from = 0; from < recipients.length; from += SLICE) {
    const those = recipients.slice(from, from + SLICE);
    rows.push({ batchId, place: sliceOf(those[0]?.place ?? 0), recipients: those.map(keptOf) });
  }
  const { form, values } = SLICES.fitted(rows);
  await tx.query(
    `insert into batch_slices (${SLICES.names}) select ${form.list(1)} from ${form.from(1)} on conflict do nothing`,
    values,
    'kept',
  );
}

/** From a place on, at most `limit` of whole slices, of which no message was made and which were not refused. */
export async function openInSlices(
  db: Queryable,
  batchId: string,
  from: number,
  limit: number,
): Promise<BatchRecipient[]> {
  let next = from;
  for (;;) {
    const { rows } = await db.query<Slice>(
      `select s.place, s.recipients from batch_slices s
        where s.batch_id = $1::uuid and s.bucket = $2 and s.place > $3 order by s.place limit $4`,
      [batchId, bucketOf(batchId), next - SLICE, Math.max(1, Math.floor(limit / SLICE))],
      'kept',
    );
    const open = rows.flatMap((slice) => openOf(slice, next));
    const last = rows.at(-1);
    if (open.length > 0 || !last) return open;
    next = last.place + SLICE;
  }
}

function openOf({ place: first, recipients }: Slice, from: number): BatchRecipient[] {
  const open: BatchRecipient[] = [];
  recipients.forEach((kept, index) => {
    const place = first + index;
    if (kept && place >= from && !isSettled(kept)) open.push(recipientOf(place, kept));
  });
  return open;
}

/** What has become of some; their parameters go. Resolves with the places whose number was not erased meanwhile. */
export async function writeInSlices(
  tx: Transaction,
  batchId: string,
  made: readonly RecipientMade[],
): Promise<Set<number>> {
  const byPlace = new Map(made.map((each) => [each.place, each]));
  const left = new Set<number>();
  await changeSlices(tx, batchId, [...new Set(made.map(({ place }) => sliceOf(place)))], (kept, place) => {
    const became = byPlace.get(place);
    if (!became) return kept;
    left.add(place);
    return withoutNulls([kept[0], kept[1], null, became.messageId, became.code, became.reason]);
  });
  return left;
}

/** The values of those of which no message is made go. */
export async function dropParametersInSlices(tx: Transaction, batchId: string): Promise<void> {
  const { rows } = await tx.query<{ place: number }>(
    'select s.place from batch_slices s where s.batch_id = $1::uuid and s.bucket = $2 order by s.place',
    [batchId, bucketOf(batchId)],
  );
  await changeSlices(
    tx,
    batchId,
    rows.map(({ place }) => place),
    (kept) => {
      const [number, externalId, parameters, ...became] = kept;
      return parameters ? withoutNulls([number, externalId, null, ...became]) : kept;
    },
  );
}

/** Takes the number out of the batches whose ids are from one up to the other; resolves with how many places it had. */
export async function eraseInSlices(
  tx: Transaction,
  number: string,
  [from, to]: readonly [string, string],
  buckets: Buckets,
): Promise<number> {
  const { rows } = await tx.query<{ batchId: string; place: number }>(
    `select s.batch_id as "batchId", s.place from batch_slices s
      where s.batch_id >= $1::uuid and s.batch_id < $2::uuid and position($3 in s.recipients::text) > 0
        and ($4::smallint[] is null or s.bucket = any($4::smallint[]))
      order by s.batch_id, s.place`,
    [from, to, number, buckets],
  );
  let erased = 0;
  for (const { batchId, place } of rows) {
    await changeSlices(tx, batchId, [place], (kept) => {
      if (kept[0] !== number) return kept;
      erased += 1;
      return null;
    });
  }
  return erased;
}

/** Rule 3. Those that stay the same are not written. */
async function changeSlices(
  tx: Transaction,
  batchId: string,
  places: readonly number[],
  change: (kept: Kept, place: number) => Kept | null,
): Promise<void> {
  const { rows } = await tx.query<Slice>(
    `select s.place, s.recipients from batch_slices s
      where s.batch_id = $1::uuid and s.bucket = $2 and s.place = any($3::int[]) order by s.place for update`,
    [batchId, bucketOf(batchId), places],
    'kept',
  );
  const written: Array<Promise<unknown>> = [];
  for (const { place, recipients } of rows) {
    const now = recipients.map((kept, index) => kept && change(kept, place + index));
    if (now.every((kept, index) => kept === recipients[index])) continue;
    // One by one: with all of them in one statement, its plan took longer than they do.
    const changed = tx.query(
      `update batch_slices s set recipients = $4::jsonb
        where s.batch_id = $1::uuid and s.bucket = $2 and s.place = $3`,
      [batchId, bucketOf(batchId), place, JSON.stringify(now)],
      'kept',
    );
    written.push(changed);
  }
  await together(written);
}

function sliceOf(place: number): number {
  return place - (place % SLICE);
}

function isSettled(kept: Kept): boolean {
  return (kept[3] ?? kept[4] ?? null) !== null;
}

function keptOf({ number, externalId, parameters, messageId, code, reason }: BatchRecipient): Kept {
  return withoutNulls([number, externalId, parameters, messageId, code, reason]);
}

/** Rule 2. */
function withoutNulls(kept: Kept): Kept {
  let length = kept.length;
  while (length > 1 && (kept[length - 1] ?? null) === null) length -= 1;
  return kept.slice(0, length) as unknown as Kept;
}

function recipientOf(place: number, kept: Kept): BatchRecipient {
  const [number, externalId = null, parameters = null, messageId = null, code = null, reason = null] = kept;
  return { place, number, externalId, parameters, messageId, code, reason };
}
