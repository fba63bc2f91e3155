import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { storedBatch, storedRecipient } from '../../../test/support/engine/batches.ts';
import { testAlias } from '../../../test/support/engine/engine.ts';
import { SMS_PLAN } from '../../../test/support/engine/messages.ts';
import { receipt, type Submitted } from '../../../test/support/engine/scripted-carrier.ts';
import { storedVerification } from '../../../test/support/engine/verifications.ts';
import { awaited } from '../../../test/support/gateway/answered.ts';
import { insertInboundText } from '../../../test/support/inbound/keep-text.ts';
import { storedSession } from '../../../test/support/masking/stored-session.ts';
import { type OperatorRig, operatorRig } from '../../../test/support/operator.ts';
import { placesOfDigits, tablesOf } from '../../../test/support/postgres/places-of-digits.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { bucketOf, hash12, toReference } from '../../lib/ids.ts';
import { noteWriter } from '../../store/accounts/sender-names.ts';
import { insertBatch } from '../../store/batches/batches.ts';
import { insertSlices } from '../../store/batches/slices.ts';
import { insertCallbacks } from '../../store/callbacks/callback-rows.ts';
import { writeCapabilities } from '../../store/capability/capabilities.ts';
import { bucketOfLists, insertList } from '../../store/capability/number-lists.ts';
import { ERASED_KINDS } from '../../store/keeping/erasures.ts';
import { insertInteractions } from '../../store/masking/interactions.ts';
import { takeLegs } from '../../store/masking/legs.ts';
import { insertSessions, type Session } from '../../store/masking/sessions.ts';
import { insertCodes } from '../../store/messages/calls.ts';
import { lockLines } from '../../store/messages/inbound-lines.ts';
import { joinPart } from '../../store/messages/inbound-texts.ts';
import { DATA_SET_KINDS, noteWholeImport } from '../../store/phone-id/data-sets.ts';
import { writeBreachedNumbers, writeContactRecords, writeDeactivations } from '../../store/phone-id/imported-rows.ts';
import { insertConsents, insertLookUps, type LookUp } from '../../store/phone-id/look-ups.ts';
import { noteSim, writeNetworks, writePorts } from '../../store/phone-id/observations.ts';
import { ensurePartitions } from '../../store/schema/partitions.ts';
import { readLanes } from '../../store/sql/lanes.ts';
import { insertVerifications } from '../../store/verifications/verifications.ts';
import { Erasures } from './erasures.ts';

const NUMBER = '4915112345678';
const OTHER = '4915112345679';

interface Receipt {
  readonly id: string;
  readonly state: string;
  readonly alias: string;
  readonly asked_on: string;
  readonly done_on: string | null;
  readonly erased: Readonly<Record<string, number>>;
  readonly waits_for: { readonly messages: number; readonly inputs: number };
}

async function ask(rig: OperatorRig, number = NUMBER): Promise<Receipt> {
  const answer = await rig.call('POST', '/erasures', { number });
  assert.equal(answer.status, 202, answer.description);
  return answer.body as unknown as Receipt;
}

async function shown(rig: OperatorRig, id: string): Promise<Receipt> {
  return (await rig.call('GET', `/erasures/${id}`)).body as unknown as Receipt;
}

function done(rig: OperatorRig, id: string): Promise<Receipt> {
  return rig.until('it is erased', async () => {
    const now = await shown(rig, id);
    return now.state === 'done' && now;
  });
}

async function submitted(rig: OperatorRig): Promise<Submitted> {
  return rig.until('it is submitted', () => rig.sms.take()[0]);
}

async function taken(
  rig: OperatorRig,
  recipient: string,
  changes: object = {},
): Promise<{ id: string; sent: Submitted }> {
  const id = await rig.accept({ plan: [SMS_PLAN], recipient, accountId: 'ACME', ...changes });
  const sent = await submitted(rig);
  sent.accept();
  await rig.until('it is answered', async () => (await rig.message(id)).attempts[0]?.state === 'submitted');
  return { id, sent };
}

/** Delivered, and its callbacks, too. */
async function delivered(rig: OperatorRig, recipient: string, changes: object = {}): Promise<string> {
  const { id, sent } = await taken(rig, recipient, changes);
  await deliver(rig, id, sent);
  await settleCallbacks(rig, id);
  return id;
}

