import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeFirst, type RowPage, waitingText } from './page-rows.ts';

interface Row {
  readonly id: number;
  readonly state: string;
}

const page = (ids: readonly number[], state: string, next: string | null = 'next'): RowPage<Row> => ({
  rows: ids.map((id) => ({ id, state })),
  next,
});
const idOf = ({ id }: Row) => String(id);
const reading = { idOf, isAtTop: false };

test('rows that are shown are made fresh where they stand, and new ones wait', () => {
  const merged = mergeFirst([page([5, 4], 'open'), page([3, 2], 'open')], page([7, 6, 5], 'done'), reading);
  assert.deepEqual(
    merged.pages.flatMap(({ rows }) => rows).map(({ id, state }) => `${id} ${state}`),
    ['5 done', '4 open', '3 open', '2 open'],
  );
  assert.deepEqual([merged.waiting, merged.isMore, waitingText(merged)], [2, false, '2 new']);
});

test('at the top of the first page the fresh page takes its place', () => {
  const merged = mergeFirst([page([5, 4], 'open')], page([7, 6], 'done'), { idOf, isAtTop: true });
  assert.deepEqual([merged.pages, merged.waiting], [[page([7, 6], 'done')], 0]);
});

test('a page in which nothing is known says that there may be more', () => {
  const merged = mergeFirst([page([5], 'open'), page([4], 'open')], page([9, 8], 'done'), { idOf, isAtTop: true });
  assert.equal(waitingText(merged), '2+ new');
  assert.equal(waitingText(mergeFirst([page([5], 'open')], page([9, 8], 'done', null), reading)), '2 new');
});
