import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { newMessage, SMS_PLAN } from '../../../test/support/engine/messages.ts';
import { storedVerification } from '../../../test/support/engine/verifications.ts';
import { insertInboundText } from '../../../test/support/inbound/keep-text.ts';
import { assertAllAnswered, list, operatorRig } from '../../../test/support/operator.ts';
import { attemptOfMethod } from '../../engine/verification/attempts.ts';
import { toReference } from '../../lib/ids.ts';
import { asJsonObject } from '../../lib/json.ts';
import { insertVerifications } from '../../store/verifications/verifications.ts';

test('blocks are added, listed and lifted', async (t) => {
  const rig = await operatorRig(t);
  await rig.call('POST', '/accounts', { name: 'Acme', customer_id: 'ACME' });
  const block = { recipient: '+4915112345678', customer_id: 'ACME', sender: '491579000000' };
  assert.equal((await rig.call('POST', '/opt-outs', block)).status, 201);
  const again = await rig.call('POST', '/opt-outs', block);
  assert.deepEqual([again.status, again.body.stood_already], [200, true]);
  assert.equal((await rig.call('POST', '/opt-outs', { recipient: '4915112345678' })).body.customer_id, null);
  assert.equal((await rig.call('POST', '/opt-outs', { recipient: '4915112345679', customer_id: 'ACME' })).status, 201);
  const listed = async (query: string) => list((await rig.call('GET', `/opt-outs?${query}`)).body, 'opt_outs');
  assert.deepEqual(
    (await listed('')).map((each) => [each.recipient, each.customer_id, each.sender, each.source]),
    [
      ['49*********78', null, null, 'operator'],
      ['49*********78', 'ACME', '491579000000', 'operator'],
      ['49*********79', 'ACME', null, 'operator'],
    ],
  );
  assert.equal((await listed('customer_id=ACME')).length, 2);
  assert.deepEqual(
    (await listed('recipient=%2B4915112345679&full=true')).map((each) => each.recipient),
    ['4915112345679'],
  );
  const page = await rig.call('GET', '/opt-outs?limit=2');
  assert.equal((await listed(`limit=2&after=${page.body.next}`)).length, 1);
  assert.equal((await rig.call('POST', '/opt-outs/lift', block)).body.lifted, true);
  assert.equal((await rig.call('POST', '/opt-outs/lift', block)).status, 404);
  assert.equal((await listed('')).length, 2);
});

test('texts that people sent are listed; what they say only in full', async (t) => {
  const rig = await operatorRig(t);
  const { context, clock, db } = rig;
  for (const [accountId, body, meaning] of [
    ['ACME', 'STOP', 'stop'],
    [null, 'hello there', 'other'],
  ] as const) {
    const text = {
      id: context.ids.next(),
      carrier: 'sms-1',
      channel: 'sms',
      sender: '4915112345678',
      recipient: '12345678',
    };
    await insertInboundText(db, { ...text, accountId, body, meaning, receivedAt: clock.now() });
  }
  const masked = list((await rig.call('GET', '/inbound-texts')).body, 'texts');
  assert.deepEqual(
    masked.map((each) => [each.from, each.to, each.characters, each.text]),
    [
      ['49*********78', '12****78', 11, undefined],
      ['49*********78', '12****78', 4, undefined],
    ],
  );
  const full = list((await rig.call('GET', '/inbound-texts?full=true&customer_id=ACME&meaning=stop')).body, 'texts');
  assert.deepEqual(
    full.map((each) => [each.from, each.text]),
    [['4915112345678', 'STOP']],
  );
});

test('a verification is shown with its messages, and what somebody sent with its answer', async (t) => {
  const rig = await operatorRig(t);
  const { call, db, context } = rig;
  const at = context.clock.now();
  const id = context.ids.next();
  await insertVerifications(db, [storedVerification(id, at)]);
  await rig.engine.accept(
    newMessage(attemptOfMethod(id, 0), { kind: 'verification', plan: [{ ...SMS_PLAN, verification: id }] }),
  );
  const { body } = await call('GET', `/verifications/${toReference(id)}`);
  const [sms, voice] = list(body, 'methods');
  assert.deepEqual([body.recipient, sms?.method, voice?.message], ['49*********78', 'sms', null]);
  assert.equal(asJsonObject(sms?.message)?.reference_id, toReference(attemptOfMethod(id, 0)));
  assert.equal((await call('GET', `/verifications/${id}?full=true`)).body.recipient, '4915112345678');
  assert.equal((await call('GET', `/verifications/${context.ids.next()}`)).status, 404);

  const details = { payload: 'order-7', pressed: id };
  const came = { carrier: 'rcs-1', channel: 'rcs', sender: '4915112345678', recipient: 'agent', accountId: 'ACME' };
  const tap = { ...came, id: context.ids.next(), body: 'Yes', meaning: 'other', kind: 'tap', details } as const;
  await insertInboundText(db, { ...tap, receivedAt: at });
  const path = `/inbound-texts/${toReference(tap.id)}`;
  const masked = (await call('GET', path)).body;
  assert.deepEqual([masked.from, masked.text, masked.reply], ['49*********78', undefined, null]);
  assert.deepEqual(asJsonObject(masked.details)?.pressed, toReference(id));
  assert.doesNotMatch(JSON.stringify(masked), /order-7/);
  const full = (await call('GET', `${path}?full=true`)).body;
  assert.deepEqual([full.text, asJsonObject(full.details)?.payload], ['Yes', 'order-7']);
  assert.equal((await call('GET', `/inbound-texts/${context.ids.next()}`)).status, 404);
});

test('receivers of the sandbox say what came, and answer as they are told', async (t) => {
  const { call } = await operatorRig(t);
  assert.deepEqual((await call('GET', '/sandbox/receivers')).body, {
    receivers: [
      {
        name: 'callbacks',
        count: 0,
        last_on: null,
        answers: 200,
        url: 'http://127.0.0.1:1/sandbox/receivers/callbacks',
      },
    ],
  });
  assert.equal((await call('PUT', '/sandbox/receivers/callbacks', { status: 503 })).body.answers, 503);
  assert.deepEqual((await call('GET', '/sandbox/receivers/callbacks/requests?after=0')).body, { requests: [] });
  assert.match((await call('PUT', '/sandbox/receivers/callbacks', { status: 100 })).description, /status/);
  assert.equal((await call('PUT', '/sandbox/receivers/nobody', { status: 200 })).status, 404);
  assert.equal((await call('GET', '/sandbox/receivers/nobody/requests')).status, 404);
});

after(() => assertAllAnswered('texts'));
