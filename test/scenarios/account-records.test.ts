/** What an account has used, who has opted out of it, and whose a sender is: of two accounts each sees its own. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DAY_MS } from '../../src/lib/durations.ts';
import { startGateway, type TestGateway, textOnly } from '../support/gateway/gateway.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Body = Record<string, unknown> & { status?: { code: number; description: string } };

interface Account {
  readonly id: string;
  call(method: Method, path: string, body?: unknown): Promise<{ status: number; body: Body }>;
  send(number: string): Promise<string>;
}

let service: TestGateway;
let acme: Account;
let other: Account;

async function makeAccount(name: string, sender: string): Promise<Account> {
  const { body } = await service.operate('POST', '/accounts', {
    name,
    settings: { allowed_countries: ['*'] },
    senders: [{ sender, default_for: ['*'] }],
  });
  const { customer_id: id, api_key: key } = body as { customer_id: string; api_key: string };
  const authorization = `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`;
  const call: Account['call'] = async (method, path, given) => {
    const { status, body } = await service.call(method, path, given, { authorization });
    return { status, body: body as Body };
  };
  return {
    id,
    call,
    async send(number) {
      const { status, body } = await call('POST', '/v1/omnichannel', textOnly(number, { messageType: 'MKT' }));
      assert.equal(status, 200, JSON.stringify(body));
      const reference = String(body.reference_id);
      await service.until('it has arrived', async () => {
        const shown = await call('GET', `/v1/omnichannel/${reference}`);
        return shown.body.status?.code === 3000;
      });
      return reference;
    },
  };
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

async function usage(account: Account, query: string): Promise<Body> {
  const { status, body } = await account.call('GET', `/v1/usage?${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** The lines in short, without what is 0. */
function short({ usage: lines }: Body): string[] {
  return (lines as Array<Record<string, unknown>>).map((line) =>
    Object.entries(line)
      .filter(([, value]) => value !== 0)
      .map(([name, value]) => (typeof value === 'number' ? `${name}=${value}` : value))
      .join(' '),
  );
}

