/**
 * Registers us with a trunk that wants to know where we are before it takes calls (RFC 3261, 10).
 *
 * 1. The binding is renewed when three quarters of its time are over. A refusal or a silence is reported, and tried
 *    again after `AGAIN_MS`.
 * 2. `stop` takes the binding back, and waits for the answer no longer than a second.
 */
import type { Timer } from '../../../lib/clock.ts';
import type { SipRequest } from '../messages/fields.ts';
import { hostText } from '../messages/grammar.ts';
import { AGENT, contactOf } from '../messages/invite.ts';
import { readList, readNameAddress } from '../messages/lenient.ts';
import { headerOf, linesOf, NO_BODY, type ReceivedResponse } from '../messages/message.ts';
import type { TrunkSettings } from '../settings.ts';
import type { Destination } from '../transport/flow.ts';
import type { ClientTransaction } from '../transport/layer.ts';
import { type Agent, randomText } from './agent.ts';
import { Authorization, type RequestAuthorization } from './authorization.ts';

const WANTED_S = 3_600;
const SHORTEST_S = 30;
const LONGEST_S = 86_400;
const AGAIN_MS = 30_000;
const STOP_WITHIN_MS = 1_000;

export interface RegistrationUser {
  destinations(): Promise<Destination[]>;
  registered(): void;
  refused(why: string): void;
}

export class Registration {
  private readonly agent: Agent;
  private readonly settings: TrunkSettings;
  private readonly user: RegistrationUser;
  private readonly callId: string;
  private authorization: RequestAuthorization;
  private sequence = 0;
  private wantedS = WANTED_S;
  private isBound = false;
  private isStopped = false;
  private timer: Timer | null = null;
  private asking: ClientTransaction | null = null;

  constructor(agent: Agent, settings: TrunkSettings, user: RegistrationUser) {
    this.agent = agent;
    this.settings = settings;
    this.user = user;
    this.callId = randomText(agent, 16);
    this.authorization = this.newAuthorization();
  }

  start(): void {
    void this.bind();
  }

  /** Rule 2. */
  async stop(): Promise<void> {
    const { clock } = this.agent.context;
    if (this.timer) clock.clearTimer(this.timer);
    this.isStopped = true;
    this.asking?.end();
    if (!this.isBound) return;
    this.authorization = this.newAuthorization();
    await new Promise<void>((resolve) => {
      const timer = clock.setTimer(resolve, STOP_WITHIN_MS);
      this.ask(0)
        .catch(() => {})
        .finally(() => {
          clock.clearTimer(timer);
          resolve();
        });
    });
  }

  /** Never rejects. */
  private async bind(): Promise<void> {
    this.authorization = this.newAuthorization();
    try {
      const response = await this.ask(this.wantedS);
      if (this.isStopped) return;
      const { status, reason } = response;
      if (status >= 200 && status < 300) return this.bound(response);
      const least = Number(headerOf(response, 'min-expires'));
      if (status === 423 && least > this.wantedS && least <= LONGEST_S) {
        this.wantedS = least;
        return void this.bind();
      }
      this.failed(`${status} to REGISTER (${reason})`);
    } catch (error) {
      this.failed(error instanceof Error ? error.message : 'it could not be reached');
    }
  }

  private bound(response: ReceivedResponse): void {
    this.isBound = true;
    const seconds = Math.min(Math.max(this.grantedS(response), SHORTEST_S), LONGEST_S);
    this.later((seconds * 1_000 * 3) / 4);
    this.user.registered();
  }

  private failed(why: string): void {
    if (this.isStopped) return;
    this.isBound = false;
    this.later(AGAIN_MS);
    this.user.refused(why);
  }

  private later(ms: number): void {
    this.timer = this.agent.context.clock.setTimer(() => void this.bind(), ms);
  }

  /** What the trunk says of our binding, else of all. */
  private grantedS(response: ReceivedResponse): number {
    const ours = linesOf(response, 'contact')
      .flatMap(readList)
      .map(readNameAddress)
      .find((contact) => contact?.uri.startsWith('sip:trunkline@'));
    const named = ours?.params.get('expires') ?? headerOf(response, 'expires') ?? '';
    return /^\d{1,9}$/.test(named) ? Number(named) : this.wantedS;
  }

  /** The final answer; rejects when there is none. A challenge is answered. */
  private async ask(expiresS: number): Promise<ReceivedResponse> {
    const [destination] = await this.user.destinations();
    if (!destination) throw new Error('it has no address');
    const flow = await this.agent.sockets.flowTo(destination, 0);
    const contact = contactOf(flow.local, flow.transport, this.agent.publicAddress);
    for (;;) {
      const response = await new Promise<ReceivedResponse>((resolve, reject) => {
        this.asking = this.agent.layer.request(this.request(contact, expiresS), flow, {
          response: (each) => {
            if (each.status >= 200) resolve(each);
          },
          failed: (why, text) => reject(new Error(why === 'lost' ? text : 'no answer to REGISTER')),
        });
      });
      if (!this.authorization.learn(response)) return response;
    }
  }

  private request(contact: string, expiresS: number): SipRequest {
    const { domain, host, username } = this.settings;
    const place = hostText(domain ?? host);
    const uri = `sip:${place}`;
    const us = `<sip:${encodeURIComponent(username)}@${place}>`;
    this.sequence += 1;
    return {
      kind: 'request',
      method: 'REGISTER',
      uri,
      headers: [
        { name: 'max-forwards', value: '70' },
        { name: 'from', value: `${us};tag=${randomText(this.agent, 8)}` },
        { name: 'to', value: us },
        { name: 'call-id', value: this.callId },
        { name: 'cseq', value: `${this.sequence} REGISTER` },
        { name: 'contact', value: contact },
        { name: 'expires', value: String(expiresS) },
        { name: 'user-agent', value: AGENT },
        ...this.authorization.fieldsFor({ method: 'REGISTER', uri, body: NO_BODY }),
      ],
      body: NO_BODY,
    };
  }

  /** Each registration is asked for anew. */
  private newAuthorization(): RequestAuthorization {
    return new Authorization(this.settings, () => randomText(this.agent, 8)).forRequest();
  }
}
