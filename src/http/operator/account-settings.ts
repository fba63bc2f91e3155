/**
 * An account's settings as operators write and see them (snake_case), and as the gateway keeps them.
 */
import { isHttpUrl } from '../../operations/json-body.ts';
import type { AccountSettings } from '../../store/account.ts';
import type { Fields } from './fields.ts';

const PRODUCTS = ['omnichannel', 'phoneid', 'anonymous', 'verify'] as const;
const MOST_PER_SECOND = 1_000_000;
const MOST_PER_NUMBER = 1_000_000;
const LONGEST_TEXT = 1_000;

type Reader = (fields: Fields, name: string) => unknown;

const text = (allowed: string, isAllowed: (value: string) => boolean): Reader => {
  return (fields, name) => fields.text(name, allowed, isAllowed);
};
const flag: Reader = (fields, name) => fields.flag(name);
const perNumber: Reader = (fields, name) => fields.number(name, 0, MOST_PER_NUMBER);

/** Name outside, name inside, how it is read. */
const SETTINGS: ReadonlyArray<readonly [string, keyof AccountSettings, Reader]> = [
  ['callback_url', 'callbackUrl', text('an http or https URL', isHttpUrl)],
  ['callback_method', 'callbackMethod', (fields, name) => fields.oneOf(name, ['POST', 'GET'])],
  ['callback_key_id', 'callbackKeyId', text('the id of one of its keys', (value) => /^[0-9a-f-]{36}$/.test(value))],
  ['fallback_time_unit', 'fallbackTimeUnit', (fields, name) => fields.oneOf(name, ['seconds', 'milliseconds'])],
  ['strict_numbers', 'strictNumbers', flag],
  [
    'allowed_countries',
    'allowedCountries',
    (fields, name) => fields.texts(name, 'a country code such as DE', (code) => /^[A-Z]{2}$/.test(code)),
  ],
  ['per_number_per_minute', 'perNumberPerMinute', perNumber],
  ['per_number_per_day', 'perNumberPerDay', perNumber],
  ['requests_per_second', 'requestsPerSecond', readRequests],
  ['accept_unsigned_bodies', 'acceptUnsignedBodies', flag],
  ['opt_out_stops_all', 'optOutStopsAll', flag],
  ['opt_out_texts', 'optOutTexts', readTexts],
];

/** What is given replaces what was; null takes a setting back to its default; what is not given stays. */
export function changeSettings(before: AccountSettings, fields: Fields): AccountSettings {
  const after: Record<string, unknown> = { ...before };
  for (const [outside, inside, read] of SETTINGS) {
    if (fields.isNull(outside)) delete after[inside];
    else if (fields.has(outside)) after[inside] = read(fields, outside);
  }
  fields.end();
  return after as AccountSettings;
}

export function shownSettings(settings: AccountSettings): Record<string, unknown> {
  return Object.fromEntries(
    SETTINGS.flatMap(([outside, inside]) => (settings[inside] === undefined ? [] : [[outside, settings[inside]]])),
  );
}

function readRequests(fields: Fields, name: string): unknown {
  const object = fields.object(name);
  const limits = Object.fromEntries(
    PRODUCTS.flatMap((product) => {
      const limit = object?.number(product, 0, MOST_PER_SECOND);
      return limit === undefined ? [] : [[product, limit]];
    }),
  );
  object?.end();
  return limits;
}

function readTexts(fields: Fields, name: string): unknown {
  const object = fields.object(name);
  const texts = Object.fromEntries(
    ['stopped', 'started', 'help'].flatMap((which) => {
      const value = object?.text(
        which,
        `a text of up to ${LONGEST_TEXT} characters`,
        (each) => each.length <= LONGEST_TEXT,
      );
      return value === undefined ? [] : [[which, value]];
    }),
  );
  object?.end();
  return texts;
}
