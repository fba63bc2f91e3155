/**
 * Calls of one operator's CAMARA APIs: the token in front of each call, and what each answer means.
 *
 * 1. With client credentials a token belongs to a scope and the number stands in the body. With JWT bearer a token
 *    belongs to one number, is used once, and the number stands in it alone.
 * 2. 401 drops the token and the call is made once more; 5xx is tried once more; 429, and 5xx that says how long
 *    (Retry-After), are waited for when that fits into the time; 422 UNNECESSARY_IDENTIFIER is tried without the number.
 * 3. All of it ends by the deadline.
 */
import { Pool } from 'undici';
import type { Context } from '../../context.ts';
import { answerJson, PLAIN } from '../../lib/answer-json.ts';
import type { Clock } from '../../lib/clock.ts';
import { type ExchangeAnswer, exchange } from '../../lib/http-exchange.ts';
import { retryAfterMs } from '../../lib/retry-after.ts';
import {
  createTokenSource,
  requestClientCredentialsToken,
  requestJwtBearerToken,
  type Token,
  TokenError,
  type TokenSource,
} from '../../lib/token-source.ts';
import { downBy } from '../down.ts';
import type { Finding } from '../source.ts';
import { type CamaraApi, type CamaraClient, type CamaraSettings, readClient } from './settings.ts';

export interface CamaraCall {
  readonly api: CamaraApi;
  readonly path: string;
  /** Without the purpose. */
  readonly scope: string;
  /** Digits. */
  readonly number: string;
  /** What goes with the number. */
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  /** On the monotonic clock. */
  readonly deadlineAt: number;
}

export type CamaraAnswer =
  | { readonly kind: 'ok'; readonly body: unknown }
  | { readonly kind: 'not_implemented' }
  | { readonly kind: 'out_of_range' }
  | { readonly kind: 'ended'; readonly finding: Exclude<Finding, { kind: 'found' }> };

const ASSERTION_LIFETIME_S = 300;
const IDLE_CONNECTION_MS = 30_000;
const MOST_TRIES = 4;
const FIRST_RETRY_AFTER_MS = 100;

/** What has been tried already. */
interface Tried {
  renewed: boolean;
  repeated: boolean;
  waited: boolean;
  withoutNumber: boolean;
}

export class CamaraOperator {
  private readonly context: Context;
  private readonly settings: CamaraSettings;
  private readonly client: CamaraClient;
  /** What stands in front of each path. */
  private readonly base: string;
  private readonly pool: Pool;
  private readonly tokenPool: Pool;
  private readonly tokens = new Map<string, TokenSource>();

  constructor(context: Context, settings: CamaraSettings) {
    this.context = context;
    this.settings = settings;
    this.client = readClient(settings);
    this.base = new URL(settings.api_root).pathname.replace(/\/$/, '');
    const timeouts = {
      connectTimeout: settings.request_timeout_ms,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_CONNECTION_MS,
    };
    this.pool = new Pool(new URL(settings.api_root).origin, { ...timeouts, connections: settings.max_in_flight });
    this.tokenPool = new Pool(new URL(settings.token_url).origin, { ...timeouts, connections: settings.max_in_flight });
  }

  /** Ends every connection. */
  async close(): Promise<void> {
    await Promise.all([this.pool.destroy(), this.tokenPool.destroy()]);
  }

