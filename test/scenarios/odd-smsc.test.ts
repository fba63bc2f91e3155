/** What an SMSC says that no specification has foreseen costs its own message at most. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { type Pdu, TAG } from '../../src/carriers/smpp/pdus/pdu.ts';
import { textOnly } from '../support/gateway/gateway.ts';
import type { InboundBody } from '../support/inbound/rig.ts';
import { shortMessage } from '../support/smpp/samples.ts';
import {
  type AccountCall,
  newAccount,
  type SmscGateway,
  startSmscGateway,
  textFrom,
} from '../support/smpp/smsc-gateway.ts';
import { onSubmit, taken } from '../support/smpp/smsc-peer.ts';

const SENDER = '491579000111';

let rig: SmscGateway;
let call: AccountCall;

/** So many characters that do not get shorter by compression. */
function noise(length: number): string {
  const lines = Array.from({ length: Math.ceil(length / 43) }, (_, line) =>
    createHash('sha256').update(`${line}`).digest('base64url'),
  );
  return lines.join('').slice(0, length);
}

const numberOf = (address: string) => ({ ton: 1, npi: 1, address });

async function send(id: string, number: string): Promise<string> {
  rig.peer('smsc').script = onSubmit((pdu, link) => link.send(taken(pdu, id)));
  const sent = await call('POST', '/v1/omnichannel', textOnly(number));
  assert.equal(sent.status, 200, JSON.stringify(sent.body));
  return String(sent.body.reference_id);
}

async function untilDelivered(reference: string): Promise<void> {
  await rig.service.until('it is delivered', async () => {
    const { body } = await call('GET', `/v1/omnichannel/${reference}`);
    return (body as { status: { code: number } }).status.code === 3000;
  });
}

/** A receipt that names its message by a TLV. */
function longReceipt(id: string, number: string, sequence: number): void {
  const tlvs = [
    { tag: TAG.receipted_message_id, value: Buffer.from(`${id}\0`) },
    { tag: TAG.message_state, value: Buffer.of(2) },
  ];
  const to = { source: numberOf(number), destination: numberOf(SENDER) };
  const pdu = shortMessage({ ...to, esmClass: 4, shortMessage: Buffer.alloc(0), tlvs, sequence });
  rig.peer('smsc').receiver().send(pdu);
}

describe('an SMSC of its own ways', () => {
  before(async () => {
    rig = await startSmscGateway({ smsc: {} });
    ({ call } = await newAccount(rig.service, { name: 'Acme', senders: [{ sender: SENDER, default_for: ['*'] }] }));
  });
  after(() => rig.stop());

  test('a text whose id is too long for any index leaves once, and its receipt finds it', async () => {
    const number = '4915112000401';
    const id = noise(9_000);
    const reference = await send(id, number);
    await rig.service.until('its answer is recorded', async () => {
      const { rowCount } = await rig.service.gateway.db.query('select 1 from meetings');
      return rowCount > 0;
    });
    longReceipt(id, number, 1_001);
    await untilDelivered(reference);
    assert.equal(rig.peer('smsc').submits().length, 1);
  });

  for (const [name, isEarly] of [
    ['after its answers', false],
    ['before its answers', true],
  ] as const) {
    test(`a text in parts that got one id is delivered by one receipt ${name}`, async () => {
      const number = isEarly ? '4915112000404' : '4915112000405';
      const id = `one for ${number}`;
      const peer = rig.peer('smsc');
      const submits: Pdu[] = [];
      peer.script = onSubmit((pdu, link) => {
        submits.push(pdu);
        if (submits.length < 3) return;
        if (isEarly) longReceipt(id, number, 1_010);
        for (const each of submits) link.send(taken(each, id));
      });
      const sent = await call('POST', '/v1/omnichannel', textOnly(number, { text: 'three parts '.repeat(30) }));
      assert.equal(sent.status, 200, JSON.stringify(sent.body));
      await rig.service.until('its answers are recorded', async () => {
        const { rowCount } = await rig.service.gateway.db.query('select 1 from meetings where remote_id = $1', [
          `r:${id}`,
        ]);
        return rowCount > 0;
      });
      if (!isEarly) longReceipt(id, number, 1_011);
      await untilDelivered(String(sent.body.reference_id));
    });
  }

  test('a STOP from an address of any length is told', async () => {
    const peer = rig.peer('smsc');
    textFrom(peer, { ton: 5, npi: 0, address: noise(9_000) }, SENDER, 'STOP');
    await rig.service.until('it is listed', async () => {
      const { body } = await call('GET', '/v1/inbound?limit=500');
      return (body.inbound as InboundBody[]).some(({ user_response: said }) => said?.action === 'stop');
    });
  });
});
