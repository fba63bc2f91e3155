import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CodecName } from '../call.ts';
import {
  BEFORE_SPEECH_MS,
  FRAME_MS,
  FRAME_SAMPLES,
  type Frame,
  KEY_STEPS,
  Script,
  type ScriptSettings,
} from './script.ts';

const PLAIN: ScriptSettings = { extensionKeys: '', pressFirst: null, repeatKey: '1' };
const MESSAGE = Uint8Array.from({ length: FRAME_SAMPLES * 5 - 40 }, (_, index) => index % 256);
const PRESS = new Uint8Array(FRAME_SAMPLES * 3).fill(7);

function script(settings: Partial<ScriptSettings> = {}): Script {
  const made = new Script({ ...PLAIN, ...settings });
  made.give('message', 'PCMU', MESSAGE);
  made.give('press', 'PCMU', PRESS);
  return made;
}

/** All frames; `at` is told the number of each before it is asked for, and may say in which law. */
function play(of: Script, at: (frame: number, last: Frame | null) => unknown = () => {}): Frame[] {
  const frames: Frame[] = [];
  for (;;) {
    const law = at(frames.length, frames.at(-1) ?? null) === 'PCMA' ? 'PCMA' : 'PCMU';
    const frame = of.next(law);
    frames.push(frame);
    if (frame.kind === 'done') return frames;
    assert.ok(frames.length < 100_000, 'it never ends');
  }
}

/** How often audio begins, and what is heard in all. */
function heard(frames: readonly Frame[], audio: Uint8Array): { begun: number; bytes: number } {
  const own = frames.flatMap((frame) => (frame.kind === 'audio' && frame.audio === audio ? [frame] : []));
  return {
    begun: own.filter(({ isFirst }) => isFirst).length,
    bytes: own.reduce((sum, frame) => sum + frame.audio.subarray(frame.at, frame.at + FRAME_SAMPLES).length, 0),
  };
}

test('says the message twice, whole, after a moment of silence', () => {
  const of = script();
  const frames = play(of);
  assert.deepEqual(heard(frames, MESSAGE), { begun: 2, bytes: MESSAGE.length * 2 });
  assert.equal(
    frames.findIndex(({ kind }) => kind === 'audio'),
    BEFORE_SPEECH_MS / FRAME_MS,
  );
  assert.equal(of.timesSaid, 2);
  assert.deepEqual(frames.at(-1), { kind: 'done', why: 'said' });
});

test('the repeat key while it is said begins that saying anew', () => {
  const of = script();
  const frames = play(of, (number) => {
    if (number === BEFORE_SPEECH_MS / FRAME_MS + 3) of.press('1');
  });
  assert.deepEqual(heard(frames, MESSAGE).begun, 3);
  assert.equal(of.timesSaid, 2);
});

test('the repeat key after the last saying adds one, five times at most', () => {
  const of = script();
  const frames = play(of, (_, last) => {
    if (of.timesSaid >= 2 && last?.kind === 'silence') of.press('1');
  });
  assert.equal(of.timesSaid, 7);
  assert.deepEqual(heard(frames, MESSAGE), { begun: 7, bytes: MESSAGE.length * 7 });
  const without = script({ repeatKey: null });
  play(without, (_, last) => void (last?.kind === 'silence' && without.press('1')));
  assert.equal(without.timesSaid, 2);
});

test('nothing of the message is said before the key that was asked for', () => {
  const of = script({ pressFirst: '7' });
  const frames = play(of, (number) => {
    if (number === 40) of.press('3');
    if (number === 120) of.press('7');
  });
  const first = frames.findIndex((frame) => frame.kind === 'audio' && frame.audio === MESSAGE);
  assert.ok(first >= 120);
  assert.ok(heard(frames, PRESS).begun >= 1);
  assert.equal(of.timesSaid, 2);
});

