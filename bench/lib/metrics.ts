/** What the gateway's own histograms say. */
import { request } from 'undici';
import type { BenchGateway } from './gateway.ts';

/** Observations since the gateway began: all, and those within a time that is a bound of the histogram's. */
export interface Observed {
  readonly all: number;
  readonly within: number;
}

/** Adds up what has different labels. */
export async function observed(gateway: BenchGateway, histogram: string, withinMs: number): Promise<Observed> {
  const answer = await request(`http://127.0.0.1:${gateway.port}/metrics`);
  const text = await answer.body.text();
  const sum = (pattern: string) =>
    [...text.matchAll(new RegExp(pattern, 'gm'))].reduce((total, [, value]) => total + Number(value), 0);
  const bound = `le="${withinMs / 1_000}"`;
  return {
    all: sum(`^${histogram}_count(?:\\{.*\\})? (\\d+)$`),
    within: sum(`^${histogram}_bucket\\{(?:${bound}|${bound},.*)\\} (\\d+)$`),
  };
}

/** Of those between the two: how many percent were within the time. */
export function shareWithin(before: Observed, after: Observed): number {
  return ((after.within - before.within) * 100) / (after.all - before.all);
}
