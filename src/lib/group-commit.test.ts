import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { test } from 'node:test';
import { ManualClock, settle } from '../../test/support/manual-clock.ts';
import type { Precedence } from './gathering.ts';
import { createGroupCommit } from './group-commit.ts';

interface RigChoice {
  readonly isPaced?: boolean;
  readonly isAlone?: boolean;
  readonly precedence?: Precedence;
}

function rig({ isPaced = false, isAlone = true, precedence }: RigChoice = {}) {
  const clock = new ManualClock();
  const batches: number[] = [];
  const ends: Array<() => void> = [];
  const commits = createGroupCommit<number>(
    (batch) => {
      batches.push(batch.length);
      return new Promise<void>((resolve) => ends.push(resolve));
    },
    { clock, withinMs: 20, isPaced, isAlone: () => isAlone, ...(precedence ? { precedence } : {}) },
  );
  const add = (count: number) => {
    for (let n = 0; n < count; n += 1) commits.add(0, n);
    return settle();
  };
  const end = () => {
    ends.shift()?.();
    return settle();
  };
  return { clock, batches, add, end, commits };
}

test('a lone caller waits for nobody', async () => {
  const { batches, add, end } = rig();
  for (let n = 1; n <= 3; n += 1) {
    await add(1);
    await end();
    assert.equal(batches.length, n);
  }
});

test('behind a batch of many the next one waits until it is as large', async () => {
  const { batches, add, end, commits } = rig();
  await add(10);
  await add(4);
  await end();
  assert.deepEqual(batches, [10]);
  await add(5);
  assert.deepEqual(batches, [10]);
  await add(1);
  assert.deepEqual(batches, [10, 10]);
  await end();
  assert.equal(commits.depth(), 0);
});

test('it waits for a short time only, from the start of the batch before', async () => {
  const { clock, batches, add, end } = rig();
  await add(10);
  await clock.advance(15);
  await add(3);
  await end();
  await clock.advance(4);
  assert.deepEqual(batches, [10]);
  await clock.advance(1);
  assert.deepEqual(batches, [10, 3]);
  await end();
  // Three are no crowd.
  await add(1);
  assert.deepEqual(batches, [10, 3, 1]);
});

test('what is urgent is not waited with, before or while it waits', async () => {
  const { batches, add, end, commits } = rig();
  await add(10);
  await add(4);
  await end();
  assert.deepEqual(batches, [10]);
  commits.add(0, 0, true);
  await settle();
  assert.deepEqual(batches, [10, 5]);
  commits.add(0, 0, true);
  await end();
  assert.deepEqual(batches, [10, 5, 1]);
});

test('what was urgent is forgotten when it has gone', async () => {
  const { batches, add, end, commits } = rig();
  await add(10);
  for (let n = 0; n < 9; n += 1) commits.add(0, n, n === 0);
  await end();
  assert.deepEqual(batches, [10, 9]);
  await add(8);
  await end();
  assert.deepEqual(batches, [10, 9]);
});

test('behind a batch that took longer nobody waits', async () => {
  const { clock, batches, add, end } = rig();
  await add(10);
  await clock.advance(30);
  await add(2);
  await end();
  assert.deepEqual(batches, [10, 2]);
});

test('where the time alone counts, batches of any size begin so long after each other', async () => {
  const { clock, batches, add, end } = rig({ isPaced: true });
  await add(1);
  await end();
  await add(1);
  await add(2);
  await clock.advance(19);
  assert.deepEqual(batches, [1]);
  await clock.advance(1);
  assert.deepEqual(batches, [1, 3]);
  await end();
  await clock.advance(20);
  await add(1);
  assert.deepEqual(batches, [1, 3, 1]);
});

test('callers that wait for two batches of unlike size come to batches of one size', async () => {
  const { clock, batches, add, end } = rig();
  // 64 callers, each of whom comes again a millisecond after its answer; a batch takes two.
  await add(42);
  await add(22);
  await clock.advance(2);
  await end();
  await clock.advance(1);
  await add(20);
  assert.deepEqual(batches, [42, 42]);
  await add(22);
  await clock.advance(2);
  await end();
  await clock.advance(1);
  await add(10);
  assert.deepEqual(batches, [42, 42, 32], 'half way between the 22 that waited and 42');
  await add(32);
  await clock.advance(2);
  await end();
  assert.deepEqual(batches, [42, 42, 32, 32], 'nobody is waited for any more');
});

test('callers that have all come into one batch come to two that take turns', async () => {
  const { clock, batches, add, end } = rig();
  // 64 callers, of whom 16 a millisecond come again when they are answered; a batch takes two.
  const come = async (times: number) => {
    for (let n = 0; n < times; n += 1) {
      await clock.advance(1);
      await add(16);
    }
  };
  await add(64);
  await clock.advance(2);
  await end();
  await come(4);
  assert.deepEqual(batches, [64, 64]);
  await clock.advance(2);
  await end();
  await come(2);
  assert.deepEqual(batches, [64, 64, 32], 'half of them are enough');
  for (let n = 4; n < 8; n += 1) {
    await come(2);
    await end();
    assert.equal(batches.length, n);
  }
  assert.deepEqual(batches.slice(2), [32, 32, 32, 32, 32], 'nobody is waited for any more');
});

