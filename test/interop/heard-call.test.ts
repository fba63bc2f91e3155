/**
 * The code that was asked for is the code that is heard: calls by our user agent and our RTP to Debian's baresip, which
 * records what arrives, and to Debian's SIPp with a capture of the RTP beside it, and Debian's pocketsphinx, which says
 * what the recordings say.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, type TestContext, test } from 'node:test';
import { parseSipSettings } from '../../src/carriers/sip/settings.ts';
import { Voice } from '../../src/carriers/sip/voice/voice.ts';
import type { CallOver, FromVoice } from '../../src/carriers/sip/voice/voice-messages.ts';
import { createContext } from '../../src/context.ts';
import { readWav, type Sound } from '../../src/lib/wav.ts';
import type { Speech } from '../../src/speech/speech.ts';
import { eventually } from '../support/cluster/eventually.ts';
import { createDice } from '../support/random.ts';
import { type Baresip, baresip } from './peers/baresip.ts';
import {
  createRecogniser,
  isForTests,
  type Recogniser,
  randomCodes,
  SPOKEN_TEXT,
  startSpeech,
} from './peers/recogniser.ts';
import { recordRtp } from './peers/rtp-recorder.ts';
import { ACK, answer, answerInDialog, expect, INVITE, requireSipp, sipp } from './peers/sipp.ts';

const CODES = 50;
const LEAST_HEARD = 48;
/** That many telephones are started at a time. */
const AT_A_TIME = 10;
/** Each trunk is one telephone; a carrier has at most 50. */
const TELEPHONES = 50;
const SPEECH_WITHIN_MS = 300_000;
/** Each is a SIPp of its own, which takes two of the hundred ports that it looks for one of media in. */
const SIPP_CODES = 20;

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

interface Telephone {
  readonly number: string;
  readonly codec: 'PCMU' | 'PCMA';
  /** Of its SIP. */
  readonly port: number;
  /** How many calls it has recorded. */
  count(): number;
  /** The recording of a call, as far as it goes; null when there is none. */
  recorded(index: number): Sound | null;
}

function withBaresip(number: string, codec: Telephone['codec'], peer: Baresip): Telephone {
  return {
    number,
    codec,
    port: peer.port,
    count: () => peer.heard().length,
    recorded: (index) => {
      const file = peer.heard()[index];
      return file === undefined ? null : readWav(readFileSync(file));
    },
  };
}

/** Takes one call. */
async function withSipp(t: TestContext, number: string): Promise<Telephone> {
  const recorder = await recordRtp(t);
  const steps = [
    INVITE,
    answer('180 Ringing'),
    answer('200 OK', { media: recorder.port, isRepeated: true }),
    ACK,
    expect('BYE'),
    answerInDialog('200 OK'),
  ];
  const { port } = await sipp(t, steps, { withinSeconds: SPEECH_WITHIN_MS / 1000 });
  const count = () => (recorder.packets() > 0 ? 1 : 0);
  return { number, codec: 'PCMU', port, count, recorded: () => (count() > 0 ? recorder.sound() : null) };
}

async function telephones(t: TestContext): Promise<Telephone[]> {
  const all: Telephone[] = [];
  while (all.length < TELEPHONES) {
    const next = Array.from({ length: AT_A_TIME }, async (_, i) => {
      const number = `49151100${String(all.length + i).padStart(4, '0')}`;
      const codec = i % 2 === 0 ? ('PCMU' as const) : ('PCMA' as const);
      return withBaresip(number, codec, await baresip(t, { number, transport: 'udp', codec }));
    });
    all.push(...(await Promise.all(next)));
  }
  return all;
}

