import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { type TestContext, test } from 'node:test';
import { eventually } from '../../../../test/support/cluster/eventually.ts';
import type { RemoteMedia } from '../call.ts';
import { type RtpPacket, readRtp, writeKeyEvent, writeRtpHead } from '../messages/rtp.ts';
import { MediaLine, type MediaListener } from './media.ts';
import { Script } from './script.ts';

interface Peer {
  readonly socket: Socket;
  readonly port: number;
  readonly heard: RtpPacket[];
}

async function peer(t: TestContext, host = '127.0.0.1'): Promise<Peer> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  const heard: RtpPacket[] = [];
  socket.on('message', (bytes) => {
    const packet = readRtp(Buffer.from(bytes));
    if (packet) heard.push(packet);
  });
  await new Promise<void>((resolve) => socket.bind(0, host, resolve));
  t.after(() => socket.close());
  return { socket, port: socket.address().port, heard };
}

interface Rig {
  readonly line: MediaLine;
  readonly port: number;
  readonly script: Script;
  readonly keys: string[];
  readonly ended: string[];
}

const REMOTE: Omit<RemoteMedia, 'port'> = {
  address: '127.0.0.1',
  codec: 'PCMU',
  payloadType: 0,
  keyPayloadType: 101,
  direction: 'sendrecv',
  packetMs: 20,
};

interface RigOptions {
  readonly host?: string;
  readonly addresses?: (name: string) => Promise<string[]>;
  readonly answeredFrom?: string;
}

async function rig(
  t: TestContext,
  remote: Partial<RemoteMedia> & { port: number },
  { host = '127.0.0.1', addresses = async () => [], answeredFrom = '192.0.2.1' }: RigOptions = {},
): Promise<Rig> {
  const keys: string[] = [];
  const ended: string[] = [];
  const listener: MediaListener = {
    key: (key) => keys.push(key),
    sendKey: () => {},
    speaks: () => {},
    sent: () => {},
    done: (why) => ended.push(why),
  };
  const line = new MediaLine({ randomBytes }, { host, names: { addresses } }, listener);
  t.after(() => line.close());
  const port = await line.open(host, 0);
  const script = new Script({ extensionKeys: '', pressFirst: null, repeatKey: null });
  line.connect({ ...REMOTE, ...remote }, answeredFrom);
  line.begin(script);
  return { line, port, script, keys, ended };
}

function rtp(payloadType: number, timestamp: number, payload: Buffer = Buffer.alloc(160, 0xff)): Buffer {
  const packet = Buffer.concat([Buffer.alloc(12), payload]);
  writeRtpHead(packet, { payloadType, marker: false, sequence: timestamp & 0xffff, timestamp, ssrc: 7 });
  return packet;
}

function keyPacket(key: string, timestamp: number, isEnd: boolean): Buffer {
  const event = Buffer.alloc(4);
  writeKeyEvent(event, 0, { key, isEnd, duration: 800 });
  return rtp(101, timestamp, event);
}

test('sends a packet a turn, without a gap in numbers or time, the first one marked', async (t) => {
  const to = await peer(t);
  const { line } = await rig(t, { port: to.port });
  for (let turn = 0; turn < 50; turn += 1) line.turn(0);
  await eventually('all have come', () => to.heard.length === 50);
  for (const [index, packet] of to.heard.entries()) {
    assert.equal(packet.marker, index === 0);
    assert.equal(packet.payload.length, 160);
    const before = to.heard[index - 1];
    if (!before) continue;
    assert.equal(packet.sequence, (before.sequence + 1) & 0xffff);
    assert.equal(packet.timestamp, (before.timestamp + 160) >>> 0);
  }
});

test('follows the port from which the peer sends, and no other address than the one it named', async (t) => {
  const [named, real] = [await peer(t), await peer(t)];
  const { line, port } = await rig(t, { port: named.port });
  real.socket.send(rtp(0, 160), port, '127.0.0.1');
  await eventually('it follows', () => {
    line.turn(0);
    return real.heard.length > 0;
  });
  // A public address was named: what comes from elsewhere is not followed.
  const stranger = await peer(t);
  const other = await rig(t, { address: '198.51.100.7', port: 9 });
  stranger.socket.send(rtp(0, 160), other.port, '127.0.0.1');
  for (let turn = 0; turn < 20; turn += 1) {
    other.line.turn(0);
    await new Promise(setImmediate);
  }
  assert.equal(stranger.heard.length, 0);
});

