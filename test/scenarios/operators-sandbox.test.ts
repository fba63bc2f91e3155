/**
 * The sandbox of operators over a whole gateway: what is sent as its account, what handsets got, and what a person does
 * with one. Every answer is held against openapi.yaml.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { JsonObject } from '../../src/lib/json.ts';
import { cardThenText, type HttpAnswer, startGateway, type TestGateway } from '../support/gateway/gateway.ts';
import { assertFits, described, example, object } from '../support/openapi.ts';

const PREFIX = '/operator/v1';
const documented = described.filter(({ operation }) => String(operation.tags).includes('Handsets'));

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
  return answer;
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
}

const send = (operation: string, body: object, more: object = {}) => ask('POST', '/send', { operation, body, ...more });

async function operatorWith(name: string, rights: readonly string[]): Promise<string> {
  const made = await service.operate('POST', '/operators', { name, rights });
  return String((made.body as JsonObject).token);
}

describe('the sandbox of operators', () => {
  before(async () => {
    service = await startGateway();
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
});
