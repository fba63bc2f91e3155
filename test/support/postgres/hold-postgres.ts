/** Starts and watches test/support/postgres/postgres-holder.ts. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

const HOLDER = fileURLToPath(new URL('./postgres-holder.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export interface Held {
  readonly url?: string;
  /** Process id of the database server. */
  readonly pid?: number;
  readonly version?: string;
  /** Why it did not start. */
  readonly refused?: string;
  readonly holder: ChildProcess;
  /** Resolves with how the process ended. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
  /** Ends it as a gateway ends that is told to. */
  stop(): Promise<number | NodeJS.Signals | null>;
}

/** Resolves when it holds its database or has said why not. `prefix`: a command that runs it. */
export async function holdPostgres(
  t: TestContext,
  dataDir: string,
  options: { readonly binDir?: string; readonly prefix?: readonly string[]; readonly path?: string } = {},
): Promise<Held> {
  const words = [...(options.prefix ?? []), process.execPath, '--import', 'tsx', HOLDER, dataDir];
  const [command = '', ...args] = options.binDir === undefined ? words : [...words, options.binDir];
  const holder = spawn(command, args, {
    cwd: ROOT,
    env: { PATH: options.path ?? process.env.PATH, HOME: '/nonexistent' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    holder.once('exit', (code, signal) => resolve(signal ?? code));
  });
  const stop = () => {
    holder.stdin.end();
    return ended;
  };
  t.after(stop);
  const line = await new Promise<string>((resolve, reject) => {
    createInterface(holder.stdout).once('line', resolve);
    holder.once('error', reject);
    void ended.then((how) => reject(new Error(`ended (${how}) without a word`)));
  });
  return { ...(JSON.parse(line) as object), holder, ended, stop };
}
