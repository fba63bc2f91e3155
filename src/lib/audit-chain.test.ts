import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChainCheck, type ChainedEntry, chain, entryOfLine, type Link, lineOf, NO_LINK } from './audit-chain.ts';

function entries(count: number): ChainedEntry[] {
  const made: ChainedEntry[] = [];
  for (let place = 0; place < count; place += 1) {
    const target = { id: `account-${place}`, name: 'ends in ,"hash":"00"}' };
    made.push(chain(made.at(-1) ?? NO_LINK, { at: 1_000 + place, actor: 'user:ada', action: 'POST /x', target }));
  }
  return made;
}

function problemsOf(list: readonly ChainedEntry[], head: Link | null, from: Link | null = NO_LINK): string[] {
  const check = new ChainCheck(from);
  for (const entry of list) check.add(entry);
  return check.end(head).problems.map(({ seq, text }) => `${seq} ${text}`);
}

const LOG = entries(6);
const HEAD = LOG.at(-1) ?? null;

/** Written by who knows how hashes are made. */
function forged(place: number): ChainedEntry {
  const before = LOG[place - 2] ?? NO_LINK;
  return chain(before, { at: 5, actor: 'user:eve', action: 'GET /y' });
}

test('a log that nobody touched is whole, from its beginning or from where it was shortened', () => {
  assert.deepEqual(problemsOf(LOG, HEAD), []);
  assert.deepEqual(problemsOf(LOG.slice(2), HEAD, LOG[1] ?? null), []);
  assert.deepEqual(problemsOf(LOG.slice(2), null, null), []);
  assert.deepEqual(problemsOf([], NO_LINK), []);
});

test('whatever is done to an entry is said with its place', () => {
  const [one, two, three, four, five, six] = LOG as [
    ChainedEntry,
    ChainedEntry,
    ChainedEntry,
    ChainedEntry,
    ChainedEntry,
    ChainedEntry,
  ];
  const changed = { ...three, body: three.body.replace('account-2', 'account-9') };
  const moved = { ...three, seq: 4 };
  const cases: Array<[string, ChainedEntry[], RegExp]> = [
    ['changed', [one, two, changed, four, five, six], /^3 changed/],
    ['changed with another hash', [one, two, forged(3), four, five, six], /^4 does not follow entry 3/],
    ['taken away', [one, two, four, five, six], /^3 missing, up to entry 4/],
    ['taken from the beginning', [two, three, four, five, six], /^1 missing, up to entry 2/],
    ['taken from the end', [one, two, three], /^4 missing, up to the end at entry 6/],
    ['put in', [one, two, three, forged(3), four, five, six], /^3 out of its order/],
    ['put at the end', [...LOG, chain(six, { at: 1, actor: 'x', action: 'y' })], /^7 the end is another one/],
    ['in another order', [one, three, two, four, five, six], /^2 missing, up to entry 3/],
    ['in each other’s places', [one, two, { ...four, seq: 3 }, moved, five, six], /^3 changed/],
    ['all anew', [...LOG.slice(0, 5), forged(6)], /^6 the end is another one/],
  ];
  for (const [what, list, expected] of cases) assert.match(problemsOf(list, HEAD)[0] ?? 'nothing', expected, what);
  const check = new ChainCheck(NO_LINK);
  check.add(one, { actor: 'user:eve' });
  assert.match(check.end(null).problems[0]?.text ?? '', /its actor is another one/);
});

test('a line of an export is read back, and nothing else is one', () => {
  for (const entry of LOG) assert.deepEqual(entryOfLine(lineOf(entry)), entry);
  const line = lineOf(LOG[0] ?? assert.fail());
  for (const other of ['', '{}', line.slice(1), `${line} `, line.toUpperCase(), line.slice(0, -2), `[${line}]`]) {
    const read = entryOfLine(other);
    assert.ok(read === null, other);
  }
});
