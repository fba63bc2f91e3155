/**
 * The disk under the gateway's own database takes its time for every flush: strace (Debian's package) holds each one up
 * for 2 ms, then for 20 ms.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { eventually } from '../support/cluster/eventually.ts';
import { OutageRig } from '../support/cluster/outage.ts';

const MOST_MS = 5_000;

describe('a slow disk', () => {
  let rig: OutageRig;
  let strace: ChildProcess | null = null;
  before(async () => {
    rig = await OutageRig.start();
  });
  after(async () => {
    await fast();
    await rig?.stop();
  });

  /** Every flush of the server, and of what it starts from now on, ends so much later. */
  async function slow(delayMs: number): Promise<void> {
    const server = await rig.postmasterPid();
    const children = (await readFile(`/proc/${server}/task/${server}/children`, 'utf8')).trim().split(' ');
    const processes = [String(server), ...children].flatMap((pid) => ['-p', pid]);
    const flushes = 'fdatasync,fsync';
    const inject = `inject=${flushes}:delay_exit=${delayMs * 1_000}`;
    const tracer = spawn('strace', ['-f', '-e', `trace=${flushes}`, '-e', inject, ...processes], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    strace = tracer;
    let said = '';
    tracer.stderr.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-5_000);
    });
    await eventually('flushes are slow', async () => {
      await rig.send();
      return /DELAYED/.test(said);
    });
  }

  async function fast(): Promise<void> {
    const tracer = strace;
    strace = null;
    if (!tracer) return;
    tracer.kill('SIGTERM');
    await once(tracer, 'exit');
  }

  for (const delayMs of [2, 20]) {
    test(`that takes ${delayMs} ms for every flush costs latency: many changes share a flush, nothing is lost`, async (t) => {
      await slow(delayMs);
      rig.load(24);
      const [count, startedAt] = [rig.accepted.length, performance.now()];
      await rig.untilAccepted(100);
      const seconds = (performance.now() - startedAt) / 1_000;
      const rate = (rig.accepted.length - count) / seconds;
      await rig.endLoad();
      const asked = performance.now();
      assert.equal((await rig.send())?.status, 200);
      assert.ok(performance.now() - asked < MOST_MS, 'a lone caller waits for a few flushes');
      await fast();
      assert.equal(rig.answers.get('503') ?? 0, 0, 'nobody is refused for it');
      t.diagnostic(`${Math.round(rate)} accepted a second; ${JSON.stringify(await rig.settle())}`);
    });
  }
});
