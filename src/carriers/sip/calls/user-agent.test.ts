import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { eventually } from '../../../../test/support/cluster/eventually.ts';
import { settle } from '../../../../test/support/manual-clock.ts';
import { createDice } from '../../../../test/support/random.ts';
import { sipRig } from '../../../../test/support/sip/rig.ts';
import { TORTURE } from '../../../../test/support/sip/torture.ts';
import { createContext } from '../../../context.ts';
import { SipPhoneSimulator } from '../simulator/simulator.ts';

/** `never`: the ending of numbers that ring for ever. */
async function phone(t: TestContext, never = 'nobody') {
  const simulator = new SipPhoneSimulator(createContext({ logLevel: 'silent' }), {
    host: '127.0.0.1',
    port: 0,
    ringMs: 30,
    handsets: { storyOf: (number) => ({ kind: number.endsWith(never) ? 'rings' : 'listens' }), heard: () => {} },
  });
  await simulator.start();
  t.after(() => simulator.stop());
  return simulator;
}

/** A socket that sends to a port and keeps the first lines of what comes back. */
async function outsider(t: TestContext, port: number) {
  const socket = createSocket('udp4');
  const answers: string[] = [];
  socket.on('message', (bytes) => answers.push(bytes.toString('latin1').split('\r\n')[0] ?? ''));
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  t.after(() => new Promise<void>((resolve) => socket.close(() => resolve())));
  return {
    answers,
    port: socket.address().port,
    send: (bytes: Uint8Array | string) =>
      new Promise<void>((resolve) => socket.send(bytes, port, '127.0.0.1', () => resolve())),
  };
}

function asked(method: string, port: number, more: readonly string[] = [], to = '<sip:x@127.0.0.1>'): string {
  return [
    `${method} sip:x@127.0.0.1 SIP/2.0`,
    `Via: SIP/2.0/UDP 127.0.0.1:${port};branch=z9hG4bK${method}${more.length}${to.length};rport`,
    'From: <sip:y@127.0.0.1>;tag=1',
    `To: ${to}`,
    `Call-ID: ${method}${more.length}${to.length}`,
    `CSeq: 1 ${method}`,
    'Max-Forwards: 70',
    ...more,
    '',
    '',
  ].join('\r\n');
}

test('nothing that arrives on the SIP port makes it fall or keeps memory, and calls go on', async (t) => {
  const simulator = await phone(t);
  const { agent, place } = await sipRig(t, simulator.settings());
  const { send } = await outsider(t, agent.port);
  const dice = createDice(2543);
  const socket = connect(agent.port, '127.0.0.1');
  socket.on('error', () => {});
  t.after(() => socket.destroy());
  for (let run = 0; run < 1_500; run += 1) {
    const base = Buffer.from(dice.pick(TORTURE).bytes);
    for (let change = dice.below(30); change > 0; change -= 1) base[dice.below(base.length)] = dice.below(256);
    const noise = Buffer.from(Array.from({ length: dice.below(200) }, () => dice.below(256)));
    await send(dice.chance(0.5) ? base : noise);
    if (dice.chance(0.2)) socket.write(dice.chance(0.5) ? base : noise);
    if (run % 50 === 0) await settle();
  }
  const kept = place();
  await kept.until('answered');
  kept.call.bye();
  assert.equal((await kept.until('ended')).cause, 'completed');
  assert.ok(agent.layer.malformed > 100, `${agent.layer.malformed} could not be read`);
  assert.ok(agent.layer.pending < 600, `${agent.layer.pending} transactions are kept`);
});

test('each message that is hard to read is answered as it should be', async (t) => {
  const simulator = await phone(t);
  const { agent } = await sipRig(t, simulator.settings());
  for (const { name, bytes, status } of TORTURE) {
    const { answers, send, port } = await outsider(t, agent.port);
    // The answer goes back to whoever asked.
    const here = bytes.toString('latin1').replace(/198\.51\.100\.7:5070/, `127.0.0.1:${port}`);
    await send(Buffer.from(here, 'latin1'));
    if (status === undefined || !/^Via: SIP/m.test(here)) continue;
    const first = await eventually(`an answer to ${name}`, () => answers[0]);
    assert.match(first, new RegExp(`^SIP/2.0 ${status} `), name);
  }
});