test('a key is heard once, however many packets it takes, under the offered type and the agreed one', async (t) => {
  const from = await peer(t);
  const { port, keys } = await rig(t, { port: from.port, keyPayloadType: 96 });
  for (const isEnd of [false, false, true, true, true])
    from.socket.send(keyPacket('5', 1_000, isEnd), port, '127.0.0.1');
  await eventually('the first is heard', () => keys.length === 1);
  const second = keyPacket('#', 9_000, false);
  second.writeUInt8(96, 1);
  from.socket.send(second, port, '127.0.0.1');
  await eventually('the second is heard', () => keys.length === 2);
  assert.deepEqual(keys, ['5', '#']);
});

test('random bytes, and packets of strangers, change nothing', async (t) => {
  const [from, stranger] = [await peer(t), await peer(t)];
  const { line, port, keys, ended } = await rig(t, { port: from.port });
  from.socket.send(keyPacket('0', 160, false), port, '127.0.0.1');
  await eventually('it knows its peer', () => keys.includes('0'));
  line.turn(0);
  const heapBefore = process.memoryUsage().heapUsed;
  for (let round = 0; round < 5_000; round += 1) {
    const bytes = round % 3 === 0 ? keyPacket('1', round, false) : randomBytes(1 + (round % 200));
    stranger.socket.send(bytes, port, '127.0.0.1');
    if (round % 3 !== 0) from.socket.send(bytes, port, '127.0.0.1');
    if (round % 100 === 0) await new Promise(setImmediate);
  }
  await eventually('it still hears its peer', () => {
    from.socket.send(keyPacket('9', 70_000, false), port, '127.0.0.1');
    return keys.includes('9');
  });
  // Of its own random bytes one may have been a key.
  assert.ok(keys.length < 10, `keys of strangers: ${keys}`);
  assert.deepEqual(ended, []);
  assert.ok(process.memoryUsage().heapUsed - heapBefore < 50 * 1024 * 1024);
});

test('while the peer holds the call nothing is sent, and time goes on', async (t) => {
  const to = await peer(t);
  const { line } = await rig(t, { port: to.port });
  line.turn(0);
  line.connect({ ...REMOTE, port: to.port, direction: 'inactive' });
  for (let turn = 0; turn < 10; turn += 1) line.turn(0);
  line.connect({ ...REMOTE, port: to.port });
  line.turn(0);
  await eventually('both have come', () => to.heard.length === 2);
  const [before, after] = to.heard;
  assert.equal(((after?.timestamp ?? 0) - (before?.timestamp ?? 0)) >>> 0, 11 * 160);
  assert.equal(((after?.sequence ?? 0) - (before?.sequence ?? 0)) & 0xffff, 1);
});

test('a peer that suppresses silence hears the message to its end', async (t) => {
  const from = await peer(t);
  const { line, port, ended, script } = await rig(t, { port: from.port });
  script.give('message', 'PCMU', new Uint8Array(160 * 2_000));
  from.socket.send(rtp(0, 160), port, '127.0.0.1');
  await eventually('packets have left', () => {
    line.turn(0);
    return from.heard.length > 0;
  });
  // Two sayings of 40 s.
  for (let turn = 0; turn < 4_500 && ended.length === 0; turn += 1) line.turn(0);
  assert.deepEqual(ended, ['said']);
  assert.equal(script.timesSaid, 2);
});

test('one packet of a stranger turns nothing, and no key of it is heard, where the named address is private, too', async (t) => {
  const named = await peer(t);
  const stranger = await peer(t, '127.0.0.2');
  const { line, port, keys } = await rig(t, { port: named.port });
  stranger.socket.send(rtp(0, 160), port, '127.0.0.1');
  stranger.socket.send(keyPacket('1', 1_000, true), port, '127.0.0.1');
  await eventually('the peer is heard', () => {
    line.turn(0);
    named.socket.send(keyPacket('7', 2_000, true), port, '127.0.0.1');
    return keys.length > 0;
  });
  for (let turn = 0; turn < 50; turn += 1) line.turn(0);
  await eventually('the peer hears', () => named.heard.length >= 50);
  assert.deepEqual(keys, ['7']);
  assert.equal(stranger.heard.length, 0);
});

