import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect as connectPlain } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { connect, type TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import { httpRig } from '../../test/support/gateway/http.ts';
import { testKey } from '../../test/support/master-keys.ts';
import { createContext } from '../context.ts';
import { createLog } from '../lib/log.ts';
import { createHttpServer } from './server.ts';
import { readCertificate } from './tls.ts';

const TLS = fileURLToPath(new URL('../../test/support/tls/', import.meta.url));

interface Files {
  readonly certificateFile: string;
  readonly keyFile: string;
  use(name: 'smsc' | 'client'): Promise<void>;
}

async function files(t: TestContext): Promise<Files> {
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-tls-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const made = {
    certificateFile: join(folder, 'tls.crt'),
    keyFile: join(folder, 'tls.key'),
    use: async (name: string) => {
      await copyFile(join(TLS, `${name}.pem`), join(folder, 'tls.crt'));
      await copyFile(join(TLS, `${name}-key.pem`), join(folder, 'tls.key'));
    },
  };
  await made.use('smsc');
  return made;
}

/** The common name of the certificate with which the server answers. */
async function nameOf(url: string): Promise<string | undefined> {
  const { port } = new URL(url);
  const socket = connect({ port: Number(port), host: '127.0.0.1', rejectUnauthorized: false });
  await new Promise<void>((resolve, reject) => {
    socket.once('secureConnect', resolve);
    socket.once('error', reject);
  });
  const { CN } = (socket as TLSSocket).getPeerCertificate().subject;
  socket.destroy();
  return Array.isArray(CN) ? CN[0] : CN;
}

test('a gateway with a certificate answers over TLS, and to plain HTTP not at all', async (t) => {
  const rig = await httpRig(t, { parts: { tls: await files(t) } });
  assert.equal(rig.server.scheme, 'https');
  const { port } = new URL(rig.url);
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
  t.after(() => dispatcher.close());
  const answer = await request(`https://127.0.0.1:${port}/healthz`, { dispatcher });
  assert.deepEqual(await answer.body.json(), { status: 'ok' });
  const plain = connectPlain({ port: Number(port), host: '127.0.0.1' });
  plain.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
  let got = '';
  plain.on('data', (chunk: Buffer) => {
    got += chunk.toString('latin1');
  });
  await new Promise<void>((resolve) => plain.on('error', () => undefined).on('close', () => resolve()));
  assert.doesNotMatch(got, /200 OK/);
});

test('a certificate that changes is used within half a minute, and at once when the gateway is told', async (t) => {
  const given = await files(t);
  const rig = await httpRig(t, { parts: { tls: given } });
  assert.equal(await nameOf(rig.url), 'test smsc');
  await given.use('client');
  await rig.clock.advance(30_000);
  const renewed = await nameOf(rig.url);
  assert.notEqual(renewed, 'test smsc');
  await given.use('smsc');
  assert.equal(await nameOf(rig.url), renewed);
  rig.server.reload();
  assert.equal(await nameOf(rig.url), 'test smsc');
});

test('a certificate that cannot be used leaves the one before it in place, and is told about once', async (t) => {
  const given = await files(t);
  const lines: string[] = [];
  const base = await httpRig(t);
  const context = createContext({
    logLevel: 'info',
    clock: base.clock,
    log: createLog('info', { write: (line) => lines.push(line) }),
  });
  const server = createHttpServer(context, { ...partsOf(base.db), tls: given });
  await server.start();
  t.after(() => server.stop());
  const url = `https://127.0.0.1:${server.address()?.port}`;
  await copyFile(join(TLS, 'client-key.pem'), given.keyFile);
  await base.clock.advance(90_000);
  assert.equal(await nameOf(url), 'test smsc');
  const told = lines.filter((line) => line.includes('stays in use'));
  assert.equal(told.length, 1, lines.join(''));
  assert.match(told[0] ?? '', /no certificate with its key/);
});

function partsOf(db: Awaited<ReturnType<typeof httpRig>>['db']) {
  return {
    host: '127.0.0.1',
    port: 0,
    drainWithinMs: 1_000,
    db,
    masterKey: testKey(0),
    directory: { find: () => null },
    operations: [],
    requestLimits: () => 0,
    carriers: [],
    openapi: 'openapi: 3.1.0\ninfo: {title: Test, version: "1"}\n',
    operator: null,
    sandbox: null,
  };
}

test('files that cannot be read or do not belong together stop the start, by name', async (t) => {
  const given = await files(t);
  await copyFile(join(TLS, 'client-key.pem'), given.keyFile);
  assert.throws(() => readCertificate(given), /http\.tls: .*tls\.crt and .*tls\.key are no certificate with its key/);
  await writeFile(given.certificateFile, 'no certificate');
  assert.throws(() => readCertificate(given), /no certificate with its key/);
  await rm(given.certificateFile);
  assert.throws(() => readCertificate(given), /http\.tls: the file .*tls\.crt cannot be read \(ENOENT\)/);
});

test('who is refused for want of credentials is logged with the address of the client, once a minute', async (t) => {
  const lines: string[] = [];
  const base = await httpRig(t);
  const log = createLog('info', { write: (line) => lines.push(line) });
  const context = createContext({ logLevel: 'info', clock: base.clock, log });
  const server = createHttpServer(context, { ...partsOf(base.db), trustedProxies: ['127.0.0.0/8'] });
  await server.start();
  t.after(() => server.stop());
  const ask = async (client: string) => {
    const answer = await request(`http://127.0.0.1:${server.address()?.port}/v1/phoneid/4915112345678`, {
      headers: { 'x-forwarded-for': client, 'x-forwarded-proto': 'https', authorization: 'Basic c2VjcmV0OnNlY3JldA==' },
    });
    await answer.body.dump();
    assert.equal(answer.statusCode, 401);
  };
  const told = () =>
    lines
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'credentials were refused')
      .map(({ client, scheme, times }) => ({ client, scheme, times }));
  for (let n = 0; n < 4; n += 1) await ask('203.0.113.9');
  await ask('2001:db8::7');
  assert.deepEqual(told(), [
    { client: '203.0.113.9', scheme: 'https', times: 1 },
    { client: '2001:db8::7', scheme: 'https', times: 1 },
  ]);
  await base.clock.advance(60_000);
  assert.deepEqual(told().slice(2), [{ client: '203.0.113.9', scheme: 'https', times: 3 }]);
  assert.doesNotMatch(lines.join(''), /4915112345678|c2VjcmV0/);
});

