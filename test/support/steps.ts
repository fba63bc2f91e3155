/**
 * What a function costs, in steps that are the same on every machine: for parsers of what others send.
 *
 * 1. A step is a block of our own code that ran (V8 counts them), or a character that a method of the language went over:
 *    strings, patterns, buffers and arrays are counted by what they read and what they hand out.
 * 2. A pattern is counted as going over its text once for each call. scripts/check-patterns.mjs makes sure that it does no
 *    more; a parser's file has to be listed there as well.
 *    A file that measures imports this one before what it measures.
 * 3. Nothing is measured in time, so a test with it passes on a slow machine, and fails on a fast one.
 *
 * `assertLinear` is the test of a parser, `assertFewSteps` the quick one; `stepsOf` is for whoever wants the figure.
 */
import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { type Profiler, Session } from 'node:inspector';

/** Signs that grammars care about, alone and in pairs. */
export const AWKWARD_SIGNS = [' ', '\t', ';', ',', '"', '<', '>', '\\', '(', '=', ':', '@', '\r', '\n', '\0'] as const;

export interface LinearOptions {
  /** Characters of each input. Default: 64 Ki. */
  readonly length?: number;
  /** Steps that each character may cost. Default: 100. */
  readonly perCharacter?: number;
  /** False: each sign alone, and no pairs. Default: true. */
  readonly pairs?: boolean;
  /** Signs that the inputs are made of, each alone and each pair. Default: AWKWARD_SIGNS. */
  readonly signs?: readonly string[];
}

const KIBI = 1_024;
/** For what an input costs however short it is. */
const AT_LEAST = 20_000;

/**
 * Feeds `parse` with nothing but each awkward sign, and each pair of them, and asserts that it takes at most so many steps
 * for each character. It must not throw. `parse` puts the text into whatever surrounds it, such as a header field. The
 * inputs that begin with one sign are measured together, as to read the meter costs more than to parse.
 *
 * A quarter of the length comes first. Steps that grow no faster than with the square of it, and at a quarter are within
 * a quarter of what each character may cost, are within all of it at the whole length: only other inputs are fed at the
 * whole. What a parser begins to do at some length shows in one text of that length with every input in turn.
 */
export function assertLinear(what: string, parse: (text: string) => void, options: LinearOptions = {}): void {
  const { length = 64 * KIBI, perCharacter = 100, pairs = true, signs = AWKWARD_SIGNS } = options;
  const most = AT_LEAST + perCharacter * length;
  const groups = signs.map((first) =>
    pairs ? awkwardInputs(signs).filter((each) => each.startsWith(first)) : [first],
  );
  const feed = (inputs: readonly string[], size: number) => () => {
    for (const input of inputs) parse(grown(input, size));
  };
  const turn = textOfAll(groups.flat(), length);
  const [inTurn = Number.NaN, ...early] = stepsOfEach([
    () => parse(turn),
    ...groups.map((inputs) => feed(inputs, length / QUARTER)),
  ]);
  assert.ok(inTurn <= most, `${what}: ${inTurn} steps for ${length} of every sign in turn; ${most} allowed`);
  const suspects = groups.filter((inputs, index) => {
    return !((early[index] ?? Number.NaN) <= stepsAtQuarter(perCharacter, length) * inputs.length);
  });
  const measured = stepsOfEach(suspects.map((inputs) => feed(inputs, length)));
  for (const [index, inputs] of suspects.entries()) {
    const all = measured[index] ?? Number.NaN;
    if (all <= most * inputs.length) continue;
    for (const input of inputs) {
      const steps = stepsOf(() => parse(grown(input, length)));
      assert.ok(steps <= most, `${what}: ${steps} steps for ${length} of ${JSON.stringify(input)}; ${most} allowed`);
    }
    assert.fail(
      `${what}: ${all} steps for ${inputs.length} inputs of ${length} that begin with ${JSON.stringify(inputs[0])}`,
    );
  }
}