test('a mailbox, which presses nothing, gets no code', () => {
  const of = script({ pressFirst: '7' });
  const frames = play(of);
  assert.deepEqual(heard(frames, PRESS).begun, 3);
  assert.deepEqual(heard(frames, MESSAGE).begun, 0);
  assert.deepEqual(frames.at(-1), { kind: 'done', why: 'no_key' });
});

test('extension keys are sent first, a comma for a second', () => {
  const of = script({ extensionKeys: '4,*' });
  const frames = play(of);
  const keys = frames.flatMap((frame, index) =>
    frame.kind === 'key' && frame.step === 1 ? [{ ...frame, index }] : [],
  );
  assert.deepEqual(
    keys.map(({ key }) => key),
    ['4', '*'],
  );
  const between = (keys[1]?.index ?? 0) - (keys[0]?.index ?? 0);
  assert.equal(between, KEY_STEPS + 100 / FRAME_MS + 1_000 / FRAME_MS);
  assert.ok(frames.findIndex(({ kind }) => kind === 'audio') > (keys[1]?.index ?? 0));
});

test('what comes late is waited for; what never comes ends the call', () => {
  const late = new Script(PLAIN);
  const frames = play(late, (number) => {
    if (number === 100) late.give('message', 'PCMU', MESSAGE);
  });
  assert.equal(
    frames.findIndex(({ kind }) => kind === 'audio'),
    100,
  );
  assert.equal(late.timesSaid, 2);
  const never = play(new Script(PLAIN));
  assert.deepEqual(never.at(-1), { kind: 'done', why: 'no_prompt' });
  assert.ok(never.length * FRAME_MS < 11_000);
});

/** The same samples in the other law, for a test: other bytes, as many of them. */
const IN_PCMA = MESSAGE.map((byte) => byte ^ 0xff);
const FIRST_AUDIO = BEFORE_SPEECH_MS / FRAME_MS;

test('each frame is in the law of the moment, and the saying goes on where it was', () => {
  for (let change = 0; change < 20; change += 1) {
    const of = script();
    of.give('message', 'PCMA', IN_PCMA);
    const laws: CodecName[] = [];
    const frames = play(of, (number) => {
      const law = number >= FIRST_AUDIO + change && number < FIRST_AUDIO + change * 2 ? 'PCMA' : 'PCMU';
      laws.push(law);
      return law;
    });
    const said = frames.flatMap((frame, index) => {
      if (frame.kind !== 'audio') return [];
      assert.equal(frame.audio, laws[index] === 'PCMA' ? IN_PCMA : MESSAGE, `frame ${index}`);
      return [frame.at];
    });
    const once = [0, 1, 2, 3, 4].map((frame) => frame * FRAME_SAMPLES);
    assert.deepEqual(said, [...once, ...once]);
    assert.equal(of.timesSaid, 2);
  }
});

test('in a law in which nothing has come there is silence, until it comes', () => {
  const of = script();
  const frames = play(of, (number) => {
    if (number === FIRST_AUDIO + 30) of.give('message', 'PCMA', IN_PCMA);
    return number < FIRST_AUDIO + 2 ? 'PCMU' : 'PCMA';
  });
  const kinds = frames.slice(FIRST_AUDIO, FIRST_AUDIO + 31).map(({ kind }) => kind);
  assert.deepEqual(kinds, ['audio', 'audio', ...new Array(28).fill('silence'), 'audio']);
  assert.equal(of.timesSaid, 2);
});

test('a law in which nothing ever comes ends the call', () => {
  const of = script();
  const frames = play(of, (number) => (number < FIRST_AUDIO + 2 ? 'PCMU' : 'PCMA'));
  assert.deepEqual(frames.at(-1), { kind: 'done', why: 'no_prompt' });
  assert.equal(of.timesSaid, 0);
  // Once it has been said to its end nothing is missing.
  const last = script();
  play(last, (number) => (number < FIRST_AUDIO + 5 ? 'PCMU' : 'PCMA'));
  assert.equal(last.timesSaid, 1);
});
