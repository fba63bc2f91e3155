/**
 * A voice that says tones instead of words: each text gets a length of its own, each digit a frequency, so that a test
 * can tell from the sound what was said, and it writes down what it was asked.
 */
import type { Sound } from '../../../src/lib/wav.ts';
import type { VoiceEngine } from '../../../src/speech/engine.ts';

const RATE = 16_000;

export class ScriptedVoice implements VoiceEngine {
  readonly name: string;
  readonly reading: 'espeak' | 'any';
  readonly version = '1';
  readonly languages: readonly string[];
  readonly asked: { readonly text: string; readonly language: string }[] = [];
  fails = false;
  isUp = false;

  constructor(options: { name?: string; reading?: 'espeak' | 'any'; languages?: readonly string[] } = {}) {
    this.name = options.name ?? 'scripted';
    this.reading = options.reading ?? 'any';
    this.languages = options.languages ?? ['de', 'en-US', 'ja', 'kl'];
  }

  isUsable(): boolean {
    return this.isUp;
  }

  async start(): Promise<void> {
    this.isUp = true;
  }

  async stop(): Promise<void> {
    this.isUp = false;
  }

  async speak(text: string, language: string): Promise<Sound> {
    this.asked.push({ text, language });
    if (this.fails) throw new Error('the voice is hoarse');
    const quiet = new Int16Array(RATE / 5);
    const voice = tone(hertzOf(text), durationOf(text));
    const samples = new Int16Array(quiet.length * 2 + voice.length);
    samples.set(voice, quiet.length);
    return { samples, samplesPerSecond: RATE };
  }

  textsAsked(): readonly string[] {
    return this.asked.map(({ text }) => text).filter((text) => !/^\d$/.test(text));
  }
}

/** Digits are 200 ms, anything else 10 ms a character. */
export function durationOf(text: string): number {
  return /^\d$/.test(text) ? 200 : text.length * 10;
}

function hertzOf(text: string): number {
  return /^\d$/.test(text) ? 400 + Number(text) * 200 : 300;
}

/** The digit whose tone this is, by the number of times that it crosses zero. */
export function digitHeard(samples: Int16Array): number {
  let crossings = 0;
  for (let index = 1; index < samples.length; index += 1) {
    if ((samples[index - 1] ?? 0) < 0 !== (samples[index] ?? 0) < 0) crossings += 1;
  }
  return Math.round((crossings / 2 / (samples.length / 8_000) - 400) / 200);
}

function tone(hertz: number, durationMs: number): Int16Array {
  return Int16Array.from({ length: (RATE * durationMs) / 1_000 }, (_, index) =>
    Math.round(8_000 * Math.sin((2 * Math.PI * hertz * (index + 0.5)) / RATE)),
  );
}
