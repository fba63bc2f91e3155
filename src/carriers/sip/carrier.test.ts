/** The gateway's end of calls against a scripted voice process: what is particular to calls (conformance.test.ts). */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { ScriptedVoiceLink } from '../../../test/support/sip/scripted-voice-link.ts';
import { createContext } from '../../context.ts';
import { createLog } from '../../lib/log.ts';
import type { Carrier, Outcome, SubmitJob, VoicePrompt } from '../carrier.ts';
import { createSipCarrier } from './carrier.ts';
import { parseSipSettings } from './settings.ts';
import type { VoiceListener } from './voice/voice-link.ts';

const PROMPT: VoicePrompt = { type: 'voice_prompt', language: 'en-US', text: '', extensionKeys: '', pressFirst: false };
const CODE = '86420';

interface Rig {
  readonly carrier: Carrier;
  readonly link: ScriptedVoiceLink;
  readonly spoken: string[];
  readonly clock: ManualClock;
  metrics(): Promise<string>;
  isMute: boolean;
  /** Until when a message takes to be spoken, and the text that asks for a key. */
  voice: Promise<void>;
  pressVoice: Promise<void>;
  submit(more?: Partial<SubmitJob>): Outcome[];
}

async function rig(
  t: TestContext,
  codes: Readonly<Record<string, string | null>> = {},
  log = createLog('silent'),
): Promise<Rig> {
  const link = new ScriptedVoiceLink();
  const clock = new ManualClock();
  const context = createContext({ logLevel: 'silent', log, clock });
  const settings = parseSipSettings({
    trunks: [{ name: 'trunk-1', host: '192.0.2.1', username: 'me', password: 'hush' }],
  });
  const made: Rig = {
    ...{ carrier: null as never, link, spoken: [], clock, isMute: false, submit: () => [] },
    ...{ voice: Promise.resolve(), pressVoice: Promise.resolve() },
    metrics: () => context.metrics.metrics(),
  };
  const carrier = createSipCarrier(context, {
    name: 'calls',
    settings,
    support: {
      codeOf: async (id) => (id in codes ? (codes[id] ?? null) : CODE),
      message: async (_, code) => {
        if (made.isMute) throw new Error('no voice');
        made.spoken.push(String(code));
        await made.voice;
        return (codec) => Buffer.from(codec);
      },
      pressFirst: async (_, key) => {
        made.spoken.push(`press ${key.length}`);
        await made.pressVoice;
        return (codec) => Buffer.from(codec);
      },
      keep: async () => {},
    },
    openVoice: () => link,
  });
  t.after(() => carrier.stop());
  await carrier.start({ received: async () => {}, changed: () => {} });
  let made_ = 0;
  return Object.assign(made, {
    carrier,
    submit: (more: Partial<SubmitJob> = {}) => {
      const outcomes: Outcome[] = [];
      const slot = carrier.reserve(1);
      assert.ok(slot, 'there is room');
      made_ += 1;
      const job: SubmitJob = {
        attemptId: `attempt-${made_}`,
        recipient: '4915112345678',
        sender: null,
        messageType: 'OTP',
        content: PROMPT,
        validUntil: 0,
        parts: [0],
        stillMine: () => true,
        ...more,
      };
      carrier.submit(job, slot, (part, outcome) => {
        assert.equal(part, 0);
        outcomes.push(outcome);
      });
      return outcomes;
    },
  });
}

function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

async function placed(of: Rig, count = 1): Promise<void> {
  await eventually('it is placed', () => of.link.placed().length === count);
}

for (const [cause, more, expected] of [
  ['completed', { wasAnswered: true }, 'ended delivered'],
  ['busy', {}, 'ended busy'],
  ['no_answer', {}, 'ended not_answered'],
  ['unavailable', {}, 'ended not_answered'],
  ['declined', {}, 'ended not_answered'],
  ['unwanted', {}, 'ended unwanted'],
  ['blocked', {}, 'ended blocked'],
  ['wrong_number', {}, 'ended call_failed'],
  ['media_mismatch', {}, 'ended call_failed'],
  ['trunk_refused', {}, 'ended call_failed'],
  ['unreachable', {}, 'ended call_failed'],
  ['failed', { wasAnswered: true }, 'ended delivered'],
  ['cancelled', {}, 'ended cancelled'],
  ['unreachable', { mayHaveLeft: false }, 'retry_later unreachable'],
  ['no_room', { mayHaveLeft: false }, 'retry_later busy'],
  ['no_route', { mayHaveLeft: false }, 'ended call_failed'],
] as const) {
  const left = 'mayHaveLeft' in more ? ', and nothing left' : '';
  test(`a call that ended ${cause}${left} is ${expected}, once`, async (t) => {
    const of = await rig(t);
    const outcomes = of.submit();
    await placed(of);
    of.link.end(cause, more);
    of.link.end(cause, more);
    assert.equal(outcomes.length, 1);
    const [outcome] = outcomes;
    const says = outcome?.kind === 'ended' ? outcome.state : outcome?.kind === 'retry_later' ? outcome.why : '';
    assert.equal(`${outcome?.kind} ${says}`, expected);
  });
}

