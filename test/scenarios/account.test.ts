/** What an account sees and changes of itself: its settings and its keys. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createContext } from '../../src/context.ts';
import { createAccountDirectory } from '../../src/engine/accounts/account-directory.ts';
import { GATEWAY_MASTER_KEY, startGateway, type TestGateway, textOnly } from '../support/gateway/gateway.ts';

let service: TestGateway;
/** An account with keys of its own, beside that of the sandbox. */
let other: { readonly id: string; readonly authorization: string };

type Body = Record<string, unknown> & { status?: { code: number; description: string } };
type Key = { id: string; hint: string; api_key?: string; revoked_on: string | null };

const basic = (id: string, key: string) => `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`;

async function call(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  {
    body,
    authorization = other.authorization,
    headers = {},
  }: { body?: unknown; authorization?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; body: Body }> {
  const answer = await service.call(method, path, body, { authorization, ...headers });
  return { status: answer.status, body: answer.body as Body };
}

async function makeAccount(name: string, more: object = {}) {
  const { body } = await service.operate('POST', '/accounts', {
    name,
    settings: { allowed_countries: ['DE', 'FR'] },
    ...more,
  });
  const { customer_id: id, api_key: key } = body as { customer_id: string; api_key: string };
  return { id, key, authorization: basic(id, key) };
}

describe('an account that looks after itself', () => {
  before(async () => {
    service = await startGateway();
    other = await makeAccount('Acme', { senders: [{ sender: '4930111', default_for: ['*'] }], addons: ['sim_swap'] });
  });
  after(() => service.stop());

  test('reads its name, products and limits, the gateway’s where it has none of its own', async () => {
    const { status, body } = await call('GET', '/v1/account');
    assert.equal(status, 200);
    const {
      customer_id: id,
      name,
      kind,
      products,
      addons,
      senders,
      callback_url: url,
      fallback_time_unit: unit,
    } = body;
    assert.deepEqual(
      { id, name, kind, products, addons, senders, url, unit },
      {
        id: other.id,
        name: 'Acme',
        kind: 'full_service',
        products: [],
        addons: ['sim_swap'],
        senders: [{ sender: '4930111', default_for: ['*'] }],
        url: null,
        unit: 'seconds',
      },
    );
    const limits = body.limits as Record<string, unknown>;
    assert.deepEqual(limits.allowed_countries, ['DE', 'FR']);
    assert.equal(limits.per_number_per_minute, 10);
    await service.operate('PATCH', `/accounts/${other.id}`, {
      settings: { per_number_per_minute: 3, requests_per_second: { verify: 5 } },
    });
    const after = (await call('GET', '/v1/account')).body.limits as Record<string, unknown>;
    assert.equal(after.per_number_per_minute, 3);
    assert.equal((after.requests_per_second as { verify: number }).verify, 5);
  });

  test('changes where it is told, its words and texts, and what fallback_time means; null goes back', async () => {
    const change = {
      callback_url: service.callbackUrl,
      callback_method: 'POST',
      inbound_url: 'https://example.com/inbound',
      fallback_time_unit: 'milliseconds',
      quiet_hours: { from: '21:00', to: '08:00', days: ['sat', 'sun'], time_zone: 'Europe/Berlin' },
      opt_out_words: { stop: ['basta'] },
      opt_out_texts: { stopped: 'You are out.' },
      opt_out_languages: { de: { stop_words: ['halt'], stopped: 'Abgemeldet.' } },
    };
    const changed = await call('PATCH', '/v1/account', { body: change });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    const shown = (await call('GET', '/v1/account')).body;
    assert.deepEqual(shown, changed.body);
    for (const [name, value] of Object.entries(change)) assert.deepEqual(shown[name], value, name);
    // In effect at once where it was changed: a fallback after 1,500 (milliseconds), which seconds would allow, too, and
    // 86,400,000, which they would not.
    const text = textOnly('4915112003001', { messageType: 'ARN' }) as { channels: object[] };
    const slow = { ...text, channels: [{ channel: 'sms', fallback_time: 86_400_000 }] };
    const sent = await call('POST', '/v1/omnichannel', { body: slow });
    assert.equal(sent.status, 200, JSON.stringify(sent.body));
    await service.callbacksOf(String(sent.body.reference_id), 1);
    await call('PATCH', '/v1/account', { body: { fallback_time_unit: null, opt_out_words: { stop: null } } });
    const back = (await call('GET', '/v1/account')).body;
    assert.deepEqual([back.fallback_time_unit, back.opt_out_words], ['seconds', null]);
    assert.deepEqual(back.opt_out_texts, { stopped: 'You are out.' });
    assert.equal((await call('POST', '/v1/omnichannel', { body: slow })).body.status?.code, 3110);
    // What the operator set is still there, and the operator sees what the account set.
    const { body } = await service.operate('GET', `/accounts/${other.id}`);
    const { settings } = body as { settings: Record<string, unknown> };
    assert.deepEqual([settings.allowed_countries, settings.inbound_url], [['DE', 'FR'], 'https://example.com/inbound']);
  });

  test('is refused by name what it cannot change, and told what it can', async () => {
    const cases: Array<[unknown, RegExp]> = [
      [{ name: 'Other' }, /name: only an operator changes it; allowed: callback_url, .*fallback_time_unit/],
      [{ products: ['rcs'] }, /products: only an operator/],
      [{ limits: {} }, /limits: only an operator/],
      [{ per_number_per_day: 0 }, /per_number_per_day: there is no such field.*allowed: callback_url/],
      [{ callbackUrl: 'https://example.com' }, /callbackUrl: there is no such field/],
      [{ callback_url: 'ftp://example.com' }, /callback_url: allowed is an http or https URL/],
      [{ inbound_url: 'https://a:b@example.com' }, /inbound_url: allowed is .*without user/],
      [{ callback_method: 'PUT' }, /callback_method: allowed is POST, GET/],
      [{ fallback_time_unit: 'minutes' }, /fallback_time_unit: allowed is seconds, milliseconds/],
      [{ quiet_hours: { from: '20:00', to: '20:00' } }, /quiet_hours\.to: allowed is another time/],
      [{ quiet_hours: { from: '25:00' } }, /quiet_hours\.from: allowed is a time of the day/],
      [{ opt_out_words: { stop: [''] } }, /opt_out_words/],
      [{ opt_out_texts: { stop: 'x' } }, /opt_out_texts\.stop: there is no such field/],
      [{ callback_key_id: '0'.repeat(32) }, /callback_key_id: allowed is the id of a live key/],
      ['[]', /JSON object/],
    ];
    const before = (await call('GET', '/v1/account')).body;
    for (const [body, said] of cases) {
      const answer = await call('PATCH', '/v1/account', { body });
      assert.deepEqual([answer.status, answer.body.status?.code], [400, 3110], JSON.stringify(answer.body));
      assert.match(answer.body.status?.description ?? '', said);
    }
    assert.deepEqual((await call('GET', '/v1/account')).body, before);
  });

  test('says back so much in all, however many changes it comes in', async () => {
    const { authorization } = await makeAccount('Verbose');
    const words = (letter: string) => Array.from({ length: 1_000 }, (_, n) => `${letter.repeat(30)}${n}`);
    const change = (languages: object | null) =>
      call('PATCH', '/v1/account', { authorization, body: { opt_out_languages: languages } });
    const codes = 'aa ab ac ad ae af ag ah ai aj'.split(' ');
    const answers: Array<Awaited<ReturnType<typeof change>>> = [];
    for (const code of codes) answers.push(await change({ [code]: { stop_words: words(code.slice(1)) } }));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [...Array(7).fill(200), 400, 400, 400],
    );
    assert.match(
      answers.at(-1)?.body.status?.description ?? '',
      /opt_out_languages: allowed is 262144 characters in all words and texts/,
    );
    assert.equal((await change({ aa: null })).status, 200);
    assert.equal((await change({ aj: { stop_words: words('j') } })).status, 200, 'there is room again');
    assert.equal((await change(null)).status, 200);
  });

  test('makes keys, each shown once and usable at once, and revokes them; never the last one', async () => {
    const { id, authorization } = await makeAccount('Keys');
    const keys = async (query = '') => (await call('GET', `/v1/account/keys${query}`, { authorization })).body;
    const [first] = (await keys()).keys as Key[];
    assert.ok(first);
    const last = await call('DELETE', `/v1/account/keys/${first.id}`, { authorization });
    assert.deepEqual([last.status, last.body.status?.code], [409, 3110]);
    assert.match(last.body.status?.description ?? '', /the last one/);

    const headers = { 'idempotency-key': 'once' };
    const made = await call('POST', '/v1/account/keys', { authorization, headers });
    const again = await call('POST', '/v1/account/keys', { authorization, headers });
    assert.equal(made.status, 200);
    assert.deepEqual(again.body, made.body);
    const { id: madeId, api_key: key = '' } = made.body as Key;
    assert.equal(Buffer.from(key, 'base64').length, 64);
    const stored = await service.gateway.db.query('select k::text as kept from idempotency_keys k where key = $1', [
      'once',
    ]);
    assert.equal(JSON.stringify(stored.rows).includes(key), false);
    const listed = (await keys()).keys as Key[];
    assert.deepEqual(
      listed.map((each) => each.id),
      [madeId, first.id],
    );
    assert.equal(JSON.stringify(listed).includes('api_key'), false);
    const page = await keys('?limit=1');
    assert.deepEqual(
      (page.keys as Key[]).map((each) => each.id),
      [madeId],
    );
    const rest = await keys(`?limit=1&after=${page.next}`);
    assert.deepEqual([(rest.keys as Key[]).map((each) => each.id), rest.next], [[first.id], null]);

    const fresh = basic(id, key);
    assert.equal((await call('GET', '/v1/account', { authorization: fresh })).status, 200);
    // A key revokes itself while there is another one, and is refused at once.
    const gone = await call('DELETE', `/v1/account/keys/${first.id}`, { authorization });
    assert.notEqual((gone.body as Key).revoked_on, null);
    assert.equal((await call('GET', '/v1/account', { authorization })).status, 401);
    assert.deepEqual((await call('DELETE', `/v1/account/keys/${first.id}`, { authorization: fresh })).body, gone.body);
    assert.equal((await call('DELETE', `/v1/account/keys/${madeId}`, { authorization: fresh })).status, 409);
    for (const unknown of ['0'.repeat(32), 'nothing']) {
      const answer = await call('DELETE', `/v1/account/keys/${unknown}`, { authorization: fresh });
      assert.deepEqual([answer.status, answer.body.status?.code], [404, 3404]);
    }
    const brought = await call('POST', '/v1/account/keys', { authorization: fresh, body: { api_key: key } });
    assert.match(brought.body.status?.description ?? '', /api_key: allowed is none/);
  });

  test('keeps one key when two revoke each other at once, and has twenty at most', async () => {
    const { id, key, authorization } = await makeAccount('Race');
    const { body } = await call('POST', '/v1/account/keys', { authorization });
    const second = basic(id, String(body.api_key));
    const [newer, older] = (await call('GET', '/v1/account/keys', { authorization })).body.keys as Key[];
    const answers = await Promise.all([
      call('DELETE', `/v1/account/keys/${newer?.id}`, { authorization }),
      call('DELETE', `/v1/account/keys/${older?.id}`, { authorization: second }),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
    const left = answers[0]?.status === 200 ? basic(id, key) : second;
    for (let made = 1; made < 20; made += 1) {
      assert.equal((await call('POST', '/v1/account/keys', { authorization: left })).status, 200);
    }
    const tooMany = await call('POST', '/v1/account/keys', { authorization: left });
    assert.deepEqual([tooMany.status, tooMany.body.status?.code], [409, 3110]);
    // An operator may revoke all of them, as before.
    for (const each of (await call('GET', '/v1/account/keys?limit=500', { authorization: left })).body.keys as Key[]) {
      await service.operate('DELETE', `/accounts/${id}/keys/${each.id}`);
    }
    assert.equal((await call('GET', '/v1/account', { authorization: left })).status, 401);
  });

  test('makes a hundred keys within a day, and no more', async () => {
    const { id, authorization } = await makeAccount('Restless');
    const { db } = service.gateway;
    await db.query(
      `insert into api_keys (id, bucket, account_id, sealed, hint, created_at, revoked_at)
       select gen_random_uuid(), k.bucket, k.account_id, k.sealed, k.hint, k.created_at, k.created_at
         from api_keys k, generate_series(1, 98) where k.account_id = $1`,
      [id],
    );
    const make = () => service.call('POST', '/v1/account/keys', undefined, { authorization });
    assert.equal((await make()).status, 200);
    const refused = await make();
    assert.equal(refused.status, 429);
    const wait = Number(refused.headers['retry-after']);
    assert.ok(wait > 86_300 && wait <= 86_400, String(wait));
    await db.query("update api_keys set created_at = created_at - interval '1 day' where account_id = $1", [id]);
    assert.equal((await make()).status, 200);
  });

  test('sees its change, a revoked key and a suspension on another node within two seconds', async () => {
    const { id, authorization } = await makeAccount('Nodes');
    const { clock, gateway } = service;
    const options = { db: gateway.db, masterKey: GATEWAY_MASTER_KEY, isSandboxOff: false };
    const elsewhere = createAccountDirectory(createContext({ logLevel: 'silent', clock }), options);
    const seen = async () => {
      const known = await elsewhere.find(id);
      return [known?.account.settings.inboundUrl, known?.keys.length, known?.account.state];
    };
    assert.deepEqual(await seen(), [undefined, 1, 'active']);
    await call('PATCH', '/v1/account', { authorization, body: { inbound_url: 'https://example.com/in' } });
    const { body } = await call('POST', '/v1/account/keys', { authorization });
    await service.advance(2_000);
    assert.deepEqual(await seen(), ['https://example.com/in', 2, 'active']);
    await call('DELETE', `/v1/account/keys/${body.id}`, { authorization });
    await service.operate('POST', `/accounts/${id}/suspend`);
    // On the node that was told, at once.
    assert.equal((await call('GET', '/v1/account', { authorization })).status, 401);
    await service.advance(2_000);
    assert.deepEqual(await seen(), ['https://example.com/in', 1, 'suspended']);
  });

  test('of the sandbox keeps the key by which it is known', async () => {
    const { authorization } = service;
    await call('POST', '/v1/account/keys', { authorization });
    const keys = (await call('GET', '/v1/account/keys', { authorization })).body.keys as Key[];
    const own = keys.at(-1);
    assert.match(own?.id ?? '', /^0{12}7/);
    const answer = await call('DELETE', `/v1/account/keys/${own?.id}`, { authorization });
    assert.equal(answer.status, 409);
    assert.match(answer.body.status?.description ?? '', /sandbox/);
  });
});
