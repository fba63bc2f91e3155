/**
 * A look-up service over HTTP as a source: a request made of templates, and values picked from its JSON.
 *
 * 1. 404 says that the service does not know numbers like this one, 422 that the question makes no sense for it; 429 and
 *    5xx are failures; any other status, and what is no JSON object, is unusable.
 * 2. An answer without any of the values that are looked for has nothing.
 */
import { Pool } from 'undici';
import type { Context } from '../../context.ts';
import { exchange } from '../../lib/http-exchange.ts';
import { asJsonObject, type JsonObject, parseJson } from '../../lib/json.ts';
import type { NumberFacts } from '../numbering/numbering.ts';
import type { Deadline, Facts, Finding, Network, Port, Question, Source } from '../source.ts';
import { isCovered } from '../terms.ts';
import { HTTP_ADD_ONS, type HttpLookupSettings, readSecret } from './settings.ts';

export interface HttpLookupSource extends Source {
  close(): Promise<void>;
}

const IDLE_CONNECTION_MS = 30_000;
const MOST_PORTS = 100;

export function createHttpLookupSource(context: Context, name: string, settings: HttpLookupSettings): HttpLookupSource {
  const pool = new Pool(new URL(settings.url.replace(/\{[^}]*\}/g, '0')).origin, {
    connections: settings.max_in_flight,
    connectTimeout: settings.request_timeout_ms,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: IDLE_CONNECTION_MS,
  });
  const secret = readSecret(settings);
  return {
    name,
    addOns: HTTP_ADD_ONS.filter((addOn) => settings[addOn] !== undefined),
    covers: ({ number }) => isCovered(settings, number),
    async lookUp(question, { withinMs }: Deadline) {
      const request = requestOf(settings, secret, question.number);
      const result = await exchange(pool, context.clock, request, { withinMs });
      if (result.kind === 'unanswered' && result.reason === 'no answer in time') return { kind: 'timed_out' };
      if (result.kind !== 'answered') {
        return { kind: 'down', reason: result.kind === 'withheld' ? 'withheld' : result.reason };
      }
      return result.isLate ? { kind: 'timed_out' } : readAnswer(settings, question, result.status, result.body);
    },
    close: () => pool.destroy(),
  };
}

