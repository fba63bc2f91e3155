/**
 * Settings that are read again under load, beside an SMSC that is npm `smpp` 0.5.1 and allows one bind of an account: what
 * the carrier was given is answered before it unbinds, no bind is refused, and each text is sent once.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createServer, type Pdu, type Session } from 'smpp';
import { stringify } from 'yaml';
import { asJsonObject } from '../../src/lib/json.ts';
import { startGateway, type TestGateway } from '../support/gateway/gateway.ts';
import { textOnly } from '../support/gateway/requests.ts';

const ALREADY_BOUND = 0x05;
const ANSWER_AFTER_MS = 40;
const RECEIPT_AFTER_MS = 400;
const MESSAGES_EACH = 20;

let smsc: Server;
let service: TestGateway;
let folder = '';
let authorization = '';
let bound: Session | null = null;
const sessions = new Set<Session>();
const timers = new Set<NodeJS.Timeout>();
const submits: string[] = [];
const numbers: string[] = [];
const heard = { binds: 0, refusedBinds: 0, unbinds: 0, cut: 0, unansweredAtUnbind: 0 };

function later(ms: number, run: () => void): void {
  const timer = setTimeout(() => {
    timers.delete(timer);
    run();
  }, ms);
  timers.add(timer);
}

function serve(session: Session): void {
  let open = 0;
  sessions.add(session);
  session.on('error', () => {});
  session.on('close', () => {
    sessions.delete(session);
    if (bound === session) heard.cut += 1;
    if (bound === session) bound = null;
  });
  session.on('pdu', (pdu: Pdu) => {
    if (pdu.command === 'bind_transceiver') {
      const isTaken = bound !== null;
      heard[isTaken ? 'refusedBinds' : 'binds'] += 1;
      if (!isTaken) bound = session;
      session.send(pdu.response({ system_id: 'npm', command_status: isTaken ? ALREADY_BOUND : 0 }));
    } else if (pdu.command === 'unbind') {
      heard.unbinds += 1;
      heard.unansweredAtUnbind += open;
      bound = null;
      session.send(pdu.response());
      session.close();
    } else if (pdu.command === 'enquire_link') session.send(pdu.response());
    else if (pdu.command === 'submit_sm') {
      const number = String(pdu.destination_addr);
      submits.push(number);
      open += 1;
      later(ANSWER_AFTER_MS, () => {
        open -= 1;
        session.send(pdu.response({ message_id: `id-${number}` }));
      });
      later(RECEIPT_AFTER_MS, () => sendReceipt(number));
    }
  });
}

/** To whoever is bound then, which may be another one than who has sent the text. */
function sendReceipt(number: string): void {
  if (bound === null) return later(ANSWER_AFTER_MS, () => sendReceipt(number));
  bound.deliver_sm({
    source_addr: number,
    destination_addr: '12345',
    esm_class: 4,
    short_message: `id:id-${number} sub:001 dlvrd:001 stat:DELIVRD err:000 text:`,
  });
}

async function write(carrier: { readonly name: string; readonly window: number }): Promise<void> {
  const { port } = smsc.address() as AddressInfo;
  const account = { kind: 'smpp', host: '127.0.0.1', port, system_id: 'gateway', password: 'secret' };
  const settings = { carriers: [{ ...account, ...carrier }], routes: [{ channel: 'sms', carriers: [carrier.name] }] };
  await writeFile(join(folder, 'trunkline.yaml'), stringify(settings));
}

describe('carriers of an SMSC whose settings change under load', () => {
  before(async () => {
    smsc = createServer(serve);
    await new Promise<void>((resolve) => smsc.listen(0, '127.0.0.1', resolve));
    folder = await mkdtemp(join(tmpdir(), 'trunkline-smpp-reload-'));
    await write({ name: 'npm', window: 5 });
    service = await startGateway({ TRUNKLINE_CONFIG: join(folder, 'trunkline.yaml') });
    const made = await service.operate('POST', '/accounts', { name: 'Shop', products: ['rcs'] });
    const { customer_id: id, api_key: key } = asJsonObject(made.body) ?? {};
    authorization = `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`;
  });

  after(async () => {
    await service?.stop();
    for (const timer of timers) clearTimeout(timer);
    for (const session of sessions) session.close();
    await new Promise<void>((resolve) => smsc.close(() => resolve()));
    await rm(folder, { recursive: true, force: true });
  });

  test('other settings: each text is sent once and delivered, whichever bind its receipt comes to', async () => {
    const references: string[] = [];
    for (const window of [7, 3, 9]) {
      references.push(...(await sendSome()));
      await reload({ name: 'npm', window });
    }
    await untilDelivered(references);
    assertHeard();
  });

  test('another name at the same account: it binds when the one before has gone, and each text is sent once', async () => {
    await sendSome();
    await reload({ name: 'other', window: 5 });
    await untilDelivered(await sendSome());
    assertHeard();
  });
});

/** References of as many messages as are under way together. */
async function sendSome(): Promise<string[]> {
  const references: string[] = [];
  for (let count = 0; count < MESSAGES_EACH; count += 1) {
    const number = String(4_915_112_345_000 + numbers.length);
    const message = textOnly(number, { messageType: count % 2 === 0 ? 'OTP' : 'MKT' });
    const taken = await service.call('POST', '/v1/omnichannel', message, { authorization });
    assert.equal(taken.status, 200, JSON.stringify(taken.body));
    numbers.push(number);
    references.push(String(asJsonObject(taken.body)?.reference_id));
  }
  return references;
}

async function reload(carrier: { readonly name: string; readonly window: number }): Promise<void> {
  await write(carrier);
  const { status, body } = await service.operate('POST', '/reload');
  assert.equal(status, 200, JSON.stringify(body));
}

async function untilDelivered(references: readonly string[]): Promise<void> {
  for (const reference of references) {
    await service.until(`${reference} is delivered`, async () => {
      const { body } = await service.call('GET', `/v1/omnichannel/${reference}`, undefined, { authorization });
      return asJsonObject(asJsonObject(body)?.status)?.code === 3000;
    });
  }
}

/** A reload that comes while a carrier goes adds no bind: only the last settings count. */
function assertHeard(): void {
  assert.deepEqual([...submits].sort(), [...numbers].sort(), 'each was sent once');
  const { binds, unbinds, ...wrong } = heard;
  assert.deepEqual(wrong, { refusedBinds: 0, cut: 0, unansweredAtUnbind: 0 });
  assert.ok(unbinds > 0 && binds === unbinds + 1, JSON.stringify(heard));
}
