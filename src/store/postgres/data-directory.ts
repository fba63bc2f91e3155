/**
 * Whose data directory it is: one gateway at a time.
 *
 * 1. A claim is an empty file `gateway.claim.<process id>-<random>-<start of the process>`. The name says everything,
 *    so a claim is there whole or not at all; it is never renamed, and no other process ever makes one of that name.
 * 2. The directory is had by the one that made its claim, listed the claims after that, and found no other. Of two, the
 *    one that made its claim later finds the earlier one: two can never both have it.
 * 3. A claim is removed by its maker, and, when that process is gone, by whoever sees it. With rule 1 nothing that
 *    lives can be hit, however long ago the claim was seen. A process id that the system has given to another process
 *    since does not count.
 * 4. While several claim, the one whose name comes first stays; the others withdraw and claim again when they see none.
 * 5. Only the one that has the directory touches `gateway.lock`, which says who that is (process id and start), and
 *    `gateway.pid`, which holds the process id and nothing else: for people and scripts. It removes them before its
 *    claim. A lock of a process that lives counts without a claim as well: that is how claims were made before.
 */
import { access, constants, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Context } from '../../context.ts';
import { holdProcess } from '../../lib/hold.ts';
import type { Service } from '../../lib/service.ts';
import { signal, startOf } from './processes.ts';

interface Holder {
  readonly pid: number;
  /** Empty where the system does not tell. */
  readonly start: string;
}

interface Claim extends Holder {
  readonly name: string;
}

const LOCK = 'gateway.lock';
const PID_FILE = 'gateway.pid';
const TRIES = 100;
const PAUSE_MS = 20;

/** Start it before whatever uses the directory. Its start rejects, naming the process, when another gateway has it. */
export function createDataDirectory(context: Context, folder: string): Service {
  let own: Claim | null = null;
  let isOurs = false;

  async function claim({ name }: Claim): Promise<void> {
    for (let triesLeft = TRIES; ; triesLeft -= 1) {
      const claims = await livingClaims(folder);
      const rival = claims.find((other) => other.name !== name);
      const holder = (await holderOf(folder)) ?? (triesLeft > 0 ? undefined : rival?.pid);
      if (holder !== undefined) throw inUse(folder, holder);
      if (claims.length === 0) await writeFile(join(folder, name), '', { flag: 'wx' });
      else if (rival === undefined) return;
      else {
        if (claims[0] === rival) await withdraw(name);
        await new Promise<void>((resolve) => context.clock.setTimer(resolve, PAUSE_MS));
      }
    }
  }

  const withdraw = (name: string) => rm(join(folder, name), { force: true });

  return {
    name: 'data directory',
    async start() {
      await makeDataDirectory(folder);
      const mine = await newClaim(context);
      own = mine;
      try {
        await holdProcess(() => claim(mine));
      } catch (error) {
        await withdraw(mine.name);
        throw error;
      }
      isOurs = true;
      await replace(join(folder, LOCK), `${mine.pid} ${mine.start}\n`);
      await replace(join(folder, PID_FILE), `${mine.pid}\n`);
    },
    async stop() {
      if (isOurs) {
        await rm(join(folder, PID_FILE), { force: true });
        await rm(join(folder, LOCK), { force: true });
      }
      if (own) await withdraw(own.name);
    },
  };
}

/** The process id of the gateway that has the directory; undefined when none does, or none yet. */
export async function holderOf(folder: string): Promise<number | undefined> {
  const text = await readFile(join(folder, LOCK), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const [, pid, start = ''] = /^(\d+) (.*)\n$/.exec(text) ?? [];
  const holder = { pid: Number(pid), start };
  return pid !== undefined && (await isLiving(holder)) ? holder.pid : undefined;
}

/** Null where this user may keep data in the folder, or make it; else what is in the way. */
export async function obstacleTo(folder: string): Promise<string | null> {
  for (let place = resolve(folder); ; place = dirname(place)) {
    const found = await stat(place).catch((error: NodeJS.ErrnoException) => error);
    if (found instanceof Error) {
      // It is not there yet, or what stands above it is a file.
      if (/^(?:ENOENT|ENOTDIR)$/.test(found.code ?? '') && place !== dirname(place)) continue;
      return `${place} cannot be looked at (${found.code})`;
    }
    if (!found.isDirectory()) return `${place} is no folder`;
    return access(place, constants.W_OK | constants.X_OK).then(
      () => null,
      ({ code }: NodeJS.ErrnoException) => `${place} cannot be written to (${code})`,
    );
  }
}

function inUse(folder: string, pid: number): Error {
  return new Error(
    `the data directory ${folder} is in use by the gateway with process id ${pid}: stop that one, or choose another ` +
      'directory by TRUNKLINE_DATA',
  );
}

async function newClaim({ randomBytes }: Context): Promise<Claim> {
  const { pid } = process;
  const start = (await startOf(pid)) ?? '';
  return { name: `gateway.claim.${pid}-${randomBytes(8).toString('hex')}-${start}`, pid, start };
}

function parseClaim(name: string): Claim | null {
  const [, pid, start = ''] = /^gateway\.claim\.(\d+)-[0-9a-f]{16}-(.*)$/.exec(name) ?? [];
  return pid === undefined ? null : { name, pid: Number(pid), start };
}

/** By name. Those of dead processes are removed. */
async function livingClaims(folder: string): Promise<Claim[]> {
  const living: Claim[] = [];
  for (const name of (await readdir(folder)).sort()) {
    const claim = parseClaim(name);
    if (claim === null) continue;
    if (await isLiving(claim)) living.push(claim);
    else await rm(join(folder, name), { force: true });
  }
  return living;
}

async function isLiving({ pid, start }: Holder): Promise<boolean> {
  return start === '' ? signal(pid, 0) : (await startOf(pid)) === start;
}

async function replace(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
}

/** For its owner alone; a PostgreSQL that root runs under another user has to pass through. */
export async function makeDataDirectory(folder: string): Promise<void> {
  const obstacle = await obstacleTo(folder);
  if (obstacle !== null) {
    throw new Error(
      `the data directory ${folder} cannot be used, since ${obstacle}: let this user write there, or choose another ` +
        'directory by TRUNKLINE_DATA',
    );
  }
  await mkdir(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
}
