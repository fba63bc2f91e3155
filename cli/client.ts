/**
 * Sends the requests of the commands to the operators' API: finds its address and the token, and turns an error into
 * words.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';

export interface ClientOptions {
  /** Where the gateway is. */
  readonly url: string;
  readonly token: string | undefined;
  /** The gateway's data directory, where the token is when none is given. */
  readonly data: string;
}

export type GatewayAnswer = Readonly<Record<string, unknown>>;
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What the person at the terminal can do something about. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  /** That the gateway refused with; null when it was not that. */
  readonly status: number | null;

  constructor(text: string, status: number | null = null) {
    super(text);
    this.status = status;
  }
}

const ANSWER_WITHIN_MS = 30_000;
const STREAM_SILENT_MS = 60_000;

interface Sent {
  readonly status: number;
  readonly text: string;
  readonly isPage: boolean;
}

export interface StreamOptions {
  readonly signal: AbortSignal;
  readonly piece: (text: string) => void;
}

export class Client {
  private readonly url: string;
  private readonly token: string;

  constructor({ url, token, data }: ClientOptions) {
    this.url = usableUrl(url);
    this.token = token ?? tokenIn(data);
  }

  get(path: string, query: Query = {}): Promise<GatewayAnswer> {
    return this.ask('GET', withQuery(path, query));
  }

  /** An answer that is no JSON, as it came. Rejects with CommandError unless the gateway did it. */
  async getText(path: string, query: Query = {}): Promise<string> {
    const { status, text, isPage } = await this.send('GET', withQuery(path, query));
    if (status < 300 && !isPage) return text;
    throw new CommandError(refusal(status, asAnswer(text)), status);
  }

  /** An answer that is no text. Rejects with CommandError unless the gateway did it. */
  async getBytes(path: string): Promise<Buffer> {
    const headers = { authorization: `Bearer ${this.token}` };
    const asked = request(`${this.url}/operator/v1${path}`, { headers, headersTimeout: ANSWER_WITHIN_MS });
    const {
      statusCode: status,
      headers: said,
      body,
    } = await asked.catch((error) => Promise.reject(this.unreachable(error)));
    const bytes = Buffer.from(await body.arrayBuffer());
    if (status < 300 && !isPage(said)) return bytes;
    throw new CommandError(refusal(status, asAnswer(bytes.toString())), status);
  }

  /**
   * An answer that goes on: each piece of it as it comes, until the gateway ends it or `signal` is given. Rejects with
   * CommandError unless the gateway begins it.
   */
  async stream(path: string, query: Query, { signal, piece }: StreamOptions): Promise<void> {
    const headers = { authorization: `Bearer ${this.token}` };
    const url = `${this.url}/operator/v1${withQuery(path, query)}`;
    // A comment comes every 15 s.
    const asked = request(url, { headers, signal, headersTimeout: ANSWER_WITHIN_MS, bodyTimeout: STREAM_SILENT_MS });
    const {
      statusCode: status,
      headers: said,
      body,
    } = await asked.catch((error) => Promise.reject(this.unreachable(error)));
    if (status >= 300 || isPage(said)) throw new CommandError(refusal(status, asAnswer(await body.text())), status);
    body.setEncoding('utf8');
    for await (const text of body) piece(String(text));
  }

  /** A file goes as it is. Rejects with CommandError unless the gateway did it. */
  async askWithText(method: Method, path: string, query: Query, file: string): Promise<GatewayAnswer> {
    return this.answerTo(await this.send(method, withQuery(path, query), file));
  }

  /** Rejects with CommandError unless the gateway did it. */
  async ask(method: Method, path: string, body?: object): Promise<GatewayAnswer> {
    return this.answerTo(await this.send(method, path, body));
  }

  private answerTo({ status, text }: { readonly status: number; readonly text: string }): GatewayAnswer {
    const answer = asAnswer(text);
    if (status < 300 && answer) return answer;
    throw new CommandError(refusal(status, answer), status);
  }

  private async send(method: Method, path: string, body?: object | string): Promise<Sent> {
    try {
      const {
        statusCode: status,
        headers,
        body: answer,
      } = await request(`${this.url}/operator/v1${path}`, {
        method,
        headersTimeout: ANSWER_WITHIN_MS,
        bodyTimeout: ANSWER_WITHIN_MS,
        headers: {
          authorization: `Bearer ${this.token}`,
          ...(body === undefined ? {} : { 'content-type': typeof body === 'string' ? 'text/csv' : 'application/json' }),
        },
        body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
      });
      return { status, isPage: isPage(headers), text: await answer.text() };
    } catch (error) {
      throw this.unreachable(error);
    }
  }

  private unreachable(error: unknown): CommandError {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
    return new CommandError(`no gateway answers at ${this.url} (${why}); --url or TRUNKLINE_URL says where it is`);
  }
}

/** What a proxy shows to somebody who has not signed in, or another program: a gateway answers operators with no page. */
function isPage(headers: Readonly<Record<string, unknown>>): boolean {
  return /^text\/html/i.test(String(headers['content-type']));
}

/** Without slashes at its end. Throws CommandError for what is no address of a gateway. */
export function usableUrl(url: string): string {
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw new CommandError(`--url: ${url} is no http or https URL`);
  return url.replace(/\/+$/, '');
}

function withQuery(path: string, query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? path : `${path}?${search}`;
}

function asAnswer(text: string): GatewayAnswer | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as GatewayAnswer) : null;
  } catch {
    return null;
  }
}

function refusal(status: number, answer: GatewayAnswer | null): string {
  const description = (answer?.status as { description?: unknown } | undefined)?.description;
  if (typeof description !== 'string') return `what answers there is no Trunkline gateway (HTTP ${status})`;
  if (status === 404 && /^Resource not found: \/operator/.test(description)) {
    return `${description}; operators have an address of their own there (http.operators), which --url or TRUNKLINE_URL gives`;
  }
  return status === 401 ? `${description}; --token or TRUNKLINE_OPERATOR_TOKEN gives the token` : description;
}

function tokenIn(data: string): string {
  const path = join(data, 'operator-token');
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unreadable';
    throw new CommandError(
      `no operator token: ${path} cannot be read (${code}); give --token, TRUNKLINE_OPERATOR_TOKEN or --data`,
    );
  }
}
