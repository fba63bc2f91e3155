/**
 * The transactions of a user agent (RFC 3261, 17 and 18): which message belongs to which of them.
 *
 * 1. A response belongs to the client transaction of its first Via's branch and its method; a request to the server
 *    transaction of its branch, the place in its Via and its method (17.1.3, 17.2.3). What belongs to none is given to
 *    the user: a new request, the ACK of a 2xx, a 2xx that came late.
 * 2. Responses go back the way the request came (18.2.2, RFC 3581).
 * 3. Who gets a server transaction is what the guard says (port-guard.ts). What belongs to a call always has one, up to 100 of a
 *    call at once, and its BYE beyond that; of those that share a place there are at most 5,000. Everything else is answered
 *    once and forgotten (8.2.7), or not at all.
 * 4. No bytes make it throw. What is malformed is answered where that is possible, and counted. A response that lacks a
 *    field is completed from the request that it answers; one whose status cannot be read counts as 180, since it says that
 *    somebody is there, and nobody's telephone may ring twice.
 */
import type { Buffer } from 'node:buffer';
import { createHmac } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { completed } from '../messages/essentials.ts';
import type { SipMessage, SipRequest, SipResponse } from '../messages/fields.ts';
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
import { inviteServer, stepInviteServer } from '../transactions/invite-server.ts';
import { type ClientInput, type ServerInput, STANDARD_TIMES, type Times } from '../transactions/machine.ts';
import { requestClient, stepRequestClient } from '../transactions/request-client.ts';
import { requestServer, stepRequestServer } from '../transactions/request-server.ts';
import { Runner, type RunnerActions, type Running } from '../transactions/runner.ts';
import type { Flow, FlowEvents } from './flow.ts';
import { type Entry, OPEN_PORT, type PortGuard } from './port-guard.ts';

export interface ClientUser {
  /** Each provisional answer, the final one, and every further 2xx of an INVITE. */
  response(response: ReceivedResponse): void;
  failed(why: 'timeout' | 'lost', text: string): void;
}

export interface ClientTransaction {
  /** As it left, with its Via. */
  readonly request: SipRequest;
  readonly flow: Flow;
  /** Forgets it: nothing is sent or told any more. */
  end(): void;
}

export interface ServerTransaction {
  readonly request: ReceivedRequest;
  readonly flow: Flow;
  answer(response: SipResponse): void;
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
type Server = Running<ServerInput, ReceivedRequest>;

interface ClientEntry {
  readonly request: SipRequest;
  readonly runner: Client;
  readonly flow: Flow;
  lostBecause: string;
}

interface ServerEntry {
  readonly runner: Server;
  readonly transaction: ServerTransaction;
}

/** Rule 3. */
const MOST_SERVERS = 5_000;
const MOST_OF_A_CALL = 100;
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
  private readonly servers = new Map<string, ServerEntry>();
  /** How many server transactions there are of each Call-ID. */
  private readonly ofCalls = new Map<string, number>();
  private readonly guard: PortGuard;
  private readonly tagKey: Buffer;

  constructor(context: Context, user: LayerUser, times: Times = STANDARD_TIMES, guard: PortGuard = OPEN_PORT) {
    this.context = context;
    this.user = user;
    this.times = times;
    this.guard = guard;
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

  /** Sends a request and tells what becomes of it. Its Via is put in, unless it has one (CANCEL). */
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
    for (const { runner } of [...this.clients.values(), ...this.servers.values()]) runner.end();
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
    const request = withSource(received, flow.remote);
    const key = serverKey(request, request.method === 'ACK' ? 'INVITE' : request.method);
    const known = this.servers.get(key);
    if (request.method === 'ACK') {
      if (known) known.runner.input({ type: 'ack' }, request);
      else this.user.ack(request);
      return true;
    }
    if (known) {
      known.runner.input({ type: 'request' });
      return true;
    }
    const isKept = entry === 'place' || (entry === 'share' && this.servers.size < MOST_SERVERS);
    if (entry === 'place' && !this.hasRoom(request)) return false;
    const reply = replyFlow(request, flow);
    const transaction = isKept ? this.serve(key, request, reply) : this.answerOnce(request, reply);
    if (request.method === 'CANCEL') this.cancel(transaction);
    else this.user.request(transaction);
    return true;
  }

  /** Rule 3. */
  private hasRoom({ callId, method }: ReceivedRequest): boolean {
    return method === 'BYE' || (this.ofCalls.get(callId) ?? 0) < MOST_OF_A_CALL;
  }

  /** Without a transaction: the first final answer goes out, once. */
  private answerOnce(request: ReceivedRequest, flow: Flow): ServerTransaction {
    let hasAnswered = false;
    return {
      request,
      flow,
      answer: (response) => {
        if (hasAnswered || response.status < 200) return;
        hasAnswered = true;
        this.send(response, formatMessage(response), flow);
      },
    };
  }

  /** RFC 3261, 9.2. */
  private cancel(transaction: ServerTransaction): void {
    const invite = this.servers.get(serverKey(transaction.request, 'INVITE'));
    const { request } = transaction;
    transaction.answer(responseTo(request, invite ? 200 : 481, { tag: this.tagFor(request) }));
    if (invite?.runner.state === 'proceeding') this.user.cancelled(invite.transaction);
  }

  private serve(key: string, request: ReceivedRequest, flow: Flow): ServerTransaction {
    let last: { response: SipResponse; bytes: Buffer } | null = null;
    const actions = {
      send: () => {
        if (last) this.send(last.response, last.bytes, flow);
      },
      sendAck: () => {},
      passUp: (ack: ReceivedRequest | null) => {
        if (ack) this.user.ack(ack);
      },
      fail: () => {},
      ended: () => {
        this.servers.delete(key);
        this.count(request.callId, -1);
      },
    };
    this.count(request.callId, 1);
    const runner = this.serverRunner(request.method, flow.isReliable, actions);
    const transaction: ServerTransaction = {
      request,
      flow,
      answer: (response) => {
        last = { response, bytes: formatMessage(response) };
        runner.input({ type: 'answer', status: response.status });
      },
    };
    this.servers.set(key, { runner, transaction });
    return transaction;
  }

  private count(callId: string, more: number): void {
    const count = (this.ofCalls.get(callId) ?? 0) + more;
    if (count > 0) this.ofCalls.set(callId, count);
    else this.ofCalls.delete(callId);
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

  private serverRunner(method: string, isReliable: boolean, actions: RunnerActions<ReceivedRequest>): Server {
    const { clock } = this.context;
    return method === 'INVITE'
      ? new Runner(clock, inviteServer(isReliable, this.times), stepInviteServer, actions)
      : new Runner(clock, requestServer(isReliable, this.times), stepRequestServer, actions);
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
