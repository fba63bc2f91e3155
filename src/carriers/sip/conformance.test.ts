/** The peer is a scripted voice process: it answers for the telephones that it calls. */
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { ScriptedVoiceLink } from '../../../test/support/sip/scripted-voice-link.ts';
import { createContext } from '../../context.ts';
import type { Clock, Timer } from '../../lib/clock.ts';
import type { VoicePrompt } from '../carrier.ts';
import { carrierConformance } from '../conformance.ts';
import type { CarrierNature, ConformancePeer, ConformanceRig, PeerManner } from '../conformance-bench.ts';
import { createSipCarrier } from './carrier.ts';
import { parseSipSettings } from './settings.ts';
import type { VoiceListener } from './voice/voice-link.ts';
import type { ToVoice } from './voice/voice-messages.ts';

/** A call is one part, is answered when it is over, and nothing arrives from outside of one. */
const CALLS: CarrierNature = {
  answersSay: 'over',
  roomIsFor: 'messages',
  hasInput: false,
  takesBack: 'what_is_under_way',
};

const MOST_CALLS = 4;
const RING_FOR_MS = 45_000;
const PROCESS_PAUSE_MS = 250;
const PROMPT: VoicePrompt = { type: 'voice_prompt', language: 'en-US', text: '', extensionKeys: '', pressFirst: false };

class VoicePeer extends ScriptedVoiceLink implements ConformancePeer {
  private readonly clock: Clock;
  private readonly timers = new Set<Timer>();
  private readonly underWay = new Set<string>();
  private manner: PeerManner = 'accept';
  private isThere = true;

  constructor(clock: Clock) {
    super();
    this.clock = clock;
  }

  behave(manner: PeerManner): void {
    this.manner = manner;
  }

  arrived(): number {
    return this.placed().length;
  }

  async deliver(): Promise<never> {
    throw new Error('nothing comes in from trunks');
  }

  async goAway(): Promise<void> {
    this.isThere = false;
    for (const id of this.underWay) this.over(id, () => this.end('unreachable', {}, {}, id));
    this.tellRoom();
  }

  async comeBack(): Promise<void> {
    this.isThere = true;
    this.tellRoom();
  }

  override start(listener: VoiceListener): void {
    super.start(listener);
    this.tellRoom();
  }

  override send(message: ToVoice): void {
    super.send(message);
    if (message.type === 'hang_up') queueMicrotask(() => this.giveUp(message.id, message.why));
    if (message.type !== 'place') return;
    this.underWay.add(message.id);
    // No call is over from within the message that places it.
    queueMicrotask(() => this.serve(message.id));
  }

  override async stop(): Promise<void> {
    for (const timer of this.timers) this.clock.clearTimer(timer);
    await super.stop();
  }

  private serve(id: string): void {
    const { manner } = this;
    if (manner === 'cut') return this.die();
    if (manner === 'stay_silent') return this.after(RING_FOR_MS, () => this.hangUp(id, 'no_answer'));
    this.hangUp(id, ({ accept: 'completed', refuse: 'declined', throttle: 'no_room' } as const)[manner]);
  }

  private hangUp(id: string, cause: 'completed' | 'declined' | 'no_room' | 'no_answer'): void {
    this.over(id, () =>
      this.end(cause, { wasAnswered: cause === 'completed', mayHaveLeft: cause !== 'no_room' }, { timesSaid: 1 }, id),
    );
    this.tellRoom();
  }

  private giveUp(id: string, why: string): void {
    this.over(id, () => this.end('cancelled', { by: 'us' }, { why }, id));
    this.tellRoom();
  }

  private over(id: string, say: () => void): void {
    if (this.underWay.delete(id)) say();
  }

  /** The process ends with its calls, and another one is started. */
  private die(): void {
    const { listener } = this;
    if (!listener) return;
    this.underWay.clear();
    listener.gone('it ended with SIGKILL');
    this.after(PROCESS_PAUSE_MS, () => this.start(listener));
  }

  private tellRoom(): void {
    if (this.isThere) this.tell(MOST_CALLS - this.underWay.size);
    else this.tell(0, { state: 'down', lastError: 'no answer' });
  }

  private after(ms: number, run: () => void): void {
    const timer = this.clock.setTimer(() => {
      this.timers.delete(timer);
      run();
    }, ms);
    this.timers.add(timer);
  }
}

async function make(): Promise<ConformanceRig> {
  const clock = new ManualClock();
  const peer = new VoicePeer(clock);
  const carrier = createSipCarrier(createContext({ logLevel: 'silent', clock }), {
    name: 'calls',
    settings: parseSipSettings({
      trunks: [{ name: 'trunk-1', host: '192.0.2.1', username: 'me', password: 'hush-123' }],
    }),
    support: {
      codeOf: async () => '86420',
      message: async () => () => Buffer.from('words'),
      pressFirst: async () => () => Buffer.from('press'),
      keep: async () => {},
    },
    openVoice: () => peer,
  });
  return {
    carrier,
    peer,
    contents: [PROMPT, { ...PROMPT, text: 'Your code is $$CODE$$', extensionKeys: ',,12#', pressFirst: true }],
    secrets: ['hush-123', '86420'],
    samples: [{ kind: 'sip', body: Buffer.from('SIP/2.0 200 OK\r\n\r\n') }],
    now: () => clock.now(),
    passTime: (ms) => clock.advance(ms),
    close: async () => {},
  };
}

carrierConformance('SIP', CALLS, make);
