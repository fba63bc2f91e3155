import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { CommandError } from './client.ts';
import { secretFrom, textFrom } from './secret.ts';

test('a secret is taken from a file, and never from the command line, which others see', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-secret-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'token');
  await writeFile(file, 'night-shift.secret\n');
  assert.equal(await secretFrom('--token', `@${file}`), 'night-shift.secret');
  await assert.rejects(secretFrom('--token', 'as-it-stands'), (error) => {
    return error instanceof CommandError && /^--token: @FILE or -/.test(error.message) && !/as-it/.test(error.message);
  });
  assert.equal(textFrom('--body', 'as-it-stands'), 'as-it-stands');
  await writeFile(file, '\n');
  await assert.rejects(secretFrom('--key', `@${file}`), /^CommandError: --key: .* holds nothing/);
  await assert.rejects(secretFrom('--token', `@${file}.none`), CommandError);
});

function keyboard(
  ...typed: readonly string[]
): PassThrough & { isTTY: true; setRawMode(isRaw: boolean): void; modes: boolean[] } {
  const modes: boolean[] = [];
  const keys = new PassThrough();
  for (const each of typed) keys.write(each);
  return Object.assign(keys, { isTTY: true as const, modes, setRawMode: (isRaw: boolean) => void modes.push(isRaw) });
}

test('at a terminal a secret is typed, and the terminal does not show it', async () => {
  const keys = keyboard('pässw', '\u007fword', '\r', 'what comes later');
  assert.equal(await secretFrom('--password', '-', keys), 'pässword');
  assert.deepEqual(keys.modes, [true, false]);
  for (const given of ['\r', 'half\u0003', '\u0004']) {
    const none = keyboard(given);
    await assert.rejects(secretFrom('--password', '-', none), /--password: nothing was typed/, given);
    assert.deepEqual(none.modes, [true, false], 'the terminal shows again what is typed');
  }
});
