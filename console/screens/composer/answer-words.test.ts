import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsOf, statusOf } from './answer-words.ts';

test('a look-up says what is known of the number, and what each add-on says', () => {
  const answer = {
    status: { code: 301, description: 'Partially completed' },
    phone_type: { code: '2', description: 'MOBILE' },
    carrier: { name: 'T-Mobile' },
    location: { city: null, country: { name: 'Germany' } },
    sim_swap: {
      swap_date: '2026-01-01',
      swap_time: null,
      risk_indicator: 4,
      status: { code: 2800, description: 'Done.' },
    },
    porting_status: { status: { code: 2811, description: 'Timed out.' } },
  };
  assert.equal(statusOf(answer)?.tone, 'warn');
  assert.deepEqual(
    partsOf(answer).map(({ name, status, words }) => [name, status?.tone ?? null, words]),
    [
      ['Number', null, 'MOBILE, T-Mobile, Germany'],
      ['sim swap', 'good', 'swap date 2026-01-01, risk indicator 4'],
      ['porting status', 'bad', ''],
    ],
  );
});

test('a session says by which number the other sees each', () => {
  const party = (number: string, mask: string) => ({ complete_phone_number: number, masked_id: mask });
  const data = { phone_number_1: party('4911', '4921'), phone_number_2: party('4912', '4922') };
  assert.deepEqual(
    partsOf({ session_data: data, status: { code: 2700, description: 'Open' } }).map(({ words }) => words),
    ['4911, for the other 4921', '4912, for the other 4922'],
  );
});

test('a capability says what the device shows', () => {
  const answer = {
    status: { code: 3060, description: 'Supported' },
    agent_id: 'a@rbm.goog',
    features: ['ACTION_DIAL'],
  };
  assert.equal(statusOf(answer)?.tone, 'good');
  assert.deepEqual(
    partsOf(answer).map(({ words }) => words),
    ['a@rbm.goog', 'action dial'],
  );
});
