/**
 * A look-up service over HTTP as a source: a request made of templates, and values picked from its JSON.
 *
 * 1. 404 says that the service does not know numbers like this one, 422 that the question makes no sense for it; 429 and
 *    5xx are failures; any other status, and what is no JSON object, is unusable.
 * 2. An answer without any of the values that are looked for has nothing.
 * 3. A service that tells the SIM (IMSI) and no time says when it changed only beside what was seen before: with a SIM
 *    seen for as long as a swap matters there was none, with one seen for less nobody can tell.
 */
import { createHmac } from 'node:crypto';
import { Pool } from 'undici';
import type { Context } from '../../context.ts';
import { exchange } from '../../lib/http-exchange.ts';
import { parseInstant } from '../../lib/instant.ts';
import { asJsonObject, type JsonObject, parseJson } from '../../lib/json.ts';
import type { NumberFacts } from '../numbering/numbering.ts';
import { type SimMemory, SWAP_MATTERS_MS } from '../sim-memory.ts';
import type { Deadline, Facts, Finding, Network, Port, Question, Source } from '../source.ts';
import { isCovered } from '../terms.ts';
import { within } from '../within.ts';
import { HTTP_ADD_ONS, type HttpLookupSettings, readSecret } from './settings.ts';

export interface HttpLookupSource extends Source {
  close(): Promise<void>;
}

const IDLE_CONNECTION_MS = 30_000;
const MOST_PORTS = 100;

/** `memory`: what was seen of SIMs (rule 3). */
export function createHttpLookupSource(
  context: Context,
  name: string,
  settings: HttpLookupSettings,
  memory: SimMemory,
): HttpLookupSource {
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
      const deadlineAt = context.clock.monotonic() + withinMs;
      const request = requestOf(settings, secret, question.number, context.clock.now());
      const result = await exchange(pool, context.clock, request, { withinMs });
      if (result.kind === 'unanswered' && result.reason === 'no answer in time') return { kind: 'timed_out' };
      if (result.kind !== 'answered') {
        return { kind: 'down', reason: result.kind === 'withheld' ? 'withheld' : result.reason };
      }
      if (result.isLate) return { kind: 'timed_out' };
      const finding = readAnswer(settings, question, result.status, result.body);
      if (!('sim' in finding)) return finding;
      const leftMs = Math.max(0, deadlineAt - context.clock.monotonic());
      return within(context.clock, { withinMs: leftMs }, compareSim(context, memory, question, finding.sim));
    },
    close: () => pool.destroy(),
  };
}

/** Rule 3. */
async function compareSim(context: Context, memory: SimMemory, { number }: Question, sim: string): Promise<Finding> {
  try {
    const { since, changedAt } = await memory.seen(number.digits, sim);
    const isKnown = changedAt !== null || context.clock.now() - since >= SWAP_MATTERS_MS;
    return isKnown ? { kind: 'found', facts: { about: 'sim_swap', swappedAt: changedAt } } : { kind: 'nothing' };
  } catch {
    return { kind: 'down', reason: 'the database of the gateway cannot be asked' };
  }
}

