import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CarrierConfig, configureCarrier } from '../../carriers/kinds.ts';
import type { Config } from '../../config/config.ts';
import { connectionsOf, processCount, processesThatFit } from './count.ts';

const GIB = 1024 ** 3;

const smsc = (simulated: boolean) =>
  configureCarrier('smsc', 'smpp', { host: '127.0.0.1', port: 2775, system_id: 'us', simulated });

function count(
  processes: Config['processes'],
  processors: number,
  url: string | null,
  carriers: CarrierConfig[],
  memory = 1024 * GIB,
) {
  const database = { url, poolSize: 10, binaries: null, allowUnsafe: false };
  return processCount({ processes, carriers, database }, { processors, memory });
}

test('of four processors three have a process where the database runs beside them, elsewhere all', () => {
  const real = [smsc(false)];
  assert.deepEqual(
    [1, 2, 3, 4, 8, 16, 256].map((processors) => count('auto', processors, null, real)),
    [1, 1, 2, 3, 6, 12, 64],
  );
  assert.deepEqual(
    [1, 2, 16, 256].map((processors) => count('auto', processors, 'postgres://db/trunkline', real)),
    [1, 2, 16, 64],
  );
});

test('a process has half a gigabyte at least', () => {
  assert.equal(count('auto', 16, null, [smsc(false)], 2 * GIB), 4);
  assert.equal(count('auto', 16, null, [smsc(false)], GIB / 4), 1);
});

test('the sandbox is one process, unless somebody says otherwise', () => {
  assert.equal(count('auto', 8, null, []), 1);
  assert.equal(count('auto', 8, null, [smsc(true)]), 1);
  assert.equal(count(2, 8, null, []), 2);
  assert.equal(count(1, 8, null, [smsc(false)]), 1);
});

test('there are no more than the database has connections for', () => {
  assert.equal(connectionsOf(6, 10), 94);
  assert.deepEqual(
    [97, 94, 93, 24, 5, 0].map((free) => processesThatFit(free, 10)),
    [6, 6, 5, 1, 1, 1],
  );
});
