/**
 * Counts what an erasure of a number would find, for whoever is about to ask for one.
 *
 * 1. Only tables are counted that find a number by an index, and those that are small. What is found by reading is
 *    counted by the erasure itself, on its way (erase-others.ts).
 * 2. No kind is counted further than `COUNTED_UP_TO`: that many or more is answer enough.
 */
import { createHash } from 'node:crypto';
import type { Database, Queryable } from '../database.ts';
import type { DataSetKind } from '../phone-id/data-sets.ts';
import { type Buckets, eachLane, type Lanes } from '../sql/lanes.ts';
import { setsOf } from './erase-imported.ts';
import type { ErasedKind } from './erasures.ts';

export const COUNTED_UP_TO = 10_000;

interface Counted {
  readonly kind: ErasedKind;
  /** `$1`: the forms of the number, `$3`: the names of the sets. */
  readonly from: string;
  /** Rows of a set, of which these are looked into. */
  readonly sets?: DataSetKind;
  /** They hold its hash. */
  readonly isHashed?: true;
}

const COUNTED = [
  { kind: 'messages', from: 'messages t where t.recipient = any($1::text[])' },
  { kind: 'look_ups', from: 'look_ups t where t.number = any($1::text[])' },
  { kind: 'consents', from: 'consents t where t.number = any($1::text[])' },
  { kind: 'verified_numbers', from: 'verified_numbers t where t.number = any($1::text[])' },
  { kind: 'opt_outs', from: 'opt_outs t where t.recipient = any($1::text[])' },
  { kind: 'masking_blocks', from: 'masking_blocks t where t.number = any($1::text[])' },
  { kind: 'seats', from: 'seats t where (t.party = any($1::text[]) or t.other = any($1::text[]))' },
  { kind: 'capabilities', from: 'capabilities t where t.number = any($1::text[])' },
  {
    kind: 'deactivations',
    from: 'deactivations t where t.number = any($1::text[]) and t.set_name = any($3::text[])',
    sets: 'deactivations',
  },
  {
    kind: 'breached_numbers',
    from: 'breached_numbers t where t.hash = any($1::bytea[]) and t.set_name = any($3::text[])',
    sets: 'breaches',
    isHashed: true,
  },
  {
    kind: 'contact_records',
    from: 'contact_records t where t.number = any($1::text[]) and t.set_name = any($3::text[])',
    sets: 'contacts',
  },
] as const satisfies readonly Counted[];

export const COUNTED_KINDS = COUNTED.map(({ kind }) => kind);

export interface ErasureCount {
  readonly counts: Readonly<Partial<Record<ErasedKind, number>>>;
  /** Of the messages: not final yet. */
  readonly underWay: number;
}

/** `forms`: those in which the number is kept. */
export async function countErasure(db: Database, lanes: Lanes, forms: readonly string[]): Promise<ErasureCount> {
  const hashes = forms.map((form) => createHash('sha1').update(form).digest());
  const counts: Partial<Record<ErasedKind, number>> = {};
  let underWay = 0;
  for (const { kind, from, ...of } of COUNTED as readonly Counted[]) {
    const values = of.sets === undefined ? [] : [await setsOf(db, of.sets)];
    const question = { from, kind, asked: of.isHashed ? hashes : forms, values };
    const found = await eachLane(lanes, (buckets) => countIn(db, question, buckets));
    const sum = (name: 'count' | 'open') => found.reduce((total, each) => total + each[name], 0);
    counts[kind] = Math.min(COUNTED_UP_TO, sum('count'));
    underWay += sum('open');
  }
  return { counts, underWay: Math.min(COUNTED_UP_TO, underWay) };
}

interface Question extends Pick<Counted, 'kind' | 'from'> {
  readonly asked: readonly (string | Buffer)[];
  /** What `from` names beside it. */
  readonly values: readonly (readonly string[])[];
}

async function countIn(
  db: Queryable,
  { kind, from, asked, values }: Question,
  buckets: Buckets,
): Promise<{ count: number; open: number }> {
  const isOpen = kind === 'messages' ? 't.final_at is null' : 'false';
  const { rows } = await db.query<{ count: number; open: number }>(
    `select count(*)::int as count, (count(*) filter (where f.open))::int as open
       from (select ${isOpen} as open from ${from}
               and ($2::smallint[] is null or t.bucket = any($2::smallint[])) limit ${COUNTED_UP_TO}) f`,
    [asked, buckets, ...values],
  );
  return rows[0] ?? { count: 0, open: 0 };
}