async function deliver(rig: OperatorRig, id: string, sent: Submitted): Promise<void> {
  await rig.sms.deliver(receipt(sent.job));
  await rig.until('it is final', async () => (await rig.message(id)).finalAt !== null);
}

async function settleCallbacks(rig: OperatorRig, id: string): Promise<void> {
  await rig.db.query(`update callbacks set state = 'delivered', due_at = null where message_id = $1`, [id]);
}

/** Something of the number in every table that can hold one. */
async function leaveTraces(rig: OperatorRig, number: string): Promise<void> {
  const { db, clock, context } = rig;
  const at = new Date(clock.now()).toISOString();
  await delivered(rig, number, {
    externalId: `customer ${number}`,
    callback: { url: `http://127.0.0.1:1/callback?to=${number}`, method: 'POST' },
  });
  const text = {
    carrier: 'sms-1',
    channel: 'sms',
    recipient: '491579000000',
    accountId: 'ACME',
    body: 'I live at 5 High St',
  };
  await insertInboundText(db, {
    ...text,
    id: context.ids.next(),
    sender: number,
    meaning: 'other',
    receivedAt: clock.now(),
  });
  const key = JSON.stringify(['sms-1', number, '491579000000', 7, 2]);
  const half = { key, number: 1, total: 2, body: 'half', raw: Buffer.from(`half, from ${number}`) };
  await db.transaction((tx) => joinPart(tx, half, clock.now()));
  const event = Buffer.from(JSON.stringify({ senderPhoneNumber: `+${number}` })).toString('base64');
  await rig.rcs.deliver({ type: 'ignored', why: `an event: ${event}` });
  await db.query(
    `insert into idempotency_keys (key, account_id, path, bucket, fingerprint, status, body, created_at)
     values ('k', 'ACME', '/v1/omnichannel', $1, '', 200, $2, $3)`,
    [hash12('ACMEk'), `{"external_id":"customer ${number}"}`, at],
  );
  await db.query(`insert into verified_numbers (account_id, bucket, number, created_at) values ('ACME', $1, $2, $3)`, [
    hash12('ACME'),
    number,
    at,
  ]);
  await db.query(
    `insert into counters (account_id, name, window_start, bucket, used, expires_at) values ('ACME', $2, $3, $1, 2, $3)`,
    [hash12('ACME'), `messages a day to ${number}`, new Date(clock.now() + DAY_MS).toISOString()],
  );
  await db.query(
    `insert into code_pauses (number, account_id, bucket, codes, last_at) values ($1, 'ACME', $2, 1, $3)`,
    [number, hash12(number), at],
  );
  await rig.call('POST', '/opt-outs', { recipient: number, sender: SMS_PLAN.sender });
  await rig.call('PUT', `/masking-blocks/${number}`);
  const lookUp: LookUp = {
    id: context.ids.next(),
    accountId: 'ACME',
    number,
    country: 'DE',
    externalId: `customer ${number}`,
    status: 300,
    answer: `{"numbering":{"original":{"complete_phone_number":"${number}"}},"contact":{"first_name":"Anna"}}`,
    evidence: [],
    consent: { method: '1', consentedAt: null, addOns: ['contact'] },
    createdAt: clock.now(),
  };
  await insertLookUps(db, [lookUp]);
  await insertConsents(db, [lookUp]);
  const { rows } = await db.query<{ id: string }>('select id from messages where recipient = $1', [number]);
  const messageId = rows[0]?.id ?? '';
  const secret = { codeSealed: Buffer.from('sealed'), codeHash: Buffer.from('hash') };
  await insertCodes(db, [{ messageId, accountId: 'ACME', number, ...secret }]);
  await db.query('update calls set trace = $2 where message_id = $1', [messageId, `[{"text":"sip:+${number}@trunk"}]`]);
  await leaveSession(rig, number);
  await leaveVerification(rig, number);
  await importNumber(rig, number);
  await leaveQuestions(rig, number);
  await leaveBatch(rig, number);
}

/** What a carrier said of its device, and a list in which somebody asked. */
async function leaveQuestions({ db, clock, context }: OperatorRig, number: string): Promise<void> {
  const now = clock.now();
  const told = { agent: 'a@rbm.goog', code: 3055, features: null };
  await writeCapabilities(db, [{ ...told, number, toldAt: now, goodUntil: now + DAY_MS }]);
  const id = context.ids.next(bucketOfLists('ACME'));
  const list = { id, accountId: 'ACME', total: 1, askedAt: now, doneAt: null, dueAt: now };
  await db.transaction((tx) => insertList(tx, list, [{ ...told, listId: id, place: 0, number, tries: 0 }]));
}

