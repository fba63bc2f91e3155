import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startEngine } from '../../../test/support/engine/engine.ts';
import { ScriptedCarrier } from '../../../test/support/engine/scripted-carrier.ts';
import type { Content } from '../../carriers/carrier.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { newestWithPayload } from './payload-messages.ts';

const PERSON = '5491123456789';

function card(dialPayload: string): Content {
  return {
    type: 'rcs_dial_card',
    orientation: 'VERTICAL',
    mediaUrl: 'https://a.example/a.jpg',
    dialText: 'Call',
    phoneNumberToDial: '4930123456',
    dialPayload,
  };
}

test('a button belongs to the newest message of the account to that number that has its payload', async (t) => {
  const { engine, context, clock, db } = await startEngine(t, [new ScriptedCarrier('rcs-1', 'rcs')]);
  const send = async (content: Content, change: { accountId?: string; recipient?: string } = {}) => {
    const id = context.ids.next();
    await engine.accept({
      id,
      accountId: 'A',
      kind: 'omnichannel',
      recipient: PERSON,
      messageType: 'ARN',
      externalId: null,
      callback: null,
      optOutApplies: false,
      plan: [{ channel: 'rcs', fallbackAfterMs: 60_000, sender: null, content }],
      ...change,
    });
    return id;
  };
  let later = 0;
  const find = (payload: string, change: { accountId?: string; recipient?: string } = {}) =>
    newestWithPayload(db, { accountId: 'A', recipient: PERSON, payload, ...change }, clock.now() + later);
  await send(card('yes'));
  const newest = await send(card('yes'));
  const other = await send(card('no'));
  const tagged = await send({
    type: 'rcs_text',
    text: 'Well?',
    suggestions: [{ type: 'reply', text: 'Maybe', payload: ' maybe ' }],
  });
  await send({ type: 'rcs_text', text: 'no button' });
  await send(card('yes'), { recipient: '4915112345678' });
  const ofOther = await send(card('yes'), { accountId: 'B' });
  assert.equal(await find('yes'), newest);
  assert.equal(await find('no'), other);
  assert.equal(await find(' maybe '), tagged, 'exactly as it was given');
  assert.equal(await find('maybe'), null);
  assert.equal(await find('yes', { recipient: '541123456789' }), newest, 'the other form of the number');
  assert.equal(await find('yes', { accountId: 'B' }), ofOther);
  assert.equal(await find('yes', { accountId: 'C' }), null);
  assert.equal(await find(''), null);
  for (let count = 0; count < 45; count += 1) await send(card(`filler ${count}`));
  assert.equal(await find('yes'), newest, 'behind many others');
  later = 10 * DAY_MS;
  assert.equal(await find('yes'), newest, 'of another week');
  const { rows } = await db.query<{ marked: string }>('select count(*) as marked from messages where has_payload');
  assert.equal(Number(rows[0]?.marked), 51, 'a message without buttons costs no index entry');
});
