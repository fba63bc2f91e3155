import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import type { Socket } from 'node:dgram';
import { type TestContext, test } from 'node:test';
import { eventually } from '../../../../test/support/cluster/eventually.ts';
import { settle } from '../../../../test/support/manual-clock.ts';
import { createDice } from '../../../../test/support/random.ts';
import { mediaSocket, sipRig } from '../../../../test/support/sip/rig.ts';
import { createContext } from '../../../context.ts';
import { silence } from '../../../lib/g711.ts';
import type { RemoteMedia } from '../call.ts';
import type { HeardCall } from './manners.ts';
import { type CallStory, SipPhoneSimulator } from './simulator.ts';

async function phones(t: TestContext, story: CallStory, settings: Record<string, unknown> = {}) {
  const heard: { number: string; call: HeardCall }[] = [];
  const dice = createDice(1);
  // Which packets get lost is no chance.
  const randomBytes = (size: number) => Buffer.from(Array.from({ length: size }, () => dice.below(256)));
  const simulator = new SipPhoneSimulator(createContext({ logLevel: 'silent', randomBytes }), {
    host: '127.0.0.1',
    port: 0,
    ringMs: 30,
    handsets: { storyOf: () => story, heard: (number, call) => heard.push({ number, call }) },
  });
  await simulator.start();
  t.after(() => simulator.stop());
  const rig = await sipRig(t, { ...simulator.settings(), ...settings });
  return { ...rig, simulator, heard };
}

/** Sends so many packets of a tone, then of silence, to a telephone. */
async function speak(socket: Socket, media: RemoteMedia, packets: number, quiet: number): Promise<void> {
  for (let i = 0; i < packets + quiet; i += 1) {
    const payload = i < packets ? Buffer.alloc(160, 0x80 + (i % 20)) : Buffer.from(silence('PCMU', 20));
    const head = Buffer.from([0x80, media.payloadType, i >> 8, i & 0xff, 0, 0, 0, 0, 0, 0, 0, 9]);
    head.writeUInt32BE(i * 160, 4);
    await new Promise((sent) => socket.send(Buffer.concat([head, payload]), media.port, media.address, sent));
  }
  for (let turn = 0; turn < 5; turn += 1) await settle();
}

test('a telephone rings, is answered, hears what is said, and is hung up on', async (t) => {
  const { place, heard } = await phones(t, { kind: 'listens' });
  const { socket, port } = await mediaSocket(t);
  let arrived = 0;
  socket.on('message', () => {
    arrived += 1;
  });
  const kept = place({ media: { address: null, port, codecs: ['PCMU', 'PCMA'] } });
  const { media } = await kept.until('answered');
  assert.equal(media.codec, 'PCMU');
  assert.equal(media.payloadType, 0);
  assert.equal(media.keyPayloadType, 101);
  assert.equal(media.direction, 'sendrecv');
  await speak(socket, media, 10, 0);
  await eventually('a sign of life from the telephone', () => arrived > 0);
  kept.call.bye();
  const end = await kept.until('ended');
  assert.deepEqual(kept.eventTypes(), ['sent', 'trying', 'ringing', 'answered', 'ended']);
  assert.equal(end.cause, 'completed');
  assert.equal(end.by, 'us');
  assert.equal(end.wasAnswered, true);
  const [recorded] = await eventually('the recording', () => (heard.length > 0 ? heard : null));
  assert.equal(recorded?.number, '4915112345000');
  assert.equal(recorded?.call.from, '498912345');
  assert.equal(recorded?.call.audio.length, 1_600);
  assert.ok((recorded?.call.answeredAt ?? 0) > 0);
});

