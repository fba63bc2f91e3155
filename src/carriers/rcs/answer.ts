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
 *   2xx as a page  unknown: something in between has answered, and not RBM
 *
 * 1. The reason holds the status, RBM's own error code and its words, shortened, with long runs of digits masked.
 */
import type { ExchangeAnswer } from '../../lib/http-exchange.ts';
import { asJsonObject, type JsonObject, parseJsonObject } from '../../lib/json.ts';
import { maskNumber } from '../../lib/log.ts';
import { retryAfterMs } from '../../lib/retry-after.ts';
import { storable } from '../../lib/storable.ts';
import type { Capability } from '../capability.ts';
import type { Outcome } from '../carrier.ts';

const LONGEST_REASON = 200;
const LONGEST_ID = 100;
/** A longer wait than this is not taken from the peer, so that a mistaken header does not stop an agent for a day. */
const LONGEST_RETRY_AFTER_MS = 600_000;

/** `messageId` is our id of the message; `pausedForMs` is how long the agent pauses, read for 429 only. */
export function outcomeOf(answer: ExchangeAnswer, messageId: string, pausedForMs: number): Outcome {
  const { status } = answer;
  const reason = reasonOf(answer);
  if (status < 300 && isPage(answer)) return { kind: 'unknown', reason: `${reason}, a page in place of an answer` };
  // No keys: reports name the message by our own id.
  if (status >= 200 && status < 300) return { kind: 'accepted', remoteId: remoteIdOf(answer) || messageId, keys: [] };
  if (status === 409) return { kind: 'accepted', remoteId: messageId, keys: [] };
  if (status === 404) return { kind: 'rejected', why: 'not_reachable', reason };
  if (status === 401) return { kind: 'retry_later', why: 'temporary', reason };
  if (status === 429) return { kind: 'retry_later', why: 'busy', afterMs: pausedForMs, reason };
  if (status === 408 || status >= 500) return { kind: 'unknown', reason };
  return { kind: 'rejected', why: 'refused', reason };
}

/** HTML, which RBM never answers: a proxy in between does, with any status. */
export function isPage({ headers }: ExchangeAnswer): boolean {
  return /^text\/html\b/i.test(headers['content-type'] ?? '');
}

/** `name` of the message that RBM made: `phones/+1555…/agentMessages/UUID`; its last part is the id. */
function remoteIdOf(answer: ExchangeAnswer): string {
  const name = parseJsonObject(answer.body)?.name;
  return typeof name === 'string' ? storable((name.split('/').at(-1) ?? '').slice(0, LONGEST_ID)) : '';
}

/** E.g. `403 PERMISSION_DENIED: agent not launched`. */
export function reasonOf(answer: ExchangeAnswer): string {
  const code = errorCodeOf(answer);
  const words = errorOf(answer).message;
  const text = typeof words === 'string' && words !== '' ? `${code}: ${words}` : code;
  return storable(text.replace(/\d{6,}/g, (digits) => maskNumber(digits)).slice(0, LONGEST_REASON));
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

/** What `Retry-After` says, or null; `at` is wall time. */
export function pauseAskedMs(answer: ExchangeAnswer, at: number): number | null {
  const ms = retryAfterMs(answer.headers['retry-after'], at);
  return ms === null ? null : Math.min(ms, LONGEST_RETRY_AFTER_MS);
}

/** Whether a capability answer says that the device shows all of `needed`; null when the answer says nothing. */
export function hasFeatures(answer: ExchangeAnswer, needed: readonly string[]): boolean | null {
  const features = featuresIn(answer);
  return features === null ? null : needed.every((feature) => features.includes(feature));
}

/** More than RBM knows, each of them short. */
const MOST_FEATURES = 64;
const FEATURE = /^[\w.-]{1,64}$/;

/** Names that are not known here are passed on; what is no name is left out. */
function featuresIn(answer: ExchangeAnswer): readonly string[] | null {
  const features = parseJsonObject(answer.body)?.features;
  if (answer.status !== 200 || !Array.isArray(features)) return null;
  return features
    .slice(0, MOST_FEATURES)
    .filter((name): name is string => typeof name === 'string' && FEATURE.test(name));
}

/**
 * What a capability answer says. 404: no RCS, or not seen for a month. 403: the agent is not launched for this number.
 * `pausedForMs`: how long the agent pauses, read for 429 only.
 */
export function capabilityOf(answer: ExchangeAnswer, pausedForMs: number): Capability {
  const { status } = answer;
  if (status >= 200 && status < 300) {
    // The page of a proxy, or half an answer, says nothing of a number, and what is said is known for a day.
    if (parseJsonObject(answer.body) === null) return { kind: 'failed', forMs: null, reason: `${status} without JSON` };
    return { kind: 'supported', features: featuresIn(answer) };
  }
  if (status === 404) return { kind: 'not_supported' };
  if (status === 403) return { kind: 'not_covered' };
  return { kind: 'failed', forMs: status === 429 ? pausedForMs : null, reason: errorCodeOf(answer) };
}

/** Which of these numbers (digits) can be reached, as the answer to a question about all of them says; null: it does not. */
export function reachableIn(answer: ExchangeAnswer): ReadonlySet<string> | null {
  if (answer.status !== 200 || !answer.isWhole) return null;
  const said = parseJsonObject(answer.body);
  // Google's JSON leaves out a list that is empty.
  const users = said && (said.reachableUsers ?? []);
  if (!Array.isArray(users)) return null;
  return new Set(users.flatMap((user) => (typeof user === 'string' ? user.replace('+', '') : [])));
}
