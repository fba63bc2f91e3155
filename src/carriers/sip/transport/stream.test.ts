import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../../../test/support/cluster/eventually.ts';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { systemClock } from '../../../lib/clock.ts';
import type { TlsSettings } from '../../tls.ts';
import type { Destination, Flow } from './flow.ts';
import { StreamSockets } from './stream.ts';

const file = (name: string) => fileURLToPath(new URL(`../../../../test/support/tls/${name}`, import.meta.url));

async function listener(t: TestContext, secure: boolean) {
  const sockets = new StreamSockets(systemClock(), { received: () => false, lost: () => {} });
  t.after(() => sockets.close());
  const tls = secure ? { cert: readFileSync(file('smsc.pem')), key: readFileSync(file('smsc-key.pem')) } : null;
  return await sockets.listen('127.0.0.1', 0, tls);
}

test('a TLS connection is shared by destinations whose TLS settings are equal, and by no others', async (t) => {
  const port = await listener(t, true);
  const ours = new StreamSockets(systemClock(), { received: () => false, lost: () => {} });
  t.after(() => ours.close());
  const to = (tls: TlsSettings | null): Destination => ({
    transport: 'tls',
    address: '127.0.0.1',
    port,
    name: 'localhost',
    tls,
  });
  const lax = ours.flowTo(to({ verify: false }));
  await lax.connected();
  assert.equal(lax.lostBecause, null);
  assert.equal(ours.flowTo(to({ verify: false })), lax);
  for (const other of [
    null,
    { verify: true },
    { verify: true, ca_file: file('ca.pem'), server_name: 'elsewhere.test' },
    { verify: false, cert_file: file('client.pem'), key_file: file('client-key.pem') },
  ]) {
    const flow = ours.flowTo(to(other));
    assert.notEqual(flow, lax, JSON.stringify(other));
    await flow.connected();
    if (other?.verify !== false) assert.notEqual(flow.lostBecause, null, `${JSON.stringify(other)} trusts it`);
  }
});

test('a connection of who is no trunk is closed when nothing that is served has come for 30 s', async (t) => {
  const clock = new ManualClock();
  let isServed = false;
  const received = { count: 0 };
  const sockets = new StreamSockets(
    clock,
    {
      received: () => {
        received.count += 1;
        return isServed;
      },
      lost: () => {},
    },
    () => false,
  );
  t.after(() => sockets.close());
  const port = await sockets.listen('127.0.0.1', 0, null);
  const socket = connect(port, '127.0.0.1');
  const state = { isClosed: false };
  socket.on('error', () => {});
  socket.on('close', () => {
    state.isClosed = true;
  });
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  socket.resume();
  const say = async () => {
    const before = received.count;
    socket.write('OPTIONS sip:a SIP/2.0\r\nContent-Length: 0\r\n\r\n');
    await eventually('it came', () => received.count > before);
  };
  isServed = true;
  await say();
  await clock.advance(29_000);
  await say();
  isServed = false;
  await clock.advance(29_000);
  await say();
  assert.equal(state.isClosed, false);
  await clock.advance(1_500);
  await eventually('it is closed', () => state.isClosed);
});

test('of one address that is no trunk at most four connections stand, and closing waits for none', async (t) => {
  for (const secure of [false, true]) {
    const sockets = new StreamSockets(systemClock(), { received: () => false, lost: () => {} }, () => false);
    const tls = secure ? { cert: readFileSync(file('smsc.pem')), key: readFileSync(file('smsc-key.pem')) } : null;
    const port = await sockets.listen('127.0.0.1', 0, tls);
    const closed: number[] = [];
    for (let i = 0; i < 6; i += 1) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      socket.on('close', () => closed.push(i));
      socket.resume();
      t.after(() => socket.destroy());
      await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
    }
    await eventually('the last two are cut', () => closed.includes(4) && closed.includes(5));
    assert.equal(closed.length, 2);
    await sockets.close();
    await eventually('all are cut', () => closed.length === 6);
  }
});

test('on a port that is open to IPv6 and IPv4, both ends of a connection over IPv4 have addresses of IPv4', async (t) => {
  const flows: Flow[] = [];
  const received = (_: Buffer, flow: Flow) => flows.push(flow) > 0;
  const sockets = new StreamSockets(systemClock(), { received, lost: () => {} });
  t.after(() => sockets.close());
  const port = await sockets.listen('::', 0, null);
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  socket.on('error', () => {});
  socket.write('OPTIONS sip:a SIP/2.0\r\nContent-Length: 0\r\n\r\n');
  const flow = await eventually('it came', () => flows[0]);
  assert.deepEqual([flow.local.host, flow.remote.host], ['127.0.0.1', '127.0.0.1']);
});
