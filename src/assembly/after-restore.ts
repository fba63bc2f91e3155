/**
 * Ends what a restored database holds unfinished, once, when the file `after-restore` lies in the data directory.
 * Nothing of it is sent again: a message that was open in the backup was probably sent after the backup was made.
 *
 * 1. This happens before the gateway sends anything. The file is removed afterwards; a start that is cut short does it
 *    again.
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
