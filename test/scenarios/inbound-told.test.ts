/** How what people send is told: in order by person, again until it is taken, and to nobody whom it is not for. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { type InboundBody, type InboundGateway, startInbound } from '../support/inbound/rig.ts';
import { newAccount } from '../support/smpp/smsc-gateway.ts';

let rig: InboundGateway;

interface Got {
  readonly id: string;
  readonly body: InboundBody;
}

/** Another receiver; what it answers by what it is told. */
async function receiver(answer: (body: InboundBody) => number) {
  const got: Got[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as InboundBody;
      got.push({ id: String(request.headers['webhook-id']), body });
      response.writeHead(answer(body));
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  rig.service.atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return { got, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in` };
}

const said = (got: readonly Got[]) => got.map(({ body }) => body.user_response?.mo_message);

describe('what people send is told', () => {
  before(async () => {
    rig = await startInbound();
  });
  after(() => rig.service.stop());

  test('in order for each person while the receiver fails, under the same id, and people do not wait for each other', async () => {
    const [anna, ben] = ['4915112000801', '4915112000802'];
    let isDown = true;
    const { got, url } = await receiver(({ phone_number: number }) => (number === anna && isDown ? 503 : 200));
    await rig.set({ inbound_url: url });
    await rig.service.reply(anna, rig.sender, 'one');
    await rig.service.until('the first try has failed', () => got.length === 1);
    await rig.service.reply(anna, rig.sender, 'two');
    await rig.service.reply(anna, rig.sender, 'three');
    await rig.service.reply(ben, rig.sender, 'another');
    await rig.service.until('the other person is told of', () => said(got).includes('another'));
    await rig.service.until('it is tried again', () => got.length === 3);
    assert.deepEqual(said(got), ['one', 'another', 'one']);
    isDown = false;
    await rig.service.until('all are told', () => got.length === 6);
    assert.deepEqual(said(got).slice(3), ['one', 'two', 'three']);
    const ids = new Set(got.filter(({ body }) => body.user_response?.mo_message === 'one').map(({ id }) => id));
    assert.equal(ids.size, 1, 'the same webhook-id on every try');
    const references = got
      .filter(({ body }) => body.user_response?.mo_message === 'one')
      .map(({ body }) => body.reference_id);
    assert.equal(new Set(references).size, 1, 'the same reference');
  });

  test('in order for each person when many write at once', async () => {
    const people = ['4915112000811', '4915112000812', '4915112000813'];
    const { got, url } = await receiver(() => 200);
    await rig.set({ inbound_url: url });
    const texts = Array.from({ length: 40 }, (_, index) => `text ${index}`);
    for (const text of texts) await Promise.all(people.map((number) => rig.service.reply(number, rig.sender, text)));
    await rig.service.until('all are told', () => got.length === people.length * texts.length);
    for (const number of people) {
      assert.deepEqual(said(got.filter(({ body }) => body.phone_number === number)), texts);
    }
  });

  test('to a receiver that is gone no more, and an operator may have a piece told once more', async () => {
    const number = '4915112000803';
    let status = 410;
    const { got, url } = await receiver(() => status);
    await rig.set({ inbound_url: url });
    await rig.service.reply(number, rig.sender, 'anybody?');
    await rig.service.until('it is told', () => got.length === 1);
    const given = await rig.service.until('it is given up', async () => {
      const { body } = await rig.service.operate('GET', '/callbacks?state=given_up');
      return (body as { callbacks: Array<{ id: string; url: string }> }).callbacks.find((each) => each.url === url);
    });
    await rig.service.advance(60_000);
    assert.equal(got.length, 1);
    status = 200;
    assert.equal((await rig.service.operate('POST', `/callbacks/${given.id}/redeliver`)).status, 202);
    await rig.service.until('it is told again', () => got.length === 2);
    assert.equal(got[1]?.id, got[0]?.id);
    assert.deepEqual(got[1]?.body, got[0]?.body);
  });

  test('by the method that the account wants, and to nobody when there is no address', async () => {
    const number = '4915112000804';
    await rig.set({ inbound_url: rig.service.callbackUrl, inbound_method: 'GET' });
    await rig.service.reply(number, rig.sender, 'by GET');
    await rig.told(number, 1);
    assert.equal(rig.tries(number)[0]?.method, 'GET');
    await rig.set({ inbound_url: null, inbound_method: null });
    await rig.service.reply(number, rig.sender, 'to nobody');
    await rig.service.until('it is listed', async () => {
      const { inbound } = await rig.list('?limit=500');
      return inbound.some(({ user_response: said }) => said?.mo_message === 'to nobody');
    });
    assert.equal(rig.tries(number).length, 1);
    await rig.set({ inbound_url: rig.service.callbackUrl });
  });

  test('to the account whose sender it is; a text to a sender of nobody stands in the operators list alone', async () => {
    const { service } = rig;
    const { got, url } = await receiver(() => 200);
    const other = await newAccount(service, {
      name: 'Other',
      senders: [{ sender: '4915700000777', default_for: ['*'] }],
      settings: { inbound_url: url },
    });
    await service.reply('4915112000805', '4915700000777', 'to the other');
    await service.reply('4915112000805', '4915700000778', 'to nobody');
    await service.until('it is told', () => got.length === 1);
    assert.deepEqual(said(got), ['to the other']);
    assert.equal(got[0]?.body.user_response?.sender_id, '4915700000777');
    const texts = await service.until('both are kept', async () => {
      const { body } = await service.operate('GET', '/inbound-texts?full=true');
      const found = (body as { texts: Array<{ from: string; text: string; customer_id: string | null }> }).texts;
      const those = found.filter(({ from }) => from === '4915112000805');
      return those.length === 2 && those;
    });
    assert.deepEqual(new Map(texts.map(({ text, customer_id: id }) => [text, id])).get('to nobody'), null);
    const listed = (await other.call('GET', '/v1/inbound')).body.inbound as InboundBody[];
    assert.deepEqual(
      listed.map(({ user_response: each }) => each?.mo_message),
      ['to the other'],
    );
    assert.equal(rig.tries('4915112000805').length, 0);
  });

  test('not when it is a text to a mask: that goes the way of its session alone', async () => {
    const { service } = rig;
    const [anna, ben] = ['4915112000806', '4915112000807'];
    const opened = await service.call('POST', '/v1/anonymous/session/sms', {
      phone_number_1: anna,
      phone_number_2: ben,
      validity_period: 1,
    });
    const data = (opened.body as { session_data: { phone_number_2: { masked_id: string } } }).session_data;
    await service.reply(anna, data.phone_number_2.masked_id, 'on my way');
    await service.until('it is relayed', async () => (await service.messagesOf(ben)).length === 1);
    await service.reply(anna, data.phone_number_2.masked_id, 'STOP');
    await service.until('it is kept', async () => {
      const { body } = await service.operate('GET', '/inbound-texts?meaning=stop&full=true');
      return (body as { texts: Array<{ from: string }> }).texts.some(({ from }) => from === anna);
    });
    const { inbound } = await rig.list('?limit=500');
    assert.equal(inbound.filter(({ phone_number: number }) => number === anna).length, 0);
    assert.equal(rig.tries(anna).length, 0);
  });
});
