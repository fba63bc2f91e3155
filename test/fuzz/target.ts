/**
 * What is fuzzed: one target for each reader of outside bytes, and what must hold whatever it is given.
 *
 * 1. `read` throws when something is wrong: an error that the reader does not declare, or an invariant that is broken.
 *    What the reader declares (a Refusal, a WavError) is caught in the target by its class.
 * 2. `read` depends on its input alone, so that a finding can be repeated by its name, seed and case.
 * 3. `around` puts an awkward text where it could do harm; the text is what `linear.test.ts` makes it from.
 */
import assert from 'node:assert/strict';

export type Read = (input: Buffer) => void | Promise<void>;

export interface OpenTarget {
  readonly read: Read;
  close(): Promise<void>;
}

export interface Target {
  /** As in `--only`. */
  readonly name: string;
  /** What it is about, for docs/fuzzing.md. */
  readonly about: string;
  /** Valid inputs; what is tried is made of them. */
  readonly samples: readonly (string | Uint8Array)[];
  /** Words of the grammar beside those of every one. */
  readonly words?: readonly string[];
  readonly read: Read | { open(): Promise<OpenTarget> };
  /**
   * The sources whose patterns scripts/check-patterns.mjs checks; none where only a text of bounded length gets to a pattern.
   */
  readonly files: readonly string[];
  /** Absent where `read` waits for something: then its parts are counted in other targets. */
  readonly around?: readonly ((text: string) => string | Uint8Array)[];
  /** Steps that a character may cost; default 100. */
  readonly perCharacter?: number;
}

export async function openTarget({ read }: Target): Promise<OpenTarget> {
  return typeof read === 'function' ? { read, close: async () => {} } : await read.open();
}

/** Samples and texts are Latin-1, one character a byte, unless the target says otherwise. */
export function bytesOf(sample: string | Uint8Array): Buffer {
  return typeof sample === 'string' ? Buffer.from(sample, 'utf8') : Buffer.from(sample);
}

/** What `run` answers, or null when it throws what it declares. */
export function orDeclared<Value>(declared: abstract new (...given: never[]) => Error, run: () => Value): Value | null {
  try {
    return run();
  } catch (error) {
    if (error instanceof declared) return null;
    throw error;
  }
}

/** Every text in a value, at whatever depth, with its names. */
export function* textsIn(value: unknown): Generator<string> {
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'string') yield next;
    else if (next instanceof Uint8Array) continue;
    else if (next instanceof Map) left.push(...[...next].flat());
    else if (typeof next === 'object' && next !== null) {
      for (const [name, each] of Object.entries(next)) left.push(name, each);
    }
  }
}

/** PostgreSQL takes no NUL in a text, and UTF-8 has no half of a surrogate pair. */
export function assertStorable(value: unknown, what: string): void {
  for (const text of textsIn(value)) {
    assert.ok(!text.includes('\0'), `${what}: a NUL`);
    assert.ok(!/\p{Surrogate}/u.test(text), `${what}: half of a surrogate pair`);
  }
}

/** What comes out grows with what came in, and no faster. */
export function assertBounded(value: unknown, input: Uint8Array, what: string): void {
  let length = 0;
  for (const text of textsIn(value)) length += text.length;
  const most = 4_000 + 20 * input.length;
  assert.ok(length <= most, `${what}: ${length} characters out of ${input.length} bytes`);
}
