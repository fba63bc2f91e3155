/**
 * One INVITE over one trunk, and what comes of it: the leg of a call.
 *
 * 1. `finished` is called once: `final` ends the call, `next` lets another trunk try. After it `settled` is called
 *    once, when nothing that the callee could notice is under way, and `over`, when nothing of this INVITE can happen
 *    any more. Until then late answers are dealt with: a late 200 is acknowledged and hung up, a late 180 is answered
 *    with CANCEL (RFC 3261, 9.1: never before a provisional answer).
 * 2. Once the callee has been alerted no other trunk may try: nobody's telephone rings twice. Nor may one after a 2xx,
 *    however odd it was.
 * 3. The first 2xx is the call. Further ones come from forks, and are acknowledged and hung up (13.2.2.4).
 * 4. A trunk that has said nothing for `first_answer_ms` counts as unreachable.
 * 5. A dialog begins with the first provisional answer that has a tag (12.1), or with a request that has overtaken it.
 */
import type { Timer } from '../../../lib/clock.ts';
import type { CallEvent, CallRequest, EndCause } from '../call.ts';
import { isAlerting, type Progress } from '../messages/causes.ts';
import type { Dialog } from '../messages/dialog.ts';
import type { ReceivedRequest, ReceivedResponse } from '../messages/message.ts';
import { cancelFor, responseTo } from '../messages/messages.ts';
import type { LocalMedia } from '../messages/sdp.ts';
import { longest } from '../transactions/machine.ts';
import type { Flow } from '../transport/flow.ts';
import type { ClientTransaction } from '../transport/layer.ts';
import type { ServerTransaction } from '../transport/server-transactions.ts';
import { type Agent, aboutSize, randomText, type TrunkTarget } from './agent.ts';
import { Authorization } from './authorization.ts';
import { sequenceOf } from './dialog-requests.ts';
import { Established } from './established.ts';
import { LegDialogs } from './leg-dialogs.ts';
import { endByRefusal, type LegEnd } from './leg-end.ts';
import { OwnInvite } from './own-invite.ts';

export interface LegUser {
  event(event: CallEvent): void;
  finished(end: LegEnd): void;
  /** The trunk has not taken our BYE; `isLast`: it is given up, and the trunk may go on with the call. */
  byeFailed(why: string, isLast: boolean): void;
  settled(): void;
  over(): void;
}

/** What overtakes the answer that makes its dialog; the others need one that is there. */
const OVERTAKING = new Set(['UPDATE', 'INFO', 'OPTIONS']);

export class OutgoingLeg {
  readonly callId: string;
  readonly target: TrunkTarget;
  private readonly agent: Agent;
  private readonly user: LegUser;
  private readonly tag: string;
  private readonly authorization: Authorization;
  private readonly own: OwnInvite;
  private local: LocalMedia | null = null;
  private invite: ClientTransaction | null = null;
  private patience: Timer | null = null;
  private lastWait: Timer | null = null;
  private phase: 'starting' | 'calling' | 'proceeding' | 'answered' | 'over' = 'starting';
  private isFinished = false;
  private isSettled = false;
  private isLost = false;
  private progress: Progress = 'none';
  private isTrying = false;
  private hasCancelled = false;
  private readonly withEarlyMedia = new Set<Established>();
  private readonly dialogs = new LegDialogs((dialog) => this.establish(dialog));
  private answered: Established | null = null;

  constructor(agent: Agent, target: TrunkTarget, call: CallRequest, user: LegUser) {
    this.agent = agent;
    this.target = target;
    this.user = user;
    this.authorization = new Authorization(target.settings, () => randomText(agent, 8));
    this.own = new OwnInvite(agent, target, call, this.authorization);
    this.callId = this.own.callId;
    this.tag = this.own.tag;
  }

  /** Nothing that the callee could notice is under way any more. */
  get isQuiet(): boolean {
    if (this.phase === 'over' || (this.isLost && this.phase === 'calling')) return true;
    return this.phase === 'answered' && this.isFinished && !this.dialogs.isBusy;
  }

