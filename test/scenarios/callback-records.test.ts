/** What an account and operators see of callbacks: each try, the list, and what is sent once more, alone or by a range. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { API_KEY, CUSTOMER_ID, startGateway, type TestGateway, textOnly } from '../support/gateway/gateway.ts';

interface Try {
  readonly status: number | null;
  readonly took_ms: number;
  readonly error: string | null;
  readonly answer: string;
}

interface Callback {
  readonly id: string;
  readonly message: string;
  readonly state: string;
  readonly tries: number;
  readonly redelivered_on: string | null;
}

let service: TestGateway;
let other: string;
let url = '';
/** What the receiver answers, and what it got: ids in the order in which they came. */
let answer: { status: number; body: Buffer | string } = { status: 200, body: '' };
const got: Array<{ id: string; headers: Record<string, unknown>; text: string }> = [];

async function startReceiver(): Promise<void> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      got.push({
        id: String(request.headers['webhook-id']),
        headers: request.headers,
        text: Buffer.concat(chunks).toString('utf8'),
      });
      response.writeHead(answer.status);
      response.end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  service.atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
}

async function ask<T>(path: string, body?: unknown, headers?: Record<string, string>): Promise<T> {
  const answered = await service.call(body === undefined ? 'GET' : 'POST', path, body, headers);
  assert.equal(answered.status, 200, JSON.stringify(answered.body));
  return answered.body as T;
}

const list = async (query = '') => (await ask<{ callbacks: Callback[] }>(`/v1/callbacks${query}`)).callbacks;
const show = (id: string) =>
  ask<Callback & { history: Try[]; body: string; headers: Record<string, string> }>(`/v1/callbacks/${id}`);

/** Sends, and waits until its last callback is in the state. */
async function send(number: string, state: string): Promise<Callback> {
  const reference = await service.send({ ...textOnly(number), callback_url: url });
  await service.untilStatus(reference, 3000);
  return service.until(`it is ${state}`, async () => {
    const found = (await list()).filter(({ message }) => message === reference);
    return found.length > 0 && found.every((each) => each.state === state) && found[0];
  });
}