function requestOf(settings: HttpLookupSettings, secret: string, number: NumberFacts) {
  const fill = (template: string, encode: (text: string) => string) =>
    template
      .replaceAll('{number}', number.digits)
      .replaceAll('{e164}', encode(`+${number.digits}`))
      .replaceAll('{national}', number.national)
      .replaceAll('{secret}', encode(secret));
  const url = new URL(fill(settings.url, encodeURIComponent));
  const asIs = (text: string) => text;
  const headers = Object.entries(settings.headers).map(([name, value]) => [name.toLowerCase(), fill(value, asIs)]);
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
  return {
    method: settings.method,
    path: `${url.pathname}${url.search}`,
    headers: {
      accept: 'application/json',
      ...(settings.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(Object.fromEntries(headers) as Record<string, string>),
    },
    ...(settings.body === undefined ? {} : { body: fill(settings.body, inJson) }),
  };
}

function readAnswer(settings: HttpLookupSettings, question: Question, status: number, bytes: Buffer): Finding {
  if (status === 404) return { kind: 'not_covered' };
  if (status === 422) return { kind: 'not_applicable' };
  if (status === 401 || status === 403 || status === 429 || status >= 500) {
    return { kind: 'down', reason: `it answered ${status}` };
  }
  const body = asJsonObject(parseJson(bytes));
  if (status !== 200 || !body) return { kind: 'unusable', reason: `it answered ${status} without a JSON object` };
  const facts = factsOf(settings, question, body);
  if (facts === 'nothing') return { kind: 'nothing' };
  return facts ? { kind: 'found', facts } : { kind: 'unusable', reason: 'a value has another form than expected' };
}

/** Null when a value cannot be read. */
function factsOf(settings: HttpLookupSettings, { addOn }: Question, body: JsonObject): Facts | 'nothing' | null {
  if (addOn === 'porting_status') return statusOf(settings.porting_status ?? {}, body);
  if (addOn === 'porting_history') return historyOf(settings, body);
  return deactivationOf(settings.number_deactivation ?? {}, body);
}

type Places = Readonly<Partial<Record<string, string>>>;

function statusOf(places: Places, body: JsonObject): Facts | 'nothing' | null {
  if (!arePlain(body, places)) return null;
  const joined = textAt(body, places.mccmnc);
  const current: Network = {
    name: textAt(body, places.carrier),
    mcc: textAt(body, places.mcc) ?? joined?.slice(0, 3) ?? null,
    mnc: textAt(body, places.mnc) ?? joined?.slice(3) ?? null,
  };
  const isPorted = yesOrNo(valueAt(body, places.ported));
  if (isPorted === undefined) return null;
  if ([current.mcc, current.mnc].some((code) => code !== null && !/^[0-9]{2,3}$/.test(code))) return null;
  const isEmpty = isPorted === null && Object.values(current).every((value) => value === null);
  return isEmpty ? 'nothing' : { about: 'porting_status', current, isPorted };
}

function historyOf(settings: HttpLookupSettings, body: JsonObject): Facts | 'nothing' | null {
  const places: Places = settings.porting_history ?? {};
  const list = places.list === undefined ? [body] : valueAt(body, places.list);
  if (list === null) return 'nothing';
  if (!Array.isArray(list)) return null;
  const ports: Port[] = [];
  for (const each of list.slice(0, MOST_PORTS) as unknown[]) {
    const entry = asJsonObject(each);
    const portedAt = entry && instantAt(entry, places.ported_at);
    if (!entry || portedAt === undefined || !arePlain(entry, places)) return null;
    if (portedAt === null) continue;
    ports.push({ portedAt, from: networkAt(entry, places, 'from'), to: networkAt(entry, places, 'to') });
  }
  ports.sort((a, b) => b.portedAt - a.portedAt);
  const newest = ports[0];
  return newest ? { about: 'porting_history', current: newest.to, ports } : 'nothing';
}

function networkAt(entry: JsonObject, places: Places, side: 'from' | 'to'): Network {
  return {
    name: textAt(entry, places[`${side}_carrier`]),
    mcc: textAt(entry, places[`${side}_mcc`]),
    mnc: textAt(entry, places[`${side}_mnc`]),
  };
}

function deactivationOf(places: Places, body: JsonObject): Facts | 'nothing' | null {
  if (!arePlain(body, places)) return null;
  const deactivatedAt = instantAt(body, places.deactivated_at);
  const trackedSince = instantAt(body, places.tracked_since);
  if (deactivatedAt === undefined || trackedSince === undefined) return null;
  const carrier = textAt(body, places.carrier);
  if (deactivatedAt === null && trackedSince === null) return 'nothing';
  return { about: 'number_deactivation', carrier, deactivatedAt, trackedSince, isRecycled: null };
}

function valueAt(body: unknown, place: string | undefined): unknown {
  if (place === undefined) return null;
  let value = body;
  for (const step of place.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return null;
    value = (value as Record<string, unknown>)[step];
  }
  return value ?? null;
}

/** Nothing that is looked for is an object or a list. */
function arePlain(body: JsonObject, places: Places): boolean {
  return Object.entries(places).every(([name, place]) => {
    const value = name === 'list' ? null : valueAt(body, place);
    return value === null || typeof value !== 'object';
  });
}

const LONGEST_TEXT = 200;
/** The end of the year 9999: what comes later has no date with four digits. */
const LATEST = 253_402_300_799_999;

function textAt(body: JsonObject, place: string | undefined): string | null {
  const value = valueAt(body, place);
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_TEXT ? value : null;
}

/** Undefined when it is something else than a date. Seconds and milliseconds since 1970 are told apart by their size. */
function instantAt(body: JsonObject, place: string | undefined): number | null | undefined {
  const value = valueAt(body, place);
  if (value === null || value === '') return null;
  if (typeof value === 'number' && value > 0 && value <= LATEST) return value < 1e11 ? value * 1000 : value;
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return undefined;
  const at = Date.parse(value);
  return Number.isFinite(at) ? at : undefined;
}

/** Null when nothing is said, undefined when it is something else. */
function yesOrNo(value: unknown): boolean | null | undefined {
  if (value === null || value === '') return null;
  if (typeof value === 'boolean') return value;
  const text = String(value).toLowerCase();
  if (text === 'y' || text === 'yes' || text === 'true' || text === '1') return true;
  return text === 'n' || text === 'no' || text === 'false' || text === '0' ? false : undefined;
}
