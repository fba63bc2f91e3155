/**
 * The transactions of a user agent (RFC 3261, 17 and 18): which message belongs to which of them.
 *
 * 1. A response belongs to the client transaction of its first Via's branch and its method; a request to the server
 *    transaction of its branch, the place in its Via and its method (17.1.3, 17.2.3). What belongs to none is given to
 *    the user: a new request, the ACK of a 2xx, a 2xx that came late.
 * 2. Responses go back the way the request came (18.2.2, RFC 3581).
 * 3. The guard says which request gets a server transaction (port-guard.ts), and `ServerTransactions` how many there may be
 *    (server-transactions.ts). Everything else is answered once and forgotten, or not at all.
 * 4. No bytes make it throw. It answers what is malformed where that is possible, and counts it. It completes a response
 *    that lacks a field from the request that it answers; one whose status cannot be read counts as 180, since it says that
 *    somebody is there, and nobody's telephone may ring twice.
 */
import type { Buffer } from 'node:buffer';
import { createHmac } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { completed } from '../messages/essentials.ts';
import type { SipMessage, SipRequest } from '../messages/fields.ts';
import { branchOf, MAGIC, replyFlow, serverKey, withVia } from '../messages/matching.ts';
import {
  formatMessage,
  headerOf,
  type Malformed,
  type OddResponse,
  parseMessage,
  type ReceivedRequest,
  type ReceivedResponse,
} from '../messages/message.ts';
import { ackFor, responseTo, withSource } from '../messages/messages.ts';
import { inviteClient, stepInviteClient } from '../transactions/invite-client.ts';
import { type ClientInput, STANDARD_TIMES, type Times } from '../transactions/machine.ts';
import { requestClient, stepRequestClient } from '../transactions/request-client.ts';
import { Runner, type RunnerActions, type Running } from '../transactions/runner.ts';
import type { Flow, FlowEvents } from './flow.ts';
import { plainAddress } from './networks.ts';
import { type Entry, OPEN_PORT, type PortGuard } from './port-guard.ts';
import { type ServerTransaction, ServerTransactions } from './server-transactions.ts';

export interface ClientUser {
  /** Each provisional answer, the final one, and every further 2xx of an INVITE. */
  response(response: ReceivedResponse): void;
  failed(why: 'timeout' | 'lost', text: string): void;
}

export interface ClientTransaction {
  /** As it left, with its Via. */
  readonly request: SipRequest;
  readonly flow: Flow;
  /** Forgets it: nothing is sent, and nobody is called, any more. */
  end(): void;
}

export interface LayerUser {
  /** A new request; it has to be answered. */
  request(transaction: ServerTransaction): void;
  /** CANCEL of an INVITE that has no final answer yet; the CANCEL itself has been answered. */
  cancelled(invite: ServerTransaction): void;
  /** The ACK of a 2xx. */
  ack(request: ReceivedRequest): void;
  /** A response that belongs to no transaction (any more). */
  stray(response: ReceivedResponse): void;
  /** Each message that leaves or arrives and can be told from noise. */
  passed(direction: 'sent' | 'received', callId: string, bytes: Buffer, flow: Flow): void;
}

type Client = Running<ClientInput, ReceivedResponse>;

interface ClientEntry {
  readonly request: SipRequest;
  readonly runner: Client;
  readonly flow: Flow;
  lostBecause: string;
}

/** Rule 4. */
const STATUS_UNREADABLE = 180;
/** What user agents of ours ask. */
const METHODS = ['INVITE', 'BYE', 'CANCEL', 'OPTIONS', 'REGISTER', 'INFO', 'UPDATE', 'PRACK'];

export class TransactionLayer implements FlowEvents {
  /** How many messages could not be read. */
  malformed = 0;
  private readonly context: Context;
  private readonly user: LayerUser;
  private readonly times: Times;
  private readonly clients = new Map<string, ClientEntry>();
  private readonly servers: ServerTransactions;
  private readonly guard: PortGuard;
  private readonly tagKey: Buffer;

