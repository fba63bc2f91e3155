import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kindName, storyOf, type Told } from './words.ts';

const text: Told = {
  kind: 'text',
  meaning: 'other',
  channel: 'sms',
  carrier: 'smsc-1',
  customer_id: 'ACME',
  received_on: '10:00',
  reply: null,
  details: null,
  callbacks: [{ state: 'delivered' }],
};
const reply = { reference_id: '0190', status: { code: 3000, description: 'Delivered' } };

const STORIES: ReadonlyArray<readonly [Told, string]> = [
  [text, 'A text came in as SMS through smsc-1 at 10:00. The application was told.'],
  [
    { ...text, meaning: 'stop', reply, callbacks: [] },
    'A text came in as SMS through smsc-1 at 10:00. It was read as STOP: nothing more is sent to the number from there. ' +
      'Something was said back: delivered. The application was told by no callback; it can list what came.',
  ],
  [
    { ...text, customer_id: null, meaning: 'help', callbacks: [] },
    'A text came in as SMS through smsc-1 at 10:00. It was read as a question for help. Nothing was said back. It was sent ' +
      'to a number or sender that belongs to no account, so nobody was told.',
  ],
  [
    { ...text, kind: 'tap', channel: 'rcs', details: { pressed: null }, callbacks: [{ state: 'pending' }] },
    'Somebody pressed a button, which came in by RCS through smsc-1 at 10:00. It is not known of which message the button ' +
      'was. The application has not been told yet.',
  ],
  [
    { ...text, meaning: 'incomplete', callbacks: [{ state: 'given_up' }] },
    'A text came in as SMS through smsc-1 at 10:00. Parts of it never came; what is there is what came. The application ' +
      'did not take the callback that told of it.',
  ],
];

for (const [told, story] of STORIES) {
  test(`what somebody sent is told of: ${story}`, () =>
    assert.equal(
      storyOf(told, (at) => at),
      story,
    ));
}

test('each kind has a name', () => assert.equal(kindName('location'), 'Place'));
