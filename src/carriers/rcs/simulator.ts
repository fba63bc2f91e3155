/**
 * RCS for Business as far as the gateway uses it, on loopback: tokens, messages, revocation, capabilities and signed
 * events. What a handset does comes from its story.
 *
 * 1. It is as strict as the real one: who sends without a token, without a UUID or with a card that breaks a limit gets
 *    the real one's answer.
 * 2. A second message under a used id is ignored and answered like the first.
 * 3. Events are posted until they are answered 200, one after the other, with growing waits.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Context } from '../../context.ts';
import type { Timer } from '../../lib/clock.ts';
import { type JsonObject, parseJsonObject } from '../../lib/json.ts';
import type { Service } from '../../lib/service.ts';
import { createSimulatedAccount, type SimulatedAccount } from './simulator-account.ts';
import { EventPoster } from './simulator-events.ts';
import { errorReply, type Reply, readBody, sendReply } from './simulator-http.ts';
import { type AgentMessage, isPlain, readAgentMessage, type SimulatedContent } from './simulator-message.ts';
import { type SimulatedPerson, simulatedPerson } from './simulator-person.ts';

export type RcsStory =
  /** never_taken: each submit loses its answer, and nothing has arrived. */
  | { readonly kind: 'delivered' | 'not_reachable' | 'busy_at_first' | 'answer_lost' | 'read' | 'never_taken' }
  /** texts_only: its device shows no cards. not_covered: the agent is not launched there. untold: nobody knows. */
  | { readonly kind: 'texts_only' | 'not_covered' | 'untold' }
  | { readonly kind: 'out_of_reach'; readonly withdrawing: 'succeeds' | 'too_late' | 'succeeds_in_vain' | 'fails' }
  /** Half way through its time to live the platform says that this has ended. */
  | { readonly kind: 'expires'; readonly revoking: 'succeeds' | 'fails' };

export interface RcsHandsets {
  storyOf(number: string): RcsStory;
  receive(
    number: string,
    message: {
      readonly from: string;
      readonly messageId: string;
      readonly content: SimulatedContent;
      /** The platform has it, and the handset does not, until it arrives. */
      readonly isOnItsWay: boolean;
    },
  ): void;
  arrive(number: string, messageId: string): void;
  withdraw(number: string, messageId: string): void;
}

export interface RcsSimulatorOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly agentId: string;
  readonly clientToken: string;
  readonly handsets: RcsHandsets;
}

/** What somebody sends to the agent, beside texts. */
interface Sent {
  readonly number: string;
  state: 'delivered' | 'waiting' | 'revoked';
  expiry: Timer | null;
}

