import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outlookText, poolTone, replyText, stoppedText } from './words.ts';

const POOL = {
  customer_id: null,
  country: 'DE',
  numbers: 10,
  retired: 0,
  parties: 3,
  live: 6,
  resting: 1,
  free: 23,
  least_free: 4,
  fullest_percent: 60,
};

test('a pool says what its busiest party has left, and when it runs short', () => {
  assert.equal(outlookText(POOL), '4 more sessions for the busiest party.');
  assert.equal(
    outlookText({ ...POOL, least_free: 1, fullest_percent: 90 }),
    '1 more session for the busiest party: bring in numbers soon.',
  );
  assert.equal(
    outlookText({ ...POOL, least_free: 0, fullest_percent: 100 }),
    'The busiest party gets no further session.',
  );
  assert.equal(outlookText({ ...POOL, numbers: 0 }), 'No mask is given to new sessions.');
});

test('a pool is coloured by its busiest party', () => {
  assert.deepEqual(
    [60, 80, 100].map((percent) => poolTone({ numbers: 10, fullest_percent: percent })),
    ['good', 'warn', 'bad'],
  );
  assert.equal(poolTone({ numbers: 0, fullest_percent: 0 }), 'bad');
});

test('who said STOP, and what was said back', () => {
  assert.deepEqual([[], [2], [1, 2]].map(stoppedText), ['nobody', 'party 2', 'both']);
  assert.equal(replyText('help'), 'Answered: what the session is for.');
  assert.equal(replyText(null), null);
});
