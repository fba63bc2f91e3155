/**
 * What sources have said is kept in memory for a while, on each node. When a number is erased, all of it is forgotten:
 * within a minute of the order, and again when the erasure is done, since a source of our own may have answered from
 * what was not erased yet. Erasures are rare, and what is forgotten is asked again.
 */
import type { Context } from '../../context.ts';
import type { Service } from '../../lib/service.ts';
import { Worker } from '../../lib/worker.ts';
import type { Database } from '../../store/database.ts';
import { listErasures } from '../../store/keeping/erasures.ts';

export const FORGOTTEN_WITHIN_MS = 60_000;
/** More that are open at a time are looked at when these are done. */
const MOST_OPEN = 100;

export interface ForgetErasedOptions {
  readonly context: Context;
  readonly db: Database;
  readonly forget: () => void;
}

export function createForgetErased({ context, db, forget }: ForgetErasedOptions): Service {
  let known: string | null = null;
  const work = async () => {
    const newest = await listErasures(db, { limit: 1 });
    const open = await listErasures(db, { isOpen: true, limit: MOST_OPEN });
    const now = [...newest, ...open].map(({ id }) => id).join();
    if (known !== null && known !== now) forget();
    known = now;
    return FORGOTTEN_WITHIN_MS;
  };
  return new Worker({ context, name: 'memory of look-ups', work, longestSleepMs: FORGOTTEN_WITHIN_MS });
}
