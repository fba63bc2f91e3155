/** The audit log in words, its entries as what was done, and a verification in steps. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { doneOf } from './entries.ts';
import { type Verified, verifyLog } from './verify-log.ts';
import { ACTIONS, actionText, actorText, endIn, outcomeOf, subjectOf, targetText } from './words.ts';

const ENTRY = {
  at: '2026-01-01T12:00:00.000Z',
  actor: 'user:ada',
  action: 'POST /accounts/:id/suspend',
  account: 'ACME-3',
  target: { id: 'ACME-3' } as Record<string, string>,
  status: null,
  address: '192.0.2.7',
  session: null,
  token: null,
  previous: '',
  hash: '',
};
const entry = (seq: number, of: number | null = null) => ({ ...ENTRY, seq, of });

test('an end stands with its beginning, and by itself where that does not come', () => {
  const shown = (seqs: ReadonlyArray<readonly [number, number | null]>, hasMore: boolean) => {
    const done = doneOf(
      seqs.map(([seq, of]) => entry(seq, of)),
      hasMore,
    );
    return done.map(({ entry: { seq }, end }) => [seq, end?.seq ?? null]);
  };
  assert.deepEqual(
    shown(
      [
        [9, 7],
        [8, null],
        [7, null],
      ],
      false,
    ),
    [
      [8, null],
      [7, 9],
    ],
  );
  assert.deepEqual(shown([[9, 7]], true), [], 'it may come with the next page');
  assert.deepEqual(shown([[9, 7]], false), [[9, null]]);
  assert.deepEqual(
    shown(
      [
        [9, 7],
        [5, null],
      ],
      true,
    ),
    [
      [9, null],
      [5, null],
    ],
    'a filter has left it out',
  );
});

test('what is said of an entry is words, and the log itself where there are none', () => {
  assert.equal(actionText(ENTRY), 'Suspended an account');
  assert.equal(actionText({ action: 'POST /new/things', target: {} }), 'POST /new/things');
  const erasure = (target: Record<string, string>) => actionText({ action: 'POST /erasures', target });
  assert.equal(erasure({ number: '49***78' }), 'Erased a number');
  assert.equal(erasure({ number: '49***78', count_only: 'true' }), 'Counted what an erasure would find');
  assert.equal(targetText({ number: '49***78', count_only: 'true' }), '49***78');
  assert.deepEqual(['root', 'user:ada', 'unknown', 'gateway', 'billing'].map(actorText), [
    'the operator token',
    'ada',
    'nobody known',
    'the gateway',
    'billing (program)',
  ]);
  assert.equal(targetText({}), '–');
  assert.equal(targetText({ changed: 'name, kind', id: 'ACME-3' }), 'ACME-3, changed name, kind');
  assert.equal(outcomeOf(null), null);
  assert.deepEqual(
    [201, 404, 503].map((status) => outcomeOf(status)?.tone),
    ['good', 'warn', 'bad'],
  );
});

test('an end that was kept is a place and a hash', () => {
  const hash = '0a'.repeat(32);
  assert.deepEqual(endIn(`7:${hash.toUpperCase()}`), { seq: 7, hash });
  for (const text of ['', '7', `0:${hash}`, `7:${hash}0`, `7:${hash.slice(1)}`]) assert.equal(endIn(text), null, text);
});

test('an entry leads to what it is about', () => {
  const of = (action: string, target: Record<string, string>, account: string | null = null) =>
    subjectOf({ action, target, account })?.path ?? null;
  assert.equal(of('POST /messages/:reference/take-back', { reference: 'AB' }), '/messages/AB');
  assert.equal(of('POST /carriers/:name/drain', { name: 'sms/1' }), '/carriers/sms%2F1');
  assert.equal(of('POST /opt-outs', {}, 'ACME-3'), '/accounts/ACME-3');
  assert.equal(of('sign in', {}), null);
});

test('each request that has words is one that there is, and words are said once', () => {
  const routes = readFileSync(new URL('../../../src/http/operator/rights.ts', import.meta.url), 'utf8');
  for (const { value } of ACTIONS) if (value.includes('/')) assert.ok(routes.includes(`'${value}'`), value);
  assert.equal(new Set(ACTIONS.map(({ label }) => label)).size, ACTIONS.length);
});

test('whatever is written down has words, and can be chosen', () => {
  const textOf = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
  const shape = (route: string) => route.replaceAll(/\{\w+\}|:\w+/g, '*');
  const known = new Set(ACTIONS.map(({ value }) => shape(value)));
  const changes = textOf('src/http/operator/rights.ts').matchAll(/'((?:POST|PUT|PATCH|DELETE) [^']+)': '(\w+)'/g);
  const written = [...changes].filter(([, route = '', needs]) => needs !== 'anybody' && !route.endsWith('/rows'));
  const sights = textOf('openapi.yaml')
    .split(/\n {2}(?=\/)/)
    .flatMap((part) => {
      const [, path, get = ''] = /^\/operator\/v1([^:]+):\n {4}get:\n([\s\S]*?)(?=\n {4}\w+:\n|$)/.exec(part) ?? [];
      return path !== undefined && /name: full\b|parameters\/\w*Full'/.test(get) ? [`GET ${path}`] : [];
    });
  assert.ok(written.length > 50 && sights.length > 20, 'they were found');
  for (const route of [...written.map(([, route = '']) => route), ...sights]) assert.ok(known.has(shape(route)), route);
});

test('a verification goes on from step to step and gathers what is wrong', async () => {
  const steps = [
    { ok: true, entries: 4, last: { seq: 6, hash: 'a' }, problems: [], begin: 2, end: 10, next: '6:a' },
    {
      ok: false,
      entries: 4,
      last: { seq: 10, hash: 'b' },
      problems: [{ seq: 8, text: 'changed' }],
      begin: 2,
      end: 10,
      next: null,
    },
  ];
  const asked: Array<string | undefined> = [];
  const told: Verified[] = [];
  const ask = async (after: string | undefined) => {
    asked.push(after);
    return steps[asked.length - 1] ?? assert.fail('no step more');
  };
  await verifyLog(ask, (verified) => told.push(verified), new AbortController().signal);
  assert.deepEqual(asked, [undefined, '6:a']);
  assert.deepEqual(
    told.map(({ entries, share, isOver, problems }) => [entries, share, isOver, problems.length]),
    [
      [4, 0.5, false, 0],
      [8, 1, true, 1],
    ],
  );
  const stopped = new AbortController();
  stopped.abort();
  asked.length = 0;
  await verifyLog(ask, () => assert.fail('nobody listens'), stopped.signal);
});
