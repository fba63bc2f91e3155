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

/** The YAML blocks with carriers or routes, without the indentation that a list gives them. */
function configurationsOf(text: string): string[] {
  return [...text.matchAll(/^( *)```yaml\n([\s\S]*?)^ *```/gm)]
    .map(([, indent = '', block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''))
    .map(withCarriers)
    .filter((block) => /^carriers:/m.test(block));
}

/** Routes that stand alone are over carriers that stand elsewhere. */
function withCarriers(block: string): string {
  if (!/^routes:/.test(block)) return block;
  const names = new Set([...block.matchAll(/carriers: \[([^\]]+)\]/g)].flatMap(([, list = '']) => list.split(', ')));
  const carriers = [...names].map(
    (name) => `  - { name: ${name}, kind: smpp, host: smsc.example.net, system_id: acme }\n`,
  );
  return `carriers:\n${carriers.join('')}${block}`;
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

test('the carriers and routes that README, recipes and the pages of carriers show are accepted', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-documents-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const serviceAccount = await writeServiceAccount(folder);
  const folders = ['docs/carriers', 'docs/recipes'];
  const inFolders = folders.map(async (name) => (await readdir(join(ROOT, name))).map((page) => join(name, page)));
  const pages = (await Promise.all(inFolders)).flat();
  const found = new Set<string>();
  for (const page of ['README.md', ...pages]) {
    for (const block of configurationsOf(await readFile(join(ROOT, page), 'utf8'))) {
      const file = join(folder, 'trunkline.yaml');
      await writeFile(file, block.replace(/(service_account_file: )\S+/g, `$1${serviceAccount}`));
      const { carriers } = loadConfig({ TRUNKLINE_CONFIG: file, SMSC_PASSWORD: 's3cret' });
      for (const { kind } of carriers) found.add(`${page} ${kind}`);
    }
  }
  for (const expected of [
    'README.md smpp',
    'README.md rbm',
    'docs/carriers/smpp.md smpp',
    'docs/carriers/rcs.md rbm',
    'docs/carriers/sip.md sip',
    'docs/recipes/go-live.md smpp',
    'docs/recipes/from-kannel.md smpp',
    'docs/recipes/from-jasmin.md smpp',
  ]) {
    assert.ok(found.has(expected), `${expected} is not among ${[...found].join(', ')}`);
  }
});
