/**
 * One process in which the npm package `espeak-ng` runs (espeak-process.ts): a text goes in, a WAV file comes out.
 *
 * 1. One text at a time. A text that takes too long ends the process; a process that has ended speaks no more, and
 *    whoever needs one starts another.
 * 2. An idle process keeps no program alive; while it speaks, the open request does.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { programArguments } from '../lib/child-program.ts';
import type { Clock } from '../lib/clock.ts';
import { packageRoot } from '../lib/package-root.ts';

export interface PackageRequest {
  readonly id: number;
  readonly args: readonly string[];
  readonly text: string;
}

export interface PackageAnswer {
  readonly id: number;
  /** Null: it could not be spoken. */
  readonly wav: Uint8Array | null;
}

/** With the start of the process; a text alone takes a hundredth of a second. */
const WITHIN_MS = 10_000;

export class EspeakChild {
  /** Monotonic milliseconds: when it last had something to say. */
  quietSince: number;
  private readonly clock: Clock;
  private readonly process: ChildProcess;
  private lastId = 0;
  private speaking = false;

  /** `entry`: the package's main file. */
  constructor(clock: Clock, entry: string) {
    this.clock = clock;
    this.quietSince = clock.monotonic();
    const args = [...programArguments('espeak-process', 'src/speech/espeak-process.ts'), entry];
    this.process = spawn(process.execPath, args, {
      cwd: packageRoot(),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      env: {},
    });
    this.process.on('error', () => {});
    this.process.unref();
    this.process.channel?.unref();
  }

  get isSpeaking(): boolean {
    return this.speaking;
  }

  get hasEnded(): boolean {
    const { pid, exitCode, signalCode, connected } = this.process;
    return pid === undefined || exitCode !== null || signalCode !== null || !connected;
  }

  /** Rejects with a reason that holds nothing of the text. */
  async speak(request: Omit<PackageRequest, 'id'>): Promise<Uint8Array> {
    this.speaking = true;
    try {
      return await this.ask(request);
    } finally {
      this.speaking = false;
      this.quietSince = this.clock.monotonic();
    }
  }

  async end(): Promise<void> {
    const { process: child } = this;
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.ref();
    child.kill('SIGKILL');
    await ended;
  }

  private ask(request: Omit<PackageRequest, 'id'>): Promise<Uint8Array> {
    const { process: child, clock } = this;
    this.lastId += 1;
    const id = this.lastId;
    child.channel?.ref();
    return new Promise<Uint8Array>((resolve, reject) => {
      const finish = (wav: Uint8Array | null, reason: string) => {
        clock.clearTimer(timer);
        child.off('message', received);
        child.off('exit', ended);
        child.off('error', ended);
        child.channel?.unref();
        if (wav) resolve(wav);
        else reject(new Error(`the package espeak-ng ${reason}`));
      };
      const received = (answer: PackageAnswer) => {
        if (answer.id === id) finish(answer.wav, 'could not speak');
      };
      const ended = () => finish(null, 'ended');
      const timer = clock.setTimer(() => {
        child.kill('SIGKILL');
        finish(null, `took longer than ${WITHIN_MS} ms`);
      }, WITHIN_MS);
      child.on('message', received);
      child.once('exit', ended);
      child.once('error', ended);
      child.send({ id, ...request }, (error) => {
        if (error) finish(null, 'takes no text');
      });
    });
  }
}
