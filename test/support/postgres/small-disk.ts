/**
 * A disk that can be filled: a file system in memory of its own where this process may mount one, else a limit on the
 * size of PostgreSQL's files, which PostgreSQL treats like a full disk (it ignores SIGXFSZ for that).
 */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  readonly folder: string;
  readonly how: string;
  /** Else only the files of a server are limited. */
  readonly isOfItsOwn: boolean;
  /** Leaves no room; again, what has come free since. `postmaster`: the server whose files lie there. */
  fill(postmaster: number): void;
  /** Makes room again. */
  empty(postmaster: number): void;
  remove(): void;
}

const BALLAST = 'ballast';

export function makeSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder]);
  return mounted.status === 0 ? mountedDisk(folder) : limitedDisk(folder);
}

function mountedDisk(folder: string): SmallDisk {
  return {
    folder,
    how: 'a file system of its own',
    isOfItsOwn: true,
    fill() {
      const ballast = openSync(join(folder, BALLAST), 'a');
      for (const bytes of [1024 * 1024, 64 * 1024, 4 * 1024]) writeToTheEnd(ballast, Buffer.alloc(bytes));
      closeSync(ballast);
    },
    empty: () => rmSync(join(folder, BALLAST), { force: true }),
    remove() {
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function writeToTheEnd(file: number, piece: Buffer): void {
  try {
    while (writeSync(file, piece) === piece.length);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

/** No file may grow beyond what the largest table has now. */
function limitedDisk(folder: string): SmallDisk {
  const limit = (postmaster: number, bytes: string) => {
    for (const pid of [postmaster, ...childrenOf(postmaster)]) {
      spawnSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:`]);
    }
  };
  return {
    folder,
    how: 'a limit on the size of files',
    isOfItsOwn: false,
    fill: (postmaster) => limit(postmaster, String(largestTable(join(folder, 'postgres', 'base')))),
    empty: (postmaster) => limit(postmaster, 'unlimited'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}

function largestTable(base: string): number {
  const files = readdirSync(base, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Math.max(...files.map((entry) => statSync(join(entry.parentPath, entry.name)).size));
}
