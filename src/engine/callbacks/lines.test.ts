import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CallbackRow } from '../../store/callbacks/callback-rows.ts';
import { CallbackLines } from './lines.ts';

function callback(messageId: string, seq: number): CallbackRow {
  return {
    id: `${messageId}-${seq}`,
    messageId,
    seq,
    accountId: 'ACME',
    url: 'https://a.example/hook',
    method: 'POST',
    endpoint: 'https://a.example',
    body: '{}',
    createdAt: 0,
    tries: 0,
  };
}

describe('the line of a message', () => {
  test('has its first at the front, the others behind, and each follows when the one before is settled', () => {
    const lines = new CallbackLines();
    assert.equal(lines.join(callback('m', 1), 30), 'front');
    assert.equal(lines.join(callback('m', 2), 30), 'behind');
    assert.equal(lines.join(callback('m', 3), 30), 'behind');
    assert.equal(lines.settle(callback('m', 1)).next?.seq, 2);
    assert.equal(lines.settle(callback('m', 2)).next?.seq, 3);
    assert.equal(lines.settle(callback('m', 3)).next, null);
    assert.equal(lines.size, 0);
    assert.equal(lines.join(callback('m', 4), 30), 'front', 'the third is known to be settled');
  });

  test('leaves to the store what may have others before it', () => {
    const lines = new CallbackLines();
    assert.equal(lines.join(callback('m', 2), 30), 'left');
    assert.equal(lines.size, 0);
    lines.join(callback('n', 1), 30);
    lines.join(callback('n', 3), 30);
    lines.join(callback('n', 4), 30);
    const { next, left } = lines.settle(callback('n', 1));
    assert.equal(next, null);
    assert.deepEqual(
      left.map(({ seq }) => seq),
      [3, 4],
    );
    assert.equal(lines.size, 0);
  });

  test('is let go as a whole', () => {
    const lines = new CallbackLines();
    lines.join(callback('m', 1), 30);
    lines.join(callback('m', 2), 30);
    lines.join(callback('n', 1), 30);
    lines.drop(callback('m', 1));
    assert.deepEqual(
      lines.rows().map(({ id }) => id),
      ['n-1'],
    );
    assert.equal(lines.join(callback('m', 3), 30), 'left');
  });

  test('has a claimed one at its front, once', () => {
    const lines = new CallbackLines();
    assert.equal(lines.claim(callback('m', 5), 30), true);
    assert.equal(lines.claim(callback('m', 5), 60), false);
    assert.equal(lines.leaseLeft(callback('m', 5), 10), 50);
    assert.equal(lines.leaseLeft(callback('m', 6), 10), 0);
    assert.equal(lines.join(callback('m', 6), 60), 'behind');
  });

  test('remembers what was settled lately, and not for ever', () => {
    const lines = new CallbackLines();
    for (let count = 0; count < 45_000; count += 1) {
      lines.join(callback(`m${count}`, 1), 30);
      lines.settle(callback(`m${count}`, 1));
    }
    assert.equal(lines.join(callback('m44999', 2), 30), 'front');
    assert.equal(lines.join(callback('m0', 2), 30), 'left');
  });
});
