import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { digitHeard, durationOf, ScriptedVoice } from '../../test/support/sip/scripted-voice.ts';
import { createContext } from '../context.ts';
import { decodeG711, type Encoding } from '../lib/g711.ts';
import { createLog } from '../lib/log.ts';
import { createSpeech } from './create-speech.ts';
import { SPOKEN_WITHIN_MS, type Speech, SpeechError } from './speech.ts';

const settings = {
  espeakProgram: null,
  espeakProcesses: 1,
  wordsPerMinute: 130,
  digitPauseMs: 300,
  codePauseMs: 500,
  cacheMegabytes: 1,
  http: null,
};

async function started(t: TestContext, engines: readonly ScriptedVoice[], more = {}): Promise<Speech> {
  const context = createContext({ logLevel: 'silent' });
  const speech = createSpeech(context, { settings: { ...settings, ...more }, path: '', engines });
  t.after(() => speech.stop());
  await speech.start();
  return speech;
}

interface Heard {
  readonly fromMs: number;
  readonly lengthMs: number;
  readonly digit: number;
}

/** The sounds of a prompt: runs of samples between stretches of silence of at least 100 ms. */
function soundsIn(audio: Uint8Array, encoding: Encoding): readonly Heard[] {
  const samples = decodeG711(audio, encoding);
  const sounds: Heard[] = [];
  let from = -1;
  let last = 0;
  const close = () => {
    if (from < 0) return;
    const part = samples.subarray(from, last + 1);
    sounds.push({ fromMs: from / 8, lengthMs: part.length / 8, digit: digitHeard(part) });
    from = -1;
  };
  for (const [index, sample] of samples.entries()) {
    if (Math.abs(sample) < 600) continue;
    if (index - last > 800) close();
    if (from < 0) from = index;
    last = index;
  }
  close();
  return sounds;
}

function assertNear(actual: number, expected: number, allowed: number, what: string): void {
  assert.ok(Math.abs(actual - expected) <= allowed, `${what}: ${actual} instead of ${expected}`);
}

test('the digits of the code are heard in order, one by one, with the same pause between all of them', async (t) => {
  const speech = await started(t, [new ScriptedVoice()]);
  for (const encoding of ['PCMU', 'PCMA'] as const) {
    const { audio, durationMs, engine } = await speech.prompt({
      language: 'en-US',
      text: 'Your code: $$CODE$$.',
      code: '9073318',
      encoding,
    });
    assert.equal(engine, 'scripted');
    assert.equal(durationMs, audio.length / 8);
    const [text, ...digits] = soundsIn(audio, encoding);
    assertNear(text?.lengthMs ?? 0, durationOf('Your code:'), 15, 'length of the text');
    assert.equal(digits.map(({ digit }) => digit).join(''), '9073318');
    // 15 ms are left around each sound, so that soft beginnings are not lost.
    for (const [index, digit] of digits.entries()) {
      const before = index === 0 ? text : digits[index - 1];
      const pause = digit.fromMs - (before?.fromMs ?? 0) - (before?.lengthMs ?? 0);
      assertNear(pause, (index === 0 ? 500 : 300) + 30, 12, `pause before digit ${index}`);
    }
  }
});

test('the code is spoken as often as the text says, and after a text that does not name it', async (t) => {
  const speech = await started(t, [new ScriptedVoice()]);
  const heard = async (text: string) => {
    const { audio } = await speech.prompt({ language: 'de', text, code: '123', encoding: 'PCMU' });
    return soundsIn(audio, 'PCMU')
      .map(({ digit, lengthMs }) => (Math.abs(lengthMs - 200) < 15 ? digit : 'text'))
      .join(' ');
  };
  assert.equal(await heard('$$CODE$$ twice $$CODE$$$$CODE$$'), '1 2 3 text 1 2 3 1 2 3');
  assert.equal(await heard('Once at the end'), 'text 1 2 3');
});

test('no engine is ever given a code, and the ten digits are spoken once for all calls', async (t) => {
  const voice = new ScriptedVoice();
  const speech = await started(t, [voice]);
  for (const code of ['48151', '62342', '48151']) {
    await speech.prompt({ language: 'en-US', text: null, code, encoding: 'PCMU' });
  }
  const asked = voice.asked.map(({ text }) => text);
  assert.deepEqual(asked.filter((text) => /^\d$/.test(text)).sort(), [...'0123456789']);
  assert.ok(asked.every((text) => !/\d{2}/.test(text)));
  assert.equal(voice.textsAsked().length, 1, 'the default text is kept from the first time on');
});

