/**
 * What RBM posts to the gateway: the handshake when the address is configured, then signed events.
 *
 * 1. The handshake `{"clientToken", "secret"}` is answered with the secret as plain text, if the token is ours.
 * 2. An event is signed: `X-Goog-Signature` is the base64 of HMAC-SHA512, keyed with the client token, over the decoded
 *    bytes of `message.data`. Both comparisons take constant time.
 * 3. 200 only when the event is stored. Anything else makes RBM post it again, for up to 7 days, and holds back the
 *    events behind it; so a signed event is stored whatever it says, and 4xx is kept for what RBM did not send.
 *
 *   400 no JSON or no envelope · 401 no signature · 403 wrong signature or client token · 503 not stored
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { parseJsonObject } from '../../lib/json.ts';
import type { RawInbound, WebhookReply, WebhookRequest } from '../carrier.ts';
import { dedupeKeyOf, RBM_EVENT, readEnvelope } from './events.ts';

const LONGEST_SECRET = 1000;

/** `store` resolves when the input is durable. */
export async function answerWebhook(
  clientToken: string,
  request: WebhookRequest,
  store: (raw: RawInbound) => Promise<void>,
): Promise<WebhookReply> {
  const post = parseJsonObject(request.body);
  if (!post) return refusal(400, 'the body is not a JSON object');
  if (post.message === undefined && post.clientToken !== undefined) {
    return answerHandshake(clientToken, post.clientToken, post.secret);
  }
  const envelope = readEnvelope(request.body);
  if (!envelope) return refusal(400, 'message.data is missing: base64 text is expected');
  const signature = request.headers['x-goog-signature'];
  if (typeof signature !== 'string') return refusal(401, 'the header X-Goog-Signature is missing');
  if (!isSignedBy(clientToken, envelope.data, signature)) return refusal(403, 'X-Goog-Signature does not match');
  const dedupeKey = dedupeKeyOf(envelope);
  try {
    await store({ kind: RBM_EVENT, body: request.body, ...(dedupeKey === null ? {} : { dedupeKey }) });
  } catch {
    return refusal(503, 'not stored, send it again');
  }
  return { status: 200, contentType: 'text/plain; charset=utf-8', body: '' };
}

function answerHandshake(clientToken: string, given: unknown, secret: unknown): WebhookReply {
  if (typeof given !== 'string' || !isSameText(clientToken, given)) return refusal(403, 'clientToken does not match');
  if (typeof secret !== 'string' || secret.length > LONGEST_SECRET) {
    return refusal(400, `secret must be a text of at most ${LONGEST_SECRET} characters`);
  }
  return { status: 200, contentType: 'text/plain; charset=utf-8', body: secret };
}

/** Also what signs, in tests and in the simulator. */
export function signEvent(clientToken: string, data: Uint8Array): string {
  return createHmac('sha512', clientToken).update(data).digest('base64');
}

function isSignedBy(clientToken: string, data: Uint8Array, signature: string): boolean {
  return isSameText(signEvent(clientToken, data), signature.trim());
}

/** Equal lengths by hashing, so that the comparison tells nothing about how much was right. */
function isSameText(expected: string, given: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();
  return timingSafeEqual(digest(expected), digest(given));
}

function refusal(status: number, why: string): WebhookReply {
  return { status, contentType: 'application/json; charset=utf-8', body: JSON.stringify({ error: why }) };
}
