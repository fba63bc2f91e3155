/**
 * Hears which code a recording of a call says, with programs that nobody here wrote: Debian's pocketsphinx, its model of
 * English adapted to the voice of espeak-ng on the telephone with Debian's sphinxtrain (maximum a posteriori).
 *
 * 1. The adaptation set are prompts of our own at three speeds through G.711, whose codes are never those of a test.
 * 2. The grammar is that of the message: what is said around the code, and how many digits and sayings there are. Which
 *    digits they are it does not know.
 * 3. A code counts as heard when every saying of it was heard alike.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createContext } from '../../../src/context.ts';
import { decodeG711, type Encoding } from '../../../src/lib/g711.ts';
import { type Sound, writeWav } from '../../../src/lib/wav.ts';
import { createSpeech } from '../../../src/speech/create-speech.ts';
import type { Speech } from '../../../src/speech/speech.ts';
import { createDice } from '../../support/random.ts';
import { readMixtureWeights, writeMixtureWeights } from './mixture-weights.ts';

export interface Recogniser {
  /** For each recording the code that it says, or null. All say codes of `digits` digits, `sayings` times. */
  hear(
    recordings: ReadonlyMap<string, Sound>,
    message: { readonly digits: number; readonly sayings: number },
  ): Promise<ReadonlyMap<string, string | null>>;
  stop(): Promise<void>;
}

/** What the prompts of these tests say, in the words of the grammar. */
export const SPOKEN_TEXT = 'Your verification code is: $$CODE$$.';
const WORDS_BEFORE = 'your verification code is';
const NUMBER_WORDS = 'zero one two three four five six seven eight nine'.split(' ');

const MODEL = '/usr/share/pocketsphinx/model/en-us/en-us';
const TRAINER = '/usr/lib/sphinxtrain';
const PACKAGES = 'espeak-ng pocketsphinx pocketsphinx-en-us sphinxtrain sphinxbase-utils';

/** The sounds of the words as the model's phones (CMU's set); a few words have two pronunciations. */
const DICTIONARY = `
zero Z IH R OW
zero(2) Z IY R OW
one W AH N
two T UW
three TH R IY
four F AO R
five F AY V
six S IH K S
seven S EH V AH N
eight EY T
nine N AY N
your Y AO R
your(2) Y UH R
verification V EH R AH F AH K EY SH AH N
code K OW D
is IH Z
`.trimStart();

const SILENCES = '<s> SIL\n</s> SIL\n<sil> SIL\n';
const ADAPTATION_CODES = 48;
const SPEEDS = [130, 150, 110];

/** 300 ms. */
const AROUND = 4_800;
const NOISE = 6;
const HALF_WIDTH = 12;
const BETWEEN = Array.from({ length: 2 * HALF_WIDTH }, (_, tap) => {
  const distance = Math.PI * (tap - HALF_WIDTH + 0.5);
  return (Math.sin(distance) / distance) * Math.cos(distance / (2 * HALF_WIDTH + 1)) ** 2;
});

const run = promisify(execFile);

