/**
 * Speech for one gateway: its engines in the order in which they are asked, the languages that they speak together.
 *
 * 1. An engine that does not start, or fails, is logged and passed over; the next one speaks the message from its
 *    beginning.
 * 2. A gateway without any engine starts all the same: messages need no voice. Then no language is resolved.
 * 3. What could not be spoken is counted each time, and logged once a minute for each voice and reason: a caller can
 *    bring it about.
 */
import type { Context } from '../context.ts';
import type { Clock, Timer } from '../lib/clock.ts';
import { CODE_TOKEN } from '../lib/code-token.ts';
import { G711_SAMPLES_PER_SECOND } from '../lib/g711.ts';
import { OnceAMinute } from '../lib/once-a-minute.ts';
import { Clips } from './clips.ts';
import { compose, encode } from './compose.ts';
import { defaultText } from './default-texts.ts';
import type { VoiceEngine } from './engine.ts';
import { Espeak } from './espeak.ts';
import { EspeakPackage } from './espeak-package.ts';
import type { HttpVoiceSettings } from './http-settings.ts';
import { HttpVoice } from './http-voice.ts';
import { matchTag } from './languages.ts';
import { createPromptMetrics, type PromptMetrics, type PromptResult } from './prompt-metrics.ts';
import {
  type Prompt,
  type PromptRequest,
  SPOKEN_WITHIN_MS,
  type Speech,
  type SpeechDescription,
  SpeechError,
  type TextProblem,
} from './speech.ts';
import { checkText } from './text.ts';

export interface SpeechConfig {
  /** The program espeak-ng; null: the one of the PATH, else the npm package. */
  readonly espeakProgram: string | null;
  readonly espeakProcesses: number;
  readonly wordsPerMinute: number;
  readonly digitPauseMs: number;
  readonly codePauseMs: number;
  readonly cacheMegabytes: number;
  /** A service over HTTP that is asked first; null: none. */
  readonly http: HttpVoiceSettings | null;
}

export interface SpeechOptions {
  readonly settings: SpeechConfig;
  /** The PATH of the process. */
  readonly path: string | undefined;
  /** In place of those of the settings. */
  readonly engines?: readonly VoiceEngine[];
}

export function createSpeech(context: Context, options: SpeechOptions): Speech {
  return new SpeechOfEngines(context, options);
}

function enginesOf(context: Context, { settings, path }: SpeechOptions): readonly VoiceEngine[] {
  const { wordsPerMinute, espeakProgram: program, espeakProcesses: processes } = settings;
  return [
    ...(settings.http ? [new HttpVoice(context, settings.http)] : []),
    new Espeak(context, { program, path, wordsPerMinute, processes }),
    new EspeakPackage(context, { wordsPerMinute, processes }),
  ];
}

/** Kanji: espeak-ng has no reading for them and says "Chinese letter". */
const KANJI = /\p{Script=Han}/u;

class SpeechOfEngines implements Speech {
  readonly name = 'speech';
  private readonly context: Context;
  private readonly settings: SpeechConfig;
  private readonly clips: readonly Clips[];
  private readonly metrics: PromptMetrics;
  private readonly minutes: OnceAMinute;
  private languages: readonly string[] = [];

  constructor(context: Context, options: SpeechOptions) {
    this.context = context;
    this.settings = options.settings;
    this.minutes = new OnceAMinute(context.clock);
    const engines = options.engines ?? enginesOf(context, options);
    this.metrics = createPromptMetrics(
      context.metrics,
      engines.map(({ name }) => name),
    );
    this.clips = engines.map((engine) => new Clips(engine, options.settings.cacheMegabytes * 1024 * 1024));
  }

  async start(): Promise<void> {
    const { log } = this.context;
    const reasons: string[] = [];
    await Promise.all(
      this.clips.map(({ engine }) => engine.start().catch((error: unknown) => reasons.push(reasonOf(error)))),
    );
    const usable = this.clips.filter(({ engine }) => engine.isUsable());
    this.languages = [...new Set(usable.flatMap(({ engine }) => engine.languages))].sort();
    if (usable.length === 0) log.warn({ reasons }, 'no voice on this machine: calls cannot be placed');
  }

  async stop(): Promise<void> {
    await Promise.all(this.clips.map(({ engine }) => engine.stop()));
    this.minutes.end();
  }

  resolveLanguage(tag: string): string | null {
    return matchTag(tag, this.languages);
  }

