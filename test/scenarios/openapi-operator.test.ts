/**
 * What openapi.yaml says of the operators' API is what a whole gateway does: its routes, and every example of a request,
 * of an answer and of a refusal.
 */
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import fastify from 'fastify';
import { request } from 'undici';
import { ERRORS } from '../../src/errors.ts';
import type { OperatorOptions } from '../../src/http/operator/options.ts';
import { operatorRoutes } from '../../src/http/operator/routes.ts';
import { bucketOf, createIds } from '../../src/lib/ids.ts';
import { asJsonObject, type JsonObject } from '../../src/lib/json.ts';
import { addTemplate } from '../../src/store/accounts/templates.ts';
import { takeLegs } from '../../src/store/masking/legs.ts';
import { writeTraffic } from '../../src/store/nodes/traffic.ts';
import {
  cardThenText,
  type HttpAnswer,
  OPERATOR_TOKEN,
  startGateway,
  type TestGateway,
  textOnly,
} from '../support/gateway/gateway.ts';
import { receiveStrayReceipt } from '../support/inbound/stray-receipt.ts';
import { assertFits, assertHeaders, type Described, described, example, object } from '../support/openapi.ts';

const PREFIX = '/operator/v1';
const all = described.filter(({ path }) => path.startsWith(`${PREFIX}/`));
/**
 * Who signs in is no operator with a token: src/http/operator/people/people.test.ts holds those answers against it, and
 * operators-sandbox.test.ts those of the sandbox.
 */
const operations = all.filter(({ operation }) => !/People|Handsets/.test(String(operation.tags)));
/** Stands in examples; each account of the test has its own. */
const CUSTOMER_OF_EXAMPLES = '7B1A64F3-9C0E-4D52-8A3B-5F6E7D8C9B0A';
const NUMBER = '4915112345678';
/** Who guesses has to wait a minute after so many: rule 2 of src/http/guard/strangers.ts. */
const WRONG_TOKENS_UNTIL_PAUSE = 20;

let service: TestGateway;
/** A message that was delivered, and its callback. */
let message = { reference: '', callback: '' };
/** A call that is over. */
let call = '';
/** One that is done. */
let erasure = '';
/** A look-up that brought a consent. */
let lookUp = '';
/** A batch of one message. */
let batch = '';
/** Another one, to be ordered about. */
let ordered = '';
/** A masked session in which somebody wrote. */
let session = '';
/** One to be ended. */
let live = '';
/** A verification whose text has arrived. */
let verification = '';
/** A STOP. */
let inbound = '';
/** A message that is to be sent later. */
let waiting = '';

/** In which nothing happened but what is written down for it. */
const QUIET_MINUTE = '?from=2026-01-01T12:00:00Z&to=2026-01-01T12:00:30Z';

/** Of what has to be asked in one way. */
const ASKED: Readonly<Record<string, () => string>> = {
  [`${PREFIX}/traffic`]: () => QUIET_MINUTE,
  [`${PREFIX}/find`]: () => `?id=${message.reference}`,
};

type Places = Readonly<Record<string, string>>;

