/**
 * Calls by SIP: one carrier is a voice process with its trunks (settings.ts). This end gives it calls and what they
 * say.
 *
 * 1. A call is one part, and is answered when it is over: until then its message stays `sending`, so that a call whose
 *    process or gateway has died is in doubt and is never placed again.
 * 2. Nobody is called before all that the call says is there (words.ts). A call that cannot be spoken in time ends with
 *    nobody called; it is counted, and logged once a minute.
 * 3. What is submitted while it drains, or after it was stopped, is `not_sent`; so is what waits for its words then.
 *    `drain` lets calls end by themselves, `stop` hangs them up.
 * 4. The voice process says how much room there is (trunk-reports.ts), within the share that this end sends it.
 * 5. A call that is taken back is hung up and ends `cancelled`; while it waits for its words nobody is called at all.
 */
import type { Context } from '../../context.ts';
import { OnceAMinute } from '../../lib/once-a-minute.ts';
import type {
  Carrier,
  CarrierSink,
  CarrierState,
  Outcome,
  Slot,
  SubmitJob,
  Way,
  Withdrawal,
  WithdrawJob,
} from '../carrier.ts';
import type { CodecName } from './call.ts';
import { type CallMetrics, countCalls } from './call-metrics.ts';
import { LONGEST_TALK_MS } from './call-settings.ts';
import { CallSlot } from './call-slot.ts';
import { outcomeOf } from './calls/outcome.ts';
import type { SipSettings } from './settings.ts';
import { PeerLog } from './transport/peer-log.ts';
import { TrunkReports } from './trunk-reports.ts';
import { type OpenVoice, openVoiceProcess, type VoiceLink } from './voice/voice-link.ts';
import type { CallOver, FromVoice } from './voice/voice-messages.ts';
import { type Speaker, WaitForWords, WORDS_WITHIN_MS, type Words } from './voice/words.ts';

/** What a call needs of the rest of the gateway. Calls are named by their attempts' ids. */
export interface CallSupport extends Speaker {
  /** Null when the call is over or unknown; empty when it speaks none. */
  codeOf(attemptId: string): Promise<string | null>;
  /** Keeps what became of it; never rejects. */
  keep(attemptId: string, over: CallOver): Promise<void>;
}

export interface SipCarrierOptions {
  readonly name: string;
  /** As `parseSipSettings` gives them. */
  readonly settings: SipSettings;
  readonly support: CallSupport;
  /** Absent: a process of its own. */
  readonly openVoice?: OpenVoice | undefined;
}

export function createSipCarrier(context: Context, options: SipCarrierOptions): Carrier {
  return new SipCarrier(context, options);
}

interface OpenCall {
  readonly words: Words;
  answer(outcome: Outcome): void;
}

interface PreparedCall extends Pick<OpenCall, 'answer'> {
  readonly slot: Slot;
  /** Rule 5. */
  isTakenBack: boolean;
  readonly wait: WaitForWords;
}

class SipCarrier implements Carrier {
  readonly name: string;
  readonly channel = 'voice' as const;
  readonly simulated: boolean;
  readonly answerWithinMs: number;
  readonly isElsewhere: boolean;
  private readonly context: Context;
  private readonly settings: SipSettings;
  private readonly support: CallSupport;
  private readonly link: VoiceLink;
  private readonly metrics: CallMetrics;
  private readonly peerLog: PeerLog;
  private readonly reports: TrunkReports;
  private readonly calls = new Map<string, OpenCall>();
  /** Calls that were submitted and not placed yet, by id. */
  private readonly prepared = new Map<string, PreparedCall>();
  private readonly minutes: OnceAMinute;
  private readonly open = new Set<Promise<void>>();
  private sink: CarrierSink | null = null;
  private isStarted = false;
  private isUp = false;
  private isDraining = false;
  private isStopped = false;
  private share = 1;
  private lastError: string | null = null;

