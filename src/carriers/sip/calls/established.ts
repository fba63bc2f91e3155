/**
 * A dialog of our INVITE (RFC 3261, 12 to 15): early from the first provisional answer with a tag, confirmed by a 2xx, over
 * with its BYE.
 *
 * 1. Each 2xx of the INVITE is acknowledged, the same way each time. BYE goes out after the ACK, and never in an early
 *    dialog: what rings is ended by CANCEL.
 * 2. A reliable provisional answer is acknowledged by PRACK, in its turn (reliable.ts).
 * 3. `ended` is called once: by the peer's BYE, by the answer to ours or its failure, or when the peer has the call no more
 *    (session-watch.ts). `over` is called once, when nothing is under way any more: a BYE that fails is sent again.
 */
import { Buffer } from 'node:buffer';
import type { CallEvent, EndCause, RemoteMedia } from '../call.ts';
import { type Dialog, dialogOf, retarget } from '../messages/dialog.ts';
import type { HeaderField, SipRequest } from '../messages/fields.ts';
import { AGENT, contactOf, SUPPORTED } from '../messages/invite.ts';
import { InfoKeys } from '../messages/keys.ts';
import type { ReceivedRequest, ReceivedResponse } from '../messages/message.ts';
import { ALLOWED_METHODS, responseTo } from '../messages/messages.ts';
import { turnOf } from '../messages/reliable.ts';
import type { LocalMedia } from '../messages/sdp.ts';
import type { Flow } from '../transport/flow.ts';
import type { ServerTransaction } from '../transport/server-transactions.ts';
import type { Agent, TrunkTarget } from './agent.ts';
import type { Authorization } from './authorization.ts';
import { DialogMedia } from './dialog-media.ts';
import { type DialogAnswer, DialogRequests, sequenceOf } from './dialog-requests.ts';
import { HangUp } from './hang-up.ts';
import { PeerRequests } from './peer-requests.ts';
import { SessionWatch } from './session-watch.ts';

export interface DialogEnd {
  readonly by: 'us' | 'peer' | 'network';
  readonly q850: number | null;
  readonly reason: string;
}

export interface EstablishedOptions {
  readonly agent: Agent;
  readonly target: TrunkTarget;
  readonly authorization: Authorization;
  /** As it left. */
  readonly invite: SipRequest;
  readonly flow: Flow;
  readonly dialog: Dialog;
  readonly local: LocalMedia;
  /** Of what happens in the call once it is confirmed. */
  event(event: CallEvent): void;
  ended(end: DialogEnd): void;
  over(): void;
  /** As in hang-up.ts. */
  byeFailed(why: string, isLast: boolean): void;
}

/** What a 2xx comes to; `unusable`: it is acknowledged, and has to be hung up on. */
export type Confirmation =
  | { readonly kind: 'usable'; readonly media: RemoteMedia }
  | { readonly kind: 'unusable'; readonly cause: EndCause; readonly why: string };

export class Established {
  private readonly options: EstablishedOptions;
  private readonly requests: DialogRequests;
  private readonly media: DialogMedia;
  private readonly watch: SessionWatch;
  private readonly peer: PeerRequests;
  private phase: 'early' | 'confirmed' | 'ended' = 'early';
  private isOverNow = false;
  private lastReliable: number | null = null;
  private hangingUp: HangUp | null = null;
  /** A re-INVITE of ours, from its beginning on; null before the first. */
  private ownInvite: SipRequest | 'under_way' | null = null;

  constructor(options: EstablishedOptions) {
    const { agent, invite, target } = options;
    this.options = options;
    this.requests = new DialogRequests({ ...options, sequence: sequenceOf(invite) });
    this.media = new DialogMedia(options.local, Buffer.from(invite.body).toString('latin1'));
    this.watch = new SessionWatch({
      agent,
      requests: this.requests,
      checkEveryMs: target.settings.call_check_interval_ms,
      capabilities: () => this.capabilities(options.flow, 'user-agent'),
      update: (headers) => this.update(headers),
      reinvite: (headers) => this.reinvite(headers),
      gone: (why) => this.hangUp({ by: 'network', q850: null, reason: why }, 'SIP;cause=408'),
    });
    this.peer = this.peerRequests();
  }

