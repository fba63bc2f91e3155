import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { after, before, describe, test } from 'node:test';
import { CLI, trunkline } from '../test/support/gateway/command-line.ts';
import {
  API_KEY,
  CUSTOMER_ID,
  OPERATOR_TOKEN,
  startGateway,
  type TestGateway,
} from '../test/support/gateway/gateway.ts';
import { buildGateway } from '../test/support/gateway/process.ts';

describe('the sandbox from a terminal', () => {
  let service: TestGateway;
  const env = () => ({ TRUNKLINE_URL: service.gateway.operatorsUrl, TRUNKLINE_OPERATOR_TOKEN: OPERATOR_TOKEN });
  const run = (...args: string[]) => service.through(`trunkline ${args.join(' ')}`, trunkline(args, env()));

  before(async () => {
    buildGateway();
    service = await startGateway();
  });
  after(() => service.stop());

  test('a text is sent in one line', async () => {
    const { code, err } = await run('send', '4915112345601', 'Hello');
    assert.equal(code, 0, err);
    const texts = await service.until('it is there', async () => {
      const got = await service.messagesOf('4915112345601');
      return got.length > 0 && got;
    });
    assert.deepEqual([texts[0]?.channel, texts[0]?.text], ['sms', 'Hello']);
  });

  test('the story of a number happens: a message falls back, a telephone is busy, a SIM was swapped', async () => {
    assert.equal((await run('trigger', '901')).code, 0);
    await service.until(
      'the text is there',
      async () => (await service.messagesOf('4915112345901'))[0]?.channel === 'sms',
    );
    assert.match((await run('trigger', '921')).out, /"code": 103/);
    assert.match((await run('trigger', '952')).out, /"swap_date"/);
    const wrong = await run('trigger', '9');
    assert.equal(wrong.code, 1);
    assert.match(wrong.err, /9 is no story/);
  });

  test('callbacks go on to a receiver on this machine as they came, with signatures that hold', async () => {
    const received: Array<{ headers: IncomingHttpHeaders; body: string }> = [];
    const receiver = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      received.push({ headers: request.headers, body });
      response.writeHead(202).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/callbacks`;
    const child = spawn(process.execPath, [CLI, 'listen', '--forward', url], {
      cwd: tmpdir(),
      env: { PATH: process.env.PATH, ...env() },
    });
    try {
      let said = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          said += chunk.toString();
        });
      }
      const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
      await service.until('it listens', () => said.includes(url));
      const to = `${service.url}/sandbox/receivers/callbacks`;
      const reference = await service.send({ ...MESSAGE, callback_url: to });
      await service.until('it is passed on', () => received.some(({ body }) => body.includes(reference)));
      const { headers, body } = received.find((each) => each.body.includes(reference)) ?? assert.fail();
      const signature = createHmac('sha256', Buffer.from(API_KEY, 'base64')).update(body).digest('base64');
      assert.equal(headers.authorization, `TSA ${CUSTOMER_ID}:${signature}`);
      await service.until('the answer is printed', () => said.includes('answered 202'));
      child.kill('SIGINT');
      assert.equal(await ended, 0, said);
    } finally {
      child.kill('SIGKILL');
      receiver.close();
    }
  });
});

const MESSAGE = {
  phone_number: '4915112345602',
  message_type: 'ARN',
  channels: [{ channel: 'sms' }],
  message: { sms: { template: 'text', parameters: { text: 'Hello' } } },
};
