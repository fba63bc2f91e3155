/**
 * The sandbox of operators over a whole gateway: what is sent as its account, what handsets got, and what a person does
 * with one. Every answer is held against openapi.yaml.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { JsonObject } from '../../src/lib/json.ts';
import { readWav } from '../../src/lib/wav.ts';
import {
  cardThenText,
  type HttpAnswer,
  OPERATOR_TOKEN,
  startGateway,
  type TestGateway,
} from '../support/gateway/gateway.ts';
import { readHints } from '../support/gateway/hint-reader.ts';
import { assertFits, described, example, object } from '../support/openapi.ts';

const PREFIX = '/operator/v1';
const documented = described.filter(({ operation }) => String(operation.tags).includes('Handsets'));

/** What the tests look at. */
interface Shown {
  readonly id: string;
  readonly version: number;
  readonly waits: boolean;
  readonly messages: JsonObject[];
  readonly sent: JsonObject[];
  readonly calls: Array<JsonObject & { readonly id: string }>;
}

/** Those that were answered 200 so far. */
const answered = new Set<string>();

let service: TestGateway;
let nextNumber = 0;

function handset(ending: string): string {
  nextNumber += 1;
  return `491516${String(nextNumber).padStart(4, '0')}${ending}`;
}

/** Below /operator/v1/sandbox; the answer is documented. */
async function ask(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, token?: string): Promise<HttpAnswer> {
  const answer = await service.operate(method, `/sandbox${path}`, body, token);
  const called = `${PREFIX}/sandbox${path.split('?')[0]}`;
  const found = documented.find((each) => each.method === method && patternOf(each.path).test(called));
  const place = `${method} ${path}: ${answer.status}`;
  const response = found?.responses.find(({ status }) => status === String(answer.status) || status === 'default');
  assert.ok(response, `${place} is documented`);
  assertFits(response.schema, answer.body, place);
  if (answer.status === 200) answered.add(`${method} ${found?.path}`);
  return answer;
}

async function show(number: string, query = ''): Promise<Shown> {
  return (await ask('GET', `/handsets/${number}${query}`)).body as Shown;
}

function untilState(number: string, state: string): Promise<Shown['calls'][0]> {
  return service.until(`it is ${state}`, async () => (await show(number)).calls.find((call) => call.state === state));
}

async function listedAt(number: string): Promise<JsonObject | undefined> {
  const { handsets } = object((await ask('GET', '/handsets')).body);
  return (handsets as JsonObject[]).find((each) => each.phone_number === number);
}

