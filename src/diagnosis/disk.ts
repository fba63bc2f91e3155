/**
 * What a diagnosis says of the disk on which the data directory lies.
 */
import { statfs } from 'node:fs/promises';
import { type Check, fail, ok, sizeText, warn } from '../lib/checks.ts';
import { obstacleTo } from '../store/postgres/data-directory.ts';

const WARN_BYTES = 2 * 1024 ** 3;
const FAIL_BYTES = 256 * 1024 ** 2;
const WARN_SHARE = 0.1;

/** `isDatabaseHere`: the gateway's own database lies in it. */
export async function checkDisk(folder: string, isDatabaseHere: boolean): Promise<Check> {
  const name = 'disk';
  const obstacle = await obstacleTo(folder);
  if (obstacle !== null) return inTheWay(folder, obstacle);
  const found = await statfs(folder).catch((error: NodeJS.ErrnoException) => error);
  if (found instanceof Error) {
    return fail(
      name,
      `${folder} cannot be looked at (${found.code})`,
      'create it, or choose another by TRUNKLINE_DATA',
    );
  }
  return judgeDisk(
    folder,
    { freeBytes: found.bavail * found.bsize, totalBytes: found.blocks * found.bsize },
    isDatabaseHere,
  );
}

/** `obstacle`: as obstacleTo() says it. */
export function inTheWay(folder: string, obstacle: string): Check {
  const todo =
    'let the user of the gateway, which has to be the one who asks, write there, or choose another place by ' +
    'TRUNKLINE_DATA; a disk that has become read-only has had a fault';
  return fail('disk', `${folder} cannot be used, since ${obstacle}`, todo);
}

export function judgeDisk(
  folder: string,
  { freeBytes, totalBytes }: { readonly freeBytes: number; readonly totalBytes: number },
  isDatabaseHere: boolean,
): Check {
  const name = 'disk';
  const says = `${sizeText(freeBytes)} of ${sizeText(totalBytes)} free in ${folder}`;
  if (!isDatabaseHere) {
    return freeBytes < 1024 ** 2 ? fail(name, says, 'free some space: keys are kept there') : ok(name, says);
  }
  const todo = 'free some space or enlarge the disk; retention.messages_days says how long messages are kept';
  if (freeBytes < FAIL_BYTES) return fail(name, says, todo);
  if (freeBytes < WARN_BYTES || freeBytes < totalBytes * WARN_SHARE) return warn(name, says, todo);
  return ok(name, says);
}