/** A place in a batch whose message is not made yet. */
async function leaveBatch({ db, clock, context }: OperatorRig, number: string): Promise<void> {
  const batch = storedBatch(context.ids.next(), clock.now());
  const parameters = { name: `the one of ${number}` };
  await db.transaction(async (tx) => {
    await insertBatch(tx, batch);
    await insertSlices(tx, batch.id, [storedRecipient(0, { number, externalId: number, parameters })]);
  });
}

/** One that waits for its code. */
async function leaveVerification({ db, clock, context }: OperatorRig, number: string): Promise<void> {
  const changes = {
    recipient: number,
    externalId: `order of ${number}`,
    callback: { url: `http://127.0.0.1:1/callback?to=${number}`, method: 'POST' },
  } as const;
  await insertVerifications(db, [storedVerification(context.ids.next(), clock.now(), changes)]);
}

/** In a set of each kind. */
async function importNumber({ db, clock }: OperatorRig, number: string): Promise<void> {
  const lanes = await readLanes(db);
  const name = 'set';
  for (const kind of DATA_SET_KINDS) await noteWholeImport(db, { kind, name, day: null, data: [] }, clock.now());
  await writeDeactivations(db, lanes, { name, day: '2026-01-01' }, [number]);
  await writeBreachedNumbers(db, lanes, name, [createHash('sha1').update(number).digest()]);
  await writeContactRecords(db, lanes, { name, importedAt: clock.now() }, [{ number, details: { city: 'Berlin' } }]);
  const network = { mcc: '262', mnc: '01', name: null };
  await writeNetworks(db, [{ ...network, number, source: 'enum', seenAt: clock.now() }]);
  await writePorts(db, [{ number, seenAt: clock.now(), from: network, to: network }]);
  await noteSim(db, number, 'alias', clock.now());
}

/** A session that is still open, its legs, and a callback about it. */
async function leaveSession({ db, clock, context }: OperatorRig, number: string): Promise<void> {
  const now = clock.now();
  const session: Session = {
    ...storedSession(context.ids.next(), now),
    number1: number,
    externalId: `order of ${number}`,
    callback: { url: `http://127.0.0.1:1/callback?to=${number}`, method: 'POST', events: true },
  };
  const seat = { sessionId: session.id, takenAt: now, endsAt: now + DAY_MS, freeAt: now + 2 * DAY_MS };
  await insertSessions(db, [session]);
  await takeLegs(db, [
    { ...seat, party: number, mask: session.masked2, other: session.number2 },
    { ...seat, party: session.number2, mask: session.masked1, other: number },
  ]);
  const id = context.ids.next(bucketOf(session.id));
  const body = JSON.stringify({ session_reference_id: session.id, from_phone_number: number });
  const callback = {
    accountId: 'ACME',
    url: 'http://127.0.0.1:1/',
    method: 'POST',
    endpoint: 'http://127.0.0.1:1',
  } as const;
  const owed = { ...callback, id, messageId: id, seq: 1, body, createdAt: now, dueAt: now + DAY_MS, owner: null };
  const lanes = await readLanes(db);
  await db.transaction((tx) => insertCallbacks(tx, [owed], lanes));
}

