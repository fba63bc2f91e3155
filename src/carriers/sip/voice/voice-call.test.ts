/** A call in the voice process whose signalling is the test's, with real media on loopback. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { eventually } from '../../../../test/support/cluster/eventually.ts';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { mediaSocket } from '../../../../test/support/sip/rig.ts';
import { createContext } from '../../../context.ts';
import { createLog } from '../../../lib/log.ts';
import { OnceAMinute } from '../../../lib/once-a-minute.ts';
import type { CallEnd, CallEvent, RemoteMedia } from '../call.ts';
import { parseSipSettings } from '../settings.ts';
import { Pacer } from './pacer.ts';
import { VoiceCall } from './voice-call.ts';
import type { CallOver, FromVoice, PlaceCall } from './voice-messages.ts';

const ASKED: PlaceCall = {
  ...{ id: 'attempt-1', to: '4915112345678', from: null, code: '48213' },
  ...{ extensionKeys: '', pressFirst: null },
};
const ENDED: CallEnd = {
  ...{ cause: 'completed', by: 'peer', wasAnswered: true, mayHaveLeft: true, status: 200, q850: 16 },
  ...{ reason: 'the callee has hung up', trunk: 'trunk-1' },
};
const MEDIA: Omit<RemoteMedia, 'address' | 'port'> = {
  ...{ codec: 'PCMU', payloadType: 0, keyPayloadType: 101, direction: 'sendrecv', packetMs: 20 },
};
const CALL = parseSipSettings({ trunks: [{ name: 'trunk-1', host: '192.0.2.1' }] }).call;

function rig(t: TestContext) {
  const clock = new ManualClock();
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  const context = createContext({ logLevel: 'warn', log, clock });
  const onceAMinute = new OnceAMinute(clock);
  const pacer = new Pacer(clock);
  t.after(() => onceAMinute.end());
  const place = async (id: string) => {
    const told: FromVoice[] = [];
    let event = (_: CallEvent) => {};
    let byes = 0;
    const call = new VoiceCall(
      { ...ASKED, id },
      {
        ...{ context, settings: CALL, host: '127.0.0.1', pacer, onceAMinute, names: { addresses: async () => [] } },
        ua: {
          place: (_, listener) => {
            event = listener;
            return { id, cancel: () => {}, bye: () => (byes += 1), sendKey: () => {} };
          },
        },
        send: (message) => told.push(message),
        sentPacket: () => {},
        nextPort: () => 0,
        over: () => {},
      },
    );
    await call.begin();
    call.give('message', 'PCMU', new Uint8Array(8_000));
    const over = (): CallOver | undefined => told.flatMap((each) => (each.type === 'over' ? [each.over] : []))[0];
    return { told, over, event: (what: CallEvent) => event(what), hungUp: () => byes > 0 };
  };
  return { clock, lines, place };
}

test('no packet can leave: the call is hung up, says why, and is told in the log once a minute, with a count', async (t) => {
  const { clock, lines, place } = rig(t);
  for (const id of ['one', 'two', 'three']) {
    const call = await place(id);
    call.event({ type: 'answered', media: { ...MEDIA, address: '2001:db8::5', port: 4_000 }, from: '192.0.2.1' });
    await clock.advance(200);
    assert.ok(call.hungUp());
    call.event({ type: 'ended', ...ENDED, by: 'us' });
    const { end, why, timesSaid } = call.over() ?? {};
    assert.deepEqual([end?.cause, why, timesSaid], ['failed', 'no_media', 0]);
    assert.match(end?.reason ?? '', /no audio could be sent: its audio is at an address of IPv6/);
    assert.ok(!call.told.some((each) => each.type === 'progress' && each.stage === 'speaks'));
  }
  assert.equal(lines.length, 1);
  await clock.advance(60_000);
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line) as { times: number }).times),
    [1, 2],
  );
  assert.ok(lines.every((line) => !line.includes(ASKED.to) && !line.includes(String(ASKED.code))));
});

test('a callee that hears nothing because nothing leaves, and hangs up, was not told anything either', async (t) => {
  const { clock, place } = rig(t);
  const call = await place('one');
  // Sending to all needs a permission that the socket does not have.
  call.event({ type: 'answered', media: { ...MEDIA, address: '255.255.255.255', port: 4_000 }, from: '192.0.2.1' });
  for (let turn = 0; turn < 50; turn += 1) {
    await clock.advance(20);
    await new Promise(setImmediate);
  }
  call.event({ type: 'ended', ...ENDED });
  assert.deepEqual([call.over()?.why, call.over()?.timesSaid], ['no_media', 0]);
  assert.match(call.over()?.end.reason ?? '', /cannot be sent/);
});

test('a callee that hangs up at once, before anything was to be sent, has answered', async (t) => {
  const { clock, place } = rig(t);
  const { port } = await mediaSocket(t);
  const call = await place('one');
  call.event({ type: 'answered', media: { ...MEDIA, address: '127.0.0.1', port }, from: '127.0.0.1' });
  call.event({ type: 'ended', ...ENDED });
  assert.deepEqual([call.over()?.end.cause, call.over()?.why], ['completed', null]);
  await clock.advance(100);
});

test('another law than the one that was prepared is asked for, also in the midst of the call', async (t) => {
  const { clock, place } = rig(t);
  const { socket, port } = await mediaSocket(t);
  const types: number[] = [];
  socket.on('message', (packet) => types.push(packet.readUInt8(1) & 0x7f));
  const call = await place('one');
  const media = { ...MEDIA, address: '127.0.0.1', port };
  call.event({ type: 'answered', media, from: '127.0.0.1' });
  await clock.advance(600);
  call.event({ type: 'media_changed', media: { ...media, codec: 'PCMA', payloadType: 8 } });
  assert.deepEqual(
    call.told.filter(({ type }) => type === 'wanted'),
    [{ type: 'wanted', id: 'one', codec: 'PCMA' }],
  );
  await clock.advance(600);
  call.event({ type: 'ended', ...ENDED });
  await eventually('packets of both have come', () => types.includes(0) && types.includes(8));
  assert.equal(call.over()?.codec, 'PCMA');
});
