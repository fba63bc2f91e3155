/** Readers of hints: one that does not read, too many of them, and none at all. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { readHints } from '../../../test/support/gateway/hint-reader.ts';
import { operatorRig, TOKEN } from '../../../test/support/operator.ts';

test('a reader that does not read is dropped, and the others notice nothing', async (t) => {
  const { url, context, clock } = await operatorRig(t);
  const figures = () => context.metrics.metrics();
  const other = await readHints(url, TOKEN, '?topics=messages');
  const { hostname, port } = new URL(url);
  const idle = connect(Number(port), hostname);
  idle.on('error', () => {});
  idle.write(`GET /operator/v1/hints HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${TOKEN}\r\n\r\n`);
  idle.pause();
  await eventually('both watch', async () => /^trunkline_hint_streams 2$/m.test(await figures()));
  let n = 0;
  await eventually('it is dropped', async () => {
    for (let more = 0; more < 90; more += 1) {
      n += 1;
      context.hints.of('messages', `${'x'.repeat(4_000)}${n}`, null);
    }
    await clock.advance(250);
    return /^trunkline_hint_streams_dropped_total 1$/m.test(await figures());
  });
  assert.match(await figures(), /^trunkline_hint_streams 1$/m);
  assert.equal(other.hasEnded(), false);
  await eventually('the other has all of it', () => other.hints().length === n);
  idle.destroy();
  other.close();
  await eventually('nobody watches', () => !context.hints.isWatched);
});

test('more readers than a node serves are told when to come again', async (t) => {
  const { url, call, context } = await operatorRig(t);
  const open = await Promise.all(Array.from({ length: 100 }, () => readHints(url, TOKEN)));
  const more = await call('GET', '/hints');
  assert.deepEqual([more.status, more.headers['retry-after']], [429, '5']);
  for (const each of open) each.close();
  await eventually('nobody watches', () => !context.hints.isWatched);
  const again = await readHints(url, TOKEN);
  assert.equal(again.status, 200);
  again.close();
});

test('nobody is asked for any more when a reader leaves while it is being asked whether it may stay', async (t) => {
  const { url, call, context, clock, db } = await operatorRig(t);
  const made = await call('POST', '/operators', { name: 'watcher', rights: ['read'] });
  let waits = 0;
  const { setTimer } = clock;
  clock.setTimer = (run, delayMs) => {
    if (delayMs === 30_000) waits += 1;
    return setTimer.call(clock, run, delayMs);
  };
  const reader = await readHints(url, String(made.body.token));
  assert.equal(waits, 1);
  await db.transaction(async (tx) => {
    await tx.query('lock table operators in access exclusive mode');
    await clock.advance(30_000);
    reader.close();
    await eventually('nobody watches', () => !context.hints.isWatched);
  });
  // Behind what was asked before it.
  assert.equal((await call('GET', '/operators')).status, 200);
  await clock.advance(0);
  assert.equal(waits, 1);
});
