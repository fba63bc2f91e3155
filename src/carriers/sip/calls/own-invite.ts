/**
 * The INVITE of one leg as it is sent, and sent again when somebody asks for more: a password, or a longer session.
 */
import type { CallRequest } from '../call.ts';
import type { SipRequest } from '../messages/fields.ts';
import { contactOf, inviteOf } from '../messages/invite.ts';
import type { ReceivedResponse } from '../messages/message.ts';
import { formatOffer, type LocalMedia } from '../messages/sdp.ts';
import { askFields, leastOf } from '../messages/session-timer.ts';
import type { Flow } from '../transport/flow.ts';
import { type Agent, randomText, type TrunkTarget } from './agent.ts';
import type { Authorization, RequestAuthorization } from './authorization.ts';

export interface BuiltInvite {
  readonly request: SipRequest;
  readonly local: LocalMedia;
}

export class OwnInvite {
  readonly callId: string;
  readonly tag: string;
  private readonly agent: Agent;
  private readonly target: TrunkTarget;
  private readonly call: CallRequest;
  private readonly credentials: RequestAuthorization;
  private readonly sessionId: number;
  private sequence = 0;
  /** How long the session is to last at least, for whoever has refused it as too short. */
  private leastS: number | null = null;

  constructor(agent: Agent, target: TrunkTarget, call: CallRequest, authorization: Authorization) {
    this.agent = agent;
    this.target = target;
    this.call = call;
    this.callId = randomText(agent, 16);
    this.tag = randomText(agent, 8);
    this.sessionId = agent.context.randomBytes(4).readUInt32BE(0);
    this.credentials = authorization.forRequest();
  }

  /** For the way that it takes; the next time it is another one. */
  next({ local, transport }: Pick<Flow, 'local' | 'transport'>): BuiltInvite {
    this.sequence += 1;
    return this.build(local, transport);
  }

  /** As long as it will be, before its way is known. */
  sample(): SipRequest {
    return this.build({ host: this.target.destination.address, port: 65_535 }, 'udp').request;
  }

  /** Whether it may be sent again after this refusal; each reason for that counts once. */
  mends(response: ReceivedResponse): boolean {
    if (this.credentials.learn(response)) return true;
    // RFC 4028, 7.4.
    const least = response.status === 422 && this.leastS === null ? leastOf(response) : null;
    this.leastS ??= least;
    return least !== null;
  }

  private build(local: Flow['local'], transport: Flow['transport']): BuiltInvite {
    const { media, to, from, isPrivate } = this.call;
    const address = media.address ?? this.agent.publicAddress ?? local.host;
    const side = { address, port: media.port, codecs: media.codecs, sessionId: this.sessionId, version: 1 };
    const options = {
      call: { to, from, ...(isPrivate === undefined ? {} : { isPrivate }) },
      trunk: this.target.settings,
      callId: this.callId,
      tag: this.tag,
      sequence: this.sequence,
      contact: contactOf(local, transport, this.agent.publicAddress),
      offer: formatOffer(side),
      session: this.leastS === null ? [] : askFields(this.leastS, false),
    };
    const plain = inviteOf({ ...options, credentials: [] });
    const credentials = this.credentials.fieldsFor({ method: 'INVITE', uri: plain.uri, body: plain.body });
    return { request: inviteOf({ ...options, credentials }), local: side };
  }
}