  constructor(context: Context, { name, settings, support, openVoice = openVoiceProcess }: SipCarrierOptions) {
    this.context = context;
    this.name = name;
    this.settings = settings;
    this.support = support;
    this.simulated = settings.simulated;
    this.answerWithinMs = WORDS_WITHIN_MS + settings.call.ring_for_s * 1_000 + LONGEST_TALK_MS;
    this.minutes = new OnceAMinute(context.clock);
    this.link = openVoice(context, settings);
    this.isElsewhere = this.link.isElsewhere === true;
    this.peerLog = new PeerLog(context);
    this.metrics = countCalls(context.metrics, () => this.calls.size);
    this.reports = new TrunkReports({ carrier: name, metrics: this.metrics, peerLog: this.peerLog });
  }

  state(): CarrierState {
    if (this.isDraining && !this.isStopped) return 'draining';
    return this.isUp && this.reports.isAnyUp ? 'up' : 'down';
  }

  countParts(): number {
    return 1;
  }

  useShare(share: number): void {
    this.share = share;
    this.link.send({ type: 'share', share });
  }

  ways(recipient: string): readonly Way[] {
    return this.reports.waysTo(recipient, this.settings.trunks);
  }

  reserve(): Slot | null {
    if (this.isStopped || this.state() !== 'up' || this.reports.room < 1) return null;
    this.reports.reserved += 1;
    return new CallSlot(() => {
      this.reports.reserved -= 1;
      this.sink?.changed();
    });
  }

  submit(job: SubmitJob, slot: Slot, answered: (part: number, outcome: Outcome) => void): void {
    if (!(slot instanceof CallSlot) || !slot.isTaken) {
      throw new Error('submit needs a slot from reserve, not used before');
    }
    const ended = new Promise<void>((done) => {
      const answer = (outcome: Outcome) => {
        slot.release();
        for (const part of job.parts) answered(part, outcome);
        done();
      };
      const call = { slot, answer, isTakenBack: false, wait: new WaitForWords(this.context.clock) };
      this.prepared.set(job.attemptId, call);
      this.place(job, call)
        .catch((error) => {
          this.context.log.error({ err: error, carrier: this.name, attempt: job.attemptId }, 'a call was not placed');
          answer({ kind: 'retry_later', why: 'temporary', reason: 'it could not be prepared' });
        })
        .finally(() => this.prepared.delete(job.attemptId));
    });
    this.open.add(ended);
    void ended.then(() => this.open.delete(ended));
  }

  /** Rule 5. `too_late`: it is over, or it is another node's. */
  async withdraw({ attemptId: id }: WithdrawJob): Promise<Withdrawal> {
    const prepared = this.prepared.get(id);
    if (this.calls.has(id)) this.link.send({ type: 'hang_up', id, why: 'unwanted' });
    else if (prepared) {
      prepared.isTakenBack = true;
      prepared.wait.end();
    } else return 'too_late';
    return 'withdrawn';
  }

  underWay(): readonly string[] {
    return [...this.prepared.keys(), ...this.calls.keys()];
  }

  /** Nothing arrives from outside of a call. */
  interpret(): { readonly type: 'ignored'; readonly why: string } {
    return { type: 'ignored', why: 'calls have no receipts' };
  }

  async start(sink: CarrierSink): Promise<void> {
    this.sink = sink;
    this.isStarted = true;
    this.link.start({ received: (message) => this.received(message), gone: (reason) => this.gone(reason) });
  }

  async drain(): Promise<void> {
    this.isDraining = true;
    for (const call of this.prepared.values()) call.wait.end();
    this.sink?.changed();
    while (this.open.size > 0) await Promise.all(this.open);
  }

  resume(): void {
    this.isDraining = false;
    this.sink?.changed();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    for (const call of this.prepared.values()) call.wait.end();
    if (this.isStarted) await this.link.stop();
    this.gone('the carrier was stopped');
    while (this.open.size > 0) await Promise.all(this.open);
    this.minutes.end();
    this.peerLog.end();
    this.sink = null;
  }

