// How the tests of an application use the sandbox: they wait for what a person gets, and do what a person does. With our SDK
// and Node's own test runner; in CI beside a gateway without carriers.
//
//   CUSTOMER_ID=… API_KEY=… node --test examples/sandbox.test.mjs
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trunkline } from './client.mjs';

const { messages, sandbox } = trunkline;

/** Each test has a number of its own, which nobody has written to: they do not see what others sent. The last three digits
 * choose what its phone does. */
const numberOf = (story) => `49151${String(Math.floor(Math.random() * 1e6)).padStart(6, '0')}${story}`;

const ready = (number) => ({
  phone_number: number,
  message_type: 'ARN',
  channels: [{ channel: 'rcs', fallback_time: 60 }, { channel: 'sms' }],
  message: {
    rcs: {
      template: 'text',
      parameters: { text: 'Your table is ready.' },
      suggestions: [{ type: 'reply', text: 'On my way', payload: 'table-7' }],
    },
    sms: { template: 'text', parameters: { text: 'Your table is ready.' } },
  },
});

test('who has RCS presses the button, and we hear which', async () => {
  const number = numberOf(100);
  const inbound = trunkline.inbound.follow({ everyMs: 100 });
  await inbound.skip();
  await messages.send(ready(number));
  const shown = await sandbox.waitForMessage(number);
  assert.deepEqual([shown.channel, shown.text], ['rcs', 'Your table is ready.']);
  await sandbox.tap(number);
  for await (const { phone_number, content } of inbound) {
    if (phone_number !== number) continue;
    assert.equal(content.end_user_action.postback_data, 'table-7');
    break;
  }
});

test('who has no RCS gets a text', async () => {
  const number = numberOf(901);
  const events = trunkline.events.follow({ everyMs: 100 });
  await events.skip();
  const { reference_id: reference } = await messages.send(ready(number));
  const { channel, text } = await sandbox.waitForMessage(number);
  assert.deepEqual([channel, text], ['sms', 'Your table is ready.']);
  for await (const { body } of events) {
    if (body?.reference_id === reference && body.status.code === 3000) break;
  }
});