/**
 * The same for each sign alone, with all of them measured together: on the average each costs at most `perCharacter`. What
 * is fed first is one measurement too, and the text of every sign in turn counts among the quarters.
 */
export function assertFewSteps(what: string, parse: (text: string) => void, options: LinearOptions = {}): void {
  const { length = 64 * KIBI, perCharacter = 100, signs = AWKWARD_SIGNS } = options;
  const turn = textOfAll(signs, length);
  const first = stepsOf(() => {
    parse(turn);
    for (const sign of signs) parse(grown(sign, length / QUARTER));
  });
  if (first <= stepsAtQuarter(perCharacter, length) * signs.length) return;
  const all = stepsOf(() => {
    for (const sign of signs) parse(grown(sign, length));
  });
  if (all <= perCharacter * length * signs.length) return;
  assertLinear(what, parse, { perCharacter, length, pairs: false, signs });
  assert.fail(`${what}: ${all} steps for ${signs.length} inputs of ${length}`);
}

/** The part of a length at which inputs are fed first, and the part of the steps that they may take there. */
const QUARTER = 4;

/** What an input of a quarter of the length may cost, so that the whole costs at most `perCharacter` for each character. */
function stepsAtQuarter(perCharacter: number, length: number): number {
  return (perCharacter / QUARTER) * (length / QUARTER);
}

/** Every input in turn, each for its share of the length. */
function textOfAll(inputs: readonly string[], length: number): string {
  return inputs
    .map((input) => grown(input, Math.ceil(length / inputs.length)))
    .join('')
    .slice(0, length);
}

function grown(input: string, length: number): string {
  return input.repeat(Math.ceil(length / input.length)).slice(0, length);
}

/** Each sign alone, and each pair of two. */
export function awkwardInputs(signs: readonly string[] = AWKWARD_SIGNS): string[] {
  return [...signs, ...signs.flatMap((first) => signs.filter((each) => each !== first).map((each) => first + each))];
}

/** The steps that `run` takes (rule 1). Not to be nested, and for what ends before it returns. */
export function stepsOf(run: () => void): number {
  return stepsOfEach([run])[0] ?? Number.NaN;
}

/** The steps of each: the meter is read once for each and not twice, which takes most of the time where each is short. */
function stepsOfEach(runs: readonly (() => void)[]): number[] {
  // What was counted before is not ours.
  takeBlocks(session);
  return runs.map((run) => {
    const native = countNative();
    try {
      run();
    } catch (error) {
      native.stop();
      throw error;
    }
    return native.stop() + takeBlocks(session);
  });
}

interface Counter {
  stop(): number;
}

/** From the beginning: in a function that ran before, V8 does not count the blocks. */
const session = beginCoverage();

function beginCoverage(): Session {
  const inspector = new Session();
  inspector.connect();
  inspector.post('Profiler.enable');
  inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return inspector;
}