test('from outside OPTIONS is answered, and nobody can call or speak of calls that we do not have', async (t) => {
  const simulator = await phone(t);
  const { agent } = await sipRig(t, simulator.settings());
  const { answers, send, port } = await outsider(t, agent.port);
  for (const [message, status] of [
    [asked('OPTIONS', port), 200],
    [asked('INVITE', port), 403],
    [asked('BYE', port, [], '<sip:x@127.0.0.1>;tag=unknown'), 481],
    [asked('SUBSCRIBE', port), 405],
    [asked('OPTIONS', port, ['Require: unheard-of']), 420],
    [
      asked('OPTIONS', port)
        .replace('sip:x@127.0.0.1 SIP', 'tel:1234 SIP')
        .replaceAll(/OPTIONS0\d*/g, 'OPTIONStel'),
      416,
    ],
    [asked('CANCEL', port), 481],
  ] as const) {
    answers.length = 0;
    await send(message);
    const first = await eventually(`an answer to ${message.slice(0, 20)}`, () => answers[0]);
    assert.match(first, new RegExp(`^SIP/2.0 ${status} `), message);
  }
});

test('the longest prefix chooses the trunk, and a number that no trunk serves goes nowhere', async (t) => {
  const simulator = await phone(t);
  const [first, second] = simulator.settings().trunks as Record<string, unknown>[];
  const { place } = await sipRig(t, {
    trunks: [
      { ...first, prefixes: ['49', '43'] },
      { ...second, prefixes: ['4915'] },
    ],
  });
  for (const [to, trunk] of [
    ['4915112345000', 'simulated-2'],
    ['498912345', 'simulated-1'],
  ] as const) {
    const kept = place({ to });
    assert.equal((await kept.until('sent')).trunk, trunk);
    kept.call.cancel();
    await kept.until('ended');
  }
  const nowhere = await place({ to: '14155550100' }).until('ended');
  assert.equal(nowhere.cause, 'no_route');
  assert.equal(nowhere.mayHaveLeft, false);
});

test('a trunk never has more calls than it may, and room says how many there are', async (t) => {
  const simulator = await phone(t);
  const [first] = simulator.settings().trunks as Record<string, unknown>[];
  const { agent, place } = await sipRig(t, { trunks: [{ ...first, most_calls: 2 }] });
  assert.equal(agent.room(), 2);
  const calls = [place(), place()];
  for (const each of calls) await each.until('answered');
  assert.equal(agent.room(), 0);
  const third = await place().until('ended');
  assert.equal(third.cause, 'no_room');
  assert.equal(third.mayHaveLeft, false);
  for (const each of calls) each.call.bye();
  for (const each of calls) await each.until('ended');
  await eventually('the places are free', () => agent.room() === 2);
});

test('stopping hangs up what is under way', async (t) => {
  const simulator = await phone(t, '923');
  const { agent, place } = await sipRig(t, simulator.settings());
  const answered = place();
  await answered.until('answered');
  // It rings for as long as it takes to stop.
  const ringing = place({ to: '4915112345923' });
  await ringing.until('ringing');
  await agent.stop();
  assert.equal(answered.find('ended')?.cause, 'completed');
  assert.equal(ringing.find('ended')?.cause, 'cancelled');
  assert.equal(agent.layer.pending, 0);
});

test('a port that another program has is not taken, be it by UDP or TCP', async (t) => {
  const simulator = await phone(t);
  const { agent } = await sipRig(t, simulator.settings());
  await assert.rejects(sipRig(t, { ...simulator.settings(), listen_port: agent.port }), /EADDRINUSE/);
  const other = createSocket({ type: 'udp4', reuseAddr: true });
  await new Promise<void>((resolve) => other.bind(0, '127.0.0.1', resolve));
  t.after(() => other.close());
  await assert.rejects(sipRig(t, { ...simulator.settings(), listen_port: other.address().port }), /EADDRINUSE/);
});

test('a trunk that answers OPTIONS is up, one where nobody listens is down', async (t) => {
  const simulator = await phone(t);
  const [first] = simulator.settings().trunks as Record<string, unknown>[];
  const { agent } = await sipRig(t, {
    trunks: [
      { ...first, options_interval_ms: 1_000 },
      { name: 'nobody', host: '127.0.0.1', port: 9, options_interval_ms: 1_000 },
    ],
  });
  await eventually('both are known', () => agent.trunks().every(({ state }) => state !== 'untried'));
  assert.deepEqual(
    agent.trunks().map(({ state }) => state),
    ['up', 'down'],
  );
  assert.match(agent.trunks()[1]?.lastError ?? '', /nobody listens/);
});
