/**
 * Finds attempts by what a carrier knows of them: the id that it was given, or the number that it delivers to.
 */
import { MOST_ATTEMPTS } from '../../carriers/channels.ts';
import type { Part } from '../../engine/message/message.ts';
import { bucketOf, messageIdOf } from '../../lib/ids.ts';
import { formsOf } from '../../lib/phone-number.ts';
import type { Queryable } from '../database.ts';
import { daysOf, foundBy, foundByBoth, idRange } from '../sql/id-range.ts';
import { recordset } from '../sql/recordset.ts';

export interface AttemptPlace {
  readonly messageId: string;
  readonly n: number;
}

const PLACES = recordset<AttemptPlace>([
  { name: 'message_id', type: 'uuid', of: ({ messageId }) => messageId },
  { name: 'n', type: 'smallint', of: ({ n }) => n },
  { name: 'bucket', type: 'smallint', of: ({ messageId }) => bucketOf(messageId) },
]);

/** The messages behind attempt ids that a carrier names (RBM). Unknown ids are absent from the answer. */
export async function findAttempts(db: Queryable, attemptIds: readonly string[]): Promise<Map<string, AttemptPlace>> {
  const guesses = guessPlaces(attemptIds);
  const { rows } = await db.query<{ id: string; message_id: string; n: number }>(
    `select a.id, a.message_id, a.n from attempts a
       join ${PLACES.from(3)} on ${foundBy('a.message_id', 'r.message_id')} and a.n = r.n and a.bucket = r.bucket
      where ${daysOf('a.message_id', '$1::uuid', '$2::uuid')}`,
    [...idRange(guesses.map(({ messageId }) => messageId)), ...PLACES.values(guesses)],
    'kept',
  );
  return new Map(rows.map((row) => [row.id, { messageId: row.message_id, n: row.n }]));
}

export interface CancelledAttempt {
  readonly attemptId: string;
  readonly recipient: string;
}

/** Of these attempts those that are still under way though their message was cancelled. */
export async function findCancelled(
  db: Queryable,
  attemptIds: readonly string[],
): Promise<readonly CancelledAttempt[]> {
  const guesses = guessPlaces(attemptIds);
  const { rows } = await db.query<CancelledAttempt>(
    `select a.id as "attemptId", m.recipient from attempts a
       join ${PLACES.from(3)} on ${foundBy('a.message_id', 'r.message_id')} and a.n = r.n and a.bucket = r.bucket
       join messages m on ${foundByBoth('m.id, m.bucket', 'r.message_id, r.bucket')} and m.bucket = a.bucket
      where ${daysOf('a.message_id', '$1::uuid', '$2::uuid')} and ${daysOf('m.id', '$1::uuid', '$2::uuid')}
        and a.state = 'sending' and a.parts @> '[{"cancelled": true}]'`,
    [...idRange(guesses.map(({ messageId }) => messageId)), ...PLACES.values(guesses)],
    'kept',
  );
  const asked = new Set(attemptIds);
  return rows.filter(({ attemptId }) => asked.has(attemptId));
}

/** Each could be any attempt of some message. */
function guessPlaces(attemptIds: readonly string[]): AttemptPlace[] {
  return attemptIds.flatMap((id) =>
    Array.from({ length: MOST_ATTEMPTS }, (_, index) => ({ messageId: messageIdOf(id, index + 1), n: index + 1 })),
  );
}

/**
 * The one attempt in doubt at these carriers for this recipient, of a message that is final: what a receipt can be about
 * that no answer names. Null when there is none, and when there is more than one, whatever has become of them.
 */
export async function findPartInDoubt(
  db: Queryable,
  question: {
    readonly carriers: readonly string[];
    readonly to: string;
    /** The sender in each form that the receipt may mean; empty: it does not say. */
    readonly from: readonly string[];
  },
): Promise<(AttemptPlace & { readonly part: number }) | null> {
  const { rows } = await db.query<{ message_id: string; n: number; parts: Part[]; is_final: boolean }>(
    `select a.message_id, a.n, a.parts, m.final_at is not null as is_final from attempts a
       join messages m on m.id = a.message_id and m.bucket = a.bucket
      where a.doubtful_carrier = any($1::text[]) and m.recipient = any($2::text[])
        and (cardinality($3::text[]) = 0 or a.sender is null or a.sender = any($3::text[]))
      limit 2`,
    [question.carriers, formsOf(question.to), question.from],
  );
  const [row] = rows;
  if (row === undefined || rows.length > 1 || !row.is_final) return null;
  const part = row.parts.findIndex((each) => each.inDoubt === true);
  return part < 0 ? null : { messageId: row.message_id, n: row.n, part };
}