test('a number is erased everywhere, and a second run finds nothing', async (t) => {
  const rig = await operatorRig(t);
  await leaveTraces(rig, NUMBER);
  await rig.until('what came in has been dealt with', async () => {
    const { rowCount } = await rig.db.query('select from inbox where due_at is not null');
    return rowCount === 0;
  });
  const before = await placesOfDigits(rig.db, NUMBER);
  for (const place of [
    'messages.recipient',
    'messages.external_id',
    'callbacks.url',
    'inbox.body',
    'meetings.attempts',
  ]) {
    assert.ok(before.includes(place), `${place} is not among ${before}`);
  }
  await noteWriter(rig.db, { accountId: 'ACME', recipient: NUMBER, senders: ['12345'] }, rig.clock.now());
  const lineId = rig.context.ids.next(hash12(NUMBER));
  await lockLines(rig.db, [{ accountId: 'ACME', person: NUMBER, lineId, seq: 1 }], rig.clock.now());
  const count = async () => (await rig.call('POST', '/erasures', { number: NUMBER, count_only: true })).body;
  const counted = await count();
  const asked = await ask(rig);
  assert.equal(asked.state, 'running');
  const first = await done(rig, asked.id);
  assert.deepEqual(await placesOfDigits(rig.db, NUMBER), []);
  assert.deepEqual(first.erased, {
    messages: 1,
    callbacks: 2,
    inputs: 1,
    inbound_texts: 1,
    inbound_parts: 3,
    inbound_lines: 1,
    meetings: 1,
    idempotency_keys: 1,
    verified_numbers: 1,
    // With the row of codes that it had.
    counters: 2,
    opt_outs: 1,
    masking_blocks: 1,
    look_ups: 1,
    consents: 1,
    calls: 1,
    sessions: 1,
    seats: 2,
    sender_writers: 1,
    verifications: 1,
    deactivations: 1,
    breached_numbers: 1,
    contact_records: 1,
    observations: 3,
    capabilities: 1,
    listed_numbers: 1,
    batch_recipients: 1,
  });
  assert.ok(first.done_on);
  const kinds = Object.entries(counted.counted as Readonly<Record<string, number>>);
  assert.equal(kinds.length, 11);
  const erased: Receipt['erased'] = first.erased;
  for (const [kind, rows] of kinds) assert.equal(rows, erased[kind], `${kind} had been counted`);
  assert.deepEqual([counted.state, counted.alias, counted.last_asked_on], ['counted', asked.alias, null]);
  const after = await count();
  assert.deepEqual(new Set(Object.values(after.counted as object)), new Set([0]));
  assert.equal(after.last_asked_on, first.asked_on);
  const second = await done(rig, (await ask(rig)).id);
  assert.notEqual(second.id, first.id);
  assert.deepEqual(
    Object.values(second.erased),
    ERASED_KINDS.map(() => 0),
  );
  const listed = await rig.call('GET', `/erasures?number=${NUMBER}`);
  assert.deepEqual(
    (listed.body.erasures as Receipt[]).map(({ id, alias }) => [id, alias]),
    [
      [second.id, testAlias(NUMBER)],
      [first.id, testAlias(NUMBER)],
    ],
  );
  assert.deepEqual((await rig.call('GET', `/erasures?number=${OTHER}`)).body.erasures, []);
});

test('a kept answer goes with the path in which the number stood, however it was written', async (t) => {
  const rig = await operatorRig(t);
  const at = new Date(rig.clock.now()).toISOString();
  const paths = [`/v1/phoneid/${NUMBER}`, '/v1/phoneid/%2B49%20(151)%2012345678', `/v1/phoneid/${OTHER}`];
  for (const [n, path] of paths.entries()) {
    await rig.db.query(
      `insert into idempotency_keys (key, account_id, path, bucket, fingerprint, status, body, created_at)
       values ($1, 'ACME', $2, $3, '', 400, '{}', $4)`,
      [`k${n}`, path, hash12(`ACMEk${n}`), at],
    );
  }
  assert.equal((await done(rig, (await ask(rig)).id)).erased.idempotency_keys, 2);
  const { rows } = await rig.db.query<{ path: string }>('select path from idempotency_keys');
  assert.deepEqual(rows, [{ path: paths[2] }]);
});

