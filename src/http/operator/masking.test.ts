import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testAlias } from '../../../test/support/engine/engine.ts';
import { storedSession } from '../../../test/support/masking/stored-session.ts';
import { assertAllAnswered, list, operatorRig } from '../../../test/support/operator.ts';
import { toReference } from '../../lib/ids.ts';
import { insertInteractions } from '../../store/masking/interactions.ts';
import { findMaskingBlocks } from '../../store/masking/masking-blocks.ts';
import { insertSessions, type Session, updateSessions } from '../../store/masking/sessions.ts';

test('masking numbers stand in one pool, page by page, and are given out again when they are brought in again', async (t) => {
  const rig = await operatorRig(t);
  const file = (...lines: string[]) => ['number,capabilities,country,carrier', ...lines].join('\n');
  const bringIn = (text: string, query = '') => rig.call('POST', `/numbers/import${query}`, text);
  const both = file('4915700000001,sms,DE,sms-1', '447400000001,sms,,');
  assert.deepEqual((await bringIn(both)).body, { customer_id: null, added: 2, changed: 0, unchanged: 0 });
  const changed = await bringIn(file('4915700000001,sms,DE,', '447400000001,sms,,', '4915700000002,sms,,'));
  assert.deepEqual(changed.body, { customer_id: null, added: 1, changed: 1, unchanged: 1 });
  assert.deepEqual((await bringIn(file())).body, { customer_id: null, added: 0, changed: 0, unchanged: 0 });
  assert.equal((await bringIn(both, '?customer_id=NOBODY')).description.includes('customer_id'), true);
  await rig.call('POST', '/accounts', { name: 'Acme', customer_id: 'ACME', senders: [{ sender: '4915700000009' }] });
  const refused = await bringIn(
    file('4915700000009,sms,,', '4915700000008,sms,,', '447400000001,sms,,'),
    '?customer_id=ACME',
  );
  assert.equal(refused.status, 400);
  assert.match(refused.description, /line 2: 4915700000009 is a registered sender \(also wrong: line 4\)/);
  for (const [method, path, body, name] of [
    ['PUT', '/accounts/ACME/senders/447400000001', {}, 'sender'],
    ['POST', '/accounts', { name: 'Other', senders: [{ sender: '447400000001' }] }, 'senders\\[0\\].sender'],
  ] as const) {
    const taken = await rig.call(method, path, body);
    assert.equal(taken.status, 400);
    assert.match(taken.description, new RegExp(`parameter ${name}: allowed is a sender that is no masking number`));
  }
  const first = await rig.call('GET', '/numbers?limit=2');
  assert.deepEqual(
    list(first.body, 'numbers').map(({ number, state }) => [number, state]),
    [
      ['447400000001', 'active'],
      ['4915700000001', 'active'],
    ],
  );
  const second = await rig.call('GET', `/numbers?after=${first.body.next}`);
  assert.deepEqual(
    list(second.body, 'numbers').map(({ number }) => number),
    ['4915700000002'],
  );
  const forecast = await rig.call('GET', '/numbers/forecast?full=true&parties=1');
  assert.deepEqual(
    list(forecast.body, 'pools').map(({ country, numbers, least_free }) => [country, numbers, least_free]),
    [
      ['DE', 2, 2],
      ['GB', 1, 1],
    ],
  );
  const { retired_on: at } = (await rig.call('POST', '/numbers/4915700000001/retire')).body;
  await rig.clock.advance(1_000);
  assert.equal((await rig.call('POST', '/numbers/4915700000001/retire')).body.retired_on, at);
  assert.equal((await rig.call('POST', '/numbers/4915700000007/retire')).status, 404);
  const again = await bringIn(file('4915700000001,sms,DE,'));
  assert.deepEqual(again.body, { customer_id: null, added: 0, changed: 1, unchanged: 0 });
  assert.deepEqual(list((await rig.call('GET', '/numbers?state=retired')).body, 'numbers'), []);
});

