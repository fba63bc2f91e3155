import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type BatchBefore,
  enoughBehind,
  LARGEST_BATCH,
  type LeavingBatch,
  NO_BATCH_BEFORE,
  waitForCompany,
} from './gathering.ts';

/** All times in milliseconds; the batch before left at 0. */
interface WaitCase {
  readonly what: string;
  readonly before: BatchBefore;
  readonly withinMs: number;
  readonly isPaced?: boolean;
  readonly waiting: number;
  readonly now: number;
  /** How many are waited for, and for how long; null: nobody. */
  readonly wait: readonly [count: number, ms: number] | null;
}

const behind = (enough: number, tookMs = 2): BatchBefore => ({ startedAt: 0, tookMs, enough });

const WAITS: readonly WaitCase[] = [
  { what: 'the first batch of all', before: NO_BATCH_BEFORE, withinMs: 20, waiting: 1, now: 0, wait: null },
  { what: 'behind three', before: behind(3), withinMs: 20, waiting: 1, now: 2, wait: null },
  { what: 'behind four', before: behind(4), withinMs: 20, waiting: 3, now: 2, wait: [4, 18] },
  { what: 'behind ten', before: behind(10), withinMs: 20, waiting: 9, now: 8, wait: [10, 12] },
  { what: 'behind ten, and ten are there', before: behind(10), withinMs: 20, waiting: 10, now: 8, wait: null },
  { what: 'behind ten, a moment before the end', before: behind(10), withinMs: 20, waiting: 1, now: 19, wait: [10, 1] },
  { what: 'behind ten, at the end', before: behind(10), withinMs: 20, waiting: 1, now: 20, wait: null },
  { what: 'where no batch waits', before: behind(10), withinMs: 0, waiting: 1, now: 2, wait: null },
  { what: 'paced, behind one', before: behind(1), withinMs: 6, isPaced: true, waiting: 1, now: 2, wait: [256, 4] },
  {
    what: 'paced, one less than fit',
    before: behind(1),
    withinMs: 6,
    isPaced: true,
    waiting: 255,
    now: 2,
    wait: [256, 4],
  },
  { what: 'paced, as many as fit', before: behind(1), withinMs: 6, isPaced: true, waiting: 256, now: 2, wait: null },
  { what: 'paced, at the end', before: behind(1), withinMs: 6, isPaced: true, waiting: 1, now: 6, wait: null },
];

interface EnoughCase {
  readonly what: string;
  readonly before: BatchBefore;
  readonly leaving: LeavingBatch;
  readonly enough: number;
}

/** Leaves at `now`, with `count` entries, of which `atFirst` were there when the batch before ended. */
const leaves = (now: number, count: number, atFirst: number, isAlone = true): LeavingBatch => ({
  now,
  count,
  atFirst,
  isAlone,
});

const ENOUGH: readonly EnoughCase[] = [
  { what: 'behind no batch: as many', before: NO_BATCH_BEFORE, leaving: leaves(0, 10, 0), enough: 10 },
  // Callers of two batches that take turns: the wait was shorter than the store took.
  { what: '22 waited 1 ms for 20 more', before: behind(42), leaving: leaves(3, 42, 22), enough: 32 },
  { what: 'an odd number: the lower half', before: behind(42), leaving: leaves(3, 43, 22), enough: 32 },
  { what: 'the wait was as long as the store took', before: behind(42), leaving: leaves(4, 42, 22), enough: 42 },
  { what: 'all were there at first', before: behind(32), leaving: leaves(3, 32, 32), enough: 32 },
  { what: 'more came than fit into it', before: behind(256), leaving: leaves(3, 256, 300), enough: 256 },
  { what: 'somebody else gave the store work', before: behind(42), leaving: leaves(3, 42, 22, false), enough: 42 },
  // Callers who have all come into one batch: an even flow would have brought 16 of 64 in 2 ms of 8.
  { what: 'nobody of an even 16 came', before: behind(64), leaving: leaves(8, 64, 0), enough: 32 },
  { what: 'a quarter of an even 16 came', before: behind(64), leaving: leaves(8, 64, 4), enough: 34 },
  { what: 'more than a quarter came', before: behind(65), leaving: leaves(8, 64, 5), enough: 64 },
  { what: 'an even flow would have brought four', before: behind(16), leaving: leaves(8, 16, 1), enough: 8 },
  { what: 'an even flow would have brought three', before: behind(12), leaving: leaves(8, 12, 0), enough: 12 },
  // Callers who come evenly: the store waits for longer than it works.
  { what: 'an eighth more', before: behind(24), leaving: leaves(8, 24, 6), enough: 27 },
  { what: 'an eighth more, whoever else there is', before: behind(24), leaving: leaves(8, 24, 0, false), enough: 27 },
  { what: 'an eighth of 31 is three', before: behind(31), leaving: leaves(8, 31, 8), enough: 34 },
  { what: 'fewer came than were enough', before: behind(25), leaving: leaves(8, 24, 6), enough: 24 },
  { what: 'the store worked as long as it waited', before: behind(24), leaving: leaves(4, 24, 12), enough: 24 },
  { what: 'too few to tell', before: behind(12), leaving: leaves(8, 12, 3), enough: 12 },
  { what: 'just as many as tell', before: behind(16), leaving: leaves(8, 16, 4), enough: 18 },
  { what: 'not more than fit', before: behind(240), leaving: leaves(8, 240, 60), enough: 256 },
];

describe('how long a batch waits for company', () => {
  for (const { what, before, withinMs, isPaced = false, waiting, now, wait } of WAITS) {
    test(what, () => {
      const expected = wait && { count: wait[0], ms: wait[1] };
      assert.deepEqual(waitForCompany(before, { withinMs, isPaced }, waiting, now), expected);
    });
  }
});

describe('how many are enough behind a batch', () => {
  for (const { what, before, leaving, enough } of ENOUGH) {
    test(what, () => assert.equal(enoughBehind(before, leaving), enough));
  }
});

test('the largest batch is as large as the documents say', () => assert.equal(LARGEST_BATCH, 256));
