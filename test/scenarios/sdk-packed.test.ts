/**
 * The SDK as somebody installs it: packed, put into a fresh folder, its types read by the compiler, and run by a Node that
 * knows nothing of this project.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { API_KEY, CUSTOMER_ID, startGateway, type TestGateway } from '../support/gateway/gateway.ts';

const run = promisify(execFile);
const SDK = fileURLToPath(new URL('../../sdk/', import.meta.url));
const COMPILER = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));

const APPLICATION = `import { type Schema, Trunkline, unwrap, type Webhook } from 'trunkline-sdk';

const { BASE_URL: url = '', CUSTOMER_ID: customerId = '', API_KEY: apiKey = '' } = process.env;
const trunkline = new Trunkline({ url, customerId, apiKey });
const text: Schema<'Text'> = { phone_number: '4915112345678', message: 'Hello', message_type: 'ARN' };
const { reference_id } = await trunkline.texts.send(text);
const { text: arrived } = await trunkline.sandbox.waitForMessage('4915112345678');
console.log(/^[0-9A-F]{32}$/.test(reference_id), arrived);
export async function codeOf(body: string, headers: Headers): Promise<number> {
  const webhook: Webhook = await unwrap(body, headers, { apiKeys: [apiKey] });
  return webhook.kind === 'message' ? webhook.body.status.code : 0;
}
// @ts-expect-error: a text needs somebody to go to
void (() => trunkline.texts.send({ message: 'Hello', message_type: 'ARN' }));
`;

const COMPILER_OPTIONS = {
  compilerOptions: {
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    types: [],
  },
  files: ['application.ts', 'process.d.ts'],
};

describe('the packed SDK', () => {
  let folder: string;
  let service: TestGateway;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sdk-'));
    await run('npm', ['pack', '--pack-destination', folder], { cwd: SDK });
    await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }');
    const packed = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? assert.fail('nothing was packed');
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${packed}`], { cwd: folder });
    await writeFile(join(folder, 'application.ts'), APPLICATION);
    await writeFile(
      join(folder, 'process.d.ts'),
      'declare const process: { env: Record<string, string | undefined> };\n',
    );
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(COMPILER_OPTIONS));
    service = await startGateway();
  });

  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true });
  });

  test('holds what it needs and nothing else', async () => {
    const files = (await readdir(join(folder, 'node_modules', 'trunkline-sdk'), { recursive: true })).sort();
    assert.ok(files.includes('README.md') && files.includes('dist/index.js') && files.includes('dist/index.d.ts'));
    assert.deepEqual(
      files.filter((file) => !/^(README\.md|package\.json|dist(\/.*)?)$/.test(file) || /\.test\./.test(file)),
      [],
    );
    assert.deepEqual(await readdir(join(folder, 'node_modules')), ['.package-lock.json', 'trunkline-sdk']);
  });

  test('is compiled into an application, which sends a text and reads it on the handset', async () => {
    await run(COMPILER, ['-p', '.'], { cwd: folder });
    const env = { PATH: process.env.PATH, BASE_URL: service.url, CUSTOMER_ID, API_KEY };
    const ran = service.through('it has run', run('node', ['application.js'], { cwd: folder, env }));
    assert.equal((await ran).stdout, 'true Hello\n');
  });
});
