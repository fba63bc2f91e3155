/**
 * Whoever watches is hinted at what changes: which thing, at once and never what has become of it; and is sent away when
 * the token is no longer good, when it does not read, and when the gateway stops.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { asJsonObject, type JsonObject } from '../../src/lib/json.ts';
import { eventually } from '../support/cluster/eventually.ts';
import { CUSTOMER_ID, OPERATOR_TOKEN, startGateway, type TestGateway, textOnly } from '../support/gateway/gateway.ts';
import { type HintReader, readHints } from '../support/gateway/hint-reader.ts';

let service: TestGateway;

async function watch(query = '', token = OPERATOR_TOKEN): Promise<HintReader> {
  const reader = await readHints(service.url, token, query);
  await service.until('it begins', () => reader.events.length > 0);
  return reader;
}

async function hinted(reader: HintReader, hint: string): Promise<void> {
  await service.until(hint, () => reader.hints().includes(hint));
}

async function untilClosed(): Promise<void> {
  await service.until('nobody watches', async () => /^trunkline_hint_streams 0$/m.test(await service.metrics()));
}

async function newAccount(): Promise<{ id: string; authorization: string }> {
  const made = asJsonObject((await service.operate('POST', '/accounts', { name: 'Acme' })).body) ?? {};
  const authorization = `Basic ${Buffer.from(`${made.customer_id}:${made.api_key}`).toString('base64')}`;
  return { id: String(made.customer_id), authorization };
}

describe('hints', () => {
  before(async () => {
    service = await startGateway();
  });
  after(() => service.stop());

  test('begin by saying that everything is to be fetched, on a connection that nothing keeps or stores', async () => {
    const reader = await watch();
    assert.equal(reader.status, 200);
    const { headers } = reader;
    assert.match(String(headers['content-type']), /^text\/event-stream/);
    assert.deepEqual([headers['cache-control'], headers.connection], ['no-store', 'close']);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    const [first] = reader.events;
    assert.deepEqual([first?.event, first?.data.why], ['anew', 'begun']);
    assert.match(reader.text(), /^retry: 2000\n\n/);
    await service.advance(15_000);
    await service.until('a sign of life', () => reader.text().includes(': alive\n\n'));
    reader.close();
    await untilClosed();
  });

  test('name what happens, of every kind of thing', async () => {
    const reader = await watch();
    const message = await service.send(textOnly('4915114100100'));
    await hinted(reader, `messages ${message} ${CUSTOMER_ID}`);
    await service.until('its callback', () => reader.hints().some((hint) => hint.startsWith('callbacks ')));
    const call = await service.call('POST', '/v1/verify/call', { phone_number: '4915114100921', verify_code: '123' });
    await hinted(reader, `calls ${referenceOf(call.body)} ${CUSTOMER_ID}`);
    const parties = { phone_number_1: '4915114100601', phone_number_2: '4915114100602', validity_period: 24 };
    const session = (await service.call('POST', '/v1/anonymous/session/sms', parties)).body as JsonObject;
    await hinted(reader, `sessions ${session.session_id} ${CUSTOMER_ID}`);
    const asked = service.call('POST', '/v1/phoneid/4915114100100', {});
    const lookUp = await service.through('it is looked up', asked);
    await hinted(reader, `look_ups ${referenceOf(lookUp.body)} ${CUSTOMER_ID}`);
    const [got] = await service.until('the text is there', async () => {
      const all = await service.messagesOf('4915114100100');
      return all.length > 0 && all;
    });
    await service.reply('4915114100100', String(got?.from), 'Hello');
    const cameIn = await service.until('what came in', () =>
      reader.hints().find((hint) => hint.startsWith('inbound ')),
    );
    assert.equal(cameIn.split(' ')[2], CUSTOMER_ID);
    const { id } = await newAccount();
    await hinted(reader, `accounts ${id} ${id}`);
    await service.operate('POST', '/carriers/sandbox-sms/drain');
    await hinted(reader, 'carriers sandbox-sms');
    await service.operate('POST', '/carriers/sandbox-sms/resume');
    const batch = {
      ...textOnly('4915114100101'),
      phone_number: undefined,
      recipients: [{ phone_number: '4915114100101' }],
    };
    const taken = await service.call('POST', '/v1/omnichannel/batch', batch);
    await hinted(reader, `batches ${referenceOf(taken.body)} ${CUSTOMER_ID}`);
    const begun = await service.call('POST', '/verification', {
      recipient: { phone_number: '4915114100102' },
      verification_policy: [{ method: 'sms' }],
    });
    await hinted(reader, `verifications ${referenceOf(begun.body)} ${CUSTOMER_ID}`);
    const file = { kind: 'contacts', set: 'own' };
    const { id: imported } = (await service.operate('POST', '/imports', file)).body as JsonObject;
    await hinted(reader, `imports ${imported}`);
    await service.operate('DELETE', '/data-sets/contacts/own');
    await hinted(reader, 'imports contacts/own');
    const { id: erasure } = (await service.operate('POST', '/erasures', { number: '4915114100103' }))
      .body as JsonObject;
    await hinted(reader, `erasures ${erasure}`);
    const [entry] = ((await service.operate('GET', '/audit?limit=1')).body as { entries: JsonObject[] }).entries;
    await hinted(reader, `audit ${entry?.seq}`);
    assert.doesNotMatch(reader.text(), /Hello|491511410|status/, 'and never what has become of it');
    reader.close();
    await untilClosed();
  });

  test('are of the topics and of the account that were asked for', async () => {
    const { id, authorization } = await newAccount();
    const [calls, own] = [await watch('?topics=calls,nodes'), await watch(`?topics=messages&customer_id=${id}`)];
    const foreign = await service.send(textOnly('4915114200100'));
    const body = textOnly('4915114300100');
    const sent = await service.call('POST', '/v1/omnichannel', body, { authorization });
    await hinted(own, `messages ${referenceOf(sent.body)} ${id}`);
    await service.untilStatus(foreign, 3000);
    await service.advance(1_000);
    assert.ok(own.hints().every((hint) => hint.endsWith(id)));
    assert.deepEqual(calls.hints(), []);
    assert.deepEqual(calls.events[0]?.data.topics, ['calls', 'nodes']);
    for (const query of ['?topics=everything', '?topics=', '?full=1']) {
      assert.equal((await service.operate('GET', `/hints${query}`)).status, 400, query);
    }
    for (const each of [calls, own]) each.close();
    await untilClosed();
  });

  test('need the right to read, and end when the token is revoked', async () => {
    const { token } = (await service.operate('POST', '/operators', { name: 'watcher', rights: ['read'] })).body as {
      token: string;
    };
    const blind = (await service.operate('POST', '/operators', { name: 'blind', rights: ['erase'] })).body as {
      token: string;
    };
    assert.equal((await service.operate('GET', '/hints', undefined, blind.token)).status, 403);
    assert.equal((await service.operate('GET', '/hints', undefined, 'nobody')).status, 401);
    const [revoked, root] = [await watch('', token), await watch()];
    await service.advance(31_000);
    assert.equal(revoked.hasEnded(), false, 'it is still good');
    await service.operate('DELETE', '/operators/watcher');
    await service.advance(30_000);
    await service.until('it is sent away', () => revoked.hasEnded());
    assert.equal(root.hasEnded(), false);
    root.close();
    await untilClosed();
  });

  test('end when the gateway stops, which waits for no reader', async () => {
    const reader = await watch();
    const stopped = service.gateway.stop();
    // The clock stands still, so that no limit of the drain can come.
    await eventually('it is told', () => reader.hasEnded());
    await service.through('the gateway stops', stopped);
  });
});

function referenceOf(body: unknown): string {
  return String(asJsonObject(body)?.reference_id);
}
