// Bundles the gateway and the CLI with what they depend on into dist/: some large files start in half the time of many
// small ones. The console goes into dist/console (console-bundle.mjs).
// `--if-stale` builds only when a source is newer than the last build (npm start runs it first).
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildConsole, isConsoleFresh } from './console-bundle.mjs';

const root = new URL('..', import.meta.url).pathname;

function newest(folder) {
  let latest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) latest = Math.max(latest, statSync(join(entry.parentPath, entry.name)).mtimeMs);
  }
  return latest;
}

const newestOf = (folders) =>
  Math.max(...folders.map((folder) => newest(join(root, folder))), statSync(join(root, 'package.json')).mtimeMs);

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

const isIfStale = process.argv.includes('--if-stale');

if (!(isIfStale && isFresh())) {
  // Loaded only when there is something to build: npm start comes this way each time.
  const { build } = await import('esbuild');
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
    sourcemap: true,
    chunkNames: 'chunk-[hash]',
    logLevel: 'warning',
  });
  chmodSync(join(root, 'dist/cli.js'), 0o755);
}

// It takes pure files of the gateway along.
if (!(isIfStale && isConsoleFresh(root, newestOf(['console', 'src'])))) await buildConsole(root);
