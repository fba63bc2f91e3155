/**
 * Usage by day: read where it is counted for good, counted now where it is not; and the counting for good.
 *
 * 1. A day is counted for good three days after its end, when nothing in it is under way any more: by then every receipt
 *    has come that is looked at. Its rows may go only after that. Where they have to go earlier, it is counted earlier.
 * 2. What was counted for good never changes: neither retention nor erasure nor a late receipt touches a bill.
 */
import type { Context } from '../../context.ts';
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts';
import type { Database } from '../../store/database.ts';
import {
  countedDays,
  dayText,
  isUnderWay,
  readUsage,
  USAGE_SOURCES,
  USAGE_UNITS,
  type Usage,
  type UsageKey,
  type UsageUnit,
  writeUsage,
} from '../../store/keeping/usage.ts';
import { listPartitions } from '../../store/schema/partitions.ts';
import { bucketsOfEach, eachLane, type Lanes } from '../../store/sql/lanes.ts';

export interface UsageOfDay extends Usage {
  /** `2026-01-31`, in UTC. */
  readonly day: string;
}

/** By what usage is told apart, in the order in which it is shown. */
export const USAGE_COLUMNS = ['day', 'customer_id', 'product', 'channel', 'country'] as const;
export type UsageColumn = (typeof USAGE_COLUMNS)[number];

/** Usage of everything that is alike in some columns. */
export interface UsageSum {
  /** Null where there is none, such as the channel of what has none. */
  readonly of: Readonly<Partial<Record<UsageColumn, string | null>>>;
  readonly amounts: Readonly<Partial<Record<UsageUnit, number>>>;
}

export interface UsageFilter {
  /** Beginnings of UTC days, epoch milliseconds: `fromMs` included, `toMs` not. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly accountId?: string | undefined;
}

export interface UsageReading {
  readonly db: Database;
  readonly lanes: Lanes;
  /** What a day comes to that is not counted for good; absent: it is counted now. */
  readonly countDay?: (day: number) => Promise<Usage[]>;
}

/** As long as a receipt is looked for. */
const SETTLED_AFTER_MS = 3 * DAY_MS;

/** A list for each day that has any, oldest first; inside a day by account, product, channel and country. */
export async function* usageByDay(
  { db, lanes, countDay }: UsageReading,
  filter: UsageFilter,
): AsyncGenerator<UsageOfDay[]> {
  const counted = await countedDays(db, filter);
  const present = new Set((await listPartitions(db)).map((partition) => partition.fromMs));
  for (let day = filter.fromMs; day < filter.toMs; day += DAY_MS) {
    let usage: Usage[] | null = null;
    if (!counted.has(day)) {
      if (!present.has(day)) continue;
      usage = await (countDay?.(day) ?? countNow({ db, lanes }, day, { accountId: filter.accountId }));
      // It may have been counted for good meanwhile, and its rows may be gone.
      if ((await countedDays(db, { fromMs: day, toMs: day + DAY_MS })).size > 0) usage = null;
    }
    usage ??= merged(await readUsage(db, day, filter.accountId));
    if (usage.length > 0) yield usage.map((each) => ({ day: dayText(day), ...each }));
  }
}

/** Summed up by columns: a list for each day where the day is one of them, else one list for all days. */
export async function* usageBy(
  days: AsyncIterable<readonly UsageOfDay[]>,
  columns: readonly UsageColumn[],
): AsyncGenerator<UsageSum[]> {
  const isByDay = columns.includes('day');
  let all: UsageSum[] = [];
  for await (const usage of days) {
    const sums = summed([...all, ...usage.map(({ amounts, ...each }) => ({ of: columnsOf(each, columns), amounts }))]);
    if (isByDay) yield sums;
    else all = sums;
  }
  if (!isByDay && all.length > 0) yield all;
}

function columnsOf(
  { day, accountId, product, channel, country }: UsageKey & { readonly day: string },
  columns: readonly UsageColumn[],
): UsageSum['of'] {
  const values = { day, customer_id: accountId || null, product, channel: channel || null, country: country || null };
  return Object.fromEntries(USAGE_COLUMNS.filter((name) => columns.includes(name)).map((name) => [name, values[name]]));
}

