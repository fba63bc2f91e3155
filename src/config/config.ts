/**
 * The configuration: trunkline.defaults.yaml, over it the file that TRUNKLINE_CONFIG (or --config) names, over both the
 * environment.
 *
 * 1. A setting that is wrong or unknown stops the start. One error names all of them, each with its place in the file
 *    (line:column) or its variable, and with what is allowed.
 * 2. The gateway's own secrets come from the environment, from files that it names (environment.ts) or from the data
 *    directory (secrets.ts), never from the configuration file. Those of carriers and sources stand there, or in what
 *    it refers to (references.ts). An error shows no value.
 * 3. An empty section of the file changes nothing.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CarrierConfig } from '../carriers/kinds.ts';
import type { AnswerTexts, KeywordSettings, OptOutTexts, WordList } from '../engine/arriving/keywords.ts';
import type { MaskingLimits, MaskingTexts } from '../engine/masking/relay-options.ts';
import type { Route } from '../engine/sending/route.ts';
import { asJsonObject, type JsonObject } from '../lib/json.ts';
import { packageRoot } from '../lib/package-root.ts';
import type { PeopleSettings } from '../lib/people-settings.ts';
import { type Problem, pathText, problemsOf } from '../lib/problems.ts';
import type { SourceConfig } from '../sources/configured.ts';
import type { AddOn } from '../sources/source.ts';
import type { SpeechConfig } from '../speech/create-speech.ts';
import type { AdmissionLimits } from '../store/accounts/account-limits.ts';
import { declaredNames, readCarriers, readRoutes } from './carriers.ts';
import { checkTogether } from './check-together.ts';
import { type ConfigDocument, readDocument } from './document.ts';
import { type Environment, readEnvironment, type SecretSettings } from './environment.ts';
import { peopleSettings } from './operators.ts';
import { type References, readReferences } from './references.ts';
import { type Settings, SettingsSchema } from './schema.ts';
import { readOrder, readSources, type SourceOrder } from './sources.ts';
import { toSpeech } from './speech.ts';
import { readOtel, type TracingConfig, tracingOf } from './tracing.ts';

export interface Config {
  /** The file that was read; null: none. */
  readonly file: string | null;
  readonly http: {
    readonly host: string;
    readonly port: number;
    /** Paths of PEM files; null: without TLS. */
    readonly tls: { readonly certificateFile: string; readonly keyFile: string } | null;
    /** CIDR. */
    readonly trustedProxies: readonly string[];
    /** An unknown Customer ID is told apart from a wrong key. */
    readonly tellsUnknownIds: boolean;
    /** Where operators and what watches the gateway are served; port `same`: where callers are. */
    readonly operators: { readonly host: string; readonly port: number | 'same' };
  };
  /** Who may look after the gateway. */
  readonly people: PeopleSettings;
  /** Processes of the gateway on this machine; `auto`: by its processors (assembly/processes/count.ts). */
  readonly processes: number | 'auto';
  /** Absolute path. */
  readonly dataDirectory: string;
  /** `url` null: the gateway's own server. `binaries` null: found by itself. */
  readonly database: {
    readonly url: string | null;
    readonly poolSize: number;
    readonly binaries: string | null;
    readonly allowUnsafe: boolean;
  };
  /** Empty: simulated ones. */
  readonly carriers: readonly CarrierConfig[];
  readonly routes: readonly Route[];
  readonly phoneId: PhoneIdConfig;
  readonly engine: { readonly leaseMs: number; readonly heartbeatMs: number; readonly gatherMs: number };
  readonly callbacks: {
    readonly timeoutMs: number;
    readonly leaseMs: number;
    /** CIDR. */
    readonly allowedNetworks: readonly string[];
    readonly refusedNetworks: readonly string[];
  };
  readonly optOut: AnswerTexts & {
    readonly texts: OptOutTexts;
    /** Of no language. */
    readonly keywords: KeywordSettings;
    /** Of each language, and at the end those of none. */
    readonly words: readonly WordList[];
  };
  /** `messagesDays` 0: kept for ever. `textsDays` 0: as long as the record. */
  readonly retention: {
    readonly messagesDays: number;
    readonly textsDays: number;
    /** 0: until they are final. */
    readonly relayedTextsDays: number;
    readonly inboundTextsDays: number;
    /** 0: for ever. */
    readonly auditDays: number;
  };
  readonly masking: {
    readonly restMs: number;
    /** 0: no limit. */
    readonly limits: MaskingLimits;
    readonly texts: MaskingTexts;
    readonly warnAtPercent: number;
  };
  /** What holds for an account that has no own figure; 0: no limit. */
  readonly limits: {
    readonly requestsPerSecond: number;
    /** Of new accounts that name none; empty: each has to. */
    readonly allowedCountries: readonly string[];
    readonly admission: AdmissionLimits;
  };
  readonly speech: SpeechConfig;
  /** Null: no traces. */
  readonly tracing: TracingConfig | null;
  readonly logLevel: string;
  /** Paths of files that hold one secret each. */
  readonly secretFiles: readonly string[];
  /** All of them under the names of the file. They hold secrets. */
  readonly settings: JsonObject;
  /** As the environment gives them; secrets.ts finds the others. */
  readonly secrets: SecretSettings;
}

