import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { httpRig } from '../../../test/support/gateway/http.ts';
import { strippingProxy } from '../../../test/support/gateway/stripping-proxy.ts';
import { upFrom } from './serve-console.ts';

const PAGE = '<link href="assets/main-A.css"><script type="module" src="assets/main-A.js"></script>';
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; media-src 'self'; " +
  "frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

async function builtConsole(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-console-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), PAGE);
  await writeFile(join(folder, 'assets/main-A.js'), 'export {};');
  return folder;
}

const ask = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers, redirect: 'manual' });

test('the console is served under a strict policy, its files for good and its page anew each time', async (t) => {
  const { url } = await httpRig(t, { parts: { console: await builtConsole(t) } });
  const page = await ask(`${url}/console/`);
  assert.equal(page.status, 200);
  assert.equal(await page.text(), PAGE);
  assert.equal(page.headers.get('content-security-policy'), POLICY);
  assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
  assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
  assert.equal(page.headers.get('cache-control'), 'no-cache');
  const script = await ask(`${url}/console/assets/main-A.js`);
  assert.equal(await script.text(), 'export {};');
  assert.match(String(script.headers.get('cache-control')), /max-age=31536000, immutable/);
  assert.match(String(script.headers.get('content-type')), /javascript/);
  assert.equal(script.headers.get('content-security-policy'), POLICY);
  const missing = await ask(`${url}/console/assets/main-B.js`);
  assert.deepEqual([missing.status, missing.headers.get('cache-control')], [404, 'no-store']);
  for (const path of ['/console/assets/../../package.json', '/console/assets/%2e%2e/index.html']) {
    assert.notEqual((await ask(`${url}${path}`)).status, 500, path);
  }
});

test('every path below it gets the page, whose files are named from there, also behind a proxy that takes a prefix off', async (t) => {
  const { url } = await httpRig(t, { parts: { console: await builtConsole(t) } });
  const proxied = await strippingProxy(t, url, '/tools/gateway');
  for (const at of [url, proxied]) {
    for (const path of ['/console/', '/console/find', '/console/messages/0190A3F0', '/console/a/b/c?d=e/f']) {
      const answer = await ask(`${at}${path}`);
      const [, source = ''] = /src="([^"]*)"/.exec(await answer.text()) ?? [];
      assert.equal(new URL(source, `${at}${path}`).href, `${at}/console/assets/main-A.js`, path);
    }
    const led = await ask(`${at}/console`);
    assert.equal(new URL(String(led.headers.get('location')), `${at}/console`).href, `${at}/console/`);
  }
  assert.deepEqual(['/console/', '/console/a', '/console/a/', '/console/a/b'].map(upFrom), ['', '', '../', '../']);
});

test('a browser that asks for / is led to the console, and a program is told that there is nothing', async (t) => {
  const { url } = await httpRig(t, { parts: { console: await builtConsole(t) } });
  const browser = await ask(`${url}/`, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
  assert.deepEqual([browser.status, browser.headers.get('location')], [303, 'console/']);
  for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }] as Record<string, string>[]) {
    const program = await ask(`${url}/`, headers);
    assert.equal(program.status, 404);
    assert.match(await program.text(), /^\{"status":/);
  }
  assert.equal((await fetch(`${url}/`, { method: 'POST', headers: { accept: 'text/html' } })).status, 404);
});

test('where callers are served alone there is no console', async (t) => {
  const { url } = await httpRig(t, { parts: { console: await builtConsole(t), serves: 'callers' } });
  assert.equal((await ask(`${url}/console/`)).status, 404);
  assert.equal((await ask(`${url}/`, { accept: 'text/html' })).status, 404);
});

test('a gateway that was built without the console says so, and does the rest', async (t) => {
  const { url } = await httpRig(t, { parts: { console: join(tmpdir(), 'trunkline-no-console') } });
  const answer = await ask(`${url}/console/find`);
  assert.equal(answer.status, 404);
  assert.equal(await answer.text(), 'This gateway was built without the console; npm run build makes it.\n');
  assert.equal((await ask(`${url}/healthz`)).status, 200);
});
