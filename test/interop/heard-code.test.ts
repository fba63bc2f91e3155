/**
 * The shortest and the longest codes are heard as they are: prompts as they arrive at the other end of a call (G.711),
 * heard by Debian's pocketsphinx, which was told what stands around a code and nothing about its digits. The many codes
 * of real calls are in heard-call.test.ts.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
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

const CODES = 5;

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

/** Another digit in one place. */
function altered(code: string, seed: number): string {
  const dice = createDice(seed);
  const place = dice.below(code.length);
  const digit = (Number(code[place]) + 1 + dice.below(9)) % 10;
  return `${code.slice(0, place)}${digit}${code.slice(place + 1)}`;
}

for (const digits of [3, 10]) {
  test(`codes of ${digits} digits are heard, and with one digit altered they are heard as another code`, async () => {
    const codes = randomCodes(CODES * 4, digits, 7)
      .filter(isForTests)
      .slice(0, CODES);
    const said = new Map(codes.flatMap((code, index) => [code, altered(code, index)]).map((code) => [code, code]));
    const sounds = new Map<string, Sound>();
    for (const [index, code] of [...said.keys()].entries()) {
      sounds.set(code, await heardPrompt(speech, code, index % 2 === 0 ? 'PCMU' : 'PCMA'));
    }
    assert.ok(sounds.size > CODES);
    assert.deepEqual(await recogniser.hear(sounds, { digits, sayings: 1 }), said);
  });
}
