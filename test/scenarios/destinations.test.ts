/** Whose name a text carries, and where and how often an account may send: set by operators, felt by callers. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type HttpAnswer, startGateway, type TestGateway, textOnly } from '../support/gateway/gateway.ts';

const GERMAN = '4915112345678';
const AUSTRIAN = '436641234567';
const FRENCH = '33612345678';

let service: TestGateway;

interface TestAccount {
  readonly id: string;
  send(number: string, fields?: object): Promise<HttpAnswer>;
}

async function newAccount(fields: object): Promise<TestAccount> {
  const made = await service.operate('POST', '/accounts', { name: 'Acme', ...fields });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { customer_id: id, api_key: key } = made.body as { customer_id: string; api_key: string };
  const authorization = `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`;
  return {
    id,
    send: (number, more = {}) =>
      service.call('POST', '/v1/omnichannel', { ...textOnly(number), ...more }, { authorization }),
  };
}

function statusOf(answer: HttpAnswer): { code: number; description: string } {
  return (answer.body as { status: { code: number; description: string } }).status;
}

async function refusals(reason: string): Promise<number> {
  const name = `trunkline_requests_refused_total{product="omnichannel",reason="${reason}"}`;
  const line = (await service.metrics()).split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? 0 : Number(line.slice(name.length + 1));
}

async function senderOfLast(number: string): Promise<string | undefined> {
  return (await service.messagesOf(number)).at(-1)?.from;
}

describe('senders and destinations', () => {
  before(async () => {
    service = await startGateway();
  });
  after(() => service.stop());

  test('a text carries the default sender of its destination, or the registered one that was asked for', async () => {
    const account = await newAccount({
      senders: [
        { sender: '491579000001', default_for: ['*'] },
        { sender: 'ACME', default_for: ['DE', 'CH'] },
        { sender: '55123', default_for: ['AT'] },
      ],
    });
    for (const [number, fields, sender] of [
      [GERMAN, {}, 'ACME'],
      [AUSTRIAN, {}, '55123'],
      [FRENCH, {}, '491579000001'],
      [GERMAN, { sender_id: '55123' }, '55123'],
    ] as const) {
      const count = (await service.messagesOf(number)).length;
      assert.equal(statusOf(await account.send(number, fields)).code, 3001);
      await service.until('it is on the handset', async () => (await service.messagesOf(number)).length > count);
      assert.equal(await senderOfLast(number), sender, `${number} ${JSON.stringify(fields)}`);
    }
    const stranger = await account.send(GERMAN, { sender_id: '491579000009' });
    assert.deepEqual([stranger.status, statusOf(stranger).code], [400, 3109]);
    assert.match(statusOf(stranger).description, /sender_id: allowed is a sender registered on the account/);
  });

  test('one sender at most is the default of a country, and a change holds from then on', async () => {
    const account = await newAccount({ senders: [{ sender: 'FIRST', default_for: ['DE', 'AT'] }] });
    const put = await service.operate('PUT', `/accounts/${account.id}/senders/SECOND`, { default_for: ['DE'] });
    assert.equal(put.status, 200);
    const shown = await service.operate('GET', `/accounts/${account.id}`);
    assert.deepEqual((shown.body as { senders: unknown }).senders, [
      { sender: 'FIRST', default_for: ['AT'], shared: false },
      { sender: 'SECOND', default_for: ['DE'], shared: false },
    ]);
    // Known everywhere within a few seconds.
    await service.advance(5_000);
    await account.send(GERMAN);
    await service.until('it has the new sender', async () => (await senderOfLast(GERMAN)) === 'SECOND');
  });

  test('a country that is not allowed is refused with the reason, and counted', async () => {
    const account = await newAccount({ settings: { allowed_countries: ['DE', 'AT'] } });
    assert.equal(statusOf(await account.send(GERMAN)).code, 3001);
    const before = await refusals('country_not_allowed');
    const refused = await account.send(FRENCH);
    assert.deepEqual([refused.status, statusOf(refused).code], [400, 3037]);
    assert.match(statusOf(refused).description, /FR is not among the countries that this account may send to/);
    assert.equal(await refusals('country_not_allowed'), before + 1);
    const satellite = await account.send('881612345678');
    assert.equal(statusOf(satellite).code, 3037);
    assert.match(statusOf(satellite).description, /code \+881/);
    await service.operate('PATCH', `/accounts/${account.id}`, { settings: { allowed_countries: null } });
    // Within seconds: a look into the store that was under way when it changed shows what was before.
    await service.until('all countries are allowed', async () => statusOf(await account.send(FRENCH)).code === 3001);
  });

  test('to one number go ten messages a minute and a hundred a day unless the account has other limits', async () => {
    const usual = await newAccount({});
    const before = await refusals('too_many_to_number');
    const codes: number[] = [];
    await service.advance(60_000 - (service.clock.now() % 60_000));
    for (let n = 0; n < 11; n += 1) codes.push(statusOf(await usual.send('4915112340001')).code);
    assert.deepEqual(codes, [...Array.from({ length: 10 }, () => 3001), 3205]);
    const refused = await usual.send('4915112340001');
    assert.match(statusOf(refused).description, /at most 10 per minute to one number, try again in \d+ s/);
    assert.match(String(refused.headers['retry-after']), /^\d+$/);
    assert.equal(await refusals('too_many_to_number'), before + 2);
    const tight = await newAccount({ settings: { per_number_per_minute: 0, per_number_per_day: 2 } });
    const daily: HttpAnswer[] = [];
    for (let n = 0; n < 3; n += 1) daily.push(await tight.send('4915112340001'));
    assert.deepEqual(
      daily.map((each) => statusOf(each).code),
      [3001, 3001, 3205],
    );
    assert.match(statusOf(daily[2] as HttpAnswer).description, /at most 2 per day/);
    assert.equal(statusOf(await tight.send('4915112340002')).code, 3001, 'another number');
  });
});
