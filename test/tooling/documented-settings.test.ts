/** Configurations that the documents show are accepted as they stand there. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadConfig } from '../../src/config/config.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The YAML blocks with carriers, without the indentation that a list gives them. */
function configurationsOf(text: string): string[] {
  return [...text.matchAll(/^( *)```yaml\n([\s\S]*?)^ *```/gm)]
    .map(([, indent = '', block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''))
    .filter((block) => /^carriers:/m.test(block));
}

async function writeServiceAccount(folder: string): Promise<string> {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const file = join(folder, 'service-account.json');
  await writeFile(file, JSON.stringify({ client_email: 'gateway@example.iam', private_key: privateKey }));
  return file;
}

test('the carriers that README and the pages of carriers show are accepted', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-documents-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const serviceAccount = await writeServiceAccount(folder);
  const pages = (await readdir(join(ROOT, 'docs/carriers'))).map((name) => join('docs/carriers', name));
  const found = new Set<string>();
  for (const page of ['README.md', ...pages]) {
    for (const block of configurationsOf(await readFile(join(ROOT, page), 'utf8'))) {
      const file = join(folder, 'trunkline.yaml');
      await writeFile(file, block.replace(/(service_account_file: )\S+/g, `$1${serviceAccount}`));
      const { carriers } = loadConfig({ TRUNKLINE_CONFIG: file });
      for (const { kind } of carriers) found.add(`${page} ${kind}`);
    }
  }
  for (const expected of [
    'README.md smpp',
    'README.md rbm',
    'docs/carriers/smpp.md smpp',
    'docs/carriers/rcs.md rbm',
    'docs/carriers/sip.md sip',
  ]) {
    assert.ok(found.has(expected), `${expected} is not among ${[...found].join(', ')}`);
  }
});
