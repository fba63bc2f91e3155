import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { Registry } from 'prom-client';
import { storedBatch, storedRecipient } from '../../../test/support/engine/batches.ts';
import { testAlias } from '../../../test/support/engine/engine.ts';
import { newMessage, RCS_PLAN, SMS_PLAN } from '../../../test/support/engine/messages.ts';
import { receipt } from '../../../test/support/engine/scripted-carrier.ts';
import { storedVerification } from '../../../test/support/engine/verifications.ts';
import { MASTER_KEY } from '../../../test/support/gateway/http.ts';
import { insertInboundText } from '../../../test/support/inbound/keep-text.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { storedSession } from '../../../test/support/masking/stored-session.ts';
import {
  answered,
  DOCUMENTED,
  DOCUMENTED_HANDSETS,
  type OperatorAnswer,
  type OperatorRig,
  operatorRig,
  TOKEN,
} from '../../../test/support/operator.ts';
import { idKeys } from '../../carriers/smpp/message-id.ts';
import { checkSenders } from '../../diagnosis/senders.ts';
import { monthOf } from '../../engine/look-ups/caps.ts';
import { guardSource } from '../../engine/look-ups/guarded-source.ts';
import { createSourceMetrics } from '../../engine/look-ups/metrics.ts';
import { RELAY_NUMBER } from '../../engine/masking/relay-options.ts';
import { TrafficWriter } from '../../engine/telemetry/traffic-writer.ts';
import { attemptOfMethod } from '../../engine/verification/attempts.ts';
import { attemptIdOf, hash12, toReference } from '../../lib/ids.ts';
import { asJsonObject, type JsonObject } from '../../lib/json.ts';
import { open } from '../../lib/sealed.ts';
import { openCallbackSecrets } from '../../operations/callback-secrets/handler.ts';
import { createNumbering } from '../../sources/numbering/numbering.ts';
import { NO_INPUT, type Source } from '../../sources/source.ts';
import { markSendersOfSeveral } from '../../store/accounts/sender-names.ts';
import { addTemplate } from '../../store/accounts/templates.ts';
import { insertBatch } from '../../store/batches/batches.ts';
import { insertSlices } from '../../store/batches/slices.ts';
import { insertInteractions } from '../../store/masking/interactions.ts';
import { findMaskingBlocks } from '../../store/masking/masking-blocks.ts';
import { insertSessions, type Session, updateSessions } from '../../store/masking/sessions.ts';
import { findSealedCode, keepCallFacts } from '../../store/messages/calls.ts';
import { appendInbox, finishInbox } from '../../store/messages/inbox.ts';
import { takeSeat } from '../../store/nodes/carrier-seats.ts';
import { heartbeat, markStopped, registerNode } from '../../store/nodes/nodes.ts';
import { writeTraffic } from '../../store/nodes/traffic.ts';
import { reserveUse } from '../../store/phone-id/add-on-caps.ts';
import { insertConsents, insertLookUps, type LookUp } from '../../store/phone-id/look-ups.ts';
import { ensurePartitions } from '../../store/schema/partitions.ts';
import { apiKeyRow } from '../../store/secrets/sealed-rows.ts';
import { readLanes } from '../../store/sql/lanes.ts';
import { insertVerifications } from '../../store/verifications/verifications.ts';
import { SettingsBody } from './account-body.ts';

function list(body: JsonObject, name: string): JsonObject[] {
  const items = body[name];
  assert.ok(Array.isArray(items), `${name} is a list`);
  return items.map((each) => asJsonObject(each) ?? {});
}

function the(item: JsonObject | undefined): JsonObject {
  assert.ok(item);
  return item;
}

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

test('a message is shown with its attempts, parts and callbacks, under its id and under those of its channels', async (t) => {
  const rig = await operatorRig(t);
  const id = await rig.accept();
  const [rcs] = await rig.until('it is submitted', () => rig.rcs.submitted.length > 0 && rig.rcs.take());
  rcs?.answer({ kind: 'rejected', why: 'not_reachable', reason: 'no RCS' });
  const [sms] = await rig.until('the text is submitted', () => rig.sms.submitted.length > 0 && rig.sms.take());
  assert.ok(sms);
  sms.accept();
  await rig.until('it is accepted', async () => (await rig.message(id)).attempts[1]?.state === 'submitted');
  await rig.sms.deliver(receipt(sms.job));
  await rig.until('it is delivered', async () => (await rig.message(id)).status === 3000);
  const shown = await rig.call('GET', `/messages/${toReference(id)}`);
  assert.equal(shown.status, 200, shown.description);
  assert.equal(shown.body.recipient, '49*********78');
  assert.equal(asJsonObject(shown.body.status)?.code, 3000);
  const attempts = list(shown.body, 'attempts');
  assert.deepEqual(
    attempts.map((each) => [each.channel, each.carrier, asJsonObject(each.status)?.code, each.reason]),
    [
      ['rcs', 'rcs-1', 3055, 'not_reachable: no RCS'],
      ['sms', 'sms-1', 3000, null],
    ],
  );
  assert.equal(the(list(the(attempts[1]), 'parts')[0]).state, 'delivered');
  assert.deepEqual(
    list(shown.body, 'callbacks').map((each) => each.seq),
    [1, 2],
  );
  assert.doesNotMatch(JSON.stringify(shown.body), /4915112345678|4915112345000|image\.jpg/);
  for (const attempt of attempts) {
    const byAttempt = await rig.call('GET', `/messages/${attempt.reference_id}?full=true`);
    assert.equal(byAttempt.body.reference_id, toReference(id));
    assert.equal(byAttempt.body.recipient, '4915112345678');
  }
});

test('what a message says is shown in full only, and recorded; what has not left is taken back', async (t) => {
  const rig = await operatorRig(t);
  const id = await rig.accept({ plan: [RCS_PLAN, SMS_PLAN] });
  const path = `/messages/${toReference(id)}/contents`;
  const contentsOf = async (query: string) => list((await rig.call('GET', `${path}${query}`)).body, 'contents');
  assert.deepEqual(
    (await contentsOf('')).map((each) => [each.channel, each.type, each.characters, each.buttons, each.content]),
    [
      ['rcs', 'rcs_dial_card', null, 1, null],
      ['sms', 'sms_text', 23, 0, null],
    ],
  );
  assert.deepEqual(asJsonObject((await contentsOf('?full=true'))[1]?.content), SMS_PLAN.content);
  const actions = list((await rig.call('GET', '/operator-actions')).body, 'actions');
  assert.deepEqual(
    actions.map(({ action, target }) => [action, target]),
    [['GET /messages/:reference/contents', { reference: toReference(id) }]],
  );
  await rig.db.query('update messages set texts_removed_at = now() where id = $1', [id]);
  assert.equal((await contentsOf('?full=true'))[1]?.content, null, 'it has been removed');

  await rig.call('POST', '/carriers/sms-1/drain');
  const waiting = await rig.accept({ plan: [SMS_PLAN] });
  const taken = await rig.call('POST', `/messages/${toReference(waiting)}/take-back`);
  assert.deepEqual([taken.status, asJsonObject(taken.body.status)?.code, taken.body.was_over], [200, 3007, false]);
  const again = await rig.call('POST', `/messages/${toReference(waiting)}/take-back`);
  assert.deepEqual([again.status, asJsonObject(again.body.status)?.code, again.body.was_over], [200, 3007, true]);
  assert.equal((await rig.call('POST', `/messages/${'0'.repeat(32)}/take-back`)).status, 404);
});

