/** STOP, START and HELP, as a person with a handset meets them. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { cardThenText, startGateway, type TestGateway, textOnly } from '../support/gateway/gateway.ts';

let service: TestGateway;

describe('STOP, START and HELP', () => {
  before(async () => {
    service = await startGateway();
  });
  after(() => service.stop());

  test('STOP blocks marketing on all channels, is confirmed once, and leaves codes alone; START undoes it', async () => {
    const number = '4915112000300';
    const first = await service.send(textOnly(number, { messageType: 'MKT' }));
    await service.untilStatus(first, 3000);
    const sender = (await service.messagesOf(number))[0]?.from ?? '';
    assert.notEqual(sender, '');

    await service.reply(number, sender, ' Stop. ');
    await service.until('the confirmation arrives', async () => (await service.messagesOf(number)).length === 2);
    await service.reply(number, sender, 'STOP');

    const blocked = await service.send(cardThenText(number, { messageType: 'MKT' }));
    const body = await service.untilStatus(blocked, 3046);
    assert.deepEqual(
      body.channel_status.map((each) => Object.keys(each)[0]),
      ['rcs', 'sms'],
    );
    const [told] = await service.callbacksOf(blocked, 1);
    assert.equal(told?.status.code, 3046);

    const code = await service.send(textOnly(number, { messageType: 'OTP', text: 'Your code is 12345' }));
    await service.untilStatus(code, 3000);

    await service.reply(number, sender, 'start');
    await service.until('the block is lifted', async () => (await service.messagesOf(number)).length === 4);
    const again = await service.send(textOnly(number, { messageType: 'MKT' }));
    await service.untilStatus(again, 3000);
    // First text, one confirmation for two STOPs, the code, the answer to START, the last text.
    assert.equal((await service.messagesOf(number)).length, 5);
  });

  test('HELP is answered and changes nothing', async () => {
    const number = '4915112000301';
    const first = await service.send(textOnly(number, { messageType: 'MKT' }));
    await service.untilStatus(first, 3000);
    const sender = (await service.messagesOf(number))[0]?.from ?? '';
    await service.reply(number, sender, 'help');
    await service.until('it is answered', async () => (await service.messagesOf(number)).length === 2);
    const second = await service.send(textOnly(number, { messageType: 'MKT' }));
    await service.untilStatus(second, 3000);
  });
});
