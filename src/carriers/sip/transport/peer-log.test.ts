import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { createContext } from '../../../context.ts';
import { countCalls } from '../call-metrics.ts';
import { PassedOverTally } from './passed-over.ts';
import { PeerLog } from './peer-log.ts';

test('what others cause is one line a minute of each kind with a number, and a metric by trunk', async () => {
  const clock = new ManualClock();
  const plain = createContext({ logLevel: 'silent', clock });
  const lines: string[] = [];
  const write = (level: string) => (fields: object, text: string) =>
    lines.push(`${level} ${JSON.stringify(fields)} ${text}`);
  const log = Object.assign(Object.create(plain.log), { info: write('info'), warn: write('warn') });
  const context = { ...plain, log };
  const peerLog = new PeerLog(context);
  const metrics = countCalls(context.metrics, () => 0);
  const tally = new PassedOverTally(clock, (counts) => peerLog.passedOver('voice', counts, metrics));
  for (let i = 0; i < 5_000; i += 1) {
    tally.add('telco', 'field', ['contact', `x-${i}`]);
    tally.add(null, 'stranger', []);
    if (i % 50 === 0) await clock.advance(100);
  }
  // Ten seconds of it: a line of each kind; the rest of the minute makes one more.
  assert.equal(lines.length, 2, lines.join('\n'));
  await clock.advance(60_000);
  assert.equal(lines.length, 4);
  assert.match(lines[0] ?? '', /^warn \{"carrier":"voice","trunk":"telco","fields":\["contact",.*"times":\d+\} header/);
  const times = lines.filter((line) => line.startsWith('warn')).map((line) => Number(/"times":(\d+)/.exec(line)?.[1]));
  assert.equal(
    times.reduce((sum, each) => sum + each, 0),
    5_000,
  );
  const text = await context.metrics.metrics();
  assert.match(text, /trunkline_sip_passed_over_total\{trunk="telco",what="field"\} 5000/);
  assert.match(text, /trunkline_sip_passed_over_total\{trunk="none",what="stranger"\} 5000/);
  await clock.advance(120_000);
  assert.equal(lines.length, 4, 'and nothing more while nothing happens');
});
