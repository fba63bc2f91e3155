import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { storedBatch, storedRecipient } from '../../../test/support/engine/batches.ts';
import { assertAllAnswered, list, operatorRig, the } from '../../../test/support/operator.ts';
import { toReference } from '../../lib/ids.ts';
import { asJsonObject, type JsonObject } from '../../lib/json.ts';
import { insertBatch } from '../../store/batches/batches.ts';
import { insertSlices } from '../../store/batches/slices.ts';

test('batches, and what accounts have done, are listed and shown', async (t) => {
  const { call, db, context } = await operatorRig(t);
  for (const path of ['/calls', '/look-ups', '/masking-sessions', '/verifications']) {
    assert.deepEqual(Object.values((await call('GET', path)).body), [[], null], path);
  }
  const id = context.ids.next();
  await db.transaction((tx) => insertBatch(tx, storedBatch(id, context.clock.now(), { total: 3 })));
  const { batches } = (await call('GET', '/batches')).body as { batches: Array<{ reference_id: string }> };
  assert.deepEqual(
    batches.map(({ reference_id: reference }) => reference),
    [toReference(id)],
  );
  assert.equal((await call('GET', `/batches/${toReference(id)}`)).body.reference_id, toReference(id));
  assert.equal((await call('GET', `/batches/${toReference(context.ids.next())}`)).status, 404);
});

test('a batch is found, ordered about as its caller can, and its recipients are told apart', async (t) => {
  const { call, db, context } = await operatorRig(t);
  const id = context.ids.next();
  const now = context.clock.now();
  await db.transaction(async (tx) => {
    await insertBatch(tx, storedBatch(id, now, { total: 3, nextPlace: 1, externalId: 'spring' }));
    const refused = { code: 3101, reason: 'no number' };
    await insertSlices(tx, id, [storedRecipient(0, refused), storedRecipient(1), storedRecipient(2)]);
  });
  const path = `/batches/${toReference(id)}`;
  const later = new Date(now + 1).toISOString();
  for (const [query, count] of [
    ['external_id=spring', 1],
    ['external_id=spri', 0],
    [`to=${later}`, 1],
    [`from=${later}`, 0],
  ] as const) {
    assert.equal(list((await call('GET', `/batches?${query}`)).body, 'batches').length, count, query);
  }
  const placesOf = async (query: string) =>
    list((await call('GET', `${path}?${query}`)).body, 'recipients').map(({ place }) => place);
  assert.deepEqual(await placesOf('state=refused'), [0]);
  assert.deepEqual(await placesOf('state=waiting&limit=1'), [1]);
  assert.deepEqual(
    [await placesOf('state=made'), await placesOf('code=3101'), await placesOf('code=3000')],
    [[], [0], []],
  );

  const ordered = async (order: string) => (await call('POST', `${path}/${order}`)).body;
  const paused = await ordered('pause');
  const pauseEnds = new Date(now + 30 * 86_400_000).toISOString();
  assert.deepEqual([paused.state, paused.pause_ends_on, paused.ended_on], ['paused', pauseEnds, null]);
  assert.equal((await ordered('pause')).state, 'paused', 'what changes nothing is no error');
  const resumed = await ordered('resume');
  assert.deepEqual([resumed.state, resumed.pause_ends_on], ['in_progress', null]);
  const taken = await ordered('take-back');
  assert.deepEqual([taken.state, asJsonObject(taken.counts)?.taken_back], ['cancelling', 2]);
  assert.equal((await ordered('resume')).state, 'cancelling', 'what is taken back stays so');
  for (const order of ['pause', 'resume', 'take-back']) {
    assert.equal((await call('POST', `/batches/${toReference(context.ids.next())}/${order}`)).status, 404);
  }
  const { actions } = (await call('GET', '/operator-actions?limit=1')).body as { actions: JsonObject[] };
  assert.match(String(the(actions[0]).action), /^POST \/batches\/:reference\//, 'it is written down');
});

after(() => assertAllAnswered('batches'));