/** Takes some 20 s. Fails with the packages' names when a program is missing. */
export async function createRecogniser(): Promise<Recogniser> {
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-recogniser-'));
  try {
    await run('pocketsphinx_batch', ['-version']).catch((error: { code?: unknown }) => {
      assert.notEqual(error.code, 'ENOENT', `programs are missing: apt-get install -y ${PACKAGES}`);
    });
    await adapt(folder);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  let lists = 0;
  return {
    hear: (recordings, message) => {
      lists += 1;
      return hear(folder, join(folder, `list-${lists}`), recordings, message);
    },
    stop: () => rm(folder, { recursive: true, force: true }),
  };
}

export async function startSpeech(wordsPerMinute: number): Promise<Speech> {
  const speech = createSpeech(createContext({ logLevel: 'silent' }), {
    settings: {
      espeakProgram: null,
      espeakProcesses: 2,
      wordsPerMinute,
      digitPauseMs: 300,
      codePauseMs: 500,
      cacheMegabytes: 8,
      http: null,
    },
    path: process.env.PATH,
  });
  await speech.start();
  return speech;
}

/** The message as it is heard at the other end. */
export async function heardPrompt(speech: Speech, code: string, encoding: Encoding): Promise<Sound> {
  const { audio, engine } = await speech.prompt({ language: 'en-US', text: SPOKEN_TEXT, code, encoding });
  assert.equal(engine, 'espeak-ng', `the program is missing: apt-get install -y ${PACKAGES}`);
  return { samples: decodeG711(audio, encoding), samplesPerSecond: 8_000 };
}

export function randomCodes(count: number, digits: number, seed: number): readonly string[] {
  const dice = createDice(seed);
  return Array.from({ length: count }, () => Array.from({ length: digits }, () => dice.below(10)).join(''));
}

/** Half of the codes for adaptation have an odd sum of digits and are used; those for tests have an even one. */
export function isForTests(code: string): boolean {
  return [...code].reduce((sum, digit) => sum + Number(digit), 0) % 2 === 0;
}

async function adapt(folder: string): Promise<void> {
  await writeAdaptationSet(folder);
  const file = (name: string) => join(folder, name);
  await writeFile(file('words.dict'), DICTIONARY);
  await writeFile(file('silences.dict'), SILENCES);
  await run('pocketsphinx_mdef_convert', ['-text', join(MODEL, 'mdef'), file('mdef.txt')]);
  const weights = readMixtureWeights(await readFile(join(MODEL, 'sendump')));
  await writeFile(file('mixture_weights'), writeMixtureWeights(weights));
  const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024 };
  const features = ['-argfile', join(MODEL, 'feat.params'), '-samprate', '16000', '-c', 'names', '-mswav', 'yes'];
  await run('sphinx_fe', [...features, '-di', 'said', '-ei', 'wav', '-do', 'said', '-eo', 'mfc'], options);
  const shape = ['-moddeffn', 'mdef.txt', '-ts2cbfn', '.ptm.', '-mixwfn', 'mixture_weights'];
  const stream = [
    '-feat',
    '1s_c_d_dd',
    '-svspec',
    '0-12/13-25/26-38',
    '-cmn',
    'batch',
    '-agc',
    'none',
    '-varnorm',
    'no',
  ];
  const words = ['-dictfn', 'words.dict', '-fdictfn', 'silences.dict', '-ctlfn', 'names', '-lsnfn', 'transcripts'];
  const sounds = ['-cepdir', 'said', '-cepext', 'mfc', '-accumdir', '.'];
  await run(join(TRAINER, 'bw'), ['-hmmdir', MODEL, ...shape, ...stream, ...words, ...sounds], options);
  await cp(MODEL, file('model'), { recursive: true });
  await rm(file('model/sendump'));
  const from = ['-meanfn', 'means', '-varfn', 'variances', '-tmatfn', 'transition_matrices'];
  const before = from.map((word) => (word.startsWith('-') ? word : join(MODEL, word)));
  const after = ['means', 'variances', 'mixture_weights', 'transition_matrices'].flatMap((name, index) => [
    ['-mapmeanfn', '-mapvarfn', '-mapmixwfn', '-maptmatfn'][index] ?? '',
    join('model', name),
  ]);
  await run(
    join(TRAINER, 'map_adapt'),
    [...shape, ...before, ...after, '-accumdir', '.', '-tau', '10', '-fixedtau', 'no'],
    options,
  );
  const packed = ['-pocketsphinx', 'yes', '-moddeffn', 'mdef.txt', '-mixwfn', 'model/mixture_weights'];
  await run(join(TRAINER, 'mk_s2sendump'), [...packed, '-sendumpfn', 'model/sendump'], options);
}