test('a call in which nothing could be said failed, though it was answered', async (t) => {
  const of = await rig(t);
  const outcomes = of.submit();
  await placed(of);
  of.link.end('completed', { wasAnswered: true }, { why: 'no_prompt' });
  assert.deepEqual(outcomes, [{ kind: 'ended', state: 'call_failed', reason: 'the message could not be spoken' }]);
});

for (const [what, more] of [
  ['rings', {}],
  ['speaks', { wasAnswered: true }],
] as const) {
  test(`a call that ${what} is hung up when it is taken back, and ended cancelled`, async (t) => {
    const of = await rig(t);
    const outcomes = of.submit();
    await placed(of);
    const job = { attemptId: 'attempt-1', recipient: '4915112345678', remoteId: null };
    assert.equal(await of.carrier.withdraw?.(job), 'withdrawn');
    assert.deepEqual(of.link.sent.at(-1), { type: 'hang_up', id: 'attempt-1', why: 'unwanted' });
    assert.equal(outcomes.length, 0, 'it is over when the telephone has been told');
    of.link.end('wasAnswered' in more ? 'completed' : 'cancelled', { by: 'us', ...more }, { why: 'unwanted' });
    assert.deepEqual(
      outcomes.map((outcome) => outcome.kind === 'ended' && outcome.state),
      ['cancelled'],
    );
    assert.equal(await of.carrier.withdraw?.(job), 'too_late');
  });
}

test('a call that is taken back while it waits for its words goes to nobody, at once', async (t) => {
  const of = await rig(t);
  of.voice = new Promise(() => {});
  const outcomes = of.submit();
  await eventually('it is being spoken', () => of.spoken.length === 1);
  await of.carrier.withdraw?.({ attemptId: 'attempt-1', recipient: '4915112345678', remoteId: null });
  await eventually('it is answered', () => outcomes.length === 1);
  assert.deepEqual(outcomes, [{ kind: 'ended', state: 'cancelled', reason: 'taken back before it was placed' }]);
  assert.deepEqual([of.link.sent, of.clock.pending], [[], 0]);
});

test('nobody is called before all that the call says is there', async (t) => {
  const of = await rig(t);
  const [words, key] = [gate(), gate()];
  [of.voice, of.pressVoice] = [words.opened, key.opened];
  of.submit({ content: { ...PROMPT, pressFirst: true } });
  await eventually('both are being spoken', () => of.spoken.length === 2);
  assert.deepEqual([...of.spoken].sort(), [CODE, 'press 1']);
  key.open();
  await of.clock.advance(7_999);
  assert.equal(of.link.sent.length, 0);
  words.open();
  await placed(of);
  assert.deepEqual(
    of.link.sent.map((message) => (message.type === 'prompt' ? `${message.name} ${message.codec}` : message.type)),
    ['place', 'press PCMU', 'message PCMU'],
  );
  of.link.end('busy');
});

