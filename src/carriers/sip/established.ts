/**
 * A call that was answered, from its 200 to its BYE: everything inside of the dialog (RFC 3261, 12 to 15).
 *
 * 1. Each 200 of the INVITE is acknowledged, the same way each time. BYE goes out after the ACK.
 * 2. A re-INVITE or UPDATE with an offer is answered with what fits (RFC 3264), or with 488, which changes nothing. The
 *    200 of a re-INVITE is sent again until its ACK comes; when it never does, the call is hung up (13.3.1.4).
 * 3. `ended` is called once: by the peer's BYE, by the answer to ours, or when there is none.
 */
import { Buffer } from 'node:buffer';
import type { Timer } from '../../lib/clock.ts';
import { type Agent, aboutSize, flowToHop, type TrunkTarget } from './agent.ts';
import type { Authorization } from './authorization.ts';
import type { CallEvent, RemoteMedia } from './call.ts';
import { q850Of } from './causes.ts';
import { type Dialog, requestIn, retarget } from './dialog.ts';
import type { Flow } from './flow.ts';
import { AGENT, contactOf } from './invite.ts';
import { InfoKeys } from './keys.ts';
import type { ServerTransaction } from './layer.ts';
import { type HeaderField, headerOf, listOf, type ReceivedRequest, type SipRequest } from './message.ts';
import { ALLOWED_METHODS, responseTo } from './messages.ts';
import { formatAnswer, formatOffer, type LocalMedia, parseSdp, remoteMediaOf } from './sdp.ts';
import { longest } from './transactions/machine.ts';

export interface DialogEnd {
  readonly by: 'us' | 'peer' | 'network';
  readonly q850: number | null;
  readonly reason: string;
}

export interface EstablishedOptions {
  readonly agent: Agent;
  readonly target: TrunkTarget;
  readonly authorization: Authorization;
  /** The INVITE that was answered. */
  readonly invite: SipRequest;
  readonly dialog: Dialog;
  readonly flow: Flow;
  readonly local: LocalMedia;
  readonly media: RemoteMedia | null;
  event(event: CallEvent): void;
  ended(end: DialogEnd): void;
}

const SDP: HeaderField = { name: 'content-type', value: 'application/sdp' };

export class Established {
  private readonly options: EstablishedOptions;
  private dialog: Dialog;
  private media: RemoteMedia | null;
  private local: LocalMedia;
  private sequence: number;
  private peersSequence = -1;
  private ack: Promise<{ sent: SipRequest; flow: Flow } | null> = Promise.resolve(null);
  private hasEnded = false;
  private isHangingUp = false;
  /** Of a re-INVITE whose ACK has not come. */
  private unacknowledged: { sequence: number; timer: Timer; wantsAnswer: boolean } | null = null;

  constructor(options: EstablishedOptions) {
    this.options = options;
    this.dialog = options.dialog;
    this.media = options.media;
    this.local = options.local;
    this.sequence = inviteSequence(options.invite);
  }

  get isOver(): boolean {
    return this.hasEnded;
  }

  get remoteTag(): string {
    return this.dialog.remoteTag;
  }

  /** Rule 1. */
  acknowledge(): void {
    const { agent, target, invite, flow } = this.options;
    this.ack = this.ack.then(async (known) => {
      if (known) {
        agent.layer.sendAgain(known.sent, known.flow);
        return known;
      }
      const fields = invite.headers.filter(({ name }) => /^(proxy-)?authorization$/.test(name));
      const sequence = inviteSequence(invite);
      const { request, nextHop } = requestIn(this.dialog, { method: 'ACK', sequence, headers: fields });
      const way = await flowToHop(agent, target, nextHop, aboutSize(request)).catch(() => flow);
      return { sent: agent.layer.sendOnce(request, way), flow: way };
    });
  }

  bye(reason = 'Q.850;cause=16'): void {
    if (this.hasEnded || this.isHangingUp) return;
    this.isHangingUp = true;
    const ended = (why: string) => this.end({ by: 'us', q850: null, reason: why });
    this.send('BYE', [{ name: 'reason', value: reason }], undefined, ended);
  }

  sendKey(key: string, durationMs: number): void {
    if (this.hasEnded || this.isHangingUp) return;
    const body = Buffer.from(InfoKeys.format(key, durationMs));
    this.send('INFO', [{ name: 'content-type', value: InfoKeys.type }], body, () => {});
  }

  /** A request of the peer in this dialog. */
  receive(transaction: ServerTransaction): void {
    const { request } = transaction;
    if (request.cseq.number <= this.peersSequence) return this.refuse(transaction, 500);
    this.peersSequence = request.cseq.number;
    const unsupported = listOf(request, 'require');
    if (unsupported.length > 0) {
      const headers = [{ name: 'unsupported', value: unsupported.join(', ') }];
      return transaction.answer(responseTo(request, 420, { headers }));
    }
    switch (request.method) {
      case 'BYE':
        transaction.answer(responseTo(request, 200));
        return this.end({ by: 'peer', q850: q850Of(request), reason: 'the callee has hung up' });
      case 'INVITE':
        return this.reinvite(transaction);
      case 'UPDATE':
        return this.update(transaction);
      case 'INFO':
        return this.info(transaction);
      case 'OPTIONS':
        return transaction.answer(responseTo(request, 200, { headers: capabilities() }));
      default:
        return transaction.answer(responseTo(request, 405, { headers: [{ name: 'allow', value: ALLOWED_METHODS }] }));
    }
  }