describe('callbacks as they went', () => {
  before(async () => {
    service = await startGateway();
    await startReceiver();
    const made = await service.operate('POST', '/accounts', {
      name: 'other',
      customer_id: 'OTHER',
      kind: 'full_service',
    });
    const { customer_id: id, api_key: key } = made.body as { customer_id: string; api_key: string };
    other = `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`;
  });
  after(() => service.stop());

  test('one that is taken at once has its one try, and no row of it', async () => {
    const callback = await send('4915112000601', 'delivered');
    const shown = await show(callback.id);
    assert.deepEqual(
      shown.history.map(({ status, error, answer: said }) => [status, error, said]),
      [[200, null, '']],
    );
    assert.equal((await service.gateway.db.query('select from callback_tries')).rowCount, 0);
    const sent = got.find(({ id }) => id === callback.id);
    assert.equal(shown.body, sent?.text);
    assert.equal(shown.headers.Authorization, sent?.headers.authorization);
    assert.equal(shown.headers['webhook-signature'], sent?.headers['webhook-signature']);
  });

  test('each failed try and the last one are shown, with a bounded excerpt of whatever was answered', async () => {
    answer = {
      status: 500,
      body: Buffer.concat([Buffer.from([0xff, 0]), Buffer.from('4915112345678 no'.repeat(200))]),
    };
    const reference = await service.send({ ...textOnly('4915112000602'), callback_url: url });
    await service.untilStatus(reference, 3000);
    const [failed] = await service.until('it has been tried', async () => {
      const found = (await list('?state=pending')).filter(({ message, tries }) => message === reference && tries === 1);
      return found.length > 0 && found;
    });
    answer = { status: 200, body: 'thanks' };
    await service.advance(15_000);
    const shown = await service.until('it is delivered', async () => {
      const found = await show(failed?.id ?? '');
      return found.state === 'delivered' && found;
    });
    const { history: tries } = shown;
    assert.deepEqual(
      tries.map(({ status, error }) => [status, error]),
      [
        [500, 'answered 500'],
        [200, null],
      ],
    );
    assert.ok(tries.every(({ took_ms: took }) => Number.isInteger(took)));
    assert.equal(tries[1]?.answer, 'thanks');
    assert.ok(tries[0]?.answer.startsWith('\ufffd4915112345678') && tries[0].answer.length <= 1_024);
    const operators = await service.operate('GET', `/callbacks/${shown.id}`);
    const masked = operators.body as { body: null; history: Try[] };
    assert.equal(masked.body, null);
    assert.ok(!masked.history[0]?.answer.includes('4915112345678'));
    const full = await service.operate('GET', `/callbacks/${shown.id}?full=true`);
    assert.equal((full.body as { body: string }).body, shown.body);
    assert.ok((full.body as { history: Try[] }).history[0]?.answer.includes('4915112345678'));
  });

  test('one is sent once more under its id, and its try is kept', async () => {
    const callback = await send('4915112000603', 'delivered');
    answer = { status: 200, body: 'again' };
    const before = got.length;
    assert.deepEqual(await ask('/v1/callbacks/redeliver', { id: callback.id }), { count: 1, redelivery: null });
    await service.until('it came again', () => got.length > before);
    const shown = await service.until('it is recorded', async () => {
      const found = await show(callback.id);
      return found.state === 'delivered' && found.history.length > 0 && found;
    });
    assert.deepEqual(
      got.slice(before).map(({ id }) => id),
      [callback.id],
    );
    assert.deepEqual([shown.history.at(-1)?.answer, shown.redelivered_on !== null], ['again', true]);
  });

  test('a range is counted, then sent once more: each once, and nothing else', async () => {
    await service.advance(1_000);
    answer = { status: 410, body: '' };
    const from = new Date(service.clock.now()).toISOString();
    const given: string[] = [];
    for (const number of ['4915112000604', '4915112000605', '4915112000606']) {
      given.push((await send(number, 'given_up')).id);
    }
    answer = { status: 200, body: '' };
    await service.advance(1_000);
    const to = new Date(service.clock.now()).toISOString();
    const outside = await send('4915112000607', 'delivered');
    const range = { state: 'given_up', from, to };
    const before = got.length;
    const all = (await list(`?state=given_up&from=${from}&to=${to}`)).map(({ id }) => id);
    assert.deepEqual(new Set(given.filter((id) => !all.includes(id))), new Set());
    const count = all.length;
    assert.deepEqual(await ask('/v1/callbacks/redeliver', { ...range, count_only: true }), { count, redelivery: null });
    assert.deepEqual(await ask('/v1/callbacks/redeliver', { ...range, dry_run: true }), { count, redelivery: null });
    assert.equal(
      (await ask<{ count: number }>('/v1/callbacks/redeliver', { ...range, endpoint: 'http://127.0.0.1:1' })).count,
      0,
    );
    const key = { 'idempotency-key': 'once' };
    const ordered = await ask<{ count: number; redelivery: string }>('/v1/callbacks/redeliver', range, key);
    assert.equal(ordered.count, count);
    assert.deepEqual(
      await ask('/v1/callbacks/redeliver', range, key),
      ordered,
      'the same request is not another order',
    );
    await service.until('they are all delivered', async () => {
      const found = (await list(`?from=${from}&to=${to}`)).filter(({ state }) => state === 'delivered');
      return found.length >= count;
    });
    await service.advance(2_000);
    const again = got.slice(before).map(({ id }) => id);
    assert.deepEqual([...again].sort(), [...all].sort());
    assert.ok(!again.includes(outside.id));
    assert.equal((await ask<{ count: number }>('/v1/callbacks/redeliver', { ...range, count_only: true })).count, 0);
  });

  test('an order that found nothing stays so under its idempotency key, and a count has no part in it', async () => {
    answer = { status: 410, body: '' };
    await service.advance(1_000);
    const range = { state: 'given_up', from: new Date(service.clock.now()).toISOString() };
    await service.advance(1_000);
    const key = { 'idempotency-key': 'nothing-yet' };
    const nothing = { count: 0, redelivery: null };
    assert.deepEqual(await ask('/v1/callbacks/redeliver', { ...range, count_only: true }, key), nothing);
    assert.deepEqual(await ask('/v1/callbacks/redeliver', range, key), nothing);
    const callback = await send('4915112000611', 'given_up');
    await service.advance(1_000);
    answer = { status: 200, body: '' };
    const counted = await ask('/v1/callbacks/redeliver', { ...range, count_only: true }, key);
    assert.deepEqual(counted, { count: 1, redelivery: null });
    assert.deepEqual(await ask('/v1/callbacks/redeliver', range, key), nothing, 'the answer of before');
    assert.equal((await show(callback.id)).state, 'given_up');
  });

  test('an operator does the same for an account', async () => {
    answer = { status: 410, body: '' };
    await service.advance(1_000);
    const from = new Date(service.clock.now()).toISOString();
    const callback = await send('4915112000608', 'given_up');
    // A range without an end is one until now, and the clock may stand.
    await service.advance(1_000);
    answer = { status: 200, body: '' };
    const order = { customer_id: CUSTOMER_ID, from, endpoint: new URL(url).origin, state: 'given_up' };
    const counted = await service.operate('POST', '/callbacks/redeliver', { ...order, count_only: true });
    assert.equal(counted.status, 200);
    const { count } = counted.body as { count: number };
    assert.ok(count >= 1);
    const elsewhere = await service.operate('POST', '/callbacks/redeliver', { ...order, customer_id: 'OTHER' });
    assert.deepEqual(elsewhere.body, { count: 0, redelivery: null });
    const ordered = await service.operate('POST', '/callbacks/redeliver', order);
    assert.deepEqual([ordered.status, (ordered.body as { count: number }).count], [202, count]);
    await service.until('it is delivered', async () => (await show(callback.id)).state === 'delivered');
    const listed = await service.operate('GET', `/callbacks?customer_id=${CUSTOMER_ID}&from=${from}&state=delivered`);
    assert.ok((listed.body as { callbacks: Callback[] }).callbacks.some(({ id }) => id === callback.id));
  });

  test('nothing of another account is listed, shown or sent', async () => {
    const callback = await send('4915112000609', 'delivered');
    const before = got.length;
    const authorization = { authorization: other };
    assert.deepEqual((await ask<{ callbacks: [] }>('/v1/callbacks', undefined, authorization)).callbacks, []);
    assert.equal((await service.call('GET', `/v1/callbacks/${callback.id}`, undefined, authorization)).status, 404);
    const one = await service.call('POST', '/v1/callbacks/redeliver', { id: callback.id }, authorization);
    assert.equal(one.status, 404);
    const range = await ask('/v1/callbacks/redeliver', { from: '2026-01-01' }, authorization);
    assert.deepEqual(range, { count: 0, redelivery: null });
    await service.advance(2_000);
    assert.equal(got.length, before);
    assert.ok(API_KEY.length > 0);
  });

  test('what is wrong is refused by its name', async () => {
    const bodies: ReadonlyArray<readonly [object, number, RegExp]> = [
      [{}, 3300, /from/],
      [{ from: 'yesterday' }, 3110, /from/],
      [{ from: '2026-01-01', to: 3 }, 3110, /to/],
      [{ from: '2026-01-01', state: 'lost' }, 3110, /state.*given_up/],
      [{ from: '2026-01-01', count_only: 'yes' }, 3110, /count_only/],
      [{ id: 'x' }, 3110, /id/],
      [{ id: '0190A3F04C6B7000A1B2C3D4E5F60718', count_only: true }, 3110, /count_only/],
      [{ id: '0190A3F04C6B7000A1B2C3D4E5F60718' }, 3404, /not found/],
    ];
    for (const [body, code, text] of bodies) {
      const { body: refused } = await service.call('POST', '/v1/callbacks/redeliver', body);
      const { status } = refused as { status: { code: number; description: string } };
      assert.match(status.description, text);
      if (code !== 3300) assert.equal(status.code, code, JSON.stringify(body));
    }
    for (const query of ['state=lost', 'from=x', 'limit=0', 'after=x']) {
      assert.equal((await service.call('GET', `/v1/callbacks?${query}`)).status, 400, query);
    }
  });
});