test('where others give the store work, batches stay as large as they are', async () => {
  const { clock, batches, add, end } = rig({ isAlone: false });
  await add(64);
  for (let n = 1; n <= 3; n += 1) {
    await clock.advance(2);
    await end();
    await clock.advance(1);
    await add(40);
    assert.equal(batches.length, n);
    await add(24);
    assert.deepEqual(batches, new Array(n + 1).fill(64));
  }
});

test('a few callers who all come into one batch wait for each other, and for nobody else', async () => {
  const { clock, batches, add, end } = rig();
  await add(10);
  for (let n = 1; n <= 5; n += 1) {
    await clock.advance(1);
    await end();
    await clock.advance(3);
    await add(6);
    assert.equal(batches.length, n);
    await add(4);
    assert.deepEqual(batches, new Array(n + 1).fill(10));
  }
});

test('where callers come evenly, batches that have become smaller grow until the time alone counts', async () => {
  const { clock, batches, add, end } = rig();
  const flow = async (ms: number) => {
    for (let n = 0; n < ms; n += 1) {
      await clock.advance(1);
      await add(3);
    }
  };
  await add(24);
  for (let n = 1; n <= 12; n += 1) {
    await flow(2);
    await end();
    for (let waited = 0; waited < 18 && batches.length === n; waited += 1) await flow(1);
    assert.equal(batches.length, n + 1);
  }
  assert.deepEqual(batches.slice(0, 5), [24, 24, 27, 30, 33]);
  assert.deepEqual(batches.slice(-3), [57, 57, 57], 'what comes in 20 ms');
});

test('behind the largest batch nobody waits for a larger one', async () => {
  const { clock, batches, add, end } = rig();
  await add(256);
  for (let n = 1; n <= 3; n += 1) {
    await clock.advance(2);
    await add(80);
    await end();
    await clock.advance(4);
    await add(176);
    assert.deepEqual(batches, new Array(n + 1).fill(256));
  }
});

test('where callers come evenly, batches stay as large as they are', async () => {
  const { clock, batches, add, end } = rig();
  const flow = async (ms: number) => {
    for (let n = 0; n < ms; n += 1) {
      await add(3);
      await clock.advance(1);
    }
  };
  await add(57);
  for (let n = 0; n < 3; n += 1) {
    await flow(2);
    await end();
    await flow(17);
  }
  assert.deepEqual(batches, [57, 57, 57, 57]);
});

test('what follows from a batch comes when the next one has left, and counts until then', async () => {
  const seen: string[] = [];
  const ends: Array<() => void> = [];
  let isIdle = false;
  const commits = createGroupCommit<number>(async (batch) => {
    const name = batch.join();
    seen.push(`leaves ${name}`);
    await new Promise<void>((resolve) => ends.push(resolve));
    return () => seen.push(`follows ${name}`);
  });
  commits.add(0, 1);
  await settle();
  commits.add(0, 2);
  void commits.settled(0).then(() => seen.push('settled'));
  ends.shift()?.();
  // Until nothing but what was put off is left of the turn.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  for (let hop = 0; hop < 10; hop += 1) await Promise.resolve();
  assert.deepEqual(seen, ['leaves 1', 'leaves 2']);
  assert.equal(commits.depth(), 2, 'what has not been told is not over');
  await settle();
  assert.deepEqual(seen, ['leaves 1', 'leaves 2', 'follows 1']);
  void commits.idle().then(() => {
    isIdle = true;
  });
  ends.shift()?.();
  await settle();
  assert.deepEqual(seen, ['leaves 1', 'leaves 2', 'follows 1', 'follows 2', 'settled']);
  assert.ok(isIdle);
});

test('where something else goes first, a batch waits for its turn, and takes it when something is urgent', async () => {
  const left: number[] = [];
  const turns: Array<() => void> = [];
  const { batches, add, end, commits } = rig({
    precedence: {
      leaves: (_, count) => left.push(count),
      turnOf: () => {
        let take = (): void => {};
        const comes = new Promise<void>((resolve) => {
          take = resolve;
        });
        turns.push(take);
        return { comes, take };
      },
    },
  });
  await add(2);
  assert.deepEqual(batches, []);
  await add(1);
  turns.shift()?.();
  await settle();
  assert.deepEqual(batches, [3], 'with what has come meanwhile');
  await add(4);
  await end();
  assert.deepEqual(batches, [3]);
  commits.add(0, 1, true);
  await settle();
  assert.deepEqual(batches, [3, 5]);
  commits.add(0, 1, true);
  await end();
  assert.deepEqual(batches, [3, 5, 1], 'what is urgent asks for no turn');
  await end();
  assert.deepEqual(left, batches);
  assert.equal(commits.depth(), 0);
});

test('a batch does not run within what the first of its entries came in', async () => {
  const within = new AsyncLocalStorage<string>();
  const seen: unknown[] = [];
  const commits = createGroupCommit<number>(async () => {
    seen.push(within.getStore());
  });
  within.run('a request', () => commits.add(0, 1));
  await commits.idle();
  assert.deepEqual(seen, [undefined]);
});