  /** The ACK of our 200 to a re-INVITE; an answer to our offer may be in it. */
  receiveAck(request: ReceivedRequest): void {
    const waiting = this.unacknowledged;
    if (!waiting || waiting.sequence !== request.cseq.number) return;
    this.options.agent.context.clock.clearTimer(waiting.timer);
    this.unacknowledged = null;
    if (waiting.wantsAnswer) this.take(remoteMediaOf(parseSdp(request.body), this.local.codecs));
  }

  /** The dialog is gone without a word. */
  end(end: DialogEnd): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    if (this.unacknowledged) this.options.agent.context.clock.clearTimer(this.unacknowledged.timer);
    this.unacknowledged = null;
    this.options.ended(end);
  }

  private reinvite(transaction: ServerTransaction): void {
    const { request } = transaction;
    if (this.unacknowledged) return this.refuse(transaction, 491);
    const isOffer = request.body.length > 0;
    const body = isOffer ? this.answerTo(request) : formatOffer(this.nextLocal());
    if (body === null) return this.refuse(transaction, 488);
    this.dialog = retarget(this.dialog, request);
    const headers = [SDP, this.contact(transaction.flow), ...capabilities()];
    const response = responseTo(request, 200, { headers, body: Buffer.from(body) });
    transaction.answer(response);
    this.repeat(request.cseq.number, !isOffer, 0, this.options.agent.times.t1Ms, () => transaction.answer(response));
  }

  /** Rule 2: again after T1, doubled up to T2, for 64 times T1. */
  private repeat(sequence: number, wantsAnswer: boolean, waitedMs: number, afterMs: number, answer: () => void): void {
    const { context, times } = this.options.agent;
    const timer = context.clock.setTimer(() => {
      this.unacknowledged = null;
      if (waitedMs + afterMs >= longest(times)) return this.bye();
      answer();
      this.repeat(sequence, wantsAnswer, waitedMs + afterMs, Math.min(afterMs * 2, times.t2Ms), answer);
    }, afterMs);
    this.unacknowledged = { sequence, timer, wantsAnswer };
  }

  private update(transaction: ServerTransaction): void {
    const { request } = transaction;
    const headers = [this.contact(transaction.flow), ...capabilities()];
    if (request.body.length === 0) {
      this.dialog = retarget(this.dialog, request);
      return transaction.answer(responseTo(request, 200, { headers }));
    }
    const body = this.answerTo(request);
    if (body === null) return this.refuse(transaction, 488);
    this.dialog = retarget(this.dialog, request);
    transaction.answer(responseTo(request, 200, { headers: [SDP, ...headers], body: Buffer.from(body) }));
  }

  private info(transaction: ServerTransaction): void {
    const { request } = transaction;
    const type = headerOf(request, 'content-type') ?? '';
    const key = InfoKeys.parse(type, request.body);
    if (key === null && request.body.length > 0) return this.refuse(transaction, 415);
    transaction.answer(responseTo(request, 200));
    if (key !== null) this.options.event({ type: 'key', key });
  }

  /** Our answer to the offer in a request, which is taken; null when nothing fits. */
  private answerTo(request: ReceivedRequest): string | null {
    const offer = parseSdp(request.body);
    const agreed = remoteMediaOf(offer, this.local.codecs);
    if (!offer || typeof agreed === 'string') return null;
    this.take(agreed);
    return formatAnswer(offer, agreed, this.nextLocal());
  }

  private take(agreed: RemoteMedia | string): void {
    if (typeof agreed === 'string' || JSON.stringify(agreed) === JSON.stringify(this.media)) return;
    this.media = agreed;
    this.options.event({ type: 'media_changed', media: agreed });
  }

  private nextLocal(): LocalMedia {
    this.local = { ...this.local, version: this.local.version + 1 };
    return this.local;
  }

  private contact(flow: Flow): HeaderField {
    const { local, transport } = flow;
    // A socket that is open to all has no address of its own: the one of the INVITE is used.
    const host = local.host === '0.0.0.0' || local.host === '::' ? this.options.flow.local.host : local.host;
    return { name: 'contact', value: contactOf({ ...local, host }, transport, this.options.agent.publicAddress) };
  }

  private refuse(transaction: ServerTransaction, status: number): void {
    const headers = status === 500 ? [{ name: 'retry-after', value: '1' }] : [];
    transaction.answer(responseTo(transaction.request, status, { headers }));
  }

  /** After the ACK; a challenge is answered. `done` is called when a final answer has come, or none. */
  private send(
    method: string,
    headers: readonly HeaderField[],
    body: Uint8Array | undefined,
    done: (why: string) => void,
  ): void {
    const { agent, target, authorization, flow } = this.options;
    const attempt = async () => {
      await this.ack;
      this.sequence += 1;
      const parts = { method, sequence: this.sequence, ...(body ? { body } : {}) };
      const { request, nextHop } = requestIn(this.dialog, { ...parts, headers });
      const way = await flowToHop(agent, target, nextHop, aboutSize(request)).catch(() => flow);
      const credentials = authorization.fieldsFor({ method, uri: request.uri, body: request.body });
      agent.layer.request({ ...request, headers: [...request.headers, ...credentials] }, way, {
        response: (response) => {
          if (response.status < 200) return;
          const isAsked = response.status === 401 || response.status === 407;
          if (isAsked && authorization.learn(response)) void attempt();
          else done(`${response.status} ${response.reason}`.trim());
        },
        failed: (_, text) => done(text),
      });
    };
    attempt().catch((error) => done(error instanceof Error ? error.message : 'it could not be sent'));
  }
}

function capabilities(): HeaderField[] {
  return [
    { name: 'allow', value: ALLOWED_METHODS },
    { name: 'accept', value: 'application/sdp' },
    { name: 'server', value: AGENT },
  ];
}

function inviteSequence(invite: SipRequest): number {
  return Number.parseInt(headerOf(invite, 'cseq') ?? '0', 10);
}
