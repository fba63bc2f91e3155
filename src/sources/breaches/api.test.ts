/** A breach API of the shape of Have I Been Pwned, and what it may answer instead. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { createContext } from '../../context.ts';
import { createLog } from '../../lib/log.ts';
import { createNumbering } from '../numbering/numbering.ts';
import { createSimulatedServer, type SimulatedReply, type SimulatedRequest } from '../simulated-server.ts';
import type { Finding } from '../source.ts';
import { createBreachSource } from './api.ts';
import { parseBreachSettings } from './settings.ts';

const clock = new ManualClock();
const context = createContext({ logLevel: 'silent', log: createLog('silent'), clock });

async function ask(t: TestContext, reply: SimulatedReply | 'hang') {
  let asked: SimulatedRequest | undefined;
  const server = createSimulatedServer('service', { host: '127.0.0.1', port: 0 }, async (request) => {
    asked = request;
    return reply;
  });
  await server.start();
  const source = createBreachSource(
    context,
    'x',
    parseBreachSettings({ url: `${server.origin}/api/v3`, api_key: 'k' }),
  );
  t.after(async () => {
    await source.close();
    await server.stop();
  });
  const number = createNumbering().describe('4915112345678');
  assert.ok(number);
  const input = { match: null, lastVerifiedAt: null, pastDays: null, ageThreshold: 18 };
  const asking = source.lookUp({ addOn: 'breached_data', number, input }, { withinMs: 300 });
  if (reply === 'hang') {
    await eventually('it is asked', () => asked);
    await clock.advance(300);
  }
  const finding: Finding = await asking;
  return { finding, asked };
}

test('plain bytes are asked for; gzip and a byte order mark are read all the same', async (t) => {
  const headers = { 'content-encoding': 'gzip' };
  const { finding, asked } = await ask(t, { status: 200, text: gzipSync('\ufeff[]'), headers });
  assert.equal(finding.kind, 'found');
  assert.equal(asked?.headers['accept-encoding'], 'identity');
});

test('how long it asks to be left alone is told', async (t) => {
  const { finding } = await ask(t, { status: 429, headers: { 'retry-after': '6' } });
  assert.deepEqual(finding, { kind: 'down', reason: 'it answered 429', retryAfterMs: 6_000 });
});

test('breaches are told newest first, with the kinds of data', async (t) => {
  const { finding, asked } = await ask(t, {
    status: 200,
    body: [
      { Name: 'A', BreachDate: '2017-05-25', DataClasses: ['Usernames'], IsVerified: true },
      { Name: 'B', BreachDate: '2021-04-03', DataClasses: ['Phone numbers', 'Names'] },
    ],
  });
  assert.deepEqual(finding, {
    kind: 'found',
    facts: {
      about: 'breached_data',
      breaches: [
        { at: Date.UTC(2021, 3, 3), data: ['phone numbers', 'names'] },
        { at: Date.UTC(2017, 4, 25), data: ['usernames'] },
      ],
    },
  });
  assert.equal(asked?.path, '/api/v3/breachedaccount/4915112345678');
  assert.equal(asked?.query.get('truncateResponse'), 'false');
  assert.deepEqual([asked?.headers['hibp-api-key'], asked?.headers['user-agent']], ['k', 'trunkline']);
});

test('what was in a breach can be stored', async (t) => {
  const { finding } = await ask(t, { status: 200, body: [{ DataClasses: ['Na\0mes', 'A\ud800'] }] });
  assert.deepEqual(finding, {
    kind: 'found',
    facts: { about: 'breached_data', breaches: [{ at: null, data: ['names', 'a\ufffd'] }] },
  });
});

test('404 is an answer, and everything else is told apart', async (t) => {
  const { finding } = await ask(t, { status: 404 });
  assert.deepEqual(finding, { kind: 'found', facts: { about: 'breached_data', breaches: [] } });
  const cases: Array<[SimulatedReply | 'hang', Finding['kind']]> = [
    [{ status: 400 }, 'not_covered'],
    [{ status: 401 }, 'down'],
    [{ status: 429 }, 'down'],
    [{ status: 503 }, 'down'],
    [{ status: 418 }, 'unusable'],
    [{ status: 200, text: '<html>' }, 'unusable'],
    [{ status: 200, body: { Name: 'A' } }, 'unusable'],
    [{ status: 200, body: [{ BreachDate: 'long ago' }] }, 'unusable'],
    [{ status: 200, body: [{ BreachDate: '2021-13-45' }] }, 'unusable'],
    [{ status: 200, body: [{ BreachDate: '2021-02-30' }] }, 'unusable'],
    [{ status: 200, body: [{ DataClasses: 'names' }] }, 'unusable'],
    ['hang', 'timed_out'],
  ];
  for (const [reply, kind] of cases) assert.equal((await ask(t, reply)).finding.kind, kind, JSON.stringify(reply));
});
