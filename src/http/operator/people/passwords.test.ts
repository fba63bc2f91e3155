import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Refusal } from '../../../errors.ts';
import { Passwords } from './passwords.ts';
import { SignInPauses } from './pauses.ts';

test('a password is right for its own hash alone, however its letters are put together', async () => {
  const passwords = new Passwords(randomBytes);
  const stored = await passwords.hash('Caf\u00e9 au lait, s\u2019il vous pla\u00eet');
  assert.match(stored, /^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
  assert.equal(await passwords.isRight('Cafe\u0301 au lait, s\u2019il vous plai\u0302t', stored), true);
  assert.equal(await passwords.isRight('Cafe au lait, s\u2019il vous plait', stored), false);
  assert.equal(await passwords.isRight('anything', null), false);
  assert.equal(await passwords.isRight('anything', 'no hash at all'), false);
});

test('a hash of other parameters is still read, and few are made at the same time', async () => {
  const cheap = new Passwords(randomBytes, { logN: 4, r: 8, p: 1 });
  const stored = await cheap.hash('correct horse');
  assert.equal(await new Passwords(randomBytes).isRight('correct horse', stored), true);
  const asked = await Promise.allSettled(Array.from({ length: 30 }, () => cheap.isRight('correct horse', stored)));
  const refused = asked.filter((each) => each.status === 'rejected');
  assert.ok(asked.filter((each) => each.status === 'fulfilled').length === 18, 'two at work and sixteen that wait');
  for (const { reason } of refused) assert.ok(reason instanceof Refusal && reason.case === 'rate_limited');
  assert.equal(await cheap.isRight('correct horse', stored), true, 'later there is room again');
});

test('tries wait by user and network, by user, and by network', () => {
  let now = 0;
  const pauses = new SignInPauses({ monotonic: () => now });
  const tries = (user: (place: number) => string, network: (place: number) => string, count: number) =>
    Array.from({ length: count }, (_, place) => pauses.begin(user(place), network(place)));
  const same = (text: string) => () => text;
  assert.deepEqual(tries(same('ada'), same('1'), 4), [0, 0, 0, 1_000]);
  assert.equal(pauses.begin('ada', '2'), 0, 'from elsewhere');
  now += 1_000;
  assert.deepEqual(tries(same('ada'), same('1'), 2), [0, 2_000]);
  for (let count = 0; count < 40; count += 1) {
    now += pauses.begin('ada', '1');
  }
  assert.ok(pauses.begin('ada', '1') <= 900_000);
  const many = tries(same('bob'), (place) => `net-${place}`, 14);
  assert.deepEqual([many.slice(0, 10).every((wait) => wait === 0), many[10]], [true, 1_000]);
  now += 3_600_000;
  const names = tries((place) => `user-${place}`, same('9'), 22);
  assert.deepEqual([names.slice(0, 20).every((wait) => wait === 0), names[20]], [true, 1_000]);
  assert.equal(pauses.begin('eve', '8'), 0);
  pauses.succeeded('eve', '8');
});

test('a right password without its code lifts no pause, and a success does', () => {
  let now = 0;
  const pauses = new SignInPauses({ monotonic: () => now });
  const guess = () => pauses.begin('ada', '1');
  assert.deepEqual([guess(), guess()], [0, 0]);
  for (let count = 0; count < 50; count += 1) {
    assert.equal(pauses.begin('ada', '1'), 0, 'what took itself back is not counted');
    pauses.takeBack('ada', '1');
  }
  assert.deepEqual([guess(), guess()], [0, 1_000], 'the guesses still are');
  now += 1_000;
  assert.equal(guess(), 0);
  now += 2_000;
  assert.equal(guess(), 0);
  pauses.succeeded('ada', '1');
  assert.deepEqual([guess(), guess()], [0, 0]);
});

test('the addresses of one IPv6 network are one network, and somebody unknown is counted by it alone', () => {
  const pauses = new SignInPauses({ monotonic: () => 0 });
  const waits = Array.from({ length: 4 }, (_, place) => pauses.begin('ada', `2001:db8:0:7::${place}`));
  assert.deepEqual(waits, [0, 0, 0, 1_000]);
  assert.equal(pauses.begin('ada', '2001:db8:0:8::1'), 0, 'another network');
  for (let count = 0; count < 20; count += 1) {
    assert.equal(pauses.begin(null, '192.0.2.1'), 0);
    pauses.succeeded(null, '192.0.2.1');
  }
  const unknown = Array.from({ length: 21 }, () => pauses.begin(null, '192.0.2.1'));
  assert.deepEqual([unknown.slice(0, 20).every((wait) => wait === 0), unknown[20]], [true, 1_000]);
  assert.equal(pauses.begin(null, '192.0.2.2'), 0);
});
