/**
 * The JSON answer of a look-up service as facts. Pure.
 *
 * 1. A value that cannot be read makes the whole answer unusable (null): the rest of it may mean something else, too.
 * 2. An answer without any of the values that are looked for has nothing.
 */
import { wholeMonths } from '../../lib/instant.ts';
import { asJsonObject, type JsonObject } from '../../lib/json.ts';
import type { NumberFacts } from '../numbering/numbering.ts';
import type { Facts, Network, Port, Question } from '../source.ts';
import {
  arePlain,
  instantAt,
  type Places,
  placesFor,
  type TimesWithoutZone,
  textAt,
  valueAt,
  yesOrNo,
} from './places.ts';
import type { HttpLookupSettings } from './settings.ts';

const MOST_PORTS = 100;

/** `now`: epoch milliseconds, for what depends on the age of a date. */
export function factsOf(
  settings: HttpLookupSettings,
  { addOn, number }: Question,
  body: JsonObject,
  now: number,
): Facts | { readonly sim: string } | 'nothing' | null {
  const at = (places: Places = {}) => placesFor(places, number);
  if (addOn === 'porting_status') return statusOf(at(settings.porting_status), body, number);
  const times = settings.times_without_zone;
  if (addOn === 'porting_history') return historyOf(at(settings.porting_history), body, times);
  if (addOn === 'sim_swap') return simOf(at(settings.sim_swap), body, times);
  if (addOn === 'subscriber_status') return subscriberOf(at(settings.subscriber_status), body, { times, now });
  return deactivationOf(at(settings.number_deactivation), body, times);
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

interface Reading {
  readonly times: TimesWithoutZone;
  readonly now: number;
}

const ACCOUNT_TYPES = ['individual', 'business', 'government', 'other'] as const;
const CONTRACTS = ['prepaid', 'postpaid'] as const;
const STATES = ['active', 'suspended', 'deactivated'] as const;

function subscriberOf(places: Places, body: JsonObject, { times, now }: Reading): Facts | 'nothing' | null {
  if (!arePlain(body, places)) return null;
  const accountType = wordAt(body, places.account_type, ACCOUNT_TYPES);
  const contract = wordAt(body, places.contract_type, CONTRACTS);
  const state = wordAt(body, places.account_status, STATES);
  const isPrimaryHolder = yesOrNo(valueAt(body, places.primary_account_holder));
  const activatedAt = instantAt(body, places.activated_at, times);
  const values = { accountType, contract, state, isPrimaryHolder, activatedAt };
  if (!areRead(values)) return null;
  if (Object.values(values).every((value) => value === null)) return 'nothing';
  const months = values.activatedAt === null ? null : wholeMonths(values.activatedAt, now);
  return { about: 'subscriber_status', ...values, tenureMinMonths: months, tenureMaxMonths: months };
}

/** What stands at a place and cannot be read is undefined there. */
function areRead<Values extends Readonly<Record<string, unknown>>>(
  values: Values,
): values is Values & { readonly [Name in keyof Values]: Exclude<Values[Name], undefined> } {
  return Object.values(values).every((value) => value !== undefined);
}

/** One of the words in any case; undefined when it is something else. */
function wordAt<const Word extends string>(
  body: JsonObject,
  place: string | undefined,
  words: readonly Word[],
): Word | null | undefined {
  const text = textAt(body, place)?.toLowerCase() ?? null;
  return text === null ? null : words.find((word) => word === text);
}