/** How often blocks of our own files ran since the last time that this was asked. */
function takeBlocks(inspector: Session): number {
  let blocks = 0;
  // A session in the same thread answers before `post` returns.
  inspector.post('Profiler.takePreciseCoverage', (error, coverage) => {
    if (error) throw error;
    blocks = coverage.result.filter(({ url }) => /\/(src|cli)\//.test(url)).reduce(sumOfBlocks, 0);
  });
  return blocks;
}

function sumOfBlocks(sum: number, { functions }: Profiler.ScriptCoverage): number {
  return functions.reduce((all, { ranges }) => all + ranges.reduce((each, { count }) => each + count, 0), sum);
}

type Method = (this: unknown, ...given: unknown[]) => unknown;
type Owner = Record<PropertyKey, unknown>;
type Cost = (self: unknown, answer: unknown, given: readonly unknown[]) => number;

/** Puts a counter before the methods that go over text, and takes it away again. */
function countNative(): Counter {
  let characters = 0;
  let isInside = false;
  const undo: (() => void)[] = [];
  const wrap = (owner: Owner, names: readonly PropertyKey[], cost: Cost) => {
    for (const name of names) {
      const described = Object.getOwnPropertyDescriptor(owner, name);
      const real = described?.value as Method | undefined;
      if (!described || !real) continue;
      // What a method of the language calls of its own, such as `exec` for each place of a split, is part of it.
      const isWhole = owner === (RegExp.prototype as unknown) || GO_OVER_TEXT.some((each) => each === name);
      const counted: Method = function (...given) {
        if (isInside) return Reflect.apply(real, this, given);
        isInside = isWhole;
        try {
          const answer = Reflect.apply(real, this, given);
          characters += cost(this, answer, given);
          return answer;
        } finally {
          isInside = false;
        }
      };
      Object.defineProperty(owner, name, { ...described, value: counted });
      undo.push(() => Object.defineProperty(owner, name, described));
    }
  };
  wrap(String.prototype as unknown as Owner, GO_OVER_TEXT, (self) => sizeOf(self));
  wrap(String.prototype as unknown as Owner, LOOK_FOR, (self, at, [, from]) => distance(self, at, from));
  wrap(String.prototype as unknown as Owner, CUT, (_, part) => sizeOf(part));
  wrap(
    RegExp.prototype as unknown as Owner,
    ['exec', 'test', Symbol.replace, Symbol.split, Symbol.match],
    (_, __, [text]) => sizeOf(text),
  );
  wrap(Array.prototype as unknown as Owner, COPY, (self, answer) => sizeOf(self) + sizeOf(answer));
  for (const owner of [Buffer.prototype, Object.getPrototypeOf(Uint8Array.prototype)] as unknown as Owner[]) {
    wrap(owner, LOOK_FOR, (self, at, [, from]) => distance(self, at, from));
    wrap(owner, ['set'], (_, __, [bytes]) => sizeOf(bytes));
    wrap(owner, ['copy'], (_, count) => (typeof count === 'number' ? count + 1 : 1));
    wrap(owner, ['toString', 'fill', 'equals', 'latin1Slice', 'utf8Slice'], (self, answer) =>
      typeof answer === 'string' ? answer.length : sizeOf(self),
    );
  }
  wrap(Buffer as unknown as Owner, ['concat', 'from', 'alloc'], (_, bytes) => sizeOf(bytes));
  return {
    stop() {
      for (const each of undo.reverse()) each();
      return characters;
    },
  };
}

const GO_OVER_TEXT = [
  ...['split', 'replace', 'replaceAll', 'toLowerCase', 'toUpperCase', 'match', 'matchAll', 'search', 'normalize'],
  ...['padStart', 'padEnd', 'localeCompare', 'concat'],
] as const;
const LOOK_FOR = ['indexOf', 'lastIndexOf', 'includes'] as const;
const CUT = ['slice', 'substring', 'substr', 'trim', 'trimStart', 'trimEnd', 'repeat'] as const;
const COPY = [
  ...['slice', 'concat', 'join', 'reverse', 'sort', 'includes', 'indexOf', 'find', 'findIndex', 'shift', 'unshift'],
  ...['splice', 'flat', 'some', 'every', 'filter', 'map', 'flatMap', 'reduce'],
] as const;

function sizeOf(thing: unknown): number {
  if (typeof thing === 'string' || Array.isArray(thing)) return thing.length;
  return thing instanceof Uint8Array ? thing.length : 1;
}

/** From where it began to what was found: to the end where nothing was, one step at the least. */
function distance(self: unknown, at: unknown, from: unknown): number {
  const start = typeof from === 'number' && from > 0 ? from : 0;
  const end = typeof at === 'number' && at >= 0 ? at + 1 : sizeOf(self);
  return Math.max(1, Math.abs(end - start));
}
