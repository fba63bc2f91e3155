import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { confirm } from './confirm.ts';

function terminal(typed: string): PassThrough & { readonly isTTY: true } {
  const input = Object.assign(new PassThrough(), { isTTY: true as const });
  input.end(typed);
  return input;
}

test('what was asked for is meant when it is typed', async () => {
  await confirm('Type it again', '4915112345678', terminal('4915112345678\n'));
});

test('anything else, and input that ends, is told as an error', { timeout: 10_000 }, async () => {
  for (const typed of ['yes\n', '\n', '']) {
    await assert.rejects(confirm('Type it again', '4915112345678', terminal(typed)), /nothing was done/, typed);
  }
});
