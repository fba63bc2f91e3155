/**
 * The rarer troubles of a message, each with a story of the sandbox that brings it about (docs/sandbox.md): what RBM says
 * at the end of a time to live, withdrawals that fail, receipts that are under way, unknown or late.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { OmnichannelBody } from '../../src/engine/message/status-body.ts';
import { MINUTE_MS } from '../../src/lib/durations.ts';
import { cardThenText, startGateway, type TestGateway, textOnly } from '../support/gateway/gateway.ts';

/** One gateway for all stories of this file: each uses a number of its own. */
let service: TestGateway;
let nextNumber = 0;

function handset(ending: string): string {
  nextNumber += 1;
  return `491512${String(nextNumber).padStart(4, '0')}${ending}`;
}

function codes(body: Pick<OmnichannelBody, 'channel_status'>): string[] {
  return body.channel_status.map((each) => {
    const [channel, status] = Object.entries(each)[0] ?? ['', { code: 0 }];
    return `${channel} ${status.code}`;
  });
}

describe('troubles that a caller can rehearse', () => {
  before(async () => {
    service = await startGateway();
  });
  after(() => service.stop());

  for (const [ending, what, isWithdrawn, doubles] of [
    ['908', 'and was withdrawn: 3056, and the text goes out', true, 0],
    ['909', 'and could not be withdrawn: 3056, and the text may be a double', false, 1],
  ] as const) {
    test(`RBM says that the card has expired ${what}`, async () => {
      const number = handset(ending);
      const reference = await service.send(cardThenText(number, { fallbackTime: 60 }));
      await service.untilCarrierHas(number);
      await service.advance(MINUTE_MS / 2);
      const body = await service.untilStatus(reference, 3000);
      assert.deepEqual(codes(body), ['rcs 3056', 'sms 3000']);
      const [card, text] = await service.messagesOf(number);
      assert.equal(card?.withdrawn ?? false, isWithdrawn);
      assert.equal(text?.channel, 'sms');
      assert.equal(await service.possibleDoubles(reference), doubles);
    });
  }

  test('a withdrawal that fails: 3056, the text goes out, and is counted as a possible double', async () => {
    const number = handset('910');
    const reference = await service.send(cardThenText(number, { fallbackTime: 60 }));
    await service.untilCarrierHas(number);
    await service.advance(MINUTE_MS);
    const body = await service.untilStatus(reference, 3000);
    assert.deepEqual(codes(body), ['rcs 3056', 'sms 3000']);
    assert.equal(await service.possibleDoubles(reference), 1);
  });

  test('a card whose answers are all lost, and which RBM does not have: the text goes out after the time', async () => {
    const number = handset('920');
    const reference = await service.send(cardThenText(number, { fallbackTime: 20 }));
    const body = await service.untilStatus(reference, 3000);
    assert.deepEqual(codes(body), ['rcs 3056', 'sms 3000']);
    assert.deepEqual(
      (await service.messagesOf(number)).map(({ channel }) => channel),
      ['sms'],
    );
    assert.equal(await service.possibleDoubles(reference), 1, 'nobody can tell whether it had arrived');
  });

  test('a text that is under way is never final by that: 3001, then 3000', async () => {
    const number = handset('971');
    const reference = await service.send(textOnly(number));
    await service.untilCarrierHas(number);
    const body = await service.untilStatus(reference, 3000);
    assert.deepEqual(codes(body), ['sms 3000']);
    const told = await service.callbacksOf(reference, 1);
    assert.deepEqual(
      told.map((each) => [each.status.code, ...codes(each)]),
      [[3000, 'sms 3000']],
    );
  });

  test('a text of which nobody knows what became: 3039', async () => {
    const reference = await service.send(textOnly(handset('972')));
    const body = await service.untilStatus(reference, 3039);
    assert.deepEqual(codes(body), ['sms 3039']);
  });

  test('a receipt that comes after the message was given up: 3033, then 3000', async () => {
    const number = handset('973');
    const reference = await service.send(textOnly(number, { fallbackTime: 5 }));
    await service.untilCarrierHas(number);
    await service.advance(5_000);
    await service.untilStatus(reference, 3033);
    await service.advance(6_000);
    const body = await service.untilStatus(reference, 3000);
    assert.deepEqual(codes(body), ['sms 3000']);
    const told = await service.callbacksOf(reference, 2);
    assert.deepEqual(
      told.map((each) => each.status.code),
      [3033, 3000],
    );
  });
});
