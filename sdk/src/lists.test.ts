import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Following } from './following.ts';
import { List, type Page, pageOf } from './pages.ts';

/** Pages by cursor, and the cursors that were asked for. */
function book(pages: Readonly<Record<string, Page<string>>>) {
  const asked: string[] = [];
  const ask = async (after: string | undefined) => {
    asked.push(after ?? 'first');
    return pages[after ?? 'first'] ?? assert.fail(`there is no page after ${after}`);
  };
  return { ask, asked };
}

const PAGES = {
  first: { items: ['a', 'b'], next: '2', more: true },
  2: { items: [], next: '3', more: true },
  3: { items: ['c'], next: null, more: false },
};

test('all items of a list come, also behind an empty page, and no page before it is needed', async () => {
  const { ask, asked } = book(PAGES);
  assert.deepEqual(await new List(ask).toArray(), ['a', 'b', 'c']);
  assert.deepEqual(asked, ['first', '2', '3']);
  const other = book(PAGES);
  assert.deepEqual(await new List(other.ask).toArray(2), ['a', 'b']);
  assert.deepEqual(other.asked, ['first']);
  assert.deepEqual(await new List(book(PAGES).ask, '3').page(), PAGES[3]);
  assert.deepEqual(await new List(other.ask).toArray(0), []);
});

test('a page goes on by `more` where it has one, else by `next`', () => {
  assert.deepEqual(pageOf({ inbound: [1], next: 'x', more: false }, 'inbound'), { items: [1], next: 'x', more: false });
  assert.deepEqual(pageOf({ texts: [1], next: 'x' }, 'texts'), { items: [1], next: 'x', more: true });
  assert.deepEqual(pageOf({ texts: [1], next: null }, 'texts'), { items: [1], next: null, more: false });
});

test('what is followed comes once each, goes on from its cursor, and ends by its signal', async () => {
  const { ask, asked } = book({
    first: { items: ['a', 'b'], next: '1', more: true },
    1: { items: ['b', 'c'], next: '2', more: false },
    2: { items: ['c', 'd'], next: '2', more: false },
  });
  const following = new Following(ask, (item) => item, { everyMs: 1 });
  const found: string[] = [];
  for await (const item of following) {
    found.push(item);
    if (item === 'd') break;
  }
  assert.deepEqual(found, ['a', 'b', 'c', 'd']);
  assert.deepEqual(asked, ['first', '1', '2']);
  assert.equal(following.cursor, '2');
  const controller = new AbortController();
  const ended = new Following(book({ 9: { items: [], next: '9', more: false } }).ask, (item) => item, {
    after: '9',
    everyMs: 60_000,
    signal: controller.signal,
  });
  setImmediate(() => controller.abort(new Error('enough')));
  await assert.rejects(ended[Symbol.asyncIterator]().next(), /enough/);
});

test('what was there before can be left behind, and where a reader stops in a page nothing is lost', async () => {
  const pages = {
    first: { items: ['a', 'b'], next: '1', more: true },
    1: { items: ['b', 'c'], next: '2', more: false },
    2: { items: ['c', 'd', 'e'], next: '3', more: false },
  };
  const following = new Following(book(pages).ask, (item) => item, { everyMs: 1 });
  await following.skip();
  const next = await following[Symbol.asyncIterator]().next();
  assert.equal(next.value, 'd');
  assert.equal(following.cursor, '2');
});