async function writeAdaptationSet(folder: string): Promise<void> {
  await mkdir(join(folder, 'said'));
  const codes = randomCodes(ADAPTATION_CODES * 3, 5, 4242)
    .filter((code) => !isForTests(code))
    .slice(0, ADAPTATION_CODES);
  const names: string[] = [];
  const transcripts: string[] = [];
  for (const [which, speed] of SPEEDS.entries()) {
    const speech = await startSpeech(speed);
    try {
      for (const [index, code] of codes.entries()) {
        if (index % SPEEDS.length !== which) continue;
        const name = `code-${index}`;
        const sound = await heardPrompt(speech, code, index % 2 === 0 ? 'PCMU' : 'PCMA');
        await writeFile(join(folder, 'said', `${name}.wav`), writeWav(forModel(sound)));
        names.push(name);
        // The trainer puts no pauses in by itself.
        const digits = [...code].map((digit) => `<sil> ${NUMBER_WORDS[Number(digit)]}`).join(' ');
        transcripts.push(`<s> ${WORDS_BEFORE} ${digits} </s> (${name})`);
      }
    } finally {
      await speech.stop();
    }
  }
  await writeFile(join(folder, 'names'), `${names.join('\n')}\n`);
  await writeFile(join(folder, 'transcripts'), `${transcripts.join('\n')}\n`);
}

async function hear(
  model: string,
  folder: string,
  recordings: ReadonlyMap<string, Sound>,
  { digits, sayings }: { readonly digits: number; readonly sayings: number },
): Promise<ReadonlyMap<string, string | null>> {
  await mkdir(folder);
  const names = [...recordings.keys()];
  for (const [index, sound] of [...recordings.values()].entries()) {
    await writeFile(join(folder, `r${index}.wav`), writeWav(forModel(sound)));
  }
  await writeFile(join(folder, 'names'), `${names.map((_, index) => `r${index}`).join('\n')}\n`);
  await writeFile(join(folder, 'message.gram'), grammar(digits, sayings));
  const input = ['-adcin', 'yes', '-cepdir', folder, '-cepext', '.wav', '-ctl', join(folder, 'names')];
  const knowledge = ['-hmm', join(model, 'model'), '-dict', join(model, 'words.dict')];
  const output = ['-jsgf', join(folder, 'message.gram'), '-hyp', join(folder, 'heard'), '-logfn', '/dev/null'];
  await run('pocketsphinx_batch', [...input, ...knowledge, ...output]);
  const heard = new Map<string, string | null>(names.map((name) => [name, null]));
  for (const line of (await readFile(join(folder, 'heard'), 'utf8')).split('\n')) {
    const [, words = '', index] = /^(.*) \(r(\d+) \S+\)$/.exec(line) ?? [];
    const name = names[Number(index)];
    if (index !== undefined && name !== undefined) heard.set(name, codeIn(words, digits, sayings));
  }
  return heard;
}

function grammar(digits: number, sayings: number): string {
  const code = Array.from({ length: digits }, () => '<digit>').join(' ');
  const message = Array.from({ length: sayings }, () => `${WORDS_BEFORE} ${code}`).join(' ');
  return `#JSGF V1.0;\ngrammar message;\n<digit> = ${NUMBER_WORDS.join(' | ')};\npublic <message> = ${message};\n`;
}

/** Null unless each saying was heard with the same code. */
function codeIn(words: string, digits: number, sayings: number): string | null {
  const said = words
    .split(' ')
    .map((word) => NUMBER_WORDS.indexOf(word))
    .filter((digit) => digit >= 0)
    .join('');
  const code = said.slice(0, digits);
  return said.length === digits * sayings && said === code.repeat(sayings) ? code : null;
}

/**
 * From 8 to 16 kHz, which the model was trained with: every second sample is between two (windowed sinc). With a little
 * silence around it, and the faint noise of a line, since a model of speech knows no exact zero.
 */
function forModel({ samples, samplesPerSecond }: Sound): Sound {
  assert.equal(samplesPerSecond, 8_000);
  const dice = createDice(samples.length);
  const result = new Int16Array(samples.length * 2 + AROUND * 2);
  for (const [index, sample] of samples.entries()) {
    let between = 0;
    for (const [tap, weight] of BETWEEN.entries()) between += weight * (samples[index + tap - HALF_WIDTH + 1] ?? 0);
    result[AROUND + index * 2] = sample;
    result[AROUND + index * 2 + 1] = Math.max(-32_700, Math.min(32_700, Math.round(between)));
  }
  for (const [index, sample] of result.entries()) result[index] = sample + dice.below(2 * NOISE + 1) - NOISE;
  return { samples: result, samplesPerSecond: 16_000 };
}
