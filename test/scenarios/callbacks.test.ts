/**
 * Callbacks as their receivers meet them: signed twice, in order, tried again, and never in each other's way.
 */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import {
  API_KEY,
  CUSTOMER_ID,
  cardThenText,
  startGateway,
  type TestGateway,
  textOnly,
} from '../support/gateway/gateway.ts';

let service: TestGateway;
let lastNumber = 0;

function handset(ending: string): string {
  lastNumber += 1;
  return `491512${String(lastNumber).padStart(4, '0')}${ending}`;
}

/** A receiver of its own, with the paths that were asked and when. */
async function receiver(answer: (path: string, count: number) => number | 'silence' | 'redirect' | 'wait') {
  const seen: Array<{ path: string; method: string; id: string; at: number; text: string }> = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      seen.push({
        path,
        method: request.method ?? '',
        id: String(request.headers['webhook-id']),
        at: service.clock.now(),
        text: Buffer.concat(chunks).toString(),
      });
      const status = answer(path, seen.length);
      if (status === 'silence') return;
      if (status === 'redirect') response.writeHead(302, { location: '/elsewhere' });
      else if (status === 'wait') response.writeHead(503, { 'retry-after': '600' });
      else response.writeHead(status);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service.atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** A receiver that keeps the heads of requests as they came: Node's own writes all names in lower case. */
async function wireReceiver() {
  const heads: string[] = [];
  const server = createTcpServer((socket) => {
    let bytes = '';
    socket.on('data', (chunk) => {
      bytes += chunk.toString('latin1');
      const end = bytes.indexOf('\r\n\r\n');
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(bytes)?.[1] ?? 0);
      if (end < 0 || bytes.length < end + 4 + length) return;
      heads.push(bytes.slice(0, end));
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service.atEnd(() => void server.close());
  return { received: () => heads, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Moves the clock on in steps that a pending answer of the operators survives. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 100) await service.advance(Math.min(100, left));
}

async function failedTries(url: string): Promise<number> {
  const { rows } = await service.gateway.db.query<{ tries: number }>(
    `select max(tries) as tries from callbacks where url = $1 and state = 'pending'`,
    [url],
  );
  return rows[0]?.tries ?? 0;
}

describe('callbacks', () => {
  before(async () => {
    service = await startGateway();
  });
  after(() => service.stop());

  test('carry both signatures over the exact bytes', async () => {
    const reference = await service.send(textOnly(handset('100')));
    await service.callbacksOf(reference, 1);
    const got = service.received.find(({ body }) => body.reference_id === reference);
    assert.ok(got);
    assert.equal(got.method, 'POST');
    const signature = createHmac('sha256', Buffer.from(API_KEY, 'base64')).update(got.text).digest('base64');
    assert.equal(got.headers.authorization, `TSA ${CUSTOMER_ID}:${signature}`);
    assert.equal(got.headers['x-ts-authorization'], signature);
    const { secrets } = (await service.call('GET', '/v1/callback-secrets')).body as {
      secrets: Array<{ secret: string }>;
    };
    assert.ok(secrets[0]);
    const headers = got.headers as Record<string, string>;
    assert.deepEqual(new Webhook(secrets[0].secret).verify(got.text, headers), got.body);
    assert.throws(() => new Webhook(secrets[0]?.secret ?? '').verify(`${got.text} `, headers));
  });

  test('have the names of their headers in the case of the public service, on the wire', async () => {
    const wire = await wireReceiver();
    const answered = await service.call('POST', '/v1/omnichannel', {
      ...textOnly(handset('100')),
      callback_url: `${wire.url}/`,
    });
    assert.equal(answered.status, 200);
    const head = await service.until('the callback is here', () => wire.received()[0]);
    const names = head.split('\r\n').map((line) => line.split(':')[0]);
    for (const name of ['Authorization', 'X-TS-Authorization', 'Content-Type', 'User-Agent', 'webhook-id']) {
      assert.ok(names.includes(name), `${name} in ${names}`);
    }
    assert.equal(new Set(names.map((name) => name?.toLowerCase())).size, names.length, 'each once');
  });

  test('are signed with the old and the new secret while a rotation goes on', async () => {
    const before = (await service.call('GET', '/v1/callback-secrets')).body as { secrets: Array<{ secret: string }> };
    await service.call('POST', '/v1/callback-secrets', {});
    await service.advance(5_000);
    const reference = await service.send(textOnly(handset('100')));
    await service.callbacksOf(reference, 1);
    const got = service.received.find(({ body }) => body.reference_id === reference);
    const after = (await service.call('GET', '/v1/callback-secrets')).body as { secrets: Array<{ secret: string }> };
    assert.equal(after.secrets.length, 2);
    for (const { secret } of [...before.secrets.slice(0, 1), ...after.secrets]) {
      new Webhook(secret).verify(got?.text ?? '', got?.headers as Record<string, string>);
    }
  });

  test('of one message arrive in order: one that fails holds back the later ones, each under its own id', async () => {
    const shop = await receiver((_, count) => (count <= 2 ? 500 : 200));
    const started = service.clock.now();
    await service.send({ ...cardThenText(handset('907')), callback_url: `${shop.url}/a` });
    for (const [count, waitMs] of [
      [1, 9_500],
      [2, 29_500],
    ] as const) {
      await service.until(`try ${count} has failed`, async () => (await failedTries(`${shop.url}/a`)) === count);
      await pass(waitMs);
    }
    await service.until('all are taken', () => shop.seen.length >= 4);
    const [first, second, third, fourth] = shop.seen;
    assert.equal(first?.id, second?.id);
    assert.equal(first?.id, third?.id);
    assert.notEqual(third?.id, fourth?.id);
    assert.ok((second?.at ?? 0) - started >= 10_000, 'tried again after 10 s');
    assert.ok((third?.at ?? 0) - (second?.at ?? 0) >= 30_000, 'and after 30 s');
    assert.deepEqual(
      [first, fourth].map((each) => JSON.parse(each?.text ?? '').channel_status[0].rcs.code),
      [3000, 3005],
    );
  });

  test('wait as long as the receiver asks, and are given up with all that wait for a URL that is gone', async () => {
    const answers = [500, 'wait', 410] as const;
    const gone = await receiver((_, count) => answers[count - 1] ?? 200);
    for (const count of [1, 2]) {
      await service.send({ ...textOnly(handset('100')), callback_url: `${gone.url}/gone` });
      await service.until('it is asked', () => gone.seen.length === count);
    }
    await pass(8_000);
    await service.until('the first one is tried again', () => gone.seen.length === 3);
    assert.equal(gone.seen[2]?.id, gone.seen[0]?.id, 'the second one waits');
    await service.until('the second one is given up', async () => {
      const { rows } = await service.gateway.db.query<{ count: number }>(
        `select count(*) as count from callbacks where url = $1 and state = 'pending'`,
        [`${gone.url}/gone`],
      );
      return rows[0]?.count === 0;
    });
    await service.advance(700_000);
    assert.equal(gone.seen.length, 3);
  });

  test('do not follow a redirect', async () => {
    const moved = await receiver((path) => (path === '/elsewhere' ? 200 : 'redirect'));
    await service.send({ ...textOnly(handset('100')), callback_url: `${moved.url}/here` });
    await service.until('the try has failed', async () => (await failedTries(`${moved.url}/here`)) === 1);
    await pass(9_500);
    await service.until('it is tried again', () => moved.seen.length >= 2);
    assert.deepEqual([...new Set(moved.seen.map(({ path }) => path))], ['/here']);
  });

  test('to a dead and to a slow receiver do not hold up those to a third, on another host or on theirs', async () => {
    const slow = await receiver(() => 'silence');
    const dead = 'http://127.0.0.1:9';
    const well = await receiver((path) => (path === '/hangs' ? 'silence' : 200));
    for (let count = 0; count < 40; count += 1) {
      await service.send({ ...textOnly(handset('100')), callback_url: `${slow.url}/slow` });
      await service.send({ ...textOnly(handset('100')), callback_url: `${dead}/dead` });
      await service.send({ ...textOnly(handset('100')), callback_url: `${well.url}/hangs` });
    }
    const sent = service.clock.now();
    for (let count = 0; count < 10; count += 1) {
      await service.send({ ...textOnly(handset('100')), callback_url: `${well.url}/well` });
    }
    const served = () => well.seen.filter(({ path }) => path === '/well');
    await service.until('the third has all of its own', () => served().length === 10);
    assert.ok(service.clock.now() - sent < 10_000, 'before a slow one has run into its limit');
    assert.ok(slow.seen.length <= 16, 'a slow one gets no more than its share at a time');
  });

  test('go out as GET with the same body where the account wants it so', async () => {
    const old = await receiver(() => 200);
    await service.gateway.db.query(
      `update accounts set settings = settings || '{"callbackMethod":"GET"}' where id = $1`,
      [CUSTOMER_ID],
    );
    await service.advance(5_000);
    const reference = await service.send({ ...textOnly(handset('100')), callback_url: `${old.url}/get` });
    await service.until('it is told', () => old.seen.length === 1);
    await service.gateway.db.query(`update accounts set settings = settings - 'callbackMethod' where id = $1`, [
      CUSTOMER_ID,
    ]);
    assert.equal(old.seen[0]?.method, 'GET');
    assert.equal(JSON.parse(old.seen[0]?.text ?? '').reference_id, reference);
  });
});
