/**
 * What the rest of the gateway knows of speech: a text and a code go in, the audio of a telephone call comes out.
 *
 * 1. A code goes to no engine and into no cache: the ten digits of a language are spoken once, all of them, and a code
 *    is put together from them.
 * 2. A prompt is the whole message once. Who plays it decides how often, and what lies between.
 * 3. A text is spoken as it stands or refused with a reason; nothing in it is ever an instruction.
 * 4. A prompt is spoken by one voice: what one engine cannot finish another one says from the beginning.
 * 5. What is not spoken `SPOKEN_WITHIN_MS` after it was asked for is given up, whatever voices are still left.
 */
import type { Encoding } from '../lib/g711.ts';
import type { Service } from '../lib/service.ts';

/** In characters (code points) of a caller's text. */
export const LONGEST_TEXT = 2_000;

/** What goes beyond it is not spoken; a text of 2,000 characters alone stays far below in most languages. */
export const LONGEST_PROMPT_MS = 600_000;

/** Nobody has been called by then: who asked for a call learns in time that there is none. */
export const SPOKEN_WITHIN_MS = 8_000;

export interface PromptRequest {
  /** As resolveLanguage gave it. */
  readonly language: string;
  /** One that checkText found nothing wrong with; null for the default text of the language. */
  readonly text: string | null;
  /** 1 to 20 digits; null: the text is all that is said, and names no code. */
  readonly code: string | null;
  readonly encoding: Encoding;
}

export interface Prompt {
  /** The whole message once, without silence before or after it. */
  readonly audio: Uint8Array;
  readonly durationMs: number;
  /** The same in another encoding: nothing is spoken again for it. */
  in(encoding: Encoding): Uint8Array;
  /** The engine that spoke it. */
  readonly engine: string;
}

export interface TextProblem {
  /** Completes "tts_message …", and says what is allowed. */
  readonly text: string;
}

export interface SpokenLanguage {
  /** As in BCP 47: `de`, `en-GB`, `pt-BR`, `zh`. */
  readonly tag: string;
  /** What is said when the caller gives no text; null when the caller must give one. */
  readonly defaultText: string | null;
}

export interface SpeechDescription {
  /** In the order in which they are asked. */
  readonly engines: readonly { readonly name: string; readonly version: string; readonly isUsable: boolean }[];
  readonly languages: readonly SpokenLanguage[];
}

export interface Speech extends Service {
  /**
   * The language that a tag means: itself, else without its last part, and so on (BCP 47 look-up, RFC 4647, 3.4),
   * whatever its case. Null when nothing fits. Works once the service has started.
   */
  resolveLanguage(tag: string): string | null;
  /** Null when this text (null: the default one) can be spoken in this language. */
  checkText(language: string, text: string | null): TextProblem | null;
  /**
   * How long a prompt would be, in milliseconds; null where a service would speak it, which is asked for calls alone, or
   * nothing can. Counted nowhere.
   */
  lengthOf(request: Omit<PromptRequest, 'encoding'>): Promise<number | null>;
  /** Rejects with SpeechError when no engine can speak now (rule 5). */
  prompt(request: PromptRequest): Promise<Prompt>;
  describe(): SpeechDescription;
}

/** No engine could speak. The message is for the operator and holds nothing of the text. */
export class SpeechError extends Error {
  override readonly name = 'SpeechError';
}