const BUSY_FOR_MS = 3_000;
const IN_VAIN_AFTER_MS = 3_000;
/** The platform's own revocation comes a little after the time to live. */
const TTL_GRACE_MS = 2_000;
const MOST_REMEMBERED = 100_000;
const FEATURES = [
  'RICHCARD_STANDALONE',
  'RICHCARD_CAROUSEL',
  'ACTION_CREATE_CALENDAR_EVENT',
  'ACTION_DIAL',
  'ACTION_OPEN_URL',
  'ACTION_OPEN_URL_IN_WEBVIEW',
  'ACTION_SHARE_LOCATION',
  'ACTION_VIEW_LOCATION',
];
const UNREACHABLE: ReadonlySet<RcsStory['kind']> = new Set(['not_reachable', 'not_covered']);
const NOT_LAUNCHED = errorReply(403, 'PERMISSION_DENIED', 'the agent is not launched where this number is');
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export class RcsSimulator implements Service {
  readonly name = 'RBM simulator';
  /** Whoever has the handsets. */
  readonly person: SimulatedPerson;
  private readonly context: Context;
  private readonly options: RcsSimulatorOptions;
  private readonly server: Server;
  private readonly sent = new Map<string, Sent>();
  private readonly busySince = new Map<string, number>();
  private readonly lostOnce = new Set<string>();
  /** How often it was asked what a handset shows, and was given a message. */
  questions = 0;
  messages = 0;
  private readonly events: EventPoster;
  private account: SimulatedAccount | null = null;

  constructor(context: Context, options: RcsSimulatorOptions) {
    this.context = context;
    this.options = options;
    this.events = new EventPoster(context, options);
    this.person = simulatedPerson(context, options.agentId, this.events);
    this.server = createServer((request, response) => {
      this.serve(request, response).catch((error) => {
        context.log.error({ err: error }, 'the RBM simulator failed');
        response.destroy();
      });
    });
  }

  async start(): Promise<void> {
    const { host, port } = this.options;
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen({ port, host, exclusive: true }, resolve);
    });
    this.account = await createSimulatedAccount(this.context, `${this.baseUrl}/token`);
  }

  async stop(): Promise<void> {
    this.events.stop();
    for (const { expiry } of this.sent.values()) if (expiry) this.context.clock.clearTimer(expiry);
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  get baseUrl(): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://${this.options.host}:${port}`;
  }

  /** The settings with which a carrier of the gateway connects here. */
  settings(): JsonObject {
    return {
      base_url: this.baseUrl,
      agent_id: this.options.agentId,
      client_token: this.options.clientToken,
      service_account: this.account?.keyFile ?? {},
      requests_per_second: 10_000,
      max_in_flight: 500,
      simulated: true,
    };
  }

  /** Where events go; the handshake comes first. */
  postEventsTo(url: string): void {
    this.events.postTo(url);
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    if (body === null)
      return sendReply(response, errorReply(400, 'INVALID_ARGUMENT', 'the payload has more than 250 KB'));
    const url = new URL(request.url ?? '/', this.baseUrl);
    if (request.method === 'POST' && url.pathname === '/token') {
      return sendReply(response, (await this.account?.token(body)) ?? errorReply(503, 'UNAVAILABLE', 'not started'));
    }
    if (!this.account?.accepts(request.headers.authorization)) {
      return sendReply(response, errorReply(401, 'UNAUTHENTICATED', 'the access token is missing, unknown or too old'));
    }
    const reply = this.route(request.method ?? '', url, body);
    if (reply === 'lost') request.socket.destroy();
    else sendReply(response, reply);
  }

  private route(method: string, url: URL, body: Buffer): Reply | 'lost' {
    if (method === 'POST' && url.pathname === '/v1/users:batchGet') return this.batch(body);
    const path = /^\/v1\/phones\/([^/]+)\/(agentMessages|capabilities)(?:\/([^/]+))?$/.exec(url.pathname);
    const number = decodeURIComponent(path?.[1] ?? '');
    if (!path || !/^\+\d{4,15}$/.test(number)) return errorReply(404, 'NOT_FOUND', 'there is no such resource');
    const agent = url.searchParams.get('agentId');
    if (agent !== this.options.agentId) return errorReply(403, 'PERMISSION_DENIED', 'the agent is not known');
    const digits = number.slice(1);
    if (path[2] === 'capabilities') return this.capabilities(digits, method);
    if (method === 'POST' && path[3] === undefined) return this.send(digits, url.searchParams.get('messageId'), body);
    if (method === 'DELETE' && path[3] !== undefined) return this.revoke(digits, path[3]);
    return errorReply(405, 'INVALID_ARGUMENT', 'the method is not allowed here');
  }

  private send(number: string, messageId: string | null, body: Buffer): Reply | 'lost' {
    if (messageId === null || !UUID.test(messageId)) {
      return errorReply(400, 'INVALID_ARGUMENT', 'messageId must be a UUID');
    }
    this.messages += 1;
    const id = messageId.toLowerCase();
    const message = readAgentMessage(body);
    if (typeof message === 'string') return errorReply(400, 'INVALID_ARGUMENT', message);
    const story = this.options.handsets.storyOf(number);
    if (story.kind === 'not_reachable') return errorReply(404, 'NOT_FOUND', 'the user is not reachable by RCS');
    if (story.kind === 'not_covered') return NOT_LAUNCHED;
    if (story.kind === 'texts_only' && !isPlain(message.content)) {
      return errorReply(400, 'INVALID_ARGUMENT', 'the device does not show this kind of message');
    }
    if (story.kind === 'busy_at_first' && this.isBusy(number)) {
      return errorReply(429, 'RESOURCE_EXHAUSTED', 'the quota of the agent is used up');
    }
    const name = `phones/+${number}/agentMessages/${id}`;
    const reply = { status: 200, body: { name, sendTime: new Date(this.context.clock.now()).toISOString() } };
    if (story.kind === 'never_taken') return 'lost';
    if (this.sent.has(id)) return reply;
    this.take(number, id, message, story);
    if (story.kind === 'answer_lost' && !this.lostOnce.has(number)) {
      this.lostOnce.add(number);
      return 'lost';
    }
    return reply;
  }

  private take(number: string, id: string, message: AgentMessage, story: RcsStory): void {
    const { ttlMs, content } = message;
    const isWaiting = story.kind === 'out_of_reach' || story.kind === 'expires';
    const sent: Sent = { number, state: isWaiting ? 'waiting' : 'delivered', expiry: null };
    this.sent.set(id, sent);
    if (this.sent.size > MOST_REMEMBERED) {
      const [oldest] = this.sent.keys();
      if (oldest !== undefined) this.sent.delete(oldest);
    }
    this.options.handsets.receive(number, {
      from: this.options.agentId,
      messageId: id,
      content,
      isOnItsWay: isWaiting,
    });
    if (isWaiting) {
      if (ttlMs === null) return;
      const endsInMs = story.kind === 'expires' ? ttlMs / 2 : ttlMs + TTL_GRACE_MS;
      const isRevoked = story.kind !== 'expires' || story.revoking === 'succeeds';
      sent.expiry = this.context.clock.setTimer(() => this.expire(id, sent, isRevoked), endsInMs);
      return;
    }
    this.event(number, 'DELIVERED', id);
    if (story.kind === 'read') this.event(number, 'READ', id);
  }

  private expire(id: string, sent: Sent, isRevoked: boolean): void {
    sent.expiry = null;
    if (sent.state !== 'waiting') return;
    sent.state = 'revoked';
    if (isRevoked) this.options.handsets.withdraw(sent.number, id);
    this.events.add({
      phoneNumber: `+${sent.number}`,
      messageId: id,
      eventType: isRevoked ? 'TTL_EXPIRATION_REVOKED' : 'TTL_EXPIRATION_REVOKE_FAILED',
      eventId: this.context.ids.next(),
    });
  }

  private revoke(number: string, messageId: string): Reply {
    const id = messageId.toLowerCase();
    const sent = this.sent.get(id);
    const story = this.options.handsets.storyOf(number);
    if (!sent || sent.number !== number || sent.state !== 'waiting') {
      return errorReply(404, 'NOT_FOUND', 'the message cannot be revoked');
    }
    const withdrawing = story.kind === 'out_of_reach' ? story.withdrawing : 'succeeds';
    if (withdrawing === 'fails') return errorReply(500, 'INTERNAL', 'the message could not be revoked');
    const { clock } = this.context;
    if (sent.expiry) clock.clearTimer(sent.expiry);
    sent.expiry = null;
    if (withdrawing === 'too_late') {
      sent.state = 'delivered';
      this.arrive(number, id);
      return errorReply(404, 'NOT_FOUND', 'the message was delivered');
    }
    sent.state = 'revoked';
    if (withdrawing === 'succeeds') this.options.handsets.withdraw(number, id);
    else sent.expiry = clock.setTimer(() => this.arrive(number, id), IN_VAIN_AFTER_MS);
    return { status: 200, body: {} };
  }

  private arrive(number: string, id: string): void {
    this.options.handsets.arrive(number, id);
    this.event(number, 'DELIVERED', id);
  }

  private capabilities(number: string, method: string): Reply {
    this.questions += 1;
    if (method !== 'GET') return errorReply(405, 'INVALID_ARGUMENT', 'the method is not allowed here');
    const { kind } = this.options.handsets.storyOf(number);
    if (kind === 'not_reachable') return errorReply(404, 'NOT_FOUND', 'the user is not reachable by RCS');
    if (kind === 'not_covered') return NOT_LAUNCHED;
    if (kind === 'untold') return errorReply(503, 'UNAVAILABLE', 'the capabilities cannot be told now');
    const features = kind === 'texts_only' ? [] : FEATURES;
    return { status: 200, body: { features, carrier: 'Simulated Mobile' } };
  }

  private batch(body: Buffer): Reply {
    const post = parseJsonObject(body);
    if (!Array.isArray(post?.users) || post.agentId !== this.options.agentId) {
      return errorReply(400, 'INVALID_ARGUMENT', 'users and agentId are needed');
    }
    const reachable = post.users.filter(
      (user) => typeof user === 'string' && !UNREACHABLE.has(this.options.handsets.storyOf(user.slice(1)).kind),
    );
    return { status: 200, body: { reachableUsers: reachable, totalRandomSampleUserCount: 0 } };
  }

  private event(number: string, eventType: string, messageId?: string): void {
    this.events.add({
      senderPhoneNumber: `+${number}`,
      eventType,
      eventId: this.context.ids.next(),
      ...(messageId === undefined ? {} : { messageId }),
    });
  }

  private isBusy(number: string): boolean {
    const now = this.context.clock.monotonic();
    const since = this.busySince.get(number) ?? now;
    this.busySince.set(number, since);
    return now - since < BUSY_FOR_MS;
  }
}
