/**
 * One INVITE over one trunk, and what comes of it: the part of a call that a trunk sees.
 *
 * 1. `finished` is called once: `final` ends the call, `next` lets another trunk try. After it `settled` is called once, when
 *    nothing that the callee could notice is under way, and `over`, when nothing of this INVITE can happen any more. Until
 *    then a late answer is taken care of: a late 200 is acknowledged and hung up, a late 180 is answered with CANCEL
 *    (RFC 3261, 9.1: never before a provisional answer).
 * 2. Once the callee has been alerted no other trunk may try: nobody's telephone rings twice.
 * 3. The first 2xx is the call. Further ones come from forks, and are acknowledged and hung up (13.2.2.4).
 * 4. A trunk that has said nothing for `first_answer_ms` is taken for unreachable.
 */
import type { Timer } from '../../lib/clock.ts';
import { type Agent, aboutSize, randomText, type TrunkTarget } from './agent.ts';
import { Authorization } from './authorization.ts';
import type { CallEvent, CallRequest, EndCause, RemoteMedia } from './call.ts';
import { q850Of, verdictOf } from './causes.ts';
import { dialogOf } from './dialog.ts';
import { type DialogEnd, Established } from './established.ts';
import type { Flow } from './flow.ts';
import { contactOf, inviteOf } from './invite.ts';
import type { ClientTransaction, ServerTransaction } from './layer.ts';
import { headerOf, type ReceivedRequest, type ReceivedResponse, type SipRequest } from './message.ts';
import { cancelFor, responseTo } from './messages.ts';
import { formatOffer, type LocalMedia, parseSdp, remoteMediaOf } from './sdp.ts';
import { longest } from './transactions/machine.ts';

export interface LegEnd {
  readonly kind: 'final' | 'next';
  readonly cause: EndCause;
  readonly by: 'us' | 'peer' | 'network';
  readonly wasAnswered: boolean;
  readonly status: number | null;
  readonly q850: number | null;
  readonly reason: string;
  /** The trunk itself gave no sign of life, or said for how long it does not want to be asked. */
  readonly trunkIs: 'fine' | 'silent' | { readonly busyForMs: number };
}

export interface LegUser {
  event(event: CallEvent): void;
  finished(end: LegEnd): void;
  settled(): void;
  over(): void;
}

export class OutgoingLeg {
  readonly callId: string;
  readonly target: TrunkTarget;
  private readonly agent: Agent;
  private readonly call: CallRequest;
  private readonly user: LegUser;
  private readonly tag: string;
  private readonly authorization: Authorization;
  private readonly sessionId: number;
  private local: LocalMedia | null = null;
  private invite: ClientTransaction | null = null;
  private sequence = 0;
  private patience: Timer | null = null;
  private lastWait: Timer | null = null;
  private phase: 'starting' | 'calling' | 'proceeding' | 'answered' | 'over' = 'starting';
  private isFinished = false;
  private isSettled = false;
  private isLost = false;
  private wasAlerted = false;
  private isTrying = false;
  private hasCancelled = false;
  private readonly earlyMedia = new Map<string, RemoteMedia>();
  private readonly dialogs: Established[] = [];
  private answered: Established | null = null;

  constructor(agent: Agent, target: TrunkTarget, call: CallRequest, user: LegUser) {
    this.agent = agent;
    this.target = target;
    this.call = call;
    this.user = user;
    this.callId = randomText(agent, 16);
    this.tag = randomText(agent, 8);
    this.sessionId = agent.context.randomBytes(4).readUInt32BE(0);
    this.authorization = new Authorization(target.settings, () => randomText(agent, 8));
  }

  /** Nothing that the callee could notice is under way any more. */
  get isQuiet(): boolean {
    if (this.phase === 'over' || (this.isLost && this.phase === 'calling')) return true;
    return this.phase === 'answered' && this.isFinished && this.dialogs.every((each) => each.isOver);
  }

  async start(): Promise<void> {
    try {
      const guess = { host: this.target.destination.address, port: 65_535 };
      const size = aboutSize(this.inviteAt(guess, 'udp'));
      const flow = await this.agent.sockets.flowTo(this.target.destination, size);
      if (this.isFinished) return this.close();
      this.patience = this.agent.context.clock.setTimer(
        () => this.nobodyAnswers(),
        this.target.settings.first_answer_ms,
      );
      this.send(flow);
    } catch (error) {
      if (!this.isFinished) this.unreachable(error instanceof Error ? error.message : 'it could not be reached');
      this.close();
    }
  }

  /** Before an answer: gives the call up. The rest is done on the side (rule 1). */
  giveUp(cause: EndCause, reason: string): void {
    if (this.phase === 'answered') return this.bye();
    this.finish({ kind: 'final', cause, by: 'us', reason });
    this.cancelIfAllowed();
  }

