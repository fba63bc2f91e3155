/**
 * `send_at`: when a request wants sent what it asks for (contract section 12). The same field on every operation that sends.
 *
 * 1. An instant with its zone (RFC 3339), at most 35 days ahead.
 * 2. One that has just passed counts as now: clocks differ, and a request may have been tried for a while. One that lies
 *    further back is refused: what was meant for then is not sent at another time.
 */
import { Refusal } from '../errors.ts';
import { DAY_MS, MINUTE_MS } from '../lib/durations.ts';
import { parseInstant } from '../lib/instant.ts';
import type { JsonObject } from '../lib/json.ts';
import { fieldOf } from './json-body.ts';

const NAME = 'send_at';
const FURTHEST_DAYS = 35;
/** Rule 2. */
const JUST_PASSED_MS = 5 * MINUTE_MS;
const DATE_ONLY = /^[0-9-]{10}$/;

/** Epoch milliseconds; undefined: at once. `at`: of the request. */
export function readSendAt(body: JsonObject, at: number): number | undefined {
  const value = fieldOf(body, NAME);
  if (value === null) return undefined;
  const isDay = typeof value === 'string' && DATE_ONLY.test(value);
  const sendAt = isDay ? null : parseInstant(value, 'is_refused');
  if (sendAt === null) throw invalid('a time with its zone as in RFC 3339, such as 2027-01-31T09:00:00Z');
  if (sendAt > at + FURTHEST_DAYS * DAY_MS) throw invalid(`at most ${FURTHEST_DAYS} days ahead`);
  if (sendAt < at - JUST_PASSED_MS) throw invalid('a time that lies ahead');
  return sendAt;
}

/** The same as a field of what is asked for. */
export function sendAtIn(body: JsonObject, at: number): { readonly sendAt?: number } {
  const sendAt = readSendAt(body, at);
  return sendAt === undefined ? {} : { sendAt };
}

function invalid(allowed: string): Refusal {
  return new Refusal('value_invalid', { name: NAME, allowed });
}
