/**
 * Debian's espeak-ng: every digit of every language has a sound, default texts are read in their own language, and a
 * hostile text is only ever spoken. The npm package speaks like the program.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, type TestContext, test } from 'node:test';
import { createContext } from '../../src/context.ts';
import { defaultText } from '../../src/speech/default-texts.ts';
import { digitForEspeak } from '../../src/speech/digit-words.ts';
import { Espeak } from '../../src/speech/espeak.ts';
import { EspeakPackage } from '../../src/speech/espeak-package.ts';
import { ESPEAK_VOICES } from '../../src/speech/languages.ts';
import { trim } from '../../src/speech/loudness.ts';
import { createDice, type Dice } from '../support/random.ts';
import { startSpeech } from './peers/recogniser.ts';

const DIGITS = [...'0123456789'];
const context = createContext({ logLevel: 'silent' });

before(() => {
  const found = spawnSync('espeak-ng', ['--version']);
  assert.equal(found.status, 0, 'espeak-ng is missing: install the package espeak-ng (apt-get install -y espeak-ng)');
});

async function program(t: TestContext): Promise<Espeak> {
  const espeak = new Espeak(context, { program: null, path: process.env.PATH, wordsPerMinute: 130, processes: 2 });
  t.after(() => espeak.stop());
  await espeak.start();
  return espeak;
}

/** How espeak-ng pronounces each of the texts, in its own notation; `(en)` marks a change of language. */
function phonemes(voice: string, texts: readonly string[]): readonly string[] {
  const args = ['-q', '-x', '-b', '1', '-v', voice, '--stdin'];
  const run = spawnSync('espeak-ng', args, { input: texts.join('\n\n'), encoding: 'utf8' });
  return run.stdout
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

test('in each language that is offered every digit is said, no two alike, and none in another language', async (t) => {
  const espeak = await program(t);
  assert.deepEqual([...espeak.languages].sort(), [...ESPEAK_VOICES.keys()].sort());
  const wrong: string[] = [];
  for (const [language, voice] of ESPEAK_VOICES) {
    const said = phonemes(
      voice,
      DIGITS.map((digit) => digitForEspeak(digit, language)),
    );
    const isRight = said.length === 10 && new Set(said).size === 10 && said.every((each) => !each.includes('('));
    const words = DIGITS.map((digit) => digitForEspeak(digit, language));
    const isCut = (await espeak.speakWords(words, language))?.length === 10;
    if (!isRight || !isCut) wrong.push(`${language}: ${said.join(' | ')}`);
  }
  assert.deepEqual(wrong, []);
});

test('each default text is read in its own language', () => {
  const wrong: string[] = [];
  let count = 0;
  for (const [language, voice] of ESPEAK_VOICES) {
    const text = defaultText(language, 'espeak');
    if (text === null) continue;
    count += 1;
    const said = phonemes(voice, [text.replace('$$CODE$$', '')]).join(' ');
    if (said.length < 10 || said.includes('(')) wrong.push(`${language}: ${said}`);
  }
  assert.deepEqual(wrong, []);
  assert.ok(count >= 50, `${count} languages have a default text`);
});

test('options, commands, markup and phonemes in a text are spoken and do nothing', async (t) => {
  const espeak = await program(t);
  const file = join(tmpdir(), `trunkline-hostile-${process.pid}`);
  const plain = trim((await espeak.speak('code', 'en-US')).samples).length;
  const hostile = [
    `-w ${file}`,
    `$(touch ${file})`,
    `\`touch ${file}\` | tee ${file}; touch ${file}`,
    `<speak><audio src="file://${file}"/><break time="100s"/>code</speak>`,
    `[[k'oUd]] code [[${'a'.repeat(500)}]]`,
    `'"\\$IFS&&touch ${file}\n-f /etc/passwd`,
    '%s%n%x '.repeat(20),
  ];
  for (const text of hostile) {
    const { samples, samplesPerSecond } = await espeak.speak(text, 'en-US');
    assert.ok(trim(samples).length > plain, text);
    assert.ok(samples.length < samplesPerSecond * 90, `${text} lasts ${samples.length / samplesPerSecond} s`);
  }
  assert.equal(existsSync(file), false);
});

/** Letters, signs and what no keyboard has, with the characters that mean something to programs. */
function randomText(dice: Dice): string {
  const special = [...'$<>[]{}()|&;`\'"\\%#*-+=@~^!?.,:0123456789\n\t '];
  const kinds = [0x7f, 0x250, 0x3000, 0xd7ff, 0x10ffff].map((limit) => () => String.fromCodePoint(dice.below(limit)));
  const make = dice.chance(0.3) ? () => dice.pick(special) : dice.pick(kinds);
  return Array.from({ length: 1 + dice.below(100) }, make).join('');
}

test('random texts in many scripts and languages are spoken or refused, whatever they hold', async (t) => {
  const speech = await startSpeech(130);
  t.after(() => speech.stop());
  const dice = createDice(1);
  const tags = 'ar de en-US grc he hi hyw ja ru ta th zh'.split(' ');
  const told = { spoken: 0, refused: 0 };
  for (let round = 0; round < 60; round += 1) {
    const language = dice.pick(tags);
    const text = dice.chance(0.5) ? randomText(dice) : randomText(dice).replaceAll(/[\p{C}<>]/gu, ' ');
    if (speech.checkText(language, text) !== null) {
      told.refused += 1;
      continue;
    }
    const { durationMs } = await speech.prompt({ language, text, code: '4711', encoding: 'PCMU' });
    assert.ok(durationMs > 1_500 && durationMs < 200_000, `${language}: ${durationMs} ms for ${JSON.stringify(text)}`);
    told.spoken += 1;
  }
  assert.ok(told.spoken > 15 && told.refused > 5, JSON.stringify(told));
});

test('the same message sounds the same in every gateway, to the byte', async (t) => {
  const [one, other] = [await startSpeech(130), await startSpeech(130)];
  t.after(() => Promise.all([one.stop(), other.stop()]));
  for (const language of ['en-US', 'de', 'ar', 'ja', 'zh', 'th']) {
    for (const encoding of ['PCMU', 'PCMA'] as const) {
      const request = { language, text: null, code: '5038', encoding };
      assert.deepEqual((await one.prompt(request)).audio, (await other.prompt(request)).audio, language);
    }
  }
});

test('the npm package says what the program says', async (t) => {
  const espeak = await program(t);
  const packaged = new EspeakPackage(context, { wordsPerMinute: 130, processes: 2 });
  t.after(() => packaged.stop());
  await packaged.start();
  for (const [text, language] of [
    ['Your verification code is', 'en-US'],
    ['אֶפֶס', 'he'],
    ['您的验证码是', 'zh'],
  ] as const) {
    const [one, other] = [await espeak.speak(text, language), await packaged.speak(text, language)];
    assert.equal(one.samplesPerSecond, other.samplesPerSecond);
    const [length, same] = [trim(one.samples).length, trim(other.samples).length];
    assert.ok(length > 4_000 && Math.abs(length - same) < length * 0.1, `${language}: ${length} and ${same} samples`);
  }
});
