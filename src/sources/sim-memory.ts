/**
 * What was seen of the SIM of a number, for sources that tell which SIM it is and not since when.
 */
import { DAY_MS } from '../lib/durations.ts';

/** Longer ago than this a swap is no sign of anything: `risk_indicator` is 1. */
export const SWAP_MATTERS_MS = 15 * DAY_MS;

export interface SimMemory {
  /**
   * The SIM was seen just now. Returns since when it is known, and when it was first seen in the place of another one;
   * null: it is the first. Rejects when the database cannot be asked.
   */
  seen(number: string, imsi: string): Promise<{ readonly since: number; readonly changedAt: number | null }>;
}
