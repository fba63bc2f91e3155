/** What the log says of a batch that could not be recorded. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../../lib/log.ts';
import { DoorTries, type DoorTriesOptions } from './tries.ts';

test('the log says why a batch could not be recorded, without what stood in it', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  const tries = new DoorTries({ context: { log } } as unknown as DoorTriesOptions);
  const detail = 'Failing row contains (4915112345678, hush).';
  tries.logBad(Object.assign(new Error('index row requires 9024 bytes'), { code: '54000', detail }), []);
  const [line = '{}'] = lines;
  const { err } = JSON.parse(line) as { err?: { message: string; code: string } };
  assert.deepEqual([err?.message, err?.code], ['index row requires 9024 bytes', '54000']);
  assert.doesNotMatch(line, /hush/);
});
