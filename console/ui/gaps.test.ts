import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withGaps } from './gaps.ts';

const at = (ms: number) => ({ at: new Date(ms).toISOString() });

test('each entry knows how long after the one before it came, and the longest gap is the whole', () => {
  const placed = withGaps([at(0), at(40), at(40), at(60_040)]);
  assert.deepEqual(
    placed.map(({ afterMs }) => afterMs),
    [null, 40, 0, 60_000],
  );
  assert.deepEqual([placed[0]?.share, placed[2]?.share, placed[3]?.share], [0, 0, 1]);
  assert.ok((placed[1]?.share ?? 0) > 0.2, 'a short gap can be seen beside a long one');
});

test('entries at one time, and none, have no gaps; clocks that disagree make none that is negative', () => {
  assert.deepEqual(withGaps([]), []);
  assert.deepEqual(
    withGaps([at(5), at(5)]).map(({ share }) => share),
    [0, 0],
  );
  assert.equal(withGaps([at(9), at(5)])[1]?.afterMs, 0);
});
