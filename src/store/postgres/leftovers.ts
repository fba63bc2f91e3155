/**
 * What a killed gateway left in the cluster: a server that still runs or is stopping, processes of a server that was
 * killed, a `postmaster.pid` whose process id now belongs to somebody else or to a zombie.
 *
 * 1. A server of ours is ended, not adopted: the new one is the gateway's child and dies with it.
 * 2. `postmaster.pid` is removed only when no process of PostgreSQL works in the cluster any more. Two servers on one
 *    cluster would ruin it, and the file is what keeps a second one away.
 */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../context.ts';
import { isServerOf, processesIn, signal } from './processes.ts';

const CHECK_EVERY_MS = 10;

/** Signals in order of force, each with the time that it is given to work. */
const FORCE: readonly (readonly [NodeJS.Signals, number])[] = [
  ['SIGINT', 15_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
];

/** Resolves when nothing keeps a new server from opening the cluster. */
export async function clearLeftovers(context: Context, cluster: string): Promise<void> {
  const pid = await postmasterPid(cluster);
  if (pid !== null && (await isServerOf(pid, cluster))) {
    context.log.info({ pid }, 'ending the database server that an earlier gateway left');
    await end(context, `the database server with process id ${pid}`, async () =>
      (await isServerOf(pid, cluster)) ? [pid] : [],
    );
  }
  await endStragglers(context, cluster);
  const left = await postmasterPid(cluster);
  if (left !== null && signal(left, 0) && !(await isServerOf(left, cluster))) {
    await rm(join(cluster, 'postmaster.pid'), { force: true });
  }
}

/** The children of a server that was killed leave by themselves as soon as they notice. */
async function endStragglers(context: Context, cluster: string): Promise<void> {
  const pids = await processesIn(cluster);
  if (pids.length === 0) return;
  if (await until(context, 2_000, async () => (await processesIn(cluster)).length === 0)) return;
  await end(context, `the database processes ${pids.join(', ')}`, () => processesIn(cluster));
}

async function end(context: Context, what: string, living: () => Promise<number[]>): Promise<void> {
  for (const [name, withinMs] of FORCE) {
    for (const pid of await living()) signal(pid, name);
    if (await until(context, withinMs, async () => (await living()).length === 0)) return;
  }
  throw new Error(`${what} of an earlier gateway cannot be ended: end it by hand`);
}

/** The process id in `postmaster.pid`, or null when there is none. */
export async function postmasterPid(cluster: string): Promise<number | null> {
  const pid = Math.abs(Number((await postmasterLines(cluster))[0]));
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}

/**
 * True when the server with this process id says in `postmaster.pid` that it takes connections, if only for reading
 * (pg_ctl looks for the same words).
 */
export async function isReady(cluster: string, pid: number): Promise<boolean> {
  const lines = await postmasterLines(cluster);
  return Number(lines[0]) === pid && ['ready', 'standby'].includes(lines[7]?.trim() ?? '');
}

async function postmasterLines(cluster: string): Promise<string[]> {
  return (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
}

/** True when `holds` came true in time. */
export async function until(context: Context, withinMs: number, holds: () => Promise<boolean>): Promise<boolean> {
  const { clock } = context;
  const end = clock.monotonic() + withinMs;
  for (;;) {
    if (await holds()) return true;
    if (clock.monotonic() >= end) return false;
    await new Promise<void>((resolve) => clock.setTimer(resolve, CHECK_EVERY_MS));
  }
}