describe('the operators in openapi.yaml', () => {
  before(async () => {
    service = await startGateway();
    const account = await newAccount();
    message = await deliverMessage(account);
    lookUp = await lookNumberUp();
    batch = await sendBatch();
    ordered = await sendBatch();
    session = await converse();
    live = String(object((await openSession()).body).session_id);
    waiting = await sendLater();
    call = await callSomebodyBusy();
    await keepTraffic();
    await oweCallback(String(account.customer_id));
    await receiveText();
    verification = await verifyBySms();
    await receiveStrayReceipt(service, NUMBER);
    await service.operate('POST', '/opt-outs', { recipient: NUMBER, customer_id: account.customer_id });
    erasure = await eraseNumber();
    await importRows('Carrier A');
  });
  after(() => service.stop());

  test('every route is documented, and what is documented is a route', async () => {
    const served: string[] = [];
    const app = fastify();
    app.addHook('onRoute', ({ method, url }) => {
      for (const each of [method].flat()) if (each !== 'HEAD') served.push(`${each} ${url.replace(/:\w+/g, '{}')}`);
    });
    await app.register(operatorRoutes({ token: 'none', context: {} } as OperatorOptions), { prefix: PREFIX });
    await app.ready();
    const documented = all.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`);
    assert.deepEqual(documented.sort(), served.sort());
  });

  test('every example of a request gets the answer that stands beside it', async () => {
    const changes = operations.filter(({ method }) => method !== 'GET');
    assert.ok(changes.length >= 14);
    for (const operation of changes) {
      const places = await placesFor(operation);
      const requests = operation.requests.length > 0 ? operation.requests : [{ name: 'answer', value: undefined }];
      for (const { name, value } of requests) {
        const asked = service.operate(operation.method, pathOf(operation, places), withCustomer(value, places));
        const isAwaited = operation.path.startsWith(`${PREFIX}/batches/`);
        checkAnswer(operation, name, await (isAwaited ? service.through('it is ordered', asked) : asked));
      }
    }
  });

  test('what is listed and shown looks like its example', async () => {
    // A stream of events does not end.
    const shown = operations.filter(({ method, path }) => method === 'GET' && path !== `${PREFIX}/hints`);
    assert.ok(shown.length >= 10);
    // It may have been sent once more.
    await callbackDelivered(message.reference);
    await callSomebodyWhoWaits();
    for (const operation of shown) {
      const places = await placesFor(operation);
      const takesLimit = JSON.stringify(operation.operation.parameters ?? []).includes('"limit"');
      const query = ASKED[operation.path]?.() ?? (takesLimit ? '?limit=500' : '');
      const path = `${pathOf(operation, places)}${query}`;
      checkAnswer(operation, 'answer', await service.operate('GET', path));
    }
  });

  test('without the token, and with another one, every operation is refused in the documented way', async () => {
    for (const [index, operation] of operations.entries()) {
      const path = pathOf(operation, UNKNOWN);
      const missing = await withoutToken(operation.method, path);
      checkRefusal(operation, '401', missing);
      checkRefusal(operation, '401', await service.operate(operation.method, path, undefined, 'another'));
      if ((index + 1) % WRONG_TOKENS_UNTIL_PAUSE === 0) await service.advance(61_000);
    }
  });

  test('what is unknown, unexpected or too large is refused in the documented way', async () => {
    const tried = new Set<string>();
    for (const operation of operations) {
      const { method, requests } = operation;
      const statuses = operation.responses.map(({ status }) => status);
      const refuse = async (status: string, path: string, body?: unknown) => {
        if (!statuses.includes(status)) return;
        tried.add(`${status} ${operation.method} ${operation.path}`);
        checkRefusal(operation, status, await service.operate(method, path, body));
      };
      const places = await placesFor(operation);
      const hasBody = requests.length > 0;
      const unknownBody = hasBody
        ? withCustomer(requests[0]?.value, { ...places, number: '4915199999999' })
        : undefined;
      await refuse('404', pathOf(operation, UNKNOWN), unknownBody);
      await refuse('413', pathOf(operation, places), {
        name: 'x'.repeat(Number(operation.operation['x-body-limit-bytes'] ?? 65_536)),
      });
      if (hasBody) await refuse('400', pathOf(operation, places), { no_such_field: 1 });
      else if (method === 'GET') {
        const path = pathOf(operation, takesOnlyAPath(operation) ? UNREADABLE : places);
        await refuse('400', `${path}?no_such_field=1`);
      } else {
        await refuse('400', pathOf(operation, { ...UNREADABLE, import_id: await importThatIsOver(operation) }));
      }
    }
    const documented = operations.flatMap(({ method, path, responses }) =>
      responses.filter(({ status }) => /^4(00|04|13)$/.test(status)).map(({ status }) => `${status} ${method} ${path}`),
    );
    assert.deepEqual([...tried].sort(), documented.sort());
  });

  test('whatever takes a body says that it takes none that is packed', async () => {
    for (const operation of operations) {
      const { method, path, responses } = operation;
      const isSaid = responses.some(({ status }) => status === '415');
      assert.equal(isSaid, 'requestBody' in operation.operation, `${method} ${path}`);
      if (!isSaid) continue;
      const headers = { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-encoding': 'gzip' };
      checkRefusal(operation, '415', await service.call(method, `${PREFIX}${pathOf(operation, UNKNOWN)}`, {}, headers));
    }
  });

  test('the examples of refusals are what is said', async () => {
    // However many tokens were wrong before, nobody has to wait.
    await service.advance(600_001);
    const { customer_id: id } = await newAccount();
    const reader = (await service.operate('POST', '/operators', { name: 'reader', rights: ['read'] }))
      .body as JsonObject;
    const asXml = { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'text/xml' };
    const cases: Array<[string, string, Promise<HttpAnswer>]> = [
      ['400', 'unknown_field', service.operate('PATCH', `/accounts/${id}`, { nmae: 'Acme' })],
      ['400', 'missing', service.operate('POST', '/accounts', {})],
      ['401', 'missing', withoutToken('PATCH', '/accounts/x')],
      ['401', 'wrong', service.operate('PATCH', '/accounts/x', {}, 'another')],
      ['403', 'right', service.operate('PATCH', `/accounts/${id}`, {}, String(reader.token))],
      ['404', 'account', service.operate('PATCH', '/accounts/NOBODY', {})],
      ['413', 'too_large', service.operate('PATCH', `/accounts/${id}`, { name: 'x'.repeat(65_536) })],
      ['415', 'media_type', service.call('PATCH', `${PREFIX}/accounts/${id}`, '<x/>', asXml)],
    ];
    const [patch] = operations.filter(({ method }) => method === 'PATCH');
    assert.ok(patch);
    const refusals = patch.responses.filter(({ status }) => !status.startsWith('2') && status !== '503');
    const names = refusals.flatMap(({ status, examples }) => examples.map(({ name }) => `${status} ${name}`));
    assert.deepEqual(cases.map(([status, name]) => `${status} ${name}`).sort(), names.sort());
    for (const [status, name, asked] of cases) {
      const answer = await asked;
      const expected = refusals.find((each) => each.status === status)?.examples.find((each) => each.name === name);
      assert.deepEqual(masked(answer.body), masked(expected?.value), name);
    }
  });

  test('the refusal without a database is the one of the catalogue', () => {
    const row = ERRORS.find((each) => each.product === 'operator' && each.case === 'storage_down');
    const [patch] = operations.filter(({ method }) => method === 'PATCH');
    const shown = patch?.responses.find(({ status }) => status === '503')?.examples[0]?.value;
    assert.ok(row);
    const { code, description } = object(object(shown).status);
    assert.deepEqual([code, description], [row.code, row.text]);
  });
});

const UNKNOWN: Places = {
  customer_id: 'NOBODY',
  sender: '491579999999',
  number: '4915199999999',
  key_id: '0190a3f0-4c6b-7000-a1b2-c3d4e5f60789',
  reference_id: '0190A3F04C6B7000A1B2C3D4E5F60789',
  session_id: '0190A3F04C6B7000A1B2C3D4E5F60789',
  callback_id: '0190a3f0-4c6b-7000-a1b2-c3d4e5f60789',
  erasure_id: '0190a3f0-4c6b-7000-a1b2-c3d4e5f60789',
  import_id: '0190a3f0-4c6b-7000-a1b2-c3d4e5f60789',
  inbound_id: '0190a3f0-4c6b-7000-a1b2-c3d4e5f60789',
  kind: 'nonsense',
  set: 'nobody',
  addon: 'nonsense',
  name: 'nobody',
  operator_name: 'nobody',
  receiver: 'nobody',
};

/** No text that the store takes. */
const UNREADABLE: Places = Object.fromEntries(Object.keys(UNKNOWN).map((name) => [name, '\0']));

async function withoutToken(method: string, path: string): Promise<HttpAnswer> {
  const answer = await request(`${service.url}${PREFIX}${path}`, { method: method as 'GET' });
  return { status: answer.statusCode, headers: answer.headers, body: await answer.body.json() };
}

interface NewAccount {
  readonly customer_id: string;
  readonly api_key: string;
  readonly keys: ReadonlyArray<{ readonly id: string }>;
}

async function lookNumberUp(): Promise<string> {
  const consent = { method: 'web form', timestamp: '2026-01-01T12:00:00Z' };
  const asking = service.call('POST', `/v1/phoneid/${NUMBER}`, { addons: { sim_swap: {} }, consent });
  const answer = await service.through('the number is looked up', asking);
  return String((answer.body as JsonObject).reference_id);
}

function sendLater(): Promise<string> {
  const sendAt = new Date(service.clock.now() + 86_400_000).toISOString();
  return service.send({ ...textOnly(NUMBER), send_at: sendAt });
}

async function sendBatch(): Promise<string> {
  const { phone_number: phoneNumber, ...once } = textOnly('4915112345679') as JsonObject;
  const body = { ...once, recipients: [{ phone_number: phoneNumber }] };
  const answer = await service.call('POST', '/v1/omnichannel/batch', body);
  const reference = String((answer.body as JsonObject).reference_id);
  await service.until('its message has arrived', async () => {
    const shown = await service.call('GET', `/v1/omnichannel/batch/${reference}`);
    return JSON.stringify(object(shown.body).statuses).includes('"code":3000');
  });
  return reference;
}

const SENDER = '491579000111';

/** A sender belongs to one account: it is taken from the one whose example had it before. */
async function freeSender(): Promise<HttpAnswer> {
  const { rows } = await service.gateway.db.query<{ account_id: string }>(
    'select s.account_id from senders s where s.sender = $1',
    [SENDER],
  );
  for (const { account_id: id } of rows) await service.operate('DELETE', `/accounts/${id}/senders/${SENDER}`);
  return service.operate('GET', '/accounts');
}

/** As the first example says. */
async function newAccount(): Promise<NewAccount> {
  await freeSender();
  const answer = await service.operate('POST', '/accounts', example(`${PREFIX}/accounts`, 'acme'));
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body as NewAccount;
}

function basic(id: string, key: string) {
  return { authorization: `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}` };
}

/** As the account would have kept it. */
async function keepTemplate(accountId: string): Promise<HttpAnswer> {
  const content = [{ body: { type: 'text', text: 'Order {{1}} is on its way', sample_text: ['1017'] } }];
  const given = {
    channel: 'sms',
    name: 'order_shipped',
    type: 'standard',
    category: 'utility',
    language: 'en_US',
  } as const;
  const template = { ...given, accountId, content, id: randomUUID(), createdAt: service.clock.now() };
  await service.gateway.db.transaction((tx) => addTemplate(tx, template, 1));
  return service.operate('GET', '/accounts');
}

/** What the braces of a path stand for, on an account of its own in which everything is there. */
async function placesFor({ operation, path }: Described): Promise<Places> {
  const { customer_id: id, api_key: apiKey, keys } = await newAccount();
  const before: Record<string, () => Promise<HttpAnswer>> = {
    createAccount: freeSender,
    listCarrierAddresses: async () => {
      await service.reply('5215512345678', SENDER, 'Hello');
      return service.until('it has come in', async () => {
        const answer = await service.operate('GET', '/carriers/sandbox-sms/addresses');
        return (object(answer.body).addresses as unknown[]).length > 0 && answer;
      });
    },
    activateAccount: () => service.operate('POST', `/accounts/${id}/suspend`),
    removeVerifiedNumber: () => service.operate('PUT', `/accounts/${id}/verified-numbers/${NUMBER}`),
    listAllAddonCaps: () =>
      service.operate('PATCH', `/accounts/${id}`, { settings: { addon_caps: { sim_swap: 1000 } } }),
    listAddonCaps: () => service.operate('PATCH', `/accounts/${id}`, { settings: { addon_caps: { sim_swap: 1000 } } }),
    resetAddonCap: () => service.operate('PATCH', `/accounts/${id}`, { settings: { addon_caps: { sim_swap: 1000 } } }),
    listOperatorCallbackSecrets: () => service.call('GET', '/v1/callback-secrets', undefined, basic(id, apiKey)),
    listOperatorTemplates: () => keepTemplate(id),
    retireNumber: () => service.operate('POST', '/numbers/import', `number,capabilities\n${NUMBER},sms\n`),
    forecastNumbers: () => takeSeat(id),
    listMaskingBlocks: () => service.operate('PUT', `/masking-blocks/${NUMBER}`),
    liftMaskingBlock: () => service.operate('PUT', `/masking-blocks/${NUMBER}`),
    removeDataSet: () => importRows('Carrier B'),
    listOperatorMaskingSessions: openSession,
    listOperatorVerifications: beginVerification,
    listOperators: () => makeOperator('night-shift', ['read', 'operate']),
    revokeOperator: () => makeOperator('day-shift', ['read']),
    listOperatorActions: () => service.operate('PUT', `/masking-blocks/${NUMBER}`),
    liftOptOut: () => service.operate('POST', '/opt-outs', { recipient: NUMBER, customer_id: id }),
  };
  const prepared = await before[String(operation.operationId)]?.();
  assert.ok(prepared === undefined || prepared.status < 300, path);
  return {
    customer_id: id,
    sender: SENDER,
    number: NUMBER,
    key_id: keys[0]?.id ?? '',
    reference_id:
      {
        showLookUp: lookUp,
        showOperatorCall: call,
        showOperatorBatch: batch,
        showOperatorVerification: verification,
        takeBackOperatorMessage: waiting,
        pauseOperatorBatch: ordered,
        resumeOperatorBatch: ordered,
        takeBackOperatorBatch: ordered,
      }[String(operation.operationId)] ?? message.reference,
    session_id: operation.operationId === 'closeOperatorMaskingSession' ? live : session,
    addon: 'sim_swap',
    callback_id: message.callback,
    erasure_id: erasure,
    import_id: await newImport('Carrier A'),
    inbound_id: inbound,
    kind: 'deactivations',
    set: 'Carrier B',
    name: 'sandbox-sms',
    operator_name: 'day-shift',
    receiver: 'callbacks',
  };
}

function openSession(): Promise<HttpAnswer> {
  const parties = { phone_number_1: '4915112345601', phone_number_2: '4915112345602', validity_period: 24 };
  return service.call('POST', '/v1/anonymous/session/sms', parties);
}

/** What was written has arrived. */
async function converse(): Promise<string> {
  const { session_id: id, session_data: data } = object((await openSession()).body);
  const { masked_id: mask } = object(object(data).phone_number_2);
  await service.reply('4915112345601', String(mask), 'Hello');
  await service.until('it has arrived', async () => {
    const { interactions } = object((await service.operate('GET', `/masking-sessions/${id}/interactions`)).body);
    return JSON.stringify(interactions).includes('"code":3000');
  });
  return String(id);
}

function beginVerification(): Promise<HttpAnswer> {
  return service.call('POST', '/verification', {
    recipient: { phone_number: NUMBER },
    verification_policy: [{ method: 'sms' }],
  });
}

/** Its text has arrived. */
async function verifyBySms(): Promise<string> {
  const reference = String(object((await beginVerification()).body).reference_id);
  await service.until('its text has arrived', async () => {
    const { methods } = object((await service.operate('GET', `/verifications/${reference}`)).body);
    return object((methods as unknown[])[0]).code === 3000;
  });
  return reference;
}

/** One of an earlier operation stands. */
async function makeOperator(name: string, rights: readonly string[]): Promise<HttpAnswer> {
  const made = await service.operate('POST', '/operators', { name, rights });
  assert.ok(made.status === 201 || made.status === 400, JSON.stringify(made.body));
  return { ...made, status: 201 };
}

let lastMask = 999_000;

/** Two masks of the account's own pool, of which a party has taken one. */
async function takeSeat(accountId: string): Promise<HttpAnswer> {
  lastMask += 2;
  const [mask, idle] = [`4366499${lastMask}`, `4366499${lastMask + 1}`];
  const file = `number,capabilities\n${mask},sms\n${idle},sms\n`;
  const answer = await service.operate('POST', `/numbers/import?customer_id=${accountId}`, file);
  const now = service.clock.now();
  const times = { takenAt: now, endsAt: now + 3_600_000, freeAt: now + 7_200_000 };
  const seat = {
    party: '4915112345677',
    mask,
    sessionId: createIds(() => now, randomBytes).next(),
    other: NUMBER,
    ...times,
  };
  await takeLegs(service.gateway.db, [seat]);
  return answer;
}

function pathOf({ path }: Described, places: Places): string {
  return path.slice(PREFIX.length).replace(/\{(\w+)\}/g, (_, name: string) => {
    const place = places[name];
    assert.ok(place, `${path}: what stands for ${name}`);
    return encodeURIComponent(place);
  });
}

function takesOnlyAPath({ path, operation }: Described): boolean {
  return path.includes('{') && !JSON.stringify(operation.parameters ?? []).includes('"query"');
}

function withCustomer(value: unknown, places: Places): unknown {
  if (value === undefined) return undefined;
  const shown = JSON.stringify(value)
    .replaceAll(CUSTOMER_OF_EXAMPLES, places.customer_id ?? '')
    .replaceAll(`"recipient":"${NUMBER}"`, `"recipient":"${places.number}"`);
  return JSON.parse(shown);
}

/** The answer has the status of the example and says the same; of a list the example may show a part. */
function checkAnswer({ method, path, responses }: Described, name: string, answer: HttpAnswer): void {
  const place = `${method} ${path} ${name}: ${answer.status} ${JSON.stringify(answer.body)}`;
  const found = responses.find((each) => each.examples.some((one) => one.name === name && each.status.startsWith('2')));
  assert.ok(found, `${place}: an example of this name`);
  assert.equal(String(answer.status), found.status, place);
  assertFits(found.schema, answer.body, place);
  const expected = masked(found.examples.find((each) => each.name === name)?.value);
  const given = masked(answer.body);
  const isList = method === 'GET' && Object.values(expected).some(Array.isArray) && !('customer_id' in expected);
  if (!isList) return assert.deepEqual(given, expected, place);
  assert.deepEqual(Object.keys(given), Object.keys(expected), place);
  for (const [field, items] of Object.entries(expected)) {
    if (!Array.isArray(items)) assert.equal(given[field], items, place);
    else for (const item of items) assertHas(given[field], item, place);
  }
}

function assertHas(list: unknown, item: unknown, place: string): void {
  assert.ok(Array.isArray(list) && list.length > 0, place);
  const wanted = JSON.stringify(sorted(item));
  const isThere = list.some((each) => JSON.stringify(sorted(each)) === wanted);
  if (!isThere) assert.deepEqual(list[0], item, place);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  const fields = asJsonObject(value);
  if (!fields) return value;
  return Object.fromEntries(
    Object.keys(fields)
      .sort()
      .map((name) => [name, sorted(fields[name])]),
  );
}

function checkRefusal({ method, path, responses }: Described, status: string, answer: HttpAnswer): void {
  const place = `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`;
  assert.equal(String(answer.status), status, place);
  const response = responses.find((each) => each.status === status);
  assert.ok(response, `${place} is documented`);
  assertFits(response.schema, answer.body, place);
  assertHeaders(response, answer.headers, place);
  assert.equal(object(object(answer.body).status).code, answer.status, place);
}

/** As a node would have written it. */
async function keepTraffic(): Promise<void> {
  const startsAt = Date.parse('2026-01-01T12:00:00Z');
  const row = { startsAt, seconds: 60, owner: { node: 'node-2', epoch: 1 }, forgetAt: Date.parse('2100-01-01') };
  await writeTraffic(service.gateway.db, [
    {
      ...row,
      carrier: '',
      figures: {
        taken: 3,
        finished: 3,
        delivered: 2,
        callback_delivered: 2,
        callback_failed: 1,
        'code 3000': 2,
        'code 3003': 1,
      },
    },
    {
      ...row,
      carrier: 'sandbox-sms',
      figures: {
        handed_over: 3,
        'answer accepted': 3,
        'end 3000': 2,
        'end 3003 UNDELIV, err 011': 1,
        'receipt 6': 2,
      },
    },
  ]);
}

/** To an endpoint that is down, and will not be tried again while the test runs. */
async function oweCallback(accountId: string): Promise<void> {
  const id = createIds(() => service.clock.now(), randomBytes).next();
  await service.gateway.db.query(
    `insert into callbacks (id, bucket, message_id, seq, account_id, url, method, endpoint, body, created_at, due_at, tries, last_status, last_error)
     values ($1::uuid, $2, $1::uuid, 1, $3, 'https://down.example/callback', 'POST', 'https://down.example', '{}',
             to_timestamp($4 / 1000.0), to_timestamp($4 / 1000.0 + 86400), 3, 503, 'the receiver answered 503')`,
    [id, bucketOf(id), accountId, service.clock.now()],
  );
}

/** Without what differs from run to run, and with the names of the examples. */
function masked(value: unknown): JsonObject {
  const shown = JSON.stringify(value, (name, each) =>
    name === 'details' ? kindsOf(each) : name === 'trace' ? 1 : each,
  )
    .replaceAll(service.callbackUrl, 'https://acme.example/callback')
    .replaceAll(service.url, 'http://127.0.0.1:8080')
    .replaceAll('"sandbox-sms"', '"smsc-1"')
    .replaceAll('"sandbox-voice"', '"trunks"')
    .replaceAll('"sandbox-rcs"', '"agent-1"')
    .replaceAll('"test-node"', '"node-1"')
    .replaceAll('"sandbox-operator"', '"operator-a"')
    .replace(/"(p50|p99|took_ms|age_ms|forgotten|used|parts_per_second|handed_over_per_second)":[\d.]+/g, '"$1":0')
    .replaceAll('"simulated":true', '"simulated":false')
    .replace(/"[0-9A-F]{32}"/g, '"REFERENCE"')
    .replace(/"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"/g, '"ID"')
    .replace(/"[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}"/g, '"CUSTOMER"')
    .replace(/"[A-Za-z0-9+/]{86}=="/g, '"KEY"')
    .replace(/"token":"([a-z-]+)\.[\w-]{43}"/g, '"token":"$1.SECRET"')
    .replace(/"erased-[0-9a-f]{32}"/g, '"ALIAS"')
    .replace(/"hint":"[0-9a-f]{8}"/g, '"hint":"HINT"')
    // Which masks are free is a matter of chance.
    .replace(/"(masked_[12])":"(\d\d\*+)\d\d"/g, '"$1":"$2"')
    // Where the next page begins; with several lanes, in another one.
    .replace(/"next":"[\w-]+"/g, '"next":"MORE"')
    .replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"TIME"')
    .replace(/"\d{4}-\d\d-\d\d"/g, '"DAY"');
  return object(JSON.parse(shown));
}

/** Counts and addresses differ; what there is, and whether it is a number or a text, does not. */
function kindsOf(details: unknown): JsonObject {
  return Object.fromEntries(
    Object.entries(object(details)).map(([name, value]) => [name, value === null ? 'null' : typeof value]),
  );
}

/** It rings as long as this test needs. */
async function callSomebodyWhoWaits(): Promise<void> {
  await service.call('PUT', `/sandbox/handsets/${NUMBER}/waits`, { waits: true });
  await service.call('POST', '/v1/verify/call', { phone_number: NUMBER, verify_code: '123' });
  await service.until('it rings', async () => {
    const { calls } = object((await service.operate('GET', '/calls/in-progress')).body);
    return Array.isArray(calls) && calls.length > 0;
  });
}

async function callSomebodyBusy(): Promise<string> {
  const placed = await service.call('POST', '/v1/verify/call', { phone_number: '4915112345921' });
  const reference = String((placed.body as JsonObject).reference_id);
  await service.until('the call is over', async () => {
    const shown = (await service.operate('GET', `/calls/${reference}`)).body as JsonObject;
    return shown.line !== null;
  });
  return reference;
}

async function deliverMessage(account: NewAccount): Promise<typeof message> {
  const basic = Buffer.from(`${account.customer_id}:${account.api_key}`).toString('base64');
  const [channel] = (cardThenText(NUMBER) as { channels: unknown[] }).channels;
  const body = { ...cardThenText(NUMBER), channels: [channel], callback_url: service.callbackUrl };
  const sent = await service.call('POST', '/v1/omnichannel', body, { authorization: `Basic ${basic}` });
  assert.equal(sent.status, 200, JSON.stringify(sent.body));
  const reference = String(object(sent.body).reference_id);
  return { reference, callback: await callbackDelivered(reference) };
}

async function newImport(set: string): Promise<string> {
  const answer = await service.operate('POST', '/imports', { kind: 'deactivations', set, date: '2026-01-01' });
  return String(object(answer.body).id);
}

/** In another way than the operation would end it. */
async function importThatIsOver({ operation }: Described): Promise<string> {
  const id = await newImport('Carrier C');
  await service.operate('POST', `/imports/${id}/${operation.operationId === 'finishImport' ? 'stop' : 'finish'}`);
  return id;
}

/** As the example says. */
async function importRows(set: string): Promise<HttpAnswer> {
  const id = await newImport(set);
  await service.operate('POST', `/imports/${id}/rows`, example(`${PREFIX}/imports/{import_id}/rows`, 'rows'));
  return service.operate('POST', `/imports/${id}/finish`);
}

async function eraseNumber(): Promise<string> {
  const asked = await service.operate('POST', '/erasures', { number: '4915112345997' });
  const id = String(object(asked.body).id);
  await service.until('it is erased', async () => {
    return object((await service.operate('GET', `/erasures/${id}`)).body).state === 'done';
  });
  return id;
}

function callbackDelivered(reference: string): Promise<string> {
  return service.until('its callback is delivered', async () => {
    const shown = object((await service.operate('GET', `/messages/${reference}`)).body);
    const [first] = shown.callbacks as Array<{ id: string; state: string }>;
    return first?.state === 'delivered' && first.id;
  });
}

async function receiveText(): Promise<void> {
  const reference = await service.send(textOnly('4915112345678'));
  await service.untilStatus(reference, 3000);
  await service.reply('4915112345678', '491579000000', 'STOP');
  await service.until('the text is there, and has its answer', async () => {
    const [text] = object((await service.operate('GET', '/inbound-texts')).body).texts as JsonObject[];
    if (text === undefined) return false;
    inbound = String(text.id);
    const { reply } = object((await service.operate('GET', `/inbound-texts/${inbound}`)).body);
    return JSON.stringify(reply).includes('"code":3000');
  });
}
