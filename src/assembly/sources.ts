/**
 * Makes the sources of Phone ID from their settings, each with its guard, in the order in which each add-on asks them.
 */
import type { Context } from '../context.ts';
import { type GuardedSource, guardSource } from '../engine/look-ups/guarded-source.ts';
import type { Journal } from '../engine/look-ups/journal.ts';
import type { SourceMetrics } from '../engine/look-ups/metrics.ts';
import type { ListedSource } from '../engine/look-ups/source-list.ts';
import { createBreachSource } from '../sources/breaches/api.ts';
import { createCamaraSource } from '../sources/camara/operator.ts';
import type { SourceConfig } from '../sources/configured.ts';
import { createEnumSource } from '../sources/enum/resolver.ts';
import { createHttpLookupSource } from '../sources/http-lookup/lookup.ts';
import { createBreachSetSource } from '../sources/imported/breach-sets.ts';
import { createContactsSource } from '../sources/imported/contacts.ts';
import { createDeactivationSource } from '../sources/imported/deactivations.ts';
import { createJournalSource } from '../sources/journal/journal.ts';
import type { AddOn, Facts, Source } from '../sources/source.ts';
import type { OwnData } from './own-data.ts';

export interface SourceRules {
  /** The names of the sources of an add-on, in order; without an entry all are asked in the order of the list. */
  readonly order: Readonly<Partial<Record<AddOn, readonly string[]>>>;
  /** How long an answer is kept. */
  readonly ttlMs: (addOn: AddOn) => number;
  /** Whether a source that fails several times in a row is left alone for a while. */
  readonly restsAfterFailures: boolean;
}

export interface Sources {
  of(addOn: AddOn): readonly GuardedSource[];
  /** Whatever they have said so far. */
  forget(): void;
  /** How they are, in the order of the settings. */
  list(): readonly ListedSource[];
  /** Ends every connection. */
  close(): Promise<void>;
}

export interface SourcesOptions {
  readonly context: Context;
  readonly configs: readonly SourceConfig[];
  readonly rules: SourceRules;
  readonly metrics: SourceMetrics;
  readonly own: OwnData;
  /** Told what the other sources say; null where nothing reads it. */
  readonly journal: Journal | null;
}

export function createSources({ context, configs, rules, metrics, own, journal }: SourcesOptions): Sources {
  const made = configs.map((config) => ({ config, source: createSource(context, config, own) }));
  const guarded = new Map<string, GuardedSource>();
  for (const { config, source } of made) {
    const {
      request_timeout_ms: timeoutMs,
      max_in_flight: concurrency,
      requests_per_second: perSecond,
      accounts,
      mccmnc: networks,
      cost,
    } = config.settings;
    const { restsAfterFailures } = rules;
    // The journal is not told what it says itself.
    const observe =
      config.kind === 'journal'
        ? undefined
        : (number: string, facts: Facts) => journal?.observe(number, facts, config.name);
    // What lies in our own database is asked each time: an import is seen at once.
    const ttlMs = OWN_KINDS.has(config.kind) ? () => 0 : rules.ttlMs;
    const limits = { timeoutMs, concurrency, perSecond, ttlMs, restsAfterFailures, accounts, networks, cost, observe };
    guarded.set(config.name, guardSource(context.clock, source, limits, metrics));
  }
  return {
    of: (addOn) => {
      const names = rules.order[addOn];
      return names ? names.flatMap((name) => guarded.get(name) ?? []) : [...guarded.values()];
    },
    forget() {
      for (const source of guarded.values()) source.forget();
    },
    list: () =>
      made.flatMap(({ config: { name, kind, settings } }) => {
        const { prefixes, countries } = settings;
        const source = guarded.get(name);
        return source ? [{ ...source.health(), kind, prefixes, countries }] : [];
      }),
    async close() {
      for (const { source } of made) await source.close?.();
    },
  };
}

const OWN_KINDS: ReadonlySet<SourceConfig['kind']> = new Set(['breach_sets', 'contacts', 'deactivations', 'journal']);

function createSource(context: Context, config: SourceConfig, own: OwnData): Source & { close?(): Promise<void> } {
  switch (config.kind) {
    case 'breaches':
      return createBreachSource(context, config.name, config.settings);
    case 'breach_sets':
      return createBreachSetSource(context, config.name, config.settings, own.breaches);
    case 'camara':
      return createCamaraSource(context, config.name, config.settings);
    case 'contacts':
      return createContactsSource(context, config.name, config.settings, own.contacts);
    case 'deactivations':
      return createDeactivationSource(context, config.name, config.settings, own.deactivations);
    case 'enum':
      return createEnumSource(context, config.name, config.settings);
    case 'http':
      return createHttpLookupSource(context, config.name, config.settings, own.sims);
    case 'journal':
      return createJournalSource(context, config.name, config.settings, own.observations);
  }
}
