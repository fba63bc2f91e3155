/**
 * One call at a simulated telephone, from its INVITE to its end. What the owner does comes from the story.
 */
import { Buffer } from 'node:buffer';
import type { Context } from '../../../context.ts';
import type { Timer } from '../../../lib/clock.ts';
import type { CodecName, MediaDirection, RemoteMedia } from '../call.ts';
import { type Dialog, type RequestOptions, requestIn } from '../messages/dialog.ts';
import type { SipResponse } from '../messages/fields.ts';
import { hostText, parseNameAddress, parseSipUri } from '../messages/grammar.ts';
import { headerOf, listOf, type ReceivedRequest } from '../messages/message.ts';
import { responseTo } from '../messages/messages.ts';
import { formatAnswer, formatOffer, parseSdp, remoteMediaOf } from '../messages/sdp.ts';
import { sdpOf } from '../messages/sdp-body.ts';
import { longest, STANDARD_TIMES } from '../transactions/machine.ts';
import type { Flow } from '../transport/flow.ts';
import type { TransactionLayer } from '../transport/layer.ts';
import type { ServerTransaction } from '../transport/server-transactions.ts';
import type { Sockets } from '../transport/sockets.ts';
import { KeyHabit } from './key-habit.ts';
import type { CallInHand, HeardCall, Manner } from './manners.ts';
import { SimulatedPhone } from './simulator-phone.ts';

export interface SimulatedCallOptions {
  readonly context: Context;
  readonly host: string;
  readonly layer: TransactionLayer;
  readonly sockets: Sockets;
  readonly invite: ServerTransaction;
  readonly manner: Manner;
  /** How long it rings before it is answered. */
  readonly ringMs: number;
  /** It was answered, or a key was pressed or heard. */
  changed(): void;
  ended(call: HeardCall): void;
}

const RINGS_AFTER_MS = 20;
const HANGS_UP_AFTER_MS = 2_000;
const HOLDS_AFTER_MS = 1_000;
const RESUMES_AFTER_MS = 1_000;
/** A key lasts for 100 ms. */
const KEY_EVERY_MS = 250;
const LOSS_SHARE = 0.05;
const BEEP_SAMPLES = 8_000;

export class SimulatedCall implements CallInHand {
  readonly id: string;
  readonly callId: string;
  private readonly options: SimulatedCallOptions;
  private readonly tag: string;
  readonly startedAt: number;
  private readonly phone: SimulatedPhone;
  private readonly timers = new Set<Timer>();
  private media: RemoteMedia | null = null;
  private answering: (() => void) | null = null;
  answeredAt: number | null = null;
  pressed = '';
  private isAcknowledged = false;
  private hasEnded = false;
  /** Of its own requests. */
  private sequence = 0;
  private port = 0;

  constructor(options: SimulatedCallOptions) {
    const { context, invite, host, manner } = options;
    this.options = options;
    this.callId = invite.request.callId;
    this.tag = context.randomBytes(8).toString('hex');
    this.startedAt = context.clock.now();
    this.id = context.randomBytes(8).toString('hex');
    this.phone = new SimulatedPhone(context, {
      host,
      lossShare: manner === 'loses_packets' ? LOSS_SHARE : 0,
      heard: (isSpeech) => keys.heard(isSpeech),
      heardKey: () => options.changed(),
    });
    const keys = new KeyHabit(manner, (key) => this.pressKey(key));
  }

  /** Rings, and answers unless the story says otherwise. */
  async begin(): Promise<void> {
    const { invite, manner, ringMs } = this.options;
    const offer = parseSdp(sdpOf(invite.request) ?? '');
    const agreed = remoteMediaOf(offer, ['PCMU', 'PCMA']);
    if (!offer || typeof agreed === 'string') {
      invite.answer(responseTo(invite.request, 488, { tag: this.tag }));
      return this.end();
    }
    const port = await this.phone.open();
    this.port = port;
    this.media = agreed;
    this.after(RINGS_AFTER_MS, () => {
      if (this.answeredAt === null)
        invite.answer(responseTo(invite.request, 180, { tag: this.tag, headers: [this.contact()] }));
    });
    const { host } = this.options;
    const codecs = [agreed.codec];
    const sdp = formatAnswer(offer, agreed, { address: host, port, codecs, sessionId: this.startedAt, version: 1 });
    this.answering = () => this.answer(placed(sdp, manner), agreed);
    if (manner === 'rings' || manner === 'waits') return;
    this.after(Math.max(ringMs, RINGS_AFTER_MS + 1), () => this.accept());
  }

