/**
 * Which process listens on a port, as far as this user may see it: Linux says it in /proc (proc(5)), of one's own
 * processes; elsewhere nobody is named.
 */
import { readdir, readFile, readlink } from 'node:fs/promises';

/** The state of a socket that listens. */
const LISTEN = '0A';
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];

/** `node (process 1234)`; null when it cannot be seen. */
export async function holderOfPort(port: number): Promise<string | null> {
  const sockets = new Set((await Promise.all(TABLES.map((table) => listenersIn(table, port)))).flat());
  if (sockets.size === 0) return null;
  for (const pid of (await namesIn('/proc')).filter((name) => /^\d+$/.test(name))) {
    for (const descriptor of await namesIn(`/proc/${pid}/fd`)) {
      const target = await readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => '');
      if (sockets.has(target)) return `${await nameOf(pid)} (process ${pid})`;
    }
  }
  return null;
}

/** As links of descriptors name them: `socket:[12345]`. */
async function listenersIn(table: string, port: number): Promise<string[]> {
  const text = await readFile(table, 'utf8').catch(() => '');
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return text
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local = '', , state]) => local.endsWith(wanted) && state === LISTEN)
    .map((fields) => `socket:[${fields[9]}]`);
}

async function nameOf(pid: string): Promise<string> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
  return name.trim() || 'a program';
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
