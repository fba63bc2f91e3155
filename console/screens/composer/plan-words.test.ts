import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planWords } from './plan-words.ts';

const sayTime = (at: string) => at.slice(11, 16);
const linesOf = (plan: Readonly<Record<string, unknown>>) => planWords(plan, sayTime).lines.map(({ text }) => text);

const RCS = {
  channel: 'rcs',
  sender: 'bakery@rbm.goog',
  carriers: [{ carrier: 'agent-1', state: 'up', first: true, parts: 1, alphabet: null }],
  capability: { known: true, in_vain: false },
  begins_on: '2026-01-01T12:00:00.000Z',
  gives_up_after: 600,
  followed_by: { channel: 'sms' },
};
const SMS = {
  channel: 'sms',
  sender: null,
  carriers: [
    { carrier: 'smsc-2', state: 'down', first: false, parts: 2, alphabet: 'gsm7' },
    { carrier: 'smsc-1', state: 'up', first: true, parts: 2, alphabet: 'gsm7' },
  ],
  capability: null,
  begins_on: '2026-01-01T12:10:00.000Z',
  gives_up_after: 86_400,
  followed_by: { code: 3039 },
};

test('the way that a message would go is told channel by channel', () => {
  const plan = { would: 'be_sent', code: 3001, description: 'Message in progress', stoppers: [], channels: [RCS, SMS] };
  const { headline, tone } = planWords(plan, sayTime);
  assert.equal(headline, 'It would be sent at once. Its status: Message in progress (3001).');
  assert.equal(tone, 'good');
  assert.deepEqual(linesOf(plan), [
    'RCS from bakery@rbm.goog, by agent-1. The device is known to show it. At once; SMS follows after 10 min.',
    'SMS with the sender that the carrier puts in, by smsc-1, else smsc-2 in 2 parts (gsm7). At the latest 12:10; given up after 1 d with 3039.',
  ]);
});

test('what stands in the way is told with what it does', () => {
  const stoppers = [
    { effect: 'refused', code: 3204, description: 'Too many', rule: 'per_number_per_minute', retry_after: 30 },
    { effect: 'waits', code: 3001, description: 'x', rule: 'quiet_hours', until: '2026-01-01T08:00:00.000Z' },
    { effect: 'skips_channel', code: 3055, description: 'Not supported', channel: 'rcs', rule: 'capability' },
  ];
  const plan = { would: 'be_refused', code: 3204, description: 'Too many', stoppers, channels: [] };
  assert.equal(planWords(plan, sayTime).headline, 'It would be refused. 3204: Too many');
  assert.deepEqual(linesOf(plan), [
    'Refused: Too many (3204), by the rule per_number_per_minute, after 30 s perhaps not.',
    'It waits: quiet hours, until 08:00.',
    'RCS is skipped: Not supported (3055), by the rule capability.',
  ]);
});

test('a look-up names its sources, a session its masks, a call what it speaks', () => {
  const lookUp = {
    would: 'be_answered',
    code: 300,
    description: 'Done',
    addons: {
      sim_swap: { code: null, sources: [{ source: 'operator', from_memory: false, state: 'up' }] },
      contact: { code: 2804, description: 'Not enabled', sources: [] },
    },
    most_cost: 0.02,
  };
  assert.deepEqual(linesOf(lookUp), [
    'sim_swap: asked of operator.',
    'contact: no source is asked, Not enabled (2804).',
    'All of it costs 0.02 at most.',
  ]);
  const mask = { pool: 'shared', countries: ['DE'], free: 12 };
  const session = {
    would: 'be_opened',
    code: 2700,
    description: 'Open',
    phone_number_1: { complete_phone_number: '4915112345601', mask },
    phone_number_2: { complete_phone_number: '4915112345602', mask: null },
  };
  assert.deepEqual(linesOf(session), [
    '4915112345601: a mask of DE from the shared numbers, of which 12 are free.',
    '4915112345602: no mask is free.',
  ]);
  const call = {
    would: 'be_sent',
    code: 103,
    description: 'x',
    call: { language: 'en-US', text: 'Hello', seconds: 21.5 },
  };
  assert.deepEqual(linesOf(call), ['The call speaks en-US, 21.5 s long: “Hello”']);
});