  get isConfirmed(): boolean {
    return this.phase === 'confirmed';
  }

  /** A 2xx has come, and something of it is under way: the call itself, or its end. */
  get isBusy(): boolean {
    return !this.isOverNow && (this.phase === 'confirmed' || this.hangingUp !== null);
  }

  get isOver(): boolean {
    return this.isOverNow;
  }

  /** Rule 2: whether it says something new, and the early media that it names. */
  provisional(response: ReceivedResponse): { readonly isNew: boolean; readonly media: RemoteMedia | null } {
    const turn = turnOf(response, this.lastReliable);
    if (turn.kind === 'repeated' || turn.kind === 'ahead') return { isNew: false, media: null };
    if (turn.kind === 'next') {
      this.lastReliable = turn.number;
      // Without an offer of ours there is nothing else that it could say.
      void this.requests.ask({ method: 'PRACK', headers: [turn.rack] });
    }
    if (!this.requests.dialog.hasTarget) this.retarget(response);
    return { isNew: true, media: this.phase === 'early' ? this.media.show(response, turn.kind === 'next') : null };
  }

  /** Rule 1: with the first 2xx. */
  confirm(response: ReceivedResponse): Confirmation {
    const { invite } = this.options;
    const early = this.requests.dialog;
    const dialog = dialogOf(invite, response) ?? early;
    const { target, hasTarget } = dialog.hasTarget ? dialog : early;
    this.requests.dialog = { ...dialog, target, hasTarget };
    this.requests.acknowledge(invite);
    const media = this.media.conclude(response);
    if (this.phase === 'ended') return { kind: 'unusable', cause: 'failed', why: 'the callee has hung up already' };
    this.phase = 'confirmed';
    if (!hasTarget) return { kind: 'unusable', cause: 'failed', why: 'a 200 without a Contact that can be used' };
    if (typeof media === 'string') return { kind: 'unusable', cause: 'media_mismatch', why: media };
    this.watch.start(response);
    return { kind: 'usable', media };
  }

  /** A 2xx once more: of the INVITE, or of a re-INVITE of ours. */
  acknowledge(response: ReceivedResponse): void {
    const { invite } = this.options;
    if (response.cseq.number === sequenceOf(invite)) return this.requests.acknowledge(invite);
    const own = this.ownInvite;
    if (own && own !== 'under_way' && sequenceOf(own) === response.cseq.number) this.requests.acknowledge(own);
  }

  bye(reason = 'Q.850;cause=16'): void {
    this.hangUp(null, reason);
  }

  sendKey(key: string, durationMs: number): void {
    if (this.phase !== 'confirmed' || this.hangingUp) return;
    const body = Buffer.from(InfoKeys.format(key, durationMs));
    const headers = [{ name: 'content-type', value: InfoKeys.type }];
    void this.requests.ask({ method: 'INFO', headers, body }).then((answer) => {
      if (answer.kind === 'answered' && answer.response.status === 481) {
        this.hangUp({ by: 'network', q850: null, reason: 'the trunk has the call no more (481)' }, 'SIP;cause=481');
      }
    });
  }

  /** A request of the peer in this dialog. */
  receive(transaction: ServerTransaction): void {
    const { request } = transaction;
    if (this.phase !== 'ended' || request.method === 'BYE') return this.peer.receive(transaction);
    transaction.answer(responseTo(request, 481));
  }

  receiveAck(request: ReceivedRequest): void {
    if (this.phase !== 'ended') this.peer.receiveAck(request);
  }

  /** The dialog is gone without a word. */
  end(end: DialogEnd): void {
    this.hangingUp?.stop();
    this.endCall(end);
    this.beOver();
  }

