import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RawInbound } from '../carrier.ts';
import { Intake } from './intake.ts';
import type { SmppSession } from './session.ts';

/** Takes what one bind brings; `answer` stores as many as told, the oldest first. */
function rig() {
  const urgent: boolean[] = [];
  const waiting: Array<() => void> = [];
  const intake = new Intake(
    () => {},
    (items: readonly RawInbound[]) => {
      urgent.push(...items.map(({ isUrgent }) => isUrgent === true));
      return new Promise((stored) => waiting.push(stored));
    },
  );
  const add = intake.ofBind('1');
  const session = { acknowledge: () => {} } as unknown as SmppSession;
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const bring = async (count: number) => {
    urgent.length = 0;
    for (let n = 0; n < count; n += 1) add(session, 'deliver_sm', Buffer.alloc(16), n);
    await turn();
    return [...urgent];
  };
  const answer = async (count: number) => {
    for (const stored of waiting.splice(0, count)) stored();
    await turn();
  };
  return { bring, answer };
}

test('an SMSC that has as much unanswered as ever makes what it sends urgent', async () => {
  const { bring, answer } = rig();
  assert.deepEqual(await bring(3), [true, true, true]);
  await answer(3);
  assert.deepEqual(await bring(2), [false, false]);
  assert.deepEqual(await bring(1), [true]);
  await answer(1);
  // The window of such an SMSC is full again with each one that it sends.
  assert.deepEqual(await bring(1), [true]);
  await answer(3);
  assert.deepEqual(await bring(2), [false, false]);
});
