/**
 * Telephones of the sandbox in somebody's hands: a call that rings is answered, declined, hung up and given keys by the
 * API. And whoever waits for what arrives at a handset is answered when it does.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { CallBody } from '../../src/engine/message/call-body.ts';
import { asJsonObject } from '../../src/lib/json.ts';
import { readWav } from '../../src/lib/wav.ts';
import { startGateway, type TestGateway, textOnly } from '../support/gateway/gateway.ts';

interface Call {
  readonly id: string;
  readonly state?: string;
  readonly answered_on: string | null;
  readonly ended_on: string | null;
}

let service: TestGateway;
let nextNumber = 0;

function handset(ending: string): string {
  nextNumber += 1;
  return `491515${String(nextNumber).padStart(4, '0')}${ending}`;
}

async function place(number: string, more: object = {}): Promise<string> {
  const answer = await service.call('POST', '/v1/verify/call', { phone_number: number, verify_code: '407', ...more });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return (answer.body as CallBody).reference_id;
}

const statusOf = async (reference: string) =>
  ((await service.call('GET', `/v1/verify/${reference}`)).body as CallBody).status.code;

async function callsOf(number: string, query = '?live=true'): Promise<Call[]> {
  return (await service.call('GET', `/sandbox/handsets/${number}/calls${query}`)).body as Call[];
}

async function untilState(number: string, state: string): Promise<Call> {
  return service.until(`it is ${state}`, async () => (await callsOf(number)).find((call) => call.state === state));
}

async function act(number: string, { id }: Pick<Call, 'id'>, what: string, body?: object): Promise<number> {
  return (await service.call('POST', `/sandbox/handsets/${number}/calls/${id}/${what}`, body)).status;
}

describe('a telephone in somebody’s hands', () => {
  before(async () => {
    service = await startGateway();
    // Speech takes real time, and the clock of the test is faster.
    await service.speech.prompt({ language: 'en-US', text: null, code: '0123456789', encoding: 'PCMU' });
  });
  after(() => service.stop());

  test('rings until it is answered, hears the message, and hangs up', async () => {
    const number = handset('938');
    const reference = await place(number);
    const ringing = await untilState(number, 'ringing');
    await service.advance(10_000);
    assert.equal((await untilState(number, 'ringing')).id, ringing.id, 'nobody answers by himself');
    const { calls } = (await service.operate('GET', '/calls/in-progress')).body as {
      calls: Array<{ reference_id: string; carrier: string; node: string }>;
    };
    assert.deepEqual(
      calls.map((each) => [each.reference_id, each.carrier, each.node]),
      [[reference, 'sandbox-voice', 'test-node']],
      'operators see it',
    );
    assert.deepEqual(await callsOf(number, ''), [], 'without live=true what is over is listed');
    assert.deepEqual([ringing.answered_on, ringing.ended_on], [null, null]);
    for (const what of ['hang-up', 'keys']) assert.equal(await act(number, ringing, what, { keys: '1' }), 409, what);
    assert.equal(await act(number, ringing, 'answer'), 200);
    assert.equal((await untilState(number, 'answered')).id, ringing.id);
    for (const what of ['answer', 'decline']) assert.equal(await act(number, ringing, what), 409, what);
    await service.advance(5_000);
    assert.equal(await act(number, ringing, 'hang-up'), 200);
    await service.until('it is over', async () => (await statusOf(reference)) === 100);
    const [over, ...others] = await callsOf(number, '');
    assert.deepEqual([over?.id, others], [ringing.id, []], 'under the id under which it rang');
    assert.deepEqual(await callsOf(number), await callsOf(number, ''));
    const left = await service.operate('GET', '/calls/in-progress');
    assert.deepEqual(left.body, { calls: [] });
    const wav = await fetch(`${service.url}/sandbox/handsets/${number}/calls/${ringing.id}.wav`, {
      headers: { authorization: service.authorization },
    });
    const { samples } = readWav(Buffer.from(await wav.arrayBuffer()));
    assert.ok(
      samples.some((sample) => Math.abs(sample) > 1_000),
      'something was said',
    );
    assert.equal(await act(number, ringing, 'answer'), 404, 'it is not under way any more');
  });

  test('declines: nobody answered, and it does not ring again', async () => {
    const number = handset('938');
    const reference = await place(number);
    assert.equal(await act(number, await untilState(number, 'ringing'), 'decline'), 200);
    await service.until('it is over', async () => (await statusOf(reference)) === 101);
    await service.advance(60_000);
    assert.equal((await callsOf(number)).length, 1);
  });

  test('presses keys: the one that was asked for is among them', async () => {
    const number = handset('938');
    const reference = await place(number, { pressx: '1', tts_message: '$$CODE$$' });
    const ringing = await untilState(number, 'ringing');
    await act(number, ringing, 'answer');
    await service.advance(8_000);
    assert.equal(await act(number, ringing, 'keys', { keys: '0123456789' }), 200);
    await service.until('it is over', async () => (await statusOf(reference)) === 100);
    const { body } = await service.operate('GET', `/calls/${reference}`);
    const { times_said: timesSaid, keys } = asJsonObject(asJsonObject(body)?.line) ?? {};
    assert.deepEqual([timesSaid, keys], [2, '0123456789'], 'the code was said, after a key that was right');
  });

  test('of any number can be told to wait, and to go on as before', async () => {
    const number = handset('100');
    const told = (waits: unknown) => service.call('PUT', `/sandbox/handsets/${number}/waits`, { waits });
    assert.equal((await told('yes')).status, 400);
    assert.equal((await told(true)).status, 200);
    const reference = await place(number);
    const ringing = await untilState(number, 'ringing');
    await service.advance(5_000);
    assert.equal((await untilState(number, 'ringing')).id, ringing.id);
    await act(number, ringing, 'decline');
    await service.until('it is over', async () => (await statusOf(reference)) === 101);
    assert.equal((await told(false)).status, 200);
    const second = await place(number);
    await service.until('it is answered and over', async () => (await statusOf(second)) === 100);
  });

  test('has no such call, and refuses what cannot be: in the words of the sandbox', async () => {
    const number = handset('938');
    await place(number);
    const ringing = await untilState(number, 'ringing');
    assert.equal(await act(number, { id: '0123456789abcdef' }, 'answer'), 404);
    assert.equal(await act(handset('938'), ringing, 'answer'), 404, 'of another telephone');
    assert.equal(await act(number, ringing, 'keys', { keys: 'abc' }), 400);
    assert.equal(await act(number, ringing, 'keys'), 400);
    for (const query of ['?live=yes', '?wait=61', '?wait=x', '?after=-1', '?later=1']) {
      assert.equal((await service.call('GET', `/sandbox/handsets/${number}/calls${query}`)).status, 400, query);
    }
    await act(number, ringing, 'decline');
  });

  test('who waits for a call is answered when it rings', async () => {
    const number = handset('938');
    const waiting = callsOf(number, '?live=true&wait=30');
    await place(number);
    const [call] = await service.through('it rings', waiting);
    assert.equal(call?.state, 'ringing');
    assert.equal((await callsOf(number, '?live=true&wait=30')).length, 1, 'at once when there is one');
    const next = callsOf(number, '?live=true&wait=30&after=1');
    await act(number, call ?? { id: '' }, 'decline');
    assert.deepEqual(await service.through('it is over', next), []);
  });
});

describe('who waits for messages', () => {
  before(async () => {
    service = await startGateway();
  });
  after(() => service.stop());

  const got = (number: string, query: string) => service.call('GET', `/sandbox/handsets/${number}/messages${query}`);

  test('is answered when one arrives, and at once when one is there', async () => {
    const number = handset('901');
    const waiting = got(number, '?wait=30');
    const before = service.clock.now();
    await service.send(textOnly(number, { text: 'One' }));
    const first = await service.through('it is answered', waiting);
    assert.deepEqual(
      (first.body as Array<{ text: string }>).map(({ text }) => text),
      ['One'],
    );
    assert.ok(service.clock.now() - before < 10_000, 'and not when the time is over');
    assert.equal(((await got(number, '?wait=30')).body as unknown[]).length, 1);
    const next = got(number, '?wait=30&after=1');
    await service.send(textOnly(number, { text: 'Two' }));
    const second = await service.through('it is answered', next);
    assert.deepEqual(
      (second.body as Array<{ text: string }>).map(({ text }) => text),
      ['Two'],
    );
    assert.equal(((await got(number, '')).body as unknown[]).length, 2);
  });

  test('is answered with nothing when the time is over', async () => {
    const number = handset('100');
    const waiting = got(number, '?wait=5');
    const before = service.clock.now();
    assert.deepEqual((await service.through('the time is over', waiting)).body, []);
    assert.ok(service.clock.now() - before >= 5_000);
    for (const query of ['?wait=61', '?wait=-1', '?after=two', '?full=true']) {
      assert.equal((await got(number, query)).status, 400, query);
    }
  });

  test('is answered when the gateway stops', async () => {
    const waiting = got(handset('100'), '?wait=60');
    await service.until('it waits', async () => (await got(handset('100'), '')).status === 200);
    const before = service.clock.now();
    await service.through('the gateway stops', service.gateway.stop());
    assert.deepEqual((await waiting).body, []);
    assert.ok(service.clock.now() - before < 2_000);
  });
});
