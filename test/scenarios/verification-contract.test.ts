/** What callers of `/verification` rely on besides the methods themselves: tries, whose it is, repeats, callbacks, limits. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { VerificationBody } from '../../src/engine/verification/verification-body.ts';
import { API_KEY, CUSTOMER_ID, startGateway, type TestGateway } from '../support/gateway/gateway.ts';
import { tsaHeaders } from '../support/gateway/http.ts';
import { statesOf, type VerificationRig, verificationRig } from '../support/gateway/verifications.ts';

let service: TestGateway;
let rig: VerificationRig;
let lastNumber = 0;

function handset(ending = '100'): string {
  lastNumber += 1;
  return `491514${String(lastNumber).padStart(4, '0')}${ending}`;
}

function codeOf(body: unknown): number {
  return (body as { status: { code: number } }).status.code;
}

describe('a verification', () => {
  before(async () => {
    service = await startGateway();
    rig = verificationRig(service);
  });
  after(() => service.stop());

  test('has three tries, also when many codes come at once', async () => {
    const reference = await rig.begin(handset(), ['sms'], { security_factor: '407407' });
    const wrong = Array.from({ length: 8 }, (_, n) => rig.finalize(reference, `11111${n}`));
    const codes = (await Promise.all(wrong)).sort();
    assert.deepEqual(codes, [3904, 3904, ...Array.from({ length: 6 }, () => 3909)]);
    assert.equal(await rig.finalize(reference, '407407'), 3909);
    assert.match(await rig.states(reference), /^FAILED sms:FAILED:3909/);
  });

  test('is verified once, also when the right code comes twice at once', async () => {
    const reference = await rig.begin(handset(), ['sms'], { security_factor: '0123456789' });
    const codes = await Promise.all([rig.finalize(reference, '0123456789'), rig.finalize(reference, '0123456789')]);
    assert.deepEqual(codes.sort(), [3900, 3909]);
    await service.until('it is told', () => rig.told(reference).length > 0);
    await service.advance(5_000);
    assert.equal(rig.told(reference).length, 1);
  });

  test('is that of its account alone', async () => {
    const reference = await rig.begin(handset(), ['sms'], { security_factor: '123456' });
    const path = `/verification/${reference}`;
    const { authorization } = await newCaller();
    const finalize = { action: 'finalize', security_factor: '123456' };
    for (const [method, at, body] of [
      ['GET', path, undefined],
      ['DELETE', path, undefined],
      ['PATCH', path, finalize],
      ['PATCH', `${path}/state`, finalize],
    ] as const) {
      const answer = await service.call(method, at, body, { authorization });
      assert.deepEqual([answer.status, codeOf(answer.body)], [404, 3404], `${method} ${at}`);
    }
    assert.equal(await rig.finalize(reference, '123456'), 3900);
  });

  test('is begun, seen and finished by signed requests, at the paths of every official client', async () => {
    for (const ending of ['', '/state']) {
      const number = handset();
      const begun = await signed('POST', '/verification', {
        recipient: { phone_number: number },
        security_factor: '5724433',
      });
      const { reference_id: reference } = begun.body as { reference_id: string };
      assert.deepEqual([begun.status, codeOf(begun.body)], [200, 3901]);
      const shown = await signed('GET', `/verification/${reference}`);
      const { state, inner_methods: methods } = shown.body as { state: string; inner_methods: { method: string }[] };
      assert.deepEqual([shown.status, state, methods.map(({ method }) => method)], [200, 'ONGOING', ['sms']]);
      const body = { action: 'finalize', security_factor: '5724433' };
      const finished = await signed('PATCH', `/verification/${reference}${ending}`, body);
      assert.deepEqual(finished.body, { status: { code: 3900, description: 'Verified' } });
    }
  });

  test('asked for again under its idempotency key is the same one, and one text', async () => {
    const number = handset();
    const body = { recipient: { phone_number: number }, verification_policy: [{ method: 'sms' }] };
    const headers = { 'idempotency-key': 'verification-1' };
    const first = await service.call('POST', '/verification', body, headers);
    const second = await service.call('POST', '/verification', body, headers);
    assert.deepEqual([second.status, second.body], [200, first.body]);
    const other = await service.call('POST', '/verification', { ...body, external_id: 'x' }, headers);
    assert.deepEqual([other.status, codeOf(other.body)], [422, 3110]);
    await service.untilCarrierHas(number);
    await service.advance(5_000);
    assert.equal((await service.messagesOf(number)).length, 1);
  });

  test('is called back at the address of its account where it names none, by the method that this one wants', async () => {
    const { authorization } = await newCaller({ callback_url: service.callbackUrl, callback_method: 'GET' });
    const body = { recipient: { phone_number: handset() }, security_factor: '123456' };
    const begun = await service.call('POST', '/verification', body, { authorization });
    const { reference_id: reference } = begun.body as { reference_id: string };
    const finish = { action: 'finalize', security_factor: '123456' };
    await service.call('PATCH', `/verification/${reference}/state`, finish, { authorization });
    await service.until('it is told', () => rig.told(reference).length > 0);
    assert.deepEqual(
      service.received.filter(({ body: told }) => told.reference_id === reference).map(({ method }) => method),
      ['GET'],
    );
  });

  test('whose receiver is down is told later, all of it and in order', async () => {
    service.callbackStatus = 503;
    const reference = await rig.begin(handset('901'), ['rcs', 'sms'], { security_factor: '123456' });
    await rig.untilStates(reference, 'ONGOING rcs:FAILED:3055 sms:ONGOING:3000');
    await service.until('it was tried', () => rig.told(reference).length > 0);
    assert.equal(await rig.finalize(reference, '123456'), 3900);
    const tries = rig.told(reference);
    assert.equal(new Set(tries).size, 1, 'the later one waits for the first');
    service.callbackStatus = 200;
    await service.until('all is told', () => new Set(rig.told(reference)).size === 2);
    assert.deepEqual(rig.told(reference).slice(-2), [
      'ONGOING rcs:FAILED:3055 sms:ONGOING:3901',
      'VERIFIED rcs:FAILED:3055 sms:VERIFIED:3900',
    ]);
  });

  test('goes past methods whose product its account does not have', async () => {
    const { authorization } = await newCaller();
    const reference = await beginAs(authorization, handset('911'), ['rcs', 'sms', 'voice']);
    await service.until('no way is left', async () => (await statesAs(reference, authorization)).startsWith('FAILED'));
    assert.equal(
      await statesAs(reference, authorization),
      'FAILED rcs:SKIPPED:3906 sms:FAILED:3042 voice:SKIPPED:3906',
    );
  });

  test('says so when a later method may not begin, since the number had its share', async () => {
    const { authorization } = await newCaller({ per_number_per_minute: 1 }, { products: ['voice'] });
    const reference = await beginAs(authorization, handset('911'), ['sms', 'voice']);
    await service.until('no way is left', async () => (await statesAs(reference, authorization)).startsWith('FAILED'));
    assert.equal(await statesAs(reference, authorization), 'FAILED sms:FAILED:3042 voice:REJECTED:3205');
  });
});

async function beginAs(authorization: string, number: string, methods: readonly string[]): Promise<string> {
  const policy = methods.map((method) => ({ method }));
  const body = { recipient: { phone_number: number }, verification_policy: policy };
  const begun = await service.call('POST', '/verification', body, { authorization });
  assert.equal(begun.status, 200, JSON.stringify(begun.body));
  return (begun.body as { reference_id: string }).reference_id;
}

/** An account of its own, without products. */
async function newCaller(settings: object = {}, more: object = {}): Promise<{ readonly authorization: string }> {
  const account = { name: 'Other', senders: [], settings, ...more };
  const made = await service.operate('POST', '/accounts', account);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { customer_id: id, api_key: key } = made.body as { customer_id: string; api_key: string };
  return { authorization: `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}` };
}

async function statesAs(reference: string, authorization: string): Promise<string> {
  const answer = await service.call('GET', `/verification/${reference}`, undefined, { authorization });
  return statesOf(answer.body as VerificationBody);
}

/** As the sandbox account. */
function signed(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) {
  const text = body === undefined ? '' : JSON.stringify(body);
  const date = new Date(service.clock.now()).toUTCString();
  const signing = { method, path, date, contentType: 'application/json', body: text };
  const headers = tsaHeaders({ ...signing, customerId: CUSTOMER_ID, apiKey: API_KEY });
  return service.call(method, path, text === '' ? undefined : text, headers);
}
