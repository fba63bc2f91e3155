/**
 * A planned restart of an SMSC, npm `smpp` 0.5.1, in the middle of its answers: it unbinds, then answers what it has. A
 * whole gateway sends once what was taken, and knows that it was taken.
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

const NUMBERS = { MKT: '4915112345671', ARN: '4915112345672' } as const;

let smsc: Server;
let service: TestGateway;
let folder = '';
const sessions = new Set<Session>();
/** What came in, by the connection: b and u for a bind and the answer to an unbind, s for a submit. */
const heard: string[] = [];
const held: { readonly session: Session; readonly pdu: Pdu }[] = [];
const submits: string[] = [];
let connections = 0;
let isGoing = false;

function serve(session: Session, name: number, pdu: Pdu): void {
  if (pdu.command.startsWith('bind_')) {
    heard.push(`b${name}`);
    session.send(pdu.response({ system_id: 'npm', sc_interface_version: 0x34 }));
  } else if (pdu.command === 'enquire_link' || pdu.command === 'unbind') session.send(pdu.response());
  else if (pdu.command === 'unbind_resp') {
    heard.push(`u${name}`);
    session.close();
  } else if (pdu.command === 'submit_sm') {
    heard.push(`s${name}`);
    submits.push(pdu.destination_addr);
    held.push({ session, pdu });
    if (!isGoing && held.length === 2) goInOrder(session);
    else if (isGoing) answer(held.splice(0));
  }
}

/** The answers come once the gateway has read the unbind: it has answered what came behind it. */
function goInOrder(session: Session): void {
  isGoing = true;
  session.unbind();
  session.enquire_link({}, () => answer(held.splice(0)));
}

function answer(open: typeof held): void {
  for (const { session, pdu } of open) {
    const id = `id-${pdu.destination_addr}`;
    session.send(pdu.response({ message_id: id }));
  }
}

function receiptFor(number: string): void {
  [...sessions].at(-1)?.deliver_sm({
    source_addr: number,
    destination_addr: '12345',
    esm_class: 4,
    short_message: `id:id-${number} stat:DELIVRD err:000`,
    receipted_message_id: `id-${number}`,
    message_state: 2,
  });
}

describe('an SMSC that restarts', () => {
  before(async () => {
    smsc = createServer((session) => {
      sessions.add(session);
      connections += 1;
      const name = connections;
      session.on('error', () => {});
      session.on('close', () => sessions.delete(session));
      session.on('pdu', (pdu: Pdu) => serve(session, name, pdu));
    });
    await new Promise<void>((resolve) => smsc.listen(0, '127.0.0.1', resolve));
    folder = await mkdtemp(join(tmpdir(), 'trunkline-restart-'));
    const { port } = smsc.address() as AddressInfo;
    const carriers = [{ name: 'npm', kind: 'smpp', host: '127.0.0.1', port, system_id: 'gateway', password: 'secret' }];
    const config = join(folder, 'trunkline.yaml');
    await writeFile(config, stringify({ carriers, routes: [{ channel: 'sms', carriers: ['npm'] }] }));
    service = await startGateway({ TRUNKLINE_CONFIG: config });
  });

  after(async () => {
    await service?.stop();
    for (const session of sessions) session.close();
    await new Promise<void>((resolve) => smsc.close(() => resolve()));
    await rm(folder, { recursive: true, force: true });
  });

  test('a message that was taken before an SMSC went is sent once, and is known to be taken, whatever its type', async () => {
    const made = await service.operate('POST', '/accounts', { name: 'Shop', products: ['rcs'] });
    const { customer_id: id, api_key: key } = asJsonObject(made.body) ?? {};
    const authorization = `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`;
    const references: string[] = [];
    for (const messageType of ['MKT', 'ARN'] as const) {
      const message = textOnly(NUMBERS[messageType], { messageType });
      const taken = await service.call('POST', '/v1/omnichannel', message, { authorization });
      assert.equal(taken.status, 200, JSON.stringify(taken.body));
      references.push(String(asJsonObject(taken.body)?.reference_id));
    }
    await service.until('the SMSC is left and bound to again', async () => {
      await service.clock.advance(200);
      return heard.includes('u1') && heard.includes('b2');
    });
    for (const number of Object.values(NUMBERS)) receiptFor(number);
    for (const reference of references) {
      await service.until(`${reference} is delivered`, async () => {
        const { body } = await service.call('GET', `/v1/omnichannel/${reference}`, undefined, { authorization });
        return JSON.stringify(asJsonObject(body)?.status).includes('3000');
      });
    }
    assert.deepEqual(submits.sort(), Object.values(NUMBERS).sort(), 'nothing was sent twice');
    assert.deepEqual(heard.slice(0, 4), ['b1', 's1', 's1', 'u1'], 'the unbind was answered last');
  });
});
