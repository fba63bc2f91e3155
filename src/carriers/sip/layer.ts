/**
 * The transactions of a user agent (RFC 3261, 17 and 18): which message belongs to which of them.
 *
 * 1. A response belongs to the client transaction of its first Via's branch and its method; a request to the server
 *    transaction of its branch, the place in its Via and its method (17.1.3, 17.2.3). What belongs to none is given to
 *    the user: a new request, the ACK of a 2xx, a 2xx that came late.
 * 2. Responses go back the way the request came (18.2.2, RFC 3581).
 * 3. At most 5,000 server transactions; what comes beyond that is dropped, as its sender will ask again.
 * 4. No bytes make it throw. What is malformed is answered where that is possible, and counted.
 */
import type { Buffer } from 'node:buffer';
import type { Context } from '../../context.ts';
import type { Flow, FlowEvents } from './flow.ts';
import {
  formatMessage,
  type Malformed,
  parseMessage,
  type ReceivedRequest,
  type ReceivedResponse,
  type SipMessage,
  type SipRequest,
  type SipResponse,
} from './message.ts';
import { ackFor, responseTo, viaText, withSource } from './messages.ts';
import { inviteClient, stepInviteClient } from './transactions/invite-client.ts';
import { inviteServer, stepInviteServer } from './transactions/invite-server.ts';
import { type ClientInput, type ServerInput, STANDARD_TIMES, type Times } from './transactions/machine.ts';
import { requestClient, stepRequestClient } from './transactions/request-client.ts';
import { requestServer, stepRequestServer } from './transactions/request-server.ts';
import { Runner, type RunnerActions, type Running } from './transactions/runner.ts';

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
  readonly runner: Client;
  readonly flow: Flow;
  lostBecause: string;
}

interface ServerEntry {
  readonly runner: Server;
  readonly transaction: ServerTransaction;
}

const MAGIC = 'z9hG4bK';
const MOST_SERVERS = 5_000;

export class TransactionLayer implements FlowEvents {
  /** How many messages could not be read. */
  malformed = 0;
  private readonly context: Context;
  private readonly user: LayerUser;
  private readonly times: Times;
  private readonly clients = new Map<string, ClientEntry>();
  private readonly servers = new Map<string, ServerEntry>();

  constructor(context: Context, user: LayerUser, times: Times = STANDARD_TIMES) {
    this.context = context;
    this.user = user;
    this.times = times;
  }

  /** Transactions that are not over, both kinds. */
  get pending(): number {
    return this.clients.size + this.servers.size;
  }

  newBranch(): string {
    return MAGIC + this.context.randomBytes(12).toString('hex');
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
    this.clients.set(key, { runner, flow, lostBecause: 'no answer' });
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

  received(bytes: Buffer, flow: Flow): void {
    const message = parseMessage(bytes);
    if (message.kind === 'malformed') return this.refuse(message, flow);
    this.user.passed('received', message.callId, bytes, flow);
    if (message.kind === 'response') this.takeResponse(message);
    else this.takeRequest(message, flow);
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

  private takeResponse(response: ReceivedResponse): void {
    const key = `${response.via.params.get('branch') ?? ''} ${response.cseq.method}`;
    const entry = this.clients.get(key);
    if (entry) entry.runner.input({ type: 'response', status: response.status }, response);
    else this.user.stray(response);
  }

  private takeRequest(received: ReceivedRequest, flow: Flow): void {
    const request = withSource(received, flow.remote);
    const key = serverKey(request, request.method === 'ACK' ? 'INVITE' : request.method);
    const known = this.servers.get(key);
    if (request.method === 'ACK') {
      if (!known) return this.user.ack(request);
      return known.runner.input({ type: 'ack' }, request);
    }
    if (known) return known.runner.input({ type: 'request' });
    if (this.servers.size >= MOST_SERVERS) return;
    const transaction = this.serve(key, request, replyFlow(request, flow));
    if (request.method === 'CANCEL') this.cancel(transaction);
    else this.user.request(transaction);
  }

  /** RFC 3261, 9.2. */
  private cancel(transaction: ServerTransaction): void {
    const invite = this.servers.get(serverKey(transaction.request, 'INVITE'));
    transaction.answer(responseTo(transaction.request, invite ? 200 : 481, { tag: this.newBranch() }));
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
      ended: () => this.servers.delete(key),
    };
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
  private refuse({ request, status, why }: Malformed, flow: Flow): void {
    this.malformed += 1;
    this.context.log.debug({ peer: flow.remote.host, why }, 'a SIP message could not be read');
    if (!request || request.method === 'ACK' || !request.headers.some(({ name }) => name === 'via')) return;
    flow.send(formatMessage(responseTo(request, status, { tag: this.newBranch() })));
  }
}

function withVia(request: SipRequest, flow: Flow, branch: string): SipRequest {
  if (request.headers.some(({ name }) => name === 'via')) return request;
  const params = new Map([
    ['rport', ''],
    ['branch', branch],
  ]);
  const value = viaText({ transport: flow.transport.toUpperCase(), ...flow.local, params });
  return { ...request, headers: [{ name: 'via', value }, ...request.headers] };
}

function branchOf({ headers }: SipRequest): string {
  const via = headers.find(({ name }) => name === 'via')?.value ?? '';
  return /;branch=([^;,\s]+)/i.exec(via)?.[1] ?? '';
}

/** RFC 3261, 17.2.3; for peers of before that by what makes their request unique. */
function serverKey({ via, callId, cseq, from, uri }: ReceivedRequest, method: string): string {
  const branch = via.params.get('branch') ?? '';
  const place = `${via.host}:${via.port ?? ''}`;
  if (branch.startsWith(MAGIC) && branch.length > MAGIC.length) return `${branch} ${place} ${method}`;
  return `${callId} ${cseq.number} ${from.params.get('tag') ?? ''} ${uri} ${branch} ${place} ${method}`;
}

/** Rule 2. */
function replyFlow({ via }: ReceivedRequest, flow: Flow): Flow {
  if (flow.isReliable || via.params.has('rport')) return flow;
  return flow.toPort(via.port ?? 5060);
}
