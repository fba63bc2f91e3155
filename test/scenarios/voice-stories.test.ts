/** Verification calls at the simulated telephones: what each story comes to, and what was heard. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { CallBody } from '../../src/engine/message/call-body.ts';
import { decodeG711, type Encoding } from '../../src/lib/g711.ts';
import { fromReference } from '../../src/lib/ids.ts';
import { readWav } from '../../src/lib/wav.ts';
import { pressFirstText } from '../../src/operations/place-verification-call/press-first.ts';
import type { HandsetCall } from '../../src/sandbox/heard-calls.ts';
import { type CallFacts, findCall } from '../../src/store/messages/calls.ts';
import { startGateway, type TestGateway } from '../support/gateway/gateway.ts';

let service: TestGateway;

const TEXT = '$$CODE$$';
const LONG_TEXT = 'Your code is $$CODE$$, and once more: $$CODE$$';
const CODE = '407';
const TEN_DIGITS = '1234567890';
/** Longer than a telephone rings, and than ten digits take twice. */
const ALL_OVER_AFTER_MS = 70_000;

/** Placed together, so that their time passes once. */
const CALLS = {
  listens: { number: '4915114000100' },
  busy: { number: '4915114000921' },
  declines: { number: '4915114000922' },
  rings: { number: '4915114000923' },
  mailbox: { number: '4915114001924' },
  carefulWithMailbox: { number: '4915114002924', pressx: '1' },
  hangsUp: { number: '4915114000925' },
  pressesOne: { number: '4915114000926' },
  asksPassword: { number: '4915114000927' },
  losesPackets: { number: '4915114000928' },
  notAllocated: { number: '4915114000929' },
  trunkDown: { number: '4915114000930' },
  triesKeys: { number: '4915114000931', pressx: '1' },
  takenBack: { number: '4915114000932' },
  unwanted: { number: '4915114000933' },
  blocked: { number: '4915114000934' },
  codeless: { number: '4915114000102', verify_code: undefined, tts_message: 'Your code is 1, 2, 3. Goodbye.' },
  holds: { number: '4915114000935', tts_message: LONG_TEXT },
  namesItsHost: { number: '4915114000936' },
  outOfReach: { number: '4915114000937' },
  tenDigits: { number: '4915114000103', verify_code: TEN_DIGITS, tts_message: '' },
  extension: { number: '4915114000101', extension_type: '1', extension_template: '1,7#' },
} as const;
type Name = keyof typeof CALLS;

const references = new Map<Name, string>();

async function place({ number, ...more }: { readonly number: string }): Promise<string> {
  const own = { phone_number: number, verify_code: CODE, tts_message: TEXT, callback_url: service.callbackUrl };
  const answer = await service.call('POST', '/v1/verify/call', { ...own, ...more });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return (answer.body as CallBody).reference_id;
}

function referenceOf(name: Name): string {
  return references.get(name) ?? '';
}

async function status(name: Name): Promise<number> {
  return ((await service.call('GET', `/v1/verify/${referenceOf(name)}`)).body as CallBody).status.code;
}

async function callsOf(number: string): Promise<HandsetCall[]> {
  return (await service.call('GET', `/sandbox/handsets/${number}/calls`)).body as HandsetCall[];
}

/** What the telephone heard, from the first packet on. */
async function heard(name: Name): Promise<Int16Array> {
  const { number } = CALLS[name];
  const [call] = await service.until('the telephone has hung up', async () => {
    const calls = await callsOf(number);
    return calls.length > 0 && calls;
  });
  const wav = await fetch(`${service.url}/sandbox/handsets/${number}/calls/${call?.id}.wav`, {
    headers: { authorization: service.authorization },
  });
  assert.equal(wav.headers.get('content-type'), 'audio/wav');
  return readWav(Buffer.from(await wav.arrayBuffer())).samples;
}

async function facts(name: Name): Promise<CallFacts> {
  return service.until('what became of it is kept', async () => {
    const call = await findCall(service.gateway.db, fromReference(referenceOf(name)) ?? '');
    return call?.facts ?? undefined;
  });
}

/** Where the samples lie in the recording, from `from` on; -1: nowhere. */
function indexIn(recording: Int16Array, samples: Int16Array, from = 0): number {
  const whole = Buffer.from(recording.buffer, recording.byteOffset, recording.byteLength);
  const part = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  for (let at = whole.indexOf(part, from * 2); at >= 0; at = whole.indexOf(part, at + 1))
    if (at % 2 === 0) return at / 2;
  return -1;
}

