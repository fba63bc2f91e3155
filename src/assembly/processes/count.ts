/**
 * How many processes a gateway has on this machine. Pure.
 *
 * 1. `auto`: as many as the processors feed. A process that is busy keeps a third of another processor busy in
 *    PostgreSQL; where that runs here, three of four processors have a process of the gateway.
 *    Each has half a gigabyte of memory at least.
 * 2. In the sandbox `auto` is one: handsets and what they got are in the memory of a process.
 */
import type { Config } from '../../config/config.ts';
import { MOST_PROCESSES } from '../../config/schema.ts';

const SHARE_BESIDE_DATABASE = 0.75;
const MEMORY_OF_ONE = 512 * 1024 * 1024;

export interface Machine {
  readonly processors: number;
  /** Bytes that this program may use. */
  readonly memory: number;
}

export function processCount(
  { processes, carriers, database }: Pick<Config, 'processes' | 'carriers' | 'database'>,
  { processors, memory }: Machine,
): number {
  if (processes !== 'auto') return processes;
  if (carriers.every(({ settings }) => settings.simulated)) return 1;
  const fed = database.url === null ? Math.ceil(processors * SHARE_BESIDE_DATABASE) : processors;
  return Math.max(1, Math.min(fed, Math.floor(memory / MEMORY_OF_ONE), MOST_PROCESSES));
}
