import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Refusal } from '../../../errors.ts';
import { Passwords } from './passwords.ts';

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
