/** What the documents tell people to type and to copy works. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { signCallback } from '../../src/callbacks/signature.ts';
import {
  API_KEY,
  CUSTOMER_ID,
  OPERATOR_TOKEN,
  startGateway,
  type TestGateway,
  textOnly,
} from '../support/gateway/gateway.ts';
import { object } from '../support/openapi.ts';

const DOCS = new URL('../../docs/', import.meta.url);

function readPage(name: string): Promise<string> {
  return readFile(new URL(name, DOCS), 'utf8');
}

/** The code of a page in blocks that begin with these words. */
function blocksOf(page: string, words: string): string[] {
  return [...page.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)]
    .filter(([, given]) => given === words)
    .map(([, , code]) => code ?? '');
}

describe('checking signatures as docs/callbacks.md says', () => {
  const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
  const OTHER_SECRET = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
  const OTHER_KEY = Buffer.alloc(48, 8).toString('base64');
  const BODY = '{"text":"Grüße 👋"}';
  const AGE_LIMIT_MS = 300_000;

  interface Try {
    readonly what: string;
    readonly isGenuine: boolean;
    readonly headers: Record<string, string>;
    readonly body: string;
    readonly secrets: readonly string[];
    readonly keys: readonly string[];
  }

  function signed(at: number): Record<string, string> {
    const callback = { id: '0190a3f0-4c6b-7000-a1b2-c3d4e5f60789', body: BODY, at };
    const apiKey = Buffer.from(API_KEY, 'base64');
    const headers = signCallback(callback, { customerId: CUSTOMER_ID, apiKey, secrets: [SECRET, OTHER_SECRET] });
    // As Node gives them to a receiver.
    return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  }

  const genuine = {
    what: 'genuine',
    isGenuine: true,
    headers: signed(Date.now()),
    body: BODY,
    secrets: [SECRET],
    keys: [API_KEY],
  };
  const { authorization: _, 'webhook-signature': __, ...unsigned } = genuine.headers;
  const tries: readonly Try[] = [
    genuine,
    { ...genuine, what: 'rotated', secrets: ['whsec_AAAA', OTHER_SECRET], keys: [OTHER_KEY, API_KEY] },
    { ...genuine, what: 'another body', isGenuine: false, body: `${BODY} ` },
    { ...genuine, what: 'another key', isGenuine: false, secrets: ['whsec_AAAA'], keys: [OTHER_KEY] },
    { ...genuine, what: 'not signed', isGenuine: false, headers: unsigned },
  ];
  const old: Try = {
    ...genuine,
    what: 'old',
    isGenuine: false,
    headers: signed(Date.now() - AGE_LIMIT_MS - 60_000),
  };

  test('in Node', async (t) => {
    const page = await readPage('callbacks.md');
    const folder = await mkdtemp(join(tmpdir(), 'trunkline-docs-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const load = async (kind: string) => {
      const [code] = blocksOf(page, `js ${kind}`);
      assert.ok(code);
      const file = join(folder, `${kind}.mjs`);
      await writeFile(file, code);
      return ((await import(pathToFileURL(file).href)) as { isSigned(...args: unknown[]): boolean }).isSigned;
    };
    const [standard, account] = [await load('standard'), await load('account')];
    for (const { what, isGenuine, headers, body, secrets, keys } of [...tries, old]) {
      assert.equal(standard(headers, Buffer.from(body), secrets), isGenuine, what);
      if (what !== 'old') assert.equal(account(headers, Buffer.from(body), CUSTOMER_ID, keys), isGenuine, what);
    }
  });

  const hasPython = spawnSync('python3', ['-c', 'import hmac; hmac.digest; str.removeprefix']).status === 0;

  test('in Python', { skip: hasPython ? false : 'there is no Python 3.9' }, async () => {
    const page = await readPage('callbacks.md');
    const [[standard], [account]] = [blocksOf(page, 'python standard'), blocksOf(page, 'python account')];
    assert.ok(standard && account);
    const program = [
      standard.replace('def is_signed', 'def standard'),
      account.replace('def is_signed', 'def account'),
      'import json, sys',
      'for t in json.load(sys.stdin):',
      '    body = t["body"].encode()',
      '    print(json.dumps([standard(t["headers"], body, t["secrets"]),',
      `        account(t["headers"], body, "${CUSTOMER_ID}", t["keys"])]))`,
    ].join('\n');
    const all = [...tries, old];
    const { stdout, stderr } = spawnSync('python3', ['-c', program], { input: JSON.stringify(all), encoding: 'utf8' });
    const expected = all.map(({ what, isGenuine }) => JSON.stringify([isGenuine, what === 'old' || isGenuine]));
    assert.deepEqual(stdout.trim().replaceAll(', ', ',').split('\n'), expected, stderr);
  });
});

describe('what docs/operator.md says to type', () => {
  let service: TestGateway;

  before(async () => {
    service = await startGateway();
  });
  after(() => service.stop());

  test('every request with curl is answered 2xx', async () => {
    const page = await readPage('operator.md');
    const requests = blocksOf(page, 'sh')
      .flatMap((block) => block.split(/^(?=curl|npx)/m))
      .filter((command) => command.startsWith('curl'));
    assert.ok(requests.length >= 8);
    const env = await placesOf();
    for (const command of requests) {
      const quiet = command
        .replace(/^curl/, 'curl -sS -o /dev/null -w "%{http_code}"')
        .replaceAll('smsc-1', 'sandbox-sms');
      const { code, output } = await shell(quiet, env);
      assert.equal(code, 0, output);
      assert.match(output, /^2\d\d$/, command);
    }
  });

  /** What the variables on the page stand for. */
  async function placesOf(): Promise<Record<string, string>> {
    const made = object((await service.operate('POST', '/accounts', { name: 'Acme' })).body);
    const [key] = made.keys as Array<{ id: string }>;
    const reference = await service.send(textOnly('4915112345678'));
    await service.callbacksOf(reference, 1);
    const { callbacks } = object((await service.operate('GET', `/callbacks?message=${reference}`)).body);
    const [callback] = callbacks as Array<{ id: string }>;
    return {
      GATEWAY: `${service.url}/operator/v1`,
      TOKEN: `Authorization: Bearer ${OPERATOR_TOKEN}`,
      ID: String(made.customer_id),
      KEY_ID: key?.id ?? '',
      REFERENCE: reference,
      CALLBACK_ID: callback?.id ?? '',
    };
  }

  function shell(command: string, env: Record<string, string>): Promise<{ code: number | null; output: string }> {
    const child = spawn('sh', ['-c', command], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
  }
});
