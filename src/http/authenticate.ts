/**
 * Finds the account that a request is from, by Basic credentials or a TSA signature (contract section 1).
 *
 * 1. A signature covers the raw bytes received. Its date is within 15 minutes of now; its nonce, when it has one, was
 *    not used on the account before. A nonce is remembered only after the signature was right.
 * 2. Keys and signatures are compared in constant time. Only a caller with the right key learns that an account is
 *    suspended.
 * 3. Some SDKs sign `{}` and send no body: every account accepts that, as there is no body to protect. Some send a body
 *    and sign none: an account accepts that when its settings say so, else the refusal names it. Both are counted.
 * 4. In the string to sign the body follows the headers with nothing between. A signed body that begins like a signed
 *    header is refused: a header could have been moved into the body under the same signature.
 * 5. An account can demand a nonce. Where the settings hide unknown Customer IDs, one is answered as a wrong key is,
 *    and costs the same time.
 */
import { timingSafeEqual } from 'node:crypto';
import { Counter } from 'prom-client';
import type { Context } from '../context.ts';
import type { AccountDirectory, KnownAccount, LiveKey } from '../engine/accounts/account-directory.ts';
import { Refusal } from '../errors.ts';
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
  /** At once when the account is in memory. Rejects with Refusal, or StoreDown; throws nothing. */
  authenticate(request: SignedRequest): Authenticated | Promise<Authenticated>;
  /** Refuses a nonce that was used before. */
  remember(authenticated: Authenticated): Promise<void>;
}

const DATE_TOLERANCE_MS = 15 * 60_000;
const LONGEST_NONCE = 64;
const EMPTY = Buffer.alloc(0);
const EMPTY_OBJECT = Buffer.from('{}');
/** Of every header that stands in the string to sign under its name. */
const SIGNED_NAMES = Buffer.from('x-ts-');
const NOBODY_KEY = Buffer.alloc(64);
/** Whose key the one of an unknown account is compared with (rule 5); nobody is ever taken for it. */
const NOBODYS_KEYS: readonly LiveKey[] = [
  {
    id: '',
    text: Buffer.from(NOBODY_KEY.toString('base64')),
    bytes: NOBODY_KEY,
  },
];

/** RFC 7617, 2. As a number: a search for a text costs four times as much. */
const COLON = 0x3a;

/** One to nine blanks (RFC 9110, 11.4): more than a client would send. */
const BASIC = /^Basic {1,9}[A-Za-z0-9+/_-]+={0,2}$/i;
const TSA = /^TSA {1,9}(\S+)$/i;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

export interface AuthenticatorOptions {
  readonly directory: Pick<AccountDirectory, 'find'>;
  readonly nonces: NonceMemory;
  /** An unknown Customer ID is told apart from a wrong key, as the wire format does (rule 5). */
  readonly tellsUnknownIds: boolean;
}

export function createAuthenticator(context: Context, options: AuthenticatorOptions): Authenticator {
  const { nonces } = options;
  const unsignedBodies = new Counter({
    name: 'trunkline_unsigned_bodies_total',
    help: 'Requests taken although their signature is not over what was sent, by habit (docs/sdk.md).',
    labelNames: ['habit'],
    registers: [context.metrics],
  });
  const wrongKeys = new Counter({
    name: 'trunkline_authentication_refusals_total',
    help: 'Requests that were not taken for an account, by reason.',
    labelNames: ['reason'],
    registers: [context.metrics],
  });
  const signed = new SignatureCheck(context, options, (habit) => unsignedBodies.inc({ habit }));
  const refused = (error: unknown): Promise<never> => {
    if (error instanceof Refusal) wrongKeys.inc({ reason: error.case });
    return Promise.reject(error);
  };
  return {
    authenticate(request) {
      try {
        const found = findCaller(options, signed, request);
        return found instanceof Promise ? found.catch(refused) : found;
      } catch (error) {
        return refused(error);
      }
    },
    async remember({ known, nonce }) {
      if (nonce === null || (await nonces.remember(known.account.id, nonce))) return;
      wrongKeys.inc({ reason: 'nonce_used' });
      throw refuse('nonce_used');
    },
  };
}

function findCaller(options: AuthenticatorOptions, signed: SignatureCheck, request: SignedRequest) {
  const header = headerOf(request.headers, 'authorization');
  if (header === undefined || header === '') throw refuse('authorization_missing');
  if (BASIC.test(header)) return checkBasic(options, header.slice(header.lastIndexOf(' ') + 1));
  const [customerId = '', signature = '', ...more] = TSA.exec(header)?.[1]?.split(':', 3) ?? [];
  const isTsa = customerId !== '' && BASE64.test(signature) && more.length === 0;
  if (isTsa) return signed.check(request, customerId, signature);
  throw refuse('authorization_malformed');
}

