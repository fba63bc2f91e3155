// Where a run of the tests keeps its databases and folders: in memory where there is room, else where the system keeps
// what is temporary. A database is made for each test, and on a disk that takes ten times as long.
//
// 1. What a test leaves behind goes with the folder, also when the run is stopped by a signal; what a killed run left goes
//    with the next.
// 2. A disk that is full or slow is made by the test that needs one (test/support/postgres/small-disk.ts).
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Several times what a run takes. */
const ROOM_BYTES = 2 * 1024 ** 3;
const PREFIX = 'trunkline-tests-';

/** Makes it; it goes when this process ends. */
export function makeTestFolder() {
  const folder = makeIn(MEMORY) ?? makeIn(tmpdir());
  if (folder === null) throw new Error(`no folder can be made in ${tmpdir()}`);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ]) {
    process.once(signal, () => process.exit(code));
  }
  return folder;
}

function makeIn(place) {
  try {
    removeLeft(place);
    if (place === MEMORY && !hasRoom(place)) return null;
    const folder = mkdtempSync(join(place, `${PREFIX}${process.pid}-`));
    // As a folder for what is temporary is: PostgreSQL, which is never root, and what tests run as another user write here.
    chmodSync(folder, 0o1777);
    if (place !== MEMORY || runsPrograms(folder)) return folder;
    rmSync(folder, { recursive: true });
    return null;
  } catch {
    return null;
  }
}

function hasRoom(place) {
  const { bavail, bsize } = statfsSync(place);
  return bavail * bsize >= ROOM_BYTES;
}

/** Some tests put programs into their folders, and a container's memory may be mounted to run none. */
function runsPrograms(folder) {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}

/** Of runs whose process is no more. */
function removeLeft(place) {
  for (const name of readdirSync(place)) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(place, name), { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
