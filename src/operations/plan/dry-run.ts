/**
 * Whether a request asks for a plan of what it would do, in place of doing it (`dry_run`).
 *
 * 1. It is read before an idempotency key is looked at: a dry run has no part in its key. It neither claims one nor gives
 *    again what a key has brought, so that the real request under the same key is a first one.
 * 2. A body that cannot be read asks for nothing: whoever carries it out says what is wrong with it.
 */
import { Refusal } from '../../errors.ts';
import type { JsonObject } from '../../lib/json.ts';
import { fieldOf } from '../json-body.ts';
import type { OperationRequest } from '../operation.ts';
import { readFields } from '../request-body.ts';

const NAME = 'dry_run';

/** `dry_run`: true or false, in a form as text. */
export function isDryRun(body: JsonObject): boolean {
  const value = fieldOf(body, NAME);
  if (value === null || value === '' || value === false || value === 'false') return false;
  if (value === true || value === 'true') return true;
  throw new Refusal('value_invalid', { name: NAME, allowed: 'true or false' });
}

/** An escape may stand for any letter of the name; what has none of these says it nowhere. */
export function mayNameDryRun(body: Buffer): boolean {
  return body.includes(NAME) || body.includes('\\u') || body.includes('%');
}

/** Rule 1. */
export function asksForPlan({ contentType, body }: Pick<OperationRequest, 'contentType' | 'body'>): boolean {
  if (!mayNameDryRun(body)) return false;
  try {
    return isDryRun(readFields({ contentType, body }));
  } catch {
    return false;
  }
}