/** One entry for each that is alike, in order. */
function summed(sums: readonly UsageSum[]): UsageSum[] {
  const byName = new Map<
    string,
    { readonly of: UsageSum['of']; readonly amounts: Partial<Record<UsageUnit, number>> }
  >();
  for (const { of, amounts } of sums) {
    const name = JSON.stringify(Object.values(of).map((value) => value ?? ''));
    const known = byName.get(name) ?? { of, amounts: {} };
    byName.set(name, known);
    for (const unit of USAGE_UNITS) {
      if (amounts[unit] !== undefined) known.amounts[unit] = (known.amounts[unit] ?? 0) + amounts[unit];
    }
  }
  return [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

/** The columns that a text names, separated by commas; null where it names another one. */
export function usageColumnsOf(text: string, known: readonly UsageColumn[]): UsageColumn[] | null {
  const asked = text.split(',');
  return asked.every((name) => known.some((column) => column === name))
    ? known.filter((column) => asked.includes(column))
    : null;
}

/** As `uncountedDays`. Returns the beginning of the first of them: everything before it may go. */
export async function countForGood(...counting: Parameters<typeof uncountedDays>): Promise<number> {
  const [first = Number.POSITIVE_INFINITY] = await uncountedDays(...counting);
  return first;
}

/**
 * Counts days for good that are old enough, and those that end at `neededBefore` or earlier as soon as nothing in them
 * is under way. Returns the beginnings of the days that are not counted for good, oldest first: the others may go. A
 * message that waits for weeks keeps its own day alone. `signal` ends it between statements.
 */
export async function uncountedDays(
  { context, db, lanes }: { readonly context: Context; readonly db: Database; readonly lanes: Lanes },
  neededBefore: number,
  signal?: AbortSignal,
): Promise<number[]> {
  const days = (await listPartitions(db)).filter(({ table }) => table === 'messages').map(({ fromMs }) => fromMs);
  const [first = 0] = days;
  const counted = await countedDays(db, { fromMs: first, toMs: (days.at(-1) ?? 0) + DAY_MS });
  const open: number[] = [];
  for (const day of days) {
    if (counted.has(day)) continue;
    const end = day + DAY_MS;
    const isOld = end + SETTLED_AFTER_MS <= context.clock.now() || end <= neededBefore;
    if (isOld && !(await anyUnderWay(db, lanes, day))) {
      await writeUsage(db, day, await countNow({ db, lanes }, day, { signal }), context.clock.now());
    } else {
      open.push(day);
    }
  }
  return open.sort((one, other) => one - other);
}

async function anyUnderWay(db: Database, lanes: Lanes, day: number): Promise<boolean> {
  for (const buckets of bucketsOfEach(lanes)) {
    if (await isUnderWay(db, { fromMs: day, toMs: day + DAY_MS }, buckets)) return true;
  }
  return false;
}

/** `day`: its beginning. */
export async function countNow(
  { db, lanes }: { readonly db: Database; readonly lanes: Lanes },
  day: number,
  { accountId, signal }: { readonly accountId?: string | undefined; readonly signal?: AbortSignal | undefined },
): Promise<Usage[]> {
  const all: Usage[] = [];
  for (let fromMs = day; fromMs < day + DAY_MS; fromMs += HOUR_MS) {
    const hour = { fromMs, toMs: fromMs + HOUR_MS };
    await eachLane(lanes, async (buckets) => {
      signal?.throwIfAborted();
      for (const count of USAGE_SOURCES) all.push(...(await count(db, hour, accountId, buckets)));
    });
  }
  return merged(all);
}

/** One entry for each key, in order. */
function merged(usage: readonly Usage[]): Usage[] {
  const byName = new Map<string, UsageKey>();
  const sums = usage.map(({ amounts, ...key }) => {
    const of = { customer_id: key.accountId, product: key.product, channel: key.channel, country: key.country };
    byName.set(JSON.stringify(Object.values(of)), key);
    return { of, amounts };
  });
  return summed(sums).flatMap(({ of, amounts }) => {
    const key = byName.get(JSON.stringify(Object.values(of)));
    return key ? [{ ...key, amounts }] : [];
  });
}
