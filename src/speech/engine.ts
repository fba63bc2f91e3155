/**
 * What makes sound of words: a program of this machine, a package, a service. Everything around it (where the code
 * stands, pauses, loudness, sample rate, what is kept) is not its affair.
 *
 * 1. An engine gets short texts of the caller and single digits, never a code.
 * 2. It works outside of this process: nothing that it does holds the event loop, and nothing in a text reaches a shell.
 */
import type { Sound } from '../lib/wav.ts';

export interface VoiceEngine {
  readonly name: string;
  /** The reading: some engines read only a part of a language's script. */
  readonly reading: 'espeak' | 'any';
  /** What it tells of itself; known once it has started. */
  readonly version: string;
  /** BCP-47 tags, once it has started. */
  readonly languages: readonly string[];
  /** What it says leaves this machine, and may be charged for. */
  readonly isService?: true;
  /** Whether it can speak now; one that failed may be left alone for a while. */
  isUsable(): boolean;
  /** Rejects when the engine cannot be used at all. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** `language` is one of its own. Rejects with a reason that holds nothing of the text. */
  speak(text: string, language: string): Promise<Sound>;
  /** Many words at once, where that is quicker than one by one; null when they cannot be told apart. */
  speakWords?(words: readonly string[], language: string): Promise<readonly Sound[] | null>;
}
