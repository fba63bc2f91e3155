import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LEAST, MOST, StepSize } from './step-size.ts';

/** A node; `step` gives it one step of the worker, which may be recorded in several tries. */
function nodeWith(worker: { timesGiven: number }) {
  const size = new StepSize(() => worker.timesGiven);
  return (tries = 1): number => {
    const count = size.next();
    for (let n = 0; n < tries; n += 1) {
      size.gives();
      worker.timesGiven += 1;
    }
    return count;
  };
}

test('steps grow while nobody else sends, and no further than they may', () => {
  const step = nodeWith({ timesGiven: 7 });
  assert.deepEqual([step(), step(), step(3), step(), step()], [LEAST, 2 * LEAST, 4 * LEAST, MOST, MOST]);
});

test('a step is small again as soon as somebody else has sent, and while they do', () => {
  const node = { timesGiven: 0 };
  const step = nodeWith(node);
  for (let n = 0; n < 4; n += 1) step();
  node.timesGiven += 1;
  assert.deepEqual([step(), step()], [LEAST, 2 * LEAST]);
  for (let n = 0; n < 3; n += 1) {
    node.timesGiven += 5;
    assert.equal(step(), LEAST);
  }
});
