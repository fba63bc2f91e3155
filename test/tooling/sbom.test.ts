/**
 * The list of what the gateway is made of holds every package that it runs with, as it is locked, and nothing else.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildGateway } from '../support/gateway/process.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly dev?: boolean;
}

interface Sbom {
  readonly bomFormat: string;
  readonly components: ReadonlyArray<{
    readonly name: string;
    readonly version: string;
    readonly purl: string;
    readonly hashes: ReadonlyArray<{ readonly alg: string; readonly content: string }>;
  }>;
}

const json = async (file: string) => JSON.parse(await readFile(join(ROOT, file), 'utf8'));

/** `name@version` and the SHA-512 of all that is locked and not for development alone, or that is part of the console. */
async function lockedToRun(): Promise<Map<string, string>> {
  const { packages } = (await json('package-lock.json')) as { packages: Readonly<Record<string, Locked>> };
  const { packages: inConsole } = (await json('dist/console/files.json')) as { packages: readonly string[] };
  assert.ok(inConsole.includes('node_modules/react-dom') && !inConsole.includes('node_modules/axe-core'));
  const found = Object.entries(packages).filter(
    ([path, { dev }]) => path !== '' && (dev !== true || inConsole.includes(path)),
  );
  return new Map(
    found.map(([path, { version, integrity = '' }]) => {
      const [, hash] = /^sha512-(\S+)$/.exec(integrity) ?? assert.fail(`${path} is locked without its SHA-512`);
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return [`${name}@${version}`, Buffer.from(hash ?? '', 'base64').toString('hex')];
    }),
  );
}

test('npm run sbom lists every package that the gateway runs with, with the hash that npm ci checks', async () => {
  buildGateway();
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'sbom'], { cwd: ROOT, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  const sbom = JSON.parse(stdout) as Sbom;
  assert.equal(sbom.bomFormat, 'CycloneDX');
  const listed = sbom.components.map(({ name, version, hashes }) => [
    `${name}@${version}`,
    hashes.find(({ alg }) => alg === 'SHA-512')?.content,
  ]);
  const sorted = (pairs: Iterable<readonly unknown[]>) => [...pairs].map(String).sort();
  assert.deepEqual(sorted(listed), sorted(await lockedToRun()));
  const { dependencies, optionalDependencies } = await json('package.json');
  const names = new Set(sbom.components.map(({ name }) => name));
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) assert.ok(names.has(name), name);
  for (const { purl } of sbom.components) assert.match(purl, /^pkg:npm\//);
});