  async start(): Promise<void> {
    try {
      const size = aboutSize(this.own.sample());
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
    const { request } = transaction;
    const dialog = this.dialogWith(request) ?? this.dialogBefore(request);
    if (dialog) dialog.receive(transaction);
    else transaction.answer(responseTo(request, 481, { tag: this.tag }));
  }

  receiveAck(request: ReceivedRequest): void {
    this.dialogWith(request)?.receiveAck(request);
  }

  /** Nothing is waited for any more. */
  end(): void {
    this.close();
  }

  /** A response of the INVITE, also one whose transaction is over. */
  receiveResponse(response: ReceivedResponse): void {
    if (this.phase === 'over' || response.cseq.method !== 'INVITE') return;
    const asked = this.invite ? sequenceOf(this.invite.request) : response.cseq.number;
    // Of an INVITE that was sent again since, or of a re-INVITE whose transaction is over.
    if (response.cseq.number < asked) return;
    if (response.cseq.number > asked) return this.dialogs.find(response.to.params.get('tag'))?.acknowledge(response);
    this.stopPatience();
    if (response.status < 200) this.provisional(response);
    else if (response.status < 300) this.success(response);
    else this.failure(response);
  }

  private send(flow: Flow): void {
    this.phase = 'calling';
    this.user.event({ type: 'sent', trunk: this.target.settings.name, at: this.agent.context.clock.monotonic() });
    const { request, local } = this.own.next(flow);
    this.local = local;
    this.invite = this.agent.layer.request(
      request,
      flow,
      {
        response: (response) => this.receiveResponse(response),
        failed: (why, text) => (why === 'lost' ? this.lost(text) : this.noAnswer()),
      },
      this.agent.times,
    );
  }

  private provisional(response: ReceivedResponse): void {
    const { invite, target, user } = this;
    if (this.phase === 'calling') this.phase = 'proceeding';
    const dialog = invite ? this.dialogs.early(invite.request, response) : undefined;
    const news = dialog?.provisional(response);
    if (this.isFinished) return this.cancelIfAllowed();
    if (!this.isTrying) {
      this.isTrying = true;
      user.event({ type: 'trying', trunk: target.settings.name });
    }
    if (response.status === 100 || news?.isNew === false) return;
    if (isAlerting(response.status, target.settings.ringing_on_183)) {
      this.progress = 'alerted';
      user.event({ type: 'ringing', status: response.status });
    } else if (this.progress === 'none') this.progress = 'under_way';
    if (!dialog || !news?.media || this.withEarlyMedia.has(dialog)) return;
    this.withEarlyMedia.add(dialog);
    user.event({ type: 'early_media', media: news.media });
  }

  private success(response: ReceivedResponse): void {
    const known = this.dialogs.find(response.to.params.get('tag'));
    if (known?.isConfirmed || (known?.isOver && this.isFinished)) return known.acknowledge(response);
    const dialog = this.invite ? this.dialogs.confirmed(this.invite.request, response) : undefined;
    if (!dialog) return;
    const isFirst = !this.isFinished && this.answered === null;
    this.phase = 'answered';
    const confirmation = dialog.confirm(response);
    if (!isFirst) return dialog.bye();
    if (confirmation.kind === 'unusable') {
      const { cause, why: reason } = confirmation;
      this.finish({ kind: 'final', cause, by: 'us', status: response.status, reason });
      dialog.bye('Q.850;cause=65');
      if (!dialog.isBusy) this.closeLater();
      return;
    }
    this.answered = dialog;
    this.user.event({ type: 'answered', media: confirmation.media, from: this.target.destination.address });
  }

  private establish(dialog: Dialog): Established {
    const { agent, target, authorization, invite, local } = this;
    if (!invite || !local) throw new Error('a dialog needs an INVITE that has left');
    const established: Established = new Established({
      ...{ agent, target, authorization, dialog, local },
      invite: invite.request,
      flow: invite.flow,
      event: (event) => {
        if (established === this.answered && !this.isFinished) this.user.event(event);
      },
      ended: ({ by, q850, reason }) => {
        if (established !== this.answered) return;
        this.finish({ kind: 'final', cause: 'completed', by, wasAnswered: true, status: 200, q850, reason });
      },
      byeFailed: (why, isLast) => this.user.byeFailed(why, isLast),
      over: () => {
        this.settle();
        if (this.phase === 'answered') this.closeLater();
      },
    });
    return established;
  }

  private failure(response: ReceivedResponse): void {
    if (this.isFinished) return this.close();
    if (this.invite && this.own.mends(response)) {
      this.dialogs.forget();
      return this.send(this.invite.flow);
    }
    this.finish(endByRefusal(response, this.progress, this.authorization.isUsed));
    this.close();
  }

  /** Timer B: nothing more will come. */
  private noAnswer(): void {
    if (!this.isFinished) this.unreachable('no answer');
    this.close();
  }

  /** Nobody listens there; but the error may have been about an earlier message (rule 1). */
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
    this.lastWait = this.agent.context.clock.setTimer(() => {
      this.lastWait = null;
      // A call that goes on, or a BYE that is sent again: their end comes back here.
      if (!this.dialogs.isBusy) this.close();
    }, longest(this.agent.times));
  }

  private close(): void {
    if (this.phase === 'over') return;
    this.phase = 'over';
    this.stopPatience();
    if (this.lastWait) this.agent.context.clock.clearTimer(this.lastWait);
    this.dialogs.end('it is over');
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

  private dialogWith(request: ReceivedRequest): Established | undefined {
    if (request.to.params.get('tag') !== this.tag) return undefined;
    return this.dialogs.find(request.from.params.get('tag'));
  }

  /** Rule 5. */
  private dialogBefore(request: ReceivedRequest): Established | undefined {
    const isOpen = this.phase === 'calling' || this.phase === 'proceeding';
    if (!this.invite || !isOpen || request.to.params.get('tag') !== this.tag) return undefined;
    if (!OVERTAKING.has(request.method) || !request.from.params.has('tag')) return undefined;
    this.stopPatience();
    return this.dialogs.before(this.invite.request, request);
  }
}
