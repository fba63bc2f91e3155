import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { createContext } from '../context.ts';
import { createLog } from './log.ts';
import { Worker } from './worker.ts';

test('one failure that goes on is told once a minute, another one and one that comes back at once', async () => {
  const clock = new ManualClock();
  const told: string[] = [];
  const log = createLog('warn', { write: (line) => told.push(JSON.parse(line).err.message) });
  const context = createContext({ logLevel: 'warn', clock, log });
  let failure: string | null = 'no database';
  let rounds = 0;
  const work = async () => {
    rounds += 1;
    if (failure !== null) throw new Error(failure);
    return 1_000;
  };
  const worker = new Worker({ context, name: 'work', work });
  await worker.start();
  await clock.advance(50_000);
  assert.ok(rounds >= 100, 'it goes on trying');
  assert.deepEqual(told, ['no database']);
  await clock.advance(20_000);
  assert.deepEqual(told, ['no database', 'no database']);

  failure = 'no room';
  await clock.advance(1_000);
  failure = null;
  await clock.advance(1_000);
  failure = 'no room';
  await clock.advance(1_000);
  assert.deepEqual(told.slice(2), ['no room', 'no room']);
  await worker.stop();
});
