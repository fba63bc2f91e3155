/**
 * What is said in every language with a default text arrives as it was made: calls by our user agent and our RTP to
 * Debian's SIPp, with a capture of the RTP beside it, compared byte for byte with the prompts.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSipSettings } from '../../src/carriers/sip/settings.ts';
import { Voice } from '../../src/carriers/sip/voice/voice.ts';
import type { CallOver, FromVoice } from '../../src/carriers/sip/voice/voice-messages.ts';
import { createContext } from '../../src/context.ts';
import { defaultText } from '../../src/speech/default-texts.ts';
import { ESPEAK_VOICES } from '../../src/speech/languages.ts';
import { eventually } from '../support/cluster/eventually.ts';
import { startSpeech } from './peers/recogniser.ts';
import { recordRtp } from './peers/rtp-recorder.ts';
import { ACK, answer, answerInDialog, expect, INVITE, requireSipp, sipp } from './peers/sipp.ts';

const CODE = '40719';
const LEAST_LANGUAGES = 50;
const OVER_WITHIN_MS = 120_000;

interface Said {
  readonly language: string;
  readonly number: string;
  readonly audio: Buffer;
}

async function prompts(t: { after(fn: () => Promise<void>): void }): Promise<Said[]> {
  const speech = await startSpeech(160);
  t.after(() => speech.stop());
  const all: Said[] = [];
  for (const [language] of ESPEAK_VOICES) {
    const text = defaultText(language, 'espeak');
    if (text === null) continue;
    const { audio } = await speech.prompt({ language, text, code: CODE, encoding: 'PCMU' });
    const number = `49151300${String(all.length).padStart(4, '0')}`;
    all.push({ language, number, audio: Buffer.from(audio) });
  }
  return all;
}

test('every language with a default text arrives byte for byte, twice', async (t) => {
  requireSipp();
  const said = await prompts(t);
  assert.ok(said.length >= LEAST_LANGUAGES, `${said.length} languages`);
  const recorder = await recordRtp(t);
  const steps = [
    INVITE,
    answer('200 OK', { media: recorder.port, isRepeated: true }),
    ACK,
    expect('BYE'),
    answerInDialog('200 OK'),
  ];
  const withinSeconds = OVER_WITHIN_MS / 1000;
  const { port } = await sipp(t, steps, { calls: said.length, withinSeconds });
  const trunks = [
    { name: 'sipp', host: '127.0.0.1', port, options_interval_ms: 0, first_answer_ms: 32_000, calls_per_second: 1_000 },
  ];
  const byNumber = new Map(said.map((each) => [each.number, each]));
  const over = new Map<string, CallOver>();
  const voice: Voice = new Voice(
    createContext({ logLevel: 'silent' }),
    parseSipSettings({ listen_port: 0, trunks }),
    (message: FromVoice) => {
      if (message.type === 'over') over.set(message.id, message.over);
      const audio = message.type === 'wanted' ? byNumber.get(message.id)?.audio : undefined;
      if (message.type !== 'wanted' || !audio) return;
      voice.receive({ type: 'prompt', id: message.id, name: 'message', codec: message.codec, audio });
    },
  );
  await voice.start();
  t.after(() => voice.stop());
  for (const { number } of said) {
    voice.receive({
      type: 'place',
      id: number,
      to: number,
      from: null,
      code: CODE,
      extensionKeys: '',
      pressFirst: null,
    });
  }
  await eventually('all calls are over', () => over.size === said.length, OVER_WITHIN_MS);
  const streams = await eventually('the last packets are here', () => {
    const all = recorder.streams();
    return all.length === said.length ? all : null;
  });
  // Some languages say the same in the same voice (French in Belgium and in France).
  const wrong = said.filter(({ audio }) => {
    const same = said.filter((each) => each.audio.equals(audio));
    return streams.filter((stream) => timesIn(stream, audio) === 2).length !== same.length;
  });
  console.log(`languages that arrived byte for byte: ${said.length - wrong.length} of ${said.length}`);
  assert.deepEqual(
    wrong.map(({ language }) => language),
    [],
  );
});

function timesIn(stream: Buffer, prompt: Buffer): number {
  let count = 0;
  for (let at = stream.indexOf(prompt); at >= 0; at = stream.indexOf(prompt, at + prompt.length)) count += 1;
  return count;
}
