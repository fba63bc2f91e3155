import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANNA, BEN, maskingRig } from '../../../test/support/masking/sessions.ts';
import { HOUR_MS } from '../../lib/durations.ts';
import { legName } from '../../store/masking/legs.ts';
import { legsOf } from './session.ts';

test('two nodes that open sessions of one party at once never give it a mask twice', async (t) => {
  const masks = Array.from({ length: 12 }, (_, n) => ({ number: `49157990000${10 + n}` }));
  const rig = await maskingRig(t, { masks });
  const opened = await Promise.all(
    Array.from({ length: 20 }, (_, n) => rig.open({ number2: `49151123457${10 + n}` }, n % 2 === 0 ? 0 : 1)),
  );
  const sessions = opened.flatMap((each) => (each.kind === 'opened' ? [each.session] : []));
  assert.equal(sessions.length, 12, 'as many as there are masks for Anna to text');
  assert.equal(opened.filter(({ kind }) => kind === 'no_mask').length, 8);
  const legs = sessions.flatMap((session) => legsOf(session).map(legName));
  assert.equal(new Set(legs).size, legs.length);
});

test('a leg rests after the end, for all but the same two', async (t) => {
  const rig = await maskingRig(t, { masks: [{ number: '4915799000001' }] });
  const [first] = rig.nodes;
  const session = await rig.openOne();
  assert.equal((await rig.open({ number2: '4915112345699' })).kind, 'no_mask');
  assert.equal((await rig.open()).kind, 'no_mask', 'the same two, while it is open');
  await rig.clock.advance(1_000);
  await first.life.close('ACME', session.id);
  assert.equal((await rig.open({ number2: '4915112345699' })).kind, 'no_mask');
  const again = await rig.openOne();
  assert.notEqual(again.id, session.id);
  await rig.clock.advance(1_000);
  await first.life.close('ACME', again.id);
  rig.clock.jump(24 * HOUR_MS - 1);
  assert.equal((await rig.open({ number2: '4915112345699' })).kind, 'no_mask');
  rig.clock.jump(1);
  assert.equal((await rig.open({ number2: '4915112345699' })).kind, 'opened');
});

test('masks are of the country and of the pool, others only where there is no such', async (t) => {
  const rig = await maskingRig(t, {
    masks: [
      { number: '4915799000001' },
      { number: '4915799000002', accountId: 'ACME' },
      { number: '447700900001', country: 'GB' },
      { number: '4915799000003', accountId: 'OTHER' },
    ],
  });
  const own = await rig.openOne({ country2: 'GB' });
  assert.deepEqual([own.masked1, own.masked2, own.code], ['4915799000002', '447700900001', 2700]);
  const shared = await rig.openOne({ number1: '4915112345603' });
  assert.deepEqual([shared.masked1, shared.masked2, shared.code], ['4915799000001', '4915799000002', 2700]);
  const abroad = await rig.openOne({ number1: ANNA, number2: '33612345678', country1: 'FR', country2: 'DE' });
  assert.equal(abroad.code, 2701);
});

test('a session under an idempotency key that somebody else holds takes no leg', async (t) => {
  const rig = await maskingRig(t, { masks: [{ number: '4915799000001' }] });
  const claim = () => ({
    accountId: 'ACME',
    key: 'k',
    path: '/v1/anonymous/session/sms',
    fingerprint: Buffer.from('f'),
    answer: { status: 200, headers: {}, body: '{}' },
  });
  const both = await Promise.all([
    rig.open({ claim }, 0),
    rig.open({ claim, number1: '4915112345603', number2: '4915112345604' }, 1),
  ]);
  assert.deepEqual(both.map(({ kind }) => kind).sort(), ['claimed_before', 'opened']);
  assert.equal((await rig.db.query('select from sessions')).rowCount, 1);
  assert.equal((await rig.db.query('select from seats where ends_at > $1', [new Date(rig.clock.now())])).rowCount, 2);
});

test('an opened session owes an event, with the numbers of neither party in it', async (t) => {
  const rig = await maskingRig(t);
  const session = await rig.openOne({ externalId: 'ride 17' });
  const [callback] = rig.callbacks;
  const body = JSON.parse(callback?.body ?? '{}');
  assert.deepEqual([body.event, body.external_id, body.state], ['session.opened', 'ride 17', 'open']);
  assert.ok(!callback?.body.includes(ANNA) && !callback?.body.includes(BEN));
  assert.equal((await rig.db.query('select from callbacks where account_id = $1', [session.accountId])).rowCount, 1);
});