/** Calls every telephone at once, each with its code; what each of them recorded. */
async function callAll(t: TestContext, all: readonly Telephone[], codes: readonly string[]): Promise<Sound[]> {
  const before = all.map((telephone) => telephone.count());
  const over = new Map<string, CallOver>();
  const context = createContext({ logLevel: 'silent' });
  const trunks = all.map(({ number, port }) => ({
    name: `phone-${number}`,
    host: '127.0.0.1',
    port,
    prefixes: [number],
    options_interval_ms: 0,
    first_answer_ms: 32_000,
  }));
  const settings = parseSipSettings({ listen_port: 0, trunks });
  const prompts = new Map<string, { PCMU: Uint8Array; PCMA: Uint8Array }>();
  for (const [i, { number }] of all.entries()) {
    const asked = { language: 'en-US', text: SPOKEN_TEXT, code: codes[i] ?? '' };
    const spoken = async (encoding: 'PCMU' | 'PCMA') => (await speech.prompt({ ...asked, encoding })).audio;
    prompts.set(number, { PCMU: await spoken('PCMU'), PCMA: await spoken('PCMA') });
  }
  const voice: Voice = new Voice(context, settings, (message: FromVoice) => {
    if (message.type === 'over') over.set(message.id, message.over);
    const audio = message.type === 'wanted' ? prompts.get(message.id)?.[message.codec] : undefined;
    if (message.type === 'wanted' && audio) {
      voice.receive({ type: 'prompt', id: message.id, name: 'message', codec: message.codec, audio });
    }
  });
  await voice.start();
  t.after(() => voice.stop());
  for (const [i, { number }] of all.entries()) {
    const code = codes[i] ?? '';
    voice.receive({ type: 'place', id: number, to: number, from: null, code, extensionKeys: '', pressFirst: null });
  }
  await eventually('all calls are over', () => over.size === all.length, SPEECH_WITHIN_MS);
  for (const { number, codec } of all) {
    const { end, timesSaid, codec: used, trace } = over.get(number) ?? {};
    assert.equal(end?.cause, 'completed', `${number}: ${end?.reason}`);
    assert.equal(end?.by, 'us');
    assert.equal(timesSaid, 2);
    assert.equal(used, codec);
    assert.ok((trace?.length ?? 0) >= 5);
  }
  return await Promise.all(
    all.map(({ number, recorded }, i) => {
      const samples = prompts.get(number)?.PCMU.length ?? 0;
      return eventually(`the recording of ${number}`, () => {
        const sound = recorded(before[i] ?? 0);
        return sound !== null && sound.samples.length > 2 * samples ? sound : null;
      });
    }),
  );
}

/** Another digit in one place. */
function altered(code: string, seed: number): string {
  const dice = createDice(seed);
  const place = dice.below(code.length);
  const digit = (Number(code[place]) + 1 + dice.below(9)) % 10;
  return `${code.slice(0, place)}${digit}${code.slice(place + 1)}`;
}

test('of 50 calls at once at least 48 codes are heard, and none of 50 with one digit altered passes for another', async (t) => {
  const codes = randomCodes(CODES * 4, 5, 11)
    .filter(isForTests)
    .slice(0, CODES);
  const all = await telephones(t);
  const others = codes.map((code, i) => altered(code, i));
  const right = await callAll(t, all, codes);
  // A recording is named after the second in which it began.
  const wrong = await callAll(t, all, others);
  const recordings = new Map([
    ...right.map((sound, i) => [`right ${i}`, sound] as const),
    ...wrong.map((sound, i) => [`wrong ${i}`, sound] as const),
  ]);
  const heard = await recogniser.hear(recordings, { digits: 5, sayings: 2 });
  const recognised = codes.filter((code, i) => heard.get(`right ${i}`) === code).length;
  const accepted = codes.filter((code, i) => heard.get(`wrong ${i}`) === code).length;
  const itself = others.filter((code, i) => heard.get(`wrong ${i}`) === code).length;
  console.log(
    `calls recorded by baresip: ${recognised} of ${CODES} codes heard; with one digit altered: ${accepted} of ${CODES} ` +
      `accepted, ${itself} heard as the other code that they say`,
  );
  assert.ok(recognised >= LEAST_HEARD, `only ${recognised} of ${CODES} codes were heard`);
  assert.equal(accepted, 0);
});

test('calls that SIPp takes are heard as well, from a capture of their RTP', async (t) => {
  requireSipp();
  const codes = randomCodes(CODES * 4, 5, 12)
    .filter(isForTests)
    .slice(0, SIPP_CODES);
  const numbers = codes.map((_, i) => `49151200${String(i).padStart(4, '0')}`);
  const all = await Promise.all(numbers.map((number) => withSipp(t, number)));
  const sounds = await callAll(t, all, codes);
  const heard = await recogniser.hear(new Map(sounds.map((sound, i) => [`call ${i}`, sound] as const)), {
    digits: 5,
    sayings: 2,
  });
  const recognised = codes.filter((code, i) => heard.get(`call ${i}`) === code).length;
  const crossed = codes.filter((code, i) => heard.get(`call ${(i + 1) % SIPP_CODES}`) === code).length;
  console.log(`calls taken by SIPp, captured: ${recognised} of ${SIPP_CODES} codes heard`);
  assert.equal(recognised, SIPP_CODES);
  assert.equal(crossed, 0);
});