test('what cannot be spoken ends with nobody called; it is counted, and told once a minute', async (t) => {
  const lines: Array<Record<string, unknown>> = [];
  const of = await rig(t, {}, createLog('info', { write: (line) => lines.push(JSON.parse(line)) }));
  const counted = async () =>
    /trunkline_calls_total\{cause="unspoken",trunk="none"\} (\d+)/.exec(await of.metrics())?.[1];
  assert.equal(await counted(), '0');
  of.isMute = true;
  const mute = [of.submit(), of.submit(), of.submit()];
  await eventually('all have ended', () => mute.flat().length === 3);
  of.isMute = false;
  of.voice = new Promise(() => {});
  const slow = of.submit();
  await eventually('it is being spoken', () => of.spoken.length === 1);
  await of.clock.advance(7_999);
  assert.deepEqual(slow, []);
  await of.clock.advance(1);
  const failed = (reason: string) => ({ kind: 'ended', state: 'call_failed', reason });
  assert.deepEqual(slow, [failed('the message could not be spoken: not in time')]);
  for (const outcome of mute) assert.deepEqual(outcome, [failed('the message could not be spoken: no voice')]);
  await of.clock.advance(60_000);
  assert.deepEqual(
    lines.map(({ level, reason, times }) => [level, reason, times]),
    [
      ['error', 'no voice', 1],
      ['error', 'not in time', 1],
      ['error', 'no voice', 2],
    ],
  );
  assert.equal(await counted(), '4');
  assert.equal(of.link.sent.length, 0);
  assert.ok(of.carrier.reserve(1), 'the room is there again');
});

test('what waits for its words when the carrier is drained or stopped is not sent', async (t) => {
  const of = await rig(t);
  of.voice = new Promise(() => {});
  const first = of.submit();
  await eventually('it is being spoken', () => of.spoken.length === 1);
  await of.carrier.drain();
  assert.deepEqual(first, [{ kind: 'not_sent' }]);
  of.carrier.resume();
  const second = of.submit();
  await eventually('it is being spoken', () => of.spoken.length === 2);
  await of.carrier.stop();
  assert.deepEqual(second, [{ kind: 'not_sent' }]);
  assert.equal(of.clock.pending, 0);
});

test('a voice process that has gone while words were made is given no call', async (t) => {
  const of = await rig(t);
  const words = gate();
  of.voice = words.opened;
  const outcomes = of.submit();
  await eventually('it is being spoken', () => of.spoken.length === 1);
  of.link.listener?.gone('it ended with SIGKILL');
  words.open();
  await eventually('it is answered', () => outcomes.length === 1);
  assert.deepEqual([outcomes, of.link.sent], [[{ kind: 'not_sent' }], []]);
});

test('a call whose audio could not be sent failed, with the reason, though it was answered', async (t) => {
  const of = await rig(t);
  const outcomes = of.submit();
  await placed(of);
  const reason = 'no audio could be sent: the host name of its audio has no address';
  of.link.end('failed', { wasAnswered: true, reason }, { why: 'no_media' });
  assert.deepEqual(outcomes, [{ kind: 'ended', state: 'call_failed', reason }]);
  // What was said once was said, whatever became of the rest.
  const more = of.submit();
  await placed(of, 2);
  of.link.end('completed', { wasAnswered: true, reason }, { why: 'no_media', timesSaid: 1 });
  assert.equal(more[0]?.kind === 'ended' && more[0].state, 'delivered');
});

test('another codec is there at once when the callee wants it: nothing is spoken again', async (t) => {
  const of = await rig(t);
  of.submit();
  await placed(of);
  of.link.listener?.received({ type: 'wanted', id: 'attempt-1', codec: 'PCMA' });
  assert.deepEqual(
    of.link.sent.flatMap((message) => (message.type === 'prompt' ? [Buffer.from(message.audio).toString()] : [])),
    ['PCMU', 'PCMA'],
  );
  assert.deepEqual(of.spoken, [CODE]);
  of.link.end('completed', { wasAnswered: true });
});

test('a call that speaks no code is placed without one', async (t) => {
  const of = await rig(t, { 'attempt-1': '' });
  of.submit();
  await placed(of);
  assert.deepEqual(of.spoken, ['null']);
  assert.ok(of.link.sent.some((message) => message.type === 'place' && message.code === null));
  of.link.end('busy');
});

test('nothing is placed for a job whose code is gone, or while it drains', async (t) => {
  const of = await rig(t, { gone: null });
  const gone = of.submit({ attemptId: 'gone' });
  await eventually('it is answered', () => gone.length === 1);
  assert.equal(gone[0]?.kind, 'ended');
  const late = of.submit();
  await of.carrier.drain();
  assert.deepEqual(late, [{ kind: 'not_sent' }]);
  of.carrier.resume();
  assert.equal(of.carrier.state(), 'up');
  assert.deepEqual(of.link.placed(), []);
});

