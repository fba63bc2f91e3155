/**
 * espeak-ng from npm, for a machine that has no espeak-ng: WebAssembly in processes of its own (espeak-child.ts), which
 * start when texts come and end after a quiet minute.
 *
 * 1. Each process speaks one text at a time, and there are at most `processes` of them. Another one is started only
 *    while all that run are speaking.
 * 2. A text that takes too long, or ends its process, fails alone: the next one gets another process.
 * 3. The package is found, not imported: this process never loads it.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Context } from '../context.ts';
import type { Timer } from '../lib/clock.ts';
import { readWav, type Sound } from '../lib/wav.ts';
import type { VoiceEngine } from './engine.ts';
import { espeakArguments, plainText } from './espeak.ts';
import { EspeakChild } from './espeak-child.ts';
import { asParagraphs, cutAtParagraphs } from './espeak-words.ts';
import { ESPEAK_VOICES } from './languages.ts';
import { SPOKEN_WITHIN_MS } from './speech.ts';
import { Turns } from './turns.ts';

export interface PackageOptions {
  readonly wordsPerMinute: number;
  readonly processes: number;
  /** The package's main file; absent: as Node finds it. */
  readonly entry?: string | null;
}

const IDLE_MS = 60_000;
const MOST_WAITING = 1_000;

export class EspeakPackage implements VoiceEngine {
  readonly name = 'espeak-ng (npm)';
  readonly reading = 'espeak';
  readonly languages: readonly string[] = [...ESPEAK_VOICES.keys()];
  version = '';
  private readonly context: Context;
  private readonly options: PackageOptions;
  private readonly turns: Turns;
  private entry: string | null = null;
  private children: readonly EspeakChild[] = [];
  private idle: Timer | null = null;

  constructor(context: Context, options: PackageOptions) {
    this.context = context;
    this.options = options;
    this.turns = new Turns(options.processes, MOST_WAITING, { clock: context.clock, ms: SPOKEN_WITHIN_MS });
  }

  /** How many processes run. */
  get processes(): number {
    return this.children.filter(({ hasEnded }) => !hasEnded).length;
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
    if (this.idle) this.context.clock.clearTimer(this.idle);
    this.idle = null;
    await Promise.all(this.children.map((child) => child.end()));
    this.children = [];
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
      try {
        return readWav(await this.freeChild().speak({ args, text }));
      } finally {
        this.checkQuietLater();
      }
    });
  }

  /** Rule 1. There is one, or room for one: who has a turn is one of `processes`. */
  private freeChild(): EspeakChild {
    if (this.entry === null) throw new Error('the package espeak-ng is not in use');
    this.children = this.children.filter(({ hasEnded }) => !hasEnded);
    const free = this.children.find(({ isSpeaking }) => !isSpeaking);
    if (free) return free;
    const child = new EspeakChild(this.context.clock, this.entry);
    this.children = [...this.children, child];
    return child;
  }

  private checkQuietLater(): void {
    if (this.entry === null || this.idle !== null) return;
    this.idle = this.context.clock.setTimer(() => {
      this.idle = null;
      this.endQuiet();
    }, IDLE_MS);
  }

  private endQuiet(): void {
    const now = this.context.clock.monotonic();
    const isOver = (child: EspeakChild) => !child.isSpeaking && now - child.quietSince >= IDLE_MS;
    for (const child of this.children.filter(isOver)) void child.end();
    this.children = this.children.filter((child) => !isOver(child));
    if (this.children.length > 0) this.checkQuietLater();
  }
}

function findPackage(): string | null {
  try {
    return createRequire(import.meta.url).resolve('espeak-ng');
  } catch {
    return null;
  }
}
