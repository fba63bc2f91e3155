import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storyOf, type Told, whatToTell } from './story.ts';

const DELIVERED = { code: 3000, description: 'Delivered' };
const EXPIRED = { code: 3033, description: 'Message expired before delivery' };
const UNDER_WAY = { code: 3001, description: 'Message in progress' };
const TAKEN_BACK = { code: 3007, description: 'Message was taken back' };

const PART = { n: 1, state: 'delivered', remote_id: 'x', in_doubt: false } as const;

const rcs: Told['attempts'][number] = {
  channel: 'rcs',
  carrier: 'agent-1',
  state: 'done',
  status: DELIVERED,
  reason: null,
  handed_over_on: '10:02',
  deadline_on: null,
  retry_on: null,
  updated_on: '10:03',
  parts: [PART],
};
const sms = { ...rcs, channel: 'sms', carrier: 'smsc-1', handed_over_on: '10:04', updated_on: '10:04' } as const;
const expired = { ...sms, status: EXPIRED, parts: [{ ...PART, state: 'failed' as const }] };
const message: Told = {
  kind: 'omnichannel',
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
  [message, 'It was sent by RCS through agent-1 at 10:02, and arrived at 10:03.'],
  [
    {
      ...message,
      attempts: [{ ...rcs, status: { code: 3055, description: '' } }, sms],
      callbacks: [{ state: 'delivered', tries: 2 }],
    },
    'It was sent by RCS through agent-1 at 10:02, but the phone is not reached that way. ' +
      'Then it was sent as SMS through smsc-1 at 10:04, and arrived. The application was told at try 2.',
  ],
  [
    { ...message, status: EXPIRED, attempts: [{ ...expired, handed_over_on: null }] },
    'It was not sent as SMS, and its time ran out before it could be delivered.',
  ],
  [
    { ...message, status: EXPIRED, attempts: [{ ...rcs, status: { code: 3055, description: '' } }, expired] },
    'It was sent by RCS through agent-1 at 10:02, but the phone is not reached that way. Then it was sent as SMS through ' +
      'smsc-1 at 10:04, and its time ran out before it could be delivered. So it did not arrive.',
  ],
  [
    { ...message, status: EXPIRED, attempts: [{ ...expired, parts: [{ ...PART, state: 'accepted' }] }] },
    'It was sent as SMS through smsc-1 at 10:04, and the carrier took it, but never said whether it arrived.',
  ],
  [
    { ...message, status: TAKEN_BACK, attempts: [expired] },
    'It was sent as SMS through smsc-1 at 10:04, and its time ran out before it could be delivered. It ended at 10:05: ' +
      'Message was taken back.',
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
    'It was sent by RCS at 10:02, and arrived at 10:03. It may have arrived twice. ' +
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
    'It was sent by RCS through agent-1 at 10:02, and arrived at 10:03. The application has not been told everything yet.',
  ],
  [
    { ...message, kind: 'code_text', attempts: [sms], callbacks: [{ state: 'delivered', tries: 1 }] },
    'The code was sent as SMS through smsc-1 at 10:04, and arrived. The application was told at the first try.',
  ],
  [
    {
      ...message,
      attempts: [{ ...sms, status: { code: 3999, description: 'Something new' } }],
      status: { code: 3999, description: 'Something new' },
    },
    'It was sent as SMS through smsc-1 at 10:04, which ended: Something new.',
  ],
];

const say = (at: string) => at;

for (const [told, story] of STORIES) {
  test(`a message is told of: ${story}`, () => assert.equal(storyOf(told, { say, namesCarriers: true }), story));
}

test('who knows no carriers is told without their names', () => {
  const told = {
    ...underWay,
    waits_for: 'agent-1',
    attempts: [{ ...rcs, status: { code: 3042, description: '' } }, waiting],
  };
  assert.equal(
    storyOf(told, { say, namesCarriers: false }),
    'It was sent by RCS at 10:02, and the carrier refused it. Then it was to be sent by RCS. It waits until the network ' +
      'has room for it.',
  );
});

test('what may be told to the person says whether something has to be done', () => {
  const tell = (told: Told) => whatToTell(told, say);
  assert.match(tell(message), /^It is on the phone\./);
  assert.match(tell({ ...underWay, attempts: [waiting] }), /has not left yet/);
  assert.match(tell({ ...underWay, attempts: [{ ...rcs, state: 'submitted' }] }), /on its way/);
  assert.match(tell({ ...underWay, send_at: '11:00', attempts: [{ ...waiting, retry_on: '11:00' }] }), /at 11:00/);
  assert.match(tell({ ...message, status: EXPIRED, attempts: [expired] }), /off or without network/);
  assert.match(tell({ ...message, status: TAKEN_BACK, attempts: [expired] }), /taken back by who sent it/);
  // It arrived before the last channel failed.
  assert.match(tell({ ...message, attempts: [rcs, expired] }), /^It is on the phone\./);
});
