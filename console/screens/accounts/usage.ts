/**
 * What an account has used, as series for a chart and as sums. Pure.
 *
 * 1. A day without use is a day with nothing, not a gap.
 * 2. So many series as the eye tells apart: the largest have their own, what is left is one.
 */
import type { Schema } from '../../api/client.ts';

type Usage = Schema<'OperatorUsage'>;
export type Split = 'product' | 'channel' | 'country';
export type Figure = 'messages' | 'parts' | 'delivered' | 'calls' | 'look_ups' | 'cost_millionths';

export const SPLITS: ReadonlyArray<{ readonly value: Split; readonly label: string }> = [
  { value: 'product', label: 'Product' },
  { value: 'channel', label: 'Channel' },
  { value: 'country', label: 'Country' },
];

export const FIGURES: ReadonlyArray<{ readonly value: Figure; readonly label: string }> = [
  { value: 'messages', label: 'Messages' },
  { value: 'parts', label: 'Parts' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'calls', label: 'Calls' },
  { value: 'look_ups', label: 'Look-ups' },
  { value: 'cost_millionths', label: 'Cost of sources' },
];

export const RANGES = [
  { value: '30', label: 'The last 30 days' },
  { value: '7', label: 'The last 7 days' },
  { value: '90', label: 'The last 90 days' },
  { value: '365', label: 'The last year' },
];

const DAY_MS = 86_400_000;
const MILLION = 1_000_000;
const COLORS = ['--accent', '--good', '--warn', '--bad', '--calm'];
const OTHERS = { label: 'Others', color: '--text-muted' };

export interface Range {
  /** The first day. */
  readonly from: string;
  /** The day after the last one. */
  readonly to: string;
}

/** The last so many days in UTC, today among them. */
export function rangeOf(days: string, now: number): Range {
  const tomorrow = now - (now % DAY_MS) + DAY_MS;
  return { from: dayText(tomorrow - Number(days) * DAY_MS), to: dayText(tomorrow) };
}

export interface UsageSeries {
  readonly times: readonly number[];
  readonly series: ReadonlyArray<{ readonly label: string; readonly color: string; readonly values: number[] }>;
}

export function seriesOf(usage: readonly Usage[], split: Split, figure: Figure, { from, to }: Range): UsageSeries {
  const first = Date.parse(from);
  const count = Math.round((Date.parse(to) - first) / DAY_MS);
  const byName = new Map<string, number[]>();
  for (const each of usage) {
    const day = Math.round((Date.parse(each.day ?? '') - first) / DAY_MS);
    const name = nameOf(each[split], split);
    const values = byName.get(name) ?? Array.from({ length: count }, () => 0);
    byName.set(name, values);
    if (day >= 0 && day < count) values[day] = (values[day] ?? 0) + amountOf(each, figure);
  }
  const largest = [...byName].filter(([, values]) => sum(values) > 0).sort(([, a], [, b]) => sum(b) - sum(a));
  const own = largest.slice(0, COLORS.length);
  const rest = largest.slice(COLORS.length);
  const others = rest
    .map(([, values]) => values)
    .reduce(
      added,
      Array.from({ length: count }, () => 0),
    );
  return {
    times: Array.from({ length: count }, (_, day) => first + day * DAY_MS),
    series: [
      ...own.map(([label, values], at) => ({ label, color: COLORS[at] ?? OTHERS.color, values })),
      ...(rest.length === 0 ? [] : [{ ...OTHERS, values: others }]),
    ],
  };
}

export interface UsageTotal {
  readonly name: string;
  readonly amounts: Readonly<Record<Figure, number>>;
}

/** Over all days, what was used most first. */
export function totalsOf(usage: readonly Usage[], split: Split): readonly UsageTotal[] {
  const totals = new Map<string, Record<Figure, number>>();
  for (const each of usage) {
    const name = nameOf(each[split], split);
    const before = totals.get(name);
    const amounts = Object.fromEntries(
      FIGURES.map(({ value }) => [value, (before?.[value] ?? 0) + amountOf(each, value)]),
    ) as Record<Figure, number>;
    totals.set(name, amounts);
  }
  const weight = ({ amounts }: UsageTotal) => amounts.messages + amounts.calls + amounts.look_ups;
  return [...totals].map(([name, amounts]) => ({ name, amounts })).sort((a, b) => weight(b) - weight(a));
}

const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const PRODUCTS: Readonly<Record<string, string>> = {
  omnichannel: 'Omnichannel',
  messaging: 'Messaging',
  phoneid: 'Phone ID',
  anonymous: 'Masking',
  verify: 'Verify',
};

function nameOf(value: string | null | undefined, split: Split): string {
  if (value === null || value === undefined) return 'None';
  if (split === 'product') return PRODUCTS[value] ?? value;
  if (split === 'country') return countryName(value);
  return /^(rcs|sms)$/.test(value) ? value.toUpperCase() : value;
}

function countryName(code: string): string {
  const name = /^[A-Z]{2}$/.test(code) ? REGIONS.of(code) : undefined;
  return name === undefined ? code : `${name} (${code})`;
}

function amountOf(usage: Usage, figure: Figure): number {
  return figure === 'cost_millionths' ? usage[figure] / MILLION : usage[figure];
}

function dayText(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function sum(values: readonly number[]): number {
  return values.reduce((all, each) => all + each, 0);
}

function added(a: readonly number[], b: readonly number[]): number[] {
  return a.map((value, at) => value + (b[at] ?? 0));
}
