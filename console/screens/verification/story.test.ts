import assert from 'node:assert/strict';
import { test } from 'node:test';
import { methodStateOf, stateOf, storyOf, type Told } from './story.ts';

const sms: Told['methods'][number] = {
  method: 'sms',
  state: 'ONGOING',
  code: 3901,
  description: 'Request in progress',
  tried_on: '10:00',
};
const call = { ...sms, method: 'voice', tried_on: '10:01' };
const later = { ...call, state: 'CREATED', code: null, description: null, tried_on: null };
const failed = { ...sms, state: 'FAILED', code: 3056, description: 'Fallback time has passed' };
const running: Told = {
  state: 'ONGOING',
  wrong_codes: 0,
  ends_on: '10:05',
  final_on: null,
  send_at: null,
  methods: [sms, later],
};

const STORIES: ReadonlyArray<readonly [Told, string]> = [
  [
    running,
    'The code was sent as SMS at 10:00; whether it arrived is not known yet. If need be it goes out by a call next. ' +
      'The code is valid until 10:05.',
  ],
  [
    { ...running, wrong_codes: 1, methods: [{ ...sms, code: 3000 }] },
    'The code was sent as SMS at 10:00, and arrived. The code is valid until 10:05. One wrong code was tried.',
  ],
  [
    {
      ...running,
      state: 'VERIFIED',
      final_on: '10:02',
      wrong_codes: 2,
      methods: [failed, { ...call, state: 'VERIFIED' }],
    },
    'The code was sent as SMS at 10:00, which came to nothing: Fallback time has passed. Then the code was sent by a call ' +
      'at 10:01. The right code came back at 10:02. 2 wrong codes were tried.',
  ],
  [
    { ...running, state: 'FAILED', final_on: '10:05', methods: [failed] },
    'The code was sent as SMS at 10:00, which came to nothing: Fallback time has passed. No right code came back, and it ' +
      'ended at 10:05.',
  ],
  [
    {
      ...running,
      state: 'FAILED',
      final_on: '10:03',
      wrong_codes: 3,
      methods: [{ ...sms, state: 'FAILED', description: null }],
    },
    'The code was sent as SMS at 10:00, which came to nothing. It ended at 10:03 with the third wrong code.',
  ],
  [
    {
      ...running,
      state: 'REJECTED',
      final_on: '10:00',
      methods: [
        { ...later, method: 'email', state: 'SKIPPED', code: 3200, description: 'Method is not available here' },
        { ...later, method: 'sms', state: 'REJECTED', code: 3052, description: 'Message blocked by your request' },
      ],
    },
    'It cannot be sent by email here: Method is not available here. Then the code was not sent as SMS: Message blocked by ' +
      'your request. Nothing was sent, and it ended at 10:00.',
  ],
  [
    { ...running, state: 'CANCELED', final_on: '10:01', methods: [{ ...sms, state: 'CANCELED' }] },
    'The code was sent as SMS at 10:00, and was under way when it was taken back. Its caller took it back at 10:01.',
  ],
  [{ ...running, send_at: '11:00', methods: [later] }, 'Its code is to be sent at 11:00.'],
];

for (const [told, story] of STORIES) {
  test(`a verification is told of: ${story}`, () =>
    assert.equal(
      storyOf(told, (at) => at),
      story,
    ));
}

test('a state is said in words, also one that this page does not know', () => {
  assert.deepEqual(stateOf('VERIFIED'), ['Verified', 'good']);
  assert.deepEqual(stateOf('NEW'), ['NEW', 'calm']);
  assert.deepEqual(methodStateOf({ state: 'ONGOING', code: 3000 }), ['Arrived', 'good']);
  assert.deepEqual(methodStateOf({ state: 'CREATED', code: null }), ['Not tried', 'calm']);
});
