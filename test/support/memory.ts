/**
 * The memory of a process as Linux accounts for it.
 */
import { readFileSync } from 'node:fs';

/** In bytes; of what it shares with others, its share (PSS). Infinite when the system does not say. */
export function proportionalMemoryOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss: +(\d+) kB$/m.exec(text)?.[1] ?? Number.POSITIVE_INFINITY) * 1024;
}
