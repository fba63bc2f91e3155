/** GET /v1/events: what callbacks tell, for whoever would rather fetch. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { OmnichannelBody } from '../../src/engine/message/status-body.ts';
import { DAY_MS } from '../../src/lib/durations.ts';
import { SETTLED_AFTER_MS } from '../../src/operations/settled-cursor.ts';
import { CUSTOMER_ID, startGateway, type TestGateway, textOnly } from '../support/gateway/gateway.ts';

interface Event {
  readonly id: string;
  readonly created_on: string;
  readonly body: { readonly reference_id?: string; readonly status?: { readonly code: number } } | null;
}

interface Page {
  readonly events: Event[];
  readonly next: string;
  readonly more: boolean;
}

let service: TestGateway;
let other: string;

async function events(query = '', authorization = service.authorization): Promise<Page> {
  const { status, body } = await service.call('GET', `/v1/events${query}`, undefined, { authorization });
  assert.equal(status, 200, JSON.stringify(body));
  return body as Page;
}

async function end(): Promise<string> {
  await service.advance(SETTLED_AFTER_MS + 1_000);
  const { next, more } = await events('?limit=500');
  assert.equal(more, false);
  return next;
}

async function untilTold(after: string, count: number): Promise<Event[]> {
  return service.until(`${count} events`, async () => {
    const found = (await events(`?after=${after}`)).events;
    return found.length >= count && found;
  });
}

const isDelivered = ({ reference_id: id, status }: OmnichannelBody, reference: string) =>
  id === reference && status.code === 3000;
const codes = (found: readonly Event[]) => found.map(({ body }) => [body?.reference_id, body?.status?.code]);

describe('the events of an account', () => {
  before(async () => {
    service = await startGateway();
    const made = await service.operate('POST', '/accounts', {
      name: 'other',
      customer_id: 'OTHER',
      kind: 'full_service',
    });
    const { customer_id: id, api_key: key } = made.body as { customer_id: string; api_key: string };
    other = `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`;
  });
  after(() => service.stop());

  test('are its callbacks, in their order, under their ids and to the byte', async () => {
    const start = await end();
    const reference = await service.send(textOnly('4915112000601'));
    await service.until('it is told', () => service.received.some(({ body }) => isDelivered(body, reference)));
    const found = (await events(`?after=${start}`)).events;
    const sent = service.received.filter(({ body }) => body.reference_id === reference);
    assert.deepEqual(
      found.map(({ id }) => id),
      sent.map(({ headers }) => headers['webhook-id']),
    );
    assert.deepEqual(
      found.map(({ body }) => JSON.stringify(body)),
      sent.map(({ text }) => text),
    );
  });

  test('are there for what has no address, and nobody is called', async () => {
    const start = await end();
    const { body } = await service.call('POST', '/v1/omnichannel', textOnly('4915112000915'));
    const reference = (body as { reference_id: string }).reference_id;
    await service.untilStatus(reference, 3042);
    const found = await untilTold(start, 1);
    assert.deepEqual(new Set(found.map((event) => event.body?.reference_id)), new Set([reference]));
    assert.equal(found.at(-1)?.body?.status?.code, 3042);
    assert.ok(service.received.every((each) => each.body.reference_id !== reference));
    const listed = await service.operate('GET', `/callbacks?message=${reference}`);
    assert.deepEqual(
      (listed.body as { callbacks: Array<{ state: string }> }).callbacks.map(({ state }) => state),
      found.map(() => 'not_sent'),
    );
  });

  test('are nobody else’s', async () => {
    const start = await end();
    const { status, body } = await service.call('POST', '/v1/omnichannel', textOnly('4915112000602'), {
      authorization: other,
    });
    assert.equal(status, 200, JSON.stringify(body));
    const reference = (body as { reference_id: string }).reference_id;
    const found = await service.until('the other one is told', async () => {
      const { events: theirs } = await events('', other);
      return theirs.length > 0 && theirs;
    });
    assert.deepEqual(
      found.map((event) => event.body?.reference_id),
      [reference],
    );
    assert.deepEqual((await events(`?after=${start}`)).events, []);
  });

  test('are gone through by the cursor, and one whose transaction ends late is not missed', async () => {
    const start = await end();
    const early = service.clock.now();
    await service.advance(1_000);
    const before = service.received.length;
    for (let index = 0; index < 5; index += 1) {
      const reference = await service.send(textOnly(`491511200061${index}`));
      await service.until('it is told', () => service.received.some(({ body }) => isDelivered(body, reference)));
    }
    const told = service.received.slice(before).map(({ headers }) => headers['webhook-id']);
    const found: Event[] = [];
    let page = await events(`?after=${start}&limit=3`);
    for (found.push(...page.events); page.more; found.push(...page.events)) {
      page = await events(`?after=${page.next}&limit=3`);
    }
    assert.deepEqual(
      found.map(({ id }) => id),
      told,
    );
    assert.equal(page.next, start, 'it goes no further than what is settled');
    const id = `${early
      .toString(16)
      .padStart(12, '0')
      .replace(/^(.{8})/, '$1-')}-7000-8000-000000000abc`;
    await service.gateway.db.query(
      `insert into callbacks (id, bucket, message_id, seq, account_id, url, method, endpoint, body, created_at, state, is_event)
       values ($1::uuid, 2748, $1::uuid, 1, $2, '', 'POST', '', '{"reference_id":"late"}', $3, 'not_sent', true)`,
      [id, CUSTOMER_ID, new Date(early).toISOString()],
    );
    const again = await events(`?after=${page.next}`);
    assert.deepEqual(codes(again.events)[0], ['late', undefined]);
    await service.advance(SETTLED_AFTER_MS + 1_000);
    const settled = await events(`?after=${again.next}`);
    assert.deepEqual((await events(`?after=${settled.next}`)).events, []);
  });

  test('say nothing of what is older than 30 days, and a wrong cursor is refused by its name', async () => {
    assert.ok((await events()).events.length > 0);
    service.clock.jump(31 * DAY_MS);
    assert.deepEqual((await events()).events, []);
    service.clock.jump(-31 * DAY_MS);
    for (const query of ['?after=x', '?after=', '?limit=0', '?limit=501']) {
      const { status, body } = await service.call('GET', `/v1/events${query}`);
      assert.equal(status, 400);
      const { code, description } = (body as { status: { code: number; description: string } }).status;
      assert.equal(code, 3110);
      assert.match(description, query.includes('after') ? /after/ : /limit/);
    }
  });
});
