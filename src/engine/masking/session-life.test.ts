import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { ANNA, maskingRig } from '../../../test/support/masking/sessions.ts';
import { HOUR_MS } from '../../lib/durations.ts';
import { forgetSessions } from '../../store/keeping/remove-sessions.ts';
import { forgetOld } from '../../store/keeping/retention.ts';
import { bucketsOfEach, readLanes } from '../../store/sql/lanes.ts';

test('sessions that end at the same time all expire, each told of once', async (t) => {
  const rig = await maskingRig(t, { masks: [{ number: '4915799000001' }] });
  const parties = Array.from({ length: 250 }, (_, n) => [`491511230${1000 + n}`, `491511231${1000 + n}`] as const);
  await Promise.all(parties.map(([number1, number2]) => rig.openOne({ number1, number2 })));
  const [first, second] = rig.nodes;
  t.after(() => Promise.all([first.stop(), second.stop()]));
  rig.clock.jump(2 * HOUR_MS);
  await Promise.all([first.start(), second.start()]);
  const left = async () => (await rig.db.query("select from sessions where state <> 'expired'")).rowCount;
  await eventually('all are expired', async () => {
    await rig.clock.advance(10);
    return (await left()) === 0;
  });
  const told = await rig.db.query(`select from callbacks where body like '%"session.expired"%'`);
  assert.equal(told.rowCount, 250);
});

test('an extension moves the rest of the legs, and one of somebody else changes nothing', async (t) => {
  const rig = await maskingRig(t, { masks: [{ number: '4915799000001' }] });
  const { id } = await rig.openOne();
  const [{ life }] = rig.nodes;
  assert.equal(await life.extend('OTHER', id, 9, 'hours'), null);
  assert.equal(await life.close('OTHER', id), null);
  const extended = await life.extend('ACME', id, 5, 'hours');
  assert.equal(extended?.session.endsAt, rig.clock.now() + 5 * HOUR_MS);
  const { rows } = await rig.db.query<{ free_at: number }>('select free_at from seats where party = $1', [ANNA]);
  assert.equal(rows[0]?.free_at, rig.clock.now() + 29 * HOUR_MS);
  rig.clock.jump(5 * HOUR_MS);
  assert.equal((await life.extend('ACME', id, 5, 'hours'))?.kind, 'over');
});

test('sessions that were over long ago go with their interactions, and seats that nobody has', async (t) => {
  const rig = await maskingRig(t);
  const old = await rig.openOne();
  await rig.text(ANNA, old.masked2, 'hello');
  const [{ life }] = rig.nodes;
  await life.close('ACME', old.id);
  rig.clock.jump(49 * HOUR_MS);
  const open = await rig.openOne({ number1: '4915112345603', number2: '4915112345604' });
  const { signal } = new AbortController();
  const before = rig.clock.now() - 48 * HOUR_MS;
  const lanes = bucketsOfEach(await readLanes(rig.db));
  for (const buckets of lanes) await forgetSessions(rig.db, { except: ['ACME'] }, { before, buckets }, signal);
  assert.equal((await rig.db.query('select from sessions')).rowCount, 2, 'ACME has days of its own');
  for (const buckets of lanes) await forgetSessions(rig.db, { only: 'ACME' }, { before, buckets }, signal);
  const { rows } = await rig.db.query<{ id: string }>('select id from sessions');
  assert.deepEqual(rows, [{ id: open.id }]);
  assert.equal((await rig.db.query('select from interactions')).rowCount, 0);
  for (const lane of lanes) await forgetOld(rig.db, rig.clock.now(), lane);
  assert.equal((await rig.db.query('select from seats')).rowCount, 2);
});