test('messages are listed by account, state, type and time, page by page', async (t) => {
  const rig = await operatorRig(t);
  const made: string[] = [];
  for (const index of [0, 1, 2, 3, 4]) {
    const accountId = index % 2 === 0 ? 'EVEN' : 'ODD';
    made.push(await rig.accept({ accountId, messageType: index === 4 ? 'OTP' : 'ARN', plan: [SMS_PLAN] }));
    const [job] = await rig.until('it is submitted', () => rig.sms.submitted.length > 0 && rig.sms.take());
    if (index === 0) job?.answer({ kind: 'rejected', why: 'refused', reason: 'never' });
    else job?.accept();
    await rig.clock.advance(60_000);
  }
  await rig.until('it failed', async () => (await rig.message(made[0] ?? '')).finalAt !== null);
  const references = made.map(toReference);
  const listed = async (query: string): Promise<unknown[]> => {
    const answer = await rig.call('GET', `/messages?${query}`);
    assert.equal(answer.status, 200, answer.description);
    return list(answer.body, 'messages').map((each) => references.indexOf(String(each.reference_id)));
  };
  assert.deepEqual(await listed(''), [4, 3, 2, 1, 0]);
  assert.deepEqual(await listed('customer_id=ODD'), [3, 1]);
  assert.deepEqual(await listed('state=failed'), [0]);
  assert.deepEqual(await listed('state=delivered'), []);
  assert.deepEqual(await listed('state=open&customer_id=EVEN'), [4, 2]);
  assert.deepEqual(await listed('message_type=OTP'), [4]);
  const times = list((await rig.call('GET', '/messages')).body, 'messages')
    .map((each) => String(each.created_on))
    .reverse();
  assert.deepEqual(await listed(`from=${times[1]}&to=${times[3]}`), [2, 1]);
  const first = await rig.call('GET', '/messages?limit=2');
  assert.deepEqual(await listed(`limit=2&after=${first.body.next}`), [2, 1]);
});

test('a call is shown with what became of it on the line; its number in full only when that is asked', async (t) => {
  const rig = await operatorRig(t);
  const id = await rig.accept({
    kind: 'call',
    messageType: 'OTP',
    plan: [
      {
        channel: 'voice',
        fallbackAfterMs: 60_000,
        sender: null,
        content: { type: 'voice_prompt', language: 'en-US', text: '', extensionKeys: '', pressFirst: false },
      },
    ],
    code: { codeSealed: Buffer.from('sealed'), codeHash: Buffer.from('hash') },
  });
  await rig.until('there is no way to place it', async () => (await rig.message(id)).finalAt !== null);
  assert.equal(await findSealedCode(rig.db, id), null, 'the code is forgotten');
  const path = `/calls/${toReference(id)}`;
  const untold = (await rig.call('GET', path)).body;
  assert.deepEqual([asJsonObject(untold.status)?.code, untold.line, untold.trace], [106, null, []]);
  const at = rig.clock.now();
  const facts = {
    ...{ dialledAt: at, rangAt: null, answeredAt: null, endedAt: at, cause: 'busy', by: 'peer', trunk: 'trunk-1' },
    ...{ sipStatus: 486, q850: 17, reason: '486 Busy Here', codec: null, timesSaid: 0, keys: '' },
  };
  const sent = { at, direction: 'sent', trunk: 'trunk-1', transport: 'udp', peer: '192.0.2.1:5060' } as const;
  await keepCallFacts(rig.db, id, facts, [{ ...sent, text: 'INVITE sip:4915112345678@192.0.2.1' }]);
  const textOf = async (query: string) => list((await rig.call('GET', `${path}${query}`)).body, 'trace')[0]?.text;
  assert.doesNotMatch(String(await textOf('')), /4915112345678/);
  assert.match(String(await textOf('?full=true')), /4915112345678/);
  const line = asJsonObject((await rig.call('GET', path)).body.line);
  assert.deepEqual([line?.cause, line?.sip_status, line?.q850], ['busy', 486, 17]);
  assert.equal((await rig.call('GET', `/calls/${'0'.repeat(32)}`)).status, 404);
});

test('callbacks are listed page by page, and one is sent once more', async (t) => {
  const rig = await operatorRig(t);
  const ids = [await rig.accept({ plan: [RCS_PLAN] }), await rig.accept({ plan: [RCS_PLAN], accountId: 'OTHER' })];
  const jobs = await rig.until('they are submitted', () => rig.rcs.submitted.length === 2 && rig.rcs.take());
  for (const job of jobs) job.answer({ kind: 'rejected', why: 'refused', reason: 'never' });
  await rig.until(
    'they failed',
    async () => (await rig.message(ids[1] ?? '')).finalAt !== null && rig.callbacks.length === 2,
  );
  const all = await rig.call('GET', '/callbacks?limit=1');
  assert.equal(list(all.body, 'callbacks').length, 1);
  const rest = await rig.call('GET', `/callbacks?limit=5&after=${all.body.next}`);
  assert.equal(list(rest.body, 'callbacks').length, 1);
  const query = `customer_id=OTHER&state=pending&message=${toReference(ids[1] ?? '')}`;
  const callback = the(list((await rig.call('GET', `/callbacks?${query}`)).body, 'callbacks')[0]);
  await rig.db.query("update callbacks set state = 'given_up', due_at = null, tries = 9");
  // The clock stands, and what has the instant of the message's end is told before it.
  await rig.clock.advance(1_000);
  const redelivered = await rig.call('POST', `/callbacks/${callback.id}/redeliver`);
  assert.deepEqual([redelivered.status, rig.wakes()], [202, 1]);
  const after = the(list((await rig.call('GET', `/callbacks?${query}`)).body, 'callbacks')[0]);
  assert.deepEqual([after.state, after.tries, after.id], ['pending', 0, callback.id]);
  const history = await rig.call('GET', `/messages/${toReference(ids[1] ?? '')}/history`);
  const kinds = list(history.body, 'history').map(({ kind }) => kind);
  assert.deepEqual(kinds, ['accepted', 'handed_over', 'channel_ended', 'callback', 'ended', 'callback_again']);
  const shown = await rig.call('GET', `/callbacks/${callback.id}`);
  assert.deepEqual([shown.body.id, shown.body.body, shown.body.history], [callback.id, null, []]);
  const range = { customer_id: 'OTHER', from: '2026-01-01', state: 'given_up' };
  const counted = await rig.call('POST', '/callbacks/redeliver', { ...range, count_only: true });
  assert.deepEqual([counted.status, counted.body], [200, { count: 0, redelivery: null }]);
  const ordered = await rig.call('POST', '/callbacks/redeliver', { ...range, customer_id: 'ACCOUNT-1' });
  assert.deepEqual([ordered.status, ordered.body.count], [202, 1]);
  await rig.until('it is made due', () => rig.wakes() === 2);
});

test('a drained carrier gets nothing new, here at once and on other nodes by the stored order', async (t) => {
  const rig = await operatorRig(t);
  const names = list((await rig.call('GET', '/carriers')).body, 'carriers').map((each) => each.name);
  assert.deepEqual(names, ['rcs-1', 'sms-1']);
  assert.deepEqual((await rig.call('GET', '/carriers/sms-1/addresses')).body, { addresses: [] });
  const read = await rig.call('POST', '/carriers/sms-1/addresses', { address: '+4915112345678' });
  assert.deepEqual([read.body.number, read.body.country], ['4915112345678', 'DE']);
  const drained = await rig.call('POST', '/carriers/sms-1/drain');
  assert.deepEqual([drained.status, drained.body.state], [200, 'draining']);
  await rig.accept({ plan: [SMS_PLAN] });
  await rig.clock.advance(2_000);
  assert.equal(rig.sms.submitted.length, 0);
  // As another node would say it.
  await rig.db.query('update carrier_orders set draining = false');
  await rig.until('it is resumed', () => rig.sms.state() === 'up');
  await rig.until('what waited is submitted', () => rig.sms.submitted.length === 1);
  await rig.call('POST', '/carriers/rcs-1/drain');
  const resumed = await rig.call('POST', '/carriers/rcs-1/resume');
  assert.equal(resumed.body.state, 'up');
});

