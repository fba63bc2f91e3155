/**
 * How many processes a gateway has on this machine. Pure.
 *
 * 1. `auto`: as many as the processors feed. A process that is busy keeps a third of another processor busy in
 *    PostgreSQL; where that runs here, three of four processors have a process of the gateway, and two have one: a
 *    second one there gains nothing, since each then takes more CPU time for a message (bench/README.md, `processes`).
 *    Each has half a gigabyte of memory at least.
 * 2. A database elsewhere may not have connections for all of them: then there are fewer, as many as it has room for when
 *    the first of them works.
 * 3. In the sandbox `auto` is one: handsets and what they got are in the memory of a process.
 */
import type { Config } from '../../config/config.ts';
import { MOST_PROCESSES } from '../../config/schema.ts';

const SHARE_BESIDE_DATABASE = 0.75;
const MEMORY_OF_ONE = 512 * 1024 * 1024;
/** Besides its pool a process has two that listen, one that looks after indexes, and perhaps one of an operator. */
const MORE_CONNECTIONS = 4;
/** The server's own, and those of backups and of whoever looks into it. */
const OTHER_CONNECTIONS = 10;

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
  const fed = database.url === null ? Math.floor(processors * SHARE_BESIDE_DATABASE) : processors;
  return Math.max(1, Math.min(fed, Math.floor(memory / MEMORY_OF_ONE), MOST_PROCESSES));
}

/** Of the database that so many processes are connected with, at the most. */
export function connectionsOf(processes: number, poolSize: number): number {
  return processes * (poolSize + MORE_CONNECTIONS) + OTHER_CONNECTIONS;
}

/** Rule 2. How many processes there may be when the first has connected and `free` are left; at least that one. */
export function processesThatFit(free: number, poolSize: number): number {
  const left = free - OTHER_CONNECTIONS;
  return Math.max(1, Math.floor(left / (poolSize + MORE_CONNECTIONS)));
}
