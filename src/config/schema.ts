/**
 * The schema of the configuration file. The defaults are in trunkline.defaults.yaml; docs/configuration.md explains the
 * settings. A test compares the three.
 *
 * 1. The schema has no setting that the gateway does not read.
 * 2. `allowed` completes the sentence "allowed: …" where the schema cannot say it in plain words.
 */
import { type Static, Type } from 'typebox';
import { CarrierName } from '../carriers/carrier-names.ts';
import { CHANNEL_NAMES } from '../carriers/channels.ts';
import { CARRIER_KIND_NAMES } from '../carriers/kinds.ts';
import { NUMBER_KINDS } from '../lib/phone-number.ts';
import { oneOf, strict } from '../lib/schemas.ts';
import { ADD_ONS } from '../sources/source.ts';
import { HttpVoiceSchema } from '../speech/http-settings.ts';
import { OperatorsSchema } from './operators.ts';

export const MOST_PROCESSES = 64;

function wholeNumber(minimum: number, maximum: number) {
  return Type.Integer({ minimum, maximum });
}

/** `secret`: see `secretSetting`. */
function orNull(pattern: string, allowed: string, secret?: 'line') {
  return Type.Union([Type.Null(), Type.String({ pattern })], { allowed, ...(secret ? { secret } : {}) });
}

const networks = Type.Array(Type.String({ allowed: 'a network such as 10.0.0.0/8 or fd00::/8' }), { maxItems: 1000 });

const words = Type.Array(Type.String({ minLength: 1, maxLength: 40, allowed: 'a word of 1 to 40 characters' }), {
  maxItems: 1000,
});

const reply = Type.String({ maxLength: 1000, allowed: 'a text of up to 1000 characters' });

const optOutTexts = Type.Object({ stopped: reply, started: reply, help: reply }, strict);
const optOutLanguage = Type.Partial(
  Type.Object({ stop_words: words, start_words: words, help_words: words, texts: Type.Partial(optOutTexts, strict) }),
  strict,
);

export const SOURCE_KINDS = [
  'breach_sets',
  'breaches',
  'camara',
  'contacts',
  'deactivations',
  'enum',
  'http',
  'journal',
] as const;

const sourceName = Type.String({
  pattern: '^[a-z0-9][a-z0-9-]{0,39}$',
  allowed: 'a name of 1 to 40 lower-case letters, digits and hyphens',
});

/** What is common to all sources; the rest is checked by kind (sources.ts). */
export const SourceHeadSchema = Type.Object({ name: sourceName, kind: oneOf(SOURCE_KINDS) });

/** What is common to all carriers; the rest is checked by kind (carriers.ts). */
export const CarrierHeadSchema = Type.Object({
  name: CarrierName,
  kind: oneOf(CARRIER_KIND_NAMES),
});

const RouteSchema = Type.Object(
  {
    channel: oneOf(CHANNEL_NAMES),
    prefixes: Type.Optional(
      Type.Array(Type.String({ pattern: '^[0-9]{1,15}$', allowed: 'digits in quotes, country code first, no plus' }), {
        minItems: 1,
      }),
    ),
    message_types: Type.Optional(Type.Array(oneOf(['OTP', 'ARN', 'MKT']), { minItems: 1 })),
    senders: Type.Optional(
      Type.Array(Type.String({ minLength: 1, allowed: 'a sender in quotes, as registered on accounts' }), {
        minItems: 1,
      }),
    ),
    carriers: Type.Array(Type.String({ allowed: 'the name of a carrier' }), { minItems: 1 }),
  },
  strict,
);

const TlsSchema = Type.Object(
  { certificate_file: Type.String({ minLength: 1 }), key_file: Type.String({ minLength: 1 }) },
  strict,
);

