/**
 * Access tokens: fetched once, shared by all who ask, renewed shortly before they expire.
 *
 * 1. At most one fetch is under way; callers that ask meanwhile wait for it.
 * 2. A token is renewed when a tenth of its life, at most a minute, is left. When the renewal fails, or has taken a
 *    second, the token is used for as long as it lasts.
 * 3. After a failed fetch no other one begins before a back-off has passed; until then `get` rejects at once. A refusal
 *    of the credentials waits longer than a fault, since only a person can cure it.
 * 4. `invalidate` drops a token that a server refused, and only if it is still the current one: a hundred refusals of
 *    one token cause one fetch.
 * 5. Neither a token nor an assertion stands in an error's text.
 */
import type { KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Dispatcher } from 'undici';
import { answerJson, PLAIN } from './answer-json.ts';
import { backoffMs } from './backoff.ts';
import type { Clock } from './clock.ts';
import { type ExchangeAnswer, exchange } from './http-exchange.ts';
import { asJsonObject } from './json.ts';
import { signingAlgorithm } from './signing-key.ts';

export interface Token {
  readonly accessToken: string;
  readonly expiresInMs: number;
}

/** No token can be had now. `refused`: the server does not accept the credentials. */
export class TokenError extends Error {
  readonly refused: boolean;
  /** No other fetch begins before this many milliseconds have passed. */
  readonly retryAfterMs: number;

  constructor(message: string, options: { refused: boolean; retryAfterMs?: number }) {
    super(message);
    this.name = 'TokenError';
    this.refused = options.refused;
    this.retryAfterMs = options.retryAfterMs ?? 0;
  }
}

export interface TokenSource {
  /** The current token while it need not be renewed, else null: nothing to wait for. */
  atHand(): string | null;
  /** Rejects with TokenError. */
  get(): Promise<string>;
  invalidate(accessToken: string): void;
  /** Milliseconds that the current token still lasts; null when there is none. */
  validForMs(): number | null;
}

export interface TokenSourceOptions {
  readonly clock: Clock;
  readonly randomBytes: (size: number) => Buffer;
}

const LONGEST_MARGIN_MS = 60_000;
/** Rule 2. */
const LONGEST_WAIT_MS = 1_000;
const FIRST_BACKOFF_MS = 1_000;
const FIRST_REFUSED_BACKOFF_MS = 30_000;
const LONGEST_BACKOFF_MS = 60_000;

/** `fetchToken` asks the server once and rejects with TokenError. */
export function createTokenSource(options: TokenSourceOptions, fetchToken: () => Promise<Token>): TokenSource {
  return new CachedTokens(options, fetchToken);
}

interface CachedToken {
  readonly accessToken: string;
  /** On the monotonic clock, as the others here. */
  readonly renewAt: number;
  readonly expiresAt: number;
}

class CachedTokens implements TokenSource {
  private readonly options: TokenSourceOptions;
  private readonly fetchToken: () => Promise<Token>;
  private current: CachedToken | null = null;
  private underWay: Promise<string> | null = null;
  private failures = 0;
  private lastError: TokenError | null = null;
  private blockedUntil = 0;
  private begunAt = 0;

  constructor(options: TokenSourceOptions, fetchToken: () => Promise<Token>) {
    this.options = options;
    this.fetchToken = fetchToken;
  }

  atHand(): string | null {
    const { current } = this;
    return current && this.options.clock.monotonic() < current.renewAt ? current.accessToken : null;
  }

  async get(): Promise<string> {
    const atHand = this.atHand();
    if (atHand !== null) return atHand;
    const renewal = this.underWay ?? this.begin(this.options.clock.monotonic());
    try {
      if (this.lasting() === null) return await renewal;
      await this.waitShortly(renewal);
      return this.lasting() ?? (await renewal);
    } catch (error) {
      const lasting = this.lasting();
      if (lasting !== null) return lasting;
      throw error;
    }
  }

  invalidate(accessToken: string): void {
    if (this.current?.accessToken === accessToken) this.current = null;
  }