  /** `end`: how it ended, reported at once; null: our BYE decides. */
  private hangUp(end: DialogEnd | null, reason: string): void {
    if (this.phase !== 'confirmed' || this.hangingUp) return;
    this.watch.stop();
    this.hangingUp = new HangUp(this.options.agent, this.requests, reason, {
      failed: (why, isLast) => this.options.byeFailed(why, isLast),
      firstResult: (why) => this.endCall({ by: 'us', q850: null, reason: why }),
      over: () => this.beOver(),
    });
    this.hangingUp.begin();
    if (end) this.endCall(end);
  }

  /** Rule 3. */
  private endCall(end: DialogEnd): void {
    if (this.phase === 'ended') return;
    this.phase = 'ended';
    this.watch.stop();
    this.peer.stop();
    this.options.ended(end);
  }

  private beOver(): void {
    if (this.isOverNow) return;
    this.isOverNow = true;
    this.options.over();
  }

  private peerRequests(): PeerRequests {
    const { agent, event } = this.options;
    return new PeerRequests({
      agent,
      requests: this.requests,
      media: this.media,
      watch: this.watch,
      isConfirmed: () => this.phase === 'confirmed',
      isInviting: () => this.ownInvite === 'under_way',
      capabilities: (flow) => this.capabilities(flow, 'server'),
      key: (key) => this.whenConfirmed(() => event({ type: 'key', key })),
      changed: (media) => this.whenConfirmed(() => event({ type: 'media_changed', media })),
      hungUp: (q850) => this.end({ by: 'peer', q850, reason: 'the callee has hung up' }),
      unacknowledged: () => this.bye(),
    });
  }

  /** What happens in an early dialog is in the answer, when it comes. */
  private whenConfirmed(run: () => void): void {
    if (this.phase === 'confirmed') run();
  }

  /** For the session timer; a new target counts, as in the answer to a re-INVITE (RFC 3311, 5.1). */
  private async update(headers: readonly HeaderField[]): Promise<DialogAnswer> {
    const answer = await this.requests.ask({ method: 'UPDATE', headers });
    if (answer.kind === 'answered' && answer.response.status < 300) this.retarget(answer.response);
    return answer;
  }

  /** What we have said last once more, for the session timer. */
  private async reinvite(headers: readonly HeaderField[]): Promise<DialogAnswer> {
    this.ownInvite = 'under_way';
    const answer = await this.requests.ask({
      method: 'INVITE',
      headers: [...headers, { name: 'content-type', value: 'application/sdp' }],
      body: Buffer.from(this.media.lastSent, 'latin1'),
      again: () => {
        if (this.ownInvite && this.ownInvite !== 'under_way') this.requests.acknowledge(this.ownInvite);
      },
    });
    this.ownInvite = answer.kind === 'answered' ? answer.request : null;
    if (answer.kind === 'none' || answer.response.status >= 300) return answer;
    this.retarget(answer.response);
    this.requests.acknowledge(answer.request);
    const media = this.media.takeAnswer(answer.response);
    if (media) this.whenConfirmed(() => this.options.event({ type: 'media_changed', media }));
    return answer;
  }

  private retarget(message: { readonly headers: readonly HeaderField[] }): void {
    this.requests.dialog = retarget(this.requests.dialog, message);
  }

  private capabilities(flow: Flow, as: 'server' | 'user-agent'): HeaderField[] {
    const { local, transport } = flow;
    // A socket that is open to all has no address of its own: the one of the INVITE is used.
    const host = local.host === '0.0.0.0' || local.host === '::' ? this.options.flow.local.host : local.host;
    return [
      { name: 'contact', value: contactOf({ ...local, host }, transport, this.options.agent.publicAddress) },
      { name: 'allow', value: ALLOWED_METHODS },
      { name: 'accept', value: 'application/sdp' },
      ...(as === 'server' ? [{ name: 'supported', value: SUPPORTED }] : []),
      { name: as, value: AGENT },
    ];
  }
}
