/** The gateway as a process of its own, started, killed and watched by a test. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { eventually } from '../cluster/eventually.ts';
import { prepareDataDirectory } from '../postgres/lanes.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Makes dist/ anew when a source is newer. */
export function buildGateway(): void {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.mjs', '--if-stale'], { cwd: ROOT });
  if (status !== 0) throw new Error(`the build failed: ${stderr.toString()}`);
}

export interface GatewayProcess {
  readonly child: ChildProcess;
  readonly url: string;
  /** What it wrote on standard output and standard error so far. */
  readonly output: () => string;
  /** Resolves with its exit code or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

/** What a gateway answers to a request with JSON. */
export interface JsonAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** As in `npm start`. */
export const NODE_OPTIONS = ['--enable-source-maps', '--max-semi-space-size=64', '--heap-growing-percent=200'] as const;
/** As there: a start takes three quarters of the time where another has compiled what it loads. */
const COMPILED = join(ROOT, 'dist', 'compile-cache');

/**
 * Starts dist/main.js with these variables alone, as one process unless they say otherwise; does not wait until it is
 * ready. `prefix`: a command that runs it.
 * `node`: another Node than the one that runs the tests.
 */
export function spawnGateway(
  env: Readonly<Record<string, string>>,
  prefix: readonly string[] = [],
  node = process.execPath,
): GatewayProcess {
  const { DATABASE_URL: url, TRUNKLINE_DATA: dataDir, TRUNKLINE_CONFIG: config } = env;
  if (url === undefined && dataDir !== undefined) prepareDataDirectory(dataDir, config);
  const [command = '', ...args] = [...prefix, node, ...NODE_OPTIONS, 'dist/main.js'];
  const child = spawn(command, args, {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: COMPILED,
      TRUNKLINE_PROCESSES: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    output = `${output}${chunk.toString()}`.slice(-200_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? code ?? 0));
  });
  return { child, url: `http://127.0.0.1:${env.PORT}`, output: () => output, ended };
}

/** Waits until it is ready, or fails with what it wrote. */
export async function ready(gateway: GatewayProcess): Promise<void> {
  let end: number | NodeJS.Signals | undefined;
  void gateway.ended.then((how) => {
    end = how;
  });
  await eventually('the gateway is ready', async () => {
    if (end !== undefined) return 'ended';
    const answer = await request(`${gateway.url}/readyz`);
    await answer.body.dump();
    return answer.statusCode === 200;
  });
  if (end !== undefined) throw new Error(`the gateway ended (${end}): ${gateway.output()}`);
}
