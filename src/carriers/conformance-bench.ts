/**
 * The bench of conformance.ts: the rig that a carrier's test makes, a sink for the engine's side, and what was sent.
 *
 * 1. Time passes through the rig only; sockets are given real time beside it.
 */
import assert from 'node:assert/strict';
import type { Carrier, CarrierSink, Content, Outcome, RawInbound, SubmitJob } from './carrier.ts';
import { CHANNELS } from './channels.ts';

/** accept, refuse: for good. throttle: not now. stay_silent: read and not answered. cut: read, then no connection. */
export type PeerManner = 'accept' | 'refuse' | 'throttle' | 'stay_silent' | 'cut';

/** Where carriers differ. Each tells it of itself, and the suite holds it to what it says. */
export interface CarrierNature {
  /** `taken`: the peer has it, and receipts follow. `over`: nothing follows, the answer says what became of it. */
  readonly answersSay: 'taken' | 'over';
  /** What `reserve` counts. `messages`: each is one part. */
  readonly roomIsFor: 'parts' | 'messages';
  /** Whether anything comes in by itself, such as receipts and texts. */
  readonly hasInput: boolean;
  /** What can be withdrawn: what the peer has taken, or a try that is under way, which then is over. */
  readonly takesBack: 'nothing' | 'what_was_taken' | 'what_is_under_way';
}

export interface ConformancePeer {
  /** How parts are answered from now on. */
  behave(manner: PeerManner): void;
  /** Parts of messages that have arrived so far. */
  arrived(): number;
  /** Sends one piece of input; resolves with how the carrier answered it. Not asked of a peer that sends none. */
  deliver(): Promise<'acknowledged' | 'send_again'>;
  /** Ends all connections and takes none; then takes them again at the same place. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
}

export interface ConformanceRig {
  readonly carrier: Carrier;
  readonly peer: ConformancePeer;
  /** One of each kind that the carrier sends, one of them in parts where it can. */
  readonly contents: readonly Content[];
  /** What `describe` must not show, besides whom messages go to. */
  readonly secrets: readonly string[];
  /** Input as it is stored, of several kinds; of a carrier that has none, anything. */
  readonly samples: readonly RawInbound[];
  /** Epoch milliseconds on the carrier's clock. */
  now(): number;
  passTime(ms: number): Promise<void>;
  /** Ends the peer; the carrier was stopped before. */
  close(): Promise<void>;
}

export const RECIPIENT = '4915112345900';

const STEP_MS = 4;
const GIVE_UP_AFTER_MS = 20_000;

export interface Sent {
  readonly job: SubmitJob;
  readonly parts: number;
  readonly answers: Map<number, Outcome[]>;
  isAnswered(): boolean;
  outcomes(): Outcome[];
}

/** A rig with a sink, and what was sent on it. */
export class Bench {
  readonly rig: ConformanceRig;
  readonly handedIn: RawInbound[] = [];
  changes = 0;
  storageFails = false;
  roomAtStart = 0;
  private readonly sent: Sent[] = [];
  private storing: Promise<void> = Promise.resolve();
  private isStopped = false;
  private made = 0;
  private readonly sink: CarrierSink = {
    received: async (items) => {
      this.handedIn.push(...items);
      await this.storing;
      if (this.storageFails) throw new Error('storage is down');
    },
    changed: () => {
      this.changes += 1;
    },
  };

  constructor(rig: ConformanceRig) {
    this.rig = rig;
  }

  async start(awaited: 'up' | 'down' = 'up'): Promise<void> {
    await this.rig.carrier.start(this.sink);
    if (awaited === 'down') return;
    await this.untilSeen('it is up', () => this.rig.carrier.state() === 'up');
    const slots = this.takeAllRoom();
    for (const slot of slots) slot.release();
    this.roomAtStart = slots.length;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    const stopping = this.rig.carrier.stop().then(() => true);
    let isDone = false;
    void stopping.then(() => {
      isDone = true;
    });
    await this.until('it has stopped', () => isDone);
    await stopping;
  }

  async close(): Promise<void> {
    if (!this.isStopped) await this.stop();
    await this.rig.close();
  }

  submit(content: Content, change: Partial<SubmitJob> = {}): Sent {
    const { carrier } = this.rig;
    const parts = Array.from({ length: carrier.countParts(content) }, (_, part) => part);
    const slot = carrier.reserve(parts.length) ?? assert.fail('no room');
    const answers = new Map<number, Outcome[]>();
    this.made += 1;
    const job: SubmitJob = {
      attemptId: `0197a3c2-1b4d-7e00-8a11-${this.made.toString(16).padStart(12, '0')}`,
      recipient: RECIPIENT,
      sender: CHANNELS[carrier.channel].sentBy === 'agent' ? null : '12345',
      messageType: 'OTP',
      content,
      validUntil: this.rig.now() + 3_600_000,
      parts,
      stillMine: () => true,
      ...change,
    };
    const sent: Sent = {
      job,
      parts: parts.length,
      answers,
      isAnswered: () => answers.size === parts.length,
      outcomes: () => [...answers.values()].flat(),
    };
    this.sent.push(sent);
    carrier.submit(job, slot, (part, outcome) => answers.set(part, [...(answers.get(part) ?? []), outcome]));
    return sent;
  }

  /** One message, if there is room. */
  tryOne(): void {
    const [content] = this.rig.contents;
    const slot = content ? this.rig.carrier.reserve(this.rig.carrier.countParts(content)) : null;
    slot?.release();
    if (content && slot) this.submit(content);
  }

  isAllAnswered(): boolean {
    return this.sent.every((one) => one.isAnswered());
  }

  assertAnsweredOnce(): void {
    for (const { parts, answers } of this.sent) {
      assert.deepEqual(
        [...answers.keys()].sort((a, b) => a - b),
        Array.from({ length: parts }, (_, part) => part),
      );
      for (const given of answers.values()) assert.equal(given.length, 1);
    }
  }

  takeAllRoom(): { release(): void }[] {
    const slots: { release(): void }[] = [];
    for (let slot = this.rig.carrier.reserve(1); slot; slot = this.rig.carrier.reserve(1)) {
      slots.push(slot);
      assert.ok(slots.length <= 100_000, 'room has an end');
    }
    return slots;
  }

  async untilReserved(parts: number): Promise<{ release(): void }> {
    return this.until('there is room', () => this.rig.carrier.reserve(parts));
  }

  async untilRoom(parts: number): Promise<void> {
    (await this.untilReserved(parts)).release();
  }

  holdStorage(): { finish(): void } {
    let finish = (): void => {};
    this.storing = new Promise((resolve) => {
      finish = resolve;
    });
    return { finish: () => finish() };
  }

  /** Waits for what sockets bring about. The carrier's time stands still, so that a slow machine costs no time-out. */
  async untilSeen<T>(what: string, probe: () => T | null | false): Promise<T> {
    return this.poll(what, probe, 0);
  }

  /** The same, and the carrier's time goes on: 50 times as fast as the machine's. */
  async until<T>(what: string, probe: () => T | null | false): Promise<T> {
    return this.poll(what, probe, 50 * STEP_MS);
  }

  private async poll<T>(what: string, probe: () => T | null | false, passMs: number): Promise<T> {
    const end = performance.now() + GIVE_UP_AFTER_MS;
    do {
      const value = probe();
      if (value !== null && value !== false) return value;
      await new Promise((resolve) => setTimeout(resolve, STEP_MS));
      await this.rig.passTime(passMs);
    } while (performance.now() < end);
    assert.fail(`did not happen: ${what}`);
  }
}
