/**
 * Our carrier against Perl's Net::SMPP (Debian: libnet-smpp-perl) as the SMSC. It answers with ids in hex and sends
 * receipts with ids in decimal that lack the bits which mark them; it names no interface version.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Inbound } from '../../src/carriers/carrier.ts';
import { createSmppCarrier } from '../../src/carriers/smpp/carrier.ts';
import { parseSmppSettings } from '../../src/carriers/smpp/settings.ts';
import { createContext } from '../../src/context.ts';
import { eventually } from '../support/cluster/eventually.ts';
import { liveSmpp } from '../support/smpp/live.ts';

let smsc: ChildProcess;
let port = 0;
const lines: string[] = [];

before(async () => {
  const found = spawnSync('perl', ['-MNet::SMPP', '-e', '1']);
  assert.equal(
    found.status,
    0,
    'Net::SMPP is missing: install the package libnet-smpp-perl (apt-get install -y libnet-smpp-perl)',
  );
  const script = fileURLToPath(new URL('./peers/smsc.pl', import.meta.url));
  smsc = spawn('perl', [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  if (!smsc.stdout) throw new Error('the peer has no output');
  createInterface({ input: smsc.stdout }).on('line', (line) => lines.push(line));
  const line = await eventually('the port of the peer', () => lines.find((told) => told.startsWith('port ')));
  port = Number(line.slice('port '.length));
});

after(async () => {
  if (!smsc?.stdin || smsc.exitCode !== null) return;
  const ended = new Promise<void>((resolve) => smsc.once('exit', () => resolve()));
  smsc.stdin.end();
  await ended;
});

function submits(): { id: string; esmClass: number; dataCoding: number; bytes: Buffer }[] {
  return lines
    .filter((line) => line.startsWith('submit '))
    .map((line) => {
      const [, id = '', esmClass, dataCoding, hex = ''] = line.split(' ');
      return { id, esmClass: Number(esmClass), dataCoding: Number(dataCoding), bytes: Buffer.from(hex, 'hex') };
    });
}

function reports(inbound: readonly Inbound[]): Extract<Inbound, { type: 'report' }>[] {
  return inbound.filter((entry) => entry.type === 'report');
}

test('texts in one part and in many are taken, and receipts in decimal find their ids in hex', async () => {
  const { carrier, send, inbound } = await liveSmpp(port);
  const from = submits().length;
  const outcomes = [...(await send('hello {world}')), ...(await send('A longer text. '.repeat(20)))];
  assert.deepEqual(
    outcomes.map(({ kind }) => kind),
    ['accepted', 'accepted', 'accepted'],
  );
  const taken = await eventually('the peer has told of three', () => {
    const told = submits().slice(from);
    return told.length === 3 && told;
  });
  assert.equal(taken[0]?.bytes.toString('hex'), '68656c6c6f201b28776f726c641b29');
  assert.deepEqual(
    taken.map(({ esmClass }) => esmClass),
    [0, 0x40, 0x40],
  );
  const together = Buffer.concat(taken.slice(1).map(({ bytes }) => bytes.subarray(6)));
  assert.equal(together.toString('latin1'), 'A longer text. '.repeat(20));
  await eventually('three receipts', () => reports(inbound()).length === 3);
  for (const [index, outcome] of outcomes.entries()) {
    const keys = outcome.kind === 'accepted' ? outcome.keys : [];
    const report = reports(inbound())[index];
    assert.equal(report?.state, 'delivered');
    assert.ok(
      report?.keys.some((key) => keys.includes(key)),
      `${keys.join()} and ${report?.keys.join()}`,
    );
  }
  assert.equal(carrier.describe().peer_version, null);
  await carrier.stop();
});

test('a transmitter and receiver pair gets an inbound text on its receiver and acknowledges it', async () => {
  const { carrier, send, inbound } = await liveSmpp(port, { bind: 'transmitter_receiver' });
  await eventually('both bound', () => carrier.describe().bound === '1-transmitter 1-receiver');
  const answersBefore = lines.filter((line) => line === 'answer 0').length;
  await send('reply STOP please');
  const text = await eventually('the text', () => inbound().find((entry) => entry.type === 'text'));
  assert.deepEqual(text, { type: 'text', from: '4915112345678', to: '12345', text: 'STOP please' });
  await eventually('both acknowledged', () => lines.filter((line) => line === 'answer 0').length === answersBefore + 2);
  await carrier.stop();
});

test('unbind is said and answered', async () => {
  const before = lines.filter((line) => line === 'unbind').length;
  const { carrier } = await liveSmpp(port);
  await carrier.stop();
  await eventually('unbind seen', () => lines.filter((line) => line === 'unbind').length === before + 1);
});

test('a wrong password is told, and not tried again at once', async () => {
  const refused = createSmppCarrier(
    createContext({ logLevel: 'silent' }),
    'refused',
    parseSmppSettings({ host: '127.0.0.1', port, system_id: 'gateway', password: 'wrong' }),
  );
  await refused.start({ received: async () => {}, changed: () => {} });
  await eventually('refused', () => String(refused.describe().last_error).includes('0x0e ESME_RINVPASWD'));
  assert.equal(refused.state(), 'down');
  await refused.stop();
});