test("a caller's text is kept when it comes again, and never when a digit stands in it", async (t) => {
  const voice = new ScriptedVoice();
  const speech = await started(t, [voice]);
  for (const text of ['Welcome', 'It is 12345', 'It is ١٢٣'].flatMap((each) => [each, each, each])) {
    await speech.prompt({ language: 'en-US', text, code: '1', encoding: 'PCMU' });
  }
  const asked = voice.textsAsked();
  const times = (text: string) => asked.filter((each) => each === text).length;
  assert.deepEqual(['Welcome', 'It is 12345', 'It is ١٢٣'].map(times), [2, 3, 3]);
});

test('what is kept has a limit, and what was used last stays', async (t) => {
  const voice = new ScriptedVoice();
  // A text of 190 characters is 1.9 s, 30 kB; the megabyte holds 34 of them.
  const speech = await started(t, [voice]);
  const texts = Array.from({ length: 12 }, (_, index) => String.fromCharCode(97 + index).repeat(190));
  const say = (text: string) => speech.prompt({ language: 'en-US', text, code: '1', encoding: 'PCMU' });
  for (let time = 0; time < 2; time += 1) for (const text of texts) await say(text);
  const before = voice.asked.length;
  for (const text of texts.slice(-5)) await say(text);
  assert.equal(voice.asked.length, before);
  const many = Array.from({ length: 40 }, (_, index) => String.fromCodePoint(0x4e00 + index).repeat(190));
  for (let time = 0; time < 2; time += 1) for (const text of many) await say(text);
  const then = voice.asked.length;
  await say(texts[0] ?? '');
  assert.equal(voice.asked.length, then + 1, 'the oldest has gone');
});

test('a message that one voice cannot finish is spoken by the next one from the beginning', async (t) => {
  const first = new ScriptedVoice({ name: 'first' });
  const second = new ScriptedVoice({ name: 'second', languages: ['en-US'] });
  const speech = await started(t, [first, second]);
  const request = { language: 'en-US', text: 'Hello $$CODE$$', code: '77', encoding: 'PCMA' } as const;
  assert.equal((await speech.prompt(request)).engine, 'first');
  first.fails = true;
  const told = await speech.prompt({ ...request, text: 'Another text' });
  assert.equal(told.engine, 'second');
  assert.deepEqual(
    soundsIn(told.audio, 'PCMA')
      .map(({ digit }) => digit)
      .slice(1),
    [7, 7],
  );
  await assert.rejects(speech.prompt({ ...request, language: 'de', text: 'Hallo' }), {
    name: 'SpeechError',
    message: 'the voice is hoarse',
  });
  first.fails = false;
  assert.equal((await speech.prompt({ ...request, text: 'Another text' })).engine, 'first', 'a failure is not kept');
});

test('digits that could not be spoken are tried again by the next call', async (t) => {
  const voice = new ScriptedVoice();
  const speech = await started(t, [voice]);
  voice.fails = true;
  const say = () => speech.prompt({ language: 'en-US', text: '$$CODE$$', code: '12', encoding: 'PCMU' });
  await assert.rejects(say(), SpeechError);
  voice.fails = false;
  assert.equal((await say()).engine, 'scripted');
});

test('two calls that ask for the same at the same time are served by one saying', async (t) => {
  const voice = new ScriptedVoice();
  const speech = await started(t, [voice]);
  const ask = () => speech.prompt({ language: 'de', text: 'Hallo 5', code: '123', encoding: 'PCMU' });
  const [one, two] = await Promise.all([ask(), ask()]);
  assert.deepEqual(one?.audio, two?.audio);
  assert.equal(voice.asked.length, 11);
});

test('a text is missed where the language has none of its own, and kanji where they cannot be read', async (t) => {
  const speech = await started(t, [new ScriptedVoice({ reading: 'espeak' })]);
  assert.equal(speech.checkText('de', null), null);
  assert.match(speech.checkText('kl', null)?.text ?? '', /^is needed: there is no default text in kl/);
  assert.equal(speech.checkText('kl', 'Aluu'), null);
  assert.equal(speech.checkText('ja', null), null);
  assert.match(speech.checkText('ja', '認証コード')?.text ?? '', /kana/);
  const reader = await started(t, [new ScriptedVoice({ reading: 'any' })]);
  assert.equal(reader.checkText('ja', '認証コード'), null);
  assert.match(reader.checkText('de', '<speak>')?.text ?? '', /markup/);
});

