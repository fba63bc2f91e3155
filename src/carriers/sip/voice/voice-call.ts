/**
 * One call in the voice process: its signalling by the user agent, its media, and what is said.
 *
 * 1. Nothing is said before `answered`, not into early media either.
 * 2. It sends the gateway how far it is, and once, at its end, what became of it.
 * 3. A call in which no packet could leave ends with `no_media` and the reason, whoever has hung up.
 */
import type { Context } from '../../../context.ts';
import type { Timer } from '../../../lib/clock.ts';
import { maskNumber } from '../../../lib/log.ts';
import type { OnceAMinute } from '../../../lib/once-a-minute.ts';
import type { Call, CallEnd, CallEvent, CodecName, RemoteMedia, TraceEntry, UserAgent } from '../call.ts';
import { type CallSettings, LONGEST_TALK_MS } from '../call-settings.ts';
import type { Names } from '../transport/resolve.ts';
import { MediaLine } from './media.ts';
import type { Pacer } from './pacer.ts';
import { Script, type ScriptEnd } from './script.ts';
import type { CallOver, FromVoice, PlaceCall, PromptName } from './voice-messages.ts';

export interface VoiceCallOptions {
  readonly context: Context;
  readonly settings: CallSettings;
  /** Where media is received. */
  readonly host: string;
  readonly names: Pick<Names, 'addresses'>;
  /** For what trunks cause. */
  readonly onceAMinute: OnceAMinute;
  readonly ua: Pick<UserAgent, 'place'>;
  readonly pacer: Pacer;
  readonly send: (message: FromVoice) => void;
  readonly sentPacket: (lateMs: number) => void;
  /** A port for media; 0: any. */
  readonly nextPort: () => number;
  readonly over: () => void;
}

const MOST_TRACED = 200;
const PORT_TRIES = 20;

export class VoiceCall {
  readonly asked: PlaceCall;
  private readonly options: VoiceCallOptions;
  private readonly script: Script;
  private readonly media: MediaLine;
  private readonly askedAt: number;
  private readonly trace: TraceEntry[] = [];
  private call: Call | null = null;
  private why: string | null = null;
  private dialledAt: number | null = null;
  private rangAt: number | null = null;
  private answeredAt: number | null = null;
  private codec: CodecName | null = null;
  private limit: Timer | null = null;
  private isOver = false;

  constructor(asked: PlaceCall, options: VoiceCallOptions) {
    this.asked = asked;
    this.options = options;
    this.askedAt = options.context.clock.monotonic();
    this.script = new Script({
      extensionKeys: asked.extensionKeys,
      pressFirst: asked.pressFirst,
      repeatKey: options.settings.repeat_key === '' ? null : options.settings.repeat_key,
    });
    this.media = new MediaLine(options.context, options, {
      key: (key) => this.script.press(key),
      sendKey: (key, durationMs) => this.call?.sendKey(key, durationMs),
      speaks: () => this.sendProgress('speaks'),
      sent: options.sentPacket,
      done: (why) => this.finish(why),
    });
  }

  /** Never rejects. */
  async begin(): Promise<void> {
    const { settings, ua, context } = this.options;
    let port: number;
    try {
      port = await this.openMedia();
    } catch (error) {
      context.log.error({ err: error }, 'no port for the media of a call');
      return this.end({
        cause: 'failed',
        by: 'us',
        wasAnswered: false,
        mayHaveLeft: false,
        status: null,
        q850: null,
        reason: 'no port for its media',
        trunk: null,
      });
    }
    const { id, to, from, code } = this.asked;
    this.call = ua.place(
      {
        id,
        to,
        from,
        media: { address: null, port, codecs: settings.codecs },
        ringForMs: settings.ring_for_s * 1_000,
        secret: code,
      },
      (event) => this.take(event),
    );
    if (this.why !== null) this.call.cancel();
  }

  give(name: PromptName, codec: CodecName, audio: Uint8Array): void {
    this.script.give(name, codec, audio);
  }

  hangUp(why: string): void {
    if (this.isOver || this.why !== null) return;
    this.why = why;
    this.call?.bye();
  }

