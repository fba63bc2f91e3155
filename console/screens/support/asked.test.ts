import assert from 'node:assert/strict';
import { test } from 'node:test';
import { givenIn, outcomeOf } from './asked.ts';

test('a number, a reference and an id of the application are told apart', () => {
  assert.deepEqual(givenIn('  '), { kind: 'nothing' });
  assert.deepEqual(givenIn('0190a3f0-4c6b-7000-a1b2-c3d4e5f60789'), {
    kind: 'id',
    id: '0190A3F04C6B7000A1B2C3D4E5F60789',
  });
  assert.deepEqual(givenIn('+49 151 12345678'), { kind: 'number', query: { recipient: '4915112345678' } });
  assert.deepEqual(givenIn(' order 7 '), { kind: 'external', query: { external_id: 'order 7' } });
});

test('an outcome is a few words, and what is not known does not say that it failed', () => {
  const ended = (code: number, finalOn: string | null = '10:00') =>
    outcomeOf({ status: { code, description: '' }, final_on: finalOn });
  assert.deepEqual(ended(3001, null), ['On its way', 'accent']);
  assert.deepEqual(ended(3000), ['Arrived', 'good']);
  assert.deepEqual(ended(3039), ['Not known', 'warn']);
  assert.deepEqual(ended(3003), ['Did not arrive', 'bad']);
  assert.deepEqual(ended(107), ['Line busy', 'bad']);
  const later = { status: { code: 3001, description: '' }, final_on: null, send_at: '11:00' };
  assert.deepEqual(outcomeOf(later), ['To be sent', 'accent']);
});
