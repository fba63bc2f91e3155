import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { MASTER_KEY } from '../../../test/support/gateway/http.ts';
import {
  assertAllAnswered,
  list,
  type OperatorAnswer,
  type OperatorRig,
  operatorRig,
  TOKEN,
} from '../../../test/support/operator.ts';
import { checkSenders } from '../../diagnosis/senders.ts';
import { hash12, toReference } from '../../lib/ids.ts';
import { asJsonObject } from '../../lib/json.ts';
import { open } from '../../lib/sealed.ts';
import { openCallbackSecrets } from '../../operations/callback-secrets/handler.ts';
import { markSendersOfSeveral } from '../../store/accounts/sender-names.ts';
import { addTemplate } from '../../store/accounts/templates.ts';
import { apiKeyRow } from '../../store/secrets/sealed-rows.ts';

const SECRET = Buffer.alloc(32, 5).toString('base64');

test('accounts and what belongs to them', async (t) => {
  const rig = await operatorRig(t);

  await t.test('without the token nothing is shown, whatever is asked', async () => {
    for (const path of ['/accounts', '/accounts/x', '/carriers', '/messages']) {
      const missing = await rig.call('GET', path, undefined, { authorization: '' });
      assert.equal(missing.status, 401, path);
      assert.match(String(missing.headers['www-authenticate']), /^Bearer /);
      for (const authorization of ['Bearer wrong', 'Bearer', `Basic ${Buffer.from(TOKEN).toString('base64')}`, TOKEN]) {
        assert.equal((await rig.call('GET', path, undefined, { authorization })).status, 401, authorization);
      }
    }
    assert.equal((await rig.call('GET', '/accounts', undefined, { authorization: `bearer ${TOKEN}` })).status, 200);
    assert.equal((await rig.call('GET', '/nothing')).status, 404);
    assert.equal((await rig.call('PUT', '/accounts')).status, 405);
  });

  await t.test('an account is created with its first key, which is shown once and stored sealed', async () => {
    const made = await rig.call('POST', '/accounts', { name: 'Acme' });
    assert.equal(made.status, 201, made.description);
    assert.match(String(made.body.customer_id), /^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/);
    assert.equal(Buffer.from(String(made.body.api_key), 'base64').length, 64);
    assert.deepEqual([made.body.kind, made.body.state, made.body.products], ['full_service', 'active', []]);
    const shown = await rig.call('GET', `/accounts/${made.body.customer_id}`);
    assert.equal(shown.status, 200);
    assert.doesNotMatch(JSON.stringify(shown.body), /api_key/);
    assert.equal(list(shown.body, 'keys').length, 1);
    const { rows } = await rig.db.query<{ id: string; sealed: Buffer }>(
      'select id, sealed from api_keys where account_id = $1',
      [made.body.customer_id],
    );
    const [key] = rows;
    assert.ok(key);
    const row = apiKeyRow(String(made.body.customer_id), key.id);
    assert.equal(open(MASTER_KEY, row, key.sealed).toString(), made.body.api_key);
  });

  await t.test('an account is created with everything at once, or not at all', async () => {
    const wanted = {
      customer_id: 'ACME-3',
      name: 'Acme',
      kind: 'trial',
      products: ['rcs', 'voice'],
      addons: ['contact'],
      settings: { callback_url: 'https://acme.example/cb', requests_per_second: { omnichannel: 5 } },
      senders: [
        { sender: '491579000000', default_for: ['*'] },
        { sender: 'ACME3', default_for: ['DE', 'DE'] },
      ],
      verified_numbers: ['+4915112345678'],
      api_key: SECRET,
    };
    const made = await rig.call('POST', '/accounts', wanted);
    assert.equal(made.status, 201, made.description);
    assert.equal(made.body.api_key, undefined);
    assert.deepEqual(made.body.settings, { allowed_countries: ['*'], ...wanted.settings });
    assert.deepEqual(made.body.verified_numbers, ['4915112345678']);
    assert.deepEqual(
      made.body.senders,
      [
        { sender: '491579000000', default_for: ['*'], shared: false },
        { sender: 'ACME3', default_for: ['DE'], shared: false },
      ].sort((a, b) => (a.sender < b.sender ? -1 : 1)),
    );
    const again = await rig.call('POST', '/accounts', wanted);
    assert.equal(again.status, 400);
    assert.match(again.description, /customer_id: allowed is one that no account has/);
    const half = await rig.call('POST', '/accounts', { name: 'B', customer_id: 'HALF3', senders: [{ sender: '!' }] });
    assert.equal(half.status, 400);
    assert.equal((await rig.call('GET', '/accounts/HALF3')).status, 404);
  });

  await t.test('a wrong field is named, with what is allowed', async () => {
    await rig.call('POST', '/accounts', { name: 'Acme', customer_id: 'ACME4' });
    const cases: ReadonlyArray<readonly [string, string, unknown, RegExp]> = [
      ['POST', '/accounts', {}, /^Missing parameter: name$/],
      [
        'POST',
        '/accounts',
        { name: 'A', nmae: 1 },
        /^Invalid request: nmae: there is no such field \(did you mean name\?\)/,
      ],
      ['POST', '/accounts', { name: 'A', kind: 'big' }, /parameter kind: allowed is full_service, trial/],
      ['POST', '/accounts', { name: 'A', customer_id: 'a:b:c' }, /parameter customer_id: allowed is 4 to 64 letters/],
      [
        'POST',
        '/accounts',
        { name: 'A', products: ['fax'] },
        /parameter products\[0\]: allowed is rcs, masking, voice/,
      ],
      [
        'POST',
        '/accounts',
        { name: 'A', addons: ['contact', 'sim_swp'] },
        /parameter addons\[1\]: allowed is age_verify, .*sim_swap/,
      ],
      [
        'POST',
        '/accounts',
        { name: 'A', api_key: 'short' },
        /parameter api_key: allowed is plain base64 of 16 to 128 bytes/,
      ],
      [
        'POST',
        '/accounts',
        { name: 'A', senders: [{ sender: 'TWELVE CHARS' }] },
        /parameter senders\[0\]\.sender: allowed is 3 to 15/,
      ],
      [
        'POST',
        '/accounts',
        { name: 'A', senders: [{ sender: 'A', default_for: ['XX'] }] },
        /senders\[0\]\.default_for: allowed is ISO 3166/,
      ],
      [
        'POST',
        '/accounts',
        { name: 'A', verified_numbers: ['12'] },
        /parameter verified_numbers\[0\]: allowed is a phone number/,
      ],
      [
        'POST',
        '/accounts',
        { name: 'A', settings: { callback_key_id: 'x' } },
        /parameter settings\.callback_key_id: allowed is nothing before/,
      ],
      [
        'PATCH',
        '/accounts/ACME4',
        { settings: { callback_url: 'ftp://x' } },
        /parameter settings\.callback_url: allowed is an http or https URL/,
      ],
      [
        'PATCH',
        '/accounts/ACME4',
        { settings: { allowed_countries: ['ZZ'] } },
        /parameter settings\.allowed_countries: allowed is ISO 3166/,
      ],
      [
        'PATCH',
        '/accounts/ACME4',
        { settings: { callback_key_id: 'x' } },
        /parameter settings\.callback_key_id: allowed is the id of a live key/,
      ],
      [
        'PATCH',
        '/accounts/ACME4',
        { settings: { allowed_countries: ['DE', '*'] } },
        /parameter settings\.allowed_countries: allowed is ISO 3166 .* or \* alone/,
      ],
      [
        'PATCH',
        '/accounts/ACME4',
        { settings: { allowed_number_kinds: ['fax'] } },
        /parameter settings\.allowed_number_kinds: allowed is a list .* premium, shared_cost, personal, satellite/,
      ],
      [
        'PATCH',
        '/accounts/ACME4',
        { settings: { code_pauses_s: [60, 30] } },
        /parameter settings\.code_pauses_s: allowed is seconds, each at least as many as before it/,
      ],
      [
        'PATCH',
        '/accounts/ACME4',
        { settings: { per_number_per_day: -1 } },
        /parameter settings\.per_number_per_day: allowed is a whole number from 0/,
      ],
      [
        'PATCH',
        '/accounts/ACME4',
        { settings: { per_number_per_dya: 1 } },
        /settings\.per_number_per_dya: there is no such field.* per_number_per_day.*, retention$/,
      ],
      ['PATCH', '/accounts/ACME4', { state: 'suspended' }, /^Invalid request: state: there is no such field/],
      ['PATCH', '/accounts/ACME4', '{"name":', /the body is not JSON/],
      ['PATCH', '/accounts/ACME4', '{"name":"\\u0000"}', /U\+0000/],
      ['PUT', '/accounts/ACME4/senders/A', { default_for: 'DE' }, /parameter default_for: allowed is a list/],
      ['PUT', '/accounts/ACME4/verified-numbers/abc', undefined, /parameter number: allowed is a phone number/],
      ['POST', '/opt-outs', { recipient: 'x' }, /parameter recipient: allowed is a phone number/],
      [
        'POST',
        '/opt-outs',
        { recipient: '4915112345678', customer_id: 'NOBODY' },
        /parameter customer_id: allowed is the Customer ID of/,
      ],
      ['GET', '/messages?state=lost', undefined, /parameter state: allowed is open, delivered, failed/],
      ['GET', '/messages?limit=501', undefined, /parameter limit: allowed is a whole number from 1 to 500/],
      ['GET', '/messages?limit=x', undefined, /parameter limit: allowed is a whole number/],
      ['GET', '/messages?from=today', undefined, /parameter from: allowed is a time such as/],
      ['GET', '/messages?after=x', undefined, /parameter after: allowed is the "next" of the page before/],
      ['GET', '/messages?colour=red', undefined, /^Invalid request: colour: there is no such field/],
      ['GET', '/messages?full=perhaps', undefined, /parameter full: allowed is true, false/],
      ['GET', '/callbacks?message=x', undefined, /parameter message: allowed is a reference_id/],
    ];
    for (const [method, path, body, expected] of cases) {
      const answer = await rig.call(method, path, body);
      assert.equal(answer.status, 400, `${method} ${path}: ${answer.description}`);
      assert.match(answer.description, expected, `${method} ${path}: ${answer.description}`);
    }
  });

  await t.test('what does not exist is 404', async () => {
    await rig.call('POST', '/accounts', { name: 'Acme', customer_id: 'ACME5' });
    const id = rig.context.ids.next();
    const cases: ReadonlyArray<readonly [string, string, unknown?]> = [
      ['GET', '/accounts/NOBODY'],
      ['PATCH', '/accounts/NOBODY', { name: 'x' }],
      ['POST', '/accounts/NOBODY/suspend'],
      ['GET', '/accounts/NOBODY/keys'],
      ['POST', '/accounts/NOBODY/keys', {}],
      ['DELETE', `/accounts/ACME5/keys/${id}`],
      ['DELETE', '/accounts/ACME5/keys/x'],
      ['PUT', '/accounts/NOBODY/senders/ACME5', {}],
      ['DELETE', '/accounts/ACME5/senders/NONE'],
      ['PUT', '/accounts/NOBODY/verified-numbers/4915112345678'],
      ['DELETE', '/accounts/ACME5/verified-numbers/4915112345678'],
      ['GET', `/messages/${toReference(id)}`],
      ['GET', '/messages/x'],
      ['POST', `/callbacks/${id}/redeliver`],
      ['POST', '/callbacks/x/redeliver'],
      ['POST', '/carriers/none/drain'],
      ['POST', '/opt-outs/lift', { recipient: '4915112345678' }],
    ];
    for (const [method, path, body] of cases) {
      const answer = await rig.call(method, path, body);
      assert.equal(answer.status, 404, `${method} ${path}: ${answer.description}`);
      assert.match(answer.description, /^(Account|Key|Sender|Number|Message|Callback|Carrier|Opt-out) not found$/);
    }
  });

  await t.test('an account changes in what is given, and null takes a setting back', async () => {
    await rig.call('POST', '/accounts', { name: 'Acme', customer_id: 'ACME6' });
    const settings = {
      callback_url: 'http://acme.example/',
      callback_method: 'GET',
      fallback_time_unit: 'milliseconds',
      strict_numbers: true,
      allowed_countries: ['DE', 'AT'],
      allowed_number_kinds: ['premium', 'satellite'],
      per_number_per_minute: 0,
      per_number_per_day: 7,
      code_pauses_s: [10, 10, 60],
      per_prefix_per_hour: 1_000_000,
      per_country_per_hour: 0,
      per_end_user_per_hour: 5,
      people_look_ups_per_number_per_hour: 3,
      texts_per_day: 1_000_000_000,
      calls_per_day: 1,
      people_look_ups_per_day: 2,
      extension_keys: true,
      requests_per_second: { omnichannel: 10, verify: 2 },
      accept_unsigned_bodies: true,
      opt_out_stops_all: true,
      opt_out_texts: { stopped: 'Bye', help: '' },
    };
    const first = await rig.call('PATCH', '/accounts/ACME6', { products: ['rcs'], settings });
    assert.equal(first.status, 200, first.description);
    assert.deepEqual(first.body.settings, settings);
    assert.deepEqual([first.body.name, first.body.version], ['Acme', 2]);
    const second = await rig.call('PATCH', '/accounts/ACME6', {
      name: 'Acme 2',
      settings: { callback_method: null, requests_per_second: { verify: null }, opt_out_texts: null },
    });
    const { callback_method: _, opt_out_texts: __, ...rest } = settings;
    assert.deepEqual(second.body.settings, { ...rest, requests_per_second: { omnichannel: 10 } });
    assert.deepEqual(second.body.products, ['rcs']);
    const { rows } = await rig.db.query<{ settings: object }>("select settings from accounts where id = 'ACME6'");
    assert.ok('callbackUrl' in (rows[0]?.settings ?? {}));
  });

  await t.test('changes of one account at the same time are all kept', async () => {
    await rig.call('POST', '/accounts', { name: 'Acme', customer_id: 'ACME7' });
    await Promise.all([
      ...[1, 2, 3, 4].map((limit) => rig.call('PATCH', '/accounts/ACME7', { settings: { per_number_per_day: limit } })),
      rig.call('PATCH', '/accounts/ACME7', { settings: { strict_numbers: true } }),
      rig.call('PATCH', '/accounts/ACME7', { name: 'New' }),
    ]);
    const { body } = await rig.call('GET', '/accounts/ACME7');
    assert.deepEqual([body.name, body.version, asJsonObject(body.settings)?.strict_numbers], ['New', 7, true]);
  });

  await t.test('keys are made, brought along, told apart and revoked', async () => {
    await rig.call('POST', '/accounts', { name: 'Acme', customer_id: 'ACME8' });
    await rig.clock.advance(1);
    const made = await rig.call('POST', '/accounts/ACME8/keys', {});
    assert.equal(made.status, 201);
    assert.equal(typeof made.body.api_key, 'string');
    await rig.clock.advance(1);
    const brought = await rig.call('POST', '/accounts/ACME8/keys', { api_key: SECRET });
    assert.equal(brought.status, 201);
    assert.equal(brought.body.api_key, undefined);
    const keys = list((await rig.call('GET', '/accounts/ACME8/keys')).body, 'keys');
    assert.equal(keys.length, 3);
    assert.deepEqual([keys[0]?.id, keys[1]?.id], [brought.body.id, made.body.id]);
    assert.equal(new Set(keys.map((key) => key.hint)).size, 3);
    const pinned = await rig.call('PATCH', '/accounts/ACME8', { settings: { callback_key_id: made.body.id } });
    assert.equal(pinned.status, 200, pinned.description);
    const revoked = await rig.call('DELETE', `/accounts/ACME8/keys/${brought.body.id}`);
    assert.equal(revoked.status, 200);
    await rig.clock.advance(5_000);
    const again = await rig.call('DELETE', `/accounts/ACME8/keys/${brought.body.id}`);
    assert.equal(again.body.revoked_on, revoked.body.revoked_on);
    const refused = await rig.call('PATCH', '/accounts/ACME8', { settings: { callback_key_id: brought.body.id } });
    assert.match(refused.description, /a live key of this account/);
  });

  await t.test('the secrets that sign callbacks are shown to who asks for them, which is recorded', async () => {
    await rig.call('POST', '/accounts', { name: 'Acme', customer_id: 'ACME10' });
    const ask = (query = '') => rig.call('GET', `/accounts/ACME10/callback-secrets${query}`);
    assert.deepEqual((await ask()).body, { secrets: [] }, 'a look makes none');
    const signing = await openCallbackSecrets({ ...rig, masterKey: MASTER_KEY }, 'ACME10');
    assert.deepEqual(
      list((await ask()).body, 'secrets').map(({ secret }) => secret),
      [null],
    );
    const shown = list((await ask('?full=true')).body, 'secrets').map(({ secret }) => secret);
    assert.deepEqual(shown, signing);
    const audit = list((await rig.call('GET', '/audit?limit=500')).body, 'entries');
    // Its end, with the status, is an entry of its own.
    const looks = audit.filter(({ action, target }) => {
      return action === 'GET /accounts/:id/callback-secrets' && asJsonObject(target)?.id === 'ACME10';
    });
    assert.equal(looks.length, 1);
    assert.equal((await rig.call('GET', '/accounts/NOBODY/callback-secrets')).status, 404);
  });

  await t.test('a sender is registered, and one at most is the default for a country', async () => {
    await rig.call('POST', '/accounts', { name: 'Acme', customer_id: 'ACME9' });
    const put = (sender: string, countries: string[]) =>
      rig.call('PUT', `/accounts/ACME9/senders/${encodeURIComponent(sender)}`, { default_for: countries });
    assert.equal((await put('491579000009', ['*', 'DE'])).status, 200);
    await rig.clock.advance(1);
    assert.equal((await put('ACME GMBH', ['DE', 'AT'])).status, 200);
    await rig.clock.advance(1);
    assert.equal((await put('agent@rbm.goog', [])).status, 200);
    const senders = async () => (await rig.call('GET', '/accounts/ACME9')).body.senders;
    assert.deepEqual(await senders(), [
      { sender: '491579000009', default_for: ['*'], shared: false },
      { sender: 'ACME GMBH', default_for: ['DE', 'AT'], shared: false },
      { sender: 'agent@rbm.goog', default_for: [], shared: false },
    ]);
    assert.equal((await rig.call('DELETE', '/accounts/ACME9/senders/ACME%20GMBH')).status, 200);
    assert.equal(((await senders()) as unknown[]).length, 2);
  });

  await t.test(
    'a sender belongs to one account: another is refused, naming nobody, unless it is shared on purpose',
    async () => {
      const of = async (id: string) => (await rig.call('GET', `/accounts/${id}`)).body;
      await rig.call('POST', '/accounts', {
        name: 'One',
        customer_id: 'OWNER1',
        senders: [{ sender: '491579000021' }],
      });
      const refused = await rig.call('POST', '/accounts', {
        name: 'Two',
        customer_id: 'OWNER2',
        senders: [{ sender: '491579000021' }],
      });
      assert.equal(refused.status, 400);
      assert.match(refused.description, /senders\[0\]\.sender: allowed is a sender that no other account has/);
      assert.doesNotMatch(JSON.stringify(refused.body), /OWNER1|One/);
      await rig.call('POST', '/accounts', { name: 'Two', customer_id: 'OWNER2' });
      assert.match(String((await of('OWNER2')).notes), /^no sender: its texts leave with an empty source address/);
      const put = (id: string, body: object) => rig.call('PUT', `/accounts/${id}/senders/491579000021`, body);
      assert.equal((await put('OWNER2', {})).status, 400);
      assert.equal((await put('OWNER1', { default_for: ['DE'] })).status, 200, 'its own');
      assert.equal((await put('OWNER2', { shared: true })).body.shared, true);
      for (const id of ['OWNER1', 'OWNER2']) {
        const { senders } = await of(id);
        assert.equal((senders as Array<{ shared: boolean }>)[0]?.shared, true, id);
      }
      assert.equal((await put('OWNER1', { shared: false })).status, 400, 'another one has it');
      await rig.call('DELETE', '/accounts/OWNER2/senders/491579000021');
      assert.equal(((await of('OWNER1')).senders as Array<{ shared: boolean }>)[0]?.shared, false);
    },
  );

  await t.test('a sender that two accounts had before stays with both, and the operator is told', async () => {
    await rig.db.query(
      `insert into senders (account_id, bucket, sender, created_at)
       select a.id, 0, '491579000022', a.created_at from accounts a where a.id in ('OWNER1', 'OWNER2')`,
    );
    await rig.db.query(`update senders set bucket = $1 where account_id = 'OWNER1'`, [hash12('OWNER1')]);
    await rig.db.query(`update senders set bucket = $1 where account_id = 'OWNER2'`, [hash12('OWNER2')]);
    await markSendersOfSeveral(rig.db);
    const notes = async () => String((await rig.call('GET', '/accounts/OWNER2')).body.notes);
    assert.match(await notes(), /other accounts have the sender 491579000022, too, and nobody has decided so/);
    const [, undecided] = await checkSenders(rig.db);
    assert.match(String(undecided?.says), /^491579000022: nobody has decided/);
    await rig.call('PUT', '/accounts/OWNER2/senders/491579000022', { shared: true });
    assert.doesNotMatch(await notes(), /nobody has decided so/);
    assert.equal((await checkSenders(rig.db)).length, 1);
  });

  await t.test('verified numbers come and go, masked unless asked for in full', async () => {
    await rig.call('POST', '/accounts', { name: 'Acme', customer_id: 'ACME10', kind: 'trial' });
    assert.equal(
      (await rig.call('PUT', '/accounts/ACME10/verified-numbers/+4915112345678')).body.number,
      '4915112345678',
    );
    assert.deepEqual((await rig.call('GET', '/accounts/ACME10')).body.verified_numbers, ['49*********78']);
    assert.deepEqual((await rig.call('GET', '/accounts/ACME10?full=true')).body.verified_numbers, ['4915112345678']);
    assert.equal((await rig.call('DELETE', '/accounts/ACME10/verified-numbers/4915112345678')).body.removed, true);
    assert.deepEqual((await rig.call('GET', '/accounts/ACME10')).body.verified_numbers, []);
  });

  await t.test('keys of an account lie in its bucket', async () => {
    await rig.call('POST', '/accounts', { name: 'Acme', customer_id: 'ACME11' });
    const { rows } = await rig.db.query<{ bucket: number }>("select bucket from api_keys where account_id = 'ACME11'");
    assert.deepEqual(rows, [{ bucket: hash12('ACME11') }]);
  });
});

