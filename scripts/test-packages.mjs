// The packages of the gateway for a run of tests, each in one file or a few: every test file is a process of its own, and
// two modules in three that it loads are a package's, typebox alone seven hundred.
//
// 1. Made once for a set of packages, in node_modules/.cache, and found there by what they are made of.
// 2. Sources stay as they are: only what they import by the name of a package comes from here (test/support/packages.mjs).
//    A development package is left where it is, but for ajv, which is as many files.
// 3. A name means what Node makes of it: its exports are read before they are bundled.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDERS = ['src', 'cli', 'sdk/src', 'test'];
const IMPORTED = /^(?:import\b|\}|export\b)[^'\n]*\bfrom '([^'.][^']*)';/gm;
/** The first whose namespace of a CommonJS module says that it is one. */
const OLDEST_NODE = 24;
const A_DAY_MS = 86_400_000;

/** Where they are: a folder with map.json, by name the file. Null where Node is too old for it. */
export async function testPackages(root) {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) return null;
  const names = namesIn(root);
  const made = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .update(`${process.version} ${names.join(' ')}`)
    .digest('hex')
    .slice(0, 16);
  const folder = join(root, 'node_modules', '.cache', 'trunkline-packages', made);
  if (!existsSync(folder)) await makeIn(root, folder, names);
  return folder;
}

function namesIn(root) {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const wanted = new Set([...Object.keys(dependencies), 'ajv']);
  const names = new Set();
  for (const folder of FOLDERS) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !entry.name.endsWith('.ts')) continue;
      const text = readFileSync(join(entry.parentPath, entry.name), 'utf8');
      for (const [, name] of text.matchAll(IMPORTED)) if (wanted.has(packageOf(name))) names.add(name);
    }
  }
  return [...names].sort();
}

function packageOf(name) {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}

async function makeIn(root, folder, names) {
  const { build } = await import('esbuild');
  const place = dirname(folder);
  mkdirSync(place, { recursive: true });
  const work = mkdtempSync(join(place, 'new-'));
  const files = new Map(names.map((name) => [name, name.replaceAll('/', '+')]));
  for (const [name, file] of files) writeFileSync(join(work, `${file}.mjs`), await entryOf(name));
  await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries([...files.values()].map((file) => [file, join(work, `${file}.mjs`)])),
    outdir: work,
    bundle: true,
    splitting: true,
    platform: 'node',
    target: `node${OLDEST_NODE}`,
    format: 'esm',
    // What Node would load, not what is there for bundlers.
    conditions: [],
    mainFields: ['main'],
    // As in scripts/build.mjs.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
    external: ['pg-native'],
    chunkNames: 'chunk-[hash]',
    logLevel: 'warning',
  });
  const map = Object.fromEntries([...files].map(([name, file]) => [name, `${file}.js`]));
  writeFileSync(join(work, 'map.json'), JSON.stringify(map));
  try {
    renameSync(work, folder);
  } catch (error) {
    // Another run has made the same meanwhile.
    if (!existsSync(folder)) throw error;
    rmSync(work, { recursive: true });
  }
  removeOld(place, folder);
}

/** Of other sets; a run that is under way may read one. */
function removeOld(place, current) {
  for (const name of readdirSync(place)) {
    const folder = join(place, name);
    const isOld = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0) > A_DAY_MS;
    if (folder !== current && isOld) rmSync(folder, { recursive: true, force: true });
  }
}

/** Rule 3: what a bundle cannot see, the names that a CommonJS module exports. */
async function entryOf(name) {
  const exported = await import(name);
  if (!('module.exports' in exported)) {
    const more = 'default' in exported ? `export { default } from '${name}';\n` : '';
    return `export * from '${name}';\n${more}`;
  }
  const own = Object.keys(exported).filter((key) => /^[A-Za-z_$][\w$]*$/.test(key) && key !== 'default');
  const taken = own.map((key) => `${key}: own_${key}`).join(', ');
  const given = own.map((key) => `own_${key} as ${key}`).join(', ');
  return `import all from '${name}';\nconst { ${taken} } = all;\nexport { all as default${given && ', '}${given} };\n`;
}