  constructor(context: Context, user: LayerUser, times: Times = STANDARD_TIMES, guard: PortGuard = OPEN_PORT) {
    this.context = context;
    this.user = user;
    this.times = times;
    this.guard = guard;
    this.servers = new ServerTransactions(context.clock, times, {
      send: (response, bytes, flow) => this.send(response, bytes, flow),
      ack: (request) => user.ack(request),
    });
    this.tagKey = context.randomBytes(16);
  }

  /** Transactions that are not over, both kinds. */
  get pending(): number {
    return this.clients.size + this.servers.size;
  }

  newBranch(): string {
    return MAGIC + this.context.randomBytes(12).toString('hex');
  }

  /** The tag of our answers to a request outside of our calls: the same each time that it comes (8.2.7). */
  tagFor(request: SipRequest): string {
    const said = ['via', 'from', 'call-id', 'cseq'].map((name) => headerOf(request, name) ?? '').join('\n');
    return createHmac('sha256', this.tagKey).update(said, 'latin1').digest('hex').slice(0, 16);
  }

  /** Sends a request; `user` gets what becomes of it. Its Via is put in, unless it has one (CANCEL). */
  request(request: SipRequest, flow: Flow, user: ClientUser, times: Times = this.times): ClientTransaction {
    const sent = withVia(request, flow, this.newBranch());
    const bytes = formatMessage(sent);
    const key = `${branchOf(sent)} ${sent.method}`;
    const send = (message: SipMessage, as: Buffer) => this.send(message, as, flow);
    const runner = this.clientRunner(sent, flow.isReliable, times, {
      send: () => send(sent, bytes),
      sendAck: (response) => {
        const ack = ackFor(sent, response ?? sent);
        send(ack, formatMessage(ack));
      },
      passUp: (response) => {
        if (response) user.response(response);
      },
      fail: (why) => user.failed(why, this.clients.get(key)?.lostBecause ?? 'no answer'),
      ended: () => this.clients.delete(key),
    });
    this.clients.set(key, { request: sent, runner, flow, lostBecause: 'no answer' });
    runner.input({ type: 'begin' });
    return { request: sent, flow, end: () => runner.end() };
  }

  /** Sends what no answer is expected to: the ACK of a 2xx. Gives it as it left, to be sent again. */
  sendOnce(request: SipRequest, flow: Flow): SipRequest {
    const sent = withVia(request, flow, this.newBranch());
    this.send(sent, formatMessage(sent), flow);
    return sent;
  }

  /** What `sendOnce` gave, once more. */
  sendAgain(sent: SipRequest, flow: Flow): void {
    this.send(sent, formatMessage(sent), flow);
  }

  received(bytes: Buffer, flow: Flow): boolean {
    const address = flow.remote.host;
    if (!this.guard.mayBeRead(bytes.length, address)) return false;
    const message = parseMessage(bytes);
    if (message.kind === 'malformed') {
      return message.response ? this.takeOdd(message.response, bytes, flow) : this.refuse(message, flow);
    }
    const { callId, odd = [] } = message;
    if (message.kind === 'request') {
      const entry = this.guard.admit(callId, address);
      if (entry === 'none') return false;
      if (odd.length > 0) this.guard.passedOver('field', { callId, address, fields: odd });
      this.user.passed('received', callId, bytes, flow);
      return this.takeRequest(message, flow, entry);
    }
    this.user.passed('received', callId, bytes, flow);
    return this.takeResponse(message, flow);
  }

  lost(flow: Flow, why: string): void {
    for (const entry of [...this.clients.values()]) {
      if (entry.flow !== flow) continue;
      entry.lostBecause = why;
      entry.runner.input({ type: 'lost' });
    }
  }

  stop(): void {
    for (const { runner } of [...this.clients.values()]) runner.end();
    this.servers.stop();
  }