  bye(): void {
    this.answered?.bye();
  }

  sendKey(key: string, durationMs: number): void {
    this.answered?.sendKey(key, durationMs);
  }

  /** A request of the peer with our Call-ID. */
  receive(transaction: ServerTransaction): void {
    const dialog = this.dialogWith(transaction.request);
    if (dialog) dialog.receive(transaction);
    else transaction.answer(responseTo(transaction.request, 481, { tag: this.tag }));
  }

  receiveAck(request: ReceivedRequest): void {
    this.dialogWith(request)?.receiveAck(request);
  }

  /** A response of the INVITE, also one whose transaction is over. */
  receiveResponse(response: ReceivedResponse): void {
    if (this.phase === 'over' || response.cseq.method !== 'INVITE') return;
    this.stopPatience();
    if (response.status < 200) this.provisional(response);
    else if (response.status < 300) this.success(response);
    else this.failure(response);
  }

  private send(flow: Flow): void {
    this.phase = 'calling';
    this.user.event({ type: 'sent', trunk: this.target.settings.name, at: this.agent.context.clock.monotonic() });
    const { local, transport } = flow;
    this.invite = this.agent.layer.request(
      this.inviteAt(local, transport),
      flow,
      {
        response: (response) => this.receiveResponse(response),
        failed: (why, text) => (why === 'lost' ? this.lost(text) : this.noAnswer()),
      },
      this.agent.times,
    );
  }

  private inviteAt(local: Flow['local'], transport: Flow['transport']): SipRequest {
    const { media, to, from, isPrivate } = this.call;
    const { settings } = this.target;
    const address = media.address ?? this.agent.publicAddress ?? local.host;
    this.local = { address, port: media.port, codecs: media.codecs, sessionId: this.sessionId, version: 1 };
    const parts = {
      call: { to, from, ...(isPrivate === undefined ? {} : { isPrivate }) },
      trunk: settings,
      callId: this.callId,
      tag: this.tag,
      contact: contactOf(local, transport, this.agent.publicAddress),
      offer: formatOffer(this.local),
    };
    if (this.phase !== 'starting') this.sequence += 1;
    const plain = inviteOf({ ...parts, sequence: this.sequence, credentials: [] });
    const digest = { method: 'INVITE', uri: plain.uri, body: plain.body };
    const credentials = this.authorization.fieldsFor(digest);
    return inviteOf({ ...parts, sequence: this.sequence, credentials });
  }

  private provisional(response: ReceivedResponse): void {
    if (this.phase === 'calling') this.phase = 'proceeding';
    if (this.isFinished) return this.cancelIfAllowed();
    if (!this.isTrying) {
      this.isTrying = true;
      this.user.event({ type: 'trying', trunk: this.target.settings.name });
    }
    if (response.status === 100) return;
    this.wasAlerted = true;
    this.user.event({ type: 'ringing', status: response.status });
    const media = response.body.length > 0 ? this.mediaOf(response) : 'none';
    if (typeof media === 'string') return;
    const tag = response.to.params.get('tag') ?? '';
    const isNew = !this.earlyMedia.has(tag);
    this.earlyMedia.set(tag, media);
    if (isNew) this.user.event({ type: 'early_media', media });
  }

  private success(response: ReceivedResponse): void {
    const tag = response.to.params.get('tag') ?? '';
    const known = this.dialogs.find((each) => each.remoteTag === tag);
    if (known) return known.acknowledge();
    const isFirst = !this.isFinished && this.answered === null;
    const fromBody = response.body.length > 0 ? this.mediaOf(response) : undefined;
    const media = fromBody ?? this.earlyMedia.get(tag) ?? 'it has no session description';
    const dialog = this.establish(response, media, isFirst);
    if (!dialog) {
      // Without a Contact there is nobody to hang up on.
      if (isFirst) this.finish({ kind: 'final', cause: 'failed', by: 'network', reason: 'a 200 without a Contact' });
      return this.closeLater();
    }
    dialog.acknowledge();
    if (!isFirst) return dialog.bye();
    if (typeof media === 'string') {
      this.finish({ kind: 'final', cause: 'media_mismatch', by: 'us', status: response.status, reason: media });
      return dialog.bye('Q.850;cause=65');
    }
    this.answered = dialog;
    this.user.event({ type: 'answered', media });
  }

  private establish(response: ReceivedResponse, media: RemoteMedia | string, isFirst: boolean): Established | null {
    const { invite, local } = this;
    const dialog = invite ? dialogOf(invite.request, response) : null;
    if (!invite || !local || !dialog) return null;
    const established: Established = new Established({
      agent: this.agent,
      target: this.target,
      authorization: this.authorization,
      invite: invite.request,
      dialog,
      flow: invite.flow,
      local,
      media: typeof media === 'string' ? null : media,
      event: (event) => {
        if (isFirst && !this.isFinished) this.user.event(event);
      },
      ended: (end) => {
        if (established === this.answered) this.hungUp(end);
        this.settle();
        this.closeLater();
      },
    });
    this.dialogs.push(established);
    this.phase = 'answered';
    return established;
  }

