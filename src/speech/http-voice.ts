/**
 * A speech service over HTTP: a request made of templates, and the sound in its answer.
 *
 * 1. What is filled in is encoded for its place: in a URL, in JSON, in XML, in a form.
 * 2. Only a whole answer with status 200 and a sound in it counts. After a failure the service is left alone for
 *    `PAUSE_MS`, so that calls do not wait for it one after the other; the next voice speaks meanwhile.
 * 3. An error holds the service's status, and nothing that it was sent.
 */
import { Pool } from 'undici';
import type { Context } from '../context.ts';
import { exchange } from '../lib/http-exchange.ts';
import { parseJson } from '../lib/json.ts';
import { readPcm, readWav, type Sound } from '../lib/wav.ts';
import type { VoiceEngine } from './engine.ts';
import { fillIn, type HttpVoiceSettings } from './http-settings.ts';
import { SPOKEN_WITHIN_MS } from './speech.ts';
import { Turns } from './turns.ts';

const PAUSE_MS = 10_000;
const IDLE_CONNECTION_MS = 30_000;
/** A minute at 48,000 samples a second, in base64. */
const MOST_BYTES = 8 * 1024 * 1024;
const MOST_WAITING = 1_000;

export class HttpVoice implements VoiceEngine {
  readonly name = 'http';
  readonly reading = 'any';
  readonly isService = true;
  readonly version: string;
  readonly languages: readonly string[];
  private readonly context: Context;
  private readonly settings: HttpVoiceSettings;
  private readonly turns: Turns;
  private readonly pool: Pool;
  private pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(context: Context, settings: HttpVoiceSettings) {
    this.context = context;
    this.settings = settings;
    this.languages = Object.keys(settings.voices);
    const { host, origin } = new URL(settings.url);
    this.version = host;
    this.turns = new Turns(settings.max_in_flight, MOST_WAITING, { clock: context.clock, ms: SPOKEN_WITHIN_MS });
    this.pool = new Pool(origin, {
      connections: settings.max_in_flight,
      connectTimeout: settings.within_ms,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_CONNECTION_MS,
    });
  }

  isUsable(): boolean {
    return this.context.clock.monotonic() >= this.pausedUntil;
  }

  async start(): Promise<void> {}

  async stop(): Promise<void> {
    await this.pool.destroy();
  }

  async speak(text: string, language: string): Promise<Sound> {
    try {
      return await this.turns.take(() => this.ask(text, language));
    } catch (error) {
      this.pausedUntil = this.context.clock.monotonic() + PAUSE_MS;
      throw error;
    }
  }

  private async ask(text: string, language: string): Promise<Sound> {
    if (!this.isUsable()) throw new Error('the speech service has just failed');
    const { settings } = this;
    const limits = { withinMs: settings.within_ms, mostBytes: MOST_BYTES };
    const result = await exchange(this.pool, this.context.clock, this.requestFor(text, language), limits);
    if (result.kind === 'withheld') throw new Error('the speech service was not asked');
    if (result.kind !== 'answered') throw new Error(`the speech service gave no answer (${result.reason})`);
    if (result.status !== 200) throw new Error(`the speech service answered ${result.status}`);
    if (!result.isWhole) throw new Error('the speech service broke off its answer');
    const bytes = settings.audio_at === undefined ? result.body : audioAt(result.body, settings.audio_at);
    if (settings.format === 'wav') return readWav(bytes);
    if (bytes.length < 2) throw new Error('the speech service answered without a sound');
    return { samples: readPcm(bytes), samplesPerSecond: settings.samples_per_second };
  }

  private requestFor(text: string, language: string) {
    const { settings } = this;
    const values = { text, language, voice: settings.voices[language] ?? '', secret: settings.secret };
    const url = new URL(fillIn(settings.url, values, encodeURIComponent));
    const given = Object.entries(settings.headers).map(([name, value]) => [
      name.toLowerCase(),
      fillIn(value, values, (each) => each.replaceAll(/[\r\n]/g, ' ')),
    ]);
    const headers: Record<string, string> = Object.fromEntries(given);
    const request = { method: settings.method, path: `${url.pathname}${url.search}`, headers };
    if (settings.body === undefined) return request;
    headers['content-type'] ??= usualType(settings.body);
    return { ...request, body: fillIn(settings.body, values, encoderFor(headers['content-type'])) };
  }
}

function usualType(body: string): string {
  if (body.trimStart().startsWith('{')) return 'application/json';
  return body.trimStart().startsWith('<') ? 'application/ssml+xml' : 'application/x-www-form-urlencoded';
}

const XML: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": '&apos;' };

function encoderFor(contentType: string): (text: string) => string {
  if (/json/i.test(contentType)) return (text) => JSON.stringify(text).slice(1, -1);
  if (/xml/i.test(contentType)) return (text) => text.replaceAll(/[<>&"']/g, (sign) => XML[sign] ?? '');
  return /form-urlencoded/i.test(contentType) ? encodeURIComponent : (text) => text;
}

/** The base64 that stands in JSON at this place. */
function audioAt(body: Buffer, place: string): Buffer {
  let value: unknown = parseJson(body);
  for (const step of place.split('.')) {
    const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, step);
    value = isThere ? (value as Record<string, unknown>)[step] : undefined;
  }
  if (typeof value !== 'string') throw new Error(`the speech service answered without ${place}`);
  return Buffer.from(value, 'base64');
}