  private takeResponse(response: ReceivedResponse, flow: Flow): boolean {
    const { callId, odd = [] } = response;
    const entry = this.clientOf(response.via.params.get('branch') ?? '', response.cseq.method);
    if (!entry && !this.guard.isOfCall(callId)) return false;
    if (odd.length > 0) this.guard.passedOver('field', { callId, address: flow.remote.host, fields: odd });
    if (!entry) {
      this.user.stray(response);
      return true;
    }
    const cseq = { ...response.cseq, method: entry.request.method };
    entry.runner.input({ type: 'response', status: response.status }, { ...response, cseq });
    return true;
  }

  /** Rule 4: the transaction knows what the response does not say. */
  private takeOdd({ found, ...rest }: OddResponse, bytes: Buffer, flow: Flow): boolean {
    this.malformed += 1;
    const entry = this.clientOf(found.branch, found.cseq?.method);
    const essentials = entry && completed(found, entry.request);
    const callId = essentials?.callId ?? found.callId ?? '';
    const from = { callId, address: flow.remote.host, fields: [] };
    this.guard.passedOver('message', from);
    if (!entry || !essentials) return false;
    this.user.passed('received', callId, bytes, flow);
    const status = rest.status ?? STATUS_UNREADABLE;
    entry.runner.input({ type: 'response', status }, { ...rest, ...essentials, kind: 'response', status });
    return true;
  }

  /** By its branch alone where the method is none that we ask. */
  private clientOf(branch: string, method = ''): ClientEntry | undefined {
    const others = METHODS.includes(method) ? [] : METHODS;
    return [method, ...others]
      .map((each) => this.clients.get(`${branch} ${each}`))
      .find((entry) => entry !== undefined);
  }

  private takeRequest(received: ReceivedRequest, flow: Flow, entry: Entry): boolean {
    const { host, port } = flow.remote;
    const request = withSource(received, { host: plainAddress(host), port });
    const key = serverKey(request, request.method === 'ACK' ? 'INVITE' : request.method);
    const known = this.servers.find(key);
    if (request.method === 'ACK') {
      if (known) known.runner.input({ type: 'ack' }, request);
      else this.user.ack(request);
      return true;
    }
    if (known) {
      known.runner.input({ type: 'request' });
      return true;
    }
    const isKept = entry === 'place' || (entry === 'share' && this.servers.hasRoomToShare);
    if (entry === 'place' && !this.servers.hasRoomForCall(request)) return false;
    const reply = replyFlow(request, flow);
    const transaction = isKept ? this.servers.begin(key, request, reply) : this.servers.answerOnce(request, reply);
    if (request.method === 'CANCEL') this.cancel(transaction);
    else this.user.request(transaction);
    return true;
  }

  /** RFC 3261, 9.2. */
  private cancel(transaction: ServerTransaction): void {
    const invite = this.servers.find(serverKey(transaction.request, 'INVITE'));
    const { request } = transaction;
    transaction.answer(responseTo(request, invite ? 200 : 481, { tag: this.tagFor(request) }));
    if (invite?.runner.state === 'proceeding') this.user.cancelled(invite.transaction);
  }

  private clientRunner(
    { method }: SipRequest,
    isReliable: boolean,
    times: Times,
    actions: RunnerActions<ReceivedResponse>,
  ): Client {
    const { clock } = this.context;
    return method === 'INVITE'
      ? new Runner(clock, inviteClient(isReliable, times), stepInviteClient, actions)
      : new Runner(clock, requestClient(isReliable, times), stepRequestClient, actions);
  }

  private send(message: SipMessage, bytes: Buffer, flow: Flow): void {
    const callId = message.headers.find(({ name }) => name === 'call-id')?.value ?? '';
    this.user.passed('sent', callId, bytes, flow);
    flow.send(bytes);
  }

  /** Rule 4. */
  private refuse({ request, status }: Malformed, flow: Flow): boolean {
    this.malformed += 1;
    const callId = (request && headerOf(request, 'call-id')) ?? '';
    const address = flow.remote.host;
    if (this.guard.admit(callId, address) === 'none') return false;
    this.guard.passedOver('message', { callId, address, fields: [] });
    if (!request || request.method === 'ACK' || headerOf(request, 'via') === undefined) return false;
    flow.send(formatMessage(responseTo(request, status, { tag: this.tagFor(request) })));
    return true;
  }
}