  get from(): string {
    return callerOf(this.options.invite.request);
  }

  get keys(): string {
    return this.phone.keys;
  }

  accept(): boolean {
    if (this.hasEnded || !this.answering || this.answeredAt !== null) return false;
    this.answering();
    return true;
  }

  decline(): boolean {
    if (this.hasEnded || this.answeredAt !== null) return false;
    const { invite } = this.options;
    invite.answer(responseTo(invite.request, 603, { tag: this.tag }));
    this.end();
    return true;
  }

  hangUp(): boolean {
    if (this.hasEnded || this.answeredAt === null) return false;
    void this.sayGoodbye();
    return true;
  }

  press(keys: string): boolean {
    if (this.hasEnded || this.answeredAt === null) return false;
    for (const [index, key] of [...keys].entries()) this.after(index * KEY_EVERY_MS, () => this.pressKey(key));
    return true;
  }

  heardSoFar(): Pick<HeardCall, 'codec' | 'audio'> {
    return { codec: this.media?.codec ?? 'PCMU', audio: this.phone.recording() };
  }

  receive(transaction: ServerTransaction): void {
    const { request } = transaction;
    if (request.to.params.get('tag') !== this.tag) {
      return transaction.answer(responseTo(request, 481, { tag: this.tag }));
    }
    transaction.answer(responseTo(request, request.method === 'BYE' ? 200 : 405));
    if (request.method === 'BYE') this.end();
  }

  acknowledged(): void {
    this.isAcknowledged = true;
  }

  cancelled(): void {
    const { invite } = this.options;
    invite.answer(responseTo(invite.request, 487, { tag: this.tag }));
    this.end();
  }

  /** Told once; sockets and timers are gone after it. */
  end(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    const { context, ended } = this.options;
    for (const timer of this.timers) context.clock.clearTimer(timer);
    this.phone.close();
    ended({
      id: this.id,
      from: this.from,
      startedAt: this.startedAt,
      answeredAt: this.answeredAt,
      endedAt: context.clock.now(),
      ...this.heardSoFar(),
      keys: this.phone.keys,
      pressed: this.pressed,
    });
  }

  private answer(sdp: string, media: RemoteMedia): void {
    const { context, invite, manner } = this.options;
    const headers = [{ name: 'content-type', value: 'application/sdp' }, this.contact()];
    const response = responseTo(invite.request, 200, { tag: this.tag, headers, body: Buffer.from(sdp) });
    this.answeredAt = context.clock.now();
    invite.answer(response);
    this.repeat(response, STANDARD_TIMES.t1Ms, 0);
    this.phone.connect(media);
    this.options.changed();
    if (manner === 'hangs_up') this.after(HANGS_UP_AFTER_MS, () => this.hangUp());
    if (manner === 'holds') this.after(HOLDS_AFTER_MS, () => void this.hold(media.codec));
    if (manner === 'mailbox') this.phone.say(beep(media.codec));
  }

  private pressKey(key: string): void {
    this.pressed += key;
    this.phone.press(key);
    this.options.changed();
  }

  /** RFC 3261, 13.3.1.4. */
  private repeat(response: SipResponse, afterMs: number, waitedMs: number): void {
    this.after(afterMs, () => {
      if (this.isAcknowledged) return;
      if (waitedMs + afterMs >= longest(STANDARD_TIMES)) return void this.sayGoodbye();
      this.options.invite.answer(response);
      this.repeat(response, Math.min(afterMs * 2, STANDARD_TIMES.t2Ms), waitedMs + afterMs);
    });
  }