  private async openMedia(): Promise<number> {
    const { host, nextPort } = this.options;
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.media.open(host, nextPort());
      } catch (error) {
        if (tries === PORT_TRIES) throw error;
      }
    }
  }

  private take(event: CallEvent): void {
    const { clock } = this.options.context;
    switch (event.type) {
      case 'sent':
        if (this.dialledAt === null) this.sendProgress('invited');
        this.dialledAt ??= clock.now();
        return;
      case 'ringing':
        if (this.rangAt === null) this.sendProgress('ringing');
        this.rangAt ??= clock.now();
        return;
      case 'answered':
        this.answeredAt = clock.now();
        this.sendProgress('answered');
        return this.speak(event.media, event.from);
      case 'media_changed':
        return this.changeMedia(event.media);
      case 'key':
        return this.script.press(event.key);
      case 'traced':
        if (this.trace.length < MOST_TRACED) this.trace.push(event.entry);
        return;
      case 'ended':
        return this.end(event);
      default:
        return;
    }
  }

  private speak(media: RemoteMedia, answeredFrom: string): void {
    const { pacer, context } = this.options;
    this.changeMedia(media, answeredFrom);
    this.media.begin(this.script);
    pacer.add(this.media);
    this.limit = context.clock.setTimer(() => this.hangUp('too_long'), LONGEST_TALK_MS);
  }

  private changeMedia(media: RemoteMedia, answeredFrom?: string): void {
    this.media.connect(media, answeredFrom);
    if (media.codec === this.codec) return;
    this.codec = media.codec;
    if (!this.script.has('message', media.codec)) {
      this.options.send({ type: 'wanted', id: this.asked.id, codec: media.codec });
    }
  }

  private finish(why: ScriptEnd | 'no_media'): void {
    this.options.pacer.remove(this.media);
    this.hangUp(why);
  }

  /** What a callee types is kept, but no code. */
  private hasTypedCode(): boolean {
    const { code } = this.asked;
    return code !== null && this.script.keys.includes(code);
  }

  private sendProgress(stage: Extract<FromVoice, { type: 'progress' }>['stage']): void {
    const afterMs = this.options.context.clock.monotonic() - this.askedAt;
    this.options.send({ type: 'progress', id: this.asked.id, stage, afterMs });
  }

  private end(end: CallEnd): void {
    if (this.isOver) return;
    this.isOver = true;
    this.options.pacer.remove(this.media);
    this.media.close();
    if (this.limit) this.options.context.clock.clearTimer(this.limit);
    const over: CallOver = {
      ...this.endOf(end),
      dialledAt: this.dialledAt,
      rangAt: this.rangAt,
      answeredAt: this.answeredAt,
      endedAt: this.options.context.clock.now(),
      codec: this.codec,
      keys: this.hasTypedCode() ? '' : this.script.keys,
      trace: this.trace,
    };
    this.options.send({ type: 'over', id: this.asked.id, over });
    this.options.over();
  }

  /** Rule 3. */
  private endOf({ cause, by, wasAnswered, mayHaveLeft, status, q850, reason, trunk }: CallEnd): EndOfCall {
    const { trouble, packetsLeft } = this.media;
    const { timesSaid } = this.script;
    const end = { cause, by, wasAnswered, mayHaveLeft, status, q850, reason, trunk };
    const isUnsent = wasAnswered && trouble !== null && (packetsLeft === 0 || this.why === 'no_media');
    if (!isUnsent) return { end, why: this.why, timesSaid };
    this.logUnsent(trouble, trunk);
    const isMute = timesSaid === 0 || packetsLeft === 0;
    return {
      end: { ...end, cause: isMute ? 'failed' : cause, reason: `no audio could be sent: ${trouble}` },
      why: 'no_media',
      timesSaid: packetsLeft === 0 ? 0 : timesSaid,
    };
  }

  private logUnsent(trouble: string, trunk: string | null): void {
    const { context, onceAMinute } = this.options;
    const { id, to } = this.asked;
    onceAMinute.happened(`no_media ${trunk}`, (times) => {
      const fields = { attempt: id, recipient: maskNumber(to), trunk, why: trouble, times };
      context.log.warn(fields, 'the audio of an answered call could not be sent');
    });
  }
}

type EndOfCall = Pick<CallOver, 'end' | 'why' | 'timesSaid'>;
