/**
 * Whose data directory it is: one gateway at a time.
 *
 * 1. `gateway.pid` holds the process id of the running gateway and nothing else: for people and scripts.
 * 2. `gateway.lock` holds it with the moment at which that process started, so that an id which the system has given
 *    to another process since does not count. It is made by an exclusive create, so of two that start at once one wins.
 * 3. What a killed gateway left behind is taken over.
 */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../context.ts';
import { holdProcess } from '../../lib/hold.ts';
import type { Service } from '../../lib/service.ts';
import { startOf } from './processes.ts';

interface Holder {
  readonly pid: number;
  readonly start: string;
}

const TRIES = 50;
const PAUSE_MS = 20;

/** Start it before whatever uses the directory. Its start rejects, naming the process, when another gateway has it. */
export function createDataDirectory(context: Context, folder: string): Service {
  const lock = join(folder, 'gateway.lock');
  const pidFile = join(folder, 'gateway.pid');
  let isOurs = false;

  async function claim(): Promise<void> {
    const start = (await startOf(process.pid)) ?? '';
    const mark = `${context.randomBytes(4).toString('hex')}`;
    for (let tries = 1; tries <= TRIES; tries += 1) {
      if (await create(lock, `${process.pid} ${start}\n`)) return;
      const text = await readFile(lock, 'utf8').catch(() => '');
      const holder = parse(text);
      if (holder && (await startOf(holder.pid)) === holder.start) throw inUse(folder, holder.pid);
      // An unfinished file is being written just now, unless its writer died at that very moment.
      if (holder || tries > TRIES / 2) await setAside(lock, `${lock}.${mark}`, text);
      else await new Promise<void>((resolve) => context.clock.setTimer(resolve, PAUSE_MS));
    }
    throw new Error(`the data directory ${folder} could not be claimed: ${lock} changes all the time`);
  }

  return {
    name: 'data directory',
    async start() {
      await mkdir(folder, { recursive: true });
      await holdProcess(claim);
      isOurs = true;
      await writeFile(`${pidFile}.new`, `${process.pid}\n`);
      await rename(`${pidFile}.new`, pidFile);
    },
    async stop() {
      if (!isOurs) return;
      isOurs = false;
      await rm(pidFile, { force: true });
      await rm(lock, { force: true });
    },
  };
}

function inUse(folder: string, pid: number): Error {
  return new Error(
    `the data directory ${folder} is in use by the gateway with process id ${pid}: stop that one, or choose another ` +
      'directory by TRUNKLINE_DATA',
  );
}

async function create(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return false;
    throw error;
  }
}

function parse(text: string): Holder | null {
  const parts = /^(\d+) (.*)\n$/.exec(text);
  return parts ? { pid: Number(parts[1]), start: parts[2] ?? '' } : null;
}

/** Takes the left-over lock away, unless another process has put its own there since it was read. */
async function setAside(lock: string, aside: string, expected: string): Promise<void> {
  try {
    await rename(lock, aside);
  } catch {
    return;
  }
  const moved = await readFile(aside, 'utf8');
  if (moved !== expected) await create(lock, moved);
  await rm(aside, { force: true });
}
