/**
 * How traces are made and where they go: the section `tracing`, and over it OpenTelemetry's own variables, which a
 * collector's operator sets for every program alike.
 *
 * 1. A variable goes before the file, as everywhere. One for traces alone (OTEL_EXPORTER_OTLP_TRACES_…) goes before the
 *    one for all signals.
 * 2. Without an endpoint there are no traces: OpenTelemetry's default, this machine, is not taken.
 * 3. What we cannot do is an error where it is asked for, not passed over. A variable that is empty counts as not set.
 * 4. An error shows no value.
 */
import type { Settings } from './schema.ts';

export interface TracingConfig {
  /** The whole URL. */
  readonly endpoint: string;
  /** Of traces that begin here: 0 to 1. */
  readonly sampleRatio: number;
  /** A trace that a caller began is kept when the caller keeps it; else the share is of those as well. */
  readonly asksParent: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** What the spans say of the program that made them, beside what it says itself. */
  readonly resource: Readonly<Record<string, string>>;
  /** Traces go on from callers and to the receivers of callbacks. */
  readonly propagates: boolean;
}

/** Undefined: the variable says nothing. */
export interface OtelVariables {
  readonly isOff: boolean;
  readonly endpoint: string | undefined;
  readonly sampler: Pick<TracingConfig, 'sampleRatio' | 'asksParent'> | undefined;
  readonly headers: TracingConfig['headers'] | undefined;
  readonly timeoutMs: number | undefined;
  readonly resource: TracingConfig['resource'];
  readonly propagates: boolean;
}

type Env = Readonly<Record<string, string | undefined>>;

const TIMEOUT_MS = 10_000;
const LONGEST_TIMEOUT_MS = 600_000;

export function tracingOf(settings: Settings['tracing'], otel: OtelVariables): TracingConfig | null {
  const endpoint = otel.endpoint ?? settings.endpoint;
  if (otel.isOff || endpoint === null) return null;
  const named = settings.headers.map((header) => {
    const colon = header.indexOf(':');
    return [header.slice(0, colon), header.slice(colon + 2)];
  });
  return {
    endpoint,
    ...(otel.sampler ?? { sampleRatio: settings.sample_ratio, asksParent: true }),
    headers: otel.headers ?? Object.fromEntries(named),
    timeoutMs: otel.timeoutMs ?? TIMEOUT_MS,
    resource: otel.resource,
    propagates: otel.propagates,
  };
}

/** What is wrong goes to `problems`. */
export function readOtel(env: Env, problems: string[]): OtelVariables {
  const variables = new Variables(env, problems);
  const disabled = variables.oneOf('OTEL_SDK_DISABLED', ['true', 'false']);
  const exporter = variables.oneOf('OTEL_TRACES_EXPORTER', ['otlp', 'none']);
  for (const name of signalNames('PROTOCOL')) variables.oneOf(name, ['http/protobuf']);
  // The library takes it from the environment itself.
  for (const name of signalNames('COMPRESSION')) variables.oneOf(name, ['gzip', 'none']);
  const attributes = variables.pairs('OTEL_RESOURCE_ATTRIBUTES', /^[!-~]+$/);
  const service = env.OTEL_SERVICE_NAME;
  return {
    isOff: disabled === 'true' || exporter === 'none',
    endpoint: endpointIn(variables),
    sampler: samplerIn(variables),
    headers: headersIn(variables),
    timeoutMs: variables.ofSignal('TIMEOUT', (name) =>
      variables.number(name, (ms) => Number.isInteger(ms) && ms >= 1 && ms <= LONGEST_TIMEOUT_MS, TIMEOUT_ALLOWED),
    ),
    resource: { ...attributes, ...(service ? { 'service.name': service } : {}) },
    propagates: propagatesIn(variables),
  };
}

const TIMEOUT_ALLOWED = `a whole number from 1 to ${LONGEST_TIMEOUT_MS}: milliseconds`;
const PAIRS_ALLOWED = 'name=value, several between commas, values percent-encoded';
/** RFC 9110, 5.6.2. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Rule 1: what comes first counts. */
function signalNames(what: string): [string, string] {
  return [`OTEL_EXPORTER_OTLP_TRACES_${what}`, `OTEL_EXPORTER_OTLP_${what}`];
}

function endpointIn(variables: Variables): string | undefined {
  return variables.ofSignal('ENDPOINT', (name, isForAll) => {
    const url = variables.url(name);
    return isForAll && url !== undefined ? `${url.replace(/\/$/, '')}/v1/traces` : url;
  });
}

