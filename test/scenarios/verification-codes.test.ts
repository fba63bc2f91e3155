/** Codes of verification calls: who may check them, how often, for how long, and what is left of them. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fromReference } from '../../src/lib/ids.ts';
import { startGateway, type TestGateway } from '../support/gateway/gateway.ts';

let service: TestGateway;
let lastNumber = 0;

/** Each is busy: its call is over at once. */
function anotherNumber(): string {
  lastNumber += 1;
  return `49151132${String(lastNumber).padStart(3, '0')}921`;
}

interface Shown {
  readonly reference_id: string;
  readonly status: { readonly code: number };
  readonly verify: { readonly code_state: string };
  readonly errors: ReadonlyArray<{ readonly code: number }>;
}

async function place(number = anotherNumber(), verify_code = '24680'): Promise<string> {
  const answer = await service.call('POST', '/v1/verify/call', { phone_number: number, verify_code });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return (answer.body as Shown).reference_id;
}

async function check(reference: string, code: string): Promise<string> {
  const answer = await service.call('GET', `/v1/verify/${reference}?verify_code=${code}`);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return (answer.body as Shown).verify.code_state;
}

async function show(reference: string): Promise<Shown> {
  return (await service.call('GET', `/v1/verify/${reference}`)).body as Shown;
}

function ended(reference: string): Promise<Shown> {
  return service.until('the call is over', async () => {
    const shown = await show(reference);
    return ![103, 105].includes(shown.status.code) && shown;
  });
}

