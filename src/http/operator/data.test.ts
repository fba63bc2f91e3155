import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertAllAnswered, list, operatorRig } from '../../../test/support/operator.ts';
import type { JsonObject } from '../../lib/json.ts';

test('usage and erasures are shown, and an erasure is asked for', async (t) => {
  const rig = await operatorRig(t);
  assert.deepEqual((await rig.call('GET', '/usage')).body, { usage: [] });
  const asked = await rig.call('POST', '/erasures', { number: '+4915112345678' });
  assert.equal(asked.status, 202);
  const listed = list((await rig.call('GET', '/erasures')).body, 'erasures');
  assert.deepEqual(
    listed.map(({ id }) => id),
    [asked.body.id],
  );
  assert.equal((await rig.call('GET', `/erasures/${asked.body.id}`)).body.id, asked.body.id);
});

test('an import takes what it can use, is counted once, and its set is listed and removed', async (t) => {
  const rig = await operatorRig(t);
  const start = { kind: 'contacts', set: 'own', file: 'f' };
  const { id } = (await rig.call('POST', '/imports', start)).body;
  const rows = [
    { line: 2, number: '4915112345678', first_name: 'Anna', country: 'de', primary_account_holder: 'yes' },
    { line: 3, number: '+4915112345678' },
    { line: 4, number: '4915112345679', date_of_birth: '1985-02-30' },
    { line: 5, number: '4915112345680', city: 7 },
    { line: 6, number: '4915112345681', account_type: 'club' },
    'a line',
  ];
  const added = await rig.call('POST', `/imports/${id}/rows`, { from: 0, rows });
  assert.deepEqual([added.body.position, added.body.taken, added.body.refused], [6, 1, 5]);
  assert.deepEqual(
    list(added.body, 'refused_rows').map(({ line, why }) => [line, String(why).split(':')[0]]),
    [
      [3, 'number'],
      [4, 'date_of_birth'],
      [5, 'city'],
      [6, 'account_type'],
      [null, 'number'],
    ],
  );
  assert.deepEqual((await rig.call('POST', '/imports', start)).body.position, 6, 'it goes on');
  assert.equal((await rig.call('POST', `/imports/${id}/finish`)).body.state, 'whole');
  const late = await rig.call('POST', `/imports/${id}/rows`, { from: 6, rows });
  assert.match(late.description, /an import that is open/);
  const shown = (await rig.call('GET', `/imports/${id}`)).body;
  assert.deepEqual([shown.taken, shown.faults], [1, added.body.refused_rows], 'what was refused is kept');
  assert.equal((await rig.call('POST', `/imports/${id}/stop`)).status, 400, 'it is whole');
  assert.deepEqual(
    list((await rig.call('GET', '/imports')).body, 'imports').map((each) => each.id),
    [id],
  );
  assert.deepEqual(
    list((await rig.call('GET', '/data-sets')).body, 'data_sets').map(({ set }) => set),
    ['own'],
  );
  assert.equal((await rig.call('DELETE', '/data-sets/contacts/own')).body.removed, 1);
  assert.equal((await rig.call('DELETE', '/data-sets/contacts/own')).status, 404);
  const refused = await rig.call('POST', '/imports', { kind: 'deactivations', set: 'A', date: '2026-02-30' });
  assert.match(refused.description, /date: allowed is a day/);
});

test('of an import the first faults are kept, and once it is stopped it takes nothing', async (t) => {
  const rig = await operatorRig(t);
  const start = { kind: 'deactivations', set: 'A', date: '2026-01-01', file: 'f' };
  const { id } = (await rig.call('POST', '/imports', start)).body;
  const send = (from: number, rows: readonly object[]) => rig.call('POST', `/imports/${id}/rows`, { from, rows });
  const bad = (count: number) => Array.from({ length: count }, (_, line) => ({ line: line + 1, number: 'secret' }));
  await send(0, [{ line: 1, number: '4915112345678' }, ...bad(98)]);
  await send(99, bad(5));
  const { faults, refused } = (await rig.call('GET', `/imports/${id}`)).body as {
    faults: JsonObject[];
    refused: number;
  };
  assert.deepEqual([refused, faults.length], [103, 100]);
  assert.deepEqual([faults[0]?.row, faults[0]?.line, faults[99]?.row, faults[99]?.line], [1, 1, 100, 2]);
  assert.doesNotMatch(JSON.stringify(faults), /secret/);
  const stopped = await rig.call('POST', `/imports/${id}/stop`);
  assert.deepEqual([stopped.status, stopped.body.state, stopped.body.finished_on], [200, 'stopped', null]);
  assert.equal((await rig.call('POST', `/imports/${id}/stop`)).body.stopped_on, stopped.body.stopped_on);
  assert.match((await send(104, bad(1))).description, /an import that is open/);
  assert.match((await rig.call('POST', `/imports/${id}/finish`)).description, /an import that is open/);
  assert.deepEqual((await rig.call('GET', '/data-sets')).body.data_sets, [], 'it made no set');
  const again = (await rig.call('POST', '/imports', start)).body;
  assert.deepEqual([again.was_there, again.position, again.id === id], [false, 0, false], 'the file begins anew');
  assert.equal(
    (await rig.call('DELETE', '/data-sets/deactivations/A')).body.removed,
    1,
    'what it took goes with the set',
  );
});

after(() => assertAllAnswered('data'));
