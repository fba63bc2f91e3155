/** A batch in words, and when it will be through. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recipientQueryOf } from './fields.ts';
import { isGiven, leftText, storyOf } from './words.ts';

const NONE = { total: 0, waiting: 0, refused: 0, messages: 0, taken_back: 0, erased: 0 };

test('how a batch stands is told in sentences, without what there is not', () => {
  const tell = (state: 'in_progress' | 'paused' | 'cancelled' | 'done', counts: Partial<typeof NONE>) =>
    storyOf({ state, counts: { ...NONE, ...counts } });
  assert.equal(tell('done', { total: 1, messages: 1 }), '1 of 1 recipient has a message.');
  assert.equal(
    tell('paused', { total: 10_000, messages: 9_000, refused: 1, waiting: 999 }),
    '9,000 of 10,000 recipients have a message. Of 1 none is made: it was refused. 999 wait for one. Nothing of it is handed over until it goes on.',
  );
  assert.equal(
    tell('cancelled', { total: 5, messages: 2, taken_back: 2, erased: 1 }),
    '2 of 5 recipients have a message. Of 2 none is made any more. 1 number has been erased since. It was taken back: what had not left has not left.',
  );
});

test('an order that came too late is not told as given', () => {
  assert.deepEqual([isGiven('pause', 'paused'), isGiven('pause', 'cancelling')], [true, false]);
  assert.deepEqual([isGiven('resume', 'in_progress'), isGiven('resume', 'done')], [true, true]);
  assert.deepEqual([isGiven('resume', 'cancelled'), isGiven('take-back', 'cancelled')], [false, true]);
});

test('when it is through is told from its pace, and not before it has one', () => {
  const before = { at: 1_000, workedOff: 100 };
  assert.equal(leftText(null, before, 1_000), null);
  assert.equal(leftText(before, { at: 9_000, workedOff: 100 }, 1_000), null, 'it stands still');
  assert.equal(leftText(before, { at: 11_000, workedOff: 200 }, 1_000), 'about 1 min 20 s');
});

test('a code is asked for as a number', () => {
  assert.deepEqual(recipientQueryOf({ state: 'made', code: '3042' }), { state: 'made', code: 3042 });
  assert.deepEqual(recipientQueryOf({}), {});
});
