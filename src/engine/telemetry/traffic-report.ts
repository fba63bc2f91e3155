/**
 * Sums up what nodes have written about traffic: of a stretch of time, step by step, as a whole and by carrier. Pure.
 */
import { WHOLE } from '../../lib/traffic.ts';
import type { TrafficRow } from '../../store/nodes/traffic.ts';
import { meansDelivered } from '../message/codes.ts';
import { NAME, percentile } from './traffic-names.ts';

export interface TrafficStep {
  readonly startsAt: number;
  readonly taken: number;
  readonly finished: number;
  readonly delivered: number;
}

export interface CarrierStep {
  readonly startsAt: number;
  readonly handedOver: number;
  /** Parts that the carrier took, and parts that it did not take. */
  readonly accepted: number;
  readonly notAccepted: number;
  readonly delivered: number;
}

/** How often a carrier, or the end of a message, said the same. */
export interface Said {
  /** What was said: an answer or a code. */
  readonly what: string;
  /** In the words of the carrier. */
  readonly reason: string | null;
  readonly count: number;
}

export interface CarrierTraffic {
  readonly name: string;
  readonly handedOver: number;
  readonly ended: number;
  readonly delivered: number;
  /** The most frequent first. */
  readonly answers: readonly Said[];
  readonly ends: readonly Said[];
  readonly receipts: number;
  readonly receiptP50Ms: number | null;
  readonly receiptP99Ms: number | null;
  readonly steps: readonly CarrierStep[];
}

export interface TrafficReport {
  readonly taken: number;
  readonly finished: number;
  readonly delivered: number;
  readonly callbacks: { readonly delivered: number; readonly failed: number; readonly givenUp: number };
  readonly codes: readonly Said[];
  readonly steps: readonly TrafficStep[];
  readonly carriers: readonly CarrierTraffic[];
}

export interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepMs: number;
}

type Counts = ReadonlyMap<string, number>;

/** Steps in which nothing happened are there as well. Carriers in the order of their names. */
export function reportTraffic(rows: readonly TrafficRow[], stretch: Stretch): TrafficReport {
  const byCarrier = grouped(rows, ({ carrier }) => carrier);
  const names = [...byCarrier.keys()].filter((name) => name !== WHOLE).sort();
  const whole = byCarrier.get(WHOLE) ?? [];
  const all = sum(whole);
  return {
    taken: countOf(all, NAME.taken),
    finished: countOf(all, NAME.finished),
    delivered: countOf(all, NAME.delivered),
    callbacks: {
      delivered: countOf(all, NAME.callbackDelivered),
      failed: countOf(all, NAME.callbackFailed),
      givenUp: countOf(all, NAME.callbackGivenUp),
    },
    codes: saidOf(all, NAME.code),
    steps: stepsOf(whole, stretch, (counts, startsAt) => ({
      startsAt,
      taken: countOf(counts, NAME.taken),
      finished: countOf(counts, NAME.finished),
      delivered: countOf(counts, NAME.delivered),
    })),
    carriers: names.map((name) => carrierTraffic(name, byCarrier.get(name) ?? [], stretch)),
  };
}

function carrierTraffic(name: string, rows: readonly TrafficRow[], stretch: Stretch): CarrierTraffic {
  const all = sum(rows);
  const ends = saidOf(all, NAME.end);
  const times = new Map(saidOf(all, NAME.receipt).map(({ what, count }) => [Number(what), count]));
  return {
    name,
    handedOver: countOf(all, NAME.handedOver),
    ended: total(ends),
    delivered: deliveredOf(all),
    answers: saidOf(all, NAME.answer),
    ends,
    receipts: [...times.values()].reduce((before, count) => before + count, 0),
    receiptP50Ms: percentile(times, 0.5),
    receiptP99Ms: percentile(times, 0.99),
    steps: stepsOf(rows, stretch, (counts, startsAt) => {
      const answers = saidOf(counts, NAME.answer);
      const accepted = total(answers.filter(({ what }) => what === 'accepted'));
      return {
        startsAt,
        handedOver: countOf(counts, NAME.handedOver),
        accepted,
        notAccepted: total(answers) - accepted,
        delivered: deliveredOf(counts),
      };
    }),
  };
}

function deliveredOf(counts: Counts): number {
  return total(saidOf(counts, NAME.end).filter(({ what }) => meansDelivered(Number(what))));
}

function stepsOf<Step>(
  rows: readonly TrafficRow[],
  { fromMs, toMs, stepMs }: Stretch,
  step: (counts: Counts, startsAt: number) => Step,
): Step[] {
  const byStart = grouped(rows, ({ startsAt }) => startsAt);
  const count = Math.max(0, Math.ceil((toMs - fromMs) / stepMs));
  return Array.from({ length: count }, (_, index) => fromMs + index * stepMs).map((startsAt) =>
    step(sum(byStart.get(startsAt) ?? []), startsAt),
  );
}

function grouped<Key>(rows: readonly TrafficRow[], keyOf: (row: TrafficRow) => Key): ReadonlyMap<Key, TrafficRow[]> {
  const groups = new Map<Key, TrafficRow[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

function sum(rows: readonly TrafficRow[]): Counts {
  const counts = new Map<string, number>();
  for (const { figures } of rows) {
    for (const [name, count] of Object.entries(figures)) counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return counts;
}

function countOf(counts: Counts, name: string): number {
  return counts.get(name) ?? 0;
}

function total(said: readonly Said[]): number {
  return said.reduce((before, { count }) => before + count, 0);
}

/** What goes on behind a name, the most frequent first. */
function saidOf(counts: Counts, name: string): Said[] {
  return [...counts]
    .filter(([each]) => each.startsWith(`${name} `))
    .map(([each, count]) => {
      const [, what = '', ...reason] = each.split(' ');
      return { what, reason: reason.length === 0 ? null : reason.join(' '), count };
    })
    .sort((a, b) => b.count - a.count || (`${a.what} ${a.reason}` < `${b.what} ${b.reason}` ? -1 : 1));
}
