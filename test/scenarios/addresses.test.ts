/** Numbers as SMSCs write them: STOP, masked texts, receipts and erasure find the person whatever the form. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { textOnly } from '../support/gateway/gateway.ts';
import { newAccount, receiptFor, type SmscGateway, startSmscGateway, textFrom } from '../support/smpp/smsc-gateway.ts';
import { onSubmit } from '../support/smpp/smsc-peer.ts';

const SENDER = '491579000111';

let rig: SmscGateway;

/** Texts that left for a number since the last look. */
function sentTo(recipient: string) {
  return rig
    .peer('operator')
    .submits()
    .filter(({ destination }) => destination.address === recipient);
}

describe('addresses that come in from an SMSC of Germany', () => {
  before(async () => {
    rig = await startSmscGateway({ operator: { inbound_addresses: { country: 'DE' } }, nowhere: {} });
  });
  after(() => rig.stop());

  for (const [index, [form, ton]] of (
    [
      ['0', 2],
      ['', 2],
      ['0049', 0],
    ] as const
  ).entries()) {
    test(`a STOP from ${form}151… with type of number ${ton} blocks the person, who is told at the right number`, async () => {
      const national = `1511200030${index}`;
      const number = `49${national}`;
      const { call } = await newAccount(rig.service, {
        name: `Acme ${index}`,
        senders: [{ sender: `${SENDER}${index}`, default_for: ['*'] }],
      });
      textFrom(rig.peer('operator'), { ton, npi: 1, address: `${form}${national}` }, `${SENDER}${index}`, 'STOP');
      const [told] = await rig.service.until('it is confirmed', () => sentTo(number).length === 1 && sentTo(number));
      assert.deepEqual(told?.destination, { ton: 1, npi: 1, address: number });
      assert.deepEqual(told?.source, { ton: 1, npi: 1, address: `${SENDER}${index}` });
      const sent = await call('POST', '/v1/omnichannel', textOnly(number, { messageType: 'MKT' }));
      const reference = String(sent.body.reference_id);
      await rig.service.until('it is blocked', async () => {
        const { body } = await call('GET', `/v1/omnichannel/${reference}`);
        return (body as { status: { code: number } }).status.code !== 3001;
      });
      assert.equal(sentTo(number).length, 1, 'nothing but the confirmation');
      const standing = await call('GET', `/v1/opt-outs/${number}`);
      assert.equal(standing.body.opted_out, true);
    });
  }

  test('a party of a masked session is known by its number, and what it writes goes on', async () => {
    const { service } = rig;
    const masks = 'number,capabilities,country\n491579000801,sms,DE\n491579000802,sms,DE\n';
    assert.equal((await service.operate('POST', '/numbers/import', masks)).status, 200);
    const { call } = await newAccount(service, { name: 'Masks', products: ['masking'] });
    const body = { phone_number_1: '4915112000311', phone_number_2: '4915112000312', validity_period: 1 };
    const opened = await service.until('there are masks', async () => {
      const answer = await call('POST', '/v1/anonymous/session/sms', body);
      return answer.status === 200 && answer;
    });
    const { phone_number_2: second } = opened.body.session_data as { phone_number_2: { masked_id: string } };
    textFrom(rig.peer('operator'), { ton: 2, npi: 1, address: '015112000311' }, second.masked_id, 'on my way');
    const [relayed] = await service.until(
      'it is relayed',
      () => sentTo('4915112000312').length === 1 && sentTo('4915112000312'),
    );
    assert.equal(Buffer.from(relayed?.shortMessage ?? []).toString('latin1'), 'on my way');
  });

  test('a text from a national number of nobody says where blocks nobody, is answered to nobody, and is shown', async () => {
    const { service } = rig;
    const peer = rig.peer('nowhere');
    const address = { ton: 2, npi: 1, address: '015112000331' };
    textFrom(peer, address, '491579000331', 'STOP');
    const [text] = await service.until('it is kept', async () => {
      const { body } = await service.operate('GET', '/inbound-texts?full=true&meaning=stop');
      const { texts } = body as { texts: Array<{ carrier: string; from: string }> };
      const there = texts.filter(({ carrier }) => carrier === 'nowhere');
      return there.length === 1 && there;
    });
    assert.equal(text?.from, '?015112000331');
    const masked = (await service.operate('GET', '/inbound-texts?meaning=stop')).body as {
      texts: Array<{ from: string }>;
    };
    assert.ok(!JSON.stringify(masked).includes('015112000331'), 'masked as a number is');
    const { body: blocks } = await service.operate('GET', '/opt-outs?full=true');
    assert.ok(!JSON.stringify(blocks).includes('15112000331'));
    assert.equal(peer.submits().length, 0, 'a confirmation would reach somebody else');
    const { body: seen } = await service.operate('GET', '/carriers/nowhere/addresses?full=true');
    const [made] = (seen as { addresses: Array<Record<string, unknown>> }).addresses;
    assert.deepEqual([made?.as_came, made?.kind, made?.number, made?.ton], ['015112000331', 'unreadable', null, 2]);
    const { body: would } = await service.operate('POST', '/carriers/operator/addresses', {
      address: '015112000331',
      ton: 2,
    });
    assert.deepEqual(would, {
      ...{ ton: 2, npi: null, as_came: '015112000331', kind: 'number', number: '4915112000331', country: 'DE' },
    });
    const { body: diagnosis } = await service.operate('GET', '/diagnosis');
    const { checks } = diagnosis as { checks: Array<{ name: string; state: string }> };
    assert.equal(checks.find(({ name }) => name === 'carrier nowhere: addresses')?.state, 'warn');

    // The erasure of the person finds what came in that form.
    const asked = await service.operate('POST', '/erasures', { number: '4915112000331' });
    const { id } = asked.body as { id: string };
    const done = await service.until('it is erased', async () => {
      const { body } = await service.operate('GET', `/erasures/${id}`);
      const receipt = body as { state: string; erased: Record<string, number> };
      return receipt.state === 'done' && receipt;
    });
    assert.deepEqual([done.erased.inbound_texts, done.erased.inputs], [1, 1]);
  });

  test('a receipt whose id no answer named finds its message by a national recipient', async () => {
    const { service } = rig;
    const number = '4915112000321';
    const { call } = await newAccount(service, {
      name: 'Guess',
      senders: [{ sender: '491579000221', default_for: ['*'] }],
    });
    const peer = rig.peer('operator');
    peer.script = onSubmit((_, link) => link.cut());
    const sent = await call('POST', '/v1/omnichannel', textOnly(number, { messageType: 'MKT' }));
    const status = async () => {
      const { body } = await call('GET', `/v1/omnichannel/${String(sent.body.reference_id)}`);
      return (body as { status: { code: number } }).status.code;
    };
    await service.until('its answer was lost', async () => (await status()) !== 3001);
    peer.script = () => false;
    await service.until('bound again', () => peer.links.some(({ bind }) => bind !== undefined));
    receiptFor(peer, 'abc123', { ton: 2, npi: 1, address: '015112000321' }, '491579000221');
    await service.until('it is delivered', async () => (await status()) === 3000);
  });
});
