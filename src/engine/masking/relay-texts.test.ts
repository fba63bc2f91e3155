import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { testAlias } from '../../../test/support/engine/engine.ts';
import { ANNA, BEN, type MaskingRig, maskingRig } from '../../../test/support/masking/sessions.ts';
import type { Content } from '../../carriers/carrier.ts';
import { HOUR_MS } from '../../lib/durations.ts';
import { StoreDown } from '../../store/database.ts';
import { addMaskingBlock } from '../../store/masking/masking-blocks.ts';

async function fates(rig: MaskingRig): Promise<string[]> {
  const { rows } = await rig.db.query<{ fate: string }>('select fate from interactions order by id');
  return rows.map(({ fate }) => fate);
}

const textsOf = (rig: MaskingRig) =>
  rig.accepted.map(({ recipient, plan }) => [recipient, plan[0]?.sender, textIn(plan[0]?.content)]);

function textIn(content: Content | undefined): string {
  return content?.type === 'sms_text' ? content.text : '';
}

test('a text whose message could not be recorded is relayed once when it is looked at again, and called back once', async (t) => {
  const rig = await maskingRig(t);
  const { masked1, masked2 } = await rig.openOne();
  const row = await rig.landed();
  rig.door = 'shut';
  await assert.rejects(rig.text(ANNA, masked2, 'hello', row), StoreDown);
  assert.equal(await rig.due(), 1);
  rig.door = 'open';
  await rig.text(ANNA, masked2, 'hello', row);
  await rig.text(ANNA, masked2, 'hello', row);
  assert.deepEqual(textsOf(rig), [[BEN, masked1, 'hello']]);
  assert.deepEqual(rig.accepted[0]?.inputs, [row.id], 'the door deals with the input');
  assert.deepEqual(await fates(rig), ['relayed']);
  const bodies = rig.callbacks.map(({ body }) => JSON.parse(body)).filter((body) => 'mo_message' in body);
  assert.equal(bodies.length, 1);
  assert.equal(await rig.due(), 0);
});

test('a text that comes due again keeps what was decided of it, whatever has changed since', async (t) => {
  const rig = await maskingRig(t);
  const { masked1, masked2 } = await rig.openOne();
  const row = await rig.landed();
  await rig.text(ANNA, masked2, 'hello', row);
  await addMaskingBlock(rig.db, { accountId: 'ACME', number: BEN }, rig.clock.now(), testAlias);
  await rig.text(ANNA, masked2, 'hello', { ...row, tries: 1 });
  const relayed = [BEN, masked1, 'hello'];
  assert.deepEqual(textsOf(rig), [relayed, relayed]);
  assert.equal(rig.accepted[1]?.id, rig.accepted[0]?.id, 'the door knows it by its id');
  assert.deepEqual(await fates(rig), ['relayed']);
});

test('a text that nothing has to wait for is recorded at once, and stands in no inbox', async (t) => {
  const rig = await maskingRig(t);
  const { masked1, masked2 } = await rig.openOne();
  const { relay } = rig.nodes[0];
  const piece = { type: 'text', from: ANNA, to: masked2, text: 'hello' } as const;
  rig.door = 'shut';
  await assert.rejects(relay.takeAtOnce('sms-1', piece) ?? Promise.resolve(), StoreDown);
  assert.deepEqual(
    [await fates(rig), rig.callbacks.length],
    [[], 1],
    'nothing of it is left: its carrier sends it again',
  );
  rig.door = 'open';
  assert.equal(await relay.takeAtOnce('sms-1', piece), true);
  assert.deepEqual(textsOf(rig), [[BEN, masked1, 'hello']]);
  assert.deepEqual([await fates(rig), rig.callbacks.length], [['relayed'], 3]);
  assert.equal(await relay.takeAtOnce('sms-1', { ...piece, from: 'nul \0' }), false, 'it has to land');
  await new Promise(setImmediate);
  assert.equal(await relay.takeAtOnce('sms-1', { ...piece, text: 'STOP' }), true);
  assert.deepEqual(await fates(rig), ['relayed', 'stop']);
  assert.equal((await rig.db.query('select from inbox')).rowCount, 0);
});

