// Bundles the gateway and the CLI with what they depend on into dist/: some large files start in half the time of many
// small ones. The console goes into dist/console (console-bundle.mjs), openapi.yaml as JSON into dist/openapi.json
// (src/http/docs/described.ts), the documents into dist/docs (docs-bundle.mjs), the SDK for the examples into dist/sdk.js.
// `--if-stale` builds only when a source is newer than the last build: npm start runs it first, and npm when it installs
// and before the first `npx trunkline`. Where nothing is stale no development package is needed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildConsole, isConsoleFresh } from './console-bundle.mjs';
import { buildDocs } from './docs-bundle.mjs';

const root = new URL('..', import.meta.url).pathname;

function newest(folder) {
  let latest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) latest = Math.max(latest, statSync(join(entry.parentPath, entry.name)).mtimeMs);
  }
  return latest;
}

const newestOf = (folders) =>
  Math.max(
    ...folders.map((folder) => newest(join(root, folder))),
    // Of what is bundled: which packages, and in which versions.
    ...['package.json', 'package-lock.json'].map(
      (name) => statSync(join(root, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
    ),
  );

function isFresh() {
  const sources = newestOf(['src', 'cli']);
  try {
    return ['main.js', 'cli.js', 'espeak-process.js', 'voice-process.js'].every(
      (name) => statSync(join(root, 'dist', name)).mtimeMs >= sources,
    );
  } catch {
    return false;
  }
}

function isDocumentFresh() {
  try {
    return statSync(join(root, 'dist/openapi.json')).mtimeMs >= statSync(join(root, 'openapi.yaml')).mtimeMs;
  } catch {
    return false;
  }
}

async function buildDocument() {
  const { parse } = await import('yaml');
  const text = readFileSync(join(root, 'openapi.yaml'), 'utf8');
  const sha256 = createHash('sha256').update(text).digest('hex');
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(join(root, 'dist/openapi.json'), JSON.stringify({ sha256, document: parse(text) }));
}

/**
 * As an ES module Node's http has all its exports read at once, and one of them loads Node's own undici, which nothing
 * here uses: 85 ms of a start.
 */
const httpByRequire = {
  name: 'http by require',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:http$/ }, ({ kind }) =>
      kind === 'import-statement' ? { path: 'http', namespace: 'by-require' } : undefined,
    );
    onLoad({ filter: /^http$/, namespace: 'by-require' }, () => ({
      contents: "module.exports = require('node:http');",
    }));
  },
};

/** The commit that is bundled: from whoever builds an image, else from Git, when this is the top of its work tree. */
function revision() {
  const { REVISION } = process.env;
  if (REVISION) return REVISION;
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const place = git('rev-parse', '--show-prefix');
  if (place.status !== 0 || place.stdout.trim() !== '') return '';
  return git('describe', '--always', '--dirty', '--abbrev=40', '--exclude=*').stdout.trim();
}

const isIfStale = process.argv.includes('--if-stale');

if (!(isIfStale && isFresh())) {
  // Loaded only when there is something to build: npm start comes this way each time.
  const { build } = await import('esbuild');
  // What npm start keeps of the last build: each file compiled.
  rmSync(join(root, 'dist/compile-cache'), { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: {
      main: 'src/main.ts',
      cli: 'cli/cli.ts',
      // Run in processes of their own (src/lib/child-program.ts).
      'espeak-process': 'src/speech/espeak-process.ts',
      'voice-process': 'src/carriers/sip/voice/voice-process.ts',
    },
    outdir: 'dist',
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    // What is CommonJS inside asks for Node's own modules by require.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
    // An addition to pg that nobody installs.
    external: ['pg-native'],
    plugins: [httpByRequire],
    sourcemap: true,
    chunkNames: 'chunk-[hash]',
    logLevel: 'warning',
  });
  chmodSync(join(root, 'dist/cli.js'), 0o755);
  // src/assembly/process/build-info.ts reads it.
  writeFileSync(join(root, 'dist/revision'), `${revision()}\n`);
}

if (!(isIfStale && isDocumentFresh())) await buildDocument();

function areDocsFresh() {
  try {
    return statSync(join(root, 'dist/docs/index.json')).mtimeMs >= newestOf(['docs', 'examples']);
  } catch {
    return false;
  }
}

// A part of the project may be run without its documents.
if (existsSync(join(root, 'docs')) && !(isIfStale && areDocsFresh())) await buildDocs(root);

// It takes pure files of the gateway along.
if (!(isIfStale && isConsoleFresh(root, newestOf(['console', 'src'])))) await buildConsole(root);

function isSdkFresh() {
  try {
    return statSync(join(root, 'dist/sdk.js')).mtimeMs >= newest(join(root, 'sdk/src'));
  } catch {
    return false;
  }
}

// An image is made without the SDK.
if (existsSync(join(root, 'sdk/src')) && !(isIfStale && isSdkFresh())) {
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: root,
    entryPoints: ['sdk/src/index.ts'],
    outfile: 'dist/sdk.js',
    bundle: true,
    platform: 'neutral',
    target: 'es2023',
    logLevel: 'warning',
  });
}
