import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lowestIdAt } from '../../lib/ids.ts';
import { byDay, dayOf, onEachDay } from './id-range.ts';

const MIDNIGHT = Date.UTC(2026, 10, 22);

test('rows are parted by the UTC day of their ids, in their order', () => {
  const ids = [MIDNIGHT, MIDNIGHT - 1, MIDNIGHT + 1, MIDNIGHT - 86_400_000].map(lowestIdAt);
  assert.deepEqual(
    byDay(ids, (id) => id).map(({ day, rows }) => [day, rows]),
    [
      ['_20261122', [ids[0], ids[2]]],
      ['_20261121', [ids[1], ids[3]]],
    ],
  );
  assert.equal(dayOf(MIDNIGHT - 1), '_20261121');
});

test('what the statements of all days touched is counted together', async () => {
  const sent: string[] = [];
  const count = await onEachDay(
    [MIDNIGHT, MIDNIGHT - 1, MIDNIGHT].map(lowestIdAt),
    (id) => id,
    async (day, rows) => {
      sent.push(day);
      return { rowCount: rows.length };
    },
  );
  assert.equal(count, 3);
  assert.deepEqual(sent, ['_20261122', '_20261121']);
});
