// `npm run api:types`: makes the types of the API out of openapi.yaml, whole for the console and those of callers for the
// SDK. The generator does not run with the compiler of this project, so npm fetches it with the one that it needs into a
// folder of its own. check-api-types.mjs compares the hash in the head of each file.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import { hashOfApi, SCHEMAS } from './check-api-types.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'trunkline-types-'));
const PACKAGES = ['--package=typescript@5.9', '--package=openapi-typescript@7'];

/** Without the operators' paths, and without what only those name. */
function ofCallers(whole) {
  const paths = Object.fromEntries(Object.entries(whole.paths).filter(([path]) => !path.startsWith('/operator')));
  const document = { ...whole, paths, components: { securitySchemes: whole.components.securitySchemes } };
  const known = new Set();
  const follow = (value) => {
    if (value === null || typeof value !== 'object') return;
    if (typeof value.$ref === 'string' && !known.has(value.$ref)) {
      known.add(value.$ref);
      const [, , kind, name] = value.$ref.split('/');
      document.components[kind] = { ...document.components[kind], [name]: whole.components[kind][name] };
      follow(whole.components[kind][name]);
    }
    for (const each of Object.values(value)) follow(each);
  };
  follow(paths);
  follow(whole.webhooks);
  return document;
}

function make(name, document, flags = []) {
  writeFileSync(join(folder, `${name}.yaml`), stringify(document, { aliasDuplicateObjects: false }));
  const args = ['exec', '--yes', ...PACKAGES, '--', 'openapi-typescript', `${name}.yaml`, '-o', `${name}.ts`, ...flags];
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error('the types could not be made');
  const text = readFileSync(join(folder, `${name}.ts`), 'utf8').replace(/^\/\*\*[\s\S]*?\*\/\n+/, '');
  const head = `/**
 * The types of the API, made out of openapi.yaml by \`npm run api:types\`. Never changed by hand.
 * openapi.yaml: ${hashOfApi(root)}
 */
`;
  writeFileSync(join(root, SCHEMAS[name]), head + text);
}

try {
  const whole = parse(readFileSync(join(root, 'openapi.yaml'), 'utf8'));
  make('console', whole);
  // What a caller may leave out is not made a must by its default, and an object of which nothing is said holds anything.
  make('sdk', ofCallers(whole), ['--default-non-nullable=false', '--empty-objects-unknown']);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
