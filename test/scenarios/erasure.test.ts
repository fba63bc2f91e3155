/**
 * A number that has had messages by both channels, has answered and said STOP, and was looked up, is erased: nothing names
 * it any more.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { FORGOTTEN_WITHIN_MS } from '../../src/engine/look-ups/forget-erased.ts';
import { cardThenText, startGateway, type TestGateway, textOnly } from '../support/gateway/gateway.ts';
import { placesOfDigits } from '../support/postgres/places-of-digits.ts';

/** Not on RCS (story 901), so that the text goes out as well. */
const NUMBER = '4915112345901';

const LOOK_UP_PLACES = [
  ...['look_ups.number', 'look_ups.answer', 'look_ups.external_id', 'consents.number'],
  ...['idempotency_keys.body', 'idempotency_keys.key'],
];

let service: TestGateway;

interface LookedUp {
  readonly reference_id: string;
  readonly contact: { readonly last_name: string };
}

interface Evidence {
  readonly add_ons: ReadonlyArray<{ readonly age_ms: number }>;
}

let asked = 0;

async function lookUpAll(): Promise<LookedUp> {
  asked += 1;
  const body = {
    addons: { contact: {}, call_forward_detection: {} },
    consent: { method: 'web form', timestamp: '2026-01-05T10:00:00Z' },
    external_id: `caller of ${NUMBER}`,
  };
  const headers = { 'idempotency-key': `${NUMBER}-${asked}` };
  return (await service.call('POST', `/v1/phoneid/${NUMBER}`, body, headers)).body as LookedUp;
}

describe('erasing a number', () => {
  before(async () => {
    service = await startGateway();
  });
  after(() => service.stop());

  test('leaves nothing of it but a block under another name', async () => {
    const card = await service.send(cardThenText('4915112345555', { messageType: 'MKT' }));
    await service.untilStatus(card, 3000);
    const first = await service.send(cardThenText(NUMBER, { messageType: 'MKT' }));
    await service.untilStatus(first, 3000);
    const sender = (await service.messagesOf(NUMBER))[0]?.from ?? '';
    await service.reply(NUMBER, sender, 'My address is 5 High Street');
    await service.reply(NUMBER, sender, 'STOP');
    await service.until('it is confirmed', async () => (await service.messagesOf(NUMBER)).length === 2);
    await service.reply('4915112345555', sender, 'Hello');
    await service.callbacksOf(first, 2);
    const lookUp = await lookUpAll();
    assert.equal(lookUp.contact.last_name, 'Schmidt');
    const before = await placesOfDigits(service.gateway.db, NUMBER);
    for (const place of [
      'messages.recipient',
      'inbound_texts.sender',
      'opt_outs.recipient',
      'inbox.body',
      ...LOOK_UP_PLACES,
    ]) {
      assert.ok(before.includes(place), `${place} is not among ${before}`);
    }
    const usage = (await service.operate('GET', '/usage')).body;

    const asked = await service.operate('POST', '/erasures', { number: NUMBER });
    assert.equal(asked.status, 202);
    const { id } = asked.body as { id: string };
    await service.until('it is done', async () => {
      const { state } = (await service.operate('GET', `/erasures/${id}`)).body as { state: string };
      if (state === 'waiting') await service.advance(5_000);
      return state === 'done';
    });

    assert.deepEqual(await placesOfDigits(service.gateway.db, NUMBER), []);
    assert.deepEqual(await placesOfDigits(service.gateway.db, 'Schmidt'), [], 'whose it was is gone, too');
    assert.deepEqual((await service.operate('GET', '/usage')).body, usage, 'what was used stands');
    const shown = await service.operate('GET', `/look-ups/${lookUp.reference_id}`);
    assert.equal(shown.status, 200, 'that it was looked up stands');
    await service.advance(FORGOTTEN_WITHIN_MS);
    await service.until('no node remembers what it was told before', async () => {
      const again = await lookUpAll();
      const { add_ons: asked } = (await service.operate('GET', `/look-ups/${again.reference_id}`)).body as Evidence;
      assert.equal(asked.length, 2);
      return asked.every(({ age_ms: age }) => age < FORGOTTEN_WITHIN_MS);
    });
    assert.equal((await service.status(first)).status.code, 3000);
    const blocked = await service.send(textOnly(NUMBER, { messageType: 'MKT' }));
    await service.untilStatus(blocked, 3046);
    assert.ok((await placesOfDigits(service.gateway.db, '4915112345555')).length > 0, 'another number stays');
  });
});
