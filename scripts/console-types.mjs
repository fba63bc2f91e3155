// `npm run console:types`: makes console/api/schema.ts, the types of the API, out of openapi.yaml. The generator does not
// run with the compiler of this project, so npm fetches it with the one that it needs into a folder of its own.
// check-console.mjs compares the hash in the head of the file.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashOfApi, SCHEMA } from './check-console.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'trunkline-types-'));
try {
  copyFileSync(join(root, 'openapi.yaml'), join(folder, 'openapi.yaml'));
  const packages = ['--package=typescript@5.9', '--package=openapi-typescript@7'];
  const args = ['exec', '--yes', ...packages, '--', 'openapi-typescript', 'openapi.yaml', '-o', 'schema.ts'];
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error('the types could not be made');
  const text = readFileSync(join(folder, 'schema.ts'), 'utf8').replace(/^\/\*\*[\s\S]*?\*\/\n+/, '');
  const head = `/**
 * The types of the API, made out of openapi.yaml by \`npm run console:types\`. Never changed by hand.
 * openapi.yaml: ${hashOfApi(root)}
 */
`;
  writeFileSync(join(root, SCHEMA), head + text);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