test('traffic is summed up over all nodes, and what waits for a carrier is counted', async (t) => {
  const rig = await operatorRig(t);
  const writer = new TrafficWriter({ context: rig.context, db: rig.db, owner: { node: 'node-1', epoch: 1 } });
  await rig.accept({ plan: [SMS_PLAN] });
  const [submitted] = await rig.until('it is submitted', () => rig.sms.submitted.length === 1 && rig.sms.take());
  submitted?.answer({ kind: 'rejected', why: 'refused', reason: '0x0a ESME_RINVSRCADR' });
  await rig.until(
    'it is over',
    async () => list((await rig.call('GET', '/messages?state=failed')).body, 'messages')[0],
  );
  await writer.stop();
  const startsAt = rig.clock.now() - (rig.clock.now() % 60_000) - 60_000;
  const other = { startsAt, seconds: 60, owner: { node: 'node-2', epoch: 1 }, forgetAt: startsAt + 86_400_000 };
  await writeTraffic(rig.db, [{ ...other, carrier: '', figures: { taken: 5 } }]);
  const { body } = await rig.call('GET', '/traffic');
  assert.deepEqual([body.taken, body.finished, body.delivered, body.step_seconds], [6, 1, 0, 60]);
  assert.deepEqual(body.codes, [{ code: 3042, description: 'Carrier rejected - permanent error', count: 1 }]);
  const [carrier] = list(body, 'carriers');
  assert.deepEqual(carrier?.answers, [{ answer: 'refused', reason: '0x0a ESME_RINVSRCADR', count: 1 }]);
  assert.deepEqual(list((await rig.call('GET', '/traffic?carrier=rcs-1')).body, 'carriers'), []);
  assert.equal((await rig.call('GET', '/traffic?from=2020-01-01')).status, 400);
  assert.equal((await rig.call('GET', '/traffic?from=2999-01-01')).status, 400);

  await rig.call('POST', '/carriers/sms-1/drain');
  await rig.accept({ plan: [SMS_PLAN] });
  await rig.accept({ plan: [SMS_PLAN], messageType: 'MKT' });
  // As if both had been placed on another node, which can send.
  await rig.db.query(`update messages set queue = 'sms-1' where final_at is null`);
  const [, waits] = list((await rig.call('GET', '/backlog')).body, 'carriers');
  assert.deepEqual([waits?.carrier, waits?.waiting, waits?.more], ['sms-1', 2, false]);
  assert.equal(waits?.parts_per_second, waits?.handed_over_per_second);
  // One was handed over in the last two minutes, and in what has passed of this one.
  const gone = Number(waits?.gone_in_seconds);
  assert.ok(gone >= 240 && gone <= 360, String(gone));
  assert.deepEqual(
    list(the(waits), 'by_type').map((each) => [each.message_type, each.waiting]),
    [
      ['ARN', 1],
      ['MKT', 1],
    ],
  );
});

test('endpoints that fail are listed by account, with what their tries came to', async (t) => {
  const rig = await operatorRig(t);
  const ids: string[] = [];
  for (const [index, accountId] of ['A', 'A', 'B', 'B'].entries()) {
    const url = `https://${index === 3 ? 'other' : 'down'}.example/callback`;
    ids.push(await rig.accept({ accountId, plan: [SMS_PLAN], callback: { url, method: 'POST' } }));
  }
  for (const { answer } of await rig.until(
    'they are submitted',
    () => rig.sms.submitted.length === 4 && rig.sms.take(),
  )) {
    answer({ kind: 'rejected', why: 'refused', reason: 'never' });
  }
  await rig.until('callbacks are owed', () => rig.callbacks.length === 4);
  const state = async (query = '') =>
    list((await rig.call('GET', `/endpoints${query}`)).body, 'endpoints').map((each) => [
      each.endpoint,
      each.customer_id,
      each.pending,
      each.failing,
      each.last_status,
    ]);
  // The node that recorded them is about to send them.
  assert.deepEqual(await state(), []);
  const failed = `held_until = null, due_at = to_timestamp(${rig.clock.now() / 1_000 + 60}), tries = 2, last_status = 503`;
  await rig.db.query(`update callbacks set ${failed}, last_error = 'the receiver answered 503'`);
  await rig.db.query(`update callbacks set tries = 0, last_status = null where message_id = $1`, [ids[0]]);
  assert.deepEqual(await state(), [
    ['https://down.example', 'A', 2, 1, 503],
    ['https://down.example', 'B', 1, 1, 503],
    ['https://other.example', 'B', 1, 1, 503],
  ]);
  assert.deepEqual(await state('?customer_id=A&state=failing'), [['https://down.example', 'A', 2, 1, 503]]);
  assert.deepEqual(await state('?state=waiting'), []);
  const first = await rig.call('GET', '/endpoints?limit=1');
  assert.equal(list(first.body, 'endpoints').length, 2);
  assert.deepEqual(await state(`?limit=1&after=${first.body.next}`), [['https://other.example', 'B', 1, 1, 503]]);
});

test('blocks are added, listed and lifted', async (t) => {
  const rig = await operatorRig(t);
  await rig.call('POST', '/accounts', { name: 'Acme', customer_id: 'ACME' });
  const block = { recipient: '+4915112345678', customer_id: 'ACME', sender: '491579000000' };
  assert.equal((await rig.call('POST', '/opt-outs', block)).status, 201);
  const again = await rig.call('POST', '/opt-outs', block);
  assert.deepEqual([again.status, again.body.stood_already], [200, true]);
  assert.equal((await rig.call('POST', '/opt-outs', { recipient: '4915112345678' })).body.customer_id, null);
  assert.equal((await rig.call('POST', '/opt-outs', { recipient: '4915112345679', customer_id: 'ACME' })).status, 201);
  const listed = async (query: string) => list((await rig.call('GET', `/opt-outs?${query}`)).body, 'opt_outs');
  assert.deepEqual(
    (await listed('')).map((each) => [each.recipient, each.customer_id, each.sender, each.source]),
    [
      ['49*********78', null, null, 'operator'],
      ['49*********78', 'ACME', '491579000000', 'operator'],
      ['49*********79', 'ACME', null, 'operator'],
    ],
  );
  assert.equal((await listed('customer_id=ACME')).length, 2);
  assert.deepEqual(
    (await listed('recipient=%2B4915112345679&full=true')).map((each) => each.recipient),
    ['4915112345679'],
  );
  const page = await rig.call('GET', '/opt-outs?limit=2');
  assert.equal((await listed(`limit=2&after=${page.body.next}`)).length, 1);
  assert.equal((await rig.call('POST', '/opt-outs/lift', block)).body.lifted, true);
  assert.equal((await rig.call('POST', '/opt-outs/lift', block)).status, 404);
  assert.equal((await listed('')).length, 2);
});

test('receipts that match nothing are shown with what they say, while they wait and when they are given up', async (t) => {
  const rig = await operatorRig(t);
  await rig.sms.deliver({
    type: 'report',
    keys: ['remote-9'],
    to: '4915112345678',
    state: 'undeliverable',
    reason: 'x',
  });
  const waiting = await rig.until('it was looked at', async () => {
    const rows = list((await rig.call('GET', '/unmatched-receipts')).body, 'receipts');
    return rows.length > 0 && rows;
  });
  const receiptShown = the(waiting[0]);
  assert.deepEqual(asJsonObject(receiptShown.report), {
    state: 'undeliverable',
    remote_ids: ['remote-9'],
    to: '49*********78',
    from: null,
    reason: 'x',
    as_came: null,
  });
  assert.equal(receiptShown.carrier, 'sms-1');
  assert.equal(typeof receiptShown.next_try_on, 'string');
  assert.deepEqual(list((await rig.call('GET', '/unmatched-receipts?carrier=rcs-1')).body, 'receipts'), []);
  const { context, clock, db } = rig;
  const gone = {
    id: context.ids.next(),
    carrier: 'gone',
    kind: 'odd',
    body: Buffer.from('?'),
    receivedAt: clock.now(),
    tries: 0,
  };
  const broken = { ...gone, id: context.ids.next(), carrier: 'sms-1' };
  await appendInbox(db, [gone, broken], { node: 'n', epoch: 1 }, clock.now());
  await finishInbox(
    db,
    [gone, broken].map(({ id }) => ({ id, result: 'matched nothing', dueAt: null })),
    await readLanes(db),
  );
  const givenUp = await rig.call('GET', '/unmatched-receipts?state=given_up&limit=1');
  assert.deepEqual(
    list(givenUp.body, 'receipts').map((each) => [each.id, each.report]),
    [[broken.id, null]],
  );
  const next = await rig.call('GET', `/unmatched-receipts?state=given_up&after=${givenUp.body.next}`);
  assert.deepEqual(
    list(next.body, 'receipts').map((each) => [each.id, each.next_try_on]),
    [[gone.id, null]],
  );
});

