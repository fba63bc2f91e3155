/** The examples are run as they stand in the folder, each as a process of its own, against a whole gateway. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { API_KEY, CUSTOMER_ID, startGateway, type TestGateway } from '../support/gateway/gateway.ts';

const FOLDER = fileURLToPath(new URL('../../examples/', import.meta.url));

let gateway: TestGateway;
const children: ChildProcess[] = [];

interface Run {
  readonly output: () => string;
  readonly ended: Promise<number | null>;
}

function run(command: string, ...args: string[]): Run {
  const child = spawn(command, args, {
    cwd: FOLDER,
    env: { PATH: process.env.PATH, BASE_URL: gateway.url, CUSTOMER_ID, API_KEY },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  return { output: () => output, ended: new Promise((resolve) => child.once('close', resolve)) };
}

describe('the examples', () => {
  before(async () => {
    gateway = await startGateway();
  });
  after(async () => {
    for (const child of children) child.kill('SIGKILL');
    await gateway.stop();
  });

  test('the shell example sends a card and sees its final status', async () => {
    const delivered = run('sh', 'send-message.sh', '4915112345678');
    assert.equal(await gateway.through('it ends', delivered.ended), 0, delivered.output());
    assert.match(delivered.output(), /"code":3000,"description":"Delivered","last_channel":"rcs"/);
  });

  test('the shell example ends with an error when nothing reaches the handset', async () => {
    const failed = run('sh', 'send-message.sh', '4915112345990');
    assert.equal(await gateway.through('it ends', failed.ended), 1, failed.output());
    assert.match(failed.output(), /"status":\{"code":3003/);
  });

  test('the receiver takes the callback of what the signing example sends, and refuses what is not signed', async () => {
    const receiver = run(process.execPath, 'receive-callbacks.mjs', '0');
    const url = await gateway.until('it listens', () => /callback_url: (\S+)/.exec(receiver.output())?.[1]);
    const sender = run(process.execPath, 'send-message.mjs', '4915112345679', url);
    assert.equal(await gateway.through('it ends', sender.ended), 0, sender.output());
    const reference = /"reference_id":"([0-9A-F]{32})"/.exec(sender.output())?.[1];
    assert.ok(reference, sender.output());
    await gateway.until('the callback is printed', () =>
      receiver.output().includes(`${reference}: 3000 Delivered (sms)`),
    );
    const { statusCode } = await request(url, { method: 'POST', body: '{}' });
    assert.equal(statusCode, 401);
    await gateway.until('the refusal is printed', () => receiver.output().includes('refused: a signature is wrong'));
  });
});