export const SettingsSchema = Type.Object(
  {
    http: Type.Object(
      {
        host: Type.String({ minLength: 1, allowed: 'a host name or an IP address' }),
        port: wholeNumber(0, 65_535),
        tls: Type.Union([Type.Null(), TlsSchema], { allowed: 'null, or certificate_file and key_file, both paths' }),
        trusted_proxies: networks,
        tell_unknown_customers: Type.Boolean(),
        operators: Type.Object(
          {
            host: Type.String({ minLength: 1, allowed: 'a host name or an IP address' }),
            port: Type.Union([wholeNumber(0, 65_535), Type.Literal('same')], {
              allowed: 'a whole number from 0 to 65535, or same',
            }),
          },
          strict,
        ),
      },
      strict,
    ),
    operators: OperatorsSchema,
    processes: Type.Union([wholeNumber(1, MOST_PROCESSES), Type.Literal('auto')], {
      allowed: `a whole number from 1 to ${MOST_PROCESSES}, or auto`,
    }),
    data: Type.Object({ directory: Type.String({ minLength: 1, allowed: 'a path' }) }, strict),
    database: Type.Object(
      {
        url: orNull('.', 'null or an address such as postgres://user:password@host:5432/database', 'line'),
        url_file: orNull('.', 'null or the path of a file that holds such an address'),
        pool_size: wholeNumber(2, 200),
        allow_unsafe: Type.Boolean({ allowed: 'true or false' }),
        binaries: orNull('.', 'null or the path of a folder that holds initdb and postgres'),
      },
      strict,
    ),
    carriers: Type.Array(Type.Unknown()),
    routes: Type.Array(RouteSchema),
    sources: Type.Array(Type.Unknown()),
    phone_id: Type.Object(
      {
        add_ons_within_ms: wholeNumber(500, 60_000),
        source_within_ms: wholeNumber(100, 60_000),
        order: Type.Array(Type.Object({ add_on: oneOf(ADD_ONS), sources: Type.Array(sourceName) }, strict)),
        ttl_s: Type.Object(Object.fromEntries(ADD_ONS.map((name) => [name, wholeNumber(0, 2_592_000)])), strict),
      },
      strict,
    ),
    engine: Type.Object(
      {
        lease_ms: wholeNumber(1_000, 600_000),
        heartbeat_ms: wholeNumber(100, 300_000),
        gather_ms: wholeNumber(0, 1_000),
      },
      strict,
    ),
    callbacks: Type.Object(
      {
        timeout_ms: wholeNumber(100, 60_000),
        lease_ms: wholeNumber(1_000, 600_000),
        allowed_networks: networks,
        refused_networks: networks,
      },
      strict,
    ),
    opt_out: Type.Object(
      {
        stop_words: words,
        start_words: words,
        help_words: words,
        texts: optOutTexts,
        languages: Type.Record(Type.String({ pattern: '^[a-z]{2,3}$' }), optOutLanguage, {
          ...strict,
          allowed: 'words and texts by language, such as de',
        }),
      },
      strict,
    ),
    masking: Type.Object(
      {
        rest_s: wholeNumber(0, 31_536_000),
        per_session_per_minute: wholeNumber(0, 1_000_000),
        per_party_per_minute: wholeNumber(0, 1_000_000),
        texts: Type.Object({ stopped: reply, started: reply, help: reply, unavailable: reply, unknown: reply }, strict),
        warn_at_percent: wholeNumber(1, 100),
      },
      strict,
    ),
    retention: Type.Object(
      {
        messages_days: wholeNumber(0, 3_650),
        texts_days: wholeNumber(0, 3_650),
        relayed_texts_days: wholeNumber(0, 3_650),
        inbound_texts_days: wholeNumber(1, 3_650),
        contact_records_days: wholeNumber(0, 3_650),
        deactivations_days: wholeNumber(0, 36_500),
        journal_days: wholeNumber(0, 3_650),
        audit_days: wholeNumber(0, 36_500),
      },
      strict,
    ),
    limits: Type.Object(
      {
        requests_per_second: wholeNumber(0, 1_000_000),
        allowed_countries: Type.Array(
          Type.String({ pattern: '^([A-Z]{2}|\\*)$', allowed: 'ISO 3166 alpha-2 codes such as DE, or "*"' }),
          { maxItems: 300 },
        ),
        allowed_number_kinds: Type.Array(oneOf(NUMBER_KINDS)),
        per_number_per_minute: wholeNumber(0, 1_000_000),
        per_number_per_day: wholeNumber(0, 1_000_000),
        code_pauses_s: Type.Array(wholeNumber(1, 3_600), { maxItems: 20 }),
        per_prefix_per_hour: wholeNumber(0, 1_000_000_000),
        per_country_per_hour: wholeNumber(0, 1_000_000_000),
        per_end_user_per_hour: wholeNumber(0, 1_000_000_000),
        people_look_ups_per_number_per_hour: wholeNumber(0, 1_000_000),
        texts_per_day: wholeNumber(0, 1_000_000_000),
        calls_per_day: wholeNumber(0, 1_000_000_000),
        people_look_ups_per_day: wholeNumber(0, 1_000_000_000),
      },
      strict,
    ),
    speech: Type.Object(
      {
        espeak_program: orNull('^/', 'null or the absolute path of the program espeak-ng'),
        espeak_processes: Type.Union([Type.Null(), wholeNumber(1, 64)], {
          allowed: 'null or a whole number from 1 to 64',
        }),
        words_per_minute: wholeNumber(80, 200),
        digit_pause_ms: wholeNumber(50, 2_000),
        code_pause_ms: wholeNumber(50, 5_000),
        cache_megabytes: wholeNumber(0, 4_096),
        http: Type.Union([Type.Null(), HttpVoiceSchema], { allowed: 'null, or url, voices and more (docs/speech.md)' }),
      },
      strict,
    ),
    tracing: Type.Object(
      {
        endpoint: orNull('^https?://', 'null or a URL such as http://collector:4318/v1/traces'),
        sample_ratio: Type.Number({ minimum: 0, maximum: 1 }),
        headers: Type.Array(
          Type.String({
            pattern: '^[A-Za-z0-9-]+: .+$',
            allowed: 'a header in quotes, such as "authorization: Bearer …"',
          }),
          { maxItems: 100 },
        ),
      },
      strict,
    ),
    log: Type.Object({ level: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']) }, strict),
  },
  strict,
);

export type Settings = Static<typeof SettingsSchema>;
export type RouteSettings = Settings['routes'][number];