test('only ciphers with forward secrecy that authenticate are agreed on', async (t) => {
  const rig = await httpRig(t, { parts: { tls: await files(t) } });
  const port = Number(new URL(rig.url).port);
  const agreed = (ciphers: string) =>
    new Promise<string>((resolve) => {
      const options = { port, host: '127.0.0.1', rejectUnauthorized: false, maxVersion: 'TLSv1.2', ciphers } as const;
      const socket = connect(options, () => {
        resolve(socket.getCipher().name);
        socket.destroy();
      });
      socket.once('error', () => resolve('none'));
    });
  for (const refused of ['AES128-SHA', 'AES256-GCM-SHA384', 'ECDHE-ECDSA-AES128-SHA', 'ECDHE-ECDSA-AES256-SHA384']) {
    assert.equal(await agreed(`${refused}:@SECLEVEL=0`), 'none', refused);
  }
  assert.equal(await agreed('ECDHE-ECDSA-AES128-GCM-SHA256'), 'ECDHE-ECDSA-AES128-GCM-SHA256');
});

test('over our own TLS a browser is told to stay with it', async (t) => {
  const rig = await httpRig(t, { parts: { tls: await files(t) } });
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
  t.after(() => dispatcher.close());
  const answer = await request(`https://127.0.0.1:${new URL(rig.url).port}/nowhere`, { dispatcher });
  await answer.body.dump();
  assert.equal(answer.headers['strict-transport-security'], 'max-age=31536000');
});