test('an account is suspended and activated, and lists tell', async (t) => {
  const rig = await operatorRig(t);
  for (const id of ['ACME-1', 'ACME-2', 'ACME-3']) await rig.call('POST', '/accounts', { name: id, customer_id: id });
  assert.equal((await rig.call('POST', '/accounts/ACME-2/suspend')).body.state, 'suspended');
  const suspended = await rig.call('GET', '/accounts?state=suspended');
  assert.deepEqual(
    list(suspended.body, 'accounts').map((each) => each.customer_id),
    ['ACME-2'],
  );
  assert.equal((await rig.call('POST', '/accounts/ACME-2/activate')).body.state, 'active');
  const page = await rig.call('GET', '/accounts?limit=2');
  assert.deepEqual(
    list(page.body, 'accounts').map((each) => each.customer_id),
    ['ACME-1', 'ACME-2'],
  );
  const next = await rig.call('GET', `/accounts?limit=2&after=${page.body.next}`);
  assert.deepEqual(
    list(next.body, 'accounts').map((each) => each.customer_id),
    ['ACME-3'],
  );
  assert.equal(next.body.next, null);
  await rig.call('PATCH', '/accounts/ACME-3', { name: 'Blue 100%_Whale' });
  for (const [search, expected] of [
    ['whale', ['ACME-3']],
    ['acme-2', ['ACME-2']],
    ['%25_', ['ACME-3']],
    ['_', ['ACME-3']],
    ['nobody', []],
  ] as const) {
    const found = list((await rig.call('GET', `/accounts?search=${search}`)).body, 'accounts');
    assert.deepEqual(
      found.map((each) => each.customer_id),
      expected,
      search,
    );
  }
});

