/**
 * One request to the gateway: credentials, time limit, and trying again.
 *
 * 1. Every POST carries an Idempotency-Key, the same on each try: the work is done once, however often it is asked for.
 * 2. It is tried again when nothing was answered, when the gateway says `Retry-After`, and for 502 and 504, which proxies
 *    say. Never what may not be repeated (`mayRepeat`) and may have been done.
 * 3. `Retry-After` is obeyed, not shortened: what would wait for longer than `longestWaitMs` is refused at once.
 *    Otherwise the pause doubles, with chance in it.
 * 4. `signal` ends it at any moment, also a pause, with the signal's own reason.
 */
import { NoAnswerError, type RefusalFacts, refusalOf, TimedOutError, TrunklineError } from './errors.ts';
import { faultIn } from './fault.ts';

export interface TransportOptions {
  readonly customerId: string;
  readonly apiKey: string;
  /** Of the gateway; it may have a path. */
  readonly url: string;
  /** Of one try. 30,000 unless said. */
  readonly timeoutMs?: number;
  /** After the first try. 3 unless said. */
  readonly retries?: number;
  /** Rule 3; 60,000 unless said. */
  readonly longestWaitMs?: number;
  /** In place of the `fetch` that there is. */
  readonly fetch?: typeof fetch;
}

/** Of one call, in place of what the client was made with. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly retries?: number;
  /** One of your own: the same key and body get the same answer for 24 hours, also from another process. */
  readonly idempotencyKey?: string;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Its parts are encoded already: see `pathOf`. */
  readonly path: string;
  readonly query?: object;
  readonly body?: unknown;
  /** Rule 2: true unless said. */
  readonly mayRepeat?: boolean;
  readonly as?: 'json' | 'bytes';
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8_000;

export class Transport {
  readonly url: string;
  private readonly options: TransportOptions;
  private readonly authorization: string;

  constructor(options: TransportOptions) {
    for (const name of ['customerId', 'apiKey', 'url'] as const) {
      if (!options[name]) throw new TrunklineError(`${name} is missing`);
    }
    this.options = options;
    this.url = options.url.replace(/\/+$/, '');
    this.authorization = `Basic ${btoa(`${options.customerId}:${options.apiKey}`)}`;
  }

  async send<T>(call: Call, options: CallOptions = {}): Promise<T> {
    const headers = this.headersOf(call, options);
    const retries = options.retries ?? this.options.retries ?? 3;
    for (let tries = 1; ; tries += 1) {
      const pauseMs = pauseAfter(tries);
      try {
        const answer = await this.once(call, headers, options);
        if (answer.ok) return answer.body as T;
        const waitMs = answer.facts.retryAfterMs ?? pauseMs;
        const mayTryAgain =
          tries <= retries && passes(answer.facts) && waitMs <= (this.options.longestWaitMs ?? 60_000);
        if (!mayTryAgain) throw refusalOf(answer.facts);
        await pause(waitMs, options.signal);
      } catch (error) {
        if (!(error instanceof NoAnswerError) || call.mayRepeat === false || tries > retries) throw error;
        await pause(pauseMs, options.signal);
      }
    }
  }

  private headersOf({ method, body }: Call, { idempotencyKey }: CallOptions): Record<string, string> {
    const headers: Record<string, string> = { authorization: this.authorization, accept: 'application/json' };
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (method === 'POST') headers['idempotency-key'] = idempotencyKey ?? crypto.randomUUID();
    return headers;
  }

  private async once(call: Call, headers: Record<string, string>, { signal, timeoutMs }: CallOptions) {
    const limit = AbortSignal.timeout(timeoutMs ?? this.options.timeoutMs ?? 30_000);
    try {
      const response = await (this.options.fetch ?? fetch)(`${this.url}${call.path}${queryOf(call.query)}`, {
        method: call.method,
        headers,
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      });
      if (response.ok && call.as === 'bytes') return { ok: true as const, body: await response.arrayBuffer() };
      const text = await response.text();
      if (response.ok) return { ok: true as const, body: text === '' ? null : JSON.parse(text) };
      return { ok: false as const, facts: factsOf(response, text, this.url) };
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      const where = `${call.method} ${this.url}${call.path}`;
      if (limit.aborted) throw new TimedOutError(`${where} was not answered in time`, { cause: error });
      throw new NoAnswerError(`${where} was not answered: ${reasonOf(error)}`, { cause: error });
    }
  }
}

/** Of what `fetch` throws the cause says more than the error. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as {
    readonly cause?: { readonly message?: string; readonly code?: string };
  } & Error;
  return cause?.message || cause?.code || message;
}

/** A path out of literal text and values, which are encoded: pathOf`/v1/omnichannel/${reference}`. */
export function pathOf(parts: TemplateStringsArray, ...values: readonly string[]): string {
  return parts.reduce((path, part, index) => `${path}${encodeURIComponent(values[index - 1] ?? '')}${part}`);
}

function queryOf(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)]))).toString();
  return text === '' ? '' : `?${text}`;
}

/** Rule 2. */
function passes({ status, retryAfterMs }: RefusalFacts): boolean {
  return status === 429 || status === 502 || status === 503 || status === 504 || retryAfterMs !== null;
}

function pauseAfter(tries: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1)) * (0.5 + Math.random() / 2);
}

/** Rule 4. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

function factsOf(response: Response, text: string, url: string): RefusalFacts {
  const body = jsonOf(text);
  const { code, description } = faultIn(body);
  return {
    status: response.status,
    code,
    description: description ?? (response.statusText || `HTTP ${response.status}`),
    docs: linkOf(response.headers.get('link'), url) ?? `${url}/docs/errors`,
    retryAfterMs: retryAfterOf(response.headers.get('retry-after')),
    body: body ?? text,
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** `<…>; rel="help"`. The gateway does not know what a proxy has put before its paths; `url` has it. */
function linkOf(header: string | null, url: string): string | null {
  const [, target] = /<([^>]*)>\s*;\s*rel="?help\b/.exec(header ?? '') ?? [];
  if (target === undefined) return null;
  return target.startsWith('/') ? `${url}${target}` : new URL(target, `${url}/`).href;
}

function retryAfterOf(header: string | null): number | null {
  if (header === null) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}
