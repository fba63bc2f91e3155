/**
 * The code that was asked for is the code that is heard: prompts as they arrive at the other end of a call (G.711), heard
 * by Debian's pocketsphinx, which was told what stands around a code and nothing about its digits.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Encoding } from '../../src/lib/g711.ts';
import type { Sound } from '../../src/lib/wav.ts';
import type { Speech } from '../../src/speech/speech.ts';
import { createDice } from '../support/random.ts';
import {
  createRecogniser,
  heardPrompt,
  isForTests,
  type Recogniser,
  randomCodes,
  startSpeech,
} from './peers/recogniser.ts';

const CODES = 50;
const LEAST_HEARD = 48;

let recogniser: Recogniser;
let speech: Speech;

before(async () => {
  recogniser = await createRecogniser();
  speech = await startSpeech(130);
});

after(async () => {
  await speech?.stop();
  await recogniser?.stop();
});

/** As a call says it: twice, with a pause between. */
async function heardCall(code: string, encoding: Encoding): Promise<Sound> {
  const { samples, samplesPerSecond } = await heardPrompt(speech, code, encoding);
  const whole = new Int16Array(samples.length * 2 + samplesPerSecond);
  whole.set(samples);
  whole.set(samples, samples.length + samplesPerSecond);
  return { samples: whole, samplesPerSecond };
}

/** Another digit in one place. */
function altered(code: string, seed: number): string {
  const dice = createDice(seed);
  const place = dice.below(code.length);
  const digit = (Number(code[place]) + 1 + dice.below(9)) % 10;
  return `${code.slice(0, place)}${digit}${code.slice(place + 1)}`;
}

test('of 50 codes at least 48 are heard, and none of 50 with one digit altered passes for the one asked for', async () => {
  const codes = randomCodes(CODES * 4, 5, 7)
    .filter(isForTests)
    .slice(0, CODES);
  assert.equal(codes.length, CODES);
  const right = new Map<string, Sound>();
  const wrong = new Map<string, Sound>();
  for (const [index, code] of codes.entries()) {
    const encoding: Encoding = index % 2 === 0 ? 'PCMU' : 'PCMA';
    right.set(`right ${index}`, await heardCall(code, encoding));
    wrong.set(`wrong ${index}`, await heardCall(altered(code, index), encoding));
  }
  const heard = await recogniser.hear(new Map([...right, ...wrong]), { digits: 5, sayings: 2 });
  const recognised = codes.filter((code, index) => heard.get(`right ${index}`) === code).length;
  const accepted = codes.filter((code, index) => heard.get(`wrong ${index}`) === code).length;
  const itself = codes.filter((code, index) => heard.get(`wrong ${index}`) === altered(code, index)).length;
  console.log(
    `codes heard: ${recognised} of ${CODES}; with one digit altered: ${accepted} of ${CODES} accepted, ` +
      `${itself} heard as the other code that they say`,
  );
  assert.ok(recognised >= LEAST_HEARD, `only ${recognised} of ${CODES} codes were heard`);
  assert.equal(accepted, 0);
});
