/**
 * Nothing that is private stands in the log: a whole gateway at its most talkative, through messages of every fate,
 * callbacks that succeed and fail, texts from people, look-ups of every outcome, operators' orders, wrong credentials and
 * nonsense.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { request } from 'undici';
import { createLog } from '../../src/lib/log.ts';
import { ADD_ONS } from '../../src/sources/source.ts';
import { eventually } from '../support/cluster/eventually.ts';
import {
  API_KEY,
  cardThenText,
  OPERATOR_TOKEN,
  startGateway,
  type TestGateway,
  textOnly,
} from '../support/gateway/gateway.ts';
import { buildGateway, ready, spawnGateway } from '../support/gateway/process.ts';
import { freePort } from '../support/ports.ts';

const SENDER = '491579000000';
const AGENT = 'sandbox-agent@rbm.goog';
const CODE = '918273';
const TEXT = `Your code is ${CODE}, says the quick brown fox`;
const REPLY = 'I would rather not, thanks a lot';
const BROUGHT_KEY = Buffer.alloc(40, 0x5a).toString('base64');
const URL_SECRET = 'path-secret-4711';
/** Their last digits choose what becomes of them (docs/sandbox.md). */
const ENDINGS = [
  ...['678', '901', '902', '903', '904', '905', '906', '907', '911', '912', '913', '914', '915', '916', '917', '918'],
  ...['919', '990'],
];
const NUMBERS = ENDINGS.map((ending) => `4915112345${ending}`);
/** Looked up: well known, with sources that are down, know nothing, refuse, talk nonsense, hang and want a document. */
const LOOKED_UP = ['123', '942', '943', '945', '947', '950', '951', '956', '958', '960', '961', '964'].map(
  (ending) => `4915112346${ending}`,
);
const PERSON = { first_name: 'Wilhelmine', last_name: 'Zuckermann', address: 'Rosengasse 17', city: 'Passau' };

/** Everything that must not be found, by what it is. */
function privates(more: Readonly<Record<string, string>> = {}): Array<readonly [string, string]> {
  return [
    ...[...NUMBERS, ...LOOKED_UP].map((number) => ['a number', number] as const),
    ...LOOKED_UP.map((number) => ['the digits of a number in reverse', [...number].reverse().join('.')] as const),
    ...Object.entries(PERSON).map(([what, value]) => [`a ${what} that a caller gave`, value] as const),
    ['a name that a source gave', 'Schmidt'],
    ['a name that a source gave', 'denscheidt'],
    ['an address that a source gave', 'Hauptstr'],
    ['an identity document', 'L01X00T47'],
    ['a postal code', '10115'],
    ['a date of birth', '1985-03-27'],
    ['what is known of a breach', 'email addresses'],
    ...NUMBERS.map(
      (number) => ['a number in JSON of bytes', Buffer.from(number).toString('base64').slice(0, 12)] as const,
    ),
    ['a number to dial', '4930123456'],
    ['a code', CODE],
    ['a text', 'quick brown fox'],
    ["a person's text", 'rather not'],
    ['an API key', API_KEY],
    ['credentials', Buffer.from(`:${API_KEY}`).toString('base64').slice(4, 40)],
    ['a key that was brought along', BROUGHT_KEY],
    ["the operator's token", OPERATOR_TOKEN],
    ['the URL of a callback', URL_SECRET],
    ...Object.entries(more),
  ];
}

function assertPrivate(log: string, more: Readonly<Record<string, string>> = {}): void {
  for (const [what, secret] of privates(more)) {
    const at = log.indexOf(secret);
    if (at < 0) continue;
    const from = log.lastIndexOf('\n', at) + 1;
    assert.fail(`${what} stands in the log: ${log.slice(from, log.indexOf('\n', at)).slice(0, 500)}`);
  }
}

