/**
 * Every row of the contract's table of what happens on a channel, from the caller's request to the handset: HTTP in,
 * simulated operators out, time moved by hand.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { OmnichannelBody } from '../../src/engine/message/status-body.ts';
import { MINUTE_MS } from '../../src/lib/durations.ts';
import { cardThenText, startGateway, type TestGateway, textOnly } from '../support/gateway/gateway.ts';

/** One gateway for all stories of this file: each uses a number of its own. */
let service: TestGateway;

let nextNumber = 0;

/** A number that no other test uses, with the story that its ending chooses. */
function handset(ending: string): string {
  nextNumber += 1;
  return `491511${String(nextNumber).padStart(4, '0')}${ending}`;
}

function codes(body: Pick<OmnichannelBody, 'channel_status'>): string[] {
  return body.channel_status.map((each) => {
    const [channel, status] = Object.entries(each)[0] ?? ['', { code: 0 }];
    return `${channel} ${status.code}`;
  });
}

describe('what happens on a channel', () => {
  before(async () => {
    service = await startGateway();
  });
  after(() => service.stop());

  describe('a card that arrives', () => {
    test('is delivered, with its button, and nothing is sent by SMS', async () => {
      const number = handset('100');
      const reference = await service.send(cardThenText(number));
      const body = await service.untilStatus(reference, 3000);
      assert.equal(body.status.last_channel, 'rcs');
      assert.deepEqual(codes(body), ['rcs 3000']);
      const [card, ...others] = await service.messagesOf(number);
      assert.equal(others.length, 0);
      assert.equal(card?.channel, 'rcs');
      assert.deepEqual(card?.card, {
        orientation: 'VERTICAL',
        media_url: 'https://example.com/image.jpg',
        button: { text: 'Call us', phone_number: '4930123456', payload: 'payload-1' },
      });
    });

    test('and is read: 3000, then 3005, on its channel and overall', async () => {
      const reference = await service.send(cardThenText(handset('907')));
      const body = await service.untilStatus(reference, 3005);
      assert.deepEqual(codes(body), ['rcs 3005']);
      assert.equal(body.status.description, 'Message is read');
      const told = await service.callbacksOf(reference, 2);
      assert.deepEqual(
        told.map((each) => [each.status.code, ...codes(each)]),
        [
          [3000, 'rcs 3000'],
          [3005, 'rcs 3005'],
        ],
      );
    });
  });

  describe('a card that does not arrive', () => {
    test('on a handset without RCS: 3055, and the text at once', async () => {
      const number = handset('901');
      const reference = await service.send(cardThenText(number));
      const body = await service.untilStatus(reference, 3000);
      assert.equal(body.status.last_channel, 'sms');
      assert.deepEqual(codes(body), ['rcs 3055', 'sms 3000']);
      const messages = await service.messagesOf(number);
      assert.deepEqual(
        messages.map((message) => [message.channel, message.text]),
        [['sms', 'Call us on +4930123456']],
      );
    });

    test('in time: it is withdrawn, 3056, and the text follows', async () => {
      const number = handset('902');
      const reference = await service.send(cardThenText(number, { fallbackTime: 60 }));
      await service.untilCarrierHas(number);
      await service.advance(MINUTE_MS - 1_000);
      assert.equal((await service.status(reference)).status.code, 3001, 'not before its time');
      const body = await service.untilStatus(reference, 3000);
      assert.deepEqual(codes(body), ['rcs 3056', 'sms 3000']);
      const [card, text] = await service.messagesOf(number);
      assert.equal(card?.withdrawn, true);
      assert.equal(text?.channel, 'sms');
    });

    test('in time, but the operator says that it was delivered: no text, 3000 with the receipt', async () => {
      const number = handset('903');
      const reference = await service.send(cardThenText(number, { fallbackTime: 60 }));
      await service.untilCarrierHas(number);
      await service.advance(MINUTE_MS);
      const body = await service.untilStatus(reference, 3000);
      assert.deepEqual(codes(body), ['rcs 3000']);
      const told = await service.callbacksOf(reference, 2);
      assert.deepEqual(
        told.map((each) => [each.status.code, ...codes(each)]),
        [
          [3001, 'rcs 3056'],
          [3000, 'rcs 3000'],
        ],
      );
      assert.equal((await service.messagesOf(number)).length, 1);
    });

    test('in time, is withdrawn, and arrives all the same: both channels say 3000, the first one last', async () => {
      const number = handset('904');
      const reference = await service.send(cardThenText(number, { fallbackTime: 60 }));
      await service.untilCarrierHas(number);
      await service.advance(MINUTE_MS);
      await service.untilStatus(reference, 3000);
      const body = await service.until('both are delivered', async () => {
        const status = await service.status(reference);
        return codes(status).join() === 'rcs 3000,sms 3000' && status;
      });
      assert.equal(body.status.last_channel, 'sms');
    });
  });

  describe('a card on the last channel that no receipt comes for', () => {
    const alone = (number: string) => ({ ...cardThenText(number), channels: [{ channel: 'rcs', fallback_time: 5 }] });

    test('in time: it is taken back, however short the time, and given up with 3033', async () => {
      const number = handset('902');
      const reference = await service.send(alone(number));
      await service.untilCarrierHas(number);
      const body = await service.untilStatus(reference, 3033);
      assert.deepEqual(codes(body), ['rcs 3033']);
      const [card, ...others] = await service.messagesOf(number);
      assert.deepEqual([card?.withdrawn, others.length], [true, 0]);
    });

    test('in time, but the operator says that it was delivered: 3000', async () => {
      const reference = await service.send(alone(handset('903')));
      await service.untilStatus(reference, 3000);
      const told = await service.callbacksOf(reference, 2);
      assert.deepEqual(
        told.map((each) => [each.status.code, ...codes(each)]),
        [
          [3001, 'rcs 3033'],
          [3000, 'rcs 3000'],
        ],
      );
    });
  });

  test('one text for both channels goes out as RCS text, and by SMS where RCS does not reach', async () => {
    for (const [ending, channel] of [
      ['100', 'rcs'],
      ['901', 'sms'],
    ] as const) {
      const number = handset(ending);
      const message = { default: { template: 'text', parameters: { text: 'Ready at 17:00' } } };
      await service.untilStatus(await service.send({ ...cardThenText(number), message }), 3000);
      assert.deepEqual(
        (await service.messagesOf(number)).map((each) => [each.channel, each.text]),
        [[channel, 'Ready at 17:00']],
      );
    }
  });

  describe('an operator that is busy or silent', () => {
    test('RBM answers 429 for 3 s: 3041, then delivered', async () => {
      const reference = await service.send(cardThenText(handset('905')));
      await service.until('it is busy', async () => codes(await service.status(reference))[0] === 'rcs 3041');
      const body = await service.untilStatus(reference, 3000);
      assert.deepEqual(codes(body), ['rcs 3000']);
    });

    test('RBM takes it and the answer is lost: it is sent again under its id and arrives once', async () => {
      const number = handset('906');
      const reference = await service.send(cardThenText(number));
      const body = await service.untilStatus(reference, 3000);
      assert.deepEqual(codes(body), ['rcs 3000']);
      assert.equal((await service.messagesOf(number)).length, 1);
      assert.equal(await service.possibleDoubles(reference), 0);
    });

    test('the SMSC throttles for 3 s: 3041, then delivered', async () => {
      const reference = await service.send(textOnly(handset('912')));
      await service.until('it is busy', async () => codes(await service.status(reference))[0] === 'sms 3041');
      const body = await service.untilStatus(reference, 3000);
      assert.deepEqual(codes(body), ['sms 3000']);
    });

    for (const messageType of ['OTP', 'ARN'] as const) {
      test(`the answer to a text of type ${messageType} is lost: it is sent again, delivered and counted`, async () => {
        const number = handset('918');
        const reference = await service.send(textOnly(number, { messageType }));
        await service.untilStatus(reference, 3000);
        assert.equal(await service.possibleDoubles(reference), 1);
      });
    }

    test('the answer to a text of type MKT is lost: it is not sent again', async () => {
      const number = handset('918');
      const reference = await service.send(textOnly(number, { messageType: 'MKT' }));
      const body = await service.until('it is decided', async () => {
        const status = await service.status(reference);
        return status.status.code !== 3001 && status;
      });
      // The operator took it: its receipt may come before or after the policy has spoken.
      assert.ok([3000, 3039].includes(body.status.code), `${body.status.code}`);
      assert.equal((await service.messagesOf(number)).length, 1);
      assert.equal(await service.possibleDoubles(reference), 0);
    });
  });

  describe('a text', () => {
    for (const [ending, code, what] of [
      ['911', 3042, 'is refused by the operator'],
      ['913', 3003, 'is undeliverable'],
      ['914', 3033, 'expires'],
      ['915', 3042, 'is rejected by receipt'],
      ['990', 3003, 'and its card both fail'],
    ] as const) {
      test(`${what}: ${code}`, async () => {
        const reference = await service.send(cardThenText(handset(ending)));
        const body = await service.untilStatus(reference, code);
        assert.deepEqual(codes(body), ['rcs 3055', `sms ${code}`]);
        assert.equal(body.status.last_channel, 'sms');
      });
    }

    for (const [ending, what] of [
      ['916', 'whose receipt comes before the answer'],
      ['919', 'whose id is hex in the answer and decimal in the receipt'],
    ] as const) {
      test(`${what} is delivered`, async () => {
        const number = handset(ending);
        const reference = await service.send(textOnly(number));
        await service.untilStatus(reference, 3000);
        assert.equal((await service.messagesOf(number)).length, 1);
      });
    }

    test('without any receipt is given up after its time: 3033', async () => {
      const number = handset('917');
      const reference = await service.send(textOnly(number, { fallbackTime: 120 }));
      await service.untilCarrierHas(number);
      await service.advance(119_000);
      assert.equal((await service.status(reference)).status.code, 3001);
      await service.untilStatus(reference, 3033);
    });

    test('in several parts and in every alphabet arrives whole', async () => {
      for (const text of [
        `${'Lange Nachricht mit € und {Klammern} '.repeat(12)}Ende`,
        `Привет, ${'мир '.repeat(60)}🙂`,
      ]) {
        const number = handset('200');
        const reference = await service.send(textOnly(number, { text }));
        await service.untilStatus(reference, 3000);
        assert.deepEqual(
          (await service.messagesOf(number)).map((message) => message.text),
          [text],
        );
      }
    });
  });
});