test('what the number wrote in masked sessions goes from the messages that relayed it, and what others wrote stays', async (t) => {
  const rig = await operatorRig(t);
  const { db, clock } = rig;
  await leaveSession(rig, NUMBER);
  const { rows } = await db.query<{ id: string; other: string }>('select id, number_2 as other from sessions');
  const [session] = rows;
  assert.ok(session);
  await ensurePartitions(db, clock.now(), clock.now());
  const wrote = async (party: 1 | 2, changes: object, isOver = true) => {
    const message = await taken(rig, session.other, { kind: 'relay', callback: null, ...changes });
    if (isOver) await deliver(rig, message.id, message.sent);
    const interaction = { sessionId: session.id, id: message.id, accountId: 'ACME', party, reply: null } as const;
    await insertInteractions(db, [{ ...interaction, fate: 'relayed', receivedAt: clock.now(), textDueAt: null }]);
    return message;
  };
  const saying = (text: string) => ({ plan: [{ ...SMS_PLAN, content: { type: 'sms_text', text } }] });
  await wrote(1, saying(`ring ${NUMBER} at 5 High St`));
  const late = await wrote(1, saying('the door is green'), false);
  await wrote(2, saying('what somebody else says'));
  const asked = await ask(rig);
  await rig.until('it waits for what is under way', async () => (await shown(rig, asked.id)).waits_for.messages === 1);
  assert.deepEqual(await placesOfDigits(db, 'High St'), []);
  assert.deepEqual(await placesOfDigits(db, 'door is green'), ['messages.plan']);
  await deliver(rig, late.id, late.sent);
  await eventually('it is erased', async () => {
    await clock.advance(1_000);
    return (await shown(rig, asked.id)).state === 'done';
  });
  assert.deepEqual(await placesOfDigits(db, 'door is green'), []);
  assert.deepEqual(await placesOfDigits(db, 'somebody else says'), ['messages.plan']);
  assert.deepEqual(await placesOfDigits(db, NUMBER), []);
  const { erased } = await shown(rig, asked.id);
  assert.deepEqual([erased.messages, erased.sessions], [2, 1]);
  const kept = await db.query('select from messages where recipient = $1', [session.other]);
  assert.equal(kept.rowCount, 3, 'who got it stays');
});

test('input that nothing has dealt with is waited for, and emptied after three days', async (t) => {
  const rig = await operatorRig(t);
  await ensurePartitions(rig.db, rig.clock.now() - DAY_MS, rig.clock.now() + 4 * DAY_MS);
  const id = rig.context.ids.next();
  await rig.db.query(
    `insert into inbox (id, bucket, carrier, kind, body, received_at, due_at)
     values ($1, $2, 'gone', 'deliver_sm', $3, to_timestamp($4 / 1000.0), to_timestamp($5 / 1000.0))`,
    [id, bucketOf(id), Buffer.from(`from ${NUMBER}`), rig.clock.now(), rig.clock.now() + 30 * DAY_MS],
  );
  const asked = await ask(rig);
  await rig.until('it waits', async () => (await shown(rig, asked.id)).waits_for.inputs === 1);
  await rig.clock.advance(3 * DAY_MS - 15 * 60_000);
  assert.equal((await shown(rig, asked.id)).state, 'waiting');
  await rig.clock.advance(20 * 60_000);
  // In small steps from here: by this clock it sees how long its own work takes, and does less at a time.
  await eventually('it is erased', async () => {
    await rig.clock.advance(50);
    return (await shown(rig, asked.id)).state === 'done';
  });
  assert.equal((await shown(rig, asked.id)).erased.inputs, 1);
  assert.deepEqual(await placesOfDigits(rig.db, NUMBER), []);
});

test('other numbers stay as they are', async (t) => {
  const rig = await operatorRig(t);
  await leaveTraces(rig, OTHER);
  await delivered(rig, NUMBER);
  const before = await placesOfDigits(rig.db, OTHER);
  await done(rig, (await ask(rig)).id);
  assert.deepEqual(await placesOfDigits(rig.db, OTHER), before);
});

test('what bills and support need of a message stays', async (t) => {
  const rig = await operatorRig(t);
  const id = await delivered(rig, NUMBER, { externalId: 'order-7' });
  const usage = async () => (await rig.call('GET', '/usage')).body;
  const [message, used] = [await rig.message(id), await usage()];
  await rig.db.query('update messages set country = null');
  await done(rig, (await ask(rig)).id);
  assert.deepEqual(await usage(), used);
  const after = await rig.message(id);
  assert.deepEqual({ ...after, recipient: '', plan: [] }, { ...message, recipient: '', plan: [] });
  const shownMessage = await rig.call('GET', `/messages/${toReference(id)}?full=true`);
  assert.deepEqual(
    [shownMessage.body.recipient, shownMessage.body.external_id, typeof shownMessage.body.texts_removed_on],
    ['erased', 'order-7', 'string'],
  );
});

