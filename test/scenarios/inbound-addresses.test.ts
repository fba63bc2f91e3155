/** Who wrote, however the SMSC writes it: told, blocked and listed as one person, or kept as it came. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Address } from '../../src/carriers/smpp/pdus/pdu.ts';
import { textOnly } from '../support/gateway/requests.ts';
import type { InboundBody } from '../support/inbound/rig.ts';
import {
  type AccountCall,
  newAccount,
  receiptFor,
  type SmscGateway,
  startSmscGateway,
  textFrom,
} from '../support/smpp/smsc-gateway.ts';

const SENDER = '491579000555';

let rig: SmscGateway;
let call: AccountCall;

/** Who wrote the texts that hold this word, as the account sees them, once there are so many. */
async function peopleWho(word: string, count: number): Promise<Array<[string | null, string]>> {
  const found = await rig.service.until(`${count} texts with ${word} are listed`, async () => {
    const { body } = await call('GET', '/v1/inbound?limit=500');
    const those = (body.inbound as InboundBody[]).filter(({ user_response: said }) => said?.mo_message.includes(word));
    return those.length === count && those;
  });
  return found.map(({ phone_number: number, user_response: said }) => [number, said?.iso_country_code ?? '']);
}

const write = (carrier: string, source: Address, text: string) => textFrom(rig.peer(carrier), source, SENDER, text);

const plain = (ton: number, address: string): Address => ({ ton, npi: 1, address });

const statusOf = async (reference: string): Promise<number> => {
  const { body } = await call('GET', `/v1/omnichannel/${reference}`);
  return (body as { status: { code: number } }).status.code;
};

describe('addresses of people who write', () => {
  before(async () => {
    rig = await startSmscGateway({
      german: { inbound_addresses: { country: 'DE' } },
      prefixed: { inbound_addresses: { type_of_number: 'ignored', prefixes: [{ from: '0', to: '33' }] } },
      unsaid: {},
    });
    ({ call } = await newAccount(rig.service, { name: 'Acme', senders: [{ sender: SENDER, default_for: ['*'] }] }));
  });
  after(() => rig.stop());

  test('type of number, country and prefixes of the carrier say what the digits mean', async () => {
    const forms: ReadonlyArray<readonly [string, Address, string, string]> = [
      ['german', plain(1, '4915112000401'), '4915112000401', 'DE'],
      ['german', plain(2, '15112000401'), '4915112000401', 'DE'],
      ['german', plain(2, '015112000401'), '4915112000401', 'DE'],
      ['german', plain(0, '004915112000401'), '4915112000401', 'DE'],
      ['german', plain(0, '+4915112000401'), '4915112000401', 'DE'],
      ['german', { ton: 0, npi: 8, address: '15112000401' }, '4915112000401', 'DE'],
      ['prefixed', plain(2, '0639980401'), '33639980401', 'FR'],
      ['prefixed', plain(2, '33639980401'), '33639980401', 'FR'],
      ['unsaid', plain(1, '4915112000401'), '4915112000401', 'DE'],
    ];
    for (const [index, [carrier, source, number, country]] of forms.entries()) {
      write(carrier, source, `form ${index}.`);
      assert.deepEqual(await peopleWho(`form ${index}.`, 1), [[number, country]], `${carrier} ${source.address}`);
    }
  });

  test('the double forms of Mexico and Argentina are one person', async () => {
    for (const address of ['525512345678', '5215512345678']) write('unsaid', plain(1, address), 'from Mexico');
    assert.deepEqual(await peopleWho('from Mexico', 2), [
      ['525512345678', 'MX'],
      ['525512345678', 'MX'],
    ]);
    for (const address of ['541123456789', '5491123456789']) write('unsaid', plain(1, address), 'from Argentina');
    assert.deepEqual(await peopleWho('from Argentina', 2), [
      ['5491123456789', 'AR'],
      ['5491123456789', 'AR'],
    ]);
  });

  test('a STOP in one form stops what goes to the other, and START in another lifts it', async () => {
    for (const [stops, recipient, starts] of [
      ['5215512345699', '525512345699', '525512345699'],
      ['541123456799', '5491123456799', '5491123456799'],
    ] as const) {
      write('unsaid', plain(1, stops), 'STOP');
      await rig.service.until('it is blocked', async () => {
        return (await call('GET', `/v1/opt-outs/${recipient}`)).body.opted_out === true;
      });
      const sent = await call('POST', '/v1/omnichannel', textOnly(recipient, { messageType: 'MKT' }));
      await rig.service.until('it goes nowhere', async () => (await statusOf(String(sent.body.reference_id))) === 3046);
      write('unsaid', plain(1, starts), 'START');
      await rig.service.until('it is lifted', async () => {
        return (await call('GET', `/v1/opt-outs/${recipient}`)).body.opted_out === false;
      });
    }
  });

  test('what cannot be made a number is told as it came, blocks nobody and is answered to nobody', async () => {
    const peer = rig.peer('unsaid');
    const before = peer.submits().length;
    write('unsaid', plain(2, '015112000471'), 'STOP from somewhere');
    write('unsaid', plain(2, '015112000471'), 'stop');
    assert.deepEqual(await peopleWho('STOP from', 1), [['015112000471', '']]);
    await rig.service.until('the keyword is told', async () => {
      const { body } = await call('GET', '/v1/inbound?limit=500');
      const those = (body.inbound as InboundBody[]).filter(({ phone_number: number }) => number === '015112000471');
      return those.length === 2 && those[1]?.user_response?.action === 'stop';
    });
    const { body } = await call('GET', '/v1/opt-outs/4915112000471');
    assert.equal(body.opted_out, false);
    assert.equal(peer.submits().length, before);
  });

  test('a receipt that names its recipient in the other form belongs to its message', async () => {
    const sent = await call('POST', '/v1/omnichannel', textOnly('5491123456777'));
    const reference = String(sent.body.reference_id);
    const carrier = await rig.service.until('it has left', () =>
      ['german', 'prefixed', 'unsaid'].find((name) =>
        rig
          .peer(name)
          .submits()
          .some(({ destination }) => destination.address.endsWith('1123456777')),
      ),
    );
    await rig.service.until('its answer is recorded', async () => {
      const { rows } = await rig.service.gateway.db.query<{ parts: Array<{ remoteId: string | null }> }>(
        `select a.parts from attempts a join messages m on m.id = a.message_id and m.bucket = a.bucket
          where m.recipient = '5491123456777'`,
      );
      const [part] = rows[0]?.parts ?? [];
      if (!part?.remoteId) return false;
      receiptFor(rig.peer(carrier), part.remoteId, plain(1, '541123456777'), SENDER);
      return true;
    });
    await rig.service.until('it is delivered', async () => (await statusOf(reference)) === 3000);
  });
});
