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