test('templates of an account are listed; what they say only in full', async (t) => {
  const rig = await operatorRig(t);
  await rig.call('POST', '/accounts', { customer_id: 'ACME', name: 'Acme' });
  const content = [{ body: { type: 'text', text: 'Hello {{name}}, {{1}}' } }];
  const createdAt = rig.clock.now();
  const given = { accountId: 'ACME', type: 'standard', category: null, language: 'en', content, createdAt };
  await rig.db.transaction(async (tx) => {
    await addTemplate(tx, { ...given, id: rig.context.ids.next(), channel: 'sms', name: 'b' }, 9);
    await addTemplate(tx, { ...given, id: rig.context.ids.next(), channel: 'rcs', name: 'c' }, 9);
  });
  const shown = list((await rig.call('GET', '/accounts/ACME/templates')).body, 'templates');
  assert.deepEqual(
    shown.map(({ channel, name, content: says }) => [channel, name, says]),
    [
      ['rcs', 'c', null],
      ['sms', 'b', null],
    ],
  );
  assert.deepEqual(shown[0]?.mandatory_parameters, ['name', '1']);
  const full = list((await rig.call('GET', '/accounts/ACME/templates?full=true')).body, 'templates');
  assert.deepEqual(full[1]?.content, content);
  assert.equal((await rig.call('GET', '/accounts/NOBODY/templates')).status, 404);
});