/** Those for all signals go along with those for traces. */
function headersIn(variables: Variables): TracingConfig['headers'] | undefined {
  const [own, all] = signalNames('HEADERS').map((name) => variables.pairs(name, HEADER_NAME));
  return own || all ? { ...all, ...own } : undefined;
}

const SAMPLERS: Readonly<Record<string, { readonly ratio: number | 'argument'; readonly asksParent: boolean }>> = {
  always_on: { ratio: 1, asksParent: false },
  always_off: { ratio: 0, asksParent: false },
  traceidratio: { ratio: 'argument', asksParent: false },
  parentbased_always_on: { ratio: 1, asksParent: true },
  parentbased_always_off: { ratio: 0, asksParent: true },
  parentbased_traceidratio: { ratio: 'argument', asksParent: true },
};

function samplerIn(variables: Variables): OtelVariables['sampler'] {
  const name = variables.oneOf('OTEL_TRACES_SAMPLER', Object.keys(SAMPLERS));
  const sampler = name === undefined ? undefined : SAMPLERS[name];
  if (!sampler) return undefined;
  const { ratio, asksParent } = sampler;
  if (ratio !== 'argument') return { sampleRatio: ratio, asksParent };
  const given = variables.number(
    'OTEL_TRACES_SAMPLER_ARG',
    (share) => share >= 0 && share <= 1,
    'a number from 0 to 1',
  );
  return { sampleRatio: given ?? 1, asksParent };
}

/** Baggage is neither read nor sent on, which harms nobody who names it: it is part of the default of the specification. */
function propagatesIn(variables: Variables): boolean {
  const known = ['tracecontext', 'baggage', 'none'];
  const names = variables.list('OTEL_PROPAGATORS', known);
  return names === undefined || names.includes('tracecontext');
}

class Variables {
  private readonly env: Env;
  private readonly problems: string[];

  constructor(env: Env, problems: string[]) {
    this.env = env;
    this.problems = problems;
  }

  /** Rule 1. Each is looked at, also one that does not count. */
  ofSignal<T>(what: string, read: (name: string, isForAll: boolean) => T | undefined): T | undefined {
    const [own, all] = signalNames(what).map((name, index) => read(name, index === 1));
    return own ?? all;
  }

  oneOf<const T extends string>(name: string, allowed: readonly T[]): T | undefined {
    const value = this.env[name]?.trim();
    if (!value) return undefined;
    const found = allowed.find((each) => each === value.toLowerCase());
    return found ?? this.wrong(name, allowed.join(', '));
  }

  list(name: string, allowed: readonly string[]): readonly string[] | undefined {
    const value = this.env[name]?.trim();
    if (!value) return undefined;
    const names = value.split(',').map((each) => each.trim());
    return names.every((each) => allowed.includes(each)) ? names : this.wrong(name, `a list of ${allowed.join(', ')}`);
  }

  number(name: string, isRight: (value: number) => boolean, allowed: string): number | undefined {
    const value = this.env[name]?.trim();
    if (!value) return undefined;
    const number = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
    return isRight(number) ? number : this.wrong(name, allowed);
  }

  url(name: string): string | undefined {
    const value = this.env[name]?.trim();
    if (!value) return undefined;
    return /^https?:\/\//i.test(value) && URL.canParse(value)
      ? value
      : this.wrong(name, 'a URL such as http://collector:4318');
  }

  pairs(name: string, names: RegExp): Record<string, string> | undefined {
    const value = this.env[name]?.trim();
    if (!value) return undefined;
    const pairs: Array<[string, string]> = [];
    for (const entry of value.split(',')) {
      // A comma at the end is no mistake.
      if (entry.trim() === '') continue;
      const pair = pairOf(entry, names);
      if (!pair) return this.wrong(name, PAIRS_ALLOWED);
      pairs.push(pair);
    }
    return Object.fromEntries(pairs);
  }

  private wrong(name: string, allowed: string): undefined {
    this.problems.push(`${name}: allowed: ${allowed}`);
    return undefined;
  }
}

function pairOf(entry: string, names: RegExp): [string, string] | null {
  const equals = entry.indexOf('=');
  const name = entry.slice(0, equals).trim();
  try {
    const value = decodeURIComponent(entry.slice(equals + 1).trim());
    return equals > 0 && names.test(name) && /^\P{Cc}+$/u.test(value) ? [name, value] : null;
  } catch {
    return null;
  }
}
