import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createContext } from '../../context.ts';
import { createLog } from '../../lib/log.ts';
import { createTraces } from './traces.ts';

const ROOT = { kind: 'internal', at: 1_700_000_000_000, parent: null } as const;

async function collector(
  t: TestContext,
  status: number,
): Promise<{ readonly url: string; readonly got: () => number; readonly bodies: readonly Buffer[] }> {
  let got = 0;
  const bodies: Buffer[] = [];
  const server = createServer((request, response) => {
    got += 1;
    request.on('data', (chunk: Buffer) => bodies.push(chunk)).on('end', () => response.writeHead(status).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`, got: () => got, bodies };
}

test('of traces that begin here a share is kept, and what belongs to one goes with it', async (t) => {
  const { url } = await collector(t, 200);
  const context = createContext({ logLevel: 'silent', log: createLog('silent') });
  const none = createTraces(context, { endpoint: url, sampleRatio: 0, headers: {} }, '1');
  assert.equal(none.begin('a', ROOT), null);
  await none.stop();
  const all = createTraces(
    createContext({ logLevel: 'silent', log: createLog('silent') }),
    { endpoint: url, sampleRatio: 1, headers: {} },
    '1',
  );
  const span = all.begin('a', ROOT);
  assert.match(span?.traceparent ?? '', /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  const child = all.begin('b', { ...ROOT, parent: span?.traceparent ?? null });
  assert.equal(child?.traceparent.slice(0, 35), span?.traceparent.slice(0, 35));
  await all.stop();
});

test('what goes on after its span has ended is in none', async (t) => {
  const { url } = await collector(t, 200);
  const context = createContext({ logLevel: 'silent', log: createLog('silent') });
  const traces = createTraces(context, { endpoint: url, sampleRatio: 1, headers: {} }, '1');
  const span = traces.begin('a', ROOT);
  assert.ok(span);
  await traces.within(span, async () => {
    assert.equal(traces.current(), span);
    span.end(ROOT.at + 5);
    await null;
    assert.equal(traces.current(), null);
  });
  await traces.stop();
});

test('the share is of a caller’s traces as well where their word does not count, and the resource says whose they are', async (t) => {
  const { url, bodies } = await collector(t, 200);
  const context = createContext({ logLevel: 'silent', log: createLog('silent') });
  const traces = createTraces(
    context,
    { endpoint: url, sampleRatio: 1, headers: {}, asksParent: false, resource: { 'service.name': 'gateway-7' } },
    '1.2.3',
  );
  const parent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`;
  traces.begin('a', { ...ROOT, parent })?.end(ROOT.at + 5);
  await traces.stop();
  const sent = Buffer.concat(bodies).toString('latin1');
  assert.match(sent, /gateway-7/);
  assert.match(sent, /1\.2\.3/);
});

test('a stop sends what is left', async (t) => {
  const { url, got } = await collector(t, 200);
  const context = createContext({ logLevel: 'silent', log: createLog('silent') });
  const traces = createTraces(context, { endpoint: url, sampleRatio: 1, headers: {} }, '1');
  traces.begin('a', ROOT)?.end(ROOT.at + 5);
  await traces.stop();
  assert.equal(got(), 1);
});

test('what the collector refuses is counted, told about, and stops nobody', async (t) => {
  const { url } = await collector(t, 400);
  const lines: string[] = [];
  const context = createContext({ logLevel: 'info', log: createLog('info', { write: (line) => lines.push(line) }) });
  const traces = createTraces(context, { endpoint: url, sampleRatio: 1, headers: {} }, '1');
  for (let n = 0; n < 3; n += 1) traces.begin('a', ROOT)?.end(ROOT.at + 5);
  await traces.stop();
  assert.match(await context.metrics.metrics(), /^trunkline_trace_spans_lost_total 3$/m);
  assert.equal(lines.filter((line) => line.includes('collector of traces')).length, 1);
});
