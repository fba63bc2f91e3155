import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { transformSync } from 'esbuild';
import { type TransportOptions, Trunkline } from '../../../sdk/src/index.ts';
import { curlText, sdkText, typescriptText } from './code-texts.ts';
import { OPERATIONS } from './operations.ts';
import { requestOf } from './request.ts';

const PLACE = { baseUrl: 'http://127.0.0.1:8080', customerId: '' };
const BODY = { message: `It's "$HOME" \`date\`\nand \\n €`, phone_number: '4915112345678', cards: [{ title: 'a' }] };

test('what curl is given is the request, whatever stands in it', () => {
  const text = curlText({ method: 'POST', path: '/v1/messaging', body: BODY }, PLACE);
  const shell = `curl() { for each in "$@"; do printf '%s\\0' "$each"; done; }\nCUSTOMER_ID=ACME\nAPI_KEY=key\n${text}`;
  const given = execFileSync('sh', ['-c', shell], { encoding: 'utf8' }).split('\0').slice(0, -1);
  assert.deepEqual(given.slice(0, 3), ['--request', 'POST', 'http://127.0.0.1:8080/v1/messaging']);
  assert.deepEqual(given.slice(3, 7), ['--user', 'ACME:key', '--header', 'Content-Type: application/json']);
  assert.deepEqual(JSON.parse(given.at(-1) ?? ''), BODY);
});

test('what has no body is asked without one', () => {
  const path = '/capability/rcs/4915112345678';
  const text = curlText({ method: 'GET', path, body: null }, PLACE);
  assert.equal(text.includes('--data'), false);
  assert.equal(typescriptText({ method: 'GET', path, body: null }, PLACE).includes('body'), false);
});

test('an account that was chosen is named, its key never', () => {
  const place = { ...PLACE, customerId: '7B1A64F3' };
  const request = { method: 'POST', path: '/v1/messaging', body: BODY } as const;
  assert.match(curlText(request, place), /^CUSTOMER_ID='7B1A64F3'$/m);
  assert.match(typescriptText(request, place), /CUSTOMER_ID = "7B1A64F3", API_KEY } = process\.env;/);
});

test('the TypeScript runs, and asks the same', async () => {
  const text = typescriptText({ method: 'POST', path: '/v1/messaging', body: BODY }, PLACE);
  const asked: Request[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    asked.push(new Request(url, init));
    return Response.json({});
  };
  const process = { env: { CUSTOMER_ID: 'ACME', API_KEY: 'key' } };
  const { code } = transformSync(`async function run() {${text}}`, { loader: 'ts' });
  const run = new Function('process', 'fetch', 'console', `${code}; return run();`);
  await run(process, fetch, { log: () => {} });
  const [request] = asked;
  assert.equal(request?.url, 'http://127.0.0.1:8080/v1/messaging');
  assert.equal(request?.headers.get('authorization'), `Basic ${btoa('ACME:key')}`);
  assert.deepEqual(await request?.json(), BODY);
});

test('with the SDK each operation that can be composed asks the same', async () => {
  const agent = { channel: 'rcs', phone_number: '4915112345678', agent_id: 'bakery@rbm.goog' };
  const composed = [
    ...OPERATIONS.map((operation) => ({ operation, values: operation.begun })),
    ...OPERATIONS.filter(({ name }) => name === 'capability').map((operation) => ({ operation, values: agent })),
  ];
  for (const each of composed) {
    const request = requestOf(each);
    const asked: Request[] = [];
    class Asking extends Trunkline {
      constructor(options: TransportOptions) {
        const fetch = async (url: string | URL | Request, init?: RequestInit) => {
          asked.push(new Request(url, init));
          return Response.json({});
        };
        super({ ...options, fetch });
      }
    }
    const text = sdkText(request, { ...PLACE, customerId: 'ACME' }).replace(/^import .*\n/, '');
    const { code } = transformSync(`async function run() {${text}}`, { loader: 'ts' });
    const run = new Function('Trunkline', 'process', 'console', `${code}; return run();`);
    await run(Asking, { env: { API_KEY: 'key' } }, { log: () => {} });
    const [given] = asked;
    assert.ok(given, each.operation.name);
    assert.equal(given.method, request.method);
    assert.equal(decodeURIComponent(new URL(given.url).pathname), decodeURIComponent(request.path));
    const body = await given.text();
    assert.deepEqual(body === '' ? null : JSON.parse(body), request.body, each.operation.name);
    assert.equal(given.headers.get('authorization'), `Basic ${btoa('ACME:key')}`);
  }
});
