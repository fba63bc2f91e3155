/**
 * Our carrier against npm `smpp` 0.5.1 as the SMSC.
 */
import assert from 'node:assert/strict';
import type { AddressInfo, Server } from 'node:net';
import { after, before, test } from 'node:test';
import { createServer, type Pdu, type Session } from 'smpp';
import type { Inbound } from '../../src/carriers/carrier.ts';
import { eventually } from '../support/cluster/eventually.ts';
import { liveSmpp } from '../support/smpp/live.ts';

let server: Server;
let port = 0;
const sessions = new Set<Session>();
const commands: string[] = [];
const submits: Pdu[] = [];
let bind: Pdu | undefined;

before(async () => {
  server = createServer((session) => {
    sessions.add(session);
    session.on('error', () => {});
    session.on('close', () => sessions.delete(session));
    session.on('pdu', (pdu: Pdu) => serve(session, pdu));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});

after(async () => {
  for (const session of sessions) session.close();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

function serve(session: Session, pdu: Pdu): void {
  commands.push(pdu.command);
  if (pdu.command.startsWith('bind_')) bind = pdu;
  if (pdu.command.startsWith('bind_'))
    session.send(pdu.response({ system_id: 'npm-smpp', sc_interface_version: 0x34 }));
  else if (pdu.command === 'enquire_link' || pdu.command === 'unbind') session.send(pdu.response());
  else if (pdu.command === 'submit_sm') {
    submits.push(pdu);
    const id = `id-${submits.length}`;
    session.send(pdu.response({ message_id: id }));
    if (pdu.registered_delivery === 1) sendReceipt(pdu, id);
  }
}

/** On the newest session that receives, as an SMSC does. */
function sendReceipt(pdu: Pdu, id: string): void {
  [...sessions].at(-1)?.deliver_sm({
    source_addr: pdu.destination_addr,
    destination_addr: pdu.source_addr,
    esm_class: 4,
    short_message: `id:${id} sub:001 dlvrd:001 submit date:2601010100 done date:2601010101 stat:DELIVRD err:000 text:`,
    receipted_message_id: id,
    message_state: 2,
  });
}

function reports(inbound: readonly Inbound[]): (string | undefined)[] {
  return inbound.flatMap((entry) => (entry.type === 'report' && entry.state === 'delivered' ? [entry.keys[0]] : []));
}

test('texts in one part and in many arrive as written, and their receipts come back', async () => {
  const { carrier, send, inbound } = await liveSmpp(port);
  submits.length = 0;
  const umlauts = 'Grüße: {5 €} [ok]';
  const [single] = await send(umlauts);
  assert.deepEqual(single, { kind: 'accepted', remoteId: 'id-1', keys: ['r:id-1'] });
  const long = `${'Longer than one message. '.repeat(15)}end`;
  const outcomes = await send(long);
  assert.equal(outcomes.length, 3);
  await send('Привет 😀');
  const texts = submits.map(({ short_message }) => String(short_message.message));
  assert.equal(texts[0], umlauts);
  assert.equal(texts.slice(1, 4).join(''), long);
  assert.equal(texts[4], 'Привет 😀');
  await eventually('five receipts', () => reports(inbound()).length === 5);
  assert.deepEqual(reports(inbound()).sort(), ['r:id-1', 'r:id-2', 'r:id-3', 'r:id-4', 'r:id-5']);
  assert.equal(carrier.describe().peer_version, '0x34');
  await carrier.stop();
});

test('credentials that are longer than SMPP 3.4 allows go out whole', async () => {
  const credentials = { system_id: 'a-longer-system-id', password: 'a-longer-password' };
  const { carrier } = await liveSmpp(port, credentials);
  assert.deepEqual([bind?.system_id, bind?.password], [credentials.system_id, credentials.password]);
  await carrier.stop();
});

test('SAR and message_payload are understood by the peer', async () => {
  const long = 'x'.repeat(400);
  for (const concatenation of ['sar', 'payload']) {
    submits.length = 0;
    const { carrier, send } = await liveSmpp(port, { concatenation, receipts: 'none' });
    await send(long);
    const texts = submits.map(({ short_message, message_payload }) =>
      String((message_payload ?? short_message).message),
    );
    assert.equal(texts.join(''), long);
    assert.equal(submits[0]?.sar_total_segments, concatenation === 'sar' ? 3 : undefined);
    await carrier.stop();
  }
});

test('an inbound text comes in and is acknowledged', async () => {
  const { carrier, inbound } = await liveSmpp(port);
  const fields = { source_addr: '4915112345678', destination_addr: '12345', short_message: 'Ja, bitte – 😀' };
  const answer = await new Promise<Pdu>((resolve) => [...sessions].at(-1)?.deliver_sm(fields, resolve));
  assert.equal(answer.command_status, 0);
  assert.deepEqual(inbound(), [{ type: 'text', from: '4915112345678', to: '12345', text: 'Ja, bitte – 😀' }]);
  await carrier.stop();
});

test('texts that the SMSC sends right before it unbinds are acknowledged before the unbind is', async () => {
  const { carrier, inbound } = await liveSmpp(port);
  const peer = [...sessions].at(-1);
  const answers: string[] = [];
  for (let count = 0; count < 20; count += 1) {
    const fields = { source_addr: '4915112345678', destination_addr: '12345', short_message: `text ${count}` };
    peer?.deliver_sm(fields, ({ command }: Pdu) => answers.push(command));
  }
  peer?.unbind(({ command }: Pdu) => answers.push(command));
  await eventually('the unbind is answered', () => answers.includes('unbind_resp'));
  assert.deepEqual(answers, [...Array.from({ length: 20 }, () => 'deliver_sm_resp'), 'unbind_resp']);
  assert.equal(inbound().length, 20);
  await carrier.stop();
});

test('a transmitter and receiver pair binds, sends, receives and unbinds', async () => {
  commands.length = 0;
  submits.length = 0;
  const { carrier, send, inbound } = await liveSmpp(port, { bind: 'transmitter_receiver' });
  await eventually('both bound', () => carrier.describe().bound === '1-transmitter 1-receiver');
  assert.equal((await send('hello'))[0]?.kind, 'accepted');
  await eventually('a receipt', () => reports(inbound()).length === 1);
  await carrier.stop();
  assert.deepEqual(commands.filter((command) => /bind/.test(command)).sort(), [
    'bind_receiver',
    'bind_transmitter',
    'unbind',
    'unbind',
  ]);
});

test('enquire_link is answered in both directions', async () => {
  commands.length = 0;
  const { carrier } = await liveSmpp(port, { enquire_link_ms: 100 });
  await eventually('asked twice', () => commands.filter((command) => command === 'enquire_link').length >= 2);
  const answer = await new Promise<Pdu>((resolve) => [...sessions].at(-1)?.enquire_link({}, resolve));
  assert.equal(answer.command, 'enquire_link_resp');
  assert.equal(carrier.state(), 'up');
  await carrier.stop();
});
