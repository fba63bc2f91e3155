/**
 * The masks, in memory: which numbers stand in for others, in whose pool and of which country.
 *
 * 1. What is here may be some seconds old. That a number is a mask is never forgotten, and what is not known here is
 *    looked for in the store: a text to a new mask is not taken for something else.
 * 2. All of them are read when one has changed, and not otherwise.
 * 3. An account with a pool of its own uses that and then the shared one; the country of the party goes before both.
 */
import type { Context } from '../../context.ts';
import type { Service } from '../../lib/service.ts';
import { Worker } from '../../lib/worker.ts';
import type { Database } from '../../store/database.ts';
import { findMasks, type ListedMask, listMasks, printOfMasks } from '../../store/masking/masks.ts';

/** Masks to choose from, one list after the other. */
export interface Choice {
  readonly isOfCountry: boolean;
  /** For all accounts. */
  readonly isShared: boolean;
  readonly masks: readonly string[];
  /** To be gone through once. */
  readonly countries: Iterable<string>;
}

/** A mask that was chosen. */
export interface Found {
  readonly mask: string;
  readonly isOfCountry: boolean;
}

/** Where a mask would come from; null: none is free. */
export interface MaskPreview {
  readonly isOfCountry: boolean;
  readonly isShared: boolean;
  readonly countries: readonly string[];
  readonly free: number;
}

interface Pool {
  readonly all: string[];
  readonly byCountry: Map<string, string[]>;
}

const REFRESH_EVERY_MS = 5_000;
const PAGE = 5_000;
/** Reading takes at most one part in so many of the time. */
const SHARE_OF_TIME = 20;
const SHARED = '';

export class MaskPool implements Service {
  readonly name = 'mask pool';
  private readonly context: Context;
  private readonly db: Database;
  private readonly worker: Worker;
  private carriers = new Map<string, string | null>();
  private pools = new Map<string, Pool>();
  /** Of what was read last (printOfMasks). */
  private print = '';

  constructor(context: Context, db: Database) {
    this.context = context;
    this.db = db;
    const work = () => this.refresh();
    this.worker = new Worker({ context, name: this.name, work, longestSleepMs: Number.POSITIVE_INFINITY });
  }

  async start(): Promise<void> {
    await this.load();
    await this.worker.start();
  }

  stop(): Promise<void> {
    return this.worker.stop();
  }

  /** Reads all of them anew; what has just been written is known afterwards. */
  async load(): Promise<void> {
    const pools = new Map<string, Pool>();
    const carriers = new Map(this.carriers);
    // Taken before: what changes while they are read is seen the next time.
    const print = await printOfMasks(this.db);
    for (let after: string | undefined; ; ) {
      const page = await listMasks(this.db, { limit: PAGE, after });
      for (const mask of page) {
        carriers.set(mask.number, mask.carrier);
        if (mask.retiredAt === null) put(pools, mask);
      }
      after = page.at(-1)?.number;
      if (page.length < PAGE) break;
    }
    this.pools = pools;
    this.carriers = carriers;
    this.print = print;
  }

  /** As far as it is known here. */
  isKnown(number: string): boolean {
    return this.carriers.has(number);
  }

  async isMask(number: string): Promise<boolean> {
    return (await this.masksAmong([number])).has(number);
  }

  async masksAmong(numbers: readonly string[]): Promise<Set<string>> {
    const unknown = numbers.filter((number) => !this.carriers.has(number));
    const found = unknown.length > 0 ? await findMasks(this.db, unknown) : new Map<string, ListedMask>();
    for (const { number, carrier } of found.values()) this.carriers.set(number, carrier);
    return new Set(numbers.filter((number) => this.carriers.has(number)));
  }

  /** The carrier that takes what leaves from this mask; null when the routes say, or it is no mask. */
  carrierOf(number: string): string | null {
    return this.carriers.get(number) ?? null;
  }

  choicesFor(accountId: string, country: string | null): Choice[] {
    const pools = [accountId, SHARED].map((owner) => ({ isShared: owner === SHARED, pool: this.pools.get(owner) }));
    return [
      ...pools.map(({ isShared, pool }) => ({
        isOfCountry: true,
        isShared,
        masks: (country !== null && pool?.byCountry.get(country)) || [],
        countries: country === null ? [] : [country],
      })),
      ...pools.map(({ isShared, pool }) => ({
        isOfCountry: false,
        isShared,
        masks: pool?.all ?? [],
        countries: pool?.byCountry.keys() ?? [],
      })),
    ].filter(({ masks }) => masks.length > 0);
  }

  private async refresh(): Promise<number> {
    const { clock } = this.context;
    const began = clock.monotonic();
    if ((await printOfMasks(this.db)) !== this.print) await this.load();
    return Math.max(REFRESH_EVERY_MS, (clock.monotonic() - began) * SHARE_OF_TIME);
  }
}

function put(pools: Map<string, Pool>, { accountId, country, number }: ListedMask): void {
  const pool = pools.get(accountId) ?? { all: [], byCountry: new Map<string, string[]>() };
  pools.set(accountId, pool);
  pool.all.push(number);
  const ofCountry = pool.byCountry.get(country);
  if (ofCountry) ofCountry.push(number);
  else pool.byCountry.set(country, [number]);
}

/** The list from which `pick` would take one. */
export function firstFree(choices: readonly Choice[], isFree: (mask: string) => boolean): MaskPreview | null {
  for (const { masks, isOfCountry, isShared, countries } of choices) {
    const free = masks.filter(isFree).length;
    if (free > 0) return { isOfCountry, isShared, countries: [...countries].sort(), free };
  }
  return null;
}

/** The first free one of a list from a random place on, the lists in their order. */
export function pick(
  choices: readonly Choice[],
  isFree: (mask: string) => boolean,
  random: () => number,
): Found | null {
  for (const { masks, isOfCountry } of choices) {
    const from = random() % masks.length;
    for (let step = 0; step < masks.length; step += 1) {
      const mask = masks[(from + step) % masks.length];
      if (mask !== undefined && isFree(mask)) return { mask, isOfCountry };
    }
  }
  return null;
}
