/** Receipts that an SMSC gives on another bind of the same account than that of the submit. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { configureCarrier } from '../../src/carriers/kinds.ts';
import { textOnly } from '../support/gateway/gateway.ts';
import { shortMessage } from '../support/smpp/samples.ts';
import {
  type AccountCall,
  newAccount,
  receiptFor,
  type SmscGateway,
  startSmscGateway,
} from '../support/smpp/smsc-gateway.ts';
import { onSubmit, type PeerLink, taken } from '../support/smpp/smsc-peer.ts';

const SENDER = '491579000111';

let rig: SmscGateway;
let call: AccountCall;

/** The connection on which the last text left. */
let leftOn: PeerLink | undefined;

/** Every text leaves by `carrier`, which gives it `id`; `number` is its recipient. */
async function sendBy(carrier: string, id: string, number: string): Promise<string> {
  const peer = rig.peer(carrier);
  const before = peer.submits().length;
  peer.script = onSubmit((pdu, link) => {
    leftOn = link;
    link.send(taken(pdu, id));
  });
  const sent = await call('POST', '/v1/omnichannel', textOnly(number));
  assert.equal(sent.status, 200, JSON.stringify(sent.body));
  await rig.service.until('it has left', () => peer.submits().length > before);
  return String(sent.body.reference_id);
}

async function statusOf(reference: string): Promise<number> {
  const { body } = await call('GET', `/v1/omnichannel/${reference}`);
  return (body as { status: { code: number } }).status.code;
}

function start(receiptsWith: string | null): Promise<SmscGateway> {
  const shared = { receipts_with: receiptsWith };
  return startSmscGateway({ 'site-b': shared, 'site-a': shared });
}

async function begin(receiptsWith: string | null): Promise<void> {
  rig = await start(receiptsWith);
  await makeAccount();
}

async function makeAccount(): Promise<void> {
  ({ call } = await newAccount(rig.service, { name: 'Acme', senders: [{ sender: SENDER, default_for: ['*'] }] }));
}

describe('two sites of one SMSC account that share their receipts', () => {
  before(() => begin('acme'));
  after(() => rig.stop());

  test('a receipt for a message of one site that comes in at the other is its receipt', async () => {
    const number = '4915112000401';
    const reference = await sendBy('site-b', 'id-1', number);
    receiptFor(rig.peer('site-a'), 'id-1', { ton: 1, npi: 1, address: number }, SENDER);
    await rig.service.until('it is delivered', async () => (await statusOf(reference)) === 3000);
  });

  test('it is so after a restart, when no node has the id in mind', async () => {
    const number = '4915112000402';
    const reference = await sendBy('site-b', 'id-2', number);
    await rig.service.until('it is recorded', async () => {
      const { rowCount } = await rig.service.gateway.db.query(`select 1 from meetings where remote_id = 'r:id-2'`);
      return rowCount > 0;
    });
    await rig.service.restart();
    await rig.service.until('both are bound', () =>
      ['site-a', 'site-b'].every((name) => rig.peer(name).links.some(({ bind }) => bind !== undefined)),
    );
    receiptFor(rig.peer('site-a'), 'id-2', { ton: 1, npi: 1, address: number }, SENDER);
    await rig.service.until('it is delivered', async () => (await statusOf(reference)) === 3000);
  });
});

describe('two carriers that were not told to share their receipts', () => {
  before(() => begin(null));
  after(() => rig.stop());

  test('the receipt is nobody\u2019s, and the operator is told which message it fits', async () => {
    const { service } = rig;
    const number = '4915112000403';
    const reference = await sendBy('site-b', 'id-3', number);
    const orphan = async () => {
      const { body } = await service.operate('GET', '/unmatched-receipts?carrier=site-a');
      const { receipts } = body as { receipts: Array<{ fits: Record<string, unknown> | null }> };
      return receipts;
    };
    receiptFor(rig.peer('site-a'), 'id-3', { ton: 1, npi: 1, address: number }, SENDER);
    const [found] = await service.until('it matches nothing', async () => {
      const receipts = await orphan();
      return receipts.length === 1 && receipts;
    });
    assert.deepEqual([found?.fits?.carrier, found?.fits?.reference_id], ['site-b', reference]);
    assert.equal(await statusOf(reference), 3001, 'nothing is guessed');
    // Another recipient: an id that two SMSCs gave out by chance.
    receiptFor(rig.peer('site-a'), 'id-3', { ton: 1, npi: 1, address: '4915112000499' }, SENDER);
    const both = await service.until('that matches nothing either', async () => {
      const receipts = await orphan();
      return receipts.length === 2 && receipts;
    });
    assert.equal(both.filter(({ fits }) => fits !== null).length, 1);
  });
});