test('a message that is under way is finished first, and its receipt is found', async (t) => {
  const rig = await operatorRig(t);
  await ensurePartitions(rig.db, rig.clock.now() - DAY_MS, rig.clock.now());
  const { id, sent } = await taken(rig, NUMBER);
  const asked = await ask(rig);
  await rig.until('it waits', async () => (await shown(rig, asked.id)).waits_for.messages === 1);
  assert.equal((await shown(rig, asked.id)).state, 'waiting');
  assert.equal((await rig.message(id)).recipient, NUMBER);
  assert.equal((await ask(rig)).id, asked.id, 'it is the same while it is under way');
  await deliver(rig, id, sent);
  await rig.clock.advance(5_000);
  await rig.until('it is erased', async () => (await rig.message(id)).recipient === 'erased');
  await rig.until('it waits for the callback alone', async () => {
    const { rows } = await rig.db.query<{ place: unknown }>('select place from erasures');
    return rows[0]?.place === null;
  });
  assert.deepEqual((await shown(rig, asked.id)).waits_for, { messages: 1, inputs: 0 });
  const { rows } = await rig.db.query<{ state: string; body: string }>('select state, body from callbacks');
  assert.deepEqual([rows[0]?.state, rows[0]?.body === ''], ['pending', false]);
  await settleCallbacks(rig, id);
  await rig.clock.advance(5_000);
  const end = await rig.until('it is done', async () => {
    const now = await shown(rig, asked.id);
    return now.state === 'done' && now;
  });
  assert.deepEqual([end.erased.messages, end.erased.callbacks, end.erased.meetings], [1, 1, 1]);
  assert.deepEqual(await placesOfDigits(rig.db, NUMBER), []);
});

test('a block goes on after its recipient was erased, is shown, found and lifted', async (t) => {
  const rig = await operatorRig(t);
  await rig.call('POST', '/accounts', { name: 'Acme', customer_id: 'ACME' });
  await rig.call('POST', '/opt-outs', { recipient: NUMBER, customer_id: 'ACME' });
  await done(rig, (await ask(rig)).id);
  const blocked = await rig.accept({ plan: [SMS_PLAN], recipient: NUMBER, accountId: 'ACME', messageType: 'MKT' });
  await rig.until('it is blocked', async () => (await rig.message(blocked)).status === 3046);
  const listed = async () =>
    (await rig.call('GET', `/opt-outs?recipient=${NUMBER}&full=true`)).body.opt_outs as object[];
  assert.deepEqual(
    (await listed()).map((each) => ({ ...each, created_on: '' })),
    [{ recipient: testAlias(NUMBER), customer_id: 'ACME', sender: null, source: 'operator', created_on: '' }],
  );
  const again = await rig.call('POST', '/opt-outs', { recipient: NUMBER, customer_id: 'ACME' });
  assert.equal(again.body.stood_already, true);
  assert.equal((await rig.call('POST', '/opt-outs/lift', { recipient: NUMBER, customer_id: 'ACME' })).status, 200);
  assert.deepEqual(await listed(), []);
  await rig.accept({ plan: [SMS_PLAN], recipient: NUMBER, accountId: 'ACME', messageType: 'MKT' });
  await submitted(rig);
});

test('a node that dies on the way is replaced by another, and nothing is counted twice', async (t) => {
  const rig = await operatorRig(t);
  const { context, db, clock } = rig;
  for (let n = 0; n < 3; n += 1) await delivered(rig, NUMBER);
  const lanes = await readLanes(db);
  let left = 2;
  const store = awaited(db);
  const dying = {
    ...store.db,
    transaction: (work: Parameters<typeof db.transaction>[0]) => {
      left -= 1;
      return left >= 0 ? store.db.transaction(work) : Promise.reject(new Error('this node is dead'));
    },
  } as unknown as typeof db;
  const dead = new Erasures({ context, db: dying, lanes, aliasOf: testAlias });
  const others = [1, 2].map(() => new Erasures({ context, db, lanes, aliasOf: testAlias }));
  const { id } = await dead.ask(NUMBER);
  await dead.start();
  // The clock stands while the store owes it an answer: a step that seems long makes the next ones small, and rests.
  await eventually('it has died', async () => {
    await store.answered();
    await clock.advance(20);
    return left < 0;
  });
  await dead.stop();
  for (const other of others) await other.start();
  // Who saw the clock jump in the middle of a step takes that for a long one, and rests for as long.
  const end = await eventually('it is erased', async () => {
    await clock.advance(1_000);
    const now = await shown(rig, id);
    return now.state === 'done' && now;
  });
  assert.equal(end.erased.messages, 3);
  for (const other of others) await other.stop();
});