test('sources are shown as they are at the node', async (t) => {
  const clock = new ManualClock(Date.UTC(2026, 0, 1));
  const source: Source = {
    name: 'operator-a',
    addOns: ['sim_swap'],
    covers: () => true,
    lookUp: async () => ({ kind: 'down', reason: 'status 503' }),
  };
  const limits = {
    timeoutMs: 4_000,
    concurrency: 10,
    perSecond: 0,
    ttlMs: () => 0,
    restsAfterFailures: true,
    cost: 0.5,
  };
  const guarded = guardSource(clock, source, limits, createSourceMetrics(new Registry()));
  const listed = () => ({ ...guarded.health(), kind: 'camara', prefixes: ['4915'], countries: [] });
  const shown = async () => {
    const { body } = await (await operatorRig(t, { sources: [listed()] })).call('GET', '/sources');
    return the(list(body, 'sources')[0]);
  };
  assert.deepEqual([(await shown()).state, (await shown()).took_ms], ['unasked', null]);
  const number = createNumbering().describe('4915112345678') ?? assert.fail();
  const question = { addOn: 'sim_swap', number, input: NO_INPUT } as const;
  await guarded.ask(question, 5_000);
  assert.equal((await shown()).state, 'failing');
  for (let n = 0; n < 5; n += 1) await guarded.ask(question, 5_000);
  const { state, rests_until, last_failure, said } = await shown();
  assert.deepEqual([state, rests_until], ['resting', '2026-01-01T00:00:01.000Z']);
  assert.deepEqual(last_failure, { on: '2026-01-01T00:00:00.000Z', said: 'down', reason: 'status 503' });
  const counts = { found: 0, nothing: 0, not_covered: 0, remembered: 0, cost: 0 };
  assert.deepEqual(said, [{ add_on: 'sim_swap', ...counts, failed: 5, left_alone: 1 }]);
});

