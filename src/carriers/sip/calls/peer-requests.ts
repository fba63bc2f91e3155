/**
 * What the peer asks in a dialog, and what it is answered (RFC 3261, 12.2.2 and 14.2; RFC 3311; RFC 4028, 9).
 *
 * 1. A re-INVITE or UPDATE with an offer is answered with what fits (RFC 3264), or with 488, which changes nothing. The
 *    200 of a re-INVITE is sent again until its ACK comes; when it never does, the call is hung up (13.3.1.4).
 * 2. While an offer of ours has no answer, or our INVITE none, the peer has to wait with its own: 491 (14.2; RFC 3311, 5.2).
 * 3. A body that we do not read is refused with 415, which says what would be (8.2.3), unless it may be passed over.
 * 4. An early dialog takes whatever needs no answered call: a 481 to it would end it for the peer (RFC 3311, 5.3).
 */
import { Buffer } from 'node:buffer';
import type { Timer } from '../../../lib/clock.ts';
import type { RemoteMedia } from '../call.ts';
import { q850Of } from '../messages/causes.ts';
import { retarget } from '../messages/dialog.ts';
import type { HeaderField } from '../messages/fields.ts';
import { EXTENSIONS } from '../messages/invite.ts';
import { InfoKeys } from '../messages/keys.ts';
import { headerOf, listOf, type ReceivedRequest } from '../messages/message.ts';
import { ALLOWED_METHODS, responseTo } from '../messages/messages.ts';
import { isForeignBody, isOptionalBody, sdpOf } from '../messages/sdp-body.ts';
import { answerTimer } from '../messages/session-timer.ts';
import { longest } from '../transactions/machine.ts';
import type { Flow } from '../transport/flow.ts';
import type { ServerTransaction } from '../transport/server-transactions.ts';
import type { Agent } from './agent.ts';
import type { DialogMedia } from './dialog-media.ts';
import type { DialogRequests } from './dialog-requests.ts';
import type { SessionWatch } from './session-watch.ts';

export interface PeerRequestsOptions {
  readonly agent: Agent;
  readonly requests: DialogRequests;
  readonly media: DialogMedia;
  readonly watch: SessionWatch;
  /** Its INVITE has been answered with a 2xx. */
  isConfirmed(): boolean;
  /** An INVITE of ours is under way in the dialog. */
  isInviting(): boolean;
  /** What an answer says of us. */
  capabilities(flow: Flow): readonly HeaderField[];
  key(key: string): void;
  changed(media: RemoteMedia): void;
  hungUp(q850: number | null): void;
  /** Rule 1. */
  unacknowledged(): void;
}

interface Waiting {
  readonly sequence: number;
  readonly timer: Timer;
  /** Our 200 was an offer. */
  readonly wantsAnswer: boolean;
}

const SDP: HeaderField = { name: 'content-type', value: 'application/sdp' };

export class PeerRequests {
  private readonly options: PeerRequestsOptions;
  private sequence = -1;
  /** Of a re-INVITE whose ACK has not come. */
  private waiting: Waiting | null = null;

  constructor(options: PeerRequestsOptions) {
    this.options = options;
  }

  receive(transaction: ServerTransaction): void {
    const { request } = transaction;
    if (request.cseq.number <= this.sequence) return refuse(transaction, 500, [{ name: 'retry-after', value: '1' }]);
    this.sequence = request.cseq.number;
    this.options.watch.sawLife();
    const unknown = listOf(request, 'require').filter((each) => !EXTENSIONS.includes(each.toLowerCase()));
    if (unknown.length > 0) return refuse(transaction, 420, [{ name: 'unsupported', value: unknown.join(', ') }]);
    switch (request.method) {
      case 'BYE':
        transaction.answer(responseTo(request, 200));
        return this.options.hungUp(q850Of(request));
      case 'INVITE':
        return this.reinvite(transaction);
      case 'UPDATE':
        return this.update(transaction);
      case 'INFO':
        return this.info(transaction);
      case 'OPTIONS':
        return transaction.answer(responseTo(request, 200, { headers: this.options.capabilities(transaction.flow) }));
      case 'PRACK':
        // We send no provisional response that would wait for one (RFC 3262, 3).
        return refuse(transaction, 481);
      default:
        return refuse(transaction, 405, [{ name: 'allow', value: ALLOWED_METHODS }]);
    }
  }

