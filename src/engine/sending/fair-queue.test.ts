import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDice } from '../../../test/support/random.ts';
import type { MessageType } from '../../carriers/carrier.ts';
import { FairQueue, type Waiting } from './fair-queue.ts';

interface Item extends Waiting {
  readonly number: number;
}

function item(accountId: string, messageType: MessageType, number = 0): Item {
  return { accountId, messageType, number };
}

test('codes go before notifications, and those before marketing', () => {
  const queue = new FairQueue<Item>();
  queue.push(item('A', 'MKT'));
  queue.push(item('A', 'ARN'));
  queue.push(item('A', 'OTP'));
  assert.deepEqual(
    queue.takeAll().map(({ messageType }) => messageType),
    ['OTP', 'ARN', 'MKT'],
  );
});

test('accounts take turns inside a priority, each in its own order', () => {
  const queue = new FairQueue<Item>();
  for (let number = 0; number < 3; number += 1) queue.push(item('A', 'MKT', number));
  queue.push(item('B', 'MKT', 10));
  queue.push(item('B', 'MKT', 11));
  assert.deepEqual(
    queue.takeAll().map(({ accountId, number }) => `${accountId}${number}`),
    ['A0', 'B10', 'A1', 'B11', 'A2'],
  );
});

test('what is peeked at is what is taken, and the counts are right, over 10,000 random steps', () => {
  const dice = createDice(7);
  const queue = new FairQueue<Item>();
  const inside = new Set<Item>();
  for (let step = 0; step < 10_000; step += 1) {
    if (dice.chance(0.55)) {
      const fresh = item(dice.pick(['A', 'B', 'C']), dice.pick(['OTP', 'ARN', 'MKT'] as const), step);
      queue.push(fresh);
      inside.add(fresh);
    } else {
      const next = queue.peek();
      assert.equal(queue.take(), next);
      if (next) assert.ok(inside.delete(next), 'each is taken once');
    }
    assert.equal(queue.size, inside.size);
    const codes = [...inside].filter(({ messageType }) => messageType === 'OTP').length;
    assert.equal(queue.ahead('OTP'), codes);
    if (codes > 0) assert.equal(queue.peek()?.messageType, 'OTP');
  }
});
