/**
 * `Idempotency-Key` on a POST: one key and payload, one piece of work (contract section 1;
 * draft-ietf-httpapi-idempotency-key-header-07).
 *
 * 1. A key belongs to an account and a path, and lives for 24 h. The same payload gets the stored answer again, another
 *    payload 422. While the first request runs, the second gets 409, if both are at this node.
 * 2. The claim is written in the transaction of the work. When two nodes run the same key at once, one wins there, and
 *    the other gives the winner's answer.
 * 3. An answer that holds a secret is stored sealed.
 * 4. Stored are answers 2xx and refusals that stay true: never 401, 429, 5xx, or a refusal that says to try again
 *    later.
 */
import { createHash } from 'node:crypto';
import type { Context } from '../context.ts';
import type { IdempotencyClaim, StoredAnswer } from '../engine/door/accept.ts';
import { Refusal } from '../errors.ts';
import { DAY_MS } from '../lib/durations.ts';
import { type MasterKey, open, seal } from '../lib/sealed.ts';
import type { Answer, ClaimableKey } from '../operations/operation.ts';
import type { Database } from '../store/database.ts';
import {
  findIdempotencyKey,
  forgetIdempotencyKey,
  type IdempotencyKey,
  type KnownKey,
} from '../store/requests/idempotency.ts';
import { claimIdempotencyKeys, idempotencyBucket } from '../store/requests/idempotency-claims.ts';
import { idempotencyRow } from '../store/secrets/sealed-rows.ts';

export interface IdempotentRequest {
  readonly accountId: string;
  readonly method: string;
  readonly path: string;
  readonly body: Buffer;
  readonly key: string;
  /** Rule 3. */
  readonly hasSecretAnswer: boolean;
}

export interface Idempotency {
  /** `refused` turns what `work` throws into its answer, or throws what is not to be answered here. */
  run(
    request: IdempotentRequest,
    work: (key: ClaimableKey) => Promise<Answer | 'claimed_before'>,
    refused: (error: unknown) => Answer,
  ): Promise<Answer>;
}

