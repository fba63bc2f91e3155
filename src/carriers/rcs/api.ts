/**
 * Calls of the RBM API: the connection pool, the access token in front of each call, and the one renewal after 401.
 *
 * 1. The whole call ends by its deadline, with the wait for the token and the second try.
 * 2. 401 drops the token, and the call is made once more with a new one: 401 says that nothing was taken.
 * 3. There are twice as many connections as messages in flight, so that withdrawals do not queue behind messages.
 */
import { Pool } from 'undici';
import type { Context } from '../../context.ts';
import { type ExchangeAnswer, exchange } from '../../lib/http-exchange.ts';
import { createTokenSource, requestJwtBearerToken, TokenError, type TokenSource } from '../../lib/token-source.ts';
import { apiPath } from './agent-message.ts';
import type { RbmSettings, ServiceAccount } from './settings.ts';

const SCOPE = 'https://www.googleapis.com/auth/rcsbusinessmessaging';
const ASSERTION_LIFETIME_S = 3600;
const TOKEN_CONNECTIONS = 2;
const IDLE_CONNECTION_MS = 30_000;

export interface ApiCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  /** Asked for its own sake, and for no message: see pace.ts, rule 4. */
  readonly isQuestion?: true;
}

export interface ApiLimits {
  /** On the monotonic clock. */
  readonly deadlineAt: number;
  /** Asked immediately before the first byte leaves. */
  mayLeave?(): boolean;
}

export type ApiResult =
  /** `leftAt` is when the request began, on the monotonic clock. */
  | { readonly kind: 'answered'; readonly answer: ExchangeAnswer; readonly leftAt: number }
  | { readonly kind: 'withheld' }
  | { readonly kind: 'no_token'; readonly error: TokenError }
  | { readonly kind: 'not_left'; readonly reason: string }
  | { readonly kind: 'unanswered'; readonly reason: string };

export class RbmApi {
  /** What every path begins with, `/v1` included. */
  readonly prefix: string;
  private readonly tokens: TokenSource;
  private readonly context: Context;
  private readonly pool: Pool;
  private readonly tokenPool: Pool;

  constructor(context: Context, settings: RbmSettings, account: ServiceAccount) {
    this.context = context;
    this.prefix = apiPath(settings.base_url);
    const timeouts = {
      connectTimeout: settings.request_timeout_ms,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_CONNECTION_MS,
    };
    this.pool = new Pool(new URL(settings.base_url).origin, { ...timeouts, connections: settings.max_in_flight * 2 });
    this.tokenPool = new Pool(new URL(account.tokenUrl).origin, { ...timeouts, connections: TOKEN_CONNECTIONS });
    this.tokens = createTokenSource(context, () =>
      requestJwtBearerToken(this.tokenPool, context.clock, {
        tokenUrl: account.tokenUrl,
        issuer: account.clientEmail,
        scope: SCOPE,
        key: account.key,
        ...(account.keyId === undefined ? {} : { keyId: account.keyId }),
        assertionLifetimeS: ASSERTION_LIFETIME_S,
        newJwtId: () => context.ids.next(),
        withinMs: settings.request_timeout_ms,
      }),
    );
  }

  /** Never rejects. */
  async call(call: ApiCall, limits: ApiLimits): Promise<ApiResult> {
    const first = await this.callOnce(call, limits);
    if (first.result.kind !== 'answered' || first.result.answer.status !== 401 || first.token === null) {
      return first.result;
    }
    this.tokens.invalidate(first.token);
    return (await this.callOnce(call, limits)).result;
  }

  /** Whether the host answers at all; any HTTP answer will do. Null, or what went wrong. */
  async reach(withinMs: number): Promise<string | null> {
    const request = { method: 'GET', path: '/', headers: {} } as const;
    const result = await exchange(this.pool, this.context.clock, request, { withinMs });
    if (result.kind === 'answered') return null;
    return result.kind === 'withheld' ? 'withheld' : result.reason;
  }

  tokenValidForMs(): number | null {
    return this.tokens.validForMs();
  }

  /** Ends every connection; what is under way fails at once. */
  async close(): Promise<void> {
    await Promise.all([this.pool.destroy(), this.tokenPool.destroy()]);
  }

  private async callOnce(call: ApiCall, limits: ApiLimits): Promise<{ result: ApiResult; token: string | null }> {
    let token: string;
    try {
      token = await this.token(limits.deadlineAt);
    } catch (cause) {
      return { result: { kind: 'no_token', error: asTokenError(cause) }, token: null };
    }
    const leftAt = this.context.clock.monotonic();
    const withinMs = limits.deadlineAt - leftAt;
    const result = await exchange(this.pool, this.context.clock, this.request(call, token), { ...limits, withinMs });
    return { result: result.kind === 'answered' ? { kind: 'answered', answer: result, leftAt } : result, token };
  }

  private request(call: ApiCall, token: string) {
    const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
    if (!call.body) return { method: call.method, path: call.path, headers };
    return {
      method: call.method,
      path: call.path,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(call.body),
    };
  }

  /**
   * By `deadlineAt` (monotonic); rejects with TokenError. The fetch has a time-out of its own and goes on for the next
   * call, this one does not wait longer than its deadline.
   */
  token(deadlineAt: number): Promise<string> {
    const { clock } = this.context;
    return new Promise((resolve, reject) => {
      const timer = clock.setTimer(
        () => reject(new TokenError('no access token in time', { refused: false })),
        deadlineAt - clock.monotonic(),
      );
      this.tokens
        .get()
        .then(resolve, reject)
        .finally(() => clock.clearTimer(timer));
    });
  }
}

export function asTokenError(cause: unknown): TokenError {
  return cause instanceof TokenError ? cause : new TokenError('no access token can be had', { refused: false });
}