  /** The ACK of our 200 to a re-INVITE; an answer to our offer may be in it. */
  receiveAck(request: ReceivedRequest): void {
    const { waiting } = this;
    this.options.watch.sawLife();
    if (!waiting || waiting.sequence !== request.cseq.number) return;
    this.stop();
    const changed = waiting.wantsAnswer ? this.options.media.takeAnswer(request) : null;
    if (changed) this.options.changed(changed);
  }

  stop(): void {
    if (this.waiting) this.options.agent.context.clock.clearTimer(this.waiting.timer);
    this.waiting = null;
  }

  private reinvite(transaction: ServerTransaction): void {
    const { media, isConfirmed, isInviting, agent } = this.options;
    const { request } = transaction;
    if (!isConfirmed() || isInviting() || this.waiting) return refuse(transaction, 491);
    const isOffer = sdpOf(request) !== null;
    const session = this.describe(transaction, isOffer ? null : () => media.offer());
    if (!session) return;
    const headers = [...session.headers, ...this.options.capabilities(transaction.flow)];
    const response = responseTo(request, 200, { headers, body: session.body });
    transaction.answer(response);
    this.repeat({ sequence: request.cseq.number, wantsAnswer: !isOffer }, 0, agent.times.t1Ms, () =>
      transaction.answer(response),
    );
  }

  private update(transaction: ServerTransaction): void {
    const { media, isInviting } = this.options;
    const { request } = transaction;
    const isOffer = sdpOf(request) !== null;
    if (isOffer && (!media.mayBeOffered || isInviting() || this.waiting?.wantsAnswer)) return refuse(transaction, 491);
    const session = this.describe(transaction, null);
    if (!session) return;
    const headers = [...session.headers, ...this.options.capabilities(transaction.flow)];
    transaction.answer(responseTo(request, 200, { headers, body: session.body }));
  }

  /**
   * Takes what a re-INVITE or UPDATE says of the session: its offer, how long it lasts, where the peer is. `offer`: what we
   * say where the peer offers nothing. Null: refused, and nothing has changed.
   */
  private describe(
    transaction: ServerTransaction,
    offer: (() => string) | null,
  ): { readonly headers: readonly HeaderField[]; readonly body: Buffer } | null {
    const { request } = transaction;
    const { media, watch, requests, changed, isConfirmed } = this.options;
    if (isForeignBody(request)) return refused(transaction, 415, [{ name: 'accept', value: SDP.value }]);
    // The timer of a call begins with its 2xx.
    const timing = answerTimer(isConfirmed() ? request : { headers: [] }, watch.timer);
    if (timing.kind === 'too_short') return refused(transaction, 422, timing.headers);
    const sdp = sdpOf(request);
    const answer = sdp && media.answerTo(sdp);
    if (sdp && !answer) return refused(transaction, 488);
    if (answer?.changed) changed(answer.changed);
    requests.dialog = retarget(requests.dialog, request);
    watch.agree(timing.timer);
    const text = answer?.body ?? offer?.() ?? '';
    return { headers: [...(text === '' ? [] : [SDP]), ...timing.headers], body: Buffer.from(text) };
  }

  /** Rule 1: again after T1, doubled up to T2, for 64 times T1. */
  private repeat(about: Omit<Waiting, 'timer'>, waitedMs: number, afterMs: number, answer: () => void): void {
    const { context, times } = this.options.agent;
    const timer = context.clock.setTimer(() => {
      this.waiting = null;
      if (waitedMs + afterMs >= longest(times)) return this.options.unacknowledged();
      answer();
      this.repeat(about, waitedMs + afterMs, Math.min(afterMs * 2, times.t2Ms), answer);
    }, afterMs);
    this.waiting = { ...about, timer };
  }

  private info(transaction: ServerTransaction): void {
    const { request } = transaction;
    const type = headerOf(request, 'content-type') ?? '';
    const key = InfoKeys.parse(type, request.body);
    if (key === null && request.body.length > 0 && !isOptionalBody(request)) {
      return refuse(transaction, 415, [{ name: 'accept', value: InfoKeys.types }]);
    }
    transaction.answer(responseTo(request, 200));
    if (key !== null) this.options.key(key);
  }
}

function refuse(transaction: ServerTransaction, status: number, headers: readonly HeaderField[] = []): void {
  transaction.answer(responseTo(transaction.request, status, { headers }));
}

function refused(transaction: ServerTransaction, status: number, headers: readonly HeaderField[] = []): null {
  refuse(transaction, status, headers);
  return null;
}
