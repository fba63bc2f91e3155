import assert from 'node:assert/strict';
import { test } from 'node:test';
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
  made.give('message', MESSAGE);
  made.give('press', PRESS);
  return made;
}

/** All frames; `at` is told the number of each before it is asked for. */
function play(of: Script, at: (frame: number, last: Frame | null) => void = () => {}): Frame[] {
  const frames: Frame[] = [];
  for (;;) {
    at(frames.length, frames.at(-1) ?? null);
    const frame = of.next();
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
    if (number === 100) late.give('message', MESSAGE);
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