  /** Never rejects. */
  async call(call: CamaraCall): Promise<CamaraAnswer> {
    const tried: Tried = { renewed: false, repeated: false, waited: false, withoutNumber: false };
    let last: CamaraAnswer = ended({ kind: 'timed_out' });
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      if (call.deadlineAt <= this.context.clock.monotonic()) return ended({ kind: 'timed_out' });
      const next = await this.callOnce(call, tried);
      if (next !== 'again') return next;
      last = ended({ kind: 'down', reason: 'it answered with errors again' });
    }
    return last;
  }

  private async callOnce(call: CamaraCall, tried: Tried): Promise<CamaraAnswer | 'again'> {
    let token: string;
    try {
      token = this.tokenAtHand(call) ?? (await this.tokenFor(call));
    } catch (error) {
      return ended(this.withoutToken(error, call));
    }
    const { clock } = this.context;
    const result = await exchange(this.pool, clock, this.request(call, token, tried), {
      withinMs: Math.max(1, call.deadlineAt - clock.monotonic()),
    });
    if (result.kind === 'answered' && !result.isLate) return this.read(result, token, call, tried);
    if (result.kind === 'answered' || clock.monotonic() >= call.deadlineAt) return ended({ kind: 'timed_out' });
    if (!tried.repeated) {
      tried.repeated = true;
      return 'again';
    }
    return ended({ kind: 'down', reason: result.kind === 'withheld' ? 'withheld' : result.reason });
  }

  private request({ api, path, number, body }: CamaraCall, token: string, tried: Tried) {
    const { versions, grant } = this.settings;
    const isInToken = grant === 'jwt_bearer' || tried.withoutNumber;
    return {
      method: 'POST',
      path: `${this.base}/${api}/${versions[api]}/${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json',
        ...PLAIN,
        'x-correlator': this.context.ids.next(),
      },
      body: JSON.stringify(isInToken ? { ...body } : { phoneNumber: `+${number}`, ...body }),
    } as const;
  }

  private async read(
    answer: ExchangeAnswer,
    token: string,
    call: CamaraCall,
    tried: Tried,
  ): Promise<CamaraAnswer | 'again'> {
    const body = answerJson(answer);
    if (answer.status === 200) {
      return body === undefined ? ended(unusable('200 without JSON')) : { kind: 'ok', body };
    }
    const code = codeOf(body);
    if (answer.status === 401 && !tried.renewed) {
      tried.renewed = true;
      this.tokens.get(call.scope)?.invalidate(token);
      return 'again';
    }
    if (code === 'UNNECESSARY_IDENTIFIER' && !tried.withoutNumber) {
      tried.withoutNumber = true;
      return 'again';
    }
    if (answer.status === 429 && !tried.waited && (await this.waitFor(answer, call.deadlineAt))) {
      tried.waited = true;
      return 'again';
    }
    if (answer.status >= 500 && answer.status !== 501 && !tried.repeated) {
      tried.repeated = true;
      if (await this.waitFor(answer, call.deadlineAt)) return 'again';
    }
    return meaningOf(answer, code, this.context.clock.now());
  }

  /** False when there is no time for it. */
  private async waitFor({ headers }: ExchangeAnswer, deadlineAt: number): Promise<boolean> {
    const waitMs = retryAfterMs(headers['retry-after'], this.context.clock.now()) ?? FIRST_RETRY_AFTER_MS;
    if (waitMs >= this.left(deadlineAt)) return false;
    await pause(this.context.clock, waitMs);
    return true;
  }

  private left(deadlineAt: number): number {
    return Math.max(0, deadlineAt - this.context.clock.monotonic());
  }

  private withoutToken(error: unknown, { deadlineAt }: CamaraCall): Exclude<Finding, { kind: 'found' }> {
    if (this.left(deadlineAt) === 0) return { kind: 'timed_out' };
    const reason = error instanceof TokenError ? error.message : 'no access token can be had';
    // RFC 7523 with a number that is not this operator's: the grant itself is what is wrong (RFC 6749, 5.2).
    if (this.settings.grant === 'jwt_bearer' && /invalid_grant|unknown_user_id/.test(reason)) {
      return { kind: 'not_covered' };
    }
    return { kind: 'down', reason };
  }

  /** Rule 1: a token of the call's scope that was fetched before and still lasts; null when there is none. */
  private tokenAtHand({ scope }: CamaraCall): string | null {
    return this.settings.grant === 'jwt_bearer' ? null : (this.tokens.get(scope)?.atHand() ?? null);
  }

  /** Rule 1. Waits no longer than the call may take; the fetch itself goes on for those who come next. */
  private async tokenFor(call: CamaraCall): Promise<string> {
    const { clock } = this.context;
    if (this.settings.grant === 'jwt_bearer') return (await this.fetchForNumber(call)).accessToken;
    let source = this.tokens.get(call.scope);
    if (!source) {
      source = createTokenSource(this.context, () => this.fetchForClient(call.scope));
      this.tokens.set(call.scope, source);
    }
    const asked = source.get();
    return new Promise((resolve, reject) => {
      const late = () => reject(new TokenError('no access token in time', { refused: false }));
      const timer = clock.setTimer(late, this.left(call.deadlineAt));
      asked.then(resolve, reject).finally(() => clock.clearTimer(timer));
    });
  }

  private fetchForClient(scope: string): Promise<Token> {
    const { settings, client, context } = this;
    return requestClientCredentialsToken(this.tokenPool, context.clock, {
      tokenUrl: settings.token_url,
      clientId: settings.client_id,
      scope: `${settings.purpose} ${scope}`,
      client: client.kind === 'secret' ? client : { ...client, ...this.signing() },
      withinMs: settings.request_timeout_ms,
    });
  }

  private fetchForNumber({ scope, number, deadlineAt }: CamaraCall): Promise<Token> {
    const { settings, client, context } = this;
    if (client.kind === 'secret') throw new TokenError('jwt_bearer needs a key', { refused: true });
    return requestJwtBearerToken(this.tokenPool, context.clock, {
      tokenUrl: settings.token_url,
      issuer: settings.client_id,
      subject: `tel:+${number}`,
      scope: `${settings.purpose} ${scope}`,
      key: client.key,
      ...this.signing(),
      withinMs: Math.max(1, this.left(deadlineAt)),
    });
  }

  private signing() {
    const { key_id: keyId } = this.settings;
    return {
      ...(keyId === undefined ? {} : { keyId }),
      assertionLifetimeS: ASSERTION_LIFETIME_S,
      newJwtId: () => this.context.ids.next(),
    };
  }
}

const NOT_APPLICABLE = new Set([
  'SERVICE_NOT_APPLICABLE',
  'UNSUPPORTED_IDENTIFIER',
  'NOT_SUPPORTED',
  'UNIDENTIFIABLE_PHONE_NUMBER',
]);

/** What an answer other than 200 says in the end. */
function meaningOf(answer: ExchangeAnswer, code: string, now: number): CamaraAnswer {
  const { status } = answer;
  const reason = `it answered ${status} ${code}`.trim();
  if (status === 400 && code === 'OUT_OF_RANGE') return { kind: 'out_of_range' };
  if (status === 400) return ended({ kind: 'refused_input' });
  if (status === 403 && code.startsWith('KNOW_YOUR_CUSTOMER.')) return ended({ kind: 'nothing' });
  if (status === 401 || status === 403 || status === 429) return ended(downBy(answer, now, reason));
  if (status === 404) return ended(code === 'NOT_FOUND' ? { kind: 'nothing' } : { kind: 'not_covered' });
  if (status === 422 && NOT_APPLICABLE.has(code)) return ended({ kind: 'not_applicable' });
  if (status === 501) return { kind: 'not_implemented' };
  if (status === 504) return ended({ kind: 'timed_out' });
  if (status >= 500) return ended(downBy(answer, now, reason));
  return ended(unusable(reason));
}

function ended(finding: Exclude<Finding, { kind: 'found' }>): CamaraAnswer {
  return { kind: 'ended', finding };
}

export function unusable(reason: string): Exclude<Finding, { kind: 'found' }> {
  return { kind: 'unusable', reason };
}

/** The `code` of an error, as far as it is one: it goes into the log. */
function codeOf(body: unknown): string {
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : '';
  return typeof code === 'string' && /^[A-Z_.]{1,60}$/.test(code) ? code : '';
}

function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.setTimer(resolve, ms);
  });
}
