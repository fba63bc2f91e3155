/**
 * What a call says, made before anybody is called: whoever picks up a telephone hears words at once.
 */
import type { Clock } from '../../../lib/clock.ts';
import type { VoicePrompt } from '../../carrier.ts';
import type { CodecName } from '../call.ts';

/** One text once, in G.711 of the codec that the call has. */
export type Saying = (codec: CodecName) => Uint8Array;

export interface Words {
  /** "Press … to hear your code"; null where no key is asked for. */
  readonly press: Saying | null;
  readonly message: Saying;
}

/**
 * What is not there by then is not waited for: nobody is called, and whoever asked for the call learns it. It is less
 * than what is left of a node's lease when a call is handed out: after that nothing may leave.
 */
export const WORDS_WITHIN_MS = 8_000;

/** Whoever makes sound of words. Both reject when nothing can speak now. */
export interface Speaker {
  /** The whole message once. `code` null: none is spoken. */
  message(prompt: VoicePrompt, code: string | null): Promise<Saying>;
  pressFirst(language: string, key: string): Promise<Saying>;
}

export interface Spoken {
  readonly prompt: VoicePrompt;
  readonly code: string | null;
  /** The key that is asked for; null: none. */
  readonly pressFirst: string | null;
}

/** Rejects when any of it cannot be spoken: a call that would fall silent half-way is not begun. */
export async function speakWords(speaker: Speaker, { prompt, code, pressFirst }: Spoken): Promise<Words> {
  const [message, press] = await Promise.all([
    speaker.message(prompt, code),
    pressFirst === null ? null : speaker.pressFirst(prompt.language, pressFirst),
  ]);
  return { press, message };
}

/** How long a call waits for its words: until they are there, their time is over, or they are not wanted any more. */
export class WaitForWords {
  private readonly clock: Clock;
  private isOver = false;
  private over = () => {};

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** They are not wanted any more. */
  end(): void {
    this.isOver = true;
    this.over();
  }

  /** Never rejects. Why there are none; null when they are not wanted any more. */
  of(speaker: Speaker, spoken: Spoken): Promise<Words | string | null> {
    if (this.isOver) return Promise.resolve(null);
    const { clock } = this;
    return new Promise((resolve) => {
      const finish = (words: Words | string | null) => {
        clock.clearTimer(timer);
        resolve(words);
      };
      this.over = () => finish(null);
      const timer = clock.setTimer(() => finish('not in time'), WORDS_WITHIN_MS);
      speakWords(speaker, spoken).then(finish, (error: unknown) =>
        finish(error instanceof Error ? error.message : 'unknown error'),
      );
    });
  }
}
