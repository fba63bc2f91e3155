/**
 * Sounds of one engine, ready for the telephone (8 kHz, levelled, without silence around them), and those that are
 * kept.
 *
 * 1. The ten digits of a language are spoken together, levelled together and kept: what is kept says nothing of a code.
 * 2. A caller's text is kept when it comes a second time, and never when a digit stands in it: it might be a code.
 *    Default texts are kept at once.
 * 3. What is kept has a limit in bytes; what was not used for the longest time goes first. Digits stay.
 * 4. Whoever asks for a sound that is being spoken waits for it. A failure is not kept.
 */
import { createHash } from 'node:crypto';
import type { Sound } from '../lib/wav.ts';
import { digitForEspeak } from './digit-words.ts';
import type { VoiceEngine } from './engine.ts';
import { level, trim } from './loudness.ts';
import { resample } from './resample.ts';
import { Turns } from './turns.ts';

export const DIGITS = '0123456789';

/** Fingerprints of texts that have come once. */
const MOST_SEEN = 10_000;

export class Clips {
  readonly engine: VoiceEngine;
  private readonly mostBytes: number;
  private readonly digitClips = new Map<string, Promise<readonly Int16Array[]>>();
  private readonly kept = new Map<string, Int16Array>();
  private readonly underWay = new Map<string, Promise<Int16Array>>();
  private readonly seen = new Set<string>();
  private readonly shaping = new Turns(1, Number.POSITIVE_INFINITY);
  private bytes = 0;

  constructor(engine: VoiceEngine, mostBytes: number) {
    this.engine = engine;
    this.mostBytes = mostBytes;
  }

  /** Ten sounds; the place is the digit. Rejects when one of them is silent. */
  digits(language: string): Promise<readonly Int16Array[]> {
    const known = this.digitClips.get(language);
    if (known) return known;
    const clips = this.speakDigits(language);
    this.digitClips.set(language, clips);
    clips.catch(() => this.digitClips.delete(language));
    return clips;
  }

  /** `isOurs`: a default text. */
  text(text: string, language: string, isOurs: boolean): Promise<Int16Array> {
    const key = createHash('sha256').update(`${language}\0${text}`).digest('base64');
    const kept = this.kept.get(key);
    if (kept) {
      this.kept.delete(key);
      this.kept.set(key, kept);
      return Promise.resolve(kept);
    }
    const known = this.underWay.get(key);
    if (known) return known;
    const mayKeep = isOurs || (!/\p{N}/u.test(text) && this.cameBefore(key));
    const clip = this.speak(text, language)
      .then((sound) => {
        if (mayKeep) this.keep(key, sound);
        return sound;
      })
      .finally(() => this.underWay.delete(key));
    this.underWay.set(key, clip);
    return clip;
  }

  private async speakDigits(language: string): Promise<readonly Int16Array[]> {
    const { engine } = this;
    const words = [...DIGITS].map((digit) => (engine.reading === 'espeak' ? digitForEspeak(digit, language) : digit));
    const together = (await engine.speakWords?.(words, language)) ?? null;
    const sounds = together ?? (await Promise.all(words.map((word) => engine.speak(word, language))));
    const spoken = await Promise.all(sounds.map((sound) => this.shape(sound)));
    if (spoken.some((clip) => clip.length === 0))
      throw new Error(`${engine.name} does not say all digits of ${language}`);
    return level(spoken);
  }

  private async speak(text: string, language: string): Promise<Int16Array> {
    const [clip = new Int16Array()] = level([await this.shape(await this.engine.speak(text, language))]);
    return clip;
  }

  /** One sound after the other, so that the event loop never has the slices of several between two turns. */
  private shape(sound: Sound): Promise<Int16Array> {
    return this.shaping.take(async () => trim(await resample(sound)));
  }

  private cameBefore(key: string): boolean {
    if (this.seen.has(key)) return true;
    if (this.seen.size >= MOST_SEEN) this.seen.clear();
    this.seen.add(key);
    return false;
  }

  private keep(key: string, clip: Int16Array): void {
    if (clip.byteLength > this.mostBytes || this.kept.has(key)) return;
    this.kept.set(key, clip);
    this.bytes += clip.byteLength;
    for (const [oldest, old] of this.kept) {
      if (this.bytes <= this.mostBytes) return;
      this.kept.delete(oldest);
      this.bytes -= old.byteLength;
    }
  }
}