describe('the log of a whole gateway', () => {
  const lines: string[] = [];
  let service: TestGateway;

  before(async () => {
    service = await startGateway({}, { log: createLog('trace', { write: (line) => lines.push(line) }) });
    service.callbackUrl = `${service.callbackUrl}/${URL_SECRET}?token=${URL_SECRET}`;
  });
  after(() => service.stop());

  test('holds no number, text, code, key or token, whatever happens', async () => {
    const references: string[] = [];
    for (const number of NUMBERS) {
      references.push(await service.send(cardThenText(number, { text: TEXT, messageType: 'OTP', fallbackTime: 3 })));
      references.push(await service.send(textOnly(number, { text: TEXT, messageType: 'MKT', fallbackTime: 30 })));
    }
    for (let steps = 0; steps < 40; steps += 1) await service.advance(1_000);
    // What is still owed when the receiver begins to fail goes first, a probe at a time: minutes each on a slow day.
    await service.until('nobody is owed a callback', async () => {
      const { rows } = await service.gateway.db.query<{ count: number }>(
        "select count(*) as count from callbacks c where c.state = 'pending'",
      );
      return rows[0]?.count === 0;
    });
    service.callbackStatus = 503;
    const told = service.received.length;
    await service.send(textOnly('4915112345678', { text: TEXT }));
    // Whichever comes first: others may become owed only now, and stand before it in the line of probes.
    await service.until('one is refused', () => service.received.length > told);
    await service.reply('4915112345678', SENDER, REPLY);
    await service.reply('4915112345678', SENDER, 'STOP');
    await service.reply('4915112345678', AGENT, REPLY);
    await textThroughMasks(service);
    await callAndCheck(service);
    await textAndCheck(service);
    await lookUpAll(service);
    await askForNonsense(service);
    const made = await operate(service);
    service.callbackStatus = 200;
    await service.advance(60_000);
    await service.restart();
    const log = lines.join('');
    assert.ok(lines.length > 20, 'something was logged');
    assert.ok(log.includes('a source could not answer'), 'sources failed');
    assertPrivate(log, made);
  });
});

/** A text, a reply that nobody can deliver, and one after the end. */
async function textThroughMasks(service: TestGateway): Promise<void> {
  const parties = { phone_number_1: '4915112345678', phone_number_2: '4915112345913', validity_period: 1 };
  const opened = await service.call('POST', '/v1/anonymous/session/sms', parties);
  const { session_id: id, session_data: data } = opened.body as {
    session_id: string;
    session_data: Record<string, { masked_id: string }>;
  };
  const [first = '', second = ''] = ['phone_number_1', 'phone_number_2'].map((name) => data[name]?.masked_id);
  await service.reply('4915112345678', second, REPLY);
  await service.reply('4915112345913', first, REPLY);
  await service.until('both are relayed', async () => {
    const answer = await service.call('GET', `/v1/anonymous/session/${id}/interactions`);
    return (answer.body as { interactions: unknown[] }).interactions.length === 2;
  });
  await service.call('DELETE', `/v1/anonymous/session/${id}`);
  await service.reply('4915112345678', second, REPLY);
}

/** With every add-on, and a consent. */
async function lookUpAll(service: TestGateway): Promise<void> {
  const addons = Object.fromEntries(ADD_ONS.map((name) => [name, {}]));
  const body = {
    addons: {
      ...addons,
      contact_match: { ...PERSON, date_of_birth: '1985-03-27' },
      contact_plus: { billing_postal_code: '10115' },
      number_deactivation: { last_verified: '2026-01-05T10:00:00Z' },
    },
    consent: { method: 'web form', timestamp: '2026-01-05T10:00:00Z' },
    external_id: PERSON.last_name,
  };
  const asking = Promise.all(LOOKED_UP.map((number) => service.call('POST', `/v1/phoneid/${number}`, body)));
  const answers = await eventually('the look-ups are answered', async () => {
    await service.advance(100);
    return (await Promise.race([asking, Promise.resolve(null)])) ?? undefined;
  });
  for (const answer of answers) assert.equal(answer.status, 200);
}

/** Requests that are refused, with private things in every place. */
/** Codes that are spoken, guessed and refused. */
/** A code by SMS to handsets of every fate, a text beside it, right and wrong tries. */
async function textAndCheck(service: TestGateway): Promise<void> {
  for (const number of NUMBERS) {
    const asked = { phone_number: number, verify_code: CODE, template: 'The quick brown fox says $$CODE$$' };
    const { body } = await service.call('POST', '/v1/verify/sms', asked);
    await service.advance(500);
    for (const given of [CODE, '1111']) {
      const path = `/v1/verify/${(body as { reference_id: string }).reference_id}`;
      await service.call('GET', `${path}?verify_code=${given}`);
    }
    await service.call('POST', '/v1/messaging', { phone_number: number, message: TEXT, message_type: 'OTP' });
    await service.call('POST', '/v1/messaging', { phone_number: number, message: TEXT, sender_id: CODE });
  }
  for (let steps = 0; steps < 10; steps += 1) await service.advance(1_000);
}

async function callAndCheck(service: TestGateway): Promise<void> {
  for (const ending of ['100', '921', '929', '930']) {
    const body = { phone_number: `4915112345${ending}`, verify_code: CODE, tts_message: `${TEXT} $$CODE$$` };
    const placed = await service.call('POST', '/v1/verify/call', body);
    assert.equal(placed.status, 200, JSON.stringify(placed.body));
    const { reference_id: reference } = placed.body as { reference_id: string };
    await service.call('GET', `/v1/verify/${reference}?verify_code=${CODE}`);
    await service.call('GET', `/v1/verify/${reference}?verify_code=${CODE}0`);
  }
  await service.call('POST', '/v1/verify/call', { phone_number: '4915112345100', verify_code: `${CODE}${CODE}` });
  for (let step = 0; step < 200; step += 1) await service.advance(20);
}

