/** The examples that send texts and codes, run as they stand in the folder, each as a process of its own. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { API_KEY, CUSTOMER_ID, startGateway, type TestGateway } from '../support/gateway/gateway.ts';

const FOLDER = fileURLToPath(new URL('../../examples/', import.meta.url));

let service: TestGateway;
const children: ChildProcess[] = [];

function run(command: string, ...args: string[]) {
  const child = spawn(command, args, {
    cwd: FOLDER,
    env: { PATH: process.env.PATH, BASE_URL: service.url, CUSTOMER_ID, API_KEY },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { output: () => output, type: (text: string) => child.stdin.write(text), ended };
}

describe('the examples of texts', () => {
  before(async () => {
    service = await startGateway();
  });
  after(async () => {
    for (const child of children) child.kill('SIGKILL');
    await service.stop();
  });

  for (const [command, ...args] of [
    ['sh', 'send-text.sh'],
    [process.execPath, 'send-text.mjs'],
  ] as const) {
    test(`${args[0]} sends a text and sees how it ends`, async () => {
      const delivered = run(command, ...args, '4915114000100', 'Grüße & mehr');
      assert.equal(await service.through('it ends', delivered.ended), 0, delivered.output());
      assert.match(delivered.output(), /"status":\{"code":200,"description":"Delivered to handset"/);
      assert.equal((await service.messagesOf('4915114000100')).at(-1)?.text, 'Grüße & mehr');
      const failed = run(command, ...args, '4915114000913');
      assert.equal(await service.through('it ends', failed.ended), 1, failed.output());
      assert.match(failed.output(), /"status":\{"code":207/);
    });
  }

  test('verify-by-sms.mjs sends a code, and knows the right one from a wrong one', async () => {
    for (const [number, isRight] of [
      ['4915114001100', true],
      ['4915114002100', false],
    ] as const) {
      const verifying = run(process.execPath, 'verify-by-sms.mjs', number);
      const text = await service.until('the code arrives', async () => (await service.messagesOf(number))[0]?.text);
      await service.until('it is asked for', () => verifying.output().includes('the code: '));
      const code = /\d{5}/.exec(text)?.[0] ?? '';
      verifying.type(`${isRight ? code : code.replace(/^./, (digit) => String((Number(digit) + 1) % 10))}\n`);
      assert.equal(await service.through('it ends', verifying.ended), isRight ? 0 : 1, verifying.output());
      assert.match(verifying.output(), isRight ? /\bVALID$/m : /INVALID/);
    }
  });

  test('call.mjs keeps what a telephone has heard', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'call-'));
    t.after(() => rm(folder, { recursive: true }));
    const file = join(folder, 'call.wav');
    const calling = run(process.execPath, 'call.mjs', '4915114003100', file);
    assert.equal(await service.through('it ends', calling.ended), 0, calling.output());
    assert.match(calling.output(), /what was heard is in .*call\.wav\nVALID\n$/);
    assert.equal((await readFile(file)).subarray(0, 4).toString(), 'RIFF');
  });
});
