import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CallbackRoom } from './room.ts';

function fill(room: CallbackRoom<string>, account: string): number {
  let count = 0;
  while (room.hasRoom(account)) {
    room.begin(account);
    count += 1;
  }
  return count;
}

describe('room for callbacks', () => {
  test('is shared equally by the accounts that send, with a share left for the next one', () => {
    const room = new CallbackRoom<string>(120, () => 0);
    assert.equal(fill(room, 'A'), 60);
    assert.equal(fill(room, 'B'), 40);
    assert.equal(fill(room, 'C'), 20, 'what is left; its share grows as the others end theirs');
    for (let n = 0; n < 30; n += 1) room.end('A');
    assert.equal(fill(room, 'A'), 0, 'it has its share');
    assert.equal(fill(room, 'C'), 10);
    assert.equal(fill(room, 'B'), 0);
  });

  test('counts connections that are kept open', () => {
    let open = 0;
    const room = new CallbackRoom<string>(10, () => open);
    open = 10;
    assert.equal(room.hasRoom('A'), false);
    open = 9;
    assert.equal(room.hasRoom('A'), true);
  });

  test('is given to what was held back, and nothing is forgotten', () => {
    const room = new CallbackRoom<string>(2, () => 0);
    room.begin('A');
    room.begin('B');
    for (const [account, held] of [
      ['A', 'a1'],
      ['A', 'a2'],
      ['B', 'b1'],
    ] as const) {
      room.hold(account, held);
    }
    const attended: string[] = [];
    const attend = (held: string) => {
      attended.push(held);
      room.begin(held.startsWith('a') ? 'A' : 'B');
    };
    room.attend('A', attend);
    assert.deepEqual(attended, []);
    room.end('A');
    room.attend('A', attend);
    assert.deepEqual(attended, ['a1']);
    room.end('B');
    room.attend('B', attend);
    assert.deepEqual(attended, ['a1', 'b1']);
    room.end('A');
    room.end('B');
    room.attend(null, attend);
    assert.deepEqual(attended, ['a1', 'b1', 'a2']);
  });

  test('what has nothing to send any more does not keep the room from others', () => {
    const room = new CallbackRoom<string>(2, () => 0);
    room.begin('A');
    for (const held of ['idle', 'idle too', 'busy']) room.hold('A', held);
    room.end('A');
    const attended: string[] = [];
    room.attend('A', (held) => attended.push(held));
    assert.deepEqual(attended, ['idle', 'idle too', 'busy']);
  });
});
