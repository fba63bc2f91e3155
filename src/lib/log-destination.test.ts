import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { eventually } from '../../test/support/cluster/eventually.ts';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { createLogDestination } from './log-destination.ts';

const LINE = `${'x'.repeat(999)}\n`;

describe('a log that cannot be written', { skip: process.platform !== 'linux' && 'needs /dev/full' }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-log-'));
  const pipe = join(folder, 'pipe');
  spawnSync('mkfifo', [pipe]);
  /** Both ends of a pipe, which takes 64 KiB and then no more until it is read. */
  const ends = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  const full = openSync('/dev/full', 'w');
  after(() => {
    for (const descriptor of [ends, full]) closeSync(descriptor);
    rmSync(folder, { recursive: true });
  });

  /** What has been written and not been read yet. */
  function read(): string {
    const bytes = Buffer.alloc(1024 * 1024);
    try {
      return bytes.subarray(0, readSync(ends, bytes)).toString();
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'EAGAIN');
      return '';
    }
  }

  test('is written later, in order; of what was too much a line tells how much it was', async () => {
    const clock = new ManualClock();
    const destination = createLogDestination(clock, ends);
    destination.write('first\n');
    for (let line = 0; line < 3_000; line += 1) destination.write(LINE);
    await eventually('the pipe is full, and it is tried again', () => clock.pending === 1);
    let written = '';
    await eventually('all of it comes out', async () => {
      const more = read();
      written += more;
      await clock.advance(100);
      return more === '' && written.endsWith(LINE) && clock.pending === 0;
    });
    destination.write('last\n');
    await eventually('it goes on', async () => {
      written += read();
      return written.endsWith('last\n');
    });
    const lines = written.split('\n').slice(0, -1);
    assert.equal(lines[0], 'first');
    const kept = lines.filter((line) => line.startsWith('xxx')).length;
    assert.ok(kept >= 1_000 && kept < 1_200, `${kept} of 1,000 bytes were kept`);
    assert.equal(JSON.parse(lines.at(-2) ?? '').lines, 3_000 - kept);
  });

  test('does not hold up the end of the process', async () => {
    const clock = new ManualClock();
    const destination = createLogDestination(clock, full);
    destination.write(LINE);
    await eventually('it is tried again', () => clock.pending === 1);
    destination.write(LINE);
    destination.end();
  });
});

test('what waits when the process ends is written, each line whole', () => {
  const program = `
    const { createLog } = await import(${JSON.stringify(new URL('log.ts', import.meta.url).href)});
    const log = createLog('info');
    for (let line = 0; line < 2_000; line += 1) log.info({ line }, 'x'.repeat(200));
    process.exit(3);`;
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program]);
  assert.equal(status, 3);
  const lines = stderr.toString().trim().split('\n');
  assert.deepEqual(
    lines.map((line): number => JSON.parse(line).line).sort((a, b) => a - b),
    Array.from({ length: 2_000 }, (_, line) => line),
  );
});