function checkBasic(options: AuthenticatorOptions, encoded: string): Authenticated | Promise<Authenticated> {
  const pair = Buffer.from(encoded, 'base64');
  const colon = pair.indexOf(COLON);
  if (colon <= 0) throw refuse('authorization_malformed');
  // The id of an account is ASCII (account-directory.ts): whatever is not finds none.
  const found = options.directory.find(pair.toString('latin1', 0, colon));
  const given = pair.subarray(colon + 1);
  return found instanceof Promise
    ? found.then((known) => checkKey(options, known, given))
    : checkKey(options, found, given);
}

function checkKey(
  { tellsUnknownIds }: AuthenticatorOptions,
  known: KnownAccount | null,
  given: Uint8Array,
): Authenticated {
  if (!known && tellsUnknownIds) throw refuse('customer_unknown');
  let isRight = false;
  for (const key of known?.keys ?? NOBODYS_KEYS) {
    if (key.text.length === given.length && timingSafeEqual(key.text, given)) isRight = true;
  }
  if (!known || !isRight) throw refuse('key_wrong');
  return { known: active(known), nonce: null };
}

/** What stands in the headers of a signed request. */
interface Shown {
  readonly digest: SignatureDigest;
  readonly signature: Buffer;
  readonly nonce: string | null;
}

class SignatureCheck {
  private readonly context: Context;
  private readonly options: AuthenticatorOptions;
  private readonly countHabit: (habit: string) => void;
  private lastDate: { readonly text: string; readonly at: number | null } = { text: '', at: null };

  constructor(context: Context, options: AuthenticatorOptions, countHabit: (habit: string) => void) {
    this.context = context;
    this.options = options;
    this.countHabit = countHabit;
  }

  check(request: SignedRequest, customerId: string, signature: string): Authenticated | Promise<Authenticated> {
    const { headers } = request;
    const digest = digestOf(headerOf(headers, 'x-ts-auth-method') ?? '');
    if (!digest) throw refuse('auth_method_invalid');
    this.checkDate(headerOf(headers, 'x-ts-date') ?? headerOf(headers, 'date'));
    const nonce = headerOf(headers, 'x-ts-nonce') ?? null;
    if (nonce !== null && (nonce.length < 1 || nonce.length > LONGEST_NONCE)) throw refuse('nonce_length');
    const shown = { digest, signature: Buffer.from(signature, 'base64'), nonce };
    const found = this.options.directory.find(customerId);
    return found instanceof Promise
      ? found.then((known) => this.checkSignature(request, known, shown))
      : this.checkSignature(request, found, shown);
  }

  private checkSignature(
    request: SignedRequest,
    known: KnownAccount | null,
    { digest, signature, nonce }: Shown,
  ): Authenticated {
    if (!known && this.options.tellsUnknownIds) throw refuse('customer_unknown');
    const signedAs = signedBody(request, known?.keys ?? NOBODYS_KEYS, digest, signature);
    if (!known || signedAs === 'no') throw refuse('signature_wrong');
    this.checkBody(request, known, signedAs);
    if (nonce === null && known.account.settings.requireNonce === true) throw refuse('nonce_missing');
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

  /** Rules 3 and 4. Told to who has the key alone. */
  private checkBody({ body }: SignedRequest, { account }: KnownAccount, signedAs: Exclude<SignedAs, 'no'>): void {
    if (body.subarray(0, SIGNED_NAMES.length).equals(SIGNED_NAMES)) throw refuse('body_ambiguous');
    if (signedAs === 'sent') return;
    if (signedAs === 'sent_but_not_signed' && account.settings.acceptUnsignedBodies !== true) {
      throw refuse('body_unsigned');
    }
    this.countHabit(signedAs);
  }
}

type SignedAs = 'sent' | 'signed_but_not_sent' | 'sent_but_not_signed' | 'no';

/** What of the body a signature is over. */
function signedBody(
  request: SignedRequest,
  keys: readonly LiveKey[],
  digest: SignatureDigest,
  signature: Buffer,
): SignedAs {
  const { body, path } = request;
  const lines = linesBeforeBody(request);
  const matches = (signed: Buffer) =>
    keys.some((key) => signatureMatches(key.bytes, digest, signature, { lines, body: signed, path }));
  if (matches(body)) return 'sent';
  if (body.length === 0) return matches(EMPTY_OBJECT) ? 'signed_but_not_sent' : 'no';
  return matches(EMPTY) ? 'sent_but_not_signed' : 'no';
}

function active(known: KnownAccount): KnownAccount {
  if (known.account.state === 'suspended') throw refuse('account_suspended');
  return known;
}

function refuse(of: Refusal['case'], values: Refusal['values'] = {}): Refusal {
  return new Refusal(of, values);
}
