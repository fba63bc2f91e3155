import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { createContext } from '../../../context.ts';
import { headerOf, parseMessage, type ReceivedRequest } from '../messages/message.ts';
import { responseTo } from '../messages/messages.ts';
import { parseSipSettings } from '../settings.ts';
import { STANDARD_TIMES } from '../transactions/machine.ts';
import type { Flow } from '../transport/flow.ts';
import { TransactionLayer } from '../transport/layer.ts';
import type { Agent } from './agent.ts';
import { Trunk } from './trunk.ts';

/** A trunk whose other side answers OPTIONS with a status, or not at all (null). */
function trunkWith(settings: Record<string, unknown> = {}) {
  const clock = new ManualClock();
  const context = createContext({ logLevel: 'silent', clock });
  const answers: { status: number | null; headers: (asked: ReceivedRequest) => string[] } = {
    status: 200,
    headers: () => [],
  };
  let asked = 0;
  const none = () => {};
  const user = { request: none, cancelled: none, ack: none, stray: none, passed: none };
  const layer: TransactionLayer = new TransactionLayer(context, user);
  const flow: Flow = {
    transport: 'udp',
    isReliable: false,
    local: { host: '192.0.2.1', port: 5060 },
    remote: { host: '192.0.2.2', port: 5060 },
    send(bytes) {
      const message = parseMessage(bytes);
      if (message.kind !== 'request') return;
      asked += 1;
      const { status } = answers;
      if (status === null) return;
      const response = responseTo(message, status, { tag: 'x' });
      const copied = response.headers.map(({ name, value }) => `${name}: ${value}`);
      const head = [`SIP/2.0 ${status} x`, ...copied, ...answers.headers(message), '', ''];
      clock.setTimer(() => layer.received(Buffer.from(head.join('\r\n')), flow), 5);
    },
    toPort: () => flow,
  };
  const agent: Agent = {
    context,
    layer,
    sockets: { flowTo: async () => flow },
    resolver: { resolve: async () => [{ transport: 'udp', address: '192.0.2.2', port: 5060, name: 'x', tls: null }] },
    publicAddress: undefined,
    times: STANDARD_TIMES,
  };
  const [parsed] = parseSipSettings({ trunks: [{ name: 'trunk', host: '192.0.2.2', ...settings }] }).trunks;
  assert.ok(parsed);
  const changes: string[] = [];
  const trunk: Trunk = new Trunk(agent, parsed, (each) => changes.push(each.describe().state));
  return { clock, trunk, answers, changes, asked: () => asked };
}

test('a trunk that answers is up, and asked again at each interval', async () => {
  const { clock, trunk, asked, changes } = trunkWith({ options_interval_ms: 10_000 });
  trunk.start();
  await clock.advance(25_000);
  assert.equal(trunk.describe().state, 'up');
  assert.equal(asked(), 3);
  assert.deepEqual(changes, ['up']);
  await trunk.stop();
  await clock.advance(100_000);
  assert.equal(clock.pending, 0);
});

test('two silences make it down, its next answer up again', async () => {
  const { clock, trunk, answers, changes } = trunkWith({ options_interval_ms: 10_000 });
  trunk.start();
  await clock.advance(1_000);
  answers.status = null;
  await clock.advance(14_000);
  assert.deepEqual(changes, ['up'], 'one silence is none');
  await clock.advance(10_000);
  assert.deepEqual(changes, ['up', 'down']);
  assert.equal(trunk.isLastResort, true);
  answers.status = 404;
  await clock.advance(10_000);
  assert.deepEqual(changes, ['up', 'down', 'up']);
  assert.equal(trunk.describe().lastError, null);
  await trunk.stop();
});

test('503 to OPTIONS is no sign that it takes calls', async () => {
  const { clock, trunk, answers } = trunkWith();
  answers.status = 503;
  trunk.start();
  await clock.advance(1_000);
  assert.equal(trunk.describe().state, 'down');
  await trunk.stop();
});

test('calls leave at the agreed rate, and one that would wait for more than a second finds no room', () => {
  const { trunk } = trunkWith({ calls_per_second: 10, options_interval_ms: 0 });
  const waits = Array.from({ length: 14 }, () => trunk.take());
  // The first two may go at once; then one every 100 ms.
  assert.deepEqual(waits.slice(0, 4), [0, 0, 100, 200]);
  assert.equal(waits.filter((wait) => wait !== null).length, 11);
  assert.equal(trunk.room, 0);
});

test('several nodes share the limits of a trunk', () => {
  const { trunk } = trunkWith({ most_calls: 5, options_interval_ms: 0 });
  trunk.useShare(0.5);
  assert.equal(trunk.room, 2);
  trunk.useShare(0.01);
  assert.equal(trunk.room, 1);
  const paced = trunkWith({ calls_per_second: 20, options_interval_ms: 0 }).trunk;
  paced.useShare(0.25);
  assert.deepEqual([paced.take(), paced.take(), paced.take()], [0, 100, 300]);
});

test('a registration is renewed before it ends, and tried again when it is refused', async () => {
  const settings = { register: true, username: 'u', password: 'p', options_interval_ms: 0 };
  const { clock, trunk, answers, asked } = trunkWith(settings);
  trunk.start();
  await clock.advance(1_000);
  assert.equal(trunk.describe().state, 'up');
  await clock.advance(2_700_000);
  assert.equal(asked(), 2);
  answers.status = 403;
  await clock.advance(2_700_000);
  assert.equal(trunk.describe().state, 'down');
  trunk.foundThere();
  assert.equal(trunk.describe().state, 'down', 'being there is not enough');
  answers.status = 200;
  await clock.advance(31_000);
  assert.equal(trunk.describe().state, 'up');
  const stopped = trunk.stop();
  await clock.advance(1_000);
  await stopped;
  await clock.advance(100_000);
  assert.equal(clock.pending, 0);
});

test('of several nodes that register under one name each renews its own binding in its own time', async () => {
  const settings = { register: true, username: 'u', password: 'p', options_interval_ms: 0 };
  const { clock, trunk, answers, asked } = trunkWith(settings);
  answers.headers = (request) => [
    `Contact: <sip:trunkline@192.0.2.9:5060>;expires=40, ${headerOf(request, 'contact')};expires=1200`,
  ];
  trunk.start();
  await clock.advance(890_000);
  assert.equal(asked(), 1);
  await clock.advance(20_000);
  assert.equal(asked(), 2);
  const stopped = trunk.stop();
  await clock.advance(1_000);
  await stopped;
});

test('the rate holds over time', async () => {
  const { clock, trunk } = trunkWith({ calls_per_second: 5, options_interval_ms: 0 });
  let placed = 0;
  for (let second = 0; second < 10; second += 1) {
    while (trunk.take() !== null) placed += 1;
    await clock.advance(1_000);
  }
  assert.ok(placed >= 50 && placed <= 56, `${placed} calls in ten seconds`);
});

test('a trunk that asks to be spared comes last until its time is over', async () => {
  const { clock, trunk } = trunkWith({ options_interval_ms: 0 });
  trunk.spare(5_000);
  assert.equal(trunk.isLastResort, true);
  await clock.advance(5_001);
  assert.equal(trunk.isLastResort, false);
});

test('a trunk that is never asked is forgiven after a while', async () => {
  const { clock, trunk } = trunkWith({ options_interval_ms: 0 });
  trunk.foundSilent('no answer');
  assert.equal(trunk.describe().state, 'down');
  await clock.advance(31_000);
  assert.equal(trunk.describe().state, 'untried');
  await trunk.stop();
});
