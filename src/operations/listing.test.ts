import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../errors.ts';
import { cursorOf, pageOf } from '../lib/pages.ts';
import {
  readAfterId,
  readAfterTexts,
  readFlag,
  readHandset,
  readLimit,
  readOneOf,
  readSpan,
  readText,
} from './listing.ts';

const asked = (query: string) => new URLSearchParams(query);

function refusalOf(read: () => unknown): unknown {
  try {
    read();
  } catch (error) {
    if (error instanceof Refusal) return [error.case, error.values];
    throw error;
  }
  return assert.fail('it was taken');
}

test('a page holds fifty rows, or as many as are asked for up to the largest', () => {
  assert.equal(readLimit(asked('')), 50);
  assert.equal(readLimit(asked('limit=1')), 1);
  assert.equal(readLimit(asked('limit=500')), 500);
  for (const bad of ['0', '501', '-1', '1.5', 'x', '', '0001']) {
    const refusal = refusalOf(() => readLimit(asked(`limit=${bad}`)));
    assert.deepEqual(refusal, ['value_invalid', { name: 'limit', allowed: '1 to 500' }], bad);
  }
  assert.deepEqual(
    refusalOf(() => readLimit(asked('limit=101'), 100)),
    ['value_invalid', { name: 'limit', allowed: '1 to 100' }],
  );
});

test('a span begins with `from` and ends before `to`, each a time or a date', () => {
  assert.deepEqual(readSpan(asked('')), { from: undefined, to: undefined });
  const day = Date.UTC(2026, 0, 31);
  assert.deepEqual(readSpan(asked('from=2026-01-31&to=2026-01-31T12:00:00Z')), { from: day, to: day + 43_200_000 });
  for (const bad of ['from=yesterday', 'to=2026-02-30', 'from=', 'to=2026-01-31T12:00:00']) {
    const name = bad.slice(0, bad.indexOf('='));
    assert.deepEqual(
      refusalOf(() => readSpan(asked(bad))),
      ['value_invalid', { name, allowed: 'a time such as 2026-01-31T12:00:00Z, or a date' }],
    );
  }
});

test('a cursor is the next of a page before, and nothing else', () => {
  assert.equal(readAfterId(asked('')), undefined);
  const reference = '019AB0000000700080000000000001FF';
  assert.equal(readAfterId(asked(`after=${reference}`)), '019ab000-0000-7000-8000-0000000001ff');
  assert.deepEqual(readAfterTexts(asked(`after=${cursorOf(['a', ''])}`), 2), ['a', '']);
  const allowed = ['value_invalid', { name: 'after', allowed: 'the next of the page before' }];
  assert.deepEqual(
    refusalOf(() => readAfterId(asked('after=x'))),
    allowed,
  );
  for (const bad of [
    'x',
    '',
    cursorOf(['a']),
    cursorOf(['a', 1]),
    cursorOf(['a', 'b\u0000']),
    cursorOf(['a', '\ud800']),
  ]) {
    assert.deepEqual(
      refusalOf(() => readAfterTexts(asked(`after=${bad}`), 2)),
      allowed,
      bad,
    );
  }
});

test('what is not allowed is refused by name', () => {
  assert.equal(readOneOf(asked('state=open'), 'state', ['open', 'failed']), 'open');
  assert.deepEqual(
    refusalOf(() => readOneOf(asked('state=x'), 'state', ['open', 'failed'])),
    ['value_invalid', { name: 'state', allowed: 'open, failed' }],
  );
  assert.equal(readFlag(asked('full=true'), 'full'), true);
  assert.equal(readFlag(asked(''), 'full'), false);
  assert.equal(readText(asked('external_id=a%20b'), 'external_id', 3), 'a b');
  for (const bad of ['', 'abcd', '%00']) {
    assert.deepEqual(
      refusalOf(() => readText(asked(`external_id=${bad}`), 'external_id', 3)),
      ['value_invalid', { name: 'external_id', allowed: '1 to 3 characters' }],
    );
  }
  assert.equal(readHandset(asked('recipient=+4915112345678'), 'recipient'), '4915112345678');
  assert.deepEqual(
    refusalOf(() => readHandset(asked('recipient=12'), 'recipient')),
    ['number_invalid', { name: 'recipient' }],
  );
});

test('a page has a next one as long as there is one row more', () => {
  const page = (count: number) => pageOf([1, 2, 3].slice(0, count), 2, String, (row) => row * 10);
  assert.deepEqual(page(3), { items: [10, 20], next: '2' });
  assert.deepEqual(page(2), { items: [10, 20], next: null });
  assert.deepEqual(page(0), { items: [], next: null });
});