test('a new account names its countries, or gets the default of the gateway', async (t) => {
  const none = await operatorRig(t, { allowedCountries: [] });
  const create = (rig: OperatorRig, settings?: object) =>
    rig.call('POST', '/accounts', { name: 'Acme', ...(settings === undefined ? {} : { settings }) });
  for (const settings of [undefined, {}, { allowed_countries: null }]) {
    const refused = await create(none, settings);
    assert.equal(refused.status, 400);
    assert.match(refused.description, /settings\.allowed_countries: allowed is the countries that it may send to/);
  }
  const countriesOf = ({ body }: OperatorAnswer) => asJsonObject(body.settings)?.allowed_countries;
  assert.deepEqual(countriesOf(await create(none, { allowed_countries: ['DE', 'AT'] })), ['DE', 'AT']);
  const everywhere = await create(none, { allowed_countries: ['*'] });
  assert.deepEqual(countriesOf(everywhere), ['*']);
  // A setting cannot be taken back to a default that is not there, and nothing else is touched by that.
  const path = `/accounts/${everywhere.body.customer_id}`;
  assert.equal((await none.call('PATCH', path, { settings: { allowed_countries: null } })).status, 400);
  assert.deepEqual(countriesOf(await none.call('PATCH', path, { settings: { texts_per_day: 5 } })), ['*']);

  const some = await operatorRig(t, { allowedCountries: ['CH'] });
  const usual = await create(some);
  assert.deepEqual(countriesOf(usual), ['CH']);
  const other = `/accounts/${usual.body.customer_id}`;
  assert.deepEqual(countriesOf(await some.call('PATCH', other, { settings: { allowed_countries: ['*'] } })), ['*']);
  assert.deepEqual(countriesOf(await some.call('PATCH', other, { settings: { allowed_countries: null } })), ['CH']);
});

after(() => assertAllAnswered('accounts'));