async function prompt(
  language = 'en-US',
  text: string | null = TEXT,
  encoding: Encoding = 'PCMU',
  code: string | null = CODE,
): Promise<Int16Array> {
  const { audio } = await service.speech.prompt({ language, text, code, encoding });
  return decodeG711(audio, encoding);
}

/** The default text with ten digits. */
function defaultPrompt(): Promise<Int16Array> {
  return prompt('en-US', null, 'PCMU', TEN_DIGITS);
}

const FRAME = 160;

/**
 * How often the samples are heard, whole, frame by frame, with any silence between two frames. What is heard and is neither
 * what comes next nor silence fails the test. `closeness` allows for the steps of another law.
 */
function timesHeard(recording: Int16Array, samples: Int16Array, closeness: number): number {
  const frames = Math.ceil(samples.length / FRAME);
  let said = 0;
  for (let at = 0; at < recording.length; at += FRAME) {
    const heard = recording.subarray(at, at + FRAME);
    const expected = samples.subarray((said % frames) * FRAME, ((said % frames) + 1) * FRAME);
    const isNext = expected.every((sample, index) => {
      return Math.abs(sample - (heard[index] ?? 0)) <= 16 + Math.abs(sample) * closeness;
    });
    if (isNext) said += 1;
    else
      assert.ok(
        heard.every((sample) => Math.abs(sample) <= 16),
        `noise at ${at / 8} ms, frame ${said} of ${frames}`,
      );
  }
  return said / frames;
}

function timesIn(recording: Int16Array, samples: Int16Array): number {
  let times = 0;
  for (let at = indexIn(recording, samples); at >= 0; at = indexIn(recording, samples, at + samples.length)) times += 1;
  return times;
}

