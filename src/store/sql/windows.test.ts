import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lowestIdAt } from '../../lib/ids.ts';
import { ALL_IDS, type IdSlice } from './id-range.ts';
import { pageThrough, sliceOf, whole } from './windows.ts';

const idOf = (n: number) => lowestIdAt(n);

/** Rows 1 to `count`, of which each `step`th fits; counts what was looked at in vain. */
function rowsOf(count: number, step: number) {
  const inSlice = ([from, below]: IdSlice) =>
    Array.from({ length: count }, (_, index) => count - index).filter((n) => idOf(n) >= from && idOf(n) < below);
  return {
    nth: async ({ slice }: { slice: IdSlice }, n: number) => {
      const row = inSlice(slice)[n - 1];
      return row === undefined ? null : idOf(row);
    },
    fitting: async ({ slice }: { slice: IdSlice }, limit: number) =>
      inSlice(slice)
        .filter((n) => n % step === 0)
        .slice(0, limit)
        .map((n) => ({ id: idOf(n) })),
  };
}

async function pagesOf(count: number, step: number, limit: number): Promise<string[][]> {
  const pages: string[][] = [];
  let before: string | undefined;
  for (;;) {
    const slice = sliceOf({ before, limit });
    const { rows, next } = await pageThrough(whole(slice), limit, rowsOf(count, step));
    assert.ok(rows.length <= limit);
    pages.push(rows.map(({ id }) => id));
    if (next === null) return pages;
    assert.ok(before === undefined || next < before, 'each page goes on further down');
    before = next;
  }
}

test('pages hold what fits, each once and newest first, however rare it is', async () => {
  for (const [count, step, limit] of [
    [0, 1, 5],
    [5, 1, 5],
    [6, 1, 5],
    [3_000, 1_000, 2],
    [3_000, 3_000, 2],
    [25_000, 24_000, 2],
    [25_000, 30_000, 2],
  ] as const) {
    const expected = Array.from({ length: Math.floor(count / step) }, (_, index) => idOf((index + 1) * step)).reverse();
    assert.deepEqual((await pagesOf(count, step, limit)).flat(), expected, `${count} ${step} ${limit}`);
  }
});

test('a page that has gone through ten thousand in vain goes on, and ends in the end', async () => {
  assert.deepEqual(
    (await pagesOf(25_000, 30_000, 2)).map(({ length }) => length),
    [0, 0, 0],
  );
});

test('a span begins with `from` and ends before `to`, or below the page before', () => {
  assert.deepEqual(sliceOf({ limit: 1 }), ALL_IDS);
  assert.deepEqual(sliceOf({ from: 5, to: 9, limit: 1 }), [idOf(5), idOf(9)]);
  assert.deepEqual(sliceOf({ from: 5, to: 9, before: idOf(7), limit: 1 }), [idOf(5), idOf(7)]);
});
