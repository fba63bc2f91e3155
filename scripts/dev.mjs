// `npm run dev`: builds, runs the gateway, and does both again whenever a source changes. Arguments go to the gateway.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Editors write a file in several steps; the last one counts. */
const SETTLE_MS = 150;

let gateway = null;
let timer = null;
let isEnding = false;
let isRestarting = false;

function start() {
  const built = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' });
  if (built.status !== 0) return;
  const args = [
    '--enable-source-maps',
    '--max-semi-space-size=64',
    '--heap-growing-percent=200',
    join(root, 'dist/main.js'),
    ...process.argv.slice(2),
  ];
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
  gateway = child;
  child.on('exit', (code) => {
    gateway = null;
    if (isEnding) process.exit(code ?? 0);
    if (isRestarting) {
      isRestarting = false;
      start();
    } else console.log('the gateway has ended; it starts again when a source changes');
  });
}

/** The one that runs drains first: two gateways never share a data directory. */
function restart() {
  if (isEnding) return;
  if (gateway === null) {
    start();
    return;
  }
  isRestarting = true;
  gateway.kill('SIGTERM');
}

function end() {
  isEnding = true;
  if (gateway === null) process.exit(0);
  gateway.kill('SIGTERM');
}

for (const path of ['src', 'cli', 'trunkline.defaults.yaml', 'openapi.yaml'].map((name) => join(root, name))) {
  if (!existsSync(path)) continue;
  watch(path, { recursive: path.endsWith('src') || path.endsWith('cli') }, (_, name) => {
    if (name?.endsWith('.test.ts')) return;
    clearTimeout(timer);
    timer = setTimeout(restart, SETTLE_MS);
  });
}
process.on('SIGINT', end);
process.on('SIGTERM', end);
start();