/** Where answers about phone numbers come from. */
export interface PhoneIdConfig {
  /** Empty: simulated ones, while every carrier is simulated. */
  readonly sources: readonly SourceConfig[];
  readonly order: SourceOrder;
  readonly addOnsWithinMs: number;
  readonly sourceWithinMs: number;
  readonly ttlSeconds: Readonly<Record<AddOn, number>>;
  /** How long rows of our own data stay; 0: for ever. */
  readonly importedDays: { readonly contacts: number; readonly deactivations: number; readonly observations: number };
}

/** The configuration cannot be used. The message holds a line for each problem. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`the configuration cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

type Env = Readonly<Record<string, string | undefined>>;

/** `args`: what follows the program's name; `--config FILE` is all that it takes. Throws ConfigError. */
export function loadConfig(env: Env, args: readonly string[] = []): Config {
  const environment = readEnvironment(env, args);
  const defaults = readDocument(readFileSync(join(packageRoot(), 'trunkline.defaults.yaml'), 'utf8')).document;
  const file = readFile(environment);
  const references = readReferences(file.document.values, env);
  const merged = merge(merge(defaults.values, references.values), environment.overrides);
  const problems = problemsOf(SettingsSchema, merged);
  const places: Places = { file, environment, references };
  const texts = [...environment.problems, ...describe(references.problems, { ...places, references: null })];
  const otel = readOtel(env, texts);
  if (problems.length > 0) {
    // What follows needs settings of the right shape; carriers are told about all the same.
    if (Array.isArray(merged.carriers)) readCarriers(merged.carriers, problems);
    throw new ConfigError([...texts, ...describe(problems, places)]);
  }
  const config = {
    ...toConfig(merged as unknown as Settings, environment.secrets, problems),
    tracing: tracingOf((merged as unknown as Settings).tracing, otel),
    file: file.path,
    secretFiles: [...environment.secretFiles, ...references.files],
    settings: merged,
  };
  texts.push(...describe(problems, places));
  if (texts.length > 0) throw new ConfigError(texts);
  return config;
}

interface File {
  readonly path: string | null;
  readonly document: ConfigDocument;
}

function readFile({ file, problems }: Environment): File {
  const none = readDocument('').document;
  if (file === null) return { path: null, document: none };
  let text: string;
  try {
    text = readFileSync(file.path, 'utf8');
  } catch (error) {
    const code = (error as { code?: unknown }).code ?? 'unreadable';
    throw new ConfigError([...problems, `${file.from}: the file ${file.path} cannot be read (${String(code)})`]);
  }
  const read = readDocument(text);
  if (read.problems.length > 0) {
    throw new ConfigError([
      ...problems,
      ...read.problems.map(({ place, text: what }) => `${file.path}:${place} ${what}`),
    ]);
  }
  return { path: file.path, document: read.document };
}

/** Maps are merged, anything else replaces; null in place of a map changes nothing (rule 3). */
function merge(base: JsonObject, over: JsonObject): JsonObject {
  const merged: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(over)) {
    const below = asJsonObject(base[name]);
    const above = asJsonObject(value);
    if (below && above) merged[name] = merge(below, above);
    else if (!(value === null && (below || Array.isArray(base[name])))) merged[name] = value;
  }
  return merged;
}

interface Places {
  readonly file: File;
  readonly environment: Environment;
  readonly references: References | null;
}

function describe(problems: readonly Problem[], { file, environment, references }: Places): string[] {
  return problems.flatMap((each) => {
    const variable = environment.variableOf(pathText(each.path));
    if (variable !== null) return [`${variable}: ${each.text}`];
    const problem = references === null ? each : references.placed(each);
    if (problem === null) return [];
    const place = `${file.path ?? 'configuration'}:${file.document.place(problem.path, problem.isUnknownName)}`;
    return [`${place} ${pathText(problem.path)}: ${problem.text}${elsewhere(problem)}`];
  });
}

