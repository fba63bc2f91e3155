/** People at simulated handsets who answer by themselves: a text, STOP, the press of a button (docs/sandbox.md). */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { SANDBOX_AGENT } from '../../src/sandbox/sandbox.ts';
import { cardThenText, startGateway, type TestGateway, textOnly } from '../support/gateway/gateway.ts';

interface CameIn {
  readonly channel: string;
  readonly from: string;
  readonly to: string;
  readonly meaning: string;
  readonly text?: string;
}

/** One gateway for all stories of this file: each uses a number of its own. */
let service: TestGateway;
let nextNumber = 0;

function handset(ending: string): string {
  nextNumber += 1;
  return `491513${String(nextNumber).padStart(4, '0')}${ending}`;
}

/** What came in from a handset, as an operator sees it. */
async function cameFrom(number: string): Promise<CameIn[]> {
  const answer = await service.operate('GET', '/inbound-texts?full=true&limit=500');
  return (answer.body as { texts: CameIn[] }).texts.filter(({ from }) => from === number);
}

/** Sends, and moves the clock to the answer, which does not come before its time. */
async function answerOf(number: string, message: object): Promise<CameIn> {
  await service.send(message);
  await service.until('the handset has it', async () => (await service.messagesOf(number)).length > 0);
  await service.advance(1_000);
  assert.deepEqual(await cameFrom(number), []);
  return service.until('the answer has come', async () => (await cameFrom(number))[0]);
}

describe('a person who', () => {
  before(async () => {
    service = await startGateway();
  });
  after(() => service.stop());

  test('has RCS and replies: the text comes in from the number to the agent, once', async () => {
    const number = handset('980');
    const { channel, to, meaning, text } = await answerOf(number, cardThenText(number));
    assert.deepEqual([channel, to, meaning, text], ['rcs', SANDBOX_AGENT, 'other', 'Yes, please']);
    await service.advance(60_000);
    assert.equal((await cameFrom(number)).length, 1);
  });

  test('has no RCS and replies: the text comes in by SMS, to the sender of the text', async () => {
    const number = handset('981');
    const { channel, to, text } = await answerOf(number, cardThenText(number));
    const [got] = await service.messagesOf(number);
    assert.deepEqual([channel, to, text], ['sms', got?.from, 'Yes, please']);
  });

  for (const [ending, channel] of [
    ['983', 'rcs'],
    ['984', 'sms'],
  ] as const) {
    test(`says STOP by ${channel}: marketing is blocked from then on, a code is not`, async () => {
      const number = handset(ending);
      const cameIn = await answerOf(number, cardThenText(number, { messageType: 'MKT' }));
      assert.deepEqual([cameIn.channel, cameIn.meaning], [channel, 'stop']);
      const status = await service.until('the block counts', async () => {
        const reference = await service.send(textOnly(number, { messageType: 'MKT' }));
        const { status } = await service.status(reference);
        return status.code === 3046 && status;
      });
      assert.equal(status.code, 3046);
      await service.untilStatus(await service.send(textOnly(number, { messageType: 'OTP' })), 3000);
    });
  }
});