test('languages are those of the voices that started; without a voice there are none', async (t) => {
  const voice = new ScriptedVoice({ languages: ['de', 'pt-BR'] });
  const speech = await started(t, [voice]);
  assert.equal(speech.resolveLanguage('de-AT'), 'de');
  assert.equal(speech.resolveLanguage('pt'), null);
  assert.equal(speech.resolveLanguage('en-US'), null);
  assert.deepEqual(
    speech.describe().languages.map(({ tag }) => tag),
    ['de', 'pt-BR'],
  );
  const mute = new ScriptedVoice();
  mute.start = () => Promise.reject(new Error('not here'));
  const silent = await started(t, [mute]);
  assert.equal(silent.resolveLanguage('de'), null);
  assert.deepEqual(silent.describe().languages, []);
  await assert.rejects(silent.prompt({ language: 'de', text: null, code: '1', encoding: 'PCMU' }), SpeechError);
});

test('a code that is none is refused before anything is spoken', async (t) => {
  const voice = new ScriptedVoice();
  const speech = await started(t, [voice]);
  for (const code of ['', '12a', '1 2', '٣', '1'.repeat(21)]) {
    await assert.rejects(speech.prompt({ language: 'de', text: null, code, encoding: 'PCMU' }), SpeechError);
  }
  assert.equal(voice.asked.length, 0);
});

test('a message of endless codes ends after ten minutes', async (t) => {
  const speech = await started(t, [new ScriptedVoice()], { digitPauseMs: 2_000 });
  const text = '$$CODE$$'.repeat(250);
  const { durationMs } = await speech.prompt({ language: 'de', text, code: '1234567890', encoding: 'PCMU' });
  assert.equal(durationMs, 600_000);
});

test('what is not spoken in time is given up, told once a minute and counted from 0 on', async (t) => {
  const clock = new ManualClock();
  const lines: Array<Record<string, unknown>> = [];
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) });
  const context = createContext({ logLevel: 'info', log, clock });
  const [slow, next] = [new ScriptedVoice({ name: 'slow' }), new ScriptedVoice({ name: 'next' })];
  slow.speak = () => new Promise(() => {});
  const speech = createSpeech(context, { settings, path: '', engines: [slow, next] });
  t.after(() => speech.stop());
  await speech.start();
  const counted = async () =>
    [...(await context.metrics.metrics()).matchAll(/trunkline_prompts_total\{engine="(\w+)",result="(\w+)"\} (\d+)/g)]
      .map(([, engine, result, count]) => `${engine} ${result} ${count}`)
      .join(', ');
  assert.equal(await counted(), 'slow spoken 0, slow failed 0, slow late 0, next spoken 0, next failed 0, next late 0');
  const ask = () =>
    assert.rejects(speech.prompt({ language: 'de', text: 'Hallo', code: '1', encoding: 'PCMU' }), {
      name: 'SpeechError',
      message: 'it was not spoken in time',
    });
  const all = [ask(), ask(), ask()];
  await clock.advance(SPOKEN_WITHIN_MS);
  await Promise.all(all);
  slow.isUp = false;
  next.fails = true;
  await assert.rejects(speech.prompt({ language: 'de', text: null, code: '1', encoding: 'PCMU' }), SpeechError);
  await clock.advance(60_000);
  assert.deepEqual(
    lines.map(({ engine, result, times }) => [engine, result, times]),
    [
      ['slow', 'late', 1],
      ['next', 'failed', 1],
      ['slow', 'late', 2],
    ],
  );
  assert.match(await counted(), /slow late 3, next spoken 0, next failed 1, next late 0/);
});

test('a text without a code is spoken alone, and one that names a code is not spoken without it', async (t) => {
  const voice = new ScriptedVoice();
  const speech = await started(t, [voice]);
  const text = 'Your code is one';
  const { audio } = await speech.prompt({ language: 'de', text, code: null, encoding: 'PCMU' });
  const [sound, ...more] = soundsIn(audio, 'PCMU');
  assertNear(sound?.lengthMs ?? 0, durationOf(text), 15, 'length of the text');
  assert.deepEqual([more, voice.asked.map((asked) => asked.text)], [[], [text]]);
  for (const naming of [null, 'It is $$CODE$$']) {
    await assert.rejects(speech.prompt({ language: 'de', text: naming, code: null, encoding: 'PCMU' }), SpeechError);
  }
});

test('a prompt is had in both encodings and spoken once', async (t) => {
  const voice = new ScriptedVoice();
  const speech = await started(t, [voice]);
  const asked = { language: 'de', text: 'Hallo 5 $$CODE$$', code: '12' } as const;
  const prompt = await speech.prompt({ ...asked, encoding: 'PCMU' });
  const times = voice.asked.length;
  assert.deepEqual(prompt.in('PCMU'), prompt.audio);
  const other = prompt.in('PCMA');
  assert.equal(voice.asked.length, times);
  assert.deepEqual(other, (await speech.prompt({ ...asked, encoding: 'PCMA' })).audio);
});
