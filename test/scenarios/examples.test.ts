/** The examples are run as they stand in the folder, each as a process of its own, against a whole gateway. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { API_KEY, CUSTOMER_ID, startGateway, type TestGateway } from '../support/gateway/gateway.ts';

const FOLDER = fileURLToPath(new URL('../../examples/', import.meta.url));

/** The sandbox's, to which people may write before they got anything. */
const SENDER = '491579000000';

let gateway: TestGateway;
const children: ChildProcess[] = [];

interface Run {
  readonly output: () => string;
  readonly ended: Promise<number | null>;
  readonly typeLine: (line: string) => void;
  readonly endInput: () => void;
}

function run(command: string, ...args: string[]): Run {
  return runAt(gateway.url, command, ...args);
}

function runAt(url: string, command: string, ...args: string[]): Run {
  const child = spawn(command, args, {
    cwd: FOLDER,
    env: { PATH: process.env.PATH, BASE_URL: url, CUSTOMER_ID, API_KEY },
    stdio: 'pipe',
  });
  children.push(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  return {
    output: () => output,
    ended: new Promise((resolve) => child.once('close', resolve)),
    typeLine: (line) => child.stdin.write(`${line}\n`),
    endInput: () => child.stdin.end(),
  };
}

/** Where somebody listened a moment ago. */
async function addressOfNobody(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}

async function chats(example: Run, number: string, channel: string): Promise<void> {
  await gateway.until('it listens', () => example.output().includes('Ctrl-D'));
  example.typeLine('Shall we say "at five" & 100 %?');
  await gateway.until('the other one has it', async () => (await gateway.messagesOf(number)).length === 1);
  const [text] = await gateway.messagesOf(number);
  assert.deepEqual([text?.channel, text?.text], [channel, 'Shall we say "at five" & 100 %?']);
  await gateway.reply(number, text?.from ?? '', 'At "five", à bientôt');
  await gateway.until('the answer is shown', () => example.output().includes(`${number}: At "five", à bientôt\n`));
  await gateway.reply(number, text?.from ?? '', 'Or six');
  await gateway.until('the next one is shown', () => example.output().includes(`${number}: Or six\n`));
  example.endInput();
  assert.equal(await gateway.through('it ends', example.ended), 0, example.output());
  const shown = example.output().match(/^\d+: .*$/gm);
  assert.deepEqual(shown, [`${number}: At "five", à bientôt`, `${number}: Or six`]);
}

async function isAsked(example: Run): Promise<void> {
  await gateway.until('it asks for the code', () => example.output().includes('Code: '));
}

async function codeOf(number: string): Promise<string> {
  return gateway.until('the code has come', async () => {
    const [text] = await gateway.messagesOf(number);
    return /\d{6}/.exec(text?.text ?? '')?.[0];
  });
}

describe('the examples', () => {
  before(async () => {
    gateway = await startGateway();
  });
  after(async () => {
    for (const child of children) child.kill('SIGKILL');
    await gateway.stop();
  });

  test('account.sh sets an address, and makes a key, uses it and revokes it', async () => {
    const example = run('sh', 'account.sh', 'http://127.0.0.1:9/callbacks');
    assert.equal(await gateway.through('it ends', example.ended), 0, example.output());
    assert.match(
      example.output(),
      /127\.0\.0\.1:9\/callbacks\nmade the key [0-9A-F]{32}\n\{"usage":\[.*\}\nrevoked it\n$/,
    );
    await gateway.call('PATCH', '/v1/account', { callback_url: null });
  });

  test('the shell example sends a card and sees its final status', async () => {
    const delivered = run('sh', 'send-message.sh', '4915112345678');
    assert.equal(await gateway.through('it ends', delivered.ended), 0, delivered.output());
    assert.match(delivered.output(), /"code":3000,"description":"Delivered","last_channel":"rcs"/);
  });

  test('the example that asks first sends what nothing stops', async () => {
    const number = '4915112345679';
    const asked = run('sh', 'ask-first.sh', number);
    assert.equal(await gateway.through('it ends', asked.ended), 0, asked.output());
    assert.match(asked.output(), /"dry_run":true,"plan":\{"would":"be_sent"/);
    await gateway.until('it is on the handset', async () => (await gateway.messagesOf(number)).length === 1);
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

  test('the receiver with the SDK tells callbacks and what people send apart, and refuses what is not signed', async () => {
    const receiver = run(process.execPath, 'receive-with-sdk.mjs', '0');
    const url = await gateway.until('it listens', () => /callback_url: (\S+)/.exec(receiver.output())?.[1]);
    await gateway.call('PATCH', '/v1/account', { inbound_url: url });
    const sender = run(process.execPath, 'send-message.mjs', '4915112345681', url);
    assert.equal(await gateway.through('it ends', sender.ended), 0, sender.output());
    await gateway.until('the callback is printed', () => /^[0-9A-F]{32}: 3000 Delivered$/m.test(receiver.output()));
    await gateway.reply('4915112345681', SENDER, 'Who is there?');
    await gateway.until('the text is printed', () => /^inbound_text: .*Who is there\?/m.test(receiver.output()));
    await gateway.call('PATCH', '/v1/account', { inbound_url: null });
    assert.equal((await request(url, { method: 'POST', body: '{}' })).statusCode, 401);
    await gateway.until('the refusal is printed', () => receiver.output().includes('refused: no signature'));
  });

  test('look-up.mjs says what it would ask, and what is known', async () => {
    const example = run(process.execPath, 'look-up.mjs', '4915112345678');
    assert.equal(await gateway.through('it ends', example.ended), 0, example.output());
    assert.match(example.output(), /^it would: \{"would":"be_answered"/m);
    assert.match(example.output(), /^4915112345678: MOBILE, Germany, .+\nsim_swap: \{.*"code":2800/m);
  });

  test('session.mjs has two people text each other, who see masks', async () => {
    const example = run(process.execPath, 'session.mjs', '4915112345601', '4915112345602');
    assert.equal(await gateway.through('it ends', example.ended), 0, example.output());
    const [, toSecond, toFirst] = /texts (\d+), \d+ texts (\d+)/.exec(example.output()) ?? [];
    assert.ok(example.output().includes(`4915112345602 reads: I am at the door (from ${toFirst})`), example.output());
    assert.ok(example.output().includes(`4915112345601 reads: I am coming down (from ${toSecond})`));
    assert.match(example.output(), /closed; 1 and 1 texts went through/);
  });

  test('sandbox.test.mjs passes', async () => {
    const example = run(process.execPath, '--test', 'sandbox.test.mjs');
    assert.equal(await gateway.through('it ends', example.ended), 0, example.output());
    assert.match(example.output(), /pass 2/);
  });

  test('an example whose gateway is not there says so in one line', async () => {
    const example = runAt(await addressOfNobody(), process.execPath, 'look-up.mjs');
    assert.equal(await gateway.through('it ends', example.ended), 1);
    assert.match(
      example.output(),
      /^POST http:\/\/127\.0\.0\.1:\d+\/v1\/phoneid was not answered: connect ECONNREFUSED.*\n$/,
    );
  });

  for (const [command, file, number, channel] of [
    [process.execPath, 'chat.mjs', '4915112000601', 'rcs'],
    ['sh', 'chat.sh', '4915112000602', 'sms'],
  ] as const) {
    test(`${file} sends what is typed, and shows once what the other one answers from then on`, async () => {
      await gateway.reply(number, SENDER, 'What was there before');
      await gateway.until('it is listed', async () => {
        const { body } = await gateway.call('GET', '/v1/inbound?limit=500');
        return JSON.stringify(body).includes(number);
      });
      await chats(run(command, file, number), number, channel);
    });
  }

  test('the chat in Node has at most 40 lines of code', async () => {
    const lines = (await readFile(`${FOLDER}chat.mjs`, 'utf8')).split('\n').map((line) => line.trim());
    const code = lines.filter((line) => line !== '' && !line.startsWith('//') && !line.startsWith('/**'));
    assert.ok(code.length <= 40, `${code.length} lines`);
  });

  for (const [command, file, number] of [
    [process.execPath, 'verify.mjs', '4915112000611'],
    ['sh', 'verify.sh', '4915112000612'],
  ] as const) {
    test(`${file} verifies a number by the code that it got, after a wrong one`, async () => {
      const example = run(command, file, number);
      await isAsked(example);
      example.typeLine('000');
      await gateway.until('the wrong one is refused', () => example.output().includes('3904'));
      example.typeLine(await codeOf(number));
      assert.equal(await gateway.through('it ends', example.ended), 0, example.output());
      assert.match(example.output(), /3900/);
    });

    test(`${file} ends with an error after three wrong codes`, async () => {
      const example = run(command, file, number);
      await isAsked(example);
      for (const code of ['111', '222', '333']) example.typeLine(code);
      assert.equal(await gateway.through('it ends', example.ended), 1, example.output());
      assert.match(example.output(), /3904[\s\S]*3904[\s\S]*3909/);
    });
  }

  test('a number that no text reaches is verified by a call', async () => {
    const example = run(process.execPath, 'verify.mjs', '4915112000990');
    await isAsked(example);
    await gateway.until('it is called', async () => {
      const { body } = await gateway.call('GET', '/sandbox/handsets/4915112000990/calls');
      return (body as unknown[]).length > 0;
    });
    for (const code of ['111', '222', '333']) example.typeLine(code);
    assert.equal(await gateway.through('it ends', example.ended), 1, example.output());
    assert.match(example.output(), /FAILED: sms FAILED, voice FAILED/);
  });
});
