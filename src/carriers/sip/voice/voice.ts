/**
 * The work of the voice process: all calls of one SIP carrier, their user agent and their beat. Messages come in by
 * `receive` and go out by `send`; another file carries them (voice-process.ts).
 *
 * 1. Whoever places calls may be gone (`stop` by itself): then every call is hung up.
 * 2. The state (how much room there is, how the trunks are) is sent when it changes, at most every `STATE_EVERY_MS`.
 */
import type { Context } from '../../../context.ts';
import type { Timer } from '../../../lib/clock.ts';
import { OnceAMinute } from '../../../lib/once-a-minute.ts';
import type { TrunkState, UserAgent } from '../call.ts';
import { createUserAgent, type UserAgentOptions } from '../calls/user-agent.ts';
import type { SipSettings } from '../settings.ts';
import { type Names, SYSTEM_NAMES } from '../transport/resolve.ts';
import { Pacer } from './pacer.ts';
import { VoiceCall } from './voice-call.ts';
import type { FromVoice, PlaceCall, ToVoice } from './voice-messages.ts';

const STATE_EVERY_MS = 20;
const CHECK_EVERY_MS = 500;

export class Voice {
  private readonly context: Context;
  private readonly settings: SipSettings;
  private readonly send: (message: FromVoice) => void;
  private readonly ua: UserAgent;
  private readonly pacer: Pacer;
  private readonly names: Names;
  private readonly onceAMinute: OnceAMinute;
  private readonly calls = new Map<string, VoiceCall>();
  private readonly packets = { under_3_ms: 0, under_20_ms: 0, over_20_ms: 0 };
  private sending: Timer | null = null;
  private checking: Timer | null = null;
  private lastState = '';
  private lastPort = 0;
  private placed = 0;
  private isStopped = false;

  constructor(context: Context, settings: SipSettings, send: (message: FromVoice) => void, names = SYSTEM_NAMES) {
    this.context = context;
    this.settings = settings;
    this.send = send;
    const passedOver: UserAgentOptions['passedOver'] = (counts) => send({ type: 'passed_over', counts });
    this.ua = createUserAgent(context, settings, { names, passedOver });
    this.names = names;
    this.onceAMinute = new OnceAMinute(context.clock);
    this.pacer = new Pacer(context.clock);
  }

  async start(): Promise<void> {
    this.ua.onTrunkChange(() => {
      this.sendStateSoon();
      this.checkSoon();
    });
    await this.ua.start();
    this.send({ type: 'started' });
    this.sendState();
    this.check();
  }

  async stop(): Promise<void> {
    if (this.isStopped) return;
    this.isStopped = true;
    const { clock } = this.context;
    await this.ua.stop();
    this.onceAMinute.end();
    for (const timer of [this.sending, this.checking]) if (timer) clock.clearTimer(timer);
    this.sendPackets();
  }

  receive(message: Exclude<ToVoice, { type: 'start' | 'stop' }>): void {
    switch (message.type) {
      case 'place':
        return this.place(message);
      case 'prompt':
        return this.calls.get(message.id)?.give(message.name, message.codec, message.audio);
      case 'share':
        this.ua.useShare(message.share);
        return this.sendStateSoon();
      case 'hang_up':
        return this.calls.get(message.id)?.hangUp(message.why);
    }
  }

  private place(asked: PlaceCall): void {
    const { context, settings, ua, pacer, send, names, onceAMinute } = this;
    this.placed += 1;
    const call = new VoiceCall(asked, {
      ...{ context, ua, pacer, send, names, onceAMinute },
      settings: settings.call,
      host: settings.listen_host,
      sentPacket: (lateMs) => this.countPacket(lateMs),
      nextPort: () => this.nextPort(),
      over: () => {
        this.calls.delete(asked.id);
        this.sendStateSoon();
      },
    });
    this.calls.set(asked.id, call);
    this.sendStateSoon();
    this.checkSoon();
    void call.begin();
  }

  /** Round the range, so that a late packet of a call that is over meets no new one. */
  private nextPort(): number {
    const { rtp_first_port: first, rtp_last_port: last } = this.settings.call;
    if (first === 0) return 0;
    this.lastPort = this.lastPort < first || this.lastPort >= last ? first : this.lastPort + 1;
    return this.lastPort;
  }

  private countPacket(lateMs: number): void {
    if (lateMs < 3) this.packets.under_3_ms += 1;
    else if (lateMs < 20) this.packets.under_20_ms += 1;
    else this.packets.over_20_ms += 1;
  }

  /** While there are calls, or none could be placed: room comes back with time, too. */
  private check(): void {
    this.checking = null;
    this.sendState();
    this.sendPackets();
    if (this.calls.size > 0 || this.ua.room() < 1) this.checkSoon();
  }

  private checkSoon(): void {
    this.checking ??= this.context.clock.setTimer(() => this.check(), CHECK_EVERY_MS);
  }

  private sendStateSoon(): void {
    this.sending ??= this.context.clock.setTimer(() => {
      this.sending = null;
      this.sendState();
    }, STATE_EVERY_MS);
  }

  private sendState(): void {
    const trunks: readonly TrunkState[] = this.ua.trunks();
    const state = { room: this.ua.room(), trunks, placed: this.placed };
    const text = JSON.stringify(state);
    if (text === this.lastState) return;
    this.lastState = text;
    this.send({ type: 'state', ...state });
  }

  private sendPackets(): void {
    const counts = { ...this.packets };
    if (counts.under_3_ms + counts.under_20_ms + counts.over_20_ms === 0) return;
    this.packets.under_3_ms = 0;
    this.packets.under_20_ms = 0;
    this.packets.over_20_ms = 0;
    this.send({ type: 'packets', counts });
  }
}