test('look-ups, consents and hard caps are shown, what is private only in full', async (t) => {
  const rig = await operatorRig(t);
  const { context, clock, db } = rig;
  const settings = { addon_caps: { sim_swap: 5 } };
  await rig.call('POST', '/accounts', { customer_id: 'ACME', name: 'Acme', settings });
  const at = clock.now();
  const evidence = {
    add_on: 'sim_swap',
    code: 2800,
    source: 'operator-a',
    fetched_at: new Date(at).toISOString(),
    age_ms: 0,
    took_ms: 7,
    tried: [],
  };
  const ids = [context.ids.next(), context.ids.next()];
  await ensurePartitions(db, at, at);
  for (const id of ids) {
    const lookUp: LookUp = {
      id,
      accountId: 'ACME',
      number: '4915112345678',
      country: 'DE',
      externalId: null,
      status: 300,
      answer: '{"contact":{"first_name":"Anna"}}',
      evidence: [evidence],
      consent: { method: '1', consentedAt: at, addOns: ['sim_swap'] },
      createdAt: at,
    };
    await insertLookUps(db, [lookUp]);
    await insertConsents(db, [lookUp]);
  }
  const path = `/look-ups/${toReference(the({ id: ids[0] }).id as string)}`;
  const masked = await rig.call('GET', path);
  assert.deepEqual([masked.body.number, masked.body.answer, masked.body.add_ons], ['49*********78', null, [evidence]]);
  const full = await rig.call('GET', `${path}?full=true`);
  assert.deepEqual([full.body.number, full.body.answer], ['4915112345678', { contact: { first_name: 'Anna' } }]);
  assert.equal((await rig.call('GET', `/look-ups/${'0'.repeat(32)}`)).status, 404);
  const first = await rig.call('GET', '/consents?limit=1&customer_id=ACME&number=4915112345678');
  const second = await rig.call('GET', `/consents?limit=1&full=true&after=${first.body.next}`);
  assert.deepEqual(
    [...list(first.body, 'consents'), ...list(second.body, 'consents')].map((each) => [each.reference_id, each.number]),
    [
      [toReference(ids[0] ?? ''), '49*********78'],
      [toReference(ids[1] ?? ''), '4915112345678'],
    ],
  );
  assert.equal(second.body.next, null);
  const use = { accountId: 'ACME', addOn: 'sim_swap', ...monthOf(at) };
  for (let used = 0; used < 5; used += 1) assert.equal(await reserveUse(db, use, 5), true);
  assert.equal(await reserveUse(db, use, 5), false);
  const caps = list((await rig.call('GET', '/accounts/ACME/addon-caps')).body, 'addon_caps');
  assert.deepEqual(caps, [{ add_on: 'sim_swap', cap: 5, used: 5 }]);
  await rig.call('POST', '/accounts', { customer_id: 'BETA', name: 'Beta', settings: { addon_caps: { contact: 1 } } });
  await rig.call('POST', '/accounts', { customer_id: 'CEAP', name: 'No caps' });
  const of = (body: JsonObject) => list(body, 'accounts').map((each) => [each.customer_id, each.addon_caps]);
  const page = await rig.call('GET', '/addon-caps?limit=1');
  assert.deepEqual(of(page.body), [['ACME', caps]]);
  const rest = await rig.call('GET', `/addon-caps?after=${page.body.next}`);
  assert.deepEqual([of(rest.body), rest.body.next], [[['BETA', [{ add_on: 'contact', cap: 1, used: 0 }]]], null]);
  const reset = await rig.call('POST', '/accounts/ACME/addon-caps/sim_swap/reset');
  assert.deepEqual(reset.body, { add_on: 'sim_swap', cap: 5, used: 0, forgotten: 5 });
  assert.equal(await reserveUse(db, use, 5), true);
  assert.equal((await rig.call('POST', '/accounts/ACME/addon-caps/nonsense/reset')).status, 404);
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

test('texts that people sent are listed; what they say only in full', async (t) => {
  const rig = await operatorRig(t);
  const { context, clock, db } = rig;
  for (const [accountId, body, meaning] of [
    ['ACME', 'STOP', 'stop'],
    [null, 'hello there', 'other'],
  ] as const) {
    const text = {
      id: context.ids.next(),
      carrier: 'sms-1',
      channel: 'sms',
      sender: '4915112345678',
      recipient: '12345678',
    };
    await insertInboundText(db, { ...text, accountId, body, meaning, receivedAt: clock.now() });
  }
  const masked = list((await rig.call('GET', '/inbound-texts')).body, 'texts');
  assert.deepEqual(
    masked.map((each) => [each.from, each.to, each.characters, each.text]),
    [
      ['49*********78', '12****78', 11, undefined],
      ['49*********78', '12****78', 4, undefined],
    ],
  );
  const full = list((await rig.call('GET', '/inbound-texts?full=true&customer_id=ACME&meaning=stop')).body, 'texts');
  assert.deepEqual(
    full.map((each) => [each.from, each.text]),
    [['4915112345678', 'STOP']],
  );
});

test('nodes are running, silent or stopped', async (t) => {
  const rig = await operatorRig(t);
  const { db, clock } = rig;
  const began = clock.now();
  for (const id of ['a', 'b', 'c']) await registerNode(db, id, id === 'c' ? { release: '1.2.3' } : {}, began);
  await markStopped(db, 'b', 1, began);
  await clock.advance(11_000);
  await heartbeat(db, { node: 'c', epoch: 1 }, clock.now());
  const nodes = list((await rig.call('GET', '/nodes')).body, 'nodes');
  assert.deepEqual(
    nodes.map((each) => [each.id, each.state, each.release]),
    [
      ['a', 'silent', null],
      ['b', 'stopped', null],
      ['c', 'running', '1.2.3'],
    ],
  );
});

test('seats of carriers are shown with the nodes that hold them', async (t) => {
  const rig = await operatorRig(t);
  const { db, clock, sms } = rig;
  const at = clock.now();
  for (const id of ['a', 'gone']) await registerNode(db, id, {}, at);
  await heartbeat(db, { node: 'a', epoch: 1 }, at, {
    'sms-1': { seats: 3, up: true, tired: false, load: { inHand: 7, room: 30 } },
    'rcs-1': { seats: 0, up: false, tired: true },
  });
  await takeSeat(db, { carrier: 'sms-1', seat: 1 }, { owner: { node: 'a', epoch: 1 }, from: null, now: at });
  await takeSeat(db, { carrier: 'sms-1', seat: 2 }, { owner: { node: 'gone', epoch: 1 }, from: null, now: at });
  await markStopped(db, 'gone', 1, at);
  Object.assign(sms, { seats: { count: 3, open: () => {}, close: async () => {}, isBound: () => true } });
  const carriers = list((await rig.call('GET', '/carriers')).body, 'carriers');
  const free = (seat: number) => ({ seat, node: null, since: null });
  assert.deepEqual(
    carriers.map(({ name, up_on, seats }) => [name, up_on, seats]),
    [
      ['rcs-1', [], []],
      ['sms-1', ['a'], [{ seat: 1, node: 'a', since: new Date(at).toISOString() }, free(2), free(3)]],
    ],
  );
  const nodes = list((await rig.call('GET', '/nodes')).body, 'nodes');
  assert.deepEqual(
    nodes.map(({ id, can_send_by, seats }) => [id, can_send_by, seats]),
    [
      ['a', ['sms-1'], [{ carrier: 'sms-1', seat: 1, since: new Date(at).toISOString() }]],
      ['gone', [], []],
    ],
  );
  assert.deepEqual(
    nodes.map(({ carriers }) => carriers),
    [
      [
        { carrier: 'rcs-1', can_send: false, is_resting: true, in_hand: null, room: null },
        { carrier: 'sms-1', can_send: true, is_resting: false, in_hand: 7, room: 30 },
      ],
      [],
    ],
  );
});

test('masking numbers stand in one pool, page by page, and are given out again when they are brought in again', async (t) => {
  const rig = await operatorRig(t);
  const file = (...lines: string[]) => ['number,capabilities,country,carrier', ...lines].join('\n');
  const bringIn = (text: string, query = '') => rig.call('POST', `/numbers/import${query}`, text);
  const both = file('4915700000001,sms,DE,sms-1', '447400000001,sms,,');
  assert.deepEqual((await bringIn(both)).body, { customer_id: null, added: 2, changed: 0, unchanged: 0 });
  const changed = await bringIn(file('4915700000001,sms,DE,', '447400000001,sms,,', '4915700000002,sms,,'));
  assert.deepEqual(changed.body, { customer_id: null, added: 1, changed: 1, unchanged: 1 });
  assert.deepEqual((await bringIn(file())).body, { customer_id: null, added: 0, changed: 0, unchanged: 0 });
  assert.equal((await bringIn(both, '?customer_id=NOBODY')).description.includes('customer_id'), true);
  await rig.call('POST', '/accounts', { name: 'Acme', customer_id: 'ACME', senders: [{ sender: '4915700000009' }] });
  const refused = await bringIn(
    file('4915700000009,sms,,', '4915700000008,sms,,', '447400000001,sms,,'),
    '?customer_id=ACME',
  );
  assert.equal(refused.status, 400);
  assert.match(refused.description, /line 2: 4915700000009 is a registered sender \(also wrong: line 4\)/);
  for (const [method, path, body, name] of [
    ['PUT', '/accounts/ACME/senders/447400000001', {}, 'sender'],
    ['POST', '/accounts', { name: 'Other', senders: [{ sender: '447400000001' }] }, 'senders\\[0\\].sender'],
  ] as const) {
    const taken = await rig.call(method, path, body);
    assert.equal(taken.status, 400);
    assert.match(taken.description, new RegExp(`parameter ${name}: allowed is a sender that is no masking number`));
  }
  const first = await rig.call('GET', '/numbers?limit=2');
  assert.deepEqual(
    list(first.body, 'numbers').map(({ number, state }) => [number, state]),
    [
      ['447400000001', 'active'],
      ['4915700000001', 'active'],
    ],
  );
  const second = await rig.call('GET', `/numbers?after=${first.body.next}`);
  assert.deepEqual(
    list(second.body, 'numbers').map(({ number }) => number),
    ['4915700000002'],
  );
  const forecast = await rig.call('GET', '/numbers/forecast?full=true&parties=1');
  assert.deepEqual(
    list(forecast.body, 'pools').map(({ country, numbers, least_free }) => [country, numbers, least_free]),
    [
      ['DE', 2, 2],
      ['GB', 1, 1],
    ],
  );
  const { retired_on: at } = (await rig.call('POST', '/numbers/4915700000001/retire')).body;
  await rig.clock.advance(1_000);
  assert.equal((await rig.call('POST', '/numbers/4915700000001/retire')).body.retired_on, at);
  assert.equal((await rig.call('POST', '/numbers/4915700000007/retire')).status, 404);
  const again = await bringIn(file('4915700000001,sms,DE,'));
  assert.deepEqual(again.body, { customer_id: null, added: 0, changed: 1, unchanged: 0 });
  assert.deepEqual(list((await rig.call('GET', '/numbers?state=retired')).body, 'numbers'), []);
});

test('numbers are kept out of the sessions of one account or of all', async (t) => {
  const rig = await operatorRig(t);
  await rig.call('POST', '/accounts', { name: 'Acme', customer_id: 'ACME' });
  const [ours, theirs] = ['4915112345678', '4915112345679'];
  const first = await rig.call('PUT', `/masking-blocks/${ours}`);
  await rig.clock.advance(1_000);
  assert.deepEqual((await rig.call('PUT', `/masking-blocks/${ours}`)).body, first.body, 'it stood already');
  await rig.call('PUT', `/masking-blocks/${theirs}?customer_id=ACME`);
  assert.equal((await rig.call('PUT', `/masking-blocks/${theirs}?customer_id=NOBODY`)).status, 400);
  const blocksOf = (accountId: string) => {
    const questions = [ours, theirs].map((number) => ({ accountId, number }));
    return findMaskingBlocks(rig.db, questions, testAlias);
  };
  assert.deepEqual(await blocksOf('ACME'), ['provider', 'account']);
  assert.deepEqual(await blocksOf('OTHER'), ['provider', null]);
  const page = await rig.call('GET', '/masking-blocks?limit=1');
  assert.equal(list(page.body, 'masking_blocks')[0]?.number, '49*********78');
  const next = await rig.call('GET', `/masking-blocks?full=true&after=${page.body.next}`);
  assert.deepEqual(
    list(next.body, 'masking_blocks').map(({ number, customer_id }) => [number, customer_id]),
    [[theirs, 'ACME']],
  );
  assert.equal(
    list((await rig.call('GET', `/masking-blocks?number=${ours}&customer_id=ACME`)).body, 'masking_blocks').length,
    0,
  );
  assert.equal((await rig.call('DELETE', `/masking-blocks/${theirs}`)).status, 404);
  assert.equal((await rig.call('DELETE', `/masking-blocks/${theirs}?customer_id=ACME`)).status, 200);
  assert.deepEqual(await blocksOf('ACME'), ['provider', null]);
});

test('usage and erasures are shown, and an erasure is asked for', async (t) => {
  const rig = await operatorRig(t);
  assert.deepEqual((await rig.call('GET', '/usage')).body, { usage: [] });
  const asked = await rig.call('POST', '/erasures', { number: '+4915112345678' });
  assert.equal(asked.status, 202);
  const listed = list((await rig.call('GET', '/erasures')).body, 'erasures');
  assert.deepEqual(
    listed.map(({ id }) => id),
    [asked.body.id],
  );
  assert.equal((await rig.call('GET', `/erasures/${asked.body.id}`)).body.id, asked.body.id);
});

test('an import takes what it can use, is counted once, and its set is listed and removed', async (t) => {
  const rig = await operatorRig(t);
  const start = { kind: 'contacts', set: 'own', file: 'f' };
  const { id } = (await rig.call('POST', '/imports', start)).body;
  const rows = [
    { line: 2, number: '4915112345678', first_name: 'Anna', country: 'de', primary_account_holder: 'yes' },
    { line: 3, number: '+4915112345678' },
    { line: 4, number: '4915112345679', date_of_birth: '1985-02-30' },
    { line: 5, number: '4915112345680', city: 7 },
    { line: 6, number: '4915112345681', account_type: 'club' },
    'a line',
  ];
  const added = await rig.call('POST', `/imports/${id}/rows`, { from: 0, rows });
  assert.deepEqual([added.body.position, added.body.taken, added.body.refused], [6, 1, 5]);
  assert.deepEqual(
    list(added.body, 'refused_rows').map(({ line, why }) => [line, String(why).split(':')[0]]),
    [
      [3, 'number'],
      [4, 'date_of_birth'],
      [5, 'city'],
      [6, 'account_type'],
      [null, 'number'],
    ],
  );
  assert.deepEqual((await rig.call('POST', '/imports', start)).body.position, 6, 'it goes on');
  assert.equal((await rig.call('POST', `/imports/${id}/finish`)).body.state, 'whole');
  const late = await rig.call('POST', `/imports/${id}/rows`, { from: 6, rows });
  assert.match(late.description, /an import that is open/);
  const shown = (await rig.call('GET', `/imports/${id}`)).body;
  assert.deepEqual([shown.taken, shown.faults], [1, added.body.refused_rows], 'what was refused is kept');
  assert.equal((await rig.call('POST', `/imports/${id}/stop`)).status, 400, 'it is whole');
  assert.deepEqual(
    list((await rig.call('GET', '/imports')).body, 'imports').map((each) => each.id),
    [id],
  );
  assert.deepEqual(
    list((await rig.call('GET', '/data-sets')).body, 'data_sets').map(({ set }) => set),
    ['own'],
  );
  assert.equal((await rig.call('DELETE', '/data-sets/contacts/own')).body.removed, 1);
  assert.equal((await rig.call('DELETE', '/data-sets/contacts/own')).status, 404);
  const refused = await rig.call('POST', '/imports', { kind: 'deactivations', set: 'A', date: '2026-02-30' });
  assert.match(refused.description, /date: allowed is a day/);
});

test('of an import the first faults are kept, and once it is stopped it takes nothing', async (t) => {
  const rig = await operatorRig(t);
  const start = { kind: 'deactivations', set: 'A', date: '2026-01-01', file: 'f' };
  const { id } = (await rig.call('POST', '/imports', start)).body;
  const send = (from: number, rows: readonly object[]) => rig.call('POST', `/imports/${id}/rows`, { from, rows });
  const bad = (count: number) => Array.from({ length: count }, (_, line) => ({ line: line + 1, number: 'secret' }));
  await send(0, [{ line: 1, number: '4915112345678' }, ...bad(98)]);
  await send(99, bad(5));
  const { faults, refused } = (await rig.call('GET', `/imports/${id}`)).body as {
    faults: JsonObject[];
    refused: number;
  };
  assert.deepEqual([refused, faults.length], [103, 100]);
  assert.deepEqual([faults[0]?.row, faults[0]?.line, faults[99]?.row, faults[99]?.line], [1, 1, 100, 2]);
  assert.doesNotMatch(JSON.stringify(faults), /secret/);
  const stopped = await rig.call('POST', `/imports/${id}/stop`);
  assert.deepEqual([stopped.status, stopped.body.state, stopped.body.finished_on], [200, 'stopped', null]);
  assert.equal((await rig.call('POST', `/imports/${id}/stop`)).body.stopped_on, stopped.body.stopped_on);
  assert.match((await send(104, bad(1))).description, /an import that is open/);
  assert.match((await rig.call('POST', `/imports/${id}/finish`)).description, /an import that is open/);
  assert.deepEqual((await rig.call('GET', '/data-sets')).body.data_sets, [], 'it made no set');
  const again = (await rig.call('POST', '/imports', start)).body;
  assert.deepEqual([again.was_there, again.position, again.id === id], [false, 0, false], 'the file begins anew');
  assert.equal(
    (await rig.call('DELETE', '/data-sets/deactivations/A')).body.removed,
    1,
    'what it took goes with the set',
  );
});

test('a diagnosis names each carrier, and what is sealed under the key of now stays as it is', async (t) => {
  const rig = await operatorRig(t);
  const checks = list((await rig.call('GET', '/diagnosis')).body, 'checks');
  assert.equal(checks.length, 2);
  assert.ok((await rig.call('POST', '/accounts', { name: 'Sealed', kind: 'full_service' })).status < 300);
  const resealed = await rig.call('POST', '/master-key/reseal', {});
  assert.deepEqual([resealed.status, resealed.body.resealed, resealed.body.unreadable], [200, 0, 0]);
});

test('settings are read again: what changed is named, and what cannot be used is told as at a start', async (t) => {
  const taken = { kind: 'taken', changed: ['limits.texts_per_day'], needsRestart: ['carriers'] } as const;
  const answers = [taken, { kind: 'refused', problems: ['a.yaml:1:1 http.prot: no', 'PORT: no'] }] as const;
  let asked = 0;
  const rig = await operatorRig(t, { reload: () => answers[asked++] ?? taken });
  assert.deepEqual((await rig.call('POST', '/reload')).body, {
    node: 'node-1',
    changed: ['limits.texts_per_day'],
    needs_restart: ['carriers'],
  });
  const refused = await rig.call('POST', '/reload');
  assert.equal(refused.status, 409);
  assert.match(JSON.stringify(refused.body), /cannot be used, and nothing was changed: a\.yaml:1:1 [^;]*; PORT: no/);
});

test('what no database takes is refused by its name, in paths, queries and cursors', async (t) => {
  const rig = await operatorRig(t);
  const cursor = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url');
  const id = '0190a3f0-4c6b-7000-a1b2-c3d4e5f60789';
  for (const [method, path, body] of [
    ['GET', '/accounts/%00'],
    ['GET', '/accounts/A%00B/keys'],
    ['GET', '/messages?customer_id=%00'],
    ['GET', '/callbacks?customer_id=A%00'],
    ['GET', '/usage?customer_id=%00'],
    ['GET', `/accounts?after=${cursor(['\u0000'])}`],
    ['GET', `/accounts?after=${cursor(['\ud800'])}`],
    ['GET', `/opt-outs?after=${cursor(['1', '\u0000', ''])}`],
    ['GET', `/callbacks?after=${cursor(['-'.repeat(36), 1])}`],
    ['GET', `/callbacks?after=${cursor([id, 1e300])}`],
    ['GET', `/callbacks?after=${cursor([id, 2 ** 20])}`],
    ['DELETE', '/operators/%00'],
    ['GET', '/operator-actions?operator=%00'],
    ['POST', '/master-key/reseal', { after: cursor([0, 0, ['\u0000', 1e300]]) }],
  ] as const) {
    const answer = await fetch(`${rig.url}/operator/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${TOKEN}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    assert.equal(answer.status, 400, `${method} ${path}: ${await answer.text()}`);
  }
});

test('operators are made, listed and revoked, and what was done is listed', async (t) => {
  const rig = await operatorRig(t);
  assert.equal((await rig.call('POST', '/operators', { name: 'one', rights: ['read'] })).status, 201);
  assert.equal(list((await rig.call('GET', '/operators')).body, 'operators').length, 1);
  assert.equal((await rig.call('DELETE', '/operators/one')).status, 200);
  assert.equal(list((await rig.call('GET', '/operator-actions')).body, 'actions').length, 2);
});

test('docs/operator.md lists every operation and every setting of an account', () => {
  const page = readFileSync(new URL('../../../docs/operator.md', import.meta.url), 'utf8');
  const operations = [...page.matchAll(/^\| `([A-Z]+ \/\S+)` \|/gm)].map(([, operation]) => operation);
  assert.deepEqual(operations.sort(), [...DOCUMENTED, ...DOCUMENTED_HANDSETS].sort());
  const settings = [...page.matchAll(/^\| `([a-z_]+)` \| .* \| .* \|$/gm)].map(([, name]) => name);
  assert.deepEqual(settings, Object.keys(SettingsBody.properties));
});

test('calls that ring or speak are none while there are none, and of a wrong field that is said', async (t) => {
  const { call } = await operatorRig(t);
  assert.deepEqual((await call('GET', '/calls/in-progress?limit=5')).body, { calls: [] });
  assert.match((await call('GET', '/calls/in-progress?limit=0')).description, /limit/);
});

test('batches, and what accounts have done, are listed and shown', async (t) => {
  const { call, db, context } = await operatorRig(t);
  for (const path of ['/calls', '/look-ups', '/masking-sessions', '/verifications']) {
    assert.deepEqual(Object.values((await call('GET', path)).body), [[], null], path);
  }
  const id = context.ids.next();
  await db.transaction((tx) => insertBatch(tx, storedBatch(id, context.clock.now(), { total: 3 })));
  const { batches } = (await call('GET', '/batches')).body as { batches: Array<{ reference_id: string }> };
  assert.deepEqual(
    batches.map(({ reference_id: reference }) => reference),
    [toReference(id)],
  );
  assert.equal((await call('GET', `/batches/${toReference(id)}`)).body.reference_id, toReference(id));
  assert.equal((await call('GET', `/batches/${toReference(context.ids.next())}`)).status, 404);
});

test('a batch is found, ordered about as its caller can, and its recipients are told apart', async (t) => {
  const { call, db, context } = await operatorRig(t);
  const id = context.ids.next();
  const now = context.clock.now();
  await db.transaction(async (tx) => {
    await insertBatch(tx, storedBatch(id, now, { total: 3, nextPlace: 1, externalId: 'spring' }));
    const refused = { code: 3101, reason: 'no number' };
    await insertSlices(tx, id, [storedRecipient(0, refused), storedRecipient(1), storedRecipient(2)]);
  });
  const path = `/batches/${toReference(id)}`;
  const later = new Date(now + 1).toISOString();
  for (const [query, count] of [
    ['external_id=spring', 1],
    ['external_id=spri', 0],
    [`to=${later}`, 1],
    [`from=${later}`, 0],
  ] as const) {
    assert.equal(list((await call('GET', `/batches?${query}`)).body, 'batches').length, count, query);
  }
  const placesOf = async (query: string) =>
    list((await call('GET', `${path}?${query}`)).body, 'recipients').map(({ place }) => place);
  assert.deepEqual(await placesOf('state=refused'), [0]);
  assert.deepEqual(await placesOf('state=waiting&limit=1'), [1]);
  assert.deepEqual(
    [await placesOf('state=made'), await placesOf('code=3101'), await placesOf('code=3000')],
    [[], [0], []],
  );

  const ordered = async (order: string) => (await call('POST', `${path}/${order}`)).body;
  const paused = await ordered('pause');
  const pauseEnds = new Date(now + 30 * 86_400_000).toISOString();
  assert.deepEqual([paused.state, paused.pause_ends_on, paused.ended_on], ['paused', pauseEnds, null]);
  assert.equal((await ordered('pause')).state, 'paused', 'what changes nothing is no error');
  const resumed = await ordered('resume');
  assert.deepEqual([resumed.state, resumed.pause_ends_on], ['in_progress', null]);
  const taken = await ordered('take-back');
  assert.deepEqual([taken.state, asJsonObject(taken.counts)?.taken_back], ['cancelling', 2]);
  assert.equal((await ordered('resume')).state, 'cancelling', 'what is taken back stays so');
  for (const order of ['pause', 'resume', 'take-back']) {
    assert.equal((await call('POST', `/batches/${toReference(context.ids.next())}/${order}`)).status, 404);
  }
  const { actions } = (await call('GET', '/operator-actions?limit=1')).body as { actions: JsonObject[] };
  assert.match(String(the(actions[0]).action), /^POST \/batches\/:reference\//, 'it is written down');
});

test('an id leads to what it is of, whoever gave it out', async (t) => {
  const rig = await operatorRig(t);
  const { call, db, context } = rig;
  const at = context.clock.now();
  const next = () => context.ids.next();
  await call('POST', '/accounts', { customer_id: 'ACME', name: 'Acme' });
  const [verification, session, batch, text, input] = [next(), next(), next(), next(), next()];
  const relayed = attemptIdOf(input, RELAY_NUMBER);
  const shown = storedVerification(verification, at);
  await insertVerifications(db, [{ ...shown, verification: { ...shown.verification, accountId: 'ACME' } }]);
  await insertSessions(db, [storedSession(session, at)]);
  await db.transaction((tx) => insertBatch(tx, storedBatch(batch, at)));
  const came = { carrier: 'sms-1', channel: 'sms', sender: '4915112345678', recipient: '12345678', body: 'x' };
  await insertInboundText(db, { ...came, id: text, accountId: null, meaning: 'other', receivedAt: at });
  const erasure = String((await call('POST', '/erasures', { number: '4915199999999' })).body.id);
  const fresh = String((await call('POST', '/imports', { kind: 'contacts', set: 'own', file: 'f' })).body.id);
  await rig.engine.accept(newMessage(relayed, { kind: 'relay', plan: [{ ...SMS_PLAN, session }] }));
  const message = await rig.accept({ plan: [SMS_PLAN] });
  const sent = await rig.until('both are submitted', () => rig.sms.submitted.length === 2 && rig.sms.submitted);
  const own = sent.find(({ job }) => job.attemptId === attemptIdOf(message, 1));
  assert.ok(own);
  own.answer({ kind: 'accepted', remoteId: '00FF', keys: idKeys('00FF', 'auto') });
  await rig.until('it is taken', async () => (await rig.message(message)).attempts[0]?.state === 'submitted');
  await rig.sms.deliver({ type: 'report', keys: idKeys('00FF', 'auto'), state: 'delivered' });
  const callback = await rig.until('a callback is owed', async () => {
    const [owed] = list((await call('GET', `/messages/${message}`)).body, 'callbacks');
    return owed ? String(owed.id) : false;
  });
  const found = async (id: string) => {
    const { body, description } = await call('GET', `/find?id=${encodeURIComponent(id)}`);
    return Array.isArray(body.found)
      ? list(body, 'found').map((each) => [each.kind, each.id, each.customer_id, each.by, each.carrier])
      : description;
  };
  const ofMessage = ['message', toReference(message), 'ACCOUNT-1'];
  for (const [id, ...expected] of [
    [toReference(message), ...ofMessage, 'own_id', null],
    [message, ...ofMessage, 'own_id', null],
    [toReference(attemptIdOf(message, 1)).toLowerCase(), ...ofMessage, 'channel', null],
    ['00ff', ...ofMessage, 'carrier_id', 'sms-1'],
    ['255', ...ofMessage, 'carrier_id', 'sms-1'],
    [input, 'message', toReference(relayed), 'ACCOUNT-1', 'input', null],
    [toReference(verification), 'verification', toReference(verification), 'ACME', 'own_id', null],
    [session, 'masking_session', toReference(session), 'ACME', 'own_id', null],
    [batch, 'batch', toReference(batch), 'ACME', 'own_id', null],
    [toReference(text), 'inbound_text', text, null, 'own_id', null],
    [erasure, 'erasure', erasure, null, 'own_id', null],
    [fresh, 'import', fresh, null, 'own_id', null],
    [callback, 'callback', callback, 'ACCOUNT-1', 'own_id', null],
    [' acme ', 'account', 'ACME', 'ACME', 'own_id', null],
  ] as const) {
    assert.deepEqual(await found(id), [expected], id);
  }
  for (const nothing of [next(), 'ffffffff-ffff-7fff-bfff-ffffffffffff', '0'.repeat(32), 'order 7', '4915112345678']) {
    assert.deepEqual(await found(nothing), [], nothing);
  }
  assert.match(String(await found('')), /id/);
  assert.equal((await call('GET', `/messages/${relayed}`)).body.masking_session, toReference(session));
});

test('a verification is shown with its messages, and what somebody sent with its answer', async (t) => {
  const rig = await operatorRig(t);
  const { call, db, context } = rig;
  const at = context.clock.now();
  const id = context.ids.next();
  await insertVerifications(db, [storedVerification(id, at)]);
  await rig.engine.accept(
    newMessage(attemptOfMethod(id, 0), { kind: 'verification', plan: [{ ...SMS_PLAN, verification: id }] }),
  );
  const { body } = await call('GET', `/verifications/${toReference(id)}`);
  const [sms, voice] = list(body, 'methods');
  assert.deepEqual([body.recipient, sms?.method, voice?.message], ['49*********78', 'sms', null]);
  assert.equal(asJsonObject(sms?.message)?.reference_id, toReference(attemptOfMethod(id, 0)));
  assert.equal((await call('GET', `/verifications/${id}?full=true`)).body.recipient, '4915112345678');
  assert.equal((await call('GET', `/verifications/${context.ids.next()}`)).status, 404);

  const details = { payload: 'order-7', pressed: id };
  const came = { carrier: 'rcs-1', channel: 'rcs', sender: '4915112345678', recipient: 'agent', accountId: 'ACME' };
  const tap = { ...came, id: context.ids.next(), body: 'Yes', meaning: 'other', kind: 'tap', details } as const;
  await insertInboundText(db, { ...tap, receivedAt: at });
  const path = `/inbound-texts/${toReference(tap.id)}`;
  const masked = (await call('GET', path)).body;
  assert.deepEqual([masked.from, masked.text, masked.reply], ['49*********78', undefined, null]);
  assert.deepEqual(asJsonObject(masked.details)?.pressed, toReference(id));
  assert.doesNotMatch(JSON.stringify(masked), /order-7/);
  const full = (await call('GET', `${path}?full=true`)).body;
  assert.deepEqual([full.text, asJsonObject(full.details)?.payload], ['Yes', 'order-7']);
  assert.equal((await call('GET', `/inbound-texts/${context.ids.next()}`)).status, 404);
});

test('a masked session is shown with the texts that met it', async (t) => {
  const { call, db, context } = await operatorRig(t);
  const at = context.clock.now();
  const id = context.ids.next();
  const session: Session = { ...storedSession(id, at), number1: '4915112300001', state: 'stopped', stoppedBy: 2 };
  await insertSessions(db, [session]);
  await updateSessions(db, [session], null, 'by_texts');
  const met = { sessionId: id, accountId: 'ACME', receivedAt: at, textDueAt: null };
  await insertInteractions(db, [
    { ...met, id: context.ids.next(), party: 2, fate: 'stop', reply: 'stopped' },
    { ...met, id: context.ids.next(), party: 1, fate: 'stopped', reply: 'unavailable' },
  ]);
  const path = `/masking-sessions/${toReference(id)}`;
  const { body } = await call('GET', path);
  assert.deepEqual([body.state, body.stopped_by, body.number_1], ['stopped', [2], '49*********01']);
  assert.equal((await call('GET', `${path}?full=true`)).body.number_1, '4915112300001');
  const first = await call('GET', `${path}/interactions?limit=1`);
  assert.deepEqual(
    list(first.body, 'interactions').map(({ result, from, reply, text }) => [result, from, reply, text]),
    [['stop', 2, 'stopped', null]],
  );
  const second = await call('GET', `${path}/interactions?full=true&after=${first.body.next}`);
  assert.deepEqual(
    [list(second.body, 'interactions').map(({ result }) => result), second.body.next],
    [['stopped'], null],
  );
  assert.equal((await call('GET', `/masking-sessions/${toReference(context.ids.next())}`)).status, 404);
  assert.equal((await call('GET', '/masking-sessions/nonsense/interactions')).status, 404);
});

test('a masked session is ended as its caller can end it, once', async (t) => {
  const { call, db, context } = await operatorRig(t);
  const at = context.clock.now();
  const id = context.ids.next();
  const callback = { url: 'https://acme.example/cb', method: 'POST', events: true } as const;
  const session: Session = { ...storedSession(id, at), callback };
  await insertSessions(db, [session]);
  const path = `/masking-sessions/${toReference(id)}`;
  const { body } = await call('POST', `${path}/close`);
  assert.deepEqual([body.state, body.was_over, body.number_1], ['closed', false, '49*********08']);
  const again = await call('POST', `${path}/close`);
  assert.deepEqual([again.body.state, again.body.was_over, again.body.over_on], ['closed', true, body.over_on]);
  const told = await db.query<{ body: string }>('select body from callbacks where account_id = $1', ['ACME']);
  assert.deepEqual(
    told.rows.map((row) => JSON.parse(row.body).event),
    ['session.closed'],
  );
  const [action] = list((await call('GET', '/operator-actions?limit=1')).body, 'actions');
  assert.deepEqual(
    [action?.action, action?.target],
    ['POST /masking-sessions/:session/close', { session: toReference(id) }],
  );
  assert.equal((await call('POST', `/masking-sessions/${toReference(context.ids.next())}/close`)).status, 404);
});

test('receivers of the sandbox say what came, and answer as they are told', async (t) => {
  const { call } = await operatorRig(t);
  assert.deepEqual((await call('GET', '/sandbox/receivers')).body, {
    receivers: [
      {
        name: 'callbacks',
        count: 0,
        last_on: null,
        answers: 200,
        url: 'http://127.0.0.1:1/sandbox/receivers/callbacks',
      },
    ],
  });
  assert.equal((await call('PUT', '/sandbox/receivers/callbacks', { status: 503 })).body.answers, 503);
  assert.deepEqual((await call('GET', '/sandbox/receivers/callbacks/requests?after=0')).body, { requests: [] });
  assert.match((await call('PUT', '/sandbox/receivers/callbacks', { status: 100 })).description, /status/);
  assert.equal((await call('PUT', '/sandbox/receivers/nobody', { status: 200 })).status, 404);
  assert.equal((await call('GET', '/sandbox/receivers/nobody/requests')).status, 404);
});

after(() => {
  // The answer that never ends has a file of its own (hints.test.ts).
  const untried = DOCUMENTED.filter((operation) => !answered.has(operation) && operation !== 'GET /hints');
  assert.deepEqual(untried, [], 'every documented operation was answered 2xx');
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
