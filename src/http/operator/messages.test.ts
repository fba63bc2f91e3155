import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { storedBatch } from '../../../test/support/engine/batches.ts';
import { newMessage, RCS_PLAN, SMS_PLAN } from '../../../test/support/engine/messages.ts';
import { receipt } from '../../../test/support/engine/scripted-carrier.ts';
import { storedVerification } from '../../../test/support/engine/verifications.ts';
import { insertInboundText } from '../../../test/support/inbound/keep-text.ts';
import { storedSession } from '../../../test/support/masking/stored-session.ts';
import { assertAllAnswered, list, operatorRig, the } from '../../../test/support/operator.ts';
import { idKeys } from '../../carriers/smpp/message-id.ts';
import { RELAY_NUMBER } from '../../engine/masking/relay-options.ts';
import { attemptIdOf, toReference } from '../../lib/ids.ts';
import { asJsonObject } from '../../lib/json.ts';
import { insertBatch } from '../../store/batches/batches.ts';
import { insertSessions } from '../../store/masking/sessions.ts';
import { findSealedCode, keepCallFacts } from '../../store/messages/calls.ts';
import { insertVerifications } from '../../store/verifications/verifications.ts';

test('a message is shown with its attempts, parts and callbacks, under its id and under those of its channels', async (t) => {
  const rig = await operatorRig(t);
  const id = await rig.accept();
  const [rcs] = await rig.until('it is submitted', () => rig.rcs.submitted.length > 0 && rig.rcs.take());
  rcs?.answer({ kind: 'rejected', why: 'not_reachable', reason: 'no RCS' });
  const [sms] = await rig.until('the text is submitted', () => rig.sms.submitted.length > 0 && rig.sms.take());
  assert.ok(sms);
  sms.accept();
  await rig.until('it is accepted', async () => (await rig.message(id)).attempts[1]?.state === 'submitted');
  await rig.sms.deliver(receipt(sms.job));
  await rig.until('it is delivered', async () => (await rig.message(id)).status === 3000);
  const shown = await rig.call('GET', `/messages/${toReference(id)}`);
  assert.equal(shown.status, 200, shown.description);
  assert.equal(shown.body.recipient, '49*********78');
  assert.equal(asJsonObject(shown.body.status)?.code, 3000);
  const attempts = list(shown.body, 'attempts');
  assert.deepEqual(
    attempts.map((each) => [each.channel, each.carrier, asJsonObject(each.status)?.code, each.reason]),
    [
      ['rcs', 'rcs-1', 3055, 'not_reachable: no RCS'],
      ['sms', 'sms-1', 3000, null],
    ],
  );
  assert.equal(the(list(the(attempts[1]), 'parts')[0]).state, 'delivered');
  assert.deepEqual(
    list(shown.body, 'callbacks').map((each) => each.seq),
    [1, 2],
  );
  assert.doesNotMatch(JSON.stringify(shown.body), /4915112345678|4915112345000|image\.jpg/);
  for (const attempt of attempts) {
    const byAttempt = await rig.call('GET', `/messages/${attempt.reference_id}?full=true`);
    assert.equal(byAttempt.body.reference_id, toReference(id));
    assert.equal(byAttempt.body.recipient, '4915112345678');
  }
});

test('what a message says is shown in full only, and recorded; what has not left is taken back', async (t) => {
  const rig = await operatorRig(t);
  const id = await rig.accept({ plan: [RCS_PLAN, SMS_PLAN] });
  const path = `/messages/${toReference(id)}/contents`;
  const contentsOf = async (query: string) => list((await rig.call('GET', `${path}${query}`)).body, 'contents');
  assert.deepEqual(
    (await contentsOf('')).map((each) => [each.channel, each.type, each.characters, each.buttons, each.content]),
    [
      ['rcs', 'rcs_dial_card', null, 1, null],
      ['sms', 'sms_text', 23, 0, null],
    ],
  );
  assert.deepEqual(asJsonObject((await contentsOf('?full=true'))[1]?.content), SMS_PLAN.content);
  const actions = list((await rig.call('GET', '/operator-actions')).body, 'actions');
  assert.deepEqual(
    actions.map(({ action, target }) => [action, target]),
    [['GET /messages/:reference/contents', { reference: toReference(id) }]],
  );
  await rig.db.query('update messages set texts_removed_at = now() where id = $1', [id]);
  assert.equal((await contentsOf('?full=true'))[1]?.content, null, 'it has been removed');

  await rig.call('POST', '/carriers/sms-1/drain');
  const waiting = await rig.accept({ plan: [SMS_PLAN] });
  const taken = await rig.call('POST', `/messages/${toReference(waiting)}/take-back`);
  assert.deepEqual([taken.status, asJsonObject(taken.body.status)?.code, taken.body.was_over], [200, 3007, false]);
  const again = await rig.call('POST', `/messages/${toReference(waiting)}/take-back`);
  assert.deepEqual([again.status, asJsonObject(again.body.status)?.code, again.body.was_over], [200, 3007, true]);
  assert.equal((await rig.call('POST', `/messages/${'0'.repeat(32)}/take-back`)).status, 404);
});