describe('two carriers that bind to one SMSC with one system id', () => {
  before(async () => {
    rig = await startSmscGateway({ codes: {}, news: { at: 'codes' } });
    await makeAccount();
  });
  after(() => rig.stop());

  const otherLink = () => rig.peer('codes').links.find((link) => link !== leftOn) ?? assert.fail('it has one bind');

  test('a receipt that comes in at the other one is found without being told', async () => {
    const number = '4915112000411';
    const reference = await sendBy('codes', 'id-11', number);
    receiptFor(rig.peer('codes'), 'id-11', { ton: 1, npi: 1, address: number }, SENDER, otherLink());
    await rig.service.until('it is delivered', async () => (await statusOf(reference)) === 3000);
  });

  test('a text whose parts come in at one and at the other is one text', async () => {
    const from = '4915112000412';
    const part = (number: number, text: string) =>
      shortMessage({
        source: { ton: 1, npi: 1, address: from },
        destination: { ton: 1, npi: 1, address: SENDER },
        esmClass: 0x40,
        shortMessage: Buffer.concat([Buffer.from([5, 0, 3, 77, 2, number]), Buffer.from(text, 'latin1')]),
        sequence: 900 + number,
      });
    const [first, second] = rig.peer('codes').links;
    first?.send(part(1, 'one half and '));
    second?.send(part(2, 'the other'));
    const [text] = await rig.service.until('it is told whole', async () => {
      const { inbound } = (await call('GET', '/v1/inbound')).body as { inbound: Array<{ message?: object }> };
      return inbound.length > 0 && inbound;
    });
    assert.match(JSON.stringify(text), /one half and the other/);
  });
});

describe('a carrier that was given another name', () => {
  before(async () => {
    rig = await startSmscGateway({ smsc: {} });
    await makeAccount();
  });
  after(() => rig.stop());

  async function renamed(settings: object): Promise<void> {
    const section = { ...rig.placeOf('smsc'), ...settings };
    await rig.service.restart({ carriers: [configureCarrier('operator', 'smpp', section)] });
    await rig.service.until('it is bound', () => rig.peer('smsc').links.some(({ bind }) => bind !== undefined));
  }

  test('is hinted at by a receipt that fits, and finds its receipts once it is told its former name', async () => {
    const [hinted, told] = ['4915112000421', '4915112000422'];
    const first = await sendBy('smsc', 'id-21', hinted);
    const second = await sendBy('smsc', 'id-22', told);
    await renamed({});
    receiptFor(rig.peer('smsc'), 'id-21', { ton: 1, npi: 1, address: hinted }, SENDER);
    const fits = await rig.service.until('it matches nothing', async () => {
      const { body } = await rig.service.operate('GET', '/unmatched-receipts?carrier=operator');
      return (body as { receipts: Array<{ fits: Record<string, unknown> }> }).receipts[0]?.fits;
    });
    assert.deepEqual(fits, {
      carrier: 'smsc',
      reference_id: first,
      todo: 'if operator is what was called smsc, give it formerly: [smsc]',
    });
    await renamed({ formerly: ['smsc'] });
    receiptFor(rig.peer('smsc'), 'id-22', { ton: 1, npi: 1, address: told }, SENDER);
    await rig.service.until('it is delivered', async () => (await statusOf(second)) === 3000);
    await rig.service.until('so is the other, looked at again', async () => (await statusOf(first)) === 3000);
  });
});