describe('a verification call', () => {
  before(async () => {
    service = await startGateway();
    // Speech takes real time, and the clock of the test is faster.
    await Promise.all([
      prompt(),
      prompt('en-US', CALLS.codeless.tts_message, 'PCMU', null),
      ...(['PCMU', 'PCMA'] as const).map((law) => prompt('en-US', LONG_TEXT, law)),
      defaultPrompt(),
      service.speech.prompt({ language: 'en-US', text: pressFirstText('en-US'), code: '0123456789', encoding: 'PCMU' }),
    ]);
    for (const [name, call] of Object.entries(CALLS)) references.set(name as Name, await place(call));
    for (let passed = 0; passed < ALL_OVER_AFTER_MS; passed += 20) await service.advance(20);
  });
  after(() => service.stop());

  test('to a telephone that listens says the message twice, byte for byte, and ends 100 with two callbacks', async () => {
    assert.equal(await status('listens'), 100);
    assert.equal(timesIn(await heard('listens'), await prompt()), 2);
    const { timesSaid, cause, codec, trunk } = await facts('listens');
    assert.deepEqual([timesSaid, cause, codec, trunk], [2, 'completed', 'PCMU', 'simulated-1']);
    const told = () => service.received.filter(({ body }) => body.reference_id === referenceOf('listens'));
    await service.until('both callbacks have come', () => told().length === 2);
    assert.deepEqual(
      told().map(({ body }) => body.status.code),
      [103, 100],
    );
  });

  for (const [name, code, cause] of [
    ['busy', 107, 'busy'],
    ['declines', 101, 'declined'],
    ['rings', 101, 'no_answer'],
    ['hangsUp', 100, 'completed'],
    ['notAllocated', 106, 'wrong_number'],
    ['takenBack', 108, 'cancelled'],
    ['unwanted', 129, 'unwanted'],
    ['blocked', 130, 'blocked'],
  ] as const) {
    test(`to a telephone of story ${CALLS[name].number.slice(-3)} ends ${code} (${cause})`, async () => {
      assert.equal(await status(name), code);
      assert.equal((await facts(name)).cause, cause);
      assert.equal(name === 'hangsUp', (await facts(name)).answeredAt !== null);
    });
  }

  test('over a trunk that asks for a password gives it; of a trunk that is down the next one is taken', async () => {
    for (const [name, trunk] of [
      ['asksPassword', 'simulated-1'],
      ['trunkDown', 'simulated-2'],
    ] as const) {
      assert.equal(await status(name), 100);
      assert.equal((await facts(name)).trunk, trunk);
      assert.equal(timesIn(await heard(name), await prompt()), 2);
    }
  });

  test('to a telephone that presses 1 after the first saying says it once more', async () => {
    assert.equal(await status('pressesOne'), 100);
    assert.equal(timesIn(await heard('pressesOne'), await prompt()), 3);
    assert.deepEqual([(await facts('pressesOne')).timesSaid, (await facts('pressesOne')).keys], [3, '1']);
  });

  test('to a mailbox is answered; with a key asked for first, the code is not left on it', async () => {
    for (const name of ['mailbox', 'carefulWithMailbox'] as const) assert.equal(await status(name), 100);
    assert.ok(timesIn(await heard('mailbox'), await prompt()) >= 1);
    assert.equal(timesIn(await heard('carefulWithMailbox'), await prompt()), 0);
    assert.equal((await facts('carefulWithMailbox')).timesSaid, 0);
    assert.ok((await heard('carefulWithMailbox')).length > 8_000);
  });

  test('to a telephone that tries the keys says the message twice once it has found the one that was asked for', async () => {
    assert.equal(await status('triesKeys'), 100);
    const { keys, timesSaid } = await facts('triesKeys');
    assert.ok('0123456789'.startsWith(keys) && keys !== '', keys);
    assert.equal(timesSaid, 2);
    assert.equal(timesIn(await heard('triesKeys'), await prompt()), 2);
  });

  test('shows the number of the sandbox where the caller names none', async () => {
    const [call] = await callsOf(CALLS.listens.number);
    assert.equal(call?.from, '493023125000');
  });

  test('whose caller gave a text and no code says the text and nothing after it', async () => {
    assert.equal(await status('codeless'), 100);
    const [recording, said] = [
      await heard('codeless'),
      await prompt('en-US', CALLS.codeless.tts_message, 'PCMU', null),
    ];
    const first = indexIn(recording, said);
    const second = indexIn(recording, said, first + said.length);
    assert.ok(first >= 0 && second > first);
    const between = [recording.subarray(0, first), recording.subarray(first + said.length, second)];
    for (const rest of [...between, recording.subarray(second + said.length)])
      assert.ok(rest.every((each) => each === 0));
  });

  test('over a line that loses packets is heard as far as they came', async () => {
    assert.equal(await status('losesPackets'), 100);
    assert.ok((await heard('losesPackets')).length > (await prompt()).length * 2);
  });

  test('that is held and goes on in the other law is intelligible: each packet is in the law of its payload type', async () => {
    assert.equal(await status('holds'), 100);
    const { timesSaid, codec } = await facts('holds');
    assert.deepEqual([timesSaid, codec], [2, 'PCMA']);
    const recording = await heard('holds');
    // Two laws have steps of a sixteenth each, at most.
    assert.equal(timesHeard(recording, await prompt('en-US', LONG_TEXT), 1 / 12), 2);
  });

  test('to a telephone that gives a host name for its audio is heard', async () => {
    assert.equal(await status('namesItsHost'), 100);
    assert.equal(timesIn(await heard('namesItsHost'), await prompt()), 2);
  });

  test('to audio that we cannot send to ends 106 with the reason, and was never said', async () => {
    assert.equal(await status('outOfReach'), 106);
    const { timesSaid, cause, reason } = await facts('outOfReach');
    assert.deepEqual([timesSaid, cause], [0, 'failed']);
    assert.match(reason, /no audio could be sent: its audio is at an address of IPv6/);
  });

  test('to a telephone that sends nothing after a second says ten digits of the default text twice', async () => {
    assert.equal(await status('tenDigits'), 100);
    assert.equal((await facts('tenDigits')).timesSaid, 2);
    const recording = await heard('tenDigits');
    assert.equal(timesIn(recording, await defaultPrompt()), 2);
    assert.ok(recording.length > 8_000 * 25, `${recording.length / 8_000} s`);
  });

  test('sends the keys of an extension before it speaks', async () => {
    assert.equal(await status('extension'), 100);
    const [call] = await callsOf(CALLS.extension.number);
    assert.equal(call?.keys, '17#');
    assert.equal(timesIn(await heard('extension'), await prompt()), 2);
  });

  test('is counted once: nobody was called a second time', async () => {
    await service.advance(120_000);
    const metrics = await service.metrics();
    assert.match(metrics, /trunkline_calls_total\{cause="busy",trunk="simulated-1"\} 1\n/);
    for (const { number } of Object.values(CALLS)) assert.ok((await callsOf(number)).length <= 1, number);
    assert.equal(await status('busy'), 107);
  });
});