test('messages are listed by account, state, type and time, page by page', async (t) => {
  const rig = await operatorRig(t);
  const made: string[] = [];
  for (const index of [0, 1, 2, 3, 4]) {
    const accountId = index % 2 === 0 ? 'EVEN' : 'ODD';
    made.push(await rig.accept({ accountId, messageType: index === 4 ? 'OTP' : 'ARN', plan: [SMS_PLAN] }));
    const [job] = await rig.until('it is submitted', () => rig.sms.submitted.length > 0 && rig.sms.take());
    if (index === 0) job?.answer({ kind: 'rejected', why: 'refused', reason: 'never' });
    else job?.accept();
    await rig.clock.advance(60_000);
  }
  await rig.until('it failed', async () => (await rig.message(made[0] ?? '')).finalAt !== null);
  const references = made.map(toReference);
  const listed = async (query: string): Promise<unknown[]> => {
    const answer = await rig.call('GET', `/messages?${query}`);
    assert.equal(answer.status, 200, answer.description);
    return list(answer.body, 'messages').map((each) => references.indexOf(String(each.reference_id)));
  };
  assert.deepEqual(await listed(''), [4, 3, 2, 1, 0]);
  assert.deepEqual(await listed('customer_id=ODD'), [3, 1]);
  assert.deepEqual(await listed('state=failed'), [0]);
  assert.deepEqual(await listed('state=delivered'), []);
  assert.deepEqual(await listed('state=open&customer_id=EVEN'), [4, 2]);
  assert.deepEqual(await listed('message_type=OTP'), [4]);
  const times = list((await rig.call('GET', '/messages')).body, 'messages')
    .map((each) => String(each.created_on))
    .reverse();
  assert.deepEqual(await listed(`from=${times[1]}&to=${times[3]}`), [2, 1]);
  const first = await rig.call('GET', '/messages?limit=2');
  assert.deepEqual(await listed(`limit=2&after=${first.body.next}`), [2, 1]);
});

test('a call is shown with what became of it on the line; its number in full only when that is asked', async (t) => {
  const rig = await operatorRig(t);
  const id = await rig.accept({
    kind: 'call',
    messageType: 'OTP',
    plan: [
      {
        channel: 'voice',
        fallbackAfterMs: 60_000,
        sender: null,
        content: { type: 'voice_prompt', language: 'en-US', text: '', extensionKeys: '', pressFirst: false },
      },
    ],
    code: { codeSealed: Buffer.from('sealed'), codeHash: Buffer.from('hash') },
  });
  await rig.until('there is no way to place it', async () => (await rig.message(id)).finalAt !== null);
  assert.equal(await findSealedCode(rig.db, id), null, 'the code is forgotten');
  const path = `/calls/${toReference(id)}`;
  const untold = (await rig.call('GET', path)).body;
  assert.deepEqual([asJsonObject(untold.status)?.code, untold.line, untold.trace], [106, null, []]);
  const at = rig.clock.now();
  const facts = {
    ...{ dialledAt: at, rangAt: null, answeredAt: null, endedAt: at, cause: 'busy', by: 'peer', trunk: 'trunk-1' },
    ...{ sipStatus: 486, q850: 17, reason: '486 Busy Here', codec: null, timesSaid: 0, keys: '' },
  };
  const sent = { at, direction: 'sent', trunk: 'trunk-1', transport: 'udp', peer: '192.0.2.1:5060' } as const;
  await keepCallFacts(rig.db, id, facts, [{ ...sent, text: 'INVITE sip:4915112345678@192.0.2.1' }]);
  const textOf = async (query: string) => list((await rig.call('GET', `${path}${query}`)).body, 'trace')[0]?.text;
  assert.doesNotMatch(String(await textOf('')), /4915112345678/);
  assert.match(String(await textOf('?full=true')), /4915112345678/);
  const line = asJsonObject((await rig.call('GET', path)).body.line);
  assert.deepEqual([line?.cause, line?.sip_status, line?.q850], ['busy', 486, 17]);
  assert.equal((await rig.call('GET', `/calls/${'0'.repeat(32)}`)).status, 404);
});

