/**
 * Messages, texts and codes that their caller takes back: by what of them has left, what the answer says, and what is told
 * afterwards.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { asJsonObject } from '../../src/lib/json.ts';
import { CUSTOMER_ID, cardThenText, startGateway, type TestGateway, textOnly } from '../support/gateway/gateway.ts';

let service: TestGateway;
let nextNumber = 0;

/** A number that no other test uses, with the story that its ending chooses. */
function handset(ending = '100'): string {
  nextNumber += 1;
  return `491514${String(nextNumber).padStart(4, '0')}${ending}`;
}

type Path = 'omnichannel' | 'messaging' | 'verify';

async function codeAt(method: 'GET' | 'DELETE', path: Path, reference: string): Promise<[number, unknown]> {
  const { status, body } = await service.call(method, `/v1/${path}/${reference}`);
  return [status, asJsonObject(asJsonObject(body)?.status)?.code];
}

const shown = (path: Path, reference: string) => codeAt('GET', path, reference);
const takeBack = (path: Path, reference: string) => codeAt('DELETE', path, reference);

async function post(path: string, body: object, code: number): Promise<string> {
  const answer = await service.call('POST', path, { callback_url: service.callbackUrl, ...body });
  const { reference_id: reference, status } = asJsonObject(answer.body) ?? {};
  assert.deepEqual([answer.status, asJsonObject(status)?.code], [200, code], JSON.stringify(answer.body));
  return String(reference);
}

const sendText = (number: string) =>
  post('/v1/messaging', { phone_number: number, message: 'Hello', message_type: 'ARN' }, 290);

/** The codes that its callbacks said, in their order. */
function told(reference: string): unknown[] {
  return service.received.filter(({ body }) => body.reference_id === reference).map(({ body }) => body.status.code);
}

/** Nothing is handed over to a carrier that is to drain. */
async function ordered(what: 'drain' | 'resume'): Promise<void> {
  assert.equal((await service.operate('POST', `/carriers/sandbox-sms/${what}`)).status, 200);
}