  validForMs(): number | null {
    const left = (this.current?.expiresAt ?? 0) - this.options.clock.monotonic();
    return this.current && left > 0 ? left : null;
  }

  private lasting(): string | null {
    const { current } = this;
    return current && this.options.clock.monotonic() < current.expiresAt ? current.accessToken : null;
  }

  /** Rule 2. Rejects when the renewal does within that time. */
  private waitShortly(renewal: Promise<string>): Promise<void> {
    const { clock } = this.options;
    return new Promise((resolve, reject) => {
      const leftMs = this.begunAt + LONGEST_WAIT_MS - clock.monotonic();
      const timer = leftMs > 0 ? clock.setTimer(resolve, leftMs) : null;
      if (timer === null) resolve();
      renewal.then(() => resolve(), reject).finally(() => timer !== null && clock.clearTimer(timer));
    });
  }

  private begin(at: number): Promise<string> {
    if (this.lastError && at < this.blockedUntil) {
      const { message, refused } = this.lastError;
      return Promise.reject(new TokenError(message, { refused, retryAfterMs: this.blockedUntil - at }));
    }
    this.begunAt = at;
    const fetched = this.renew(at).finally(() => {
      this.underWay = null;
    });
    this.underWay = fetched;
    return fetched;
  }

  /** The life of a token is counted from before it was asked for. */
  private async renew(askedAt: number): Promise<string> {
    try {
      const token = await this.fetchToken();
      const margin = Math.min(LONGEST_MARGIN_MS, token.expiresInMs / 10);
      const expiresAt = askedAt + token.expiresInMs;
      this.current = { accessToken: token.accessToken, expiresAt, renewAt: expiresAt - margin };
      this.failures = 0;
      this.lastError = null;
      return token.accessToken;
    } catch (error) {
      throw this.failed(error);
    }
  }

  private failed(cause: unknown): TokenError {
    const known = cause instanceof TokenError ? cause : null;
    const refused = known?.refused ?? false;
    const message = cause instanceof Error ? cause.message : 'the token request failed';
    this.failures += 1;
    const first = refused ? FIRST_REFUSED_BACKOFF_MS : FIRST_BACKOFF_MS;
    const waitMs = backoffMs(this.failures, first, LONGEST_BACKOFF_MS, this.options.randomBytes);
    const retryAfterMs = Math.max(waitMs, known?.retryAfterMs ?? 0);
    this.blockedUntil = this.options.clock.monotonic() + retryAfterMs;
    this.lastError = new TokenError(message, { refused, retryAfterMs });
    return this.lastError;
  }
}

export interface JwtBearer {
  readonly tokenUrl: string;
  /** `iss` of the assertion. */
  readonly issuer: string;
  /** `sub`, where the server asks for one. */
  readonly subject?: string;
  readonly scope: string;
  readonly key: KeyObject;
  /** `kid` in the head of the assertion. */
  readonly keyId?: string;
  /** How long the assertion is good for, seconds: an hour at most with Google, 300 with CAMARA. */
  readonly assertionLifetimeS: number;
  /** Unique for each assertion (`jti`). */
  readonly newJwtId: () => string;
  readonly withinMs: number;
}

/** What a server is taken to mean when it does not say how long its token lasts (RFC 6749, 5.1, leaves it out at will). */
const UNSTATED_LIFETIME_MS = 300_000;

/** Asks for a token with a signed assertion (RFC 7523, section 2.1, with the algorithm of the key). Rejects with TokenError. */
export async function requestJwtBearerToken(dispatcher: Dispatcher, clock: Clock, grant: JwtBearer): Promise<Token> {
  const form = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: await signAssertion(clock, grant),
  });
  return requestToken(dispatcher, clock, grant, { form });
}

export interface ClientCredentials {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly scope: string;
  /** A secret in HTTP Basic (RFC 6749, 2.3.1), or a key that signs an assertion (RFC 7523, 2.2: `private_key_jwt`). */
  readonly client:
    | { readonly kind: 'secret'; readonly secret: string }
    | {
        readonly kind: 'key';
        readonly key: KeyObject;
        readonly keyId?: string;
        readonly assertionLifetimeS: number;
        readonly newJwtId: () => string;
      };
  readonly withinMs: number;
}

