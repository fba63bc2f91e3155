import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { HOUR_MS } from '../../lib/durations.ts';
import { hash12 } from '../../lib/ids.ts';
import { forgetParts, joinPart, type TextPart, takeIncompleteText } from './inbound-texts.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

const part = (number: number, body: string, change: Partial<TextPart> = {}): TextPart => ({
  key: JSON.stringify(['sms-1', '4915112345678', '12345', 7, 3]),
  number,
  total: 3,
  body,
  raw: Buffer.from(`raw ${body}`),
  ...change,
});

test('the last part that comes, in whatever order, gives the whole text, until it is forgotten', async (t) => {
  const { db } = await testDatabase(t);
  const come = (piece: TextPart) => db.transaction((tx) => joinPart(tx, piece, NOW));
  assert.equal(await come(part(3, 'c')), null);
  assert.equal(await come(part(1, 'a')), null);
  assert.equal(await come(part(1, 'a')), null, 'a repeat is no further part');
  const whole = { texts: ['a', 'b', 'c'], raws: ['a', 'b', 'c'].map((body) => Buffer.from(`raw ${body}`)) };
  assert.deepEqual(await come(part(2, 'b')), whole);
  assert.deepEqual(await come(part(2, 'b')), whole, 'whoever could not deal with it gets it again');
  await db.transaction((tx) => forgetParts(tx, part(1, '').key));
  assert.equal((await db.query('select 1 from inbound_parts')).rowCount, 0);
});

test('half a pair at the end of a part is kept, for its other half in the next', async (t) => {
  const { db } = await testDatabase(t);
  const come = (piece: TextPart) => db.transaction((tx) => joinPart(tx, piece, NOW));
  assert.equal(await come(part(1, 'x\ud83d', { total: 2 })), null);
  assert.deepEqual((await come(part(2, '\ude00y', { total: 2 })))?.texts, ['x\ud83d', '\ude00y']);
});

test('parts that the release before has kept are joined by their texts, and it reads what this one keeps', async (t) => {
  const { db } = await testDatabase(t);
  const { key } = part(1, '');
  const before = async (number: number, body: string) => {
    await db.query(
      `insert into inbound_parts (text_key, number, bucket, body, received_at) values ($1, $2, $3, $4, $5)
       on conflict do nothing`,
      [key, number, hash12(key), body, new Date(NOW).toISOString()],
    );
  };
  await before(0, '');
  await before(1, '"a"');
  const come = (piece: TextPart) => db.transaction((tx) => joinPart(tx, piece, NOW));
  assert.equal(await come(part(2, 'b')), null);
  assert.deepEqual(await come(part(3, 'c')), { texts: ['a', 'b', 'c'], raws: null });
  const { rows } = await db.query<{ body: string }>(
    'select p.body from inbound_parts p where p.text_key = $1 and p.bucket = $2 and p.number > 0 order by p.number',
    [key, hash12(key)],
  );
  assert.deepEqual(
    rows.map(({ body }) => body),
    ['"a"', '"b"', '"c"'],
  );
});

test('of two parts that come on two nodes at once, one gives the whole text', async (t) => {
  const { db } = await testDatabase(t);
  for (let round = 0; round < 10; round += 1) {
    const key = `text-${round}`;
    const given = await Promise.all(
      [1, 2].map((number) => db.transaction((tx) => joinPart(tx, part(number, `${number}`, { key, total: 2 }), NOW))),
    );
    assert.deepEqual(
      given.flatMap((whole) => whole?.texts.join('') ?? []),
      ['12'],
    );
  }
});

test('a text whose parts never all came is taken as far as it came, once, and not before its time', async (t) => {
  const { db } = await testDatabase(t);
  const take = (olderThan: number) => db.transaction((tx) => takeIncompleteText(tx, olderThan));
  await db.transaction((tx) => joinPart(tx, part(3, 'c\ud83d'), NOW));
  await db.transaction((tx) => joinPart(tx, part(1, 'a'), NOW + HOUR_MS));
  assert.equal(await take(NOW), null);
  assert.deepEqual(await take(NOW + 1), { key: part(1, '').key, body: 'ac\ufffd' });
  assert.equal(await take(NOW + 24 * HOUR_MS), null);
});