async function sound(number: string, id: string, token = OPERATOR_TOKEN): Promise<Response> {
  const answer = await fetch(`${service.url}${PREFIX}/sandbox/handsets/${number}/calls/${id}.wav`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (answer.ok) answered.add(`GET ${PREFIX}/sandbox/handsets/{number}/calls/{recording}`);
  return answer;
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
}

const send = (operation: string, body: object, more: object = {}) => ask('POST', '/send', { operation, body, ...more });

/** It is taken. */
async function sendText(number: string, message: string): Promise<HttpAnswer> {
  const taken = await send('messaging', { phone_number: number, message, message_type: 'ARN' });
  assert.equal(taken.status, 200, JSON.stringify(taken.body));
  return taken;
}

async function operatorWith(name: string, rights: readonly string[]): Promise<string> {
  const made = await service.operate('POST', '/operators', { name, rights });
  return String((made.body as JsonObject).token);
}

describe('the sandbox of operators', () => {
  before(async () => {
    service = await startGateway();
    // Speech takes real time, and the clock of the test is faster.
    await service.speech.prompt({ language: 'en-US', text: null, code: '0123456789', encoding: 'PCMU' });
  });
  after(() => service.stop());

  test('sends what callers send, and answers what they are answered', async () => {
    const number = handset('100');
    const taken = await send('omnichannel', cardThenText(number));
    assert.equal(taken.status, 200, JSON.stringify(taken.body));
    const reference = String(object(taken.body).reference_id);
    await service.untilStatus(reference, 3000);
    assert.equal((await service.messagesOf(number)).length, 1);
    const wrong = await send('omnichannel', { ...cardThenText('12'), channels: [] });
    const asCaller = await service.call('POST', '/v1/omnichannel', { ...cardThenText('12'), channels: [] });
    assert.equal(wrong.status, asCaller.status);
    assert.deepEqual(object(wrong.body).errors, object(asCaller.body).errors);
  });

  test('sends by each operation, or plans it', async () => {
    const number = handset('100');
    const bodies: Record<string, object> = {
      omnichannel: cardThenText(number),
      messaging: object(example(`${PREFIX}/sandbox/send`, 'text')).body as object,
      verify_sms: { phone_number: number },
      verify_call: { phone_number: number },
      verification: { recipient: { phone_number: number }, verification_policy: [{ method: 'sms' }] },
      phoneid: { phone_number: number, addons: {} },
      session: { phone_number_1: number, phone_number_2: handset('100'), validity_period: 24 },
    };
    for (const [operation, body] of Object.entries(bodies)) {
      const planned = await send(operation, body, { dry_run: true });
      assert.equal(planned.status, 200, `${operation}: ${JSON.stringify(planned.body)}`);
      assert.equal(object(planned.body).dry_run, true, operation);
    }
    assert.deepEqual(await service.messagesOf(number), [], 'a plan sends nothing');
    const session = await send('session', bodies.session as object);
    assert.equal(session.status, 200, JSON.stringify(session.body));
    const asked = await send('capability', { phone_numbers: [number] });
    assert.equal(asked.status, 200, JSON.stringify(asked.body));
    const known = await send('capability', { phone_number: number });
    assert.equal(object(object(known.body).status).code, 3060, JSON.stringify(known.body));
    const agent = String(object(known.body).agent_id);
    const ofAgent = await send('capability', { phone_number: handset('901'), agent_id: agent }, { channel: 'rcs' });
    assert.equal(object(object(ofAgent.body).status).code, 3055, JSON.stringify(ofAgent.body));
    const refused = await send('capability', { phone_number: '12' });
    assert.equal(refused.status, 400, JSON.stringify(refused.body));
  });

  test('hands in the code of a verification, or gives it up', async () => {
    const begin = async (code: string) => {
      const { body } = await send('verification', {
        recipient: { phone_number: handset('100') },
        verification_policy: [{ method: 'sms' }],
        security_factor: code,
      });
      return String(object(body).reference_id);
    };
    const reference = await begin('572443');
    const change = (reference_id: string, body: object) => send('verification_change', { reference_id, ...body });
    const codeOf = ({ body }: { readonly body: unknown }) => object(object(body).status).code;
    const wrong = await change(reference, { action: 'finalize', security_factor: '000000' });
    const right = await change(reference, { action: 'finalize', security_factor: '572443' });
    assert.notEqual(codeOf(wrong), codeOf(right));
    const state = async (id: string) => object((await service.operate('GET', `/verifications/${id}`)).body).state;
    assert.equal(await state(reference), 'VERIFIED');
    const other = await begin('572443');
    const planned = await send('verification_change', { reference_id: other, action: 'cancel' }, { dry_run: true });
    assert.equal(planned.status, 400, JSON.stringify(planned.body));
    await change(other, { action: 'cancel' });
    assert.equal(await state(other), 'CANCELED');
    assert.equal((await change('nobody', { action: 'cancel' })).status, 404);
  });

  test('refuses what it cannot send, in the words of the operation or in its own', async () => {
    const unknown = await send('pigeon', {});
    assert.match(JSON.stringify(unknown.body), /operation.*one of omnichannel/);
    assert.equal(unknown.status, 400);
    assert.equal((await send('messaging', {}, { channel: 'sms' })).status, 400);
    const large = await send('omnichannel', { text: 'x'.repeat(70_000) });
    assert.equal(large.status, 413);
    const reader = await operatorWith('reader', ['read', 'full']);
    assert.equal((await ask('POST', '/send', { operation: 'messaging', body: {} }, reader)).status, 403);
    const { body } = await service.operate('GET', '/operator-actions?limit=500');
    const rows = (object(body).actions as JsonObject[]).filter(({ action }) => action === 'POST /sandbox/send');
    assert.ok(
      rows.some(({ target }) => object(target).operation === 'messaging'),
      'it is written down',
    );
    assert.doesNotMatch(JSON.stringify(rows), /491516\d{4}100/, 'without what it holds');
  });

  test('says of what a handset out of reach has not got that it has not', async () => {
    const [lost, late] = [handset('902'), handset('903')];
    const seen = async (number: string) => {
      const { messages } = object((await ask('GET', `/handsets/${number}`)).body) as { messages: JsonObject[] };
      return messages.map(({ channel, on_its_way: isOnItsWay, withdrawn }) => [channel, isOnItsWay, withdrawn]);
    };
    for (const number of [lost, late]) {
      await service.send(cardThenText(number, { fallbackTime: 60 }));
      await service.untilCarrierHas(number);
      assert.deepEqual(await seen(number), [['rcs', true, false]]);
    }
    await service.leap(60_000);
    await service.until('it is taken back', async () => (await seen(lost))[0]?.[2] === true);
    await service.until('it arrives after all', async () => (await seen(late))[0]?.[1] === false);
  });

  test('shows what a handset got, where it comes from, and what was sent from it', async () => {
    const number = handset('100');
    const sentText = object((await sendText(number, 'ü'.repeat(80))).body);
    const sentCard = object((await send('omnichannel', cardThenText(number))).body);
    await service.untilStatus(String(sentCard.reference_id), 3000);
    const shown = await service.until('both are there and known', async () => {
      const found = await show(number);
      return found.messages.length === 2 && found.messages.every(({ message }) => message) && found;
    });
    const text = shown.messages.find(({ channel }) => channel === 'sms');
    const card = shown.messages.find(({ channel }) => channel === 'rcs');
    assert.deepEqual(object(object(text).content), { text: 'ü'.repeat(80) });
    assert.deepEqual([text?.parts, text?.alphabet], [1, 'gsm7']);
    assert.deepEqual(text?.message, { reference_id: sentText.reference_id, kind: 'text' });
    assert.deepEqual(card?.message, { reference_id: sentCard.reference_id, kind: 'omnichannel' });
    assert.ok('card' in object(card?.content));
    const replied = await ask('POST', `/handsets/${number}/reply`, { to: text?.from, text: 'STOP' });
    assert.deepEqual(replied.body, { done: 'Text sent' });
    const pressed = await ask('POST', `/handsets/${number}/tap`, {
      reference_id: card?.attempt_reference_id,
      index: 0,
    });
    assert.match(String(object(pressed.body).what_happens), /is dialled$/);
    const place = { latitude: 52.52, longitude: 13.405 };
    assert.equal((await ask('POST', `/handsets/${number}/location`, { to: card?.from, ...place })).status, 200);
    const file = { uri: 'https://files.example/1', name: 'photo.jpg', mime_type: 'image/jpeg', size_bytes: 17 };
    assert.equal((await ask('POST', `/handsets/${number}/file`, { to: card?.from, ...file })).status, 200);
    const { sent } = await show(number);
    assert.deepEqual(
      sent.map(({ kind, channel, content }) => [kind, channel, kind === 'button' ? null : content]),
      [
        ['text', 'sms', { text: 'STOP' }],
        ['button', 'rcs', null],
        ['location', 'rcs', { location: place }],
        ['file', 'rcs', { file }],
      ],
    );
    assert.equal(object(object(sent[1]?.content).button).type, 'dial');
    for (const [path, body] of [
      ['reply', { to: 'nobody', text: 'Hello' }],
      ['location', { to: '491579000000', ...place }],
      ['tap', { reference_id: 'nonsense' }],
    ] as const) {
      assert.equal((await ask('POST', `/handsets/${number}/${path}`, body)).status, 400, path);
    }
    assert.equal((await ask('POST', `/handsets/${number}/tap`, { text: 'No such button' })).status, 404);
    assert.equal((await ask('GET', '/handsets/12a')).status, 400);
  });

  test('waits for a change, and hints at it by an id that is no number', async () => {
    const number = handset('100');
    const before = await show(number);
    const reader = await readHints(service.url, OPERATOR_TOKEN, '?topics=handsets');
    await service.until('it begins', () => reader.events.length > 0);
    assert.deepEqual([before.messages, before.version], [[], 0]);
    const waiting = show(number, '?since=0&wait=60');
    await sendText(number, 'Hello');
    const after = await service.through('it is told', waiting);
    assert.ok(after.version > 0);
    assert.deepEqual(object(object(after.messages[0]).content), { text: 'Hello' });
    const again = await show(number, '?since=0&wait=60');
    assert.equal(again.version, after.version, 'who has missed it is answered at once');
    assert.match(before.id, /^[0-9a-f]{16}$/);
    assert.equal(after.id, before.id);
    await service.until('it is hinted at', () =>
      reader.hints().some((hint) => hint.startsWith(`handsets ${after.id}`)),
    );
    assert.doesNotMatch(reader.text(), new RegExp(number));
    reader.close();
  });

  test('shows a phone that rings for the first time, and takes its call in hand', async () => {
    const number = handset('938');
    const placed = object((await send('verify_call', { phone_number: number, verify_code: '407' })).body);
    const ringing = await untilState(number, 'ringing');
    assert.deepEqual(ringing.message, { reference_id: placed.reference_id, kind: 'call' });
    const listed = await listedAt(number);
    assert.deepEqual([listed?.calls, listed?.calls_under_way, listed?.ending], [1, 1, '938']);
    const act = (what: string, body?: object) => ask('POST', `/handsets/${number}/calls/${ringing.id}/${what}`, body);
    assert.equal((await act('hang-up')).status, 409, 'it rings');
    const { version } = await show(number);
    const waiting = show(number, `?since=${version}&wait=60`);
    assert.equal((await act('answer')).status, 200);
    assert.equal((await waiting).calls[0]?.state, 'answered', 'who waits is told');
    await service.advance(3_000);
    assert.equal((await act('keys', { keys: 'x' })).status, 400);
    assert.equal((await act('keys', { keys: '12' })).status, 200);
    await service.until('they are pressed', async () => (await show(number)).calls[0]?.pressed === '12');
    assert.equal((await sound(number, ringing.id)).status, 200, 'what was heard so far');
    assert.equal((await act('hang-up')).status, 200);
    const over = await untilState(number, 'over');
    assert.deepEqual([over.id, over.has_sound, over.pressed], [ringing.id, true, '12']);
    const wav = await sound(number, over.id);
    assert.equal(wav.headers.get('content-type'), 'audio/wav');
    assert.ok(readWav(Buffer.from(await wav.arrayBuffer())).samples.length > 8_000);
    assert.equal((await act('answer')).status, 404);
  });

  test('lets any phone wait, and a call be declined', async () => {
    const number = handset('100');
    assert.equal((await ask('PUT', `/handsets/${number}/waits`, { waits: true })).status, 200);
    assert.equal((await show(number)).waits, true);
    await send('verify_call', { phone_number: number });
    const { id } = await untilState(number, 'ringing');
    assert.equal((await ask('POST', `/handsets/${number}/calls/${id}/decline`)).status, 200);
    assert.equal((await untilState(number, 'over')).answered_on, null);
    assert.equal((await ask('PUT', `/handsets/${number}/waits`, { waits: false })).status, 200);
  });

  test('names the masked session behind a text, and its other end', async () => {
    const [one, other] = [handset('100'), handset('100')];
    const opened = await send('session', { phone_number_1: one, phone_number_2: other, validity_period: 24 });
    const data = object(object(opened.body).session_data);
    const mask = String(object(data.phone_number_2).masked_id);
    await ask('POST', `/handsets/${one}/reply`, { to: mask, text: 'At the door' });
    // Which message it is is known once the operator's answer to it is recorded, after the handset has the text.
    const got = await service.until('it is relayed and known', async () => {
      const [text] = (await show(other)).messages;
      return text?.message ? text : undefined;
    });
    assert.deepEqual(object(got.content), { text: 'At the door' });
    assert.equal(object(got.session).other, one);
    assert.equal(object(got.message).kind, 'relay');
  });

  test('shows who may not see in full neither numbers nor texts', async () => {
    const number = handset('100');
    await sendText(number, 'A secret');
    await service.until('it is there', async () => (await show(number)).messages.length === 1);
    const reader = await operatorWith('looker', ['read']);
    const seen = await ask('GET', `/handsets/${number}`, undefined, reader);
    const list = await ask('GET', '/handsets', undefined, reader);
    const { id } = object(seen.body);
    const byId = await ask('GET', `/handsets/${id}`, undefined, reader);
    assert.deepEqual(byId.body, seen.body, 'by the id that the list shows');
    for (const { status, body } of [seen, list]) {
      assert.equal(status, 200);
      assert.doesNotMatch(JSON.stringify(body), new RegExp(`A secret|${number}`));
    }
    assert.equal((await sound(number, '12ab', reader)).status, 403);
    assert.equal((await ask('POST', `/handsets/${number}/reply`, { to: '49157', text: 'x' }, reader)).status, 403);
  });

  test('goes through its handsets page by page, and says what numbers do', async () => {
    const all = await ask('GET', '/handsets');
    const first = await ask('GET', '/handsets?limit=1');
    const next = await ask('GET', `/handsets?limit=1&after=${object(first.body).next}`);
    const handsets = object(all.body).handsets as object[];
    assert.deepEqual(
      [...(object(first.body).handsets as object[]), ...(object(next.body).handsets as object[])],
      handsets.slice(0, 2),
    );
    const { stories, otherwise } = object((await ask('GET', '/stories')).body);
    assert.ok(
      (stories as JsonObject[]).some(({ ending, says }) => ending === '921' && says === 'A call is busy (486).'),
    );
    assert.match(String(otherwise), /^Behaves well/);
  });

  test('leaves out nothing that is documented', () => {
    const missing = documented.map(({ method, path }) => `${method} ${path}`).filter((name) => !answered.has(name));
    assert.deepEqual(missing, []);
  });
});
