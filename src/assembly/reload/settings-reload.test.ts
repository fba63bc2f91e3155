import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from '../../config/config.ts';
import { readAgain, takeRead } from './settings-reload.ts';

test('settings that cannot even be read stop nothing and change nothing', () => {
  const running = loadConfig({});
  const before = structuredClone(running);
  const tooManyFiles = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
  const read = readAgain(() => {
    throw tooManyFiles;
  });
  assert.deepEqual(takeRead(running, read), { kind: 'refused', problems: ['the settings cannot be read (EMFILE)'] });
  assert.deepEqual(running, before);
});
