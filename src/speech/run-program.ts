/**
 * One run of a program of this machine: bytes in, bytes out, within a time and a size.
 *
 * 1. No shell: arguments are a list, and what others wrote goes to its standard input.
 * 2. It is killed when its time is over, its output is too long or nobody wants it any more. It runs at the gateway's own
 *    priority: nobody is called before it has spoken, and on a busy machine a lower one keeps callers waiting for seconds.
 * 3. An error says what happened to the program, never what it was given or what it said.
 */
import { spawn } from 'node:child_process';
import type { Clock } from '../lib/clock.ts';

export interface ProgramRun {
  readonly file: string;
  readonly args: readonly string[];
  readonly input: string;
  readonly withinMs: number;
  readonly mostBytes: number;
  /** Ends it at once. */
  readonly signal?: AbortSignal;
}

export function runProgram(clock: Clock, run: ProgramRun): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const env = { LC_ALL: 'C.UTF-8' };
    const child = spawn(run.file, run.args, { stdio: ['pipe', 'pipe', 'ignore'], shell: false, env, cwd: '/' });
    let reason: string | null = null;
    const kill = (why: string) => {
      reason ??= why;
      child.kill('SIGKILL');
    };
    const stop = () => kill('was ended');
    run.signal?.addEventListener('abort', stop);
    const timer = clock.setTimer(() => kill(`took longer than ${run.withinMs} ms`), run.withinMs);
    const chunks: Buffer[] = [];
    let bytes = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > run.mostBytes) kill(`gave more than ${run.mostBytes} bytes`);
      else chunks.push(chunk);
    });
    const over = () => {
      clock.clearTimer(timer);
      run.signal?.removeEventListener('abort', stop);
    };
    child.once('error', (error) => {
      over();
      reject(new Error(`${run.file} cannot be run (${'code' in error ? String(error.code) : error.name})`));
    });
    child.once('close', (code, signal) => {
      over();
      if (reason === null && code === 0) resolve(Buffer.concat(chunks));
      else reject(new Error(`${run.file} ${reason ?? `ended with ${signal ?? `code ${code}`}`}`));
    });
    // It may end without reading all of it.
    child.stdin.on('error', () => {});
    child.stdin.end(run.input);
  });
}
