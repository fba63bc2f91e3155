import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../test/support/cluster/eventually.ts';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { createContext } from '../context.ts';
import { Espeak, espeakVersion, languagesOf, plainText } from './espeak.ts';
import { EspeakPackage } from './espeak-package.ts';
import { trim } from './loudness.ts';
import { runProgram } from './run-program.ts';
import { Turns } from './turns.ts';

// Its limits in time never pass by themselves: how fast the machine is decides nothing here.
const context = createContext({ logLevel: 'silent', clock: new ManualClock() });
const NODE = process.execPath;
const ECHO = 'process.stdin.pipe(process.stdout)';

test('the npm package speaks where there is no program, in as many processes as it may have, and stops', async (t) => {
  const clock = new ManualClock();
  const voice = new EspeakPackage(createContext({ logLevel: 'silent', clock }), { wordsPerMinute: 130, processes: 2 });
  t.after(() => voice.stop());
  assert.equal(voice.isUsable(), false);
  await voice.start();
  assert.deepEqual([voice.isUsable(), voice.processes], [true, 0]);
  await voice.speak('one at a time', 'en-US');
  await voice.speak('needs one process', 'en-US');
  assert.equal(voice.processes, 1);
  const [word, digits] = await Promise.all([
    voice.speak('$(reboot) <hello>', 'en-US'),
    voice.speakWords([...'0123456789'], 'de'),
    ...[1, 2, 3].map((number) => voice.speak(`text ${number}`, 'en-US')),
  ]);
  assert.equal(voice.processes, 2);
  assert.ok(trim(word?.samples ?? new Int16Array()).length > 10_000);
  assert.equal(digits?.length, 10);
  assert.ok(digits?.every(({ samples }) => trim(samples).length > 3_000));
  await clock.advance(60_000);
  assert.equal(voice.processes, 0, 'a quiet minute ends them');
  await voice.speak('and again', 'en-US');
  await voice.stop();
  assert.deepEqual([voice.isUsable(), voice.processes], [false, 0]);
  await assert.rejects(voice.speak('7', 'de'), /not in use/);
});

test('of what the npm package has said nothing is left for the next text', async (t) => {
  const asked = [
    ['Hello, this is the bank.', 'en-US'],
    ['Ihr Code', 'de'],
    ['Bonjour', 'fr'],
    [`${'a long text, '.repeat(200)}`, 'en-US'],
  ] as const;
  const said = async (order: ReadonlyArray<readonly [string, string]>) => {
    const voice = new EspeakPackage(context, { wordsPerMinute: 130, processes: 1 });
    t.after(() => voice.stop());
    await voice.start();
    const sounds = new Map<string, Int16Array>();
    for (const [text, language] of order) sounds.set(text, (await voice.speak(text, language)).samples);
    await voice.stop();
    return sounds;
  };
  const [forwards, backwards] = [await said(asked), await said(asked.toReversed())];
  for (const [text] of asked) assert.deepEqual(forwards.get(text), backwards.get(text), text.slice(0, 20));
});

test('a machine without the program, or without the package, is told so', async () => {
  const options = { wordsPerMinute: 130, processes: 1 };
  const none = new Espeak(context, { ...options, program: null, path: '/nowhere:relative' });
  await assert.rejects(none.start(), /espeak-ng is not on the PATH/);
  assert.equal(none.isUsable(), false);
  await assert.rejects(none.speak('x', 'de'), /was not found/);
  const wrong = new Espeak(context, { ...options, program: '/nowhere/espeak-ng', path: '' });
  await assert.rejects(wrong.start(), /\/nowhere\/espeak-ng cannot be run \(ENOENT\)/);
  const missing = new EspeakPackage(context, { ...options, entry: null });
  await assert.rejects(missing.start(), /optional package espeak-ng is not installed/);
});

