/**
 * What happens on the line once a call is answered, one frame of 20 ms after the other. Pure: frames are asked for, time
 * is how many of them there were.
 *
 *   a moment of silence -> extension keys -> "press a key" until it is pressed -> the message -> pause -> the message
 *   -> a moment to ask for it again
 *
 * 1. The message is said twice. The repeat key begins it anew: while it is being said that saying starts over, between
 *    and after the sayings one is added, at most `MOST_REPEATS` times.
 * 2. Nothing of the message is said before the key that was asked for, so that a mailbox does not get the code.
 * 3. What has to be said may come later than the answer. It is waited for in silence, at most `PROMPT_WITHIN_MS`.
 * 4. While the callee holds the call nobody asks for frames: the script waits.
 * 5. Each frame is in the law in which it is asked for. In a law in which nothing has come yet there is silence, as in
 *    rule 3, and what is said goes on where it was: the laws have a byte for each sample, so that a place in one is the
 *    same place in the other.
 */
import type { CodecName } from '../call.ts';
import type { PromptName } from './voice-messages.ts';

export const FRAME_MS = 20;
export const FRAME_SAMPLES = 160;

export type Frame =
  | { readonly kind: 'silence' }
  /** At most 160 bytes from `at` on; `isFirst`: speech begins, or goes on after a silence. */
  | { readonly kind: 'audio'; readonly audio: Uint8Array; readonly at: number; readonly isFirst: boolean }
  /** The `step`-th packet of a key, from 1 on; at the last step it ends. */
  | { readonly kind: 'key'; readonly key: string; readonly step: number; readonly isEnd: boolean }
  | { readonly kind: 'done'; readonly why: ScriptEnd };

/** `no_key`: nobody pressed the key. `no_prompt`: what was to be said did not come. */
export type ScriptEnd = 'said' | 'no_key' | 'no_prompt';

export interface ScriptSettings {
  /** Digits, `*`, `#`, A to D, and commas for a second of silence. */
  readonly extensionKeys: string;
  /** The key that has to be pressed first; null: none. */
  readonly pressFirst: string | null;
  /** The key that says it again; null: none. */
  readonly repeatKey: string | null;
}

export const BEFORE_SPEECH_MS = 400;
export const KEY_STEPS = 8;
const KEY_GAP_MS = 100;
const COMMA_MS = 1_000;
const ASK_TIMES = 3;
const KEY_WITHIN_MS = 4_000;
const BETWEEN_SAYINGS_MS = 1_000;
const SAYINGS = 2;
const AFTER_LAST_MS = 2_000;
const MOST_REPEATS = 5;
export const PROMPT_WITHIN_MS = 10_000;

/** How long a call is that is answered and listened to, when nobody asks for it again; without what asks for a key. */
export function talkMs(sayingMs: number, extensionKeys: string): number {
  const keysMs = [...extensionKeys].reduce(
    (ms, key) => ms + (key === ',' ? COMMA_MS : KEY_STEPS * FRAME_MS + KEY_GAP_MS),
    0,
  );
  return BEFORE_SPEECH_MS + keysMs + SAYINGS * sayingMs + (SAYINGS - 1) * BETWEEN_SAYINGS_MS + AFTER_LAST_MS;
}

export class Script {
  /** How often the message was said to its end. */
  timesSaid = 0;
  /** Keys that the callee pressed. */
  keys = '';
  private readonly settings: ScriptSettings;
  private readonly prompts = new Map<string, Uint8Array>();
  private readonly frames: Iterator<Frame, void, void>;
  private wasKeyPressed = false;
  private isRepeatWanted = false;
  private repeats = 0;
  /** Of the frame that is asked for. */
  private law: CodecName = 'PCMU';

  constructor(settings: ScriptSettings) {
    this.settings = settings;
    this.frames = this.all();
  }

  /** G.711 in this law. */
  give(name: PromptName, law: CodecName, audio: Uint8Array): void {
    this.prompts.set(`${name} ${law}`, audio);
  }

  has(name: PromptName, law: CodecName): boolean {
    return this.prompts.has(`${name} ${law}`);
  }

