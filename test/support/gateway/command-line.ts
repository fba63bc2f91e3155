/** `npx trunkline` as a process of its own: what a person or a script gets to see of it. */
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

/** Of the build: buildGateway() (process.ts) comes first. */
export const CLI = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url));
/** As for a gateway (process.ts): a command takes a fifth less of a processor where another has compiled what it loads. */
const COMPILED = fileURLToPath(new URL('../../../dist/compile-cache', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** With these variables alone. `input`: what it reads on standard input, which ends there. */
export function trunkline(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input = '',
): Promise<Ended> {
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILED, ...env },
  });
  const text = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    text.out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    text.err += chunk.toString();
  });
  // It may end without having read it.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...text })));
}
