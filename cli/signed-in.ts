/**
 * Asks as somebody who has signed in with a password, as a browser does: it keeps the cookie, and comes from a page of
 * the gateway.
 */
import { request } from 'undici';
import { CommandError, type GatewayAnswer } from './client.ts';

const ANSWER_WITHIN_MS = 30_000;

export class SignedIn {
  private readonly url: string;
  private cookie = '';

  constructor(url: string) {
    if (!URL.canParse(url) || !/^https?:/.test(url)) throw new CommandError(`--url: ${url} is no http or https URL`);
    this.url = url.replace(/\/+$/, '');
  }

  /** Rejects with CommandError unless the gateway did it. */
  async ask(method: 'POST' | 'DELETE', path: string, body?: object): Promise<GatewayAnswer> {
    const {
      statusCode,
      headers,
      body: answer,
    } = await request(`${this.url}/operator/v1${path}`, {
      method,
      headersTimeout: ANSWER_WITHIN_MS,
      bodyTimeout: ANSWER_WITHIN_MS,
      headers: {
        cookie: this.cookie,
        origin: new URL(this.url).origin,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    }).catch(() => Promise.reject(new CommandError(`no gateway answers at ${this.url}; --url says where it is`)));
    for (const given of [headers['set-cookie'] ?? []].flat()) this.cookie = given.split(';')[0] ?? '';
    const said = (await answer.json().catch(() => ({}))) as { status?: { description?: unknown } };
    if (statusCode < 300) return said as GatewayAnswer;
    throw new CommandError(String(said.status?.description ?? `HTTP ${statusCode}`));
  }
}