/** Asks for a token by client credentials (RFC 6749, section 4.4). Rejects with TokenError. */
export async function requestClientCredentialsToken(
  dispatcher: Dispatcher,
  clock: Clock,
  grant: ClientCredentials,
): Promise<Token> {
  const { client, clientId, scope, tokenUrl } = grant;
  const form = new URLSearchParams({ grant_type: 'client_credentials', scope });
  if (client.kind === 'secret') {
    const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(client.secret)}`;
    const headers = { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
    return requestToken(dispatcher, clock, grant, { form, headers });
  }
  form.set('client_id', clientId);
  form.set('client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer');
  form.set(
    'client_assertion',
    await signAssertion(clock, { ...client, tokenUrl, issuer: clientId, subject: clientId }),
  );
  return requestToken(dispatcher, clock, grant, { form });
}

async function requestToken(
  dispatcher: Dispatcher,
  clock: Clock,
  grant: { readonly tokenUrl: string; readonly withinMs: number },
  { form, headers = {} }: { readonly form: URLSearchParams; readonly headers?: Readonly<Record<string, string>> },
): Promise<Token> {
  const url = new URL(grant.tokenUrl);
  const result = await exchange(
    dispatcher,
    clock,
    {
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
        ...PLAIN,
        ...headers,
      },
      body: form.toString(),
    },
    { withinMs: grant.withinMs },
  );
  if (result.kind === 'withheld') throw new TokenError('the token request was withheld', { refused: false });
  if (result.kind !== 'answered') {
    throw new TokenError(`no answer from the token server ${url.host}: ${result.reason}`, { refused: false });
  }
  return readTokenAnswer(result, url.host);
}

type Assertion = Pick<
  JwtBearer,
  'tokenUrl' | 'issuer' | 'subject' | 'key' | 'keyId' | 'assertionLifetimeS' | 'newJwtId'
> & { readonly scope?: string };

function signAssertion(clock: Clock, grant: Assertion): Promise<string> {
  const issuedAt = Math.floor(clock.now() / 1000);
  const assertion = new SignJWT(grant.scope === undefined ? {} : { scope: grant.scope })
    .setProtectedHeader({
      alg: signingAlgorithm(grant.key) ?? 'RS256',
      typ: 'JWT',
      ...(grant.keyId === undefined ? {} : { kid: grant.keyId }),
    })
    .setIssuer(grant.issuer)
    .setAudience(grant.tokenUrl)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + grant.assertionLifetimeS)
    .setJti(grant.newJwtId());
  return (grant.subject === undefined ? assertion : assertion.setSubject(grant.subject)).sign(grant.key);
}

/** Goes into the log: no number of somebody's, and nothing that is no code. */
const ERROR_CODE = /^(?!.*[0-9]{5})[\w.:-]{1,60}$/;

/** RFC 6749, 5.1 and 5.2. 4xx but 408 and 429 is a refusal. */
function readTokenAnswer(result: ExchangeAnswer, host: string): Token {
  const answer = asJsonObject(answerJson(result)) ?? {};
  const { status } = result;
  if (status !== 200) {
    const error = typeof answer.error === 'string' && ERROR_CODE.test(answer.error) ? answer.error : 'no error code';
    const refused = status >= 400 && status < 500 && status !== 408 && status !== 429;
    throw new TokenError(`the token server ${host} answered ${status}: ${error}`, { refused });
  }
  const { access_token: accessToken, expires_in: expiresIn } = answer;
  if (typeof accessToken !== 'string' || !/^[\x21-\x7e]+$/.test(accessToken)) {
    throw new TokenError(`the token server ${host} answered without an access_token`, { refused: false });
  }
  const seconds = Number(expiresIn);
  return { accessToken, expiresInMs: seconds > 0 && Number.isFinite(seconds) ? seconds * 1000 : UNSTATED_LIFETIME_MS };
}