/** `port` at the top means `http.port`. */
function elsewhere({ path, isUnknownName }: Problem): string {
  if (!isUnknownName || path.length !== 1) return '';
  const sections = Object.entries(SettingsSchema.properties).filter(
    ([, section]) => 'properties' in section && String(path[0]) in section.properties,
  );
  return sections.length === 0 ? '' : ` (${sections.map(([section]) => pathText([section, ...path])).join(' or ')}?)`;
}

function toOptOut({ languages, texts, ...common }: Settings['opt_out']): Config['optOut'] {
  const words = [...Object.entries(languages), [null, common] as const].map(([language, lists]) => ({
    language,
    stopWords: lists.stop_words ?? [],
    startWords: lists.start_words ?? [],
    helpWords: lists.help_words ?? [],
  }));
  return {
    keywords: { stopWords: common.stop_words, startWords: common.start_words, helpWords: common.help_words },
    words,
    texts,
    languages: Object.fromEntries(Object.entries(languages).map(([language, own]) => [language, own.texts ?? {}])),
  };
}

function toConfig(
  settings: Settings,
  secrets: SecretSettings,
  problems: Problem[],
): Omit<Config, 'file' | 'secretFiles' | 'settings' | 'tracing'> {
  const { http, data, database, engine, callbacks, opt_out: optOut, masking, retention, limits, log } = settings;
  const carriers = readCarriers(settings.carriers, problems);
  checkTogether(settings, problems);
  return {
    http: {
      host: http.host,
      port: http.port,
      tls: http.tls && { certificateFile: resolve(http.tls.certificate_file), keyFile: resolve(http.tls.key_file) },
      trustedProxies: http.trusted_proxies,
      tellsUnknownIds: http.tell_unknown_customers,
      operators: http.operators,
    },
    people: peopleSettings(settings.operators, secrets.oidcClientSecret, problems),
    processes: settings.processes,
    dataDirectory: resolve(data.directory),
    database: {
      url: database.url,
      poolSize: database.pool_size,
      binaries: database.binaries,
      allowUnsafe: database.allow_unsafe,
    },
    carriers,
    routes: readRoutes(settings.routes, carriers, declaredNames(settings.carriers), problems),
    phoneId: toPhoneId(settings, problems),
    engine: { leaseMs: engine.lease_ms, heartbeatMs: engine.heartbeat_ms, gatherMs: engine.gather_ms },
    callbacks: {
      timeoutMs: callbacks.timeout_ms,
      leaseMs: callbacks.lease_ms,
      allowedNetworks: callbacks.allowed_networks,
      refusedNetworks: callbacks.refused_networks,
    },
    optOut: toOptOut(optOut),
    retention: {
      messagesDays: retention.messages_days,
      textsDays: retention.texts_days,
      relayedTextsDays: retention.relayed_texts_days,
      inboundTextsDays: retention.inbound_texts_days,
      auditDays: retention.audit_days,
    },
    masking: {
      restMs: masking.rest_s * 1000,
      limits: { sessionPerMinute: masking.per_session_per_minute, partyPerMinute: masking.per_party_per_minute },
      texts: masking.texts,
      warnAtPercent: masking.warn_at_percent,
    },
    limits: {
      requestsPerSecond: limits.requests_per_second,
      allowedCountries: limits.allowed_countries,
      admission: admissionOf(limits),
    },
    speech: toSpeech(settings.speech, problems),
    logLevel: log.level,
    secrets,
  };
}

function admissionOf(limits: Settings['limits']): AdmissionLimits {
  return {
    allowedNumberKinds: limits.allowed_number_kinds,
    perNumberPerMinute: limits.per_number_per_minute,
    perNumberPerDay: limits.per_number_per_day,
    codePausesS: limits.code_pauses_s,
    perPrefixPerHour: limits.per_prefix_per_hour,
    perCountryPerHour: limits.per_country_per_hour,
    perEndUserPerHour: limits.per_end_user_per_hour,
    peopleLookUpsPerNumberPerHour: limits.people_look_ups_per_number_per_hour,
    textsPerDay: limits.texts_per_day,
    callsPerDay: limits.calls_per_day,
    peopleLookUpsPerDay: limits.people_look_ups_per_day,
  };
}

function toPhoneId({ sources: list, phone_id: settings, retention }: Settings, problems: Problem[]): PhoneIdConfig {
  const sources = readSources(list, problems);
  return {
    sources,
    order: readOrder(settings.order, sources, problems),
    addOnsWithinMs: settings.add_ons_within_ms,
    sourceWithinMs: settings.source_within_ms,
    ttlSeconds: settings.ttl_s as Record<AddOn, number>,
    importedDays: {
      contacts: retention.contact_records_days,
      deactivations: retention.deactivations_days,
      observations: retention.journal_days,
    },
  };
}