async function askForNonsense(service: TestGateway): Promise<void> {
  const number = '4915112345678';
  await service.call('POST', '/v1/omnichannel', {
    ...textOnly(number, { text: TEXT }),
    phone_number: `${number}999999`,
  });
  await service.call('POST', '/v1/omnichannel', { message: TEXT, phone_number: number });
  await service.call('GET', `/v1/phoneid/${number}?text=${encodeURIComponent(TEXT)}`);
  await service.call('POST', `/v1/phoneid/${number}999999`, { addons: { [PERSON.last_name]: {} } });
  await service.call('POST', '/v1/phoneid', { phone_number: number, originating_ip: PERSON.address });
  await service.call('GET', `/v1/nothing/${number}`);
  await service.call('GET', `/v1/omnichannel/${number}`, undefined, {
    authorization: `Basic ${Buffer.from(`${number}:${BROUGHT_KEY}`).toString('base64')}`,
  });
  await service.operate('GET', `/messages/${number}`, undefined, BROUGHT_KEY);
  const broken = await request(`${service.url}/v1/omnichannel`, {
    method: 'POST',
    headers: { authorization: 'Basic !', 'content-type': 'application/json' },
    body: `{"phone_number": "${number}", "text": "${TEXT}`,
  });
  await broken.body.dump();
  const webhook = await request(`${service.url}/carriers/sandbox-rcs/webhook`, {
    method: 'POST',
    headers: { 'x-goog-signature': 'wrong' },
    body: JSON.stringify({ message: { data: Buffer.from(`{"senderPhoneNumber":"+${number}"}`).toString('base64') } }),
  });
  await webhook.body.dump();
}

/** Orders of an operator; returns what is secret in the answers. */
async function operate(service: TestGateway): Promise<Record<string, string>> {
  const account = await service.operate('POST', '/accounts', {
    name: 'Acme',
    kind: 'trial',
    verified_numbers: ['4915112345678'],
  });
  const { customer_id: id, api_key: key } = account.body as { customer_id: string; api_key: string };
  await service.operate('POST', `/accounts/${id}/keys`, { api_key: BROUGHT_KEY });
  await service.operate('POST', '/opt-outs', { recipient: '4915112345600', customer_id: id });
  await service.operate('PUT', `/accounts/${id}/verified-numbers/4915112345601`);
  await service.operate('GET', '/messages?full=true&limit=100');
  await service.operate('GET', '/inbound-texts?full=true');
  await service.operate('GET', '/diagnosis');
  await service.operate('POST', '/master-key/reseal', {});
  const secrets = await service.call('POST', '/v1/callback-secrets', {});
  const [secret] = (secrets.body as { secrets: Array<{ secret: string }> }).secrets;
  return { 'a key that was made': key, 'a secret of callbacks': secret?.secret ?? '' };
}

test('what a gateway writes as a process holds nothing private either', async (t) => {
  buildGateway();
  const data = await mkdtemp(join(tmpdir(), 'trunkline-private-'));
  await writeFile(join(data, 'trunkline.yaml'), 'log: { level: trace }\n');
  const port = String(await freePort());
  const gateway = spawnGateway({
    TRUNKLINE_DATA: data,
    TRUNKLINE_CONFIG: join(data, 'trunkline.yaml'),
    PORT: port,
    TRUNKLINE_OPERATORS_PORT: 'same',
    TRUNKLINE_OPERATOR_TOKEN: OPERATOR_TOKEN,
    TRUNKLINE_SANDBOX_CUSTOMER_ID: 'ME-4711',
    TRUNKLINE_SANDBOX_API_KEY: API_KEY,
  });
  t.after(async () => {
    gateway.child.kill('SIGTERM');
    await gateway.ended;
    await rm(data, { recursive: true, force: true });
  });
  // Standard output greets newcomers with the key of the sandbox; the log is on standard error.
  let log = '';
  gateway.child.stderr?.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  await ready(gateway);
  const authorization = `Basic ${Buffer.from(`ME-4711:${API_KEY}`).toString('base64')}`;
  for (const number of NUMBERS.slice(0, 6)) {
    const answer = await request(`${gateway.url}/v1/omnichannel`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ ...textOnly(number, { text: TEXT }), callback_url: `http://127.0.0.1:9/${URL_SECRET}` }),
    });
    await answer.body.dump();
    assert.equal(answer.statusCode, 200);
  }
  // The server of the database says what it thinks of an error, too.
  const wrong = await request(`${gateway.url}/operator/v1/inbound-texts?after=4915112345678`, {
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
  });
  await wrong.body.dump();
  gateway.child.kill('SIGTERM');
  await gateway.ended;
  assert.match(log, /"msg":"database started"/);
  assertPrivate(log);
});
