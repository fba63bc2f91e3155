/**
 * Who a request is from: Basic and TSA signatures (contract section 1).
 *
 * 1. A signature covers the raw bytes received. Its date is within 15 minutes of now; its nonce, when it has one, was
 *    not used on the account before. A nonce is remembered only after the signature was right.
 * 2. Keys and signatures are compared in constant time. That an account is suspended is told only to who has its key.
 * 3. Two habits of official SDKs leave the body out of the signature. They are accepted on accounts that say so, and
 *    counted.
 */
import { timingSafeEqual } from 'node:crypto';
import { Counter } from 'prom-client';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { AccountDirectory, KnownAccount } from './account-directory.ts';
import type { NonceMemory } from './nonce-memory.ts';
import {
  digestOf,
  headerOf,
  linesBeforeBody,
  parseHttpDate,
  type SignatureDigest,
  type SignedRequest,
  signatureMatches,
} from './signed-request.ts';

export interface Authenticated {
  readonly known: KnownAccount;
  /** To be remembered before anything is done; null when there is none. */
  readonly nonce: string | null;
}

export interface Authenticator {
  /** Rejects with Refusal, or StoreDown when the account is not in memory. */
  authenticate(request: SignedRequest): Promise<Authenticated>;
  /** Refuses a nonce that was used before. */
  remember(authenticated: Authenticated): Promise<void>;
}

const DATE_TOLERANCE_MS = 15 * 60_000;
const LONGEST_NONCE = 64;
const CHALLENGE = { 'www-authenticate': 'Basic realm="Trunkline", TSA' };
const EMPTY = Buffer.alloc(0);
const EMPTY_OBJECT = Buffer.from('{}');

/** RFC 7617, 2. As a number: a search for a text costs four times as much. */
const COLON = 0x3a;

const BASIC = /^Basic +([A-Za-z0-9+/_-]+=*)$/i;
const TSA = /^TSA +([^:\s]+):([A-Za-z0-9+/]+=*)$/i;

export function createAuthenticator(context: Context, directory: AccountDirectory, nonces: NonceMemory): Authenticator {
  const unsignedBodies = new Counter({
    name: 'trunkline_unsigned_bodies_total',
    help: 'Requests taken although their signature leaves the body out (an account switch).',
    labelNames: ['habit'],
    registers: [context.metrics],
  });
  const wrongKeys = new Counter({
    name: 'trunkline_authentication_refusals_total',
    help: 'Requests that were not taken for an account, by reason.',
    labelNames: ['reason'],
    registers: [context.metrics],
  });
  const signed = new SignatureCheck(context, directory, (habit) => unsignedBodies.inc({ habit }));
  return {
    async authenticate(request) {
      try {
        const header = headerOf(request.headers, 'authorization');
        if (header === undefined || header === '') throw refuse('authorization_missing');
        const basic = BASIC.exec(header);
        if (basic) return { known: await checkBasic(directory, basic[1] ?? ''), nonce: null };
        const tsa = TSA.exec(header);
        if (tsa) return await signed.check(request, tsa[1] ?? '', tsa[2] ?? '');
        throw refuse('authorization_malformed');
      } catch (error) {
        if (error instanceof Refusal) wrongKeys.inc({ reason: error.case });
        throw error;
      }
    },
    async remember({ known, nonce }) {
      if (nonce === null || (await nonces.remember(known.account.id, nonce))) return;
      wrongKeys.inc({ reason: 'nonce_used' });
      throw refuse('nonce_used');
    },
  };
}

async function checkBasic(directory: AccountDirectory, encoded: string): Promise<KnownAccount> {
  const pair = Buffer.from(encoded, 'base64');
  const colon = pair.indexOf(COLON);
  if (colon <= 0) throw refuse('authorization_malformed');
  // The id of an account is ASCII (account-directory.ts): whatever is not finds none.
  const known = await directory.find(pair.toString('latin1', 0, colon));
  if (!known) throw refuse('customer_unknown');
  const given = pair.subarray(colon + 1);
  let isRight = false;
  for (const key of known.keys) {
    if (key.text.length === given.length && timingSafeEqual(key.text, given)) isRight = true;
  }
  if (!isRight) throw refuse('key_wrong');
  return active(known);
}

class SignatureCheck {
  private readonly context: Context;
  private readonly directory: AccountDirectory;
  private readonly countHabit: (habit: string) => void;
  private lastDate: { readonly text: string; readonly at: number | null } = { text: '', at: null };

  constructor(context: Context, directory: AccountDirectory, countHabit: (habit: string) => void) {
    this.context = context;
    this.directory = directory;
    this.countHabit = countHabit;
  }

  async check(request: SignedRequest, customerId: string, signature: string): Promise<Authenticated> {
    const { headers } = request;
    const digest = digestOf(headerOf(headers, 'x-ts-auth-method') ?? '');
    if (!digest) throw refuse('auth_method_invalid');
    this.checkDate(headerOf(headers, 'x-ts-date') ?? headerOf(headers, 'date'));
    const nonce = headerOf(headers, 'x-ts-nonce') ?? null;
    if (nonce !== null && (nonce.length < 1 || nonce.length > LONGEST_NONCE)) throw refuse('nonce_length');
    const known = await this.directory.find(customerId);
    if (!known) throw refuse('customer_unknown');
    if (!this.isSigned(request, known, digest, Buffer.from(signature, 'base64'))) throw refuse('signature_wrong');
    return { known: active(known), nonce };
  }

  private checkDate(text: string | undefined): void {
    if (text === undefined || text === '') throw refuse('date_missing');
    // Callers of one second share their date.
    if (text !== this.lastDate.text) this.lastDate = { text, at: parseHttpDate(text) };
    const { at } = this.lastDate;
    if (at === null) throw refuse('date_malformed');
    const now = this.context.clock.now();
    if (Math.abs(now - at) > DATE_TOLERANCE_MS) {
      throw refuse('date_out_of_range', { now: new Date(now).toUTCString() });
    }
  }

  private isSigned(request: SignedRequest, known: KnownAccount, digest: SignatureDigest, signature: Buffer): boolean {
    const { body, path } = request;
    const lines = linesBeforeBody(request);
    const matches = (signedBody: Buffer) =>
      known.keys.some((key) => signatureMatches(key.signing, digest, signature, { lines, body: signedBody, path }));
    if (matches(body)) return true;
    if (known.account.settings.acceptUnsignedBodies !== true) return false;
    const habit = body.length === 0 ? 'signed_but_not_sent' : 'sent_but_not_signed';
    if (!matches(body.length === 0 ? EMPTY_OBJECT : EMPTY)) return false;
    this.countHabit(habit);
    return true;
  }
}

function active(known: KnownAccount): KnownAccount {
  if (known.account.state === 'suspended') throw refuse('account_suspended');
  return known;
}

function refuse(of: Refusal['case'], values: Refusal['values'] = {}): Refusal {
  return new Refusal(of, values, CHALLENGE);
}
