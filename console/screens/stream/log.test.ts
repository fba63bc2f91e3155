import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tone } from '../../ui/tone.ts';
import type { Seen } from './events.ts';
import { begin, fold, GROWS_FOR_MS, type Log, type Look, MOST_LINES, MOST_MARKS, manyText, newSince } from './log.ts';

const NOW = Date.UTC(2026, 0, 1, 12);

function seen(id: string, mark = '3001', { at = NOW, tone = 'accent' }: { at?: number; tone?: Tone } = {}): Seen {
  return {
    topic: 'messages',
    id,
    mark,
    at: new Date(at).toISOString(),
    since: new Date(at).toISOString(),
    kind: 'Message',
    what: id,
    status: { words: mark, tone, code: null },
    account: 'ACME',
    link: `/messages/${id}`,
  };
}

const look = (rows: readonly Seen[], hinted: number | null = rows.length, isMore = false): Look => ({
  topic: 'messages',
  rows,
  hinted,
  isMore,
});

const round = (rows: readonly Seen[], hinted?: number | null, now = NOW) => ({ now, looks: [look(rows, hinted)] });

const idsOf = ({ lines }: Log) => lines.map(({ event }) => (event.kind === 'one' ? event.seen.id : event.count));

const many = (from: number, count: number) => Array.from({ length: count }, (_, index) => seen(`M${from + index}`));

test('it begins with what is there, newest first, and tells of what comes and of what changes', () => {
  const old = seen('A', '3001', { at: NOW - 2_000 });
  let log = begin(round([old, seen('B', '3001', { at: NOW - 1_000 })]));
  assert.deepEqual(idsOf(log), ['B', 'A']);
  log = fold(log, round([seen('C'), seen('B', '3001', { at: NOW - 1_000 }), old]));
  assert.deepEqual(idsOf(log), ['C', 'B', 'A'], 'what stands as before is no event');
  log = fold(log, round([seen('C'), { ...old, mark: '3000' }]));
  assert.deepEqual(idsOf(log), ['A', 'C', 'B', 'A']);
  assert.equal(newSince(log, 3), 1);
  assert.equal(new Set(log.lines.map(({ n }) => n)).size, 4, 'each line has a number of its own');
});

test('what has no time yet is told of when it changes', () => {
  const carrier = { ...seen('sms', 'Up'), at: null, since: null };
  const log = begin(round([carrier]));
  assert.deepEqual(idsOf(log), []);
  const [line] = fold(log, round([{ ...carrier, mark: 'Down' }])).lines;
  assert.equal(line?.at, new Date(NOW).toISOString());
});

test('very many are one line that counts them, and shows those that failed first', () => {
  const rows = [...many(0, 48), seen('bad', '3042', { tone: 'bad' }), seen('good', '3000', { tone: 'good' })];
  let log = fold(begin(round([])), round(rows, 830));
  const [line] = log.lines;
  assert.ok(line?.event.kind === 'many');
  assert.equal(manyText(line.event, 'messages'), 'About 830 changes of messages');
  assert.deepEqual(
    line.event.some.map(({ id }) => id),
    ['bad', 'M0', 'M1'],
  );
  log = fold(log, round(many(100, 50), 900, NOW + 1_000));
  assert.deepEqual(idsOf(log), [1_730], 'it grows where it stands');
  log = fold(log, round([seen('one')], 1, NOW + 2_000));
  log = fold(log, round(many(200, 50), 500, NOW + 3_000));
  assert.deepEqual(idsOf(log), [500, 'one', 1_730], 'until it is calm');
});

test('what nobody counts is more than was seen', () => {
  const log = fold(begin(round([])), { now: NOW, looks: [look(many(0, 50), null, true)] });
  const [line] = log.lines;
  assert.ok(line?.event.kind === 'many');
  assert.equal(manyText(line.event, 'messages'), 'More than 50 changes of messages');
});

test('a thousand a second for ten minutes stay a line a minute', () => {
  let log = begin(round([]));
  for (let second = 0; second < 600; second += 1) {
    log = fold(log, round(many(second * 1_000, 50), 1_000, NOW + second * 1_000));
  }
  assert.equal(log.lines.length, 600_000 / GROWS_FOR_MS);
  assert.equal(log.marks.size, MOST_MARKS);
});

test('the lines and what is known of things are bounded where each is an event of its own', () => {
  let log = begin(round([]));
  for (let n = 0; n < 1_000; n += 1) log = fold(log, round(many(n * 10, 10)));
  assert.deepEqual([log.lines.length, log.marks.size], [MOST_LINES, MOST_MARKS]);
});
