import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storyOf, type Told } from './story.ts';

const DELIVERED = { code: 3000, description: 'Delivered' };
const EXPIRED = { code: 3033, description: 'Expired' };
const UNDER_WAY = { code: 3001, description: 'In progress' };

const rcs: Told['attempts'][number] = {
  channel: 'rcs',
  carrier: 'agent-1',
  state: 'done',
  status: DELIVERED,
  handed_over_on: '10:02',
  retry_on: null,
  updated_on: '10:03',
};
const sms = { ...rcs, channel: 'sms', carrier: 'smsc-1', handed_over_on: '10:04' } as const;
const message: Told = {
  status: DELIVERED,
  final_on: '10:05',
  waits_for: null,
  possible_doubles: 0,
  attempts: [rcs],
  callbacks: [],
};
const underWay = { ...message, status: UNDER_WAY, final_on: null };
const waiting = { ...rcs, state: 'ready', status: UNDER_WAY, handed_over_on: null } as const;

const STORIES: ReadonlyArray<readonly [Told, string]> = [
  [message, 'It was sent by RCS through agent-1 at 10:02: delivered.'],
  [
    { ...message, attempts: [{ ...rcs, status: EXPIRED }, sms], callbacks: [{ state: 'delivered', tries: 2 }] },
    'It was sent by RCS through agent-1 at 10:02, which ended at 10:03: Expired. ' +
      'Then it was sent as SMS through smsc-1 at 10:04: delivered. The application was told at try 2.',
  ],
  [
    { ...message, status: EXPIRED, attempts: [{ ...rcs, status: EXPIRED, handed_over_on: null }] },
    'It was not sent by RCS: Expired. It ended at 10:05: Expired.',
  ],
  [{ ...underWay, send_at: '11:00', attempts: [{ ...waiting, retry_on: '11:00' }] }, 'It is to be sent at 11:00.'],
  [
    { ...underWay, send_at: '09:00', attempts: [{ ...waiting, retry_on: '11:00' }] },
    'It was to be sent by RCS, and is tried at 11:00.',
  ],
  [{ ...underWay, attempts: [] }, 'It was accepted, and no channel has begun.'],
  [
    { ...underWay, waits_for: 'agent-1', attempts: [waiting] },
    'It was to be sent by RCS. It waits for room at agent-1.',
  ],
  [{ ...underWay, attempts: [{ ...waiting, retry_on: '10:09' }] }, 'It was to be sent by RCS, and is tried at 10:09.'],
  [
    { ...underWay, attempts: [{ ...rcs, state: 'submitted', status: UNDER_WAY }] },
    'It was sent by RCS through agent-1 at 10:02; what became of it is not known yet.',
  ],
  [
    { ...underWay, attempts: [{ ...rcs, state: 'withdrawing', status: UNDER_WAY }] },
    'It was sent by RCS through agent-1 at 10:02; its time is over, and it is being taken back.',
  ],
  [
    {
      ...message,
      possible_doubles: 1,
      attempts: [{ ...rcs, carrier: null }],
      callbacks: [{ state: 'given_up', tries: 9 }],
    },
    'It was sent by RCS at 10:02: delivered. It was sent again although it may have arrived. ' +
      'The application did not take a callback, and it was given up.',
  ],
  [
    {
      ...message,
      callbacks: [
        { state: 'delivered', tries: 1 },
        { state: 'pending', tries: 0 },
      ],
    },
    'It was sent by RCS through agent-1 at 10:02: delivered. The application has not been told everything yet.',
  ],
  [
    {
      ...message,
      callbacks: [
        { state: 'not_sent', tries: 0 },
        { state: 'delivered', tries: 1 },
      ],
    },
    'It was sent by RCS through agent-1 at 10:02: delivered. The application was told at the first try.',
  ],
];

for (const [told, story] of STORIES) {
  test(`a message is told of: ${story}`, () =>
    assert.equal(
      storyOf(told, (at) => at),
      story,
    ));
}
