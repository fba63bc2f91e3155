/**
 * The directory of the Unix socket: in the data directory, or, where that path is too long for a socket (107 bytes on
 * Linux, 103 on macOS), a private one under the system's temporary directory, whose place is written down.
 */
import { chown, lstat, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const LONGEST_PATH_BYTES = 103;
const SOCKET_NAME = '.s.PGSQL.5432';

export interface SocketFolder {
  readonly path: string;
  /** Removes it when it lies outside of the data directory. */
  release(): Promise<void>;
}

type Owner = { readonly uid: number; readonly gid: number } | null;

/** A directory that nobody but `owner` (null: this user) may enter. */
export async function prepareSocketFolder(dataDir: string, owner: Owner): Promise<SocketFolder> {
  const inside = join(dataDir, 'socket');
  if (Buffer.byteLength(join(inside, SOCKET_NAME)) <= LONGEST_PATH_BYTES) {
    await mkdir(inside, { recursive: true, mode: 0o700 });
    await give(inside, owner);
    return { path: inside, release: async () => {} };
  }
  const note = join(dataDir, 'socket-directory');
  const path = (await remembered(note, owner)) ?? (await mkdtemp(join(tmpdir(), 'trunkline-')));
  if (Buffer.byteLength(join(path, SOCKET_NAME)) > LONGEST_PATH_BYTES) {
    await rm(path, { recursive: true, force: true });
    throw new Error(`neither ${dataDir} nor ${tmpdir()} is short enough for a socket: choose a shorter TRUNKLINE_DATA`);
  }
  await give(path, owner);
  await writeFile(note, `${path}\n`);
  return {
    path,
    release: async () => {
      await rm(path, { recursive: true, force: true });
      await rm(note, { force: true });
    },
  };
}

/**
 * Removes what a killed server left in the folder. The folder is ours alone, and nothing works in the cluster any more;
 * PostgreSQL itself would take a zombie with the process id in the lock file for a server that still runs.
 */
export async function clearSocket({ path }: SocketFolder): Promise<void> {
  await rm(join(path, SOCKET_NAME), { force: true });
  await rm(join(path, `${SOCKET_NAME}.lock`), { force: true });
}

/** The place of last time, when it is still ours alone. Anybody may make things in a temporary directory. */
async function remembered(note: string, owner: Owner): Promise<string | null> {
  const path = (await readFile(note, 'utf8').catch(() => '')).trim();
  const found = path === '' ? null : await lstat(path).catch(() => null);
  const expected = owner?.uid ?? process.getuid?.();
  return found?.isDirectory() && found.uid === expected && (found.mode & 0o077) === 0 ? path : null;
}

async function give(path: string, owner: Owner): Promise<void> {
  if (owner) await chown(path, owner.uid, owner.gid);
}