describe('the records of an account', () => {
  before(async () => {
    service = await startGateway();
    acme = await makeAccount('Acme', '4930100001');
    other = await makeAccount('Other', '4930100002');
  });
  after(() => service.stop());

  test('its usage is summed up by what it asks for, the running day too, and is nobody else’s', async () => {
    const first = service.clock.now();
    for (const number of ['4915112004001', '4915112004002', '436641234001']) await acme.send(number);
    await other.send('4915112004001');
    await service.leap(DAY_MS);
    await acme.send('4915112004001');
    const looked = await acme.call('POST', '/v1/phoneid/4915112004001', {});
    assert.equal(looked.status, 200);
    const [before, today] = [dayOf(first), dayOf(service.clock.now())];
    const span = `from=${before}&to=${dayOf(service.clock.now() + DAY_MS)}`;
    const message = 'omnichannel sms';
    assert.deepEqual(short(await usage(acme, span)), [
      `${before} ${message} AT messages=1 parts=1 delivered=1`,
      `${before} ${message} DE messages=2 parts=2 delivered=2`,
      `${today} ${message} DE messages=1 parts=1 delivered=1`,
      `${today} phoneid  DE look_ups=1`,
    ]);
    assert.deepEqual(short(await usage(acme, `${span}&by=product`)), [
      'omnichannel messages=4 parts=4 delivered=4',
      'phoneid look_ups=1',
    ]);
    assert.deepEqual(short(await usage(acme, `${span}&by=country,day`)), [
      `${before} AT messages=1 parts=1 delivered=1`,
      `${before} DE messages=2 parts=2 delivered=2`,
      `${today} DE messages=1 parts=1 delivered=1 look_ups=1`,
    ]);
    assert.deepEqual(short(await usage(acme, `from=${today}&by=day`)), [
      `${today} messages=1 parts=1 delivered=1 look_ups=1`,
    ]);
    assert.deepEqual(short(await usage(other, `${span}&by=country`)), ['DE messages=1 parts=1 delivered=1']);
    assert.equal(JSON.stringify(await usage(acme, span)).includes('cost'), false);
    // Operators have the same, of all accounts.
    const { body } = await service.operate('GET', `/usage?${span}&by=customer_id,product`);
    const lines = short(body as Body);
    assert.ok(lines.includes(`${acme.id} omnichannel messages=4 parts=4 delivered=4`), lines.join('\n'));
    assert.ok(lines.includes(`${other.id} omnichannel messages=1 parts=1 delivered=1`), lines.join('\n'));
  });

  test('its usage goes page by page, by day and without', async () => {
    const span = `from=${dayOf(service.clock.now() - 2 * DAY_MS)}`;
    for (const by of ['day,product,channel,country', 'country', 'product,country']) {
      const whole = short(await usage(acme, `${span}&by=${by}&limit=500`));
      const found: string[] = [];
      let after = '';
      for (let pages = 0; pages <= whole.length; pages += 1) {
        const page = await usage(acme, `${span}&by=${by}&limit=1${after}`);
        found.push(...short(page));
        if (page.next === null) break;
        after = `&after=${page.next}`;
      }
      assert.deepEqual(found, whole);
      assert.ok(whole.length >= 2);
    }
  });

  test('a question about usage that makes no sense is refused by its name', async () => {
    for (const [query, said] of [
      ['by=month', /by: allowed is some of day, product, channel, country/],
      ['by=customer_id', /by: allowed/],
      ['by=', /by: allowed/],
      ['from=yesterday', /from: allowed is a day/],
      ['to=2026-02-30', /to: allowed is a day/],
      ['from=2026-01-02&to=2026-01-01', /to: allowed is 1 to 366 days/],
      ['from=2020-01-01&to=2026-01-01', /to: allowed is 1 to 366 days/],
      ['limit=0', /limit/],
      ['after=x', /after: allowed is the next/],
      [`after=${Buffer.from('["x","y","z","a"]').toString('base64url')}`, /after: allowed is the next/],
    ] as const) {
      const { status, body } = await acme.call('GET', `/v1/usage?${query}`);
      assert.deepEqual([status, body.status?.code], [400, 3110], query);
      assert.match(body.status?.description ?? '', said);
    }
  });

  test('its opt-outs are its own: put, shown, listed and lifted, for one sender or for all', async () => {
    const number = '4915112004011';
    const listed = async (account: Account) => {
      const { opt_outs: all } = (await account.call('GET', '/v1/opt-outs')).body;
      return (all as Array<{ phone_number: string; sender: string | null }>).map((each) => [
        each.phone_number,
        each.sender,
      ]);
    };
    assert.equal((await acme.call('PUT', `/v1/opt-outs/${number}?sender=4930100001`)).body.opted_out, true);
    assert.equal((await acme.call('PUT', `/v1/opt-outs/${number}`)).body.opted_out, true);
    assert.deepEqual(await listed(acme), [
      [number, null],
      [number, '4930100001'],
    ]);
    const page = (await acme.call('GET', '/v1/opt-outs?limit=1')).body;
    const rest = (await acme.call('GET', `/v1/opt-outs?limit=1&after=${page.next}`)).body;
    assert.deepEqual([(rest.opt_outs as unknown[]).length, rest.next], [1, null]);
    // Of the other account nothing is seen, lifted or blocked.
    assert.deepEqual(await listed(other), []);
    assert.equal((await other.call('GET', `/v1/opt-outs/${number}`)).body.opted_out, false);
    assert.equal((await other.call('DELETE', `/v1/opt-outs/${number}`)).body.opted_out, false);
    assert.equal((await other.call('PUT', `/v1/opt-outs/${number}?sender=4930100001`)).status, 400);
    await other.send(number);
    const blocked = await acme.call('POST', '/v1/omnichannel', textOnly(number, { messageType: 'MKT' }));
    await service.until('it is stopped', async () => {
      const shown = await acme.call('GET', `/v1/omnichannel/${blocked.body.reference_id}`);
      return shown.body.status?.code === 3046;
    });
    assert.equal((await acme.call('DELETE', `/v1/opt-outs/${number}?sender=4930100001`)).body.opted_out, true);
    assert.equal((await acme.call('DELETE', `/v1/opt-outs/${number}`)).body.opted_out, false);
    await acme.send(number);
  });

  test('its own word is a STOP as soon as it has set it, and what is said back is its own', async () => {
    const number = '4915112004021';
    const own = { opt_out_words: { stop: ['basta'] }, opt_out_texts: { stopped: 'No more from Acme.' } };
    assert.equal((await acme.call('PATCH', '/v1/account', own)).status, 200);
    await acme.send(number);
    await other.send(number);
    const said = async () => (await service.messagesOf(number)).map(({ from, text }) => [from, text]);
    await service.reply(number, '4930100002', 'Basta!');
    await service.reply(number, '4930100001', ' Basta! ');
    await service.until('it is confirmed', async () =>
      (await said()).some(([from, text]) => from === '4930100001' && text === 'No more from Acme.'),
    );
    const standing = async (account: Account) => (await account.call('GET', `/v1/opt-outs/${number}`)).body.opt_outs;
    assert.deepEqual(
      ((await standing(acme)) as Array<{ source: string }>).map(({ source }) => source),
      ['recipient'],
    );
    assert.deepEqual(await standing(other), []);
  });

  test('a sender is one account’s; shared by an operator, an answer goes to who wrote to the number last', async () => {
    const sender = '4930100009';
    const [person, stranger] = ['4915112004031', '4915112004032'];
    const register = (account: Account, body: object) =>
      service.operate('PUT', `/accounts/${account.id}/senders/${sender}`, body);
    assert.equal((await register(acme, {})).status, 200);
    const refused = await register(other, {});
    assert.equal(refused.status, 400);
    const text = JSON.stringify(refused.body);
    assert.match(text, /sender: allowed is a sender that no other account has/);
    for (const name of [acme.id, 'Acme']) assert.equal(text.includes(name), false);
    const unregistered = { ...textOnly(person), sender_id: sender };
    assert.equal((await other.call('POST', '/v1/omnichannel', unregistered)).body.status?.code, 3109);

    assert.equal((await register(other, { shared: true })).status, 200);
    const write = async (account: Account, to: string) => {
      const { body } = await account.call('POST', '/v1/omnichannel', { ...textOnly(to), sender_id: sender });
      await service.until('it has arrived', async () => {
        const shown = await account.call('GET', `/v1/omnichannel/${body.reference_id}`);
        return shown.body.status?.code === 3000;
      });
    };
    const texts = async (account: Account) => {
      const { inbound } = (await account.call('GET', '/v1/inbound?limit=500')).body;
      return (inbound as Array<{ user_response: { mo_message: string } }>).map((each) => each.user_response.mo_message);
    };
    for (const [account, answer] of [
      [acme, 'to Acme'],
      [other, 'to Other'],
      [acme, 'to Acme again'],
    ] as const) {
      await write(account, person);
      // Who wrote to somebody else last does not count.
      await write(account === acme ? other : acme, stranger);
      await service.reply(person, sender, answer);
      await service.until('it is told', async () => (await texts(account)).includes(answer));
    }
    assert.deepEqual(
      (await texts(acme)).filter((each) => each.startsWith('to ')),
      ['to Acme', 'to Acme again'],
    );
    assert.deepEqual(
      (await texts(other)).filter((each) => each.startsWith('to ')),
      ['to Other'],
    );
  });
});
