/**
 * espeak-ng from npm, for a machine that has no espeak-ng: WebAssembly in a process of its own (espeak-process.ts),
 * which starts with the first text and ends after a quiet minute.
 *
 * 1. One text at a time. A text that takes too long, or ends the process, fails alone: the next one gets a new process.
 * 2. The package is found, not imported: this process never loads it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Context } from '../context.ts';
import { programArguments } from '../lib/child-program.ts';
import type { Timer } from '../lib/clock.ts';
import { packageRoot } from '../lib/package-root.ts';
import { readWav, type Sound } from '../lib/wav.ts';
import type { VoiceEngine } from './engine.ts';
import { espeakArguments, plainText } from './espeak.ts';
import { asParagraphs, cutAtParagraphs } from './espeak-words.ts';
import { ESPEAK_VOICES } from './languages.ts';
import { lowerPriority } from './run-program.ts';
import { Turns } from './turns.ts';

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

export interface PackageOptions {
  readonly wordsPerMinute: number;
  /** The package's main file; absent: as Node finds it. */
  readonly entry?: string | null;
}

const WITHIN_MS = 20_000;
const IDLE_MS = 60_000;
const MOST_WAITING = 1_000;

export class EspeakPackage implements VoiceEngine {
  readonly name = 'espeak-ng (npm)';
  readonly reading = 'espeak';
  readonly languages: readonly string[] = [...ESPEAK_VOICES.keys()];
  version = '';
  private readonly context: Context;
  private readonly options: PackageOptions;
  private readonly turns = new Turns(1, MOST_WAITING);
  private entry: string | null = null;
  private child: ChildProcess | null = null;
  private idle: Timer | null = null;
  private lastId = 0;

  constructor(context: Context, options: PackageOptions) {
    this.context = context;
    this.options = options;
  }

  isUsable(): boolean {
    return this.entry !== null;
  }

  async start(): Promise<void> {
    const entry = this.options.entry === undefined ? findPackage() : this.options.entry;
    if (entry === null) throw new Error('the optional package espeak-ng is not installed');
    const manifest: unknown = JSON.parse(await readFile(join(dirname(entry), '../package.json'), 'utf8'));
    this.version = String((manifest as { version?: unknown }).version ?? 'unknown');
    this.entry = entry;
  }

  async stop(): Promise<void> {
    this.entry = null;
    await this.end();
  }

  speak(text: string, language: string): Promise<Sound> {
    return this.say(plainText(text), language);
  }

  async speakWords(words: readonly string[], language: string): Promise<readonly Sound[] | null> {
    const sound = await this.say(asParagraphs(words.map(plainText)), language);
    return cutAtParagraphs(sound, words.length, this.options.wordsPerMinute);
  }

  private say(text: string, language: string): Promise<Sound> {
    const args = espeakArguments(language, this.options.wordsPerMinute);
    return this.turns.take(async () => {
      this.clearIdle();
      try {
        return readWav(await this.ask(this.running(), { args, text }));
      } finally {
        if (this.child) this.idle = this.context.clock.setTimer(() => void this.end(), IDLE_MS);
      }
    });
  }

  private running(): ChildProcess {
    if (this.entry === null) throw new Error('the package espeak-ng is not in use');
    if (this.child) return this.child;
    const args = [...programArguments('espeak-process', 'src/speech/espeak-process.ts'), this.entry];
    const child = spawn(process.execPath, args, {
      cwd: packageRoot(),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      env: {},
    });
    child.once('exit', () => {
      if (this.child === child) this.child = null;
    });
    // An idle voice keeps no program alive; while it speaks, the open request does.
    child.unref();
    child.channel?.unref();
    lowerPriority(child);
    this.child = child;
    return child;
  }

  private ask(child: ChildProcess, request: Omit<PackageRequest, 'id'>): Promise<Uint8Array> {
    this.lastId += 1;
    const id = this.lastId;
    child.channel?.ref();
    return new Promise<Uint8Array>((resolve, reject) => {
      const finish = (wav: Uint8Array | null, reason: string) => {
        this.context.clock.clearTimer(timer);
        child.off('message', heard);
        child.off('exit', ended);
        child.off('error', ended);
        child.channel?.unref();
        if (wav) resolve(wav);
        else reject(new Error(`the package espeak-ng ${reason}`));
      };
      const heard = (answer: PackageAnswer) => {
        if (answer.id === id) finish(answer.wav, 'could not speak');
      };
      const ended = () => finish(null, 'ended');
      const timer = this.context.clock.setTimer(() => {
        child.kill('SIGKILL');
        finish(null, `took longer than ${WITHIN_MS} ms`);
      }, WITHIN_MS);
      child.on('message', heard);
      child.once('exit', ended);
      child.once('error', ended);
      child.send({ id, ...request }, (error) => {
        if (error) finish(null, 'takes no text');
      });
    });
  }

  private clearIdle(): void {
    if (this.idle) this.context.clock.clearTimer(this.idle);
    this.idle = null;
  }

  private async end(): Promise<void> {
    this.clearIdle();
    const { child } = this;
    this.child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.ref();
    child.kill('SIGKILL');
    await ended;
  }
}

function findPackage(): string | null {
  try {
    return createRequire(import.meta.url).resolve('espeak-ng');
  } catch {
    return null;
  }
}