test('callbacks are listed page by page, and one is sent once more', async (t) => {
  const rig = await operatorRig(t);
  const ids = [await rig.accept({ plan: [RCS_PLAN] }), await rig.accept({ plan: [RCS_PLAN], accountId: 'OTHER' })];
  const jobs = await rig.until('they are submitted', () => rig.rcs.submitted.length === 2 && rig.rcs.take());
  for (const job of jobs) job.answer({ kind: 'rejected', why: 'refused', reason: 'never' });
  await rig.until(
    'they failed',
    async () => (await rig.message(ids[1] ?? '')).finalAt !== null && rig.callbacks.length === 2,
  );
  const all = await rig.call('GET', '/callbacks?limit=1');
  assert.equal(list(all.body, 'callbacks').length, 1);
  const rest = await rig.call('GET', `/callbacks?limit=5&after=${all.body.next}`);
  assert.equal(list(rest.body, 'callbacks').length, 1);
  const query = `customer_id=OTHER&state=pending&message=${toReference(ids[1] ?? '')}`;
  const callback = the(list((await rig.call('GET', `/callbacks?${query}`)).body, 'callbacks')[0]);
  await rig.db.query("update callbacks set state = 'given_up', due_at = null, tries = 9");
  // The clock stands, and what has the instant of the message's end is told before it.
  await rig.clock.advance(1_000);
  const redelivered = await rig.call('POST', `/callbacks/${callback.id}/redeliver`);
  assert.deepEqual([redelivered.status, rig.wakes()], [202, 1]);
  const after = the(list((await rig.call('GET', `/callbacks?${query}`)).body, 'callbacks')[0]);
  assert.deepEqual([after.state, after.tries, after.id], ['pending', 0, callback.id]);
  const history = await rig.call('GET', `/messages/${toReference(ids[1] ?? '')}/history`);
  const kinds = list(history.body, 'history').map(({ kind }) => kind);
  assert.deepEqual(kinds, ['accepted', 'handed_over', 'channel_ended', 'callback', 'ended', 'callback_again']);
  const shown = await rig.call('GET', `/callbacks/${callback.id}`);
  assert.deepEqual([shown.body.id, shown.body.body, shown.body.history], [callback.id, null, []]);
  const range = { customer_id: 'OTHER', from: '2026-01-01', state: 'given_up' };
  const counted = await rig.call('POST', '/callbacks/redeliver', { ...range, count_only: true });
  assert.deepEqual([counted.status, counted.body], [200, { count: 0, redelivery: null }]);
  const ordered = await rig.call('POST', '/callbacks/redeliver', { ...range, customer_id: 'ACCOUNT-1' });
  assert.deepEqual([ordered.status, ordered.body.count], [202, 1]);
  await rig.until('it is made due', () => rig.wakes() === 2);
});

test('endpoints that fail are listed by account, with what their tries came to', async (t) => {
  const rig = await operatorRig(t);
  const ids: string[] = [];
  for (const [index, accountId] of ['A', 'A', 'B', 'B'].entries()) {
    const url = `https://${index === 3 ? 'other' : 'down'}.example/callback`;
    ids.push(await rig.accept({ accountId, plan: [SMS_PLAN], callback: { url, method: 'POST' } }));
  }
  for (const { answer } of await rig.until(
    'they are submitted',
    () => rig.sms.submitted.length === 4 && rig.sms.take(),
  )) {
    answer({ kind: 'rejected', why: 'refused', reason: 'never' });
  }
  await rig.until('callbacks are owed', () => rig.callbacks.length === 4);
  const state = async (query = '') =>
    list((await rig.call('GET', `/endpoints${query}`)).body, 'endpoints').map((each) => [
      each.endpoint,
      each.customer_id,
      each.pending,
      each.failing,
      each.last_status,
    ]);
  // The node that recorded them is about to send them.
  assert.deepEqual(await state(), []);
  const failed = `held_until = null, due_at = to_timestamp(${rig.clock.now() / 1_000 + 60}), tries = 2, last_status = 503`;
  await rig.db.query(`update callbacks set ${failed}, last_error = 'the receiver answered 503'`);
  await rig.db.query(`update callbacks set tries = 0, last_status = null where message_id = $1`, [ids[0]]);
  assert.deepEqual(await state(), [
    ['https://down.example', 'A', 2, 1, 503],
    ['https://down.example', 'B', 1, 1, 503],
    ['https://other.example', 'B', 1, 1, 503],
  ]);
  assert.deepEqual(await state('?customer_id=A&state=failing'), [['https://down.example', 'A', 2, 1, 503]]);
  assert.deepEqual(await state('?state=waiting'), []);
  const first = await rig.call('GET', '/endpoints?limit=1');
  assert.equal(list(first.body, 'endpoints').length, 2);
  assert.deepEqual(await state(`?limit=1&after=${first.body.next}`), [['https://other.example', 'B', 1, 1, 503]]);
});

