/** Calls that are taken back at simulated telephones: what the telephone sees of it, and what is answered. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { openVoiceHere } from '../../../test/support/sip/voice-here.ts';
import { createContext } from '../../context.ts';
import type { Outcome } from '../carrier.ts';
import { createSipCarrier } from './carrier.ts';
import { parseSipSettings } from './settings.ts';
import type { HeardCall, Manner } from './simulator/manners.ts';
import { SipPhoneSimulator } from './simulator/simulator.ts';

const ATTEMPT = { attemptId: '0197a3c2-1b4d-7e00-8a11-9f2e3d4c5b6a', recipient: '4915112345000' };
/** Longer than any test waits. */
const WORDS = Buffer.alloc(8_000 * 60, 0xd5);

/** Called, and at the stage of a call that is asked for. */
async function called(t: TestContext, manner: Manner, stage: 'ringing' | 'speaks') {
  const context = createContext({ logLevel: 'silent' });
  const heard: HeardCall[] = [];
  const simulator = new SipPhoneSimulator(context, {
    host: '127.0.0.1',
    port: 0,
    ringMs: 30,
    handsets: { storyOf: () => ({ kind: manner }), heard: (_, call) => heard.push(call) },
  });
  await simulator.start();
  t.after(() => simulator.stop());
  const carrier = createSipCarrier(context, {
    name: 'calls',
    settings: parseSipSettings(simulator.settings()),
    support: {
      codeOf: async () => '86420',
      message: async () => () => WORDS,
      pressFirst: async () => () => WORDS,
      keep: async () => {},
    },
    openVoice: openVoiceHere,
  });
  await carrier.start({ received: async () => {}, changed: () => {} });
  t.after(() => carrier.stop());
  const outcomes: Outcome[] = [];
  const slot = await eventually('there is room', () => carrier.reserve(1));
  const content = { type: 'voice_prompt', language: 'en-US', text: '', extensionKeys: '', pressFirst: false } as const;
  carrier.submit(
    { ...ATTEMPT, sender: null, messageType: 'OTP', content, validUntil: 0, parts: [0], stillMine: () => true },
    slot,
    (_, outcome) => outcomes.push(outcome),
  );
  const counted = new RegExp(`trunkline_call_stage_seconds_count\\{stage="${stage}"\\} 1\\n`);
  await eventually(`it ${stage}`, async () => counted.test(await context.metrics.metrics()));
  return { carrier, heard, outcomes };
}

for (const [manner, stage] of [
  ['rings', 'ringing'],
  ['listens', 'speaks'],
] as const) {
  test(`a telephone that ${manner} is hung up on, and the call is answered cancelled`, async (t) => {
    const { carrier, heard, outcomes } = await called(t, manner, stage);
    assert.deepEqual(carrier.underWay?.(), [ATTEMPT.attemptId]);
    assert.equal(heard.length, 0);
    assert.equal(await carrier.withdraw?.({ ...ATTEMPT, remoteId: null }), 'withdrawn');
    await eventually('the telephone sees that', () => heard.length === 1);
    await eventually('the call is over', () => outcomes.length === 1);
    assert.equal(outcomes[0]?.kind === 'ended' && outcomes[0].state, 'cancelled');
    assert.equal(heard[0]?.answeredAt !== null, stage === 'speaks');
    assert.deepEqual(carrier.underWay?.(), []);
  });
}
