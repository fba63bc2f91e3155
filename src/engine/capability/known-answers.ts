/**
 * What carriers said, for as long as it holds: in the store, which all nodes share, with a small memory in front.
 *
 * 1. An answer holds for 24 h. That a question was asked in vain holds for 5 min at most, and shorter where the carrier
 *    said so.
 * 2. The memory keeps an answer for a minute. A number that is erased goes from it in that time by itself.
 */
import type { Capability } from '../../carriers/capability.ts';
import type { Context } from '../../context.ts';
import { DAY_MS, MINUTE_MS } from '../../lib/durations.ts';
import { OnceAMinute } from '../../lib/once-a-minute.ts';
import { findCapabilities, type KnownCapability, writeCapabilities } from '../../store/capability/capabilities.ts';
import type { Database } from '../../store/database.ts';
import { CAPABILITY } from './codes.ts';

export const ANSWER_HOLDS_MS = DAY_MS;
export const FAILURE_HOLDS_MS = 5 * MINUTE_MS;
const LEAST_FAILURE_MS = 1_000;
/** Rule 2. */
export const REMEMBERED_MS = MINUTE_MS;
const MOST_REMEMBERED = 20_000;

/** A number and the agent that asks about it. */
export interface CapabilityKey {
  readonly number: string;
  readonly agent: string;
}

export function keyName({ number, agent }: CapabilityKey): string {
  return `${number} ${agent}`;
}

/** What a carrier's answer comes to; of a failure that it gave none. */
export function knownOf(
  { number, agent }: CapabilityKey,
  said: Exclude<Capability, { kind: 'not_asked' }>,
  now: number,
): KnownCapability {
  const known = (code: number, holdsMs: number, features: readonly string[] | null = null): KnownCapability => ({
    number,
    agent,
    code,
    features,
    toldAt: now,
    goodUntil: now + holdsMs,
  });
  switch (said.kind) {
    case 'supported':
      return known(CAPABILITY.supported, ANSWER_HOLDS_MS, said.features);
    case 'not_supported':
      return known(CAPABILITY.notSupported, ANSWER_HOLDS_MS);
    case 'not_covered':
      return known(CAPABILITY.notCovered, ANSWER_HOLDS_MS);
    case 'failed':
      return known(
        CAPABILITY.failed,
        Math.max(LEAST_FAILURE_MS, Math.min(said.forMs ?? FAILURE_HOLDS_MS, FAILURE_HOLDS_MS)),
      );
  }
}

/** It is on the channel, and what its device shows is not known. */
export function lacksFeatures({ code, features }: KnownCapability): boolean {
  return code === CAPABILITY.supported && features === null;
}

interface Remembered {
  readonly known: KnownCapability;
  /** Monotonic. */
  readonly until: number;
}

export class KnownAnswers {
  private readonly context: Context;
  private readonly db: Database;
  private readonly minutes: OnceAMinute;
  private readonly remembered = new Map<string, Remembered>();

  constructor(context: Context, db: Database) {
    this.context = context;
    this.db = db;
    this.minutes = new OnceAMinute(context.clock);
  }

  /** From memory alone. */
  recall(key: CapabilityKey): KnownCapability | null {
    const { clock } = this.context;
    const found = this.remembered.get(keyName(key));
    return found && found.until > clock.monotonic() && found.known.goodUntil > clock.now() ? found.known : null;
  }

  /** From the store; each is under its `keyName`. Rejects with StoreDown. */
  async find(keys: readonly CapabilityKey[]): Promise<Map<string, KnownCapability>> {
    const wanted = new Set(keys.map(keyName));
    const numbers = [...new Set(keys.map(({ number }) => number))];
    const rows = numbers.length === 0 ? [] : await findCapabilities(this.db, numbers, this.context.clock.now());
    const found = new Map<string, KnownCapability>();
    for (const row of rows) if (wanted.has(keyName(row))) found.set(keyName(row), row);
    return found;
  }

  remember(known: KnownCapability): void {
    const name = keyName(known);
    this.remembered.delete(name);
    this.remembered.set(name, { known, until: this.context.clock.monotonic() + REMEMBERED_MS });
    if (this.remembered.size <= MOST_REMEMBERED) return;
    const [oldest] = this.remembered.keys();
    if (oldest !== undefined) this.remembered.delete(oldest);
  }

  /** What a carrier said stands, also when it could not be written: it is asked again then. */
  async write(known: readonly KnownCapability[]): Promise<void> {
    try {
      await writeCapabilities(this.db, known);
    } catch (error) {
      this.minutes.happened('write', (times) =>
        this.context.log.warn({ err: error, times }, 'what carriers said of devices could not be kept'),
      );
    }
  }

  end(): void {
    this.minutes.end();
  }
}