test('what lands goes first: what comes after it of the same sender to the same mask lands as well', async (t) => {
  const rig = await maskingRig(t);
  const { masked1, masked2 } = await rig.openOne();
  const { relay } = rig.nodes[0];
  const piece = { type: 'text', from: ANNA, to: masked2, text: 'and then' } as const;
  const row = await rig.landed();
  const first = { ...piece, text: 'first' };
  relay.expect(row.id, first);
  assert.equal(relay.takeAtOnce('sms-1', piece), null);
  assert.equal(await relay.takeAtOnce('sms-1', { ...piece, from: BEN, to: masked1 }), true);
  const received = relay.receive(row, first);
  assert.equal(relay.takeAtOnce('sms-1', piece), null);
  await received;
  await new Promise(setImmediate);
  assert.equal(await relay.takeAtOnce('sms-1', piece), true);
  assert.deepEqual(
    textsOf(rig).flatMap(([to, , text]) => (to === BEN ? [text] : [])),
    ['first', 'and then'],
  );
  // What has been taken has left the line by then.
  await new Promise(setImmediate);
  relay.expect(row.id, piece);
  relay.forget(row.id);
  assert.equal(await relay.takeAtOnce('sms-1', piece), true);
  assert.equal(relay.takeAtOnce('sms-1', { ...piece, part: { ref: 1, total: 2, number: 1 } }), null);
  assert.equal(relay.takeAtOnce('sms-1', { ...piece, from: masked1 }), null);
  assert.equal(relay.takeAtOnce('sms-1', { ...piece, to: '4930123456' }), null);
});

test('what was to be relayed and never left stays when the session is over by then', async (t) => {
  const rig = await maskingRig(t);
  const { masked2 } = await rig.openOne();
  const row = await rig.landed();
  rig.door = 'shut';
  await assert.rejects(rig.text(ANNA, masked2, 'hello', row), StoreDown);
  rig.door = 'open';
  rig.clock.jump(2 * HOUR_MS);
  await rig.text(ANNA, masked2, 'hello', row);
  assert.deepEqual(rig.accepted, []);
  assert.deepEqual(await fates(rig), ['over']);
});

test('a text that is older than the session on its leg was for another one, and reaches nobody', async (t) => {
  const rig = await maskingRig(t);
  const { masked2 } = await rig.openOne();
  await rig.text(ANNA, masked2, 'an old one', await rig.landed(rig.clock.now() - 61_000));
  await rig.text(ANNA, masked2, 'clocks differ', await rig.landed(rig.clock.now() - 59_000));
  assert.deepEqual(
    textsOf(rig).map(([, , text]) => text),
    ['clocks differ'],
  );
  const { rows } = await rig.db.query('select body, account_id from inbound_texts');
  assert.deepEqual(rows, [{ body: 'an old one', account_id: null }]);
});

test('parts are joined in any order, and the inbox keeps none of them', async (t) => {
  const rig = await maskingRig(t);
  const { masked2 } = await rig.openOne();
  const relay = rig.nodes[0].relay;
  for (const [number, text] of [
    [3, 'three'],
    [1, 'one '],
    [2, 'two '],
  ] as const) {
    const part = { ref: 9, total: 3, number };
    await relay.receive(await rig.landed(), { type: 'text', from: ANNA, to: masked2, text, part });
  }
  assert.deepEqual(
    textsOf(rig).map(([, , text]) => text),
    ['one two three'],
  );
  assert.equal((await rig.db.query('select from inbound_parts')).rowCount, 0);
  assert.equal((await rig.db.query("select from inbox where body = ''")).rowCount, 2);
});

test('half a character whose other half never came does not keep a text from going on', async (t) => {
  const rig = await maskingRig(t);
  const { masked2 } = await rig.openOne();
  for (const [number, text] of [
    [1, 'one \ud83d'],
    [2, 'two'],
  ] as const) {
    const part = { ref: 9, total: 2, number };
    await rig.nodes[0].relay.receive(await rig.landed(), { type: 'text', from: ANNA, to: masked2, text, part });
  }
  assert.deepEqual(
    textsOf(rig).map(([, , text]) => text),
    ['one \ufffdtwo'],
  );
});

