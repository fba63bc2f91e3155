/** The history of a message: what became of it, one thing after the other, for its account and for operators. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { cardThenText, startGateway, type TestGateway, textOnly } from '../support/gateway/gateway.ts';

interface Entry {
  readonly at: string;
  readonly kind: string;
  readonly text: string;
  readonly details: Record<string, unknown>;
}

let service: TestGateway;

/** `path`: of its status. */
async function ofAccount(path: string): Promise<Entry[]> {
  const { status, body } = await service.call('GET', historyOf(path));
  assert.equal(status, 200, JSON.stringify(body));
  return (body as { history: Entry[] }).history;
}

async function ofOperator(reference: string): Promise<Entry[]> {
  const { status, body } = await service.operate('GET', `/messages/${reference}/history`);
  assert.equal(status, 200, JSON.stringify(body));
  return (body as { history: Entry[] }).history;
}

const historyOf = (path: string) => path.replace(/\/(\w+)$/, '/history/$1');
const kinds = (entries: readonly Entry[]) => entries.map(({ kind }) => kind);

/** In their order, with others between them. */
function assertInOrder(entries: readonly Entry[], expected: readonly string[]): void {
  let from = 0;
  for (const kind of expected) {
    const found = kinds(entries).indexOf(kind, from);
    assert.ok(found >= 0, `${kind} in ${kinds(entries)}`);
    from = found + 1;
  }
}

describe('the history of a message', () => {
  before(async () => {
    service = await startGateway();
  });
  after(() => service.stop());

  test('tells a fallback from the request to the callback, with carriers for operators alone', async () => {
    const reference = await service.send(cardThenText('4915112000901'));
    await service.untilStatus(reference, 3000);
    const entries = await service.until('its callbacks are told', async () => {
      const found = await ofAccount(`/v1/omnichannel/${reference}`);
      return kinds(found).filter((kind) => kind === 'callback_delivered').length >= 2 && found;
    });
    assertInOrder(entries, ['accepted', 'handed_over', 'channel_ended', 'fallback', 'handed_over', 'receipt', 'ended']);
    assert.deepEqual(
      [...entries].map(({ at }) => at).sort(),
      entries.map(({ at }) => at),
    );
    const said = JSON.stringify(entries);
    assert.ok(!said.includes('sandbox-') && !said.includes('test-node'), said);
    const shown = await ofOperator(reference);
    assert.deepEqual(kinds(shown), kinds(entries));
    assert.ok(JSON.stringify(shown).includes('sandbox-rcs'));
    const { rowCount } = await service.gateway.db.query('select from message_history');
    assert.equal(rowCount, 0, 'what follows from rows is not written once more');
  });

  test('tells why it was tried again, and which callback was not taken', async () => {
    service.callbackStatus = 500;
    const reference = await service.send(textOnly('4915112000912'));
    const wanted = ['accepted', 'handed_over', 'retry', 'handed_over_again', 'receipt', 'ended', 'callback_failed'];
    const entries = await service.until('it has been tried again', async () => {
      const found = await ofAccount(`/v1/omnichannel/${reference}`);
      return wanted.every((kind) => kinds(found).includes(kind)) && found;
    });
    service.callbackStatus = 200;
    assertInOrder(entries, ['accepted', 'handed_over', 'retry', 'handed_over_again', 'receipt', 'ended']);
    assert.ok(!JSON.stringify(entries).includes('sandbox-'), JSON.stringify(entries));
    const again = (await ofOperator(reference)).find(({ kind }) => kind === 'handed_over_again');
    assert.deepEqual([again?.details.carrier, again?.details.node], ['sandbox-sms', 'test-node']);
  });

  test('is nobody else’s', async () => {
    const reference = await service.send(textOnly('4915112000601'));
    const made = await service.operate('POST', '/accounts', { name: 'other', customer_id: 'OTHER' });
    const { customer_id: id, api_key: key } = made.body as { customer_id: string; api_key: string };
    const authorization = `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`;
    for (const path of [`/v1/omnichannel/${reference}`, `/v1/messaging/${reference}`, `/v1/verify/${reference}`]) {
      const { status } = await service.call('GET', historyOf(path), undefined, { authorization });
      assert.equal(status, 404, path);
    }
    assert.equal((await service.call('GET', `/v1/messaging/history/${reference}`)).status, 404, 'of another product');
  });
});
