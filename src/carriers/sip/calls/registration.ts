/**
 * Registers us with a trunk that wants to know where we are before it takes calls (RFC 3261, 10).
 *
 * 1. The binding is renewed when three quarters of its time are over. A refusal or a silence is reported, and tried
 *    again after `AGAIN_MS`.
 * 2. `stop` takes the binding back, where it was made, and waits for the answer no longer than a second.
 * 3. The addresses of the trunk are asked in their order, as for a call (RFC 3263, 4.3): one that cannot be reached, says
 *    nothing for `first_answer_ms` or answers 503 leads to the next. The last one has the time of any request.
 */
import type { Timer } from '../../../lib/clock.ts';
import type { SipRequest } from '../messages/fields.ts';
import { hostText, ownUser, userText } from '../messages/grammar.ts';
import { AGENT, contactOf } from '../messages/invite.ts';
import { readList, readNameAddress } from '../messages/lenient.ts';
import { headerOf, linesOf, NO_BODY, type ReceivedResponse } from '../messages/message.ts';
import type { TrunkSettings } from '../settings.ts';
import type { Destination, Flow } from '../transport/flow.ts';
import type { ClientTransaction } from '../transport/layer.ts';
import { type Agent, randomText } from './agent.ts';
import { Authorization, type RequestAuthorization } from './authorization.ts';

const WANTED_S = 3_600;
const SHORTEST_S = 30;
const LONGEST_S = 86_400;
const AGAIN_MS = 30_000;
const STOP_WITHIN_MS = 1_000;
/** Rule 3. */
const MOST_ADDRESSES = 6;

export interface RegistrationUser {
  destinations(): Promise<Destination[]>;
  registered(): void;
  refused(why: string): void;
}

interface Asked {
  readonly response: ReceivedResponse;
  /** Ours, as it was told. */
  readonly contact: string;
}

export class Registration {
  private readonly agent: Agent;
  private readonly settings: TrunkSettings;
  private readonly user: RegistrationUser;
  private readonly callId: string;
  private authorization: RequestAuthorization;
  private sequence = 0;
  private wantedS = WANTED_S;
  /** Where the binding was made; null: there is none. */
  private boundAt: Destination | null = null;
  private isStopped = false;
  private timer: Timer | null = null;
  private patience: Timer | null = null;
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
    for (const timer of [this.timer, this.patience]) if (timer) clock.clearTimer(timer);
    this.isStopped = true;
    this.asking?.end();
    const { boundAt } = this;
    if (!boundAt) return;
    await new Promise<void>((resolve) => {
      const timer = clock.setTimer(resolve, STOP_WITHIN_MS);
      this.askAt(boundAt, 0)
        .catch(() => {})
        .finally(() => {
          clock.clearTimer(timer);
          resolve();
        });
    });
  }

  /** Never rejects. */
  private async bind(): Promise<void> {
    try {
      const { response, contact, destination } = await this.ask();
      if (this.isStopped) return;
      const { status, reason } = response;
      if (status >= 200 && status < 300) {
        this.boundAt = destination;
        return this.bound(response, contact);
      }
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

  private bound(response: ReceivedResponse, contact: string): void {
    const seconds = Math.min(Math.max(this.grantedS(response, contact), SHORTEST_S), LONGEST_S);
    this.later((seconds * 1_000 * 3) / 4);
    this.user.registered();
  }

  private failed(why: string): void {
    if (this.isStopped) return;
    this.boundAt = null;
    this.later(AGAIN_MS);
    this.user.refused(why);
  }

  private later(ms: number): void {
    this.timer = this.agent.context.clock.setTimer(() => void this.bind(), ms);
  }

  /** What the trunk says of our binding, else of all: other nodes may have theirs under the same name. */
  private grantedS(response: ReceivedResponse, contact: string): number {
    const own = readNameAddress(contact)?.uri;
    const all = linesOf(response, 'contact').flatMap(readList).map(readNameAddress);
    const ours =
      all.find((each) => each?.uri === own) ?? all.find((each) => each?.uri.startsWith('sip:trunkline@') === true);
    const named = ours?.params.get('expires') ?? headerOf(response, 'expires') ?? '';
    return /^\d{1,9}$/.test(named) ? Number(named) : this.wantedS;
  }

  /** Rule 3. Rejects when there is no answer. */
  private async ask(): Promise<Asked & { readonly destination: Destination }> {
    const destinations = (await this.user.destinations()).slice(0, MOST_ADDRESSES);
    const last = destinations.pop();
    if (!last) throw new Error('it has no address');
    for (const destination of destinations) {
      const asked = await this.askAt(destination, this.wantedS, this.settings.first_answer_ms).catch(() => null);
      if (asked && asked.response.status !== 503) return { ...asked, destination };
    }
    return { ...(await this.askAt(last, this.wantedS)), destination: last };
  }

  /** The final answer of one address; rejects when there is none. A challenge is answered. `withinMs`: for any answer. */
  private async askAt(destination: Destination, expiresS: number, withinMs?: number): Promise<Asked> {
    const { agent } = this;
    this.authorization = this.newAuthorization();
    const flow = await agent.sockets.flowTo(destination, 0);
    if (this.isStopped && expiresS > 0) throw new Error('the trunk is stopped');
    const contact = contactOf(flow.local, flow.transport, agent.publicAddress);
    for (;;) {
      const response = await this.once(this.request(contact, expiresS), flow, withinMs);
      if (!this.authorization.learn(response)) return { response, contact };
    }
  }

  private once(request: SipRequest, flow: Flow, withinMs: number | undefined): Promise<ReceivedResponse> {
    const { layer, context } = this.agent;
    return new Promise((resolve, reject) => {
      const endPatience = () => {
        if (this.patience) context.clock.clearTimer(this.patience);
        this.patience = null;
      };
      const noAnswer = () => reject(new Error('no answer to REGISTER'));
      if (withinMs !== undefined) {
        this.patience = context.clock.setTimer(() => {
          this.asking?.end();
          noAnswer();
        }, withinMs);
      }
      this.asking = layer.request(request, flow, {
        response: (each) => {
          endPatience();
          if (each.status >= 200) resolve(each);
        },
        failed: (why, text) => {
          endPatience();
          if (why === 'lost') reject(new Error(text));
          else noAnswer();
        },
      });
    });
  }

  private request(contact: string, expiresS: number): SipRequest {
    const { domain, host } = this.settings;
    const place = hostText(domain ?? host);
    const uri = `sip:${place}`;
    const us = `<sip:${userText(ownUser(this.settings))}@${place}>`;
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
