/** What operators order takes hold of a whole gateway: of its callers, its carriers and its callbacks. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { type HttpAnswer, startGateway, type TestGateway, textOnly } from '../../../test/support/gateway/gateway.ts';
import { asJsonObject, type JsonObject } from '../../lib/json.ts';

/** Within this an order holds on every node. */
const HOLDS_WITHIN_MS = 5_000;
const SENDER = '491579000300';

let service: TestGateway;
let lastNumber = 0;

function handset(): string {
  lastNumber += 1;
  return `4915123${String(lastNumber).padStart(3, '0')}100`;
}

interface Caller {
  readonly id: string;
  readonly key: string;
  readonly keyId: string;
}

async function newCaller(fields: object = {}): Promise<Caller> {
  const body = { name: 'Acme', senders: [{ sender: SENDER, default_for: ['*'], shared: true }], ...fields };
  const made = bodyOf(await service.operate('POST', '/accounts', body), 201);
  const [key] = made.keys as Array<{ id: string }>;
  return { id: String(made.customer_id), key: String(made.api_key), keyId: key?.id ?? '' };
}

function bodyOf(answer: HttpAnswer, status = 200): JsonObject {
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  return asJsonObject(answer.body) ?? {};
}

function send({ id, key }: Pick<Caller, 'id' | 'key'>, message: object): Promise<HttpAnswer> {
  const authorization = `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`;
  return service.call('POST', '/v1/omnichannel', { callback_url: service.callbackUrl, ...message }, { authorization });
}

async function sent(caller: Pick<Caller, 'id' | 'key'>, message: object): Promise<string> {
  return String(bodyOf(await send(caller, message)).reference_id);
}

/** Until the gateway says this; the clock moves on by no more than an order may take. */
async function heldWithin(what: string, probe: () => Promise<boolean>): Promise<void> {
  const began = service.clock.now();
  await service.until(what, async () => {
    const holds = await probe();
    if (!holds) await service.advance(250);
    return holds;
  });
  const took = service.clock.now() - began;
  assert.ok(took <= HOLDS_WITHIN_MS, `${what}: after ${took} ms`);
}

async function shown(reference: string, query = ''): Promise<JsonObject> {
  return bodyOf(await service.operate('GET', `/messages/${reference}${query}`));
}

async function untilDelivered(reference: string): Promise<void> {
  await service.until('it is delivered', async () => asJsonObject((await shown(reference)).status)?.code === 3000);
}

