/**
 * npm telesignsdk, unmodified: it has a telephone called, asks how the call stands, checks the code and completes; and in
 * a dozen languages what is heard is what was to be said, byte for byte.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import TeleSign from 'telesignsdk';
import type { CallBody } from '../../src/engine/message/call-body.ts';
import { decodeG711 } from '../../src/lib/g711.ts';
import { readWav } from '../../src/lib/wav.ts';
import type { HandsetCall } from '../../src/sandbox/heard-calls.ts';
import { API_KEY, CUSTOMER_ID, startGateway, type TestGateway } from '../support/gateway/gateway.ts';

const LANGUAGES = [
  'de-DE',
  'fr-FR',
  'es-MX',
  'pt-BR',
  'pl-PL',
  'ru-RU',
  'tr-TR',
  'ar-SA',
  'he-IL',
  'zh-CN',
  'ja-JP',
  'hi-IN',
];
const CODE = '90210';
const LONGEST_MS = 90_000;

let service: TestGateway;
const heardIn = new Map<string, string>();

function ask(sdk: TeleSign, method: string, path: string, params: object | null = null): Promise<CallBody> {
  return new Promise((resolve, reject) => {
    sdk.rest.execute((error, body) => (error ? reject(error) : resolve(body as CallBody)), method, path, params);
  });
}

/** What the telephone heard in its one call. */
async function heard(number: string): Promise<Buffer> {
  const calls = (await service.call('GET', `/sandbox/handsets/${number}/calls`)).body as HandsetCall[];
  assert.equal(calls.length, 1, number);
  const path = `/sandbox/handsets/${number}/calls/${calls[0]?.id}.wav`;
  const wav = await fetch(service.url + path, { headers: { authorization: service.authorization } });
  const { samples } = readWav(Buffer.from(await wav.arrayBuffer()));
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
}

async function areOver(numbers: readonly string[]): Promise<boolean> {
  for (const number of numbers) {
    const calls = (await service.call('GET', `/sandbox/handsets/${number}/calls`)).body as HandsetCall[];
    if (calls.length === 0) return false;
  }
  return true;
}

describe('a call asked for by npm telesignsdk', () => {
  before(async () => {
    service = await startGateway();
    // Speech takes real time, and the clock of the test is faster.
    for (const tag of LANGUAGES) await spoken(tag);
  });
  after(() => service.stop());

  test('is placed, shown, checked and completed', async (t) => {
    // The SDK never clears the timer of its time-out, which would hold up the end of the test process.
    const { setTimeout: start } = globalThis;
    t.mock.method(globalThis, 'setTimeout', (run: () => void, ms: number) => start(run, ms).unref());
    const sdk = new TeleSign(CUSTOMER_ID, API_KEY, service.url);
    const placed = await ask(sdk, 'POST', '/v1/verify/call', {
      phone_number: '4915116000100',
      verify_code: CODE,
      tts_message: 'Your code is $$CODE$$.',
      language: 'en-US',
    });
    assert.equal(placed.status.code, 103);
    assert.equal(placed.sub_resource, 'call');
    const path = `/v1/verify/${placed.reference_id}`;
    assert.equal((await ask(sdk, 'GET', path)).verify.code_state, 'UNKNOWN');
    assert.equal((await ask(sdk, 'GET', path, { verify_code: '00000' })).verify.code_state, 'INVALID');
    assert.equal((await ask(sdk, 'GET', path, { verify_code: CODE })).verify.code_state, 'VALID');
    assert.equal((await ask(sdk, 'PUT', `/v1/verify/completion/${placed.reference_id}`)).status.code, 1900);
    await service.until('it is over', async () => (await ask(sdk, 'GET', path)).status.code === 100);
  });

  test('is heard in each language as it was spoken, twice, byte for byte', async () => {
    for (const [index, language] of LANGUAGES.entries()) {
      const number = `49151161${String(index).padStart(5, '0')}`;
      heardIn.set(language, number);
      const answer = await service.call('POST', '/v1/verify/call', {
        phone_number: number,
        verify_code: CODE,
        language,
      });
      assert.equal(answer.status, 200, `${language}: ${JSON.stringify(answer.body)}`);
    }
    for (let passed = 0; passed < LONGEST_MS && !(await areOver([...heardIn.values()])); passed += 1_000) {
      for (let step = 0; step < 50; step += 1) await service.advance(20);
    }
    for (const [language, number] of heardIn) {
      const recording = await heard(number);
      const prompt = await spoken(language);
      const first = recording.indexOf(prompt);
      assert.ok(first >= 0, `${language} was not heard`);
      assert.ok(recording.indexOf(prompt, first + prompt.length) > 0, `${language} was heard once`);
    }
  });
});

async function spoken(tag: string): Promise<Buffer> {
  const language = service.speech.resolveLanguage(tag);
  assert.ok(language, tag);
  const { audio } = await service.speech.prompt({ language, text: null, code: CODE, encoding: 'PCMU' });
  const samples = decodeG711(audio, 'PCMU');
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
}
