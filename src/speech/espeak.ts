/**
 * espeak-ng as a program of this machine, run once for each short text.
 *
 * It is under the GPL, so it is never linked in: it runs as a process, with the text on its standard input.
 *
 * 1. Only its plain mode is used: no SSML (`-m`). Its phoneme notation (`[[…]]`) is taken apart before it gets there.
 * 2. At most `processes` run at the same time.
 */
import { setMaxListeners } from 'node:events';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Context } from '../context.ts';
import { readWav, type Sound } from '../lib/wav.ts';
import type { VoiceEngine } from './engine.ts';
import { asParagraphs, cutAtParagraphs } from './espeak-words.ts';
import { ESPEAK_VOICES } from './languages.ts';
import { runProgram } from './run-program.ts';
import { SPOKEN_WITHIN_MS } from './speech.ts';
import { Turns } from './turns.ts';

const WITHIN_MS = 10_000;
/** Ten minutes at 22,050 samples a second. */
const MOST_BYTES = 32 * 1024 * 1024;
const MOST_WAITING = 1_000;

export interface EspeakOptions {
  /** The program; null: `espeak-ng` of the PATH. */
  readonly program: string | null;
  readonly path: string | undefined;
  readonly wordsPerMinute: number;
  readonly processes: number;
}

export class Espeak implements VoiceEngine {
  readonly name = 'espeak-ng';
  readonly reading = 'espeak';
  version = '';
  languages: readonly string[] = [];
  private readonly context: Context;
  private readonly options: EspeakOptions;
  private readonly turns: Turns;
  private readonly ending = new AbortController();
  private program: string | null = null;

  constructor(context: Context, options: EspeakOptions) {
    this.context = context;
    this.options = options;
    this.turns = new Turns(options.processes, MOST_WAITING, { clock: context.clock, ms: SPOKEN_WITHIN_MS });
    // Each of its processes listens.
    setMaxListeners(options.processes + 2, this.ending.signal);
  }

  isUsable(): boolean {
    return this.program !== null;
  }

  async start(): Promise<void> {
    const program = this.options.program ?? (await findProgram('espeak-ng', this.options.path));
    const [version, voices] = await Promise.all([this.run(program, ['--version']), this.run(program, ['--voices'])]);
    this.version = espeakVersion(version.toString());
    this.languages = languagesOf(voices.toString());
    if (this.languages.length === 0) throw new Error(`${program} has no voices`);
    this.program = program;
  }

  async stop(): Promise<void> {
    this.program = null;
    this.ending.abort();
  }

  speak(text: string, language: string): Promise<Sound> {
    return this.say(plainText(text), language);
  }

  async speakWords(words: readonly string[], language: string): Promise<readonly Sound[] | null> {
    const sound = await this.say(asParagraphs(words.map(plainText)), language);
    return cutAtParagraphs(sound, words.length, this.options.wordsPerMinute);
  }

  private say(text: string, language: string): Promise<Sound> {
    const { program } = this;
    if (program === null) return Promise.reject(new Error('espeak-ng was not found'));
    const args = [...espeakArguments(language, this.options.wordsPerMinute), '--stdin', '--stdout'];
    return this.turns.take(async () => {
      if (this.ending.signal.aborted) throw new Error('espeak-ng is being stopped');
      return readWav(await this.run(program, args, text));
    });
  }

  private run(file: string, args: readonly string[], input = ''): Promise<Buffer> {
    return runProgram(this.context.clock, {
      file,
      args,
      input,
      withinMs: WITHIN_MS,
      mostBytes: MOST_BYTES,
      signal: this.ending.signal,
    });
  }
}

/** UTF-8, the voice, the pace, no pause at the end. */
export function espeakArguments(language: string, wordsPerMinute: number): string[] {
  return ['-b', '1', '-v', ESPEAK_VOICES.get(language) ?? 'en-us', '-s', String(wordsPerMinute), '-z'];
}

export function plainText(text: string): string {
  return text.replaceAll(/[\s[\]]+/g, ' ');
}

/** `1.51` of "eSpeak NG text-to-speech: 1.51  Data at: …". */
export function espeakVersion(output: string): string {
  return /: (\S+)/.exec(output)?.[1] ?? 'unknown';
}

/** The second column of `--voices`. */
export function languagesOf(voices: string): readonly string[] {
  const named = new Set(voices.split('\n').map((line) => line.trim().split(/\s+/)[1]?.toLowerCase()));
  return [...ESPEAK_VOICES].filter(([, voice]) => named.has(voice)).map(([tag]) => tag);
}

async function findProgram(name: string, path = ''): Promise<string> {
  for (const folder of path.split(delimiter).filter((each) => each.startsWith('/'))) {
    const file = join(folder, name);
    const isThere = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return file;
  }
  throw new Error(`${name} is not on the PATH`);
}
