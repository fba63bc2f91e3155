import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Stepped, stepsOf } from './steps.ts';

const at = (second: number) => `2026-01-01T12:00:${String(second).padStart(2, '0')}.000Z`;

const rcs: Stepped['attempts'][number] = {
  channel: 'rcs',
  carrier: 'agent-1',
  state: 'done',
  status: { code: 3055, description: 'Channel is not supported for this recipient' },
  reason: 'not_reachable: 404',
  handed_over_on: at(1),
  deadline_on: null,
  retry_on: null,
  updated_on: at(2),
  parts: [],
};
const off: typeof rcs = {
  ...rcs,
  channel: 'sms',
  status: { code: 3003, description: 'Delivery error' },
  reason: 'UNDELIV, network error 3:27',
  handed_over_on: at(2),
  updated_on: at(9),
};

test('each step has its time and stands in its order, and no carrier is named', () => {
  const callbacks = [
    { seq: 1, delivered_on: at(3) },
    { seq: 2, delivered_on: null },
  ];
  const steps = stepsOf({ created_on: at(0), attempts: [rcs, off], callbacks });
  assert.deepEqual(
    steps.map(({ title }) => title),
    [
      'Accepted',
      'Sent by RCS',
      'The phone is not reached that way',
      'Sent as SMS',
      'The application was told',
      'The phone was off or out of reach',
    ],
  );
  assert.equal(steps.at(-1)?.tone, 'bad');
});

test('what is under way has not ended, and what never left was not sent', () => {
  const titles = (attempts: Stepped['attempts']) =>
    stepsOf({ created_on: at(0), attempts, callbacks: [] }).map(({ title }) => title);
  assert.deepEqual(titles([{ ...off, state: 'submitted' }]), ['Accepted', 'Sent as SMS']);
  assert.deepEqual(titles([{ ...off, state: 'ready', handed_over_on: null }]), ['Accepted']);
});
