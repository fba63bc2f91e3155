import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorBody, errorRow } from '../../../src/errors.ts';
import { failureOf } from '../../api/failure.ts';
import { problemOf } from './problem.ts';

/** A refusal as a product answers it, and the console reads it. */
function refused(product: Parameters<typeof errorRow>[0], of: Parameters<typeof errorRow>[1], values: object) {
  return failureOf(400, errorBody(errorRow(product, of), values as never, 0));
}

test('a refusal is put to the field that it names', () => {
  const name = 'message.rcs.parameters.cards[2].suggestions[0].text';
  const allowed = 'at most 25 characters';
  assert.deepEqual(problemOf(refused('omnichannel', 'value_invalid', { name, allowed })), {
    path: 'message.rcs.parameters.cards.2.suggestions.0.text',
    words: 'Allowed is at most 25 characters.',
  });
  assert.deepEqual(problemOf(refused('messaging', 'parameter_missing', { name: 'message' })), {
    path: 'message',
    words: 'This is missing.',
  });
  assert.equal(problemOf(refused('verify', 'number_invalid', { name: 'phone_number' }))?.path, 'phone_number');
});

test('what is about no field is not put to one', () => {
  assert.equal(problemOf(new Error('Not authorized')), null);
  assert.equal(problemOf(null), null);
});