test('who is blocked is heard of by nobody, who writes too much neither, and a STOP is heard all the same', async (t) => {
  const rig = await maskingRig(t);
  const { masked1, masked2, id } = await rig.openOne();
  await addMaskingBlock(rig.db, { accountId: 'ACME', number: BEN }, rig.clock.now(), testAlias);
  await rig.text(ANNA, masked2, 'hello');
  assert.deepEqual(await fates(rig), ['blocked']);
  await rig.db.query('delete from masking_blocks');
  for (let n = 0; n < 61; n += 1) await rig.text(ANNA, masked2, `${n}`);
  assert.deepEqual((await fates(rig)).slice(-2), ['too_many', 'too_many']);
  await rig.text(BEN, masked1, 'STOP');
  const { rows } = await rig.db.query('select state from sessions where id = $1', [id]);
  assert.deepEqual(rows, [{ state: 'stopped' }]);
  const told = rig.callbacks
    .map(({ body }) => JSON.parse(body))
    .filter(({ event }) => event === 'session.text_refused');
  assert.deepEqual(
    told.map(({ reason }) => reason),
    ['blocked', 'too_many'],
  );
});

test('the further words of an account stop, start and ask for help in its sessions, in whatever language', async (t) => {
  const optOutLanguages = { it: { stopWords: ['FERMA'] } };
  const rig = await maskingRig(t, { settings: { optOutWords: { stop: ['BASTA'], help: ['WHO'] }, optOutLanguages } });
  const { masked1, masked2 } = await rig.openOne();
  for (const said of ['who?', 'Basta!', 'START', 'ferma', 'START', 'STOP']) await rig.text(ANNA, masked2, said);
  await rig.text(BEN, masked1, 'basta');
  assert.deepEqual(await fates(rig), ['help', 'stop', 'start', 'stop', 'start', 'stop', 'stop']);
  assert.ok(!textsOf(rig).some(([, , text]) => /basta|ferma|who/i.test(text ?? '')));
});

test('what was relayed goes when its time is over, from all places', async (t) => {
  const rig = await maskingRig(t, { settings: { retention: { relayedTextsDays: 1 } } });
  const { masked2 } = await rig.openOne();
  await rig.text(ANNA, masked2, 'a secret');
  const places = async () => {
    const { rows } = await rig.db.query<{ count: number }>(
      `select (select count(*) from callbacks where body like '%a secret%')
            + (select count(*) from inbox where body <> '') as count`,
    );
    return Number(rows[0]?.count);
  };
  assert.equal(await places(), 2);
  await rig.db.query("update callbacks set state = 'delivered', due_at = null");
  await rig.db.query('update inbox set due_at = null');
  const [masking] = rig.nodes;
  t.after(() => masking.stop());
  rig.clock.jump(24 * HOUR_MS);
  await masking.start();
  await eventually('nothing of it is left', async () => {
    await rig.clock.advance(10);
    return (await places()) === 0;
  });
  assert.equal((await rig.db.query('select from interactions where text_due_at is null')).rowCount, 1);
});

test('a callback that is still owed keeps its text until it is delivered', async (t) => {
  const rig = await maskingRig(t, { settings: { retention: { relayedTextsDays: 0 } } });
  const { masked2 } = await rig.openOne();
  await rig.text(ANNA, masked2, 'a secret');
  await rig.db.query('update inbox set due_at = null');
  const [masking] = rig.nodes;
  t.after(() => masking.stop());
  await masking.start();
  const dueLater = async () => {
    const { rowCount } = await rig.db.query('select from interactions where text_due_at > $1', [
      new Date(rig.clock.now()),
    ]);
    return rowCount;
  };
  await eventually('it is due later', async () => {
    await rig.clock.advance(10);
    return (await dueLater()) === 1;
  });
  const kept = await rig.db.query("select from callbacks where body like '%a secret%'");
  assert.equal(kept.rowCount, 1);
});