describe('the code of a verification call', () => {
  before(async () => {
    service = await startGateway();
    // Speech takes real time, and the clock of the test is faster.
    await service.speech.prompt({ language: 'en-US', text: null, code: '0123456789', encoding: 'PCMU' });
  });
  after(() => service.stop());

  test('is VALID once, anything else is INVALID, and UNKNOWN without one', async () => {
    const reference = await place();
    assert.equal((await show(reference)).verify.code_state, 'UNKNOWN');
    assert.deepEqual(
      [await check(reference, '24681'), await check(reference, '24680'), await check(reference, '24680')],
      ['INVALID', 'VALID', 'INVALID'],
    );
    assert.equal((await show(reference)).verify.code_state, 'UNKNOWN');
    const another = await place();
    const together = await Promise.all(Array.from({ length: 10 }, () => check(another, '24680')));
    assert.equal(together.filter((state) => state === 'VALID').length, 1);
  });

  test('is none where the text is all that the caller gave: nothing is VALID, whatever is guessed', async () => {
    const number = '4915113299912';
    const body = { phone_number: number, tts_message: 'Hello, your code is 1, 2, 3.' };
    const answer = await service.call('POST', '/v1/verify/call', body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    const { reference_id: reference } = answer.body as Shown;
    assert.equal(await check(reference, '123'), 'INVALID');
    const { rows } = await service.gateway.db.query<{ code_hash: Buffer }>(
      'select code_hash from calls where message_id = $1',
      [fromReference(reference)],
    );
    assert.equal(rows[0]?.code_hash.length, 32);
    const done = await service.call('PUT', `/v1/verify/completion/${reference}`);
    assert.deepEqual([done.status, (done.body as Shown).status.code], [200, 1900]);
  });

  test('is not valid any more after five wrong tries, also when they come together', async () => {
    const reference = await place();
    const guesses = Array.from({ length: 30 }, (_, index) => check(reference, String(10_000 + index)));
    assert.deepEqual(new Set(await Promise.all(guesses)), new Set(['INVALID']));
    assert.equal(await check(reference, '24680'), 'INVALID');
    const four = await place();
    for (let n = 0; n < 4; n += 1) await check(four, '00000');
    assert.equal(await check(four, '24680'), 'VALID');
  });

  test('is not valid on a number with twenty wrong tries in the hour, whatever the call', async () => {
    const number = anotherNumber();
    for (let call = 0; call < 4; call += 1) {
      const reference = await place(number);
      for (let n = 0; n < 5; n += 1) await check(reference, '00000');
    }
    const last = await place(number);
    assert.equal(await check(last, '24680'), 'INVALID');
    assert.equal(await check(await place(), '24680'), 'VALID');
    await service.leap(3_600_000);
    assert.equal(await check(await place(number), '24680'), 'VALID');
  });

  test('is valid until ten minutes after the call, and the call is known for twelve hours', async () => {
    const reference = await place();
    await ended(reference);
    await service.advance(9 * 60_000);
    assert.equal(await check(reference, '24680'), 'VALID');
    await service.advance(2 * 60_000);
    assert.equal(await check(reference, '24680'), 'INVALID');
    await service.leap(12 * 3_600_000);
    const expired = await service.call('GET', `/v1/verify/${reference}`);
    assert.deepEqual([expired.status, (expired.body as Shown).errors[0]?.code], [404, -10004]);
  });

  test('of a call that nobody has seen end is good for 21 minutes after the POST', async () => {
    for (const [afterMs, expected] of [
      [20 * 60_000, 'VALID'],
      [21 * 60_000 + 1, 'INVALID'],
    ] as const) {
      const reference = await place();
      await ended(reference);
      // As a gateway leaves it that dies while it rings and is started much later.
      await service.gateway.db.query(
        `update messages set final_at = null, due_at = to_timestamp($2 / 1000.0) where id = $1`,
        [fromReference(reference), service.clock.now() + 86_400_000],
      );
      await service.advance(afterMs);
      assert.equal(await check(reference, '24680'), expected);
    }
  });

  test('of a call of which nothing is left is expired, too; what no call ever had is unknown', async () => {
    for (const [reference, code] of [
      ['01900000000070008000000000000000', -10004],
      ['019000000000F0008000000000000000', -10001],
      ['0'.repeat(32), -10001],
    ] as const) {
      const answer = await service.call('GET', `/v1/verify/${reference}`);
      assert.deepEqual([answer.status, (answer.body as Shown).errors[0]?.code], [404, code], reference);
    }
  });

  test('is sealed while the call is under way, and a keyed hash afterwards', async () => {
    const reference = await place(undefined, '13579');
    const row = async () => {
      const { rows } = await service.gateway.db.query<{ code_sealed: Buffer | null; code_hash: Buffer }>(
        'select code_sealed, code_hash from calls where message_id = $1',
        [fromReference(reference)],
      );
      return rows[0];
    };
    await ended(reference);
    const left = await row();
    assert.equal(left?.code_sealed, null);
    assert.equal(left?.code_hash.length, 32);
    assert.equal(await check(reference, '13579'), 'VALID');
    for (const table of ['messages', 'attempts', 'calls', 'callbacks']) {
      const { rows } = await service.gateway.db.query<{ row: string }>(`select t::text as row from ${table} t`);
      assert.ok(!rows.some(({ row: text }) => text.includes('13579')), table);
    }
  });

  test('belongs to its account; completion is noted and may be said again', async () => {
    const reference = await place();
    const made = await service.operate('POST', '/accounts', {
      name: 'Other',
      kind: 'full_service',
      products: ['voice'],
    });
    const { customer_id: id, api_key: key } = made.body as { customer_id: string; api_key: string };
    const authorization = `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`;
    for (const [method, path] of [
      ['GET', `/v1/verify/${reference}?verify_code=24680`],
      ['PUT', `/v1/verify/completion/${reference}`],
    ] as const) {
      const other = await service.call(method, path, undefined, { authorization });
      assert.deepEqual([other.status, (other.body as Shown).errors[0]?.code], [404, -10001]);
    }
    for (let n = 0; n < 2; n += 1) {
      const done = await service.call('PUT', `/v1/verify/completion/${reference}`, undefined, {
        'content-type': 'application/x-www-form-urlencoded',
      });
      assert.deepEqual([done.status, (done.body as Shown).status.code], [200, 1900]);
    }
  });
});
