/**
 * The statements on look-ups and on the consents that came with them.
 */
import { bucketOf } from '../../lib/ids.ts';
import type { Queryable } from '../database.ts';
import { recordset } from '../sql/recordset.ts';

/** Where the answer to one add-on came from. */
export interface Evidence {
  readonly add_on: string;
  readonly code: number;
  /** The source that decided; null when none was asked. */
  readonly source: string | null;
  /** RFC 3339: when the source said it. */
  readonly fetched_at: string | null;
  /** How old that was when it was answered. */
  readonly age_ms: number | null;
  readonly took_ms: number;
  /** What the sources asked for it have cost together; absent where a release before has recorded it. */
  readonly cost?: number;
  /** Sources asked before, with what they said. */
  readonly tried: ReadonlyArray<{ readonly source: string; readonly said: string }>;
}

export interface Consent {
  readonly method: string;
  readonly consentedAt: number | null;
  readonly addOns: readonly string[];
}

export interface LookUp {
  readonly id: string;
  readonly accountId: string;
  readonly number: string;
  /** ISO 3166 alpha-2; '' when its code belongs to no country. */
  readonly country: string;
  readonly externalId: string | null;
  readonly status: number;
  /** The body of the answer, JSON. */
  readonly answer: string;
  readonly evidence: readonly Evidence[];
  readonly consent: Consent | null;
  readonly createdAt: number;
}

const LOOK_UPS = recordset<LookUp>([
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'bucket', type: 'smallint', of: ({ id }) => bucketOf(id) },
  { name: 'account_id', type: 'text', of: ({ accountId }) => accountId, shared: true },
  { name: 'number', type: 'text', of: ({ number }) => number },
  { name: 'country', type: 'text', of: ({ country }) => country, shared: true },
  { name: 'external_id', type: 'text', of: ({ externalId }) => externalId, shared: true },
  { name: 'status', type: 'smallint', of: ({ status }) => status, shared: true },
  { name: 'answer', type: 'text', of: ({ answer }) => answer },
  { name: 'evidence', type: 'json', of: ({ evidence }) => evidence, shared: true },
  { name: 'created_at', type: 'instant', of: ({ createdAt }) => createdAt },
]);

/** All rows are of one lane. None of them is there: a look-up whose COMMIT is in doubt is refused and not tried again. */
export async function insertLookUps(db: Queryable, lookUps: readonly LookUp[]): Promise<void> {
  const { form, values } = LOOK_UPS.fitted(lookUps);
  await db.query(
    `insert into look_ups (${LOOK_UPS.names}) select ${form.list(1)} from ${form.from(1)}`,
    values,
    'kept',
  );
}

interface NewConsent extends Consent {
  readonly of: LookUp;
}

const CONSENTS = recordset<NewConsent>([
  { name: 'look_up_id', type: 'uuid', of: ({ of }) => of.id },
  { name: 'bucket', type: 'smallint', of: ({ of }) => bucketOf(of.id) },
  { name: 'account_id', type: 'text', of: ({ of }) => of.accountId },
  { name: 'number', type: 'text', of: ({ of }) => of.number },
  { name: 'method', type: 'text', of: ({ method }) => method },
  { name: 'consented_at', type: 'instant', of: ({ consentedAt }) => consentedAt },
  { name: 'add_ons', type: 'texts', of: ({ addOns }) => addOns },
  { name: 'asked_at', type: 'instant', of: ({ of }) => of.createdAt },
]);

/** The consents of those look-ups that brought one. */
export async function insertConsents(tx: Queryable, lookUps: readonly LookUp[]): Promise<void> {
  const consents = lookUps.flatMap((of) => (of.consent ? [{ ...of.consent, of }] : []));
  if (consents.length === 0) return;
  await tx.query(
    `insert into consents (${CONSENTS.names}) select ${CONSENTS.list(1)} from ${CONSENTS.from(1)} on conflict do nothing`,
    CONSENTS.values(consents),
    'kept',
  );
}

export interface StoredLookUp {
  readonly id: string;
  readonly accountId: string;
  readonly number: string;
  readonly externalId: string | null;
  readonly status: number;
  /** JSON. */
  readonly answer: string;
  readonly evidence: readonly Evidence[];
  readonly createdAt: number;
}

export const LOOK_UP_COLUMNS = `l.id, l.account_id as "accountId", l.number, l.external_id as "externalId", l.status, l.answer,
  l.evidence, l.created_at as "createdAt"`;

export async function findLookUp(db: Queryable, id: string): Promise<StoredLookUp | null> {
  const { rows } = await db.query<StoredLookUp>(
    `select ${LOOK_UP_COLUMNS} from look_ups l where l.id = $1::uuid and l.bucket = $2`,
    [id, bucketOf(id)],
  );
  return rows[0] ?? null;
}
