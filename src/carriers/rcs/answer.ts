/**
 * What an HTTP answer of RBM means for a message. Pure.
 *
 *   2xx  accepted: kept by RBM for delivery, also when the recipient is off line
 *   409  accepted: the id was used before, so it has the message
 *   404  not_reachable: no RCS, or the agent is not launched with the recipient's carrier
 *   400, 403 and other 4xx  refused
 *   401  temporary, after the token was renewed once in vain
 *   429  busy
 *   408, 5xx  unknown: it may have been taken before the fault
 *
 * 1. The reason holds the status, RBM's own error code and its words, shortened, with long runs of digits masked.
 */
import type { ExchangeAnswer } from '../../lib/http-exchange.ts';
import { asJsonObject, type JsonObject, parseJsonObject } from '../../lib/json.ts';
import { maskNumber } from '../../lib/log.ts';
import type { Outcome } from '../carrier.ts';

const LONGEST_REASON = 200;
/** A longer wait than this is not taken from the peer, so that a mistaken header does not stop an agent for a day. */
const LONGEST_RETRY_AFTER_MS = 600_000;

/** `messageId` is our id of the message; `pausedForMs` is how long the agent pauses, read for 429 only. */
export function outcomeOf(answer: ExchangeAnswer, messageId: string, pausedForMs: number): Outcome {
  const { status } = answer;
  const reason = reasonOf(answer);
  // No keys: reports name the message by our own id.
  if (status >= 200 && status < 300) return { kind: 'accepted', remoteId: remoteIdOf(answer) || messageId, keys: [] };
  if (status === 409) return { kind: 'accepted', remoteId: messageId, keys: [] };
  if (status === 404) return { kind: 'rejected', why: 'not_reachable', reason };
  if (status === 401) return { kind: 'retry_later', why: 'temporary', reason };
  if (status === 429) return { kind: 'retry_later', why: 'busy', afterMs: pausedForMs, reason };
  if (status === 408 || status >= 500) return { kind: 'unknown', reason };
  return { kind: 'rejected', why: 'refused', reason };
}

/** `name` of the message that RBM made: `phones/+1555…/agentMessages/UUID`; its last part is the id. */
function remoteIdOf(answer: ExchangeAnswer): string {
  const name = parseJsonObject(answer.body)?.name;
  return typeof name === 'string' ? (name.split('/').at(-1) ?? '').slice(0, 100) : '';
}

/** E.g. `403 PERMISSION_DENIED: agent not launched`. */
export function reasonOf(answer: ExchangeAnswer): string {
  const code = errorCodeOf(answer);
  const words = errorOf(answer).message;
  const text = typeof words === 'string' && words !== '' ? `${code}: ${words}` : code;
  return text.replace(/\d{6,}/g, (digits) => maskNumber(digits)).slice(0, LONGEST_REASON);
}

/** E.g. `403 PERMISSION_DENIED`: safe for the log, since it holds no words about the message. */
export function errorCodeOf(answer: ExchangeAnswer): string {
  const { status } = errorOf(answer);
  return typeof status === 'string' && /^[A-Z_]{1,40}$/.test(status)
    ? `${answer.status} ${status}`
    : `${answer.status}`;
}

/** google.rpc.Status as the API gives it: `{"error": {"code", "message", "status"}}`. */
function errorOf(answer: ExchangeAnswer): JsonObject {
  return asJsonObject(parseJsonObject(answer.body)?.error) ?? {};
}

/** `Retry-After` in either form of RFC 9110, 10.2.3, or null; `at` is wall time. */
export function retryAfterMs(answer: ExchangeAnswer, at: number): number | null {
  const header = answer.headers['retry-after']?.trim();
  if (header === undefined) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - at;
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), LONGEST_RETRY_AFTER_MS) : null;
}

/** Whether a capability answer says that the device shows all of `needed`; null when the answer says nothing. */
export function hasFeatures(answer: ExchangeAnswer, needed: readonly string[]): boolean | null {
  const features = parseJsonObject(answer.body)?.features;
  if (answer.status !== 200 || !Array.isArray(features)) return null;
  return needed.every((feature) => features.includes(feature));
}