describe('what is taken back', () => {
  before(async () => {
    service = await startGateway();
  });
  after(() => service.stop());

  test('before it was handed over never leaves: a message, a text and a code in a text are 3007, once and for all', async () => {
    await ordered('drain');
    const numbers = [handset(), handset(), handset()] as const;
    const message = await service.send(textOnly(numbers[0]));
    const text = await sendText(numbers[1]);
    const code = await post('/v1/verify/sms', { phone_number: numbers[2] }, 290);
    const all = [
      ['omnichannel', message],
      ['messaging', text],
      ['verify', code],
    ] as const;
    for (const [path, reference] of all) {
      assert.deepEqual(await takeBack(path, reference), [200, 3007], path);
      assert.deepEqual(await shown(path, reference), [200, 3007], path);
    }
    await ordered('resume');
    await service.advance(60_000);
    for (const [path, reference] of all)
      assert.deepEqual(await takeBack(path, reference), [200, 3007], `${path}, again`);
    for (const number of numbers) assert.deepEqual(await service.messagesOf(number), []);
    for (const [path, reference] of all) {
      await service.until('it is told', () => told(reference).length > 0);
      assert.equal(told(reference).at(-1), 3007, path);
    }
    const body = await service.status(message);
    assert.deepEqual([body.channel_status.length, Object.values(body.channel_status[0] ?? {})[0]?.code], [1, 3007]);
  });

  test('before the time that it was to be sent at never is', async () => {
    const number = handset();
    const sendAt = new Date(service.clock.now() + 3_600_000).toISOString();
    const reference = await service.send({ ...textOnly(number), send_at: sendAt });
    assert.deepEqual(await takeBack('omnichannel', reference), [200, 3007]);
    await service.leap(3_700_000);
    assert.deepEqual(await service.messagesOf(number), []);
    assert.deepEqual(await shown('omnichannel', reference), [200, 3007]);
  });

  test('on RCS is withdrawn from the handset, and no text follows', async () => {
    const number = handset('902');
    const reference = await service.send(cardThenText(number, { fallbackTime: 60 }));
    await service.untilCarrierHas(number);
    assert.deepEqual(await takeBack('omnichannel', reference), [200, 3001], 'it is not known yet');
    await service.untilStatus(reference, 3007);
    await service.advance(120_000);
    const got = await service.messagesOf(number);
    assert.deepEqual(
      got.map(({ channel, withdrawn }) => [channel, withdrawn]),
      [['rcs', true]],
    );
    await service.until('it is told', () => told(reference).length > 0);
    assert.deepEqual(told(reference), [3007]);
  });

  test('on RCS, and delivered already, is 3000 with its receipt', async () => {
    const number = handset('903');
    const reference = await service.send(cardThenText(number, { fallbackTime: 600 }));
    await service.untilCarrierHas(number);
    assert.deepEqual(await takeBack('omnichannel', reference), [200, 3001]);
    await service.untilStatus(reference, 3000);
    assert.equal((await service.messagesOf(number)).length, 1, 'no text follows');
  });

  test('at an SMSC stays there, and ends as it would have', async () => {
    const [number, silent] = [handset('971'), handset('917')];
    const reference = await service.send(textOnly(number));
    const text = await sendText(silent);
    await service.untilCarrierHas(number);
    await service.untilCarrierHas(silent);
    assert.deepEqual(await takeBack('omnichannel', reference), [200, 3001]);
    assert.deepEqual(await takeBack('messaging', text), [200, 203]);
    await service.untilStatus(reference, 3000);
    assert.deepEqual(await shown('messaging', text), [200, 203], 'it waits for its receipt');
    assert.equal((await service.messagesOf(silent)).length, 1);
  });

  test('as a call that rings is hung up: 108', async () => {
    const number = handset('923');
    const reference = await post('/v1/verify/call', { phone_number: number, verify_code: '407' }, 103);
    await service.until('it is placed', async () => {
      const { rows } = await service.gateway.db.query(
        `select from attempts a join messages m on m.id = a.message_id and m.bucket = a.bucket
          where m.recipient = $1 and a.state = 'sending'`,
        [number],
      );
      return rows.length === 1;
    });
    await service.advance(1_000);
    assert.deepEqual(await takeBack('verify', reference), [200, 103], 'it is not over yet');
    await service.until('it is over', async () => (await shown('verify', reference))[1] === 108);
    const calls = (await service.call('GET', `/sandbox/handsets/${number}/calls`)).body as unknown[];
    assert.equal(calls.length, 1);
    assert.deepEqual(await takeBack('verify', reference), [200, 108]);
  });

  test('when it is over stays as it is, and nothing more is told', async () => {
    const number = handset();
    const reference = await service.send(textOnly(number));
    await service.untilStatus(reference, 3000);
    await service.until('it is told', () => told(reference).includes(3000));
    const before = await service.status(reference);
    assert.deepEqual(await takeBack('omnichannel', reference), [200, 3000]);
    await service.advance(10_000);
    assert.deepEqual(await service.status(reference), before);
    assert.deepEqual(told(reference), [3000]);
  });

  test('by many at once is taken back once, and told once', async () => {
    await ordered('drain');
    const reference = await service.send(textOnly(handset()));
    const answers = await Promise.all(Array.from({ length: 5 }, () => takeBack('omnichannel', reference)));
    assert.deepEqual(answers, Array(5).fill([200, 3007]));
    await ordered('resume');
    await service.until('it is told', () => told(reference).length > 0);
    await service.advance(10_000);
    // 3001 tells that the carrier was away for it.
    assert.deepEqual(
      told(reference).filter((code) => code !== 3001),
      [3007],
    );
  });

  test('is refused as GET is: what is no reference, unknown, of another kind or of another account', async () => {
    const message = await service.send(textOnly(handset()));
    const text = await sendText(handset());
    const unknown = '0190A3F04C6B7000A1B2C3D4E5F60789';
    for (const [path, reference] of [
      ['omnichannel', 'nothing'],
      ['omnichannel', unknown],
      ['omnichannel', text],
      ['messaging', 'nothing'],
      ['messaging', unknown],
      ['messaging', message],
      ['verify', unknown],
      ['verify', message],
      ['verify', 'nothing'],
    ] as const) {
      const expected = await shown(path, reference);
      assert.ok(expected[0] >= 400, path);
      assert.deepEqual(await takeBack(path, reference), expected, `${path} ${reference}`);
    }
    assert.deepEqual(await takeBack('omnichannel', 'nothing'), [400, 3311]);
    const other = await strangerTakesBack(message);
    assert.deepEqual(other, [404, 3404]);
    await service.untilStatus(message, 3000);
  });
});

async function strangerTakesBack(reference: string): Promise<[number, unknown]> {
  const made = asJsonObject((await service.operate('POST', '/accounts', { name: 'Acme' })).body) ?? {};
  assert.notEqual(made.customer_id, CUSTOMER_ID);
  const authorization = `Basic ${Buffer.from(`${made.customer_id}:${made.api_key}`).toString('base64')}`;
  const { status, body } = await service.call('DELETE', `/v1/omnichannel/${reference}`, undefined, { authorization });
  return [status, asJsonObject(asJsonObject(body)?.status)?.code];
}