const KEPT_FOR_MS = DAY_MS;
const LONGEST_KEY = 255;
const BARE = /^[!#-[\]-~]+$/;
const REPLAYED = { 'idempotency-replayed': 'true' };
const NEVER_KEPT: ReadonlySet<number> = new Set([401, 408, 409, 422, 429]);

/** The key in the header: a string of RFC 8941, or a bare word. Refuses anything else. */
export function readIdempotencyKey(header: string): string {
  const key = unquoted(header) ?? (BARE.test(header) ? header : '');
  if (key.length > 0 && key.length <= LONGEST_KEY) return key;
  const allowed = `1 to ${LONGEST_KEY} visible ASCII characters, in double quotes or without`;
  throw new Refusal('value_invalid', { name: 'Idempotency-Key', allowed });
}

/** What stands in a quoted string (RFC 8941, 3.3.3); null where the header is none. */
function unquoted(header: string): string | null {
  if (header.length < 2 || !header.startsWith('"') || !header.endsWith('"')) return null;
  const inside = header.slice(1, -1);
  if (!/^[ -~]*$/.test(inside)) return null;
  let text = '';
  for (let at = 0; at < inside.length; at += 1) {
    const isEscaped = inside.charAt(at) === '\\';
    if (isEscaped) at += 1;
    const sign = inside.charAt(at);
    const isSpecial = sign === '"' || sign === '\\';
    if (isEscaped !== isSpecial) return null;
    text += sign;
  }
  return text;
}

export function createIdempotency(context: Context, db: Database, masterKey: MasterKey): Idempotency {
  const running = new Map<string, Buffer>();

  async function replay(of: IdempotencyKey, fingerprint: Buffer): Promise<Answer | null> {
    const known = await findIdempotencyKey(db, of);
    if (!known) return null;
    const before = context.clock.now() - KEPT_FOR_MS;
    if (known.createdAt <= before) {
      await forgetIdempotencyKey(db, of, before + 1);
      return null;
    }
    if (!known.fingerprint.equals(fingerprint)) throw new Refusal('idempotency_mismatch');
    return again(of, known, masterKey);
  }

  /** The answer of whoever won the key in the meantime. */
  async function winner(of: IdempotencyKey, fingerprint: Buffer): Promise<Answer> {
    const answer = await replay(of, fingerprint);
    if (!answer) throw new Refusal('idempotency_running');
    return answer;
  }

  async function runOnce(
    claimed: ClaimedKey,
    work: (key: ClaimableKey) => Promise<Answer | 'claimed_before'>,
    refused: (error: unknown) => Answer,
  ): Promise<Answer> {
    const { of, fingerprint } = claimed;
    const before = await replay(of, fingerprint);
    if (before) return before;
    try {
      const answer = await work(claimed);
      return answer === 'claimed_before' ? await winner(of, fingerprint) : answer;
    } catch (error) {
      const answer = refused(error);
      if (!isKept(answer)) return answer;
      const [won] = await claimIdempotencyKeys(db, [claimed.claim(stored(answer))], context.clock.now());
      return won ? answer : await winner(of, fingerprint);
    }
  }

  return {
    async run(request, work, refused) {
      const claimed = new ClaimedKey(request, masterKey);
      const name = JSON.stringify([request.accountId, request.path, request.key]);
      const other = running.get(name);
      if (other) throw new Refusal(other.equals(claimed.fingerprint) ? 'idempotency_running' : 'idempotency_mismatch');
      running.set(name, claimed.fingerprint);
      try {
        return await runOnce(claimed, work, refused);
      } finally {
        running.delete(name);
      }
    },
  };
}

class ClaimedKey implements ClaimableKey {
  readonly of: IdempotencyKey;
  readonly fingerprint: Buffer;
  readonly bucket: number;
  private readonly sealWith: MasterKey | null;

  constructor({ accountId, method, path, body, key, hasSecretAnswer }: IdempotentRequest, masterKey: MasterKey) {
    this.sealWith = hasSecretAnswer ? masterKey : null;
    this.of = { accountId, path, key };
    this.bucket = idempotencyBucket(accountId, key);
    this.fingerprint = createHash('sha256')
      .update(JSON.stringify([method, path, accountId]))
      .update(body)
      .digest();
  }

  claim(answer: StoredAnswer): IdempotencyClaim {
    const kept = this.sealWith ? sealedAnswer(this.of, answer, this.sealWith) : answer;
    return { ...this.of, fingerprint: this.fingerprint, answer: kept };
  }
}

/** In the headers of a stored answer whose body is sealed; never sent. */
const SEALED = 'sealed';

function sealedAnswer(of: IdempotencyKey, { status, headers, body }: StoredAnswer, masterKey: MasterKey): StoredAnswer {
  const sealed = seal(masterKey, idempotencyRow(of), Buffer.from(body)).toString('base64');
  return { status, headers: { ...headers, [SEALED]: 'true' }, body: sealed };
}

function again(of: IdempotencyKey, known: KnownKey, masterKey: MasterKey): Answer {
  const { status, body } = known.answer;
  const { [SEALED]: sealed, ...headers } = known.answer.headers;
  const bytes = Buffer.from(body, 'base64');
  const plain = sealed === undefined ? body : open(masterKey, idempotencyRow(of), bytes).toString('utf8');
  return { status, body: plain, headers: { ...headers, ...REPLAYED } };
}

function isKept(answer: Answer): boolean {
  if (answer.status < 400 || answer.status > 499 || NEVER_KEPT.has(answer.status)) return false;
  return answer.headers?.['retry-after'] === undefined;
}

function stored(answer: Answer): StoredAnswer {
  return { status: answer.status, headers: answer.headers ?? {}, body: answer.body };
}
