/**
 * Add-ons, sources and costs in words. Pure.
 */
import type { Schema } from '../../api/client.ts';
import { amountText } from '../../ui/figures.ts';
import type { Tone } from '../../ui/tone.ts';

type Source = Schema<'OperatorSource'>;
type Said = Source['said'][number];

export const ADD_ONS: Readonly<Record<string, string>> = {
  age_verify: 'Age',
  breached_data: 'Breached data',
  call_forward_detection: 'Call forwarding',
  contact: 'Contact',
  contact_match: 'Contact match',
  contact_plus: 'Contact plus',
  number_deactivation: 'Deactivation',
  porting_history: 'Porting history',
  porting_status: 'Porting status',
  sim_swap: 'SIM swap',
  subscriber_status: 'Subscriber status',
};

/** An unknown one as the caller wrote it. */
export function addOnText(key: string): string {
  return ADD_ONS[key] ?? key;
}

const CODES: Readonly<Record<number, { readonly words: string; readonly tone: Tone }>> = {
  2800: { words: 'Answered', tone: 'good' },
  2801: { words: 'No such add-on', tone: 'warn' },
  2802: { words: 'Sources unavailable', tone: 'bad' },
  2803: { words: 'Outside coverage', tone: 'warn' },
  2804: { words: 'Makes no sense for the line', tone: 'calm' },
  2805: { words: 'Nothing known', tone: 'calm' },
  2806: { words: 'Not enabled', tone: 'warn' },
  2807: { words: 'A value is wrong', tone: 'warn' },
  2808: { words: 'A value is missing', tone: 'warn' },
  2809: { words: 'Postal code differs', tone: 'warn' },
  2810: { words: 'Answer unusable', tone: 'bad' },
  2811: { words: 'Timed out', tone: 'bad' },
  2812: { words: 'Hard cap reached', tone: 'warn' },
};

export function codeOf(code: number): { readonly words: string; readonly tone: Tone } {
  return CODES[code] ?? { words: 'Ended', tone: 'bad' };
}

/** A look-up as a whole: 301 has an add-on that a later try may answer. */
export function statusOf(status: number): { readonly words: string; readonly tone: Tone } {
  return status === 300 ? { words: 'Complete', tone: 'good' } : { words: 'In part', tone: 'warn' };
}

export const STATES: Readonly<Record<Source['state'], { readonly words: string; readonly tone: Tone }>> = {
  unasked: { words: 'Not asked yet', tone: 'calm' },
  up: { words: 'Answers', tone: 'good' },
  failing: { words: 'Failing', tone: 'warn' },
  resting: { words: 'Resting', tone: 'bad' },
};

/** Worst first: that is what needs somebody. */
export function bySorrow(sources: readonly Source[]): readonly Source[] {
  const ranks = ['resting', 'failing', 'up', 'unasked'];
  return sources.toSorted((a, b) => ranks.indexOf(a.state) - ranks.indexOf(b.state));
}

/** What a source said about all its add-ons. */
export function sumOf(said: readonly Said[]): Omit<Said, 'add_on'> {
  const sum = (name: keyof Omit<Said, 'add_on'>) => said.reduce((all, each) => all + each[name], 0);
  return {
    found: sum('found'),
    nothing: sum('nothing'),
    not_covered: sum('not_covered'),
    failed: sum('failed'),
    left_alone: sum('left_alone'),
    remembered: sum('remembered'),
    cost: sum('cost'),
  };
}

/** What the settings let it be asked about: `4915…, DE`; null: everything. */
export function reachText({ prefixes, countries, mccmnc, accounts }: Source): string | null {
  const parts = [
    ...prefixes.map((prefix) => `${prefix}…`),
    ...countries,
    ...mccmnc.map((network) => `network ${network}`),
    ...accounts.map((account) => `account ${account}`),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}

/** In the currency of the settings, which the gateway does not know: `0.004`, `12.5`. */
export function costText(cost: number): string {
  return amountText(cost);
}

export interface Spending {
  readonly addOn: string;
  readonly lookUps: number;
  readonly cost: number;
}

/** Of what the usage says of Phone ID: the add-ons, the dearest first, and how many look-ups there were in all. */
export function spendingOf(usage: ReadonlyArray<Schema<'OperatorUsage'>>): {
  readonly lookUps: number;
  readonly cost: number;
  readonly addOns: readonly Spending[];
} {
  const own = usage.filter(({ product }) => product === 'phoneid');
  const addOns = own.flatMap(({ channel, look_ups: lookUps, cost_millionths: cost }) =>
    channel ? [{ addOn: channel, lookUps, cost: cost / 1e6 }] : [],
  );
  const lookUps = own.filter(({ channel }) => !channel).reduce((sum, each) => sum + each.look_ups, 0);
  return {
    lookUps,
    cost: addOns.reduce((sum, { cost }) => sum + cost, 0),
    addOns: addOns.toSorted((a, b) => b.cost - a.cost || b.lookUps - a.lookUps),
  };
}

const DAY_MS = 86_400_000;
/** Files come by the day or by the month: what is older than this has missed one. */
const OLD_AFTER_DAYS = 35;

/** Of the newest file where the set has days, else of when it was brought in. */
export function ageOf(
  { last_date: day, imported_on: at }: { readonly last_date: string | null; readonly imported_on: string },
  now: number,
): { readonly days: number; readonly isOld: boolean } {
  const from = Date.parse(day ?? at);
  const days = Math.max(0, Math.floor((now - from) / DAY_MS));
  return { days, isOld: days > OLD_AFTER_DAYS };
}
