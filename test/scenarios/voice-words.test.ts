/** Verification calls whose words take their time: nobody is called before they are there. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { CallBody } from '../../src/engine/message/call-body.ts';
import type { HandsetCall } from '../../src/sandbox/heard-calls.ts';
import { eventually } from '../support/cluster/eventually.ts';
import { startGateway, type TestGateway } from '../support/gateway/gateway.ts';

/** Half a second of a tone, 16 bits at 8 kHz. */
const SOUND = Buffer.from(
  Int16Array.from({ length: 4_000 }, (_, i) => Math.round(8_000 * Math.sin((2 * Math.PI * 400 * i) / 8_000))).buffer,
);

let service: TestGateway;
/** Answers that the speech service owes. */
const held: ServerResponse[] = [];

async function place(number: string, text: string): Promise<string> {
  const body = { phone_number: number, verify_code: '407', tts_message: text };
  const answer = await service.call('POST', '/v1/verify/call', body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return (answer.body as CallBody).reference_id;
}

async function status(reference: string): Promise<number> {
  return ((await service.call('GET', `/v1/verify/${reference}`)).body as CallBody).status.code;
}

async function callsOf(number: string): Promise<HandsetCall[]> {
  return (await service.call('GET', `/sandbox/handsets/${number}/calls`)).body as HandsetCall[];
}

async function metric(name: string): Promise<string | undefined> {
  return (await service.metrics()).split('\n').find((line) => line.startsWith(name));
}

describe('a call whose words are not there yet', () => {
  before(async () => {
    const server = createServer((request, response) => {
      const isSlow = decodeURIComponent(request.url ?? '').includes('Slow');
      if (isSlow) held.push(response);
      else response.end(SOUND);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const folder = await mkdtemp(join(tmpdir(), 'trunkline-words-'));
    const file = join(folder, 'trunkline.yaml');
    const url = `http://127.0.0.1:${port}/{text}`;
    const http = { url, method: 'GET', voices: { 'en-US': 'one' }, format: 'pcm', samples_per_second: 8000 };
    await writeFile(file, JSON.stringify({ speech: { http: { ...http, within_ms: 30_000, max_in_flight: 100 } } }));
    service = await startGateway({ TRUNKLINE_CONFIG: file });
    service.atEnd(() => new Promise((closed) => server.close(closed)));
    service.atEnd(() => rm(folder, { recursive: true, force: true }));
    // The ten digits, so that only texts are waited for.
    await service.speech.prompt({ language: 'en-US', text: '$$CODE$$', code: '407', encoding: 'PCMU' });
  });
  after(async () => {
    for (const response of held) response.end(SOUND);
    await service.stop();
  });

  test('is not dialled before they are there, whatever others say meanwhile, and then speaks at once', async () => {
    const numbers = Array.from({ length: 40 }, (_, index) => `49151150${String(index + 10).padStart(5, '0')}`);
    const references: string[] = [];
    for (const [index, number] of numbers.entries()) references.push(await place(number, `Slow text ${index}`));
    await service.until('all texts are being spoken', () => held.length === numbers.length);
    await service.advance(4_000);
    for (const reference of references) assert.equal(await status(reference), 103);
    assert.match((await metric('trunkline_call_stage_seconds_count{stage="invited"}')) ?? ' 0', / 0$/);
    for (const response of held.splice(0)) response.end(SOUND);
    for (const [index, number] of numbers.entries()) {
      await service.until('it is over', async () => (await callsOf(number)).length === 1);
      // What the trunk saw is recorded after it.
      await service.until('that is known', async () => (await status(references[index] ?? '')) === 100);
    }
    assert.match((await metric('trunkline_call_stage_seconds_count{stage="speaks"}')) ?? '', / 40$/);
  });

  test('ends 106 when they do not come in time: nobody is called, and it is counted', async () => {
    const number = '4915115100100';
    assert.match((await metric('trunkline_prompts_total{engine="http",result="late"}')) ?? '', / 0$/);
    const reference = await place(number, 'Slow for ever');
    await eventually('it is being spoken', () => held.length === 1);
    await service.until('it is over', async () => (await status(reference)) === 106);
    assert.deepEqual(await callsOf(number), []);
    assert.match((await metric('trunkline_prompts_total{engine="http",result="late"}')) ?? '', / 1$/);
    assert.match((await metric('trunkline_calls_total{cause="unspoken",trunk="none"}')) ?? '', / 1$/);
  });
});