describe('the operators of a gateway', () => {
  before(async () => {
    service = await startGateway();
  });
  after(() => service.stop());

  test('an account that is made sends with the key that is shown this once', async () => {
    const caller = await newCaller();
    await untilDelivered(await sent(caller, textOnly(handset())));
    const account = bodyOf(await service.operate('GET', `/accounts/${caller.id}?full=true`));
    assert.ok(!JSON.stringify(account).includes(caller.key));
    const { rows } = await service.gateway.db.query<{ sealed: Buffer }>('select sealed from api_keys');
    for (const { sealed } of rows) {
      assert.ok(!sealed.includes(caller.key) && !sealed.includes(Buffer.from(caller.key, 'base64')));
    }
  });

  test('a key that is revoked stops working within 5 s, another one goes on', async () => {
    const caller = await newCaller();
    await sent(caller, textOnly(handset()));
    const made = bodyOf(await service.operate('POST', `/accounts/${caller.id}/keys`, {}), 201);
    const fresh = { id: caller.id, key: String(made.api_key) };
    await heldWithin('the new key works', async () => (await send(fresh, textOnly(handset()))).status === 200);
    bodyOf(await service.operate('DELETE', `/accounts/${caller.id}/keys/${caller.keyId}`));
    await heldWithin('the old key is refused', async () => (await send(caller, textOnly(handset()))).status === 401);
    await sent(fresh, textOnly(handset()));
  });

  test('a suspended account is refused within 5 s, what it sent before is delivered, and it may come back', async () => {
    const caller = await newCaller();
    await service.operate('POST', '/carriers/sandbox-sms/drain');
    const waiting = await sent(caller, textOnly(handset()));
    bodyOf(await service.operate('POST', `/accounts/${caller.id}/suspend`));
    let refusal: HttpAnswer | undefined;
    await heldWithin('it is refused', async () => {
      refusal = await send(caller, textOnly(handset()));
      return refusal.status === 401;
    });
    const status = asJsonObject(asJsonObject(refusal?.body)?.status);
    assert.deepEqual([status?.code, status?.description], [3406, 'Not authorized: Account suspended']);
    await service.operate('POST', '/carriers/sandbox-sms/resume');
    await untilDelivered(waiting);
    bodyOf(await service.operate('POST', `/accounts/${caller.id}/activate`));
    await heldWithin('it is let in', async () => (await send(caller, textOnly(handset()))).status === 200);
  });

  test('a setting takes hold within 5 s, and null goes back to the default', async () => {
    const caller = await newCaller();
    await sent(caller, textOnly(handset()));
    const set = (settings: object) => service.operate('PATCH', `/accounts/${caller.id}`, { settings });
    bodyOf(await set({ allowed_countries: ['AT'] }));
    await heldWithin('Germany is refused', async () => (await send(caller, textOnly(handset()))).status !== 200);
    assert.deepEqual(bodyOf(await set({ allowed_countries: null })).settings, { allowed_countries: ['*'] });
    await heldWithin('Germany is allowed', async () => (await send(caller, textOnly(handset()))).status === 200);
  });

  test('callbacks are signed with the newest key, with the one that is chosen, and with the newest again', async () => {
    const caller = await newCaller();
    const made = bodyOf(await service.operate('POST', `/accounts/${caller.id}/keys`, {}), 201);
    const newest = String(made.api_key);
    const signedWith = async (key: string): Promise<boolean> => {
      await service.advance(500);
      const reference = await sent(caller, textOnly(handset()));
      await service.callbacksOf(reference, 1);
      const got = service.received.find(({ body }) => body.reference_id === reference);
      const signature = createHmac('sha256', Buffer.from(key, 'base64'))
        .update(got?.text ?? '')
        .digest('base64');
      return got?.headers['x-ts-authorization'] === signature;
    };
    await service.until('it is the newest', () => signedWith(newest));
    const choose = (id: string | null) =>
      service.operate('PATCH', `/accounts/${caller.id}`, { settings: { callback_key_id: id } });
    bodyOf(await choose(caller.keyId));
    await service.until('it is the chosen one', () => signedWith(caller.key));
    bodyOf(await choose(null));
    await service.until('it is the newest again', () => signedWith(newest));
  });

  test('a drained carrier stays drained over a restart, and what waits goes out when it is resumed', async () => {
    const caller = await newCaller();
    const number = handset();
    assert.equal(bodyOf(await service.operate('POST', '/carriers/sandbox-sms/drain')).state, 'draining');
    await service.restart();
    const reference = await sent(caller, textOnly(number));
    await service.advance(2_000);
    const state = async () => {
      const carriers = bodyOf(await service.operate('GET', '/carriers')).carriers as JsonObject[];
      return carriers.find(({ name }) => name === 'sandbox-sms')?.state;
    };
    assert.equal(await state(), 'draining');
    assert.deepEqual(await service.messagesOf(number), []);
    bodyOf(await service.operate('POST', '/carriers/sandbox-sms/resume'));
    await untilDelivered(reference);
    assert.equal((await service.messagesOf(number)).length, 1);
    assert.equal(await state(), 'up');
  });

  test('a callback is sent once more under its id, also after it was delivered', async () => {
    const caller = await newCaller();
    const reference = await sent(caller, textOnly(handset()));
    await service.callbacksOf(reference, 1);
    const callback = await service.until('it is recorded as delivered', async () => {
      const list = bodyOf(await service.operate('GET', `/callbacks?message=${reference}&state=delivered`)).callbacks;
      return (list as JsonObject[])[0];
    });
    bodyOf(await service.operate('POST', `/callbacks/${callback.id}/redeliver`), 202);
    await service.callbacksOf(reference, 2);
    const ids = service.received
      .filter(({ body }) => body.reference_id === reference)
      .map(({ headers }) => headers['webhook-id']);
    assert.deepEqual(ids, [callback.id, callback.id]);
  });

  test('a block stops marketing to a recipient until it is lifted', async () => {
    const caller = await newCaller();
    const number = handset();
    const block = { recipient: `+${number}`, customer_id: caller.id };
    const marketing = () => sent(caller, textOnly(number, { messageType: 'MKT' }));
    bodyOf(await service.operate('POST', '/opt-outs', block), 201);
    const stopped = await marketing();
    await service.until('it ended', async () => (await shown(stopped)).final_on !== null);
    assert.notEqual(asJsonObject((await shown(stopped)).status)?.code, 3000);
    assert.deepEqual(await service.messagesOf(number), []);
    await untilDelivered(await sent(caller, textOnly(number)));
    bodyOf(await service.operate('POST', '/opt-outs/lift', block));
    await untilDelivered(await marketing());
  });

  test('numbers are masked everywhere unless they are asked for in full, and texts are never shown', async () => {
    const caller = await newCaller({ kind: 'trial', verified_numbers: [handset()] });
    const number = `4915123${String(lastNumber).padStart(3, '0')}100`;
    const reference = await sent(caller, textOnly(number, { text: 'a secret 4711' }));
    await untilDelivered(reference);
    const places = [`/accounts/${caller.id}`, `/messages/${reference}`, `/messages?customer_id=${caller.id}`];
    for (const path of places) {
      const query = path.includes('?') ? '&' : '?';
      const masked = JSON.stringify(bodyOf(await service.operate('GET', path)));
      const full = JSON.stringify(bodyOf(await service.operate('GET', `${path}${query}full=true`)));
      assert.ok(!masked.includes(number) && masked.includes('49*********00'), path);
      assert.ok(full.includes(number), path);
      assert.ok(!full.includes('4711'), path);
    }
  });

  test('page after page shows every message once', async () => {
    const caller = await newCaller();
    const references: string[] = [];
    for (let count = 0; count < 7; count += 1) references.push(await sent(caller, textOnly(handset())));
    const listed: unknown[] = [];
    let next: unknown = null;
    let pages = 0;
    do {
      const after = next === null ? '' : `&after=${next}`;
      const page = bodyOf(await service.operate('GET', `/messages?customer_id=${caller.id}&limit=3${after}`));
      listed.push(...(page.messages as JsonObject[]).map((each) => each.reference_id));
      next = page.next;
      pages += 1;
    } while (next !== null && pages < 10);
    assert.equal(pages, 3);
    assert.deepEqual(listed, references.reverse());
  });
});