  describe(): Readonly<Record<string, string | number | boolean | null>> {
    const { pid, starts } = this.link.describe();
    return {
      state: this.state(),
      calls: this.calls.size,
      trunks: this.reports.describe(),
      voice_process: pid,
      voice_process_starts: starts,
      last_error: this.lastError ?? this.reports.lastError(),
    };
  }

  private async place(job: SubmitJob, call: PreparedCall): Promise<void> {
    const { slot, answer, wait } = call;
    const { attemptId: id, content, recipient: to, sender: from } = job;
    if (content.type !== 'voice_prompt') {
      return answer({ kind: 'rejected', why: 'refused', reason: 'a call speaks a prompt and nothing else' });
    }
    const known = await this.support.codeOf(id);
    if (known === null)
      return answer({ kind: 'ended', state: 'call_failed', reason: 'its code is not known any more' });
    const code = known === '' ? null : known;
    const pressFirst = content.pressFirst ? String(this.context.randomBytes(1).readUInt8(0) % 10) : null;
    if (this.isDraining || this.isStopped) wait.end();
    const words = await wait.of(this.support, { prompt: content, code, pressFirst });
    if (call.isTakenBack) {
      return answer({ kind: 'ended', state: 'cancelled', reason: 'taken back before it was placed' });
    }
    if (typeof words === 'string') return this.unspoken(words, answer);
    // Just before the INVITE may leave.
    const isUnwanted = words === null || this.isDraining || this.isStopped || !this.isUp || !job.stillMine();
    if (isUnwanted) return answer({ kind: 'not_sent' });
    this.calls.set(id, { words, answer });
    this.reports.placed += 1;
    // It counts as placed from here on.
    slot.release();
    this.link.send({ type: 'place', id, to, from, code, extensionKeys: content.extensionKeys, pressFirst });
    const [first] = this.settings.call.codecs;
    if (first !== undefined) this.say(id, first);
  }

  private unspoken(reason: string, answer: (outcome: Outcome) => void): void {
    this.metrics.unspoken();
    this.minutes.happened(reason, (times) =>
      this.context.log.error({ carrier: this.name, reason, times }, 'what a call says could not be spoken; not called'),
    );
    answer({ kind: 'ended', state: 'call_failed', reason: `the message could not be spoken: ${reason}` });
  }

  /** Gives the words to the voice process, which asks again when the callee wants another codec. */
  private say(id: string, codec: CodecName): void {
    const words = this.calls.get(id)?.words;
    if (!words) return;
    if (words.press) this.link.send({ type: 'prompt', id, name: 'press', codec, audio: words.press(codec) });
    this.link.send({ type: 'prompt', id, name: 'message', codec, audio: words.message(codec) });
  }

  private received(message: FromVoice): void {
    switch (message.type) {
      case 'started':
        this.isUp = true;
        this.lastError = null;
        if (this.share < 1) this.link.send({ type: 'share', share: this.share });
        this.sink?.changed();
        return;
      case 'failed':
        this.lastError = message.reason;
        return;
      case 'state':
        this.reports.take(message);
        this.sink?.changed();
        return;
      case 'progress':
        return this.metrics.progress(message.stage, message.afterMs);
      case 'wanted':
        return this.say(message.id, message.codec);
      case 'over':
        return this.over(message.id, message.over);
      case 'packets':
        return this.metrics.packets({ ...message.counts });
      case 'passed_over':
        return this.peerLog.passedOver(this.name, message.counts, this.metrics);
      case 'stopped':
        return;
    }
  }

  private over(id: string, over: CallOver): void {
    const call = this.calls.get(id);
    if (!call) return;
    this.calls.delete(id);
    this.metrics.over(over);
    call.answer(outcomeOf(over));
    const kept = this.support.keep(id, over);
    this.open.add(kept);
    void kept.then(() => this.open.delete(kept));
  }

  /** Rule 1. */
  private gone(reason: string): void {
    this.isUp = false;
    this.reports.gone();
    if (!this.isStopped) this.lastError = reason;
    const calls = [...this.calls.values()];
    this.calls.clear();
    for (const { answer } of calls) answer({ kind: 'unknown', reason });
    this.sink?.changed();
  }
}
