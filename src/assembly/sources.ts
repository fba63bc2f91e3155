/**
 * Makes the sources of Phone ID from their settings, each with its guard, in the order in which each add-on asks them.
 *
 * 1. When the settings change, a source whose settings are the same stays, with what it remembers and its figures. One
 *    that goes is closed when no look-up that began before can be asking it any more.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../context.ts';
import { type GuardedSource, guardSource } from '../engine/look-ups/guarded-source.ts';
import type { Journal } from '../engine/look-ups/journal.ts';
import type { SourceMetrics } from '../engine/look-ups/metrics.ts';
import type { ListedSource } from '../engine/look-ups/source-list.ts';
import type { Timer } from '../lib/clock.ts';
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
  /** How long a look-up asks at most. */
  readonly askedWithinMs: number;
}

export interface Sources {
  of(addOn: AddOn): readonly GuardedSource[];
  /** Rule 1. */
  renew(configs: readonly SourceConfig[], rules: SourceRules): void;
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
  /** Told what the other sources say, where one of them reads it. */
  readonly journal: Journal;
}

export function createSources(options: SourcesOptions): Sources {
  return new RunningSources(options);
}

type Closable = Source & { close?(): Promise<void> };

interface Made {
  readonly config: SourceConfig;
  readonly source: Closable;
  readonly guarded: GuardedSource;
}

class RunningSources implements Sources {
  private readonly options: SourcesOptions;
  private rules: SourceRules;
  private made: readonly Made[] = [];
  private readonly leaving = new Map<Closable, Timer>();

  constructor(options: SourcesOptions) {
    this.options = options;
    this.rules = options.rules;
    this.renew(options.configs, options.rules);
  }

  of(addOn: AddOn): readonly GuardedSource[] {
    const names = this.rules.order[addOn];
    if (!names) return this.made.map(({ guarded }) => guarded);
    return names.flatMap((name) => this.made.find(({ config }) => config.name === name)?.guarded ?? []);
  }

  renew(configs: readonly SourceConfig[], rules: SourceRules): void {
    const before = this.made;
    const patience = Math.max(this.rules.askedWithinMs, rules.askedWithinMs);
    this.rules = rules;
    this.made = configs.map(
      (config) => before.find((each) => isDeepStrictEqual(each.config, config)) ?? this.make(config),
    );
    for (const each of before) if (!this.made.includes(each)) this.leave(each, patience);
  }

  forget(): void {
    for (const { guarded } of this.made) guarded.forget();
  }

  list(): readonly ListedSource[] {
    return this.made.map(({ config: { kind, settings }, guarded }) => {
      const { prefixes, countries } = settings;
      return { ...guarded.health(), kind, prefixes, countries };
    });
  }

  async close(): Promise<void> {
    for (const [source, timer] of this.leaving) {
      this.options.context.clock.clearTimer(timer);
      await source.close?.();
    }
    for (const { source } of this.made) await source.close?.();
  }

  private make(config: SourceConfig): Made {
    const { context, metrics, own, journal } = this.options;
    const {
      request_timeout_ms: timeoutMs,
      max_in_flight: concurrency,
      requests_per_second: perSecond,
      accounts,
      mccmnc: networks,
      cost,
    } = config.settings;
    const { restsAfterFailures } = this.rules;
    // The journal is not told what it says itself, and written only where something reads it.
    const observe =
      config.kind === 'journal'
        ? undefined
        : (number: string, facts: Facts) => {
            if (this.made.some((each) => each.config.kind === 'journal')) journal.observe(number, facts, config.name);
          };
    // What lies in our own database is asked each time: an import is seen at once.
    const ttlMs = OWN_KINDS.has(config.kind) ? () => 0 : (addOn: AddOn) => this.rules.ttlMs(addOn);
    const limits = { timeoutMs, concurrency, perSecond, ttlMs, restsAfterFailures, accounts, networks, cost, observe };
    const source = createSource(context, config, own);
    return { config, source, guarded: guardSource(context.clock, source, limits, metrics) };
  }

  /** `patience`: how long a look-up that has begun may still come to it. */
  private leave({ config, source }: Made, patience: number): void {
    const { clock, log } = this.options.context;
    const close = async () => {
      this.leaving.delete(source);
      await source.close?.().catch((error) => log.warn({ err: error }, 'a source could not be closed'));
    };
    this.leaving.set(
      source,
      clock.setTimer(() => void close(), patience + config.settings.request_timeout_ms),
    );
  }
}

const OWN_KINDS: ReadonlySet<SourceConfig['kind']> = new Set(['breach_sets', 'contacts', 'deactivations', 'journal']);

function createSource(context: Context, config: SourceConfig, own: OwnData): Closable {
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