test('calls that ring or speak are none while there are none, and of a wrong field that is said', async (t) => {
  const { call } = await operatorRig(t);
  assert.deepEqual((await call('GET', '/calls/in-progress?limit=5')).body, { calls: [] });
  assert.match((await call('GET', '/calls/in-progress?limit=0')).description, /limit/);
});

test('an id leads to what it is of, whoever gave it out', async (t) => {
  const rig = await operatorRig(t);
  const { call, db, context } = rig;
  const at = context.clock.now();
  const next = () => context.ids.next();
  await call('POST', '/accounts', { customer_id: 'ACME', name: 'Acme' });
  const [verification, session, batch, text, input] = [next(), next(), next(), next(), next()];
  const relayed = attemptIdOf(input, RELAY_NUMBER);
  const shown = storedVerification(verification, at);
  await insertVerifications(db, [{ ...shown, verification: { ...shown.verification, accountId: 'ACME' } }]);
  await insertSessions(db, [storedSession(session, at)]);
  await db.transaction((tx) => insertBatch(tx, storedBatch(batch, at)));
  const came = { carrier: 'sms-1', channel: 'sms', sender: '4915112345678', recipient: '12345678', body: 'x' };
  await insertInboundText(db, { ...came, id: text, accountId: null, meaning: 'other', receivedAt: at });
  const erasure = String((await call('POST', '/erasures', { number: '4915199999999' })).body.id);
  const fresh = String((await call('POST', '/imports', { kind: 'contacts', set: 'own', file: 'f' })).body.id);
  await rig.engine.accept(newMessage(relayed, { kind: 'relay', plan: [{ ...SMS_PLAN, session }] }));
  const message = await rig.accept({ plan: [SMS_PLAN] });
  const sent = await rig.until('both are submitted', () => rig.sms.submitted.length === 2 && rig.sms.submitted);
  const own = sent.find(({ job }) => job.attemptId === attemptIdOf(message, 1));
  assert.ok(own);
  own.answer({ kind: 'accepted', remoteId: '00FF', keys: idKeys('00FF', 'auto') });
  await rig.until('it is taken', async () => (await rig.message(message)).attempts[0]?.state === 'submitted');
  await rig.sms.deliver({ type: 'report', keys: idKeys('00FF', 'auto'), state: 'delivered' });
  const callback = await rig.until('a callback is owed', async () => {
    const [owed] = list((await call('GET', `/messages/${message}`)).body, 'callbacks');
    return owed ? String(owed.id) : false;
  });
  const found = async (id: string) => {
    const { body, description } = await call('GET', `/find?id=${encodeURIComponent(id)}`);
    return Array.isArray(body.found)
      ? list(body, 'found').map((each) => [each.kind, each.id, each.customer_id, each.by, each.carrier])
      : description;
  };
  const ofMessage = ['message', toReference(message), 'ACCOUNT-1'];
  for (const [id, ...expected] of [
    [toReference(message), ...ofMessage, 'own_id', null],
    [message, ...ofMessage, 'own_id', null],
    [toReference(attemptIdOf(message, 1)).toLowerCase(), ...ofMessage, 'channel', null],
    ['00ff', ...ofMessage, 'carrier_id', 'sms-1'],
    ['255', ...ofMessage, 'carrier_id', 'sms-1'],
    [input, 'message', toReference(relayed), 'ACCOUNT-1', 'input', null],
    [toReference(verification), 'verification', toReference(verification), 'ACME', 'own_id', null],
    [session, 'masking_session', toReference(session), 'ACME', 'own_id', null],
    [batch, 'batch', toReference(batch), 'ACME', 'own_id', null],
    [toReference(text), 'inbound_text', text, null, 'own_id', null],
    [erasure, 'erasure', erasure, null, 'own_id', null],
    [fresh, 'import', fresh, null, 'own_id', null],
    [callback, 'callback', callback, 'ACCOUNT-1', 'own_id', null],
    [' acme ', 'account', 'ACME', 'ACME', 'own_id', null],
  ] as const) {
    assert.deepEqual(await found(id), [expected], id);
  }
  for (const nothing of [next(), 'ffffffff-ffff-7fff-bfff-ffffffffffff', '0'.repeat(32), 'order 7', '4915112345678']) {
    assert.deepEqual(await found(nothing), [], nothing);
  }
  assert.match(String(await found('')), /id/);
  assert.equal((await call('GET', `/messages/${relayed}`)).body.masking_session, toReference(session));
});

after(() => assertAllAnswered('messages'));