for (const [story, cause, status, q850] of [
  ['busy', 'busy', 486, null],
  ['declines', 'declined', 603, null],
  ['not_allocated', 'wrong_number', 404, 1],
] as const) {
  test(`a telephone whose story is "${story}" ends the call as ${cause}, and no other trunk is tried`, async (t) => {
    const { place } = await phones(t, { kind: story });
    const kept = place();
    const end = await kept.until('ended');
    assert.equal(end.cause, cause);
    assert.equal(end.status, status);
    assert.equal(end.q850, q850);
    assert.equal(end.by, 'peer');
    assert.equal(kept.eventTypes().filter((type) => type === 'sent').length, 1);
  });
}

test('a first trunk that is down is replaced by the second', async (t) => {
  const { place } = await phones(t, { kind: 'first_trunk_down' });
  const kept = place();
  await kept.until('answered');
  const sent = kept.events
    .filter((event) => event.type === 'sent')
    .map((event) => event.type === 'sent' && event.trunk);
  assert.deepEqual(sent, ['simulated-1', 'simulated-2']);
  kept.call.bye();
  assert.equal((await kept.until('ended')).trunk, 'simulated-2');
});

test('a trunk that asks for a password gets it', async (t) => {
  const { place } = await phones(t, { kind: 'asks_password' });
  const kept = place();
  await kept.until('answered');
  const traced = kept.events
    .filter((event) => event.type === 'traced')
    .map((event) => event.type === 'traced' && event.entry.text);
  assert.ok(traced.some((text) => text && /^Authorization: \[masked\]/m.test(text)));
  assert.ok(!traced.some((text) => text && /response=/.test(text)));
  kept.call.bye();
  await kept.until('ended');
});

test('a telephone that nobody answers is given up, and the call is cancelled there', async (t) => {
  const { place, heard } = await phones(t, { kind: 'rings' });
  const kept = place({ ringForMs: 150 });
  const end = await kept.until('ended');
  assert.equal(end.cause, 'no_answer');
  assert.equal(end.by, 'us');
  assert.equal(end.wasAnswered, false);
  const [missed] = await eventually('the missed call', () => (heard.length > 0 ? heard : null));
  assert.equal(missed?.call.answeredAt, null);
  assert.ok(kept.events.some((event) => event.type === 'traced' && event.entry.text.startsWith('SIP/2.0 487')));
});

test('a telephone that hangs up ends the call', async (t) => {
  const { place } = await phones(t, { kind: 'hangs_up' });
  const kept = place();
  const end = await kept.until('ended');
  assert.equal(end.cause, 'completed');
  assert.equal(end.by, 'peer');
});

test('a telephone presses 1 once it has heard the message, and not before', async (t) => {
  const { place, heard } = await phones(t, { kind: 'presses_one' });
  const { socket, port } = await mediaSocket(t);
  const keys: number[] = [];
  socket.on('message', (packet) => {
    if ((packet.readUInt8(1) & 0x7f) === 101) keys.push(packet.readUInt8(12));
  });
  const kept = place({ media: { address: null, port, codecs: ['PCMU'] } });
  const { media } = await kept.until('answered');
  await speak(socket, media, 30, 60);
  await eventually('the key', () => keys.length === 7);
  assert.deepEqual([...new Set(keys)], [1]);
  kept.call.bye();
  await kept.until('ended');
  assert.equal((await eventually('the recording', () => heard[0]))?.call.audio.length, 90 * 160);
});

test('a telephone that loses packets hears silence in their place', async (t) => {
  const { place, heard } = await phones(t, { kind: 'loses_packets' });
  const { socket, port } = await mediaSocket(t);
  const kept = place({ media: { address: null, port, codecs: ['PCMU'] } });
  const { media } = await kept.until('answered');
  await speak(socket, media, 300, 0);
  kept.call.bye();
  await kept.until('ended');
  const [recorded] = await eventually('the recording', () => (heard.length > 0 ? heard : null));
  const audio = Buffer.from(recorded?.call.audio ?? []);
  const lost = Array.from({ length: audio.length / 160 }, (_, i) => audio[i * 160] === 0xff).filter(Boolean).length;
  assert.ok(lost > 3 && lost < 60, `${lost} of ${audio.length / 160} packets are silent`);
});
