/**
 * Two people text each other through their masks, each at another operator: npm `smpp` 0.5.1 is the SMSC of the one,
 * Perl's Net::SMPP that of the other. A whole gateway stands in between.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createServer, type Pdu, type Session } from 'smpp';
import { stringify } from 'yaml';
import { asJsonObject } from '../../src/lib/json.ts';
import { startGateway, type TestGateway } from '../support/gateway/gateway.ts';

/** At the operator that speaks JavaScript, and at the one that speaks Perl. */
const ANNA = '4915112345678';
const BEN = '447400123456';
/** Anna texts the first, which is leased from her operator; Ben the second. */
const MASK_OF_BEN = '447700900001';
const MASK_OF_ANNA = '4915799000001';

interface Sent {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

let npm: Server;
const sessions = new Set<Session>();
const sentToAnna: Sent[] = [];
let perl: ChildProcess;
const lines: string[] = [];
let service: TestGateway;
let folder = '';
let authorization = '';
let session = '';

function serve(session: Session, pdu: Pdu): void {
  if (pdu.command.startsWith('bind_')) session.send(pdu.response({ system_id: 'npm', sc_interface_version: 0x34 }));
  else if (pdu.command === 'enquire_link' || pdu.command === 'unbind') session.send(pdu.response());
  else if (pdu.command === 'submit_sm') {
    const id = `id-${sentToAnna.length}`;
    const text = String(pdu.short_message.message);
    sentToAnna.push({ from: pdu.source_addr, to: pdu.destination_addr, text });
    session.send(pdu.response({ message_id: id }));
    newest().deliver_sm({
      source_addr: pdu.destination_addr,
      destination_addr: pdu.source_addr,
      esm_class: 4,
      short_message: `id:${id} sub:001 dlvrd:001 submit date:2601010100 done date:2601010101 stat:DELIVRD err:000 text:`,
      receipted_message_id: id,
      message_state: 2,
    });
  }
}

function newest(): Session {
  const session = [...sessions].at(-1);
  if (!session) throw new Error('nobody is bound');
  return session;
}

async function startNpm(): Promise<number> {
  npm = createServer((session) => {
    sessions.add(session);
    session.on('error', () => {});
    session.on('close', () => sessions.delete(session));
    session.on('pdu', (pdu: Pdu) => serve(session, pdu));
  });
  await new Promise<void>((resolve) => npm.listen(0, '127.0.0.1', resolve));
  return (npm.address() as AddressInfo).port;
}

async function startPerl(): Promise<number> {
  const found = spawnSync('perl', ['-MNet::SMPP', '-e', '1']);
  assert.equal(
    found.status,
    0,
    'Net::SMPP is missing: install the package libnet-smpp-perl (apt-get install -y libnet-smpp-perl)',
  );
  const script = fileURLToPath(new URL('./peers/smsc.pl', import.meta.url));
  perl = spawn('perl', [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  if (!perl.stdout) throw new Error('the peer has no output');
  const reading = createInterface({ input: perl.stdout });
  const first = new Promise<string>((resolve) => reading.once('line', resolve));
  reading.on('line', (line) => lines.push(line));
  return Number((await first).slice('port '.length));
}

interface SentPart {
  readonly coding: number;
  readonly isPart: boolean;
  readonly bytes: Buffer;
  readonly from: string;
  readonly to: string;
}

/** What the Perl peer was given, as bytes. */
function sentToBen(): SentPart[] {
  return lines
    .filter((line) => line.startsWith('submit '))
    .map((line) => {
      const [, , esmClass, coding, hex = '', from = '', to = ''] = line.split(' ');
      const isPart = (Number(esmClass) & 0x40) !== 0;
      return { coding: Number(coding), isPart, bytes: Buffer.from(hex, 'hex'), from, to };
    });
}

/** From Anna's handset, in as many parts as are given, in the order in which they are given. */
async function annaTexts(to: string, ...parts: ReadonlyArray<Record<string, unknown>>): Promise<void> {
  for (const part of parts) {
    const answer = await new Promise<Pdu>((resolve) =>
      newest().deliver_sm({ source_addr: ANNA, destination_addr: to, ...part }, resolve),
    );
    assert.equal(answer.command_status, 0);
  }
}

/** One of several, in UCS-2, with an 8-bit reference. */
function part(number: number, total: number, text: string): Record<string, unknown> {
  const udh = Buffer.from([5, 0, 3, 42, total, number]);
  return { esm_class: 0x40, data_coding: 8, short_message: { udh, message: text } };
}

async function bringInMasks(): Promise<void> {
  const file = `number,capabilities,country,carrier\n${MASK_OF_BEN},sms,GB,npm\n${MASK_OF_ANNA},sms,DE,perl\n`;
  assert.equal((await service.operate('POST', '/numbers/import', file)).status, 200);
  const made = await service.operate('POST', '/accounts', { name: 'Rides', products: ['masking'] });
  const { customer_id: id, api_key: key } = asJsonObject(made.body) ?? {};
  authorization = `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`;
}

describe('two operators with masks in between', () => {
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trunkline-masking-'));
    const peer = { kind: 'smpp', host: '127.0.0.1', system_id: 'gateway', password: 'secret' };
    const carriers = [
      { name: 'npm', ...peer, port: await startNpm() },
      { name: 'perl', ...peer, port: await startPerl() },
    ];
    const config = join(folder, 'trunkline.yaml');
    await writeFile(config, stringify({ carriers }));
    service = await startGateway({ TRUNKLINE_CONFIG: config });
    await bringInMasks();
    await service.until('both are bound', async () => {
      const { carriers: shown } = asJsonObject((await service.operate('GET', '/carriers')).body) ?? {};
      return (shown as Array<{ state: string }>).every(({ state }) => state === 'up');
    });
  });

  after(async () => {
    await service?.stop();
    for (const session of sessions) session.close();
    await new Promise<void>((resolve) => npm.close(() => resolve()));
    const ended = new Promise<void>((resolve) => perl.once('exit', () => resolve()));
    perl.stdin?.end();
    await ended;
    await rm(folder, { recursive: true, force: true });
  });

  test('a text goes through, its answer comes back, and neither sees the number of the other', async () => {
    const body = { phone_number_1: ANNA, phone_number_2: BEN, validity_period: 1 };
    session = await service.until('a session is opened', async () => {
      const answer = await service.call('POST', '/v1/anonymous/session/sms', body, { authorization });
      // The masks have just been brought in.
      return answer.status === 200 && String(asJsonObject(answer.body)?.session_id);
    });
    // The peer of Perl answers a text that begins with "reply" with the rest of it.
    await annaTexts(MASK_OF_BEN, { data_coding: 0, short_message: 'reply At 8 in front of [Café Größenwahn]' });
    const [toAnna] = await service.until('the answer is with Anna', () => sentToAnna.length > 0 && sentToAnna);
    assert.deepEqual(toAnna, { from: MASK_OF_BEN, to: ANNA, text: 'At 8 in front of [Café Größenwahn]' });
    const [toBen] = sentToBen();
    assert.deepEqual([toBen?.from, toBen?.to, toBen?.isPart], [MASK_OF_ANNA, BEN, false]);
    assert.equal(sentToBen().length, 1);
  });

  test('a long text of several alphabets goes through whole, whatever the order of its parts', async () => {
    const before = sentToBen().length;
    const text = 'Встретимся у входа 😀, δεξιά από την πόρτα. '.repeat(3);
    const third = Math.ceil(text.length / 3);
    const pieces = [0, 1, 2].map((index) => text.slice(index * third, (index + 1) * third));
    await annaTexts(MASK_OF_BEN, part(2, 3, pieces[1] ?? ''), part(3, 3, pieces[2] ?? ''), part(1, 3, pieces[0] ?? ''));
    const parts = await service.until('all of it is with Ben', () => {
      const sent = sentToBen().slice(before);
      return sent.length === sent[0]?.bytes[4] && sent;
    });
    const bytes = parts.map(({ bytes: each }) => each.subarray(6));
    assert.equal(Buffer.concat(bytes).swap16().toString('utf16le'), text);
    assert.ok(
      parts.every(({ coding, isPart, from, to }) => coding === 8 && isPart && from === MASK_OF_ANNA && to === BEN),
    );
  });

  test('what became of each text stands in the interactions', async () => {
    const shown = await service.until('all three are delivered', async () => {
      const path = `/v1/anonymous/session/${session}/interactions`;
      const { body } = await service.call('GET', path, undefined, { authorization });
      const { interactions } = body as {
        interactions: Array<{ from_phone_number: string; delivery: { code: number } }>;
      };
      return interactions.every(({ delivery }) => delivery.code === 3000) && interactions;
    });
    assert.deepEqual(
      shown.map(({ from_phone_number: from }) => from),
      [ANNA, BEN, ANNA],
    );
  });

  test('a stranger reaches nobody', async () => {
    const before = sentToBen().length;
    const stranger = { source_addr: '4915199999999', short_message: 'reply Who is there?' };
    await annaTexts(MASK_OF_BEN, stranger);
    // Behind it on the same connection: what comes later has come through.
    await annaTexts(MASK_OF_BEN, { short_message: 'Are you there?' });
    const sent = await service.until(
      'Ben has the next text',
      () => sentToBen().slice(before).length > 0 && sentToBen(),
    );
    assert.deepEqual(
      sent.slice(before).map(({ bytes }) => bytes.toString('latin1')),
      ['Are you there?'],
    );
    assert.equal(sentToAnna.length, 1);
  });
});
