/**
 * What a gateway does once after its database was put back from a backup, when the file `after-restore` lies in its data
 * directory: what was unfinished in the backup is ended and not sent again, since it was probably sent since.
 *
 * 1. It happens before anything is sent. The file goes when it is done; a start that is cut short does it again.
 */
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import type { Database } from '../store/database.ts';
import { endUnfinished } from '../store/messages/after-restore.ts';
import { type Lanes, sumOverLanes } from '../store/sql/lanes.ts';

export async function endAfterRestore(
  { clock, log }: Context,
  { db, lanes }: { readonly db: Database; readonly lanes: Lanes },
  dataDirectory: string,
): Promise<void> {
  const file = join(dataDirectory, 'after-restore');
  const isThere = await stat(file).then(
    () => true,
    () => false,
  );
  if (!isThere) return;
  const ended = await sumOverLanes(lanes, (buckets) => endUnfinished(db, buckets, clock.now()));
  await rm(file);
  log.warn({ ended }, 'restored from a backup: messages that were unfinished in it are ended and not sent again');
}