test('what espeak-ng tells of itself is understood', () => {
  assert.equal(espeakVersion('eSpeak NG text-to-speech: 1.51  Data at: /usr/lib'), '1.51');
  const voices = 'Pty Language Age/Gender VoiceName File Other\n 5  de --/M German gmw/de\n 2  en-us --/M X y (en 3)\n';
  assert.deepEqual(languagesOf(voices), ['de', 'en-US']);
});

test('the notation of phonemes and line breaks do not reach the program', () => {
  assert.equal(plainText("a [[k'oUd]]\n\tb"), "a k'oUd b");
});

test('a program gets its text on the standard input and its arguments without a shell', async () => {
  const run = { file: NODE, withinMs: 10_000, mostBytes: 1_000 };
  const text = '$(date) `x` é';
  assert.equal(String(await runProgram(new ManualClock(), { ...run, args: ['-e', ECHO], input: text })), text);
  const args = ['-e', 'process.stdout.write(process.argv[1] + Object.keys(process.env))', '$HOME;x'];
  assert.equal(String(await runProgram(new ManualClock(), { ...run, args, input: '' })), '$HOME;xLC_ALL');
});

test('a program that fails, says too much, takes too long or is unwanted is ended, and its words are in no error', async () => {
  const run = { file: NODE, withinMs: 10_000, mostBytes: 100, input: 'secret' };
  const failing = runProgram(new ManualClock(), { ...run, args: ['-e', 'console.error("secret");process.exit(3)'] });
  await assert.rejects(failing, (error: Error) => error.message === `${NODE} ended with code 3`);
  const endless = runProgram(new ManualClock(), {
    ...run,
    args: ['-e', 'setInterval(() => console.log("x".repeat(90)), 1)'],
  });
  await assert.rejects(endless, /gave more than 100 bytes/);
  const ending = new AbortController();
  const unwanted = runProgram(new ManualClock(), {
    ...run,
    args: ['-e', 'setInterval(() => {}, 1000)'],
    signal: ending.signal,
  });
  const over = assert.rejects(unwanted, /was ended/);
  ending.abort();
  await over;
  const clock = new ManualClock();
  let ended = false;
  const slow = runProgram(clock, { ...run, args: ['-e', 'setInterval(() => {}, 1000)'] }).finally(() => {
    ended = true;
  });
  const told = assert.rejects(slow, /took longer than 10000 ms/);
  await clock.advance(9_999);
  assert.equal(ended, false);
  await clock.advance(1);
  await told;
});

test('no more work at the same time than allowed, in order, and a limit to what waits', async () => {
  const turns = new Turns(2, 2);
  const ends: (() => void)[] = [];
  const begun: number[] = [];
  const work = (index: number) =>
    turns.take(() => {
      begun.push(index);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const all = [0, 1, 2, 3].map(work);
  await assert.rejects(work(4), /too many texts wait/);
  assert.deepEqual(begun, [0, 1]);
  for (const expected of [3, 4]) {
    ends.shift()?.();
    await eventually('the next turn', () => begun.length === expected);
  }
  for (const end of ends) end();
  await Promise.all(all);
  assert.deepEqual(begun, [0, 1, 2, 3]);
  await assert.rejects(
    turns.take(() => Promise.reject(new Error('hoarse'))),
    /hoarse/,
  );
  assert.equal(await turns.take(async () => 'after a failure'), 'after a failure');
});

test('what has waited longer than anybody waits for it is passed over, and what is wanted has its turn', async () => {
  const clock = new ManualClock();
  const turns = new Turns(1, 10, { clock, ms: 1_000 });
  let end = () => {};
  const first = turns.take(() => new Promise<void>((resolve) => (end = resolve)));
  const begun: string[] = [];
  const old = assert.rejects(
    turns.take(async () => void begun.push('old')),
    /waited too long/,
  );
  await clock.advance(600);
  const young = turns.take(async () => void begun.push('young'));
  await clock.advance(401);
  end();
  await Promise.all([first, old, young]);
  assert.deepEqual(begun, ['young']);
});
