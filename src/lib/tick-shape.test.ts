import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

/** In a process of its own: what is collected there is everything. `%HaveSameMap` is V8's own word on shapes. */
const SCRIPT = `
  const { keepTickShape } = await import('./src/lib/tick-shape.ts');
  const { giveBackMemory } = await import('./src/lib/spare-memory.ts');
  const { executionAsyncResource } = await import('node:async_hooks');
  const { setTimeout: after } = await import('node:timers/promises');
  const tick = () => new Promise((resolve) => process.nextTick(() => resolve(executionAsyncResource())));
  const kept = new WeakRef(await keepTickShape());
  const other = new WeakRef(await tick());
  await after(1);
  await giveBackMemory();
  await after(1);
  const old = kept.deref();
  console.log(JSON.stringify({ other: other.deref() ?? null, same: old ? %HaveSameMap(old, await tick()) : null }));
`;

test('the shape of a tick outlives a collection of everything', async () => {
  const args = ['--allow-natives-syntax', '--import', 'tsx', '--input-type=module', '--eval', SCRIPT];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  assert.deepEqual(JSON.parse(stdout), { other: null, same: true });
});