function requestOf(settings: HttpLookupSettings, secret: string, number: NumberFacts, now: number) {
  const fill = (template: string, encode: (text: string) => string) =>
    template
      .replaceAll('{number}', number.digits)
      .replaceAll('{e164}', encode(`+${number.digits}`))
      .replaceAll('{national}', number.national)
      .replaceAll('{user}', encode(settings.user ?? ''))
      .replaceAll('{secret}', encode(secret));
  const url = new URL(fill(settings.url, encodeURIComponent));
  const asIs = (text: string) => text;
  const headers = Object.entries(settings.headers).map(([name, value]) => [name.toLowerCase(), fill(value, asIs)]);
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
  const body = settings.body === undefined ? undefined : fill(settings.body, inJson);
  return {
    method: settings.method,
    path: `${url.pathname}${url.search}`,
    headers: {
      accept: 'application/json',
      ...(settings.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(Object.fromEntries(headers) as Record<string, string>),
      ...digestOf(settings, secret, `${url.pathname}${url.search}`, body ?? '', now),
    },
    ...(body === undefined ? {} : { body }),
  };
}

function digestOf(
  { digest_after: base, user = '', method }: HttpLookupSettings,
  secret: string,
  path: string,
  body: string,
  now: number,
): Record<string, string> {
  if (base === undefined) return {};
  const signed = path.startsWith(base) ? path.slice(base.length) : path;
  const time = String(Math.floor(now / 1000));
  const signature = createHmac('sha256', secret).update(`${signed}${time}${method}${body}`).digest('hex');
  return { 'x-digest-key': user, 'x-digest-timestamp': time, 'x-digest-signature': signature };
}

function readAnswer(
  settings: HttpLookupSettings,
  question: Question,
  status: number,
  bytes: Buffer,
): Finding | { readonly sim: string } {
  if (status === 404) return { kind: 'not_covered' };
  if (status === 422) return { kind: 'not_applicable' };
  if (status === 401 || status === 403 || status === 429 || status >= 500) {
    return { kind: 'down', reason: `it answered ${status}` };
  }
  const body = asJsonObject(parseJson(bytes));
  if (status !== 200 || !body) return { kind: 'unusable', reason: `it answered ${status} without a JSON object` };
  const facts = factsOf(settings, question, body);
  if (facts === 'nothing') return { kind: 'nothing' };
  if (facts && 'sim' in facts) return facts;
  return facts ? { kind: 'found', facts } : { kind: 'unusable', reason: 'a value has another form than expected' };
}

/** Null when a value cannot be read. */
function factsOf(
  settings: HttpLookupSettings,
  { addOn, number }: Question,
  body: JsonObject,
): Facts | { readonly sim: string } | 'nothing' | null {
  const at = (places: Places = {}) => placesFor(places, number);
  if (addOn === 'porting_status') return statusOf(at(settings.porting_status), body, number);
  const times = settings.times_without_zone;
  if (addOn === 'porting_history') return historyOf(at(settings.porting_history), body, times);
  if (addOn === 'sim_swap') return simOf(at(settings.sim_swap), body, times);
  return deactivationOf(at(settings.number_deactivation), body, times);
}

type TimesWithoutZone = HttpLookupSettings['times_without_zone'];
type Places = Readonly<Partial<Record<string, string>>>;

function placesFor(places: Places, { digits }: NumberFacts): Places {
  return Object.fromEntries(
    Object.entries(places).map(([name, place]) => [name, place?.replaceAll('{number}', digits)]),
  );
}

function statusOf(places: Places, body: JsonObject, number: NumberFacts): Facts | 'nothing' | null {
  const error = textAt(body, places.error);
  if (error !== null && error !== '0') return 'nothing';
  if (!arePlain(body, places)) return null;
  const joined = textAt(body, places.mccmnc);
  const current: Network = {
    name: textAt(body, places.carrier),
    mcc: textAt(body, places.mcc) ?? joined?.slice(0, 3) ?? null,
    mnc: textAt(body, places.mnc) ?? joined?.slice(3) ?? null,
  };
  const isPorted = portedIn(body, places, number);
  if (isPorted === undefined) return null;
  if ([current.mcc, current.mnc].some((code) => code !== null && !/^[0-9]{2,3}$/.test(code))) return null;
  const isEmpty = isPorted === null && Object.values(current).every((value) => value === null);
  return isEmpty ? 'nothing' : { about: 'porting_status', current, isPorted };
}

/** A routing number that is the number itself is that of a number which was not ported. */
function portedIn(body: JsonObject, places: Places, { digits, national }: NumberFacts): boolean | null | undefined {
  const said = yesOrNo(valueAt(body, places.ported));
  const lrn = textAt(body, places.lrn)?.replace('+', '') ?? '';
  if (said !== null || !/^[0-9]{6,15}$/.test(lrn)) return said;
  return lrn !== digits && lrn !== national;
}

function simOf(
  places: Places,
  body: JsonObject,
  times: TimesWithoutZone,
): Facts | { readonly sim: string } | 'nothing' | null {
  if (!arePlain(body, places)) return null;
  const swappedAt = instantAt(body, places.swapped_at, times);
  if (swappedAt === undefined) return null;
  if (swappedAt !== null) return { about: 'sim_swap', swappedAt };
  // Some services show the first digits only.
  const imsi = textAt(body, places.imsi);
  return imsi !== null && /^[0-9]{14,15}$/.test(imsi) ? { sim: imsi } : 'nothing';
}

function historyOf(places: Places, body: JsonObject, times: TimesWithoutZone): Facts | 'nothing' | null {
  const list = places.list === undefined ? [body] : valueAt(body, places.list);
  if (list === null) return 'nothing';
  if (!Array.isArray(list)) return null;
  const ports: Port[] = [];
  for (const each of list.slice(0, MOST_PORTS) as unknown[]) {
    const entry = asJsonObject(each);
    const portedAt = entry && instantAt(entry, places.ported_at, times);
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

function deactivationOf(places: Places, body: JsonObject, times: TimesWithoutZone): Facts | 'nothing' | null {
  if (!arePlain(body, places)) return null;
  const deactivatedAt = instantAt(body, places.deactivated_at, times);
  const trackedSince = instantAt(body, places.tracked_since, times);
  if (deactivatedAt === undefined || trackedSince === undefined) return null;
  const carrier = textAt(body, places.carrier);
  if (deactivatedAt === null && trackedSince === null) return 'nothing';
  return { about: 'number_deactivation', carrier, deactivatedAt, trackedSince, isRecycled: null };
}

/** Of several places the first that has a value. */
function valueAt(body: unknown, places: string | undefined): unknown {
  for (const place of places?.split('|') ?? []) {
    const value = valueAtOne(body, place);
    if (value !== null && value !== '') return value;
  }
  return null;
}

function valueAtOne(body: unknown, place: string): unknown {
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
function instantAt(body: JsonObject, place: string | undefined, times: TimesWithoutZone): number | null | undefined {
  const value = valueAt(body, place);
  if (value === null || value === '') return null;
  if (typeof value === 'number' && value > 0 && value <= LATEST) return value < 1e11 ? value * 1000 : value;
  return parseInstant(value, times === 'utc' ? 'is_utc' : 'is_refused') ?? undefined;
}

/** Null when nothing is said, undefined when it is something else. */
function yesOrNo(value: unknown): boolean | null | undefined {
  if (value === null || value === '') return null;
  if (typeof value === 'boolean') return value;
  const text = String(value).toLowerCase();
  if (text === 'y' || text === 'yes' || text === 'true' || text === '1') return true;
  return text === 'n' || text === 'no' || text === 'false' || text === '0' ? false : undefined;
}