test('numbers are kept out of the sessions of one account or of all', async (t) => {
  const rig = await operatorRig(t);
  await rig.call('POST', '/accounts', { name: 'Acme', customer_id: 'ACME' });
  const [ours, theirs] = ['4915112345678', '4915112345679'];
  const first = await rig.call('PUT', `/masking-blocks/${ours}`);
  await rig.clock.advance(1_000);
  assert.deepEqual((await rig.call('PUT', `/masking-blocks/${ours}`)).body, first.body, 'it stood already');
  await rig.call('PUT', `/masking-blocks/${theirs}?customer_id=ACME`);
  assert.equal((await rig.call('PUT', `/masking-blocks/${theirs}?customer_id=NOBODY`)).status, 400);
  const blocksOf = (accountId: string) => {
    const questions = [ours, theirs].map((number) => ({ accountId, number }));
    return findMaskingBlocks(rig.db, questions, testAlias);
  };
  assert.deepEqual(await blocksOf('ACME'), ['provider', 'account']);
  assert.deepEqual(await blocksOf('OTHER'), ['provider', null]);
  const page = await rig.call('GET', '/masking-blocks?limit=1');
  assert.equal(list(page.body, 'masking_blocks')[0]?.number, '49*********78');
  const next = await rig.call('GET', `/masking-blocks?full=true&after=${page.body.next}`);
  assert.deepEqual(
    list(next.body, 'masking_blocks').map(({ number, customer_id }) => [number, customer_id]),
    [[theirs, 'ACME']],
  );
  assert.equal(
    list((await rig.call('GET', `/masking-blocks?number=${ours}&customer_id=ACME`)).body, 'masking_blocks').length,
    0,
  );
  assert.equal((await rig.call('DELETE', `/masking-blocks/${theirs}`)).status, 404);
  assert.equal((await rig.call('DELETE', `/masking-blocks/${theirs}?customer_id=ACME`)).status, 200);
  assert.deepEqual(await blocksOf('ACME'), ['provider', null]);
});

test('a masked session is shown with the texts that met it', async (t) => {
  const { call, db, context } = await operatorRig(t);
  const at = context.clock.now();
  const id = context.ids.next();
  const session: Session = { ...storedSession(id, at), number1: '4915112300001', state: 'stopped', stoppedBy: 2 };
  await insertSessions(db, [session]);
  await updateSessions(db, [session], null, 'by_texts');
  const met = { sessionId: id, accountId: 'ACME', receivedAt: at, textDueAt: null };
  await insertInteractions(db, [
    { ...met, id: context.ids.next(), party: 2, fate: 'stop', reply: 'stopped' },
    { ...met, id: context.ids.next(), party: 1, fate: 'stopped', reply: 'unavailable' },
  ]);
  const path = `/masking-sessions/${toReference(id)}`;
  const { body } = await call('GET', path);
  assert.deepEqual([body.state, body.stopped_by, body.number_1], ['stopped', [2], '49*********01']);
  assert.equal((await call('GET', `${path}?full=true`)).body.number_1, '4915112300001');
  const first = await call('GET', `${path}/interactions?limit=1`);
  assert.deepEqual(
    list(first.body, 'interactions').map(({ result, from, reply, text }) => [result, from, reply, text]),
    [['stop', 2, 'stopped', null]],
  );
  const second = await call('GET', `${path}/interactions?full=true&after=${first.body.next}`);
  assert.deepEqual(
    [list(second.body, 'interactions').map(({ result }) => result), second.body.next],
    [['stopped'], null],
  );
  assert.equal((await call('GET', `/masking-sessions/${toReference(context.ids.next())}`)).status, 404);
  assert.equal((await call('GET', '/masking-sessions/nonsense/interactions')).status, 404);
});

test('a masked session is ended as its caller can end it, once', async (t) => {
  const { call, db, context } = await operatorRig(t);
  const at = context.clock.now();
  const id = context.ids.next();
  const callback = { url: 'https://acme.example/cb', method: 'POST', events: true } as const;
  const session: Session = { ...storedSession(id, at), callback };
  await insertSessions(db, [session]);
  const path = `/masking-sessions/${toReference(id)}`;
  const { body } = await call('POST', `${path}/close`);
  assert.deepEqual([body.state, body.was_over, body.number_1], ['closed', false, '49*********08']);
  const again = await call('POST', `${path}/close`);
  assert.deepEqual([again.body.state, again.body.was_over, again.body.over_on], ['closed', true, body.over_on]);
  const told = await db.query<{ body: string }>('select body from callbacks where account_id = $1', ['ACME']);
  assert.deepEqual(
    told.rows.map((row) => JSON.parse(row.body).event),
    ['session.closed'],
  );
  const [action] = list((await call('GET', '/operator-actions?limit=1')).body, 'actions');
  assert.deepEqual(
    [action?.action, action?.target],
    ['POST /masking-sessions/:session/close', { session: toReference(id) }],
  );
  assert.equal((await call('POST', `/masking-sessions/${toReference(context.ids.next())}/close`)).status, 404);
});

after(() => assertAllAnswered('masking'));
