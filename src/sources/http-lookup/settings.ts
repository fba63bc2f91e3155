/**
 * The settings of a look-up service that answers in JSON over HTTP. Keys as in the configuration file; docs/sources.md
 * explains them to operators.
 */
import { type Static, Type } from 'typebox';
import { secretSetting } from '../../lib/schemas.ts';
import { parseSettings } from '../../lib/settings.ts';
import { TERMS } from '../terms.ts';
import { PRESETS, withPreset } from './presets.ts';

/** What such a service can be asked. */
export const HTTP_ADD_ONS = [
  'number_deactivation',
  'porting_history',
  'porting_status',
  'sim_swap',
  'subscriber_status',
] as const;

const STEP = '([A-Za-z0-9_-]+|\\{number\\})';
const PLACE = `${STEP}(\\.${STEP}){0,9}`;

/**
 * Where a value stands in the answer: names joined by dots, a number for a place in a list, `{number}` for the number
 * itself; several places with `|` between them: the first that has a value.
 */
const place = Type.String({ pattern: `^${PLACE}(\\|${PLACE}){0,4}$`, maxLength: 400 });
function fields<const Name extends string>(names: readonly Name[]) {
  const schema = Type.Object(Object.fromEntries(names.map((name) => [name, Type.Optional(place)])), {
    additionalProperties: false,
  });
  return Type.Optional(Type.Unsafe<Readonly<Partial<Record<Name, string>>>>(schema));
}

export const HttpLookupSettingsSchema = Type.Object(
  {
    preset: Type.Optional(Type.Union(PRESETS.map((name) => Type.Literal(name)))),
    url: Type.Optional(
      Type.String({
        pattern: '^https?://[^/?#@]+/',
        maxLength: 1000,
        description:
          '{number} stands for digits with country code, {e164} for the same with a plus, {national} for the number without its country code, {user} and {secret} for those below.',
      }),
    ),
    method: Type.Union([Type.Literal('GET'), Type.Literal('POST')], { default: 'GET' }),
    body: Type.Optional(Type.String({ maxLength: 5000, description: 'With the same names; sent as JSON.' })),
    headers: Type.Record(Type.String({ pattern: '^[A-Za-z0-9-]{1,60}$' }), Type.String({ maxLength: 1000 }), {
      default: {},
      description: 'Sent with each request; {secret} stands for the secret.',
    }),
    user: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    ...secretSetting('secret', Type.Optional(Type.String({ minLength: 1 }))),
    digest_after: Type.Optional(
      Type.String({
        pattern: '^(/[A-Za-z0-9._-]+)*$',
        maxLength: 200,
        description:
          'Each request is signed with X-Digest-Key, -Timestamp and -Signature: HMAC-SHA256 over path, time, method and body; the path without this beginning.',
      }),
    ),
    porting_status: fields(['mcc', 'mnc', 'mccmnc', 'carrier', 'ported', 'lrn', 'error']),
    porting_history: fields([
      'list',
      'ported_at',
      'from_carrier',
      'from_mcc',
      'from_mnc',
      'to_carrier',
      'to_mcc',
      'to_mnc',
    ]),
    number_deactivation: fields(['carrier', 'deactivated_at', 'tracked_since']),
    sim_swap: fields(['swapped_at', 'imsi']),
    subscriber_status: fields([
      'account_type',
      'contract_type',
      'account_status',
      'primary_account_holder',
      'activated_at',
    ]),
    times_without_zone: Type.Union([Type.Literal('refused'), Type.Literal('utc')], {
      default: 'refused',
      description: 'What a time in the answer is that names no zone; a day is its first instant in UTC.',
    }),
    ...TERMS,
    requests_per_second: Type.Number({ minimum: 0, maximum: 10_000, default: 0, description: '0: no limit.' }),
    max_in_flight: Type.Integer({ minimum: 1, maximum: 2000, default: 100 }),
    request_timeout_ms: Type.Integer({ minimum: 100, maximum: 60_000, default: 4_000 }),
  },
  { additionalProperties: false },
);

export type HttpLookupSettings = Static<typeof HttpLookupSettingsSchema> & { readonly url: string };

/** Fills in the defaults and checks; throws an Error that names the setting and what is allowed. */
export function parseHttpLookupSettings(input: unknown): HttpLookupSettings {
  const read = parseSettings(HttpLookupSettingsSchema, withPreset(input));
  const { url } = read;
  if (url === undefined) throw new Error('url: is needed');
  const settings: HttpLookupSettings = { ...read, url };
  if (HTTP_ADD_ONS.every((addOn) => settings[addOn] === undefined)) {
    throw new Error(`one of ${HTTP_ADD_ONS.join(', ')} is needed: it says where the values stand in the answer`);
  }
  if (settings.porting_history && !settings.porting_history.ported_at) {
    throw new Error('porting_history.ported_at: is needed');
  }
  const templates = [settings.url, settings.body ?? '', ...Object.values(settings.headers)].join(' ');
  if (templates.includes('{secret}') && settings.secret === undefined) {
    throw new Error('secret: is needed for {secret}');
  }
  if (templates.includes('{user}') && settings.user === undefined) throw new Error('user: is needed for {user}');
  if (settings.digest_after !== undefined && (settings.user === undefined || settings.secret === undefined)) {
    throw new Error('digest_after: needs user and secret');
  }
  return settings;
}