test('more messages than fit into a step, and days without any, are gone through', async (t) => {
  const rig = await operatorRig(t);
  const first = await delivered(rig, NUMBER);
  await ensurePartitions(rig.db, rig.clock.now() - 20 * DAY_MS, rig.clock.now());
  await rig.db.query(
    `insert into messages (id, bucket, account_id, kind, recipient, message_type, priority, plan, opt_out_applies,
       created_at, step, status, last_channel, updated_at, final_at)
     select (left(m.id::text, 24) || lpad(to_hex(n), 9, '0') || right(m.id::text, 3))::uuid, m.bucket, m.account_id, m.kind,
       m.recipient, m.message_type, m.priority, m.plan, m.opt_out_applies, m.created_at, m.step, m.status, m.last_channel,
       m.updated_at, m.final_at
       from messages m, generate_series(1, 1200) n where m.id = $1 and m.bucket = $2`,
    [first, bucketOf(first)],
  );
  const end = await done(rig, (await ask(rig)).id);
  assert.equal(end.erased.messages, 1201);
  assert.equal((await rig.db.query('select from messages where recipient = $1', [NUMBER])).rowCount, 0);
});

test('every table is gone through, or known to hold no number', async (t) => {
  const rig = await operatorRig(t);
  const gone = ['messages', 'attempts', 'callbacks', 'inbox', 'inbound_texts', 'inbound_parts', 'meetings'];
  const through = [
    ...gone,
    'callback_tries',
    'message_history',
    'idempotency_keys',
    'verified_numbers',
    'counters',
    'code_pauses',
    'opt_outs',
    'sender_writers',
    'inbound_lines',
    'capabilities',
    'listed_numbers',
    'batch_recipients',
    'batch_slices',
    'masking_blocks',
    'erasures',
    'look_ups',
    'consents',
    'calls',
    'sessions',
    'verifications',
    'seats',
    'deactivations',
    'breached_numbers',
    'contact_records',
    'observed_networks',
    'observed_ports',
    'observed_sims',
  ];
  const reasons: Readonly<Record<string, string>> = {
    accounts: 'of businesses',
    senders: 'numbers of businesses',
    sender_names: 'numbers of businesses',
    templates: 'what businesses write to everyone, without the values',
    masks: 'numbers of whoever runs the gateway',
    api_keys: 'random bytes',
    operators: 'names that operators are given',
    operator_actions: 'numbers with their middle left out',
    users: 'who looks after the gateway',
    user_identities: 'hashes',
    user_factors: 'random bytes',
    user_sessions: 'addresses of browsers of who looks after the gateway',
    user_tokens: 'random bytes',
    sign_in_tries: 'hashes',
    audit_entries: 'numbers with their middle left out',
    audit_heads: 'hashes',
    data_sets: 'names of carriers and of breaches',
    imports: 'names of carriers, of breaches and of files',
    callback_secrets: 'random bytes',
    sealed_keys: 'random bytes',
    nonces: 'made by callers for one request, for 31 minutes',
    inbox_seen: 'ids of events',
    carrier_orders: 'names of carriers',
    nodes: 'names of nodes',
    carrier_seats: 'names of carriers and nodes',
    chores: 'names of chores',
    text_removals: 'accounts and days',
    number_lists: 'counts, accounts and times',
    batches: 'what businesses write to everyone, without the values, until the messages are made',
    redeliveries: 'counts, accounts and times, and hosts of receivers for a month',
    texts_reached: 'names of chores',
    code_texts: 'ids of messages',
    usage: 'counts',
    traffic: 'counts, names of nodes and carriers, and words of carriers without long runs of digits',
    usage_days: 'days',
    schema_versions: 'names of files',
    interactions: 'sessions, which have the numbers',
    holds: 'ids of messages',
  };
  for (const name of await tablesOf(rig.db)) {
    assert.ok(
      through.includes(name) || name in reasons,
      `may ${name} hold a number? src/store/keeping/erase-others.ts`,
    );
  }
});

test('a number that is none is refused', async (t) => {
  const rig = await operatorRig(t);
  const refused = await rig.call('POST', '/erasures', { number: 'Bob' });
  assert.equal(refused.status, 400);
  assert.match(refused.description, /number: allowed is a phone number/);
  assert.equal((await rig.call('GET', '/erasures/nothing')).status, 404);
});