  checkText(language: string, text: string | null): TextProblem | null {
    if (text === null) {
      const has = defaultText(language, 'any') !== null;
      return has ? null : { text: `is needed: there is no default text in ${language}` };
    }
    if (language === 'ja' && KANJI.test(text) && !this.hasReaderOfAll(language)) {
      return { text: 'holds kanji; the voice of this gateway reads Japanese in kana only' };
    }
    return checkText(text);
  }

  async prompt(request: PromptRequest): Promise<Prompt> {
    checkCode(request);
    const { clock } = this.context;
    const begunAt = clock.monotonic();
    const passedMs = () => clock.monotonic() - begunAt;
    const reasons: string[] = [];
    for (const clips of this.speakersOf(request.language)) {
      const { engine } = clips;
      const leftMs = SPOKEN_WITHIN_MS - passedMs();
      const said = await within(clock, leftMs, this.spokenBy(clips, request));
      if (typeof said !== 'string') {
        this.metrics.spoken(engine.name, passedMs() / 1_000);
        return said;
      }
      reasons.push(said);
      this.unspoken(engine.name, passedMs() < SPOKEN_WITHIN_MS ? 'failed' : 'late', said);
      if (passedMs() >= SPOKEN_WITHIN_MS) break;
    }
    throw new SpeechError(reasons.join('; ') || `no voice speaks ${request.language}`);
  }

  async lengthOf(request: Omit<PromptRequest, 'encoding'>): Promise<number | null> {
    const [clips] = this.speakersOf(request.language);
    if (!clips || clips.engine.isService) return null;
    const spoken = this.spokenBy(clips, { ...request, encoding: 'PCMU' });
    const said = await within(this.context.clock, SPOKEN_WITHIN_MS, spoken);
    return typeof said === 'string' ? null : said.durationMs;
  }

  describe(): SpeechDescription {
    return {
      engines: this.clips.map(({ engine }) => ({
        name: engine.name,
        version: engine.version,
        isUsable: engine.isUsable(),
      })),
      languages: this.languages.map((tag) => ({ tag, defaultText: defaultText(tag, 'any') })),
    };
  }

  /** In the order in which they are asked. */
  private speakersOf(language: string): Clips[] {
    return this.clips.filter(({ engine }) => engine.isUsable() && matchTag(language, engine.languages) !== null);
  }

  private async spokenBy(clips: Clips, request: PromptRequest): Promise<Prompt> {
    const { language, code, encoding } = request;
    const text = request.text ?? defaultText(language, clips.engine.reading);
    if (text === null) throw new Error(`there is no default text in ${language}`);
    const wanted = { text, isDefaultText: request.text === null, language, code };
    const { digitPauseMs: digitMs, codePauseMs: codeMs } = this.settings;
    const sounds = await compose(clips, wanted, { digitMs, codeMs });
    const audio = encode(sounds, encoding);
    return {
      audio,
      durationMs: (audio.length * 1_000) / G711_SAMPLES_PER_SECOND,
      engine: clips.engine.name,
      in: (other) => (other === encoding ? audio : encode(sounds, other)),
    };
  }

  /** Rule 3. */
  private unspoken(engine: string, result: Exclude<PromptResult, 'spoken'>, reason: string): void {
    this.metrics.unspoken(engine, result);
    this.minutes.happened(`${engine} ${result} ${reason}`, (times) =>
      this.context.log.warn({ engine, result, reason, times }, 'a message could not be spoken'),
    );
  }

  private hasReaderOfAll(language: string): boolean {
    const readers = this.clips.filter(({ engine }) => engine.reading === 'any' && engine.languages.length > 0);
    return readers.some(({ engine }) => matchTag(language, engine.languages) !== null);
  }
}

/** Where a code is spoken there has to be one, and nothing but a code. */
function checkCode({ code, text }: PromptRequest): void {
  if (code !== null && !/^[0-9]{1,20}$/.test(code)) throw new SpeechError('a code is 1 to 20 digits');
  if (code === null && (text ?? CODE_TOKEN).includes(CODE_TOKEN)) throw new SpeechError('the text names a code');
}

/** What became of the work, or why nothing did. */
async function within<Result>(clock: Clock, ms: number, work: Promise<Result>): Promise<Result | string> {
  let timer: Timer | null = null;
  const late = new Promise<string>((resolve) => {
    timer = clock.setTimer(() => resolve('it was not spoken in time'), ms);
  });
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    return reasonOf(error);
  } finally {
    if (timer) clock.clearTimer(timer);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown error';
}
