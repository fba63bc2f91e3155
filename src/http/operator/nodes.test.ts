import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertAllAnswered, list, operatorRig } from '../../../test/support/operator.ts';
import { heartbeat, markStopped, registerNode } from '../../store/nodes/nodes.ts';

test('nodes are running, silent or stopped', async (t) => {
  const rig = await operatorRig(t);
  const { db, clock } = rig;
  const began = clock.now();
  for (const id of ['a', 'b', 'c']) await registerNode(db, id, id === 'c' ? { release: '1.2.3' } : {}, began);
  await markStopped(db, 'b', 1, began);
  await clock.advance(11_000);
  await heartbeat(db, { node: 'c', epoch: 1 }, clock.now());
  const nodes = list((await rig.call('GET', '/nodes')).body, 'nodes');
  assert.deepEqual(
    nodes.map((each) => [each.id, each.state, each.release]),
    [
      ['a', 'silent', null],
      ['b', 'stopped', null],
      ['c', 'running', '1.2.3'],
    ],
  );
});

test('a diagnosis names each carrier, and what is sealed under the key of now stays as it is', async (t) => {
  const rig = await operatorRig(t);
  const checks = list((await rig.call('GET', '/diagnosis')).body, 'checks');
  assert.equal(checks.length, 2);
  assert.ok((await rig.call('POST', '/accounts', { name: 'Sealed', kind: 'full_service' })).status < 300);
  const resealed = await rig.call('POST', '/master-key/reseal', {});
  assert.deepEqual([resealed.status, resealed.body.resealed, resealed.body.unreadable], [200, 0, 0]);
});

test('settings are read again: what changed is named, and what cannot be used is told as at a start', async (t) => {
  const taken = { kind: 'taken', changed: ['limits.texts_per_day'], needsRestart: ['carriers'] } as const;
  const answers = [taken, { kind: 'refused', problems: ['a.yaml:1:1 http.prot: no', 'PORT: no'] }] as const;
  let asked = 0;
  const rig = await operatorRig(t, { reload: () => answers[asked++] ?? taken });
  assert.deepEqual((await rig.call('POST', '/reload')).body, {
    node: 'node-1',
    changed: ['limits.texts_per_day'],
    needs_restart: ['carriers'],
  });
  const refused = await rig.call('POST', '/reload');
  assert.equal(refused.status, 409);
  assert.match(JSON.stringify(refused.body), /cannot be used, and nothing was changed: a\.yaml:1:1 [^;]*; PORT: no/);
});

after(() => assertAllAnswered('nodes'));