test('room is what the voice process said, less what was given to it since', async (t) => {
  const of = await rig(t);
  const slots = [1, 2, 3, 4].map(() => of.carrier.reserve(1));
  assert.ok(slots.every((slot) => slot !== null));
  assert.equal(of.carrier.reserve(1), null);
  for (const slot of slots) slot?.release();
  for (let call = 0; call < 4; call += 1) of.submit();
  await placed(of, 4);
  assert.equal(of.carrier.reserve(1), null);
  of.link.tell(1);
  const next = of.carrier.reserve(1);
  assert.ok(next);
  next?.release();
  for (const id of of.link.placed()) of.link.end('busy', {}, {}, id);
});

test('the voice process is told which share of the contract this node has, and so is the one after it', async (t) => {
  const of = await rig(t);
  of.carrier.useShare?.(0.5);
  const shares = () => of.link.sent.flatMap((message) => (message.type === 'share' ? [message.share] : []));
  assert.deepEqual(shares(), [0.5]);
  of.link.listener?.gone('it ended with SIGKILL');
  of.link.start(of.link.listener as VoiceListener);
  assert.deepEqual(shares(), [0.5, 0.5]);
});

test('it is down while every trunk is, and while no voice process runs, whose calls are in doubt', async (t) => {
  const of = await rig(t);
  of.link.tell(0, { state: 'down' });
  assert.equal(of.carrier.state(), 'down');
  of.link.tell(4);
  const outcomes = of.submit();
  await placed(of);
  of.link.listener?.gone('it ended with SIGKILL');
  assert.equal(of.carrier.state(), 'down');
  assert.equal(outcomes[0]?.kind, 'unknown');
  of.link.start(of.link.listener as VoiceListener);
  assert.equal(of.carrier.state(), 'up');
  of.link.end('completed', { wasAnswered: true });
  assert.equal(outcomes.length, 1);
});

test('of a trunk that goes and comes the log tells, and what is wrong is shown as the error of the carrier', async (t) => {
  const lines: Array<Record<string, unknown>> = [];
  const of = await rig(t, {}, createLog('info', { write: (line) => lines.push(JSON.parse(line)) }));
  const error = () => of.carrier.describe().last_error;
  const said = () => lines.splice(0).map(({ level, trunk, why, msg }) => [level, trunk, why, msg]);
  assert.deepEqual([error(), said()], [null, []]);
  const lastError = 'nobody listens at 4915112345678';
  for (let times = 0; times < 2; times += 1) of.link.tell(0, { state: 'down', lastError });
  assert.equal(error(), lastError);
  assert.deepEqual(said(), [['warn', 'trunk-1', 'nobody listens at 49*********78', 'a trunk is down']]);
  of.link.tell(4);
  assert.equal(error(), null);
  assert.deepEqual(said(), [['info', 'trunk-1', undefined, 'a trunk can be tried again']]);
});

test('BYEs that a trunk has not taken are counted once, over every start of the voice process', async (t) => {
  const of = await rig(t);
  const counted = async () => /trunkline_byes_failed_total\{trunk="trunk-1"\} (\d+)/.exec(await of.metrics())?.[1];
  for (const byesFailed of [2, 2, 3]) of.link.tell(4, { byesFailed });
  assert.equal(await counted(), '3');
  of.link.listener?.gone('it ended with SIGKILL');
  for (const byesFailed of [0, 0, 1]) of.link.tell(4, { byesFailed });
  assert.equal(await counted(), '4');
});

test('an operator is shown each trunk with its calls', async (t) => {
  const of = await rig(t);
  of.submit();
  await placed(of);
  assert.match(JSON.stringify(of.carrier.describe()), /trunk-1 up, 0 of 4 calls/);
});

test('two carriers of one gateway count their calls together', async () => {
  const context = createContext({ logLevel: 'silent', log: createLog('silent'), clock: new ManualClock() });
  const settings = parseSipSettings({ trunks: [{ name: 'trunk-1', host: '192.0.2.1' }] });
  const support = {
    codeOf: async () => null,
    message: async () => () => new Uint8Array(0),
    pressFirst: async () => () => new Uint8Array(0),
    keep: async () => {},
  };
  for (const name of ['one', 'two']) {
    createSipCarrier(context, { name, settings, support, openVoice: () => new ScriptedVoiceLink() });
  }
  assert.match(await context.metrics.metrics(), /trunkline_calls_under_way 0/);
});