  press(key: string): void {
    if (this.keys.length < 64) this.keys += key;
    if (key === this.settings.pressFirst) this.wasKeyPressed = true;
    if (key === this.settings.repeatKey) this.isRepeatWanted = true;
  }

  /** Rule 5. */
  next(law: CodecName): Frame {
    this.law = law;
    const { value } = this.frames.next();
    return value ?? { kind: 'done', why: 'said' };
  }

  private *all(): Generator<Frame, void, void> {
    yield* silence(BEFORE_SPEECH_MS);
    yield* this.extension();
    if (this.settings.pressFirst !== null && !(yield* this.askForKey())) return;
    // What was pressed until now was meant for something else.
    this.isRepeatWanted = false;
    let left = SAYINGS;
    while (left > 0) {
      const saying = yield* this.sayMessage();
      if (saying === 'missing') return;
      if (saying === 'whole') {
        left -= 1;
        const pauseMs = left > 0 ? BETWEEN_SAYINGS_MS : AFTER_LAST_MS;
        if (yield* this.listen(pauseMs)) left += 1;
      }
    }
    yield { kind: 'done', why: 'said' };
  }

  private *extension(): Generator<Frame, void, void> {
    for (const key of this.settings.extensionKeys) {
      if (key === ',') {
        yield* silence(COMMA_MS);
        continue;
      }
      for (let step = 1; step <= KEY_STEPS; step += 1) yield { kind: 'key', key, step, isEnd: step === KEY_STEPS };
      yield* silence(KEY_GAP_MS);
    }
  }

  private *askForKey(): Generator<Frame, boolean, void> {
    const wasPressed = () => this.wasKeyPressed;
    for (let time = 0; time < ASK_TIMES; time += 1) {
      if ((yield* this.say('press', wasPressed)) === 'missing') return false;
      yield* silence(KEY_WITHIN_MS, wasPressed);
      if (this.wasKeyPressed) return true;
    }
    yield { kind: 'done', why: 'no_key' };
    return false;
  }

  private *sayMessage(): Generator<Frame, Saying, void> {
    const saying = yield* this.say('message', () => this.isRepeatWanted && this.repeats < MOST_REPEATS);
    if (saying === 'broken_off') this.takeRepeat();
    if (saying === 'whole') this.timesSaid += 1;
    return saying;
  }

  /** Silence; true when it is to be said once more. */
  private *listen(ms: number): Generator<Frame, boolean, void> {
    const isWanted = () => this.isRepeatWanted && this.repeats < MOST_REPEATS;
    yield* silence(ms, isWanted);
    return this.takeRepeat();
  }

  private takeRepeat(): boolean {
    const isTaken = this.isRepeatWanted && this.repeats < MOST_REPEATS;
    this.isRepeatWanted = false;
    if (isTaken) this.repeats += 1;
    return isTaken;
  }

  /** Rule 3. */
  private *waitFor(name: PromptName): Generator<Frame, boolean, void> {
    yield* silence(PROMPT_WITHIN_MS, () => this.has(name, this.law));
    if (this.has(name, this.law)) return true;
    yield { kind: 'done', why: 'no_prompt' };
    return false;
  }

  /** Rule 5; after `missing` nothing is to be said any more. */
  private *say(name: PromptName, isOver: () => boolean): Generator<Frame, Saying, void> {
    let at = 0;
    let isFirst = true;
    for (;;) {
      const audio = this.prompts.get(`${name} ${this.law}`);
      if (audio && at >= audio.length) return 'whole';
      if (isOver()) return 'broken_off';
      if (audio) {
        yield { kind: 'audio', audio, at, isFirst };
        at += FRAME_SAMPLES;
        isFirst = false;
        // Whatever the law is now.
        if (at >= audio.length) return 'whole';
      } else {
        if (!(yield* this.waitFor(name))) return 'missing';
        isFirst = true;
      }
    }
  }
}

/** `broken_off`: it begins anew, or is not wanted any more. */
type Saying = 'whole' | 'broken_off' | 'missing';

const SILENCE: Frame = { kind: 'silence' };

function* silence(ms: number, isOver: () => boolean = () => false): Generator<Frame, void, void> {
  for (let passed = 0; passed < ms && !isOver(); passed += FRAME_MS) yield SILENCE;
}
