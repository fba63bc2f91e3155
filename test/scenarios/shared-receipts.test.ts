/** Receipts that an SMSC gives on another bind of the same account than that of the submit. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { textOnly } from '../support/gateway/gateway.ts';
import {
  type AccountCall,
  newAccount,
  receiptFor,
  type SmscGateway,
  startSmscGateway,
} from '../support/smpp/smsc-gateway.ts';
import { onSubmit, taken } from '../support/smpp/smsc-peer.ts';

const SENDER = '491579000111';

let rig: SmscGateway;
let call: AccountCall;

/** Every text leaves by `carrier`, which gives it `id`; `number` is its recipient. */
async function sendBy(carrier: string, id: string, number: string): Promise<string> {
  const peer = rig.peer(carrier);
  const before = peer.submits().length;
  peer.script = onSubmit((pdu, link) => link.send(taken(pdu, id)));
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
