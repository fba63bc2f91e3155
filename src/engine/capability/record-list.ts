/**
 * A list of numbers becomes durable before its caller is answered.
 *
 * 1. What needs nobody to be asked is decided here: places that hold no number, and numbers for which there is no carrier.
 * 2. An idempotency key is written in the same transaction.
 * 3. The lists of an account that are not done hold at most `MOST_NOT_DONE` numbers together: a list more is refused until
 *    others are done. Two that come at the same moment may both pass.
 */
import type { Context } from '../../context.ts';
import {
  bucketOfLists,
  insertList,
  type ListedNumber,
  type NumberList,
  numbersNotDone,
} from '../../store/capability/number-lists.ts';
import { tryAgain } from '../../store/connection/store-tries.ts';
import { type Database, StoreDown } from '../../store/database.ts';
import { claimIdempotencyKeys } from '../../store/requests/idempotency-claims.ts';
import type { IdempotencyClaim } from '../door/accept.ts';

export const MOST_NUMBERS = 10_000;
/** Rule 3. */
export const MOST_NOT_DONE = 100_000;

/** `code` where nobody is asked; null: `agent` is. */
export interface NewListedNumber {
  readonly number: string;
  readonly agent: string;
  readonly code: number | null;
}

export interface NewList {
  readonly id: string;
  readonly accountId: string;
  readonly numbers: readonly NewListedNumber[];
}

export type RecordList = (list: NewList, claim?: IdempotencyClaim) => Promise<ListRecorded>;

/** `claimed_before`: another request won the key, and nothing was recorded; `too_many`: rule 3. */
export type ListRecorded = 'recorded' | 'claimed_before' | 'too_many';

export interface ListRecorderOptions {
  readonly context: Pick<Context, 'clock' | 'ids'>;
  readonly db: Database;
  /** After the commit. */
  readonly recorded: () => void;
}

/** Of a new list, so that all of an account lie together. */
export function newListId({ ids }: Pick<Context, 'ids'>, accountId: string): string {
  return ids.next(bucketOfLists(accountId));
}

export function createListRecorder({ context, db, recorded }: ListRecorderOptions): RecordList {
  return async (fresh, claim) => {
    if (!db.isUp()) throw new StoreDown('the store cannot be reached');
    const now = context.clock.now();
    const { id, accountId, numbers } = fresh;
    const list: NumberList = { id, accountId, total: numbers.length, askedAt: now, doneAt: null, dueAt: now };
    const rows = numbers.map((each, place): ListedNumber => ({ ...each, listId: id, place, features: null, tries: 0 }));
    const write = () =>
      db.transaction(async (tx): Promise<ListRecorded> => {
        const waiting = await numbersNotDone(tx, accountId);
        if (waiting > 0 && waiting + numbers.length > MOST_NOT_DONE) return 'too_many';
        if (claim && !(await claimIdempotencyKeys(tx, [claim], now))[0]) return 'claimed_before';
        await insertList(tx, list, rows);
        return 'recorded';
      });
    const outcome = await tryAgain(write, async () => {}, now);
    if (outcome === 'recorded') recorded();
    return outcome;
  };
}