test('media turn to the address from which the call was answered', async (t) => {
  const real = await peer(t, '127.0.0.2');
  const { line, port } = await rig(t, { address: '10.9.9.9', port: 9 }, { answeredFrom: '127.0.0.2' });
  real.socket.send(rtp(0, 160), port, '127.0.0.1');
  await eventually('it follows', () => {
    line.turn(0);
    return real.heard.length > 0;
  });
});

test('a host name is looked up, and nothing is said before it is found', async (t) => {
  const to = await peer(t);
  let found = (_: string[]) => {};
  const asked: string[] = [];
  const addresses = (name: string) => {
    asked.push(name);
    return new Promise<string[]>((resolve) => {
      found = resolve;
    });
  };
  const { line, script, ended } = await rig(t, { address: 'media.example', port: to.port }, { addresses });
  script.give('message', 'PCMU', new Uint8Array(160));
  for (let turn = 0; turn < 200; turn += 1) line.turn(0);
  // Of several addresses one that can be reached: the socket is one of IPv4.
  found(['2001:db8::5', '127.0.0.1']);
  await eventually('packets come', () => {
    line.turn(0);
    return to.heard.length > 0;
  });
  assert.deepEqual(asked, ['media.example']);
  for (let turn = 0; turn < 300 && ended.length === 0; turn += 1) line.turn(0);
  assert.deepEqual(ended, ['said']);
  assert.ok(line.packetsLeft > 0);
});

for (const [what, address, addresses, trouble] of [
  ['at an address of the other kind', '2001:db8::5', async () => [], /IPv6 and ours of IPv4/],
  ['at a name that has none', 'media.example', async () => [], /no address/],
  ['at a name that cannot be looked up', 'media.example', () => Promise.reject(new Error('ENOTFOUND')), /no address/],
  ['at a name whose addresses are of the other kind', 'media.example', async () => ['2001:db8::5'], /IPv6/],
  ['at a name that is not found in time', 'media.example', () => new Promise<string[]>(() => {}), /not found in time/],
  // Sending to all needs a permission that the socket does not have.
  ['where no packet can be sent', '255.255.255.255', async () => [], /cannot be sent \(EACCES\)/],
] as const) {
  test(`media ${what} are over, with the reason, and nothing was said`, async (t) => {
    const { line, script, ended } = await rig(t, { address, port: 4_000 }, { addresses });
    script.give('message', 'PCMU', new Uint8Array(160));
    await eventually('it is over', async () => {
      line.turn(0);
      await new Promise(setImmediate);
      return ended.length > 0;
    });
    assert.deepEqual(ended, ['no_media']);
    assert.match(String(line.trouble), trouble);
    assert.equal(line.packetsLeft, 0);
    assert.equal(script.timesSaid, 0);
  });
}

test('a peer that moves to where nothing can be sent and back hears the rest', async (t) => {
  const to = await peer(t);
  const { line, script, ended } = await rig(t, { port: to.port });
  const message = new Uint8Array(160 * 20).fill(0x55);
  script.give('message', 'PCMU', message);
  for (let turn = 0; turn < 25; turn += 1) line.turn(0);
  line.connect({ ...REMOTE, address: '255.255.255.255', port: 4_000 });
  for (let turn = 0; turn < 200; turn += 1) {
    line.turn(0);
    await new Promise(setImmediate);
  }
  assert.deepEqual(ended, []);
  line.connect({ ...REMOTE, port: to.port });
  for (let turn = 0; turn < 300 && ended.length === 0; turn += 1) line.turn(0);
  assert.deepEqual(ended, ['said']);
  await eventually('the speech has come', () => {
    const speech = to.heard.filter(({ payload }) => payload[0] === 0x55).length;
    // One frame is on its way while nobody knows yet that it cannot leave.
    return speech >= 39;
  });
});

test('a socket of IPv6 that is open to all sends to IPv4, too, and knows who sends', async (t) => {
  const to = await peer(t);
  const { line, port, keys } = await rig(t, { port: to.port }, { host: '::' });
  to.socket.send(keyPacket('4', 160, true), port, '127.0.0.1');
  await eventually('both hear each other', () => {
    line.turn(0);
    return to.heard.length > 0 && keys.length > 0;
  });
});