  private async hold(codec: CodecName): Promise<void> {
    const other = codec === 'PCMU' ? 'PCMA' : 'PCMU';
    await this.reinvite(other, 'inactive');
    this.after(RESUMES_AFTER_MS, () => void this.reinvite(other, 'sendrecv'));
  }

  private async reinvite(codec: CodecName, direction: MediaDirection): Promise<void> {
    const { layer, host } = this.options;
    const own = { address: host, port: this.port, codecs: [codec], sessionId: this.startedAt };
    const offer = formatOffer({ ...own, version: this.sequence + 2 }).replace('a=sendrecv', `a=${direction}`);
    const headers = [this.contact(), { name: 'content-type', value: 'application/sdp' }];
    const asked = this.next({ method: 'INVITE', headers, body: Buffer.from(offer) });
    const flow = await this.flowTo(asked.nextHop);
    const { sequence } = this;
    if (!flow || this.hasEnded) return;
    layer.request(asked.request, flow, {
      response: ({ status }) => {
        if (status < 200 || status >= 300) return;
        layer.sendOnce(requestIn(this.dialog(), { method: 'ACK', sequence }).request, flow);
      },
      failed: () => {},
    });
  }

  private async sayGoodbye(): Promise<void> {
    const { request, nextHop } = this.next({ method: 'BYE' });
    const flow = await this.flowTo(nextHop);
    if (flow) this.options.layer.request(request, flow, { response: () => {}, failed: () => {} });
    this.end();
  }

  private next(options: Omit<RequestOptions, 'sequence'>): ReturnType<typeof requestIn> {
    this.sequence += 1;
    return requestIn(this.dialog(), { ...options, sequence: this.sequence });
  }

  /** Null when the caller is gone: the call is over all the same. */
  private async flowTo(nextHop: string): Promise<Flow | null> {
    const { sockets, invite } = this.options;
    const hop = parseSipUri(nextHop);
    if (!hop) return null;
    const { transport } = invite.flow;
    const place = { transport, address: hop.host, port: hop.port ?? 5060, name: hop.host, tls: null };
    return invite.flow.isReliable ? invite.flow : await sockets.flowTo(place, 0).catch(() => null);
  }

  /** The dialog from the side of the one who was called (RFC 3261, 12.1.1). */
  private dialog(): Dialog {
    const { request } = this.options.invite;
    return {
      callId: this.callId,
      local: `${headerOf(request, 'to') ?? ''};tag=${this.tag}`,
      remote: headerOf(request, 'from') ?? '',
      localTag: this.tag,
      remoteTag: request.from.params.get('tag') ?? '',
      target: parseNameAddress(listOf(request, 'contact')[0] ?? '')?.uri ?? request.from.uri,
      hasTarget: true,
      routes: listOf(request, 'record-route'),
    };
  }

  private contact(): { name: string; value: string } {
    const { local } = this.options.invite.flow;
    return { name: 'contact', value: `<sip:phone@${hostText(this.options.host)}:${local.port}>` };
  }

  private after(ms: number, run: () => void): void {
    const { clock } = this.options.context;
    const timer = clock.setTimer(() => {
      this.timers.delete(timer);
      if (!this.hasEnded) run();
    }, ms);
    this.timers.add(timer);
  }
}

/** Where its answer says that its media are. */
function placed(sdp: string, manner: Manner): string {
  if (manner === 'names_its_host') return sdp.replace(/^c=.*$/gm, 'c=IN IP4 localhost');
  if (manner === 'is_out_of_reach') return sdp.replace(/^c=.*$/gm, 'c=IN IP6 2001:db8::5');
  return sdp;
}

/** Digits of whoever calls. */
function callerOf(request: ReceivedRequest): string {
  return parseSipUri(request.from.uri)?.user?.replaceAll(/\D/g, '') ?? '';
}

/** The tone of a mailbox: a square wave of 1 kHz, one second long. */
function beep(codec: CodecName): Uint8Array {
  const [high, low] = codec === 'PCMU' ? [0x9f, 0x1f] : [0x95, 0x15];
  return Uint8Array.from({ length: BEEP_SAMPLES }, (_, i) => (i % 8 < 4 ? high : low));
}
