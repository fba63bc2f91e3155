import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bucketsOfEach, byLane, eachLane, type Lanes, sumOverLanes } from './lanes.ts';

const ONE: Lanes = { count: 1, laneOf: () => 0, bucketsOf: () => null };
const THREE: Lanes = { count: 3, laneOf: (id) => Number(id) % 3, bucketsOf: (lane) => [lane, lane + 3] };

describe('eachLane', () => {
  it('gives the work the buckets and the number of each lane', async () => {
    assert.deepEqual(await eachLane(THREE, async (buckets, lane) => [lane, buckets]), [
      [0, [0, 3]],
      [1, [1, 4]],
      [2, [2, 5]],
    ]);
  });

  it('names no buckets where there is one lane', async () => {
    assert.deepEqual(await eachLane(ONE, async (buckets, lane) => [lane, buckets]), [[0, null]]);
  });

  it('begins with a lane when the one before is done', async () => {
    const steps: string[] = [];
    await eachLane(THREE, async (_, lane) => {
      steps.push(`begin ${lane}`);
      await Promise.resolve();
      steps.push(`end ${lane}`);
    });
    assert.deepEqual(steps, ['begin 0', 'end 0', 'begin 1', 'end 1', 'begin 2', 'end 2']);
  });

  it('ends with the first lane that fails', async () => {
    const begun: number[] = [];
    const work = eachLane(THREE, async (_, lane) => {
      begun.push(lane);
      if (lane === 1) throw new Error('the shard is away');
    });
    await assert.rejects(work, /the shard is away/);
    assert.deepEqual(begun, [0, 1]);
  });
});

describe('sumOverLanes', () => {
  it('adds up what is counted in each lane', async () => {
    assert.equal(await sumOverLanes(THREE, async (buckets, lane) => (buckets?.length ?? 0) + lane * 10), 36);
  });

  it('counts one lane as it is', async () => {
    assert.equal(await sumOverLanes(ONE, async () => 7), 7);
  });
});

describe('byLane', () => {
  it('groups rows in the order of the lanes, each group in the order in which it came', () => {
    const rows = ['5', '1', '2', '4'];
    assert.deepEqual(
      byLane(rows, THREE, (id) => id),
      [
        { rows: ['1', '4'], buckets: bucketsOfEach(THREE)[1] },
        { rows: ['5', '2'], buckets: bucketsOfEach(THREE)[2] },
      ],
    );
  });
});
