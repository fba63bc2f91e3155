/**
 * File operations that take turns as the dice say: what several do to the same files at once is tried in one order of
 * their steps after the other, and each order can be repeated by its seed.
 *
 * 1. A step happens as a whole, while nothing else does. A write is two of them: first the file is there, then its text.
 * 2. Most steps wait for few others, some for many: what goes wrong mostly needs one that is held up for long.
 * 3. It stands in for node:fs/promises in the whole process until the test ends: for one test at a time.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import type { TestContext } from 'node:test';
import type { ManualClock } from './manual-clock.ts';
import type { Dice } from './random.ts';

export interface Turns {
  /** Resolves when the dice say that it is the caller's turn. */
  next(): Promise<void>;
  /** Gives turns, and moves the clock, until all of `work` has settled. */
  run(dice: Dice, clock: ManualClock, work: readonly Promise<unknown>[]): Promise<void>;
}

const FEW_STEPS = 6;
const MANY_STEPS = 40;
const CHANCE_OF_MANY = 0.1;
const CHANCE_OF_PAUSE = 0.05;
const LONGEST_PAUSE_MS = 20;

export function takeTurns(t: TestContext): Turns {
  const waiting: { due: number | null; readonly go: () => void }[] = [];
  const next = () => new Promise<void>((go) => waiting.push({ due: null, go }));

  function inTurn<A extends unknown[], R>(...steps: readonly ((...args: A) => R)[]) {
    return async (...args: A): Promise<R | undefined> => {
      let result: R | undefined;
      for (const step of steps) {
        await next();
        result = step(...args);
      }
      return result;
    };
  }

  const steps = {
    mkdir: inTurn(mkdirSync),
    readdir: inTurn((folder: string) => readdirSync(folder)),
    readFile: inTurn((file: string) => readFileSync(file, 'utf8')),
    rename: inTurn(renameSync),
    rm: inTurn(rmSync),
    writeFile: inTurn<[string, string, { flag?: string }?], void>(
      (file, _text, options) => writeFileSync(file, '', options),
      (file, text) => writeFileSync(file, text),
    ),
  };
  const methods = Object.entries(steps) as [keyof typeof steps, () => Promise<never>][];
  const mocks = methods.map(([name, step]) => t.mock.method(files, name, step));
  syncBuiltinESMExports();
  t.after(() => {
    for (const { mock } of mocks) mock.restore();
    syncBuiltinESMExports();
  });

  async function run(dice: Dice, clock: ManualClock, work: readonly Promise<unknown>[]): Promise<void> {
    let isOver = false;
    const over = Promise.allSettled(work).then(() => {
      isOver = true;
    });
    for (let step = 0; !isOver; step += 1) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      for (const one of waiting) one.due ??= step + dice.below(dice.chance(CHANCE_OF_MANY) ? MANY_STEPS : FEW_STEPS);
      waiting.sort((a, b) => (a.due ?? 0) - (b.due ?? 0));
      if (waiting.length === 0 || dice.chance(CHANCE_OF_PAUSE)) await clock.advance(dice.below(LONGEST_PAUSE_MS));
      waiting.shift()?.go();
    }
    await over;
  }

  return { next, run };
}