  private failure(response: ReceivedResponse): void {
    const { status } = response;
    if (this.isFinished) return this.close();
    if ((status === 401 || status === 407) && this.invite && this.authorization.learn(response)) {
      return this.send(this.invite.flow);
    }
    const q850 = q850Of(response);
    const reason = `${status} ${response.reason}`.trim();
    const hadCredentials = this.authorization.isUsed;
    const { cause, isOfTrunk } = verdictOf({ status, reason: response.reason, q850, hadCredentials });
    const isNext = isOfTrunk && !this.wasAlerted;
    this.finish({
      kind: isNext ? 'next' : 'final',
      cause: isOfTrunk && this.wasAlerted ? 'failed' : cause,
      by: isOfTrunk ? 'network' : 'peer',
      status,
      q850,
      reason,
      trunkIs: busyFor(response),
    });
    this.close();
  }

  /** Timer B: nothing more will come. */
  private noAnswer(): void {
    if (!this.isFinished) this.unreachable('no answer');
    this.close();
  }

  /** Nobody listens there; but what told us so may have been about an earlier message (rule 1). */
  private lost(reason: string): void {
    this.isLost = true;
    if (!this.isFinished) this.unreachable(reason);
    this.settle();
    this.closeLater();
  }

  /** Rule 4; the transaction goes on, for what may still come. */
  private nobodyAnswers(): void {
    if (this.isFinished || this.phase !== 'calling') return;
    this.unreachable(`no answer within ${this.target.settings.first_answer_ms} ms`);
  }

  private unreachable(reason: string): void {
    this.finish({ kind: 'next', cause: 'unreachable', by: 'network', reason, trunkIs: 'silent' });
  }

  private hungUp({ by, q850, reason }: DialogEnd): void {
    this.finish({ kind: 'final', cause: 'completed', by, wasAnswered: true, status: 200, q850, reason });
  }

  private finish(end: Partial<LegEnd> & Pick<LegEnd, 'kind' | 'cause' | 'by' | 'reason'>): void {
    if (this.isFinished) return;
    this.isFinished = true;
    this.stopPatience();
    this.user.finished({ wasAnswered: false, status: null, q850: null, trunkIs: 'fine', ...end });
    if (this.phase === 'starting') this.close();
  }

  private cancelIfAllowed(): void {
    const { invite } = this;
    if (!invite || this.hasCancelled || this.phase !== 'proceeding') return;
    this.hasCancelled = true;
    const cancel = cancelFor(invite.request, 'SIP;cause=487;text="given up"');
    this.agent.layer.request(cancel, invite.flow, { response: () => {}, failed: () => {} });
    // RFC 3261, 9.1: a callee that never answers the INVITE is given up after so long.
    this.closeLater();
  }

  /** Further answers of forks may come for as long as the transaction takes them. */
  private closeLater(): void {
    if (this.lastWait || this.phase === 'over') return;
    this.lastWait = this.agent.context.clock.setTimer(() => this.close(), longest(this.agent.times));
  }

  private close(): void {
    if (this.phase === 'over') return;
    this.phase = 'over';
    this.stopPatience();
    if (this.lastWait) this.agent.context.clock.clearTimer(this.lastWait);
    for (const dialog of this.dialogs) dialog.end({ by: 'network', q850: null, reason: 'it is over' });
    this.settle();
    this.user.over();
  }

  private settle(): void {
    if (this.isSettled || !this.isQuiet) return;
    this.isSettled = true;
    this.user.settled();
  }

  private stopPatience(): void {
    if (this.patience) this.agent.context.clock.clearTimer(this.patience);
    this.patience = null;
  }

  private mediaOf(response: ReceivedResponse): RemoteMedia | string {
    const type = headerOf(response, 'content-type')?.split(';')[0]?.trim().toLowerCase();
    if (type !== 'application/sdp') return 'it is no session description';
    return remoteMediaOf(parseSdp(response.body), this.call.media.codecs);
  }

  private dialogWith(request: ReceivedRequest): Established | undefined {
    if (request.to.params.get('tag') !== this.tag) return undefined;
    return this.dialogs.find((each) => each.remoteTag === request.from.params.get('tag'));
  }
}

/** Retry-After of a 503, at most five minutes. */
function busyFor(response: ReceivedResponse): LegEnd['trunkIs'] {
  const seconds = /^\s*(\d{1,6})/.exec(headerOf(response, 'retry-after') ?? '')?.[1];
  if (response.status !== 503 || seconds === undefined) return 'fine';
  return { busyForMs: Math.min(Number(seconds), 300) * 1_000 };
}
