/**
 * The server transactions of a user agent (RFC 3261, 17.2): those that are not over, and how many a call may have.
 *
 * 1. A request of a call gets one in any case, up to 100 of a call at once, and its BYE beyond that. Of those that share
 *    what room there is there are at most 5,000.
 * 2. A request that gets none is answered once and forgotten (8.2.7).
 */
import type { Buffer } from 'node:buffer';
import type { Clock } from '../../../lib/clock.ts';
import type { SipResponse } from '../messages/fields.ts';
import { formatMessage, type ReceivedRequest } from '../messages/message.ts';
import { inviteServer, stepInviteServer } from '../transactions/invite-server.ts';
import type { ServerInput, Times } from '../transactions/machine.ts';
import { requestServer, stepRequestServer } from '../transactions/request-server.ts';
import { Runner, type RunnerActions, type Running } from '../transactions/runner.ts';
import type { Flow } from './flow.ts';

export interface ServerTransaction {
  readonly request: ReceivedRequest;
  readonly flow: Flow;
  answer(response: SipResponse): void;
}

export interface ServerTransactionsUser {
  send(response: SipResponse, bytes: Buffer, flow: Flow): void;
  /** The ACK of a 2xx. */
  ack(request: ReceivedRequest): void;
}

type Server = Running<ServerInput, ReceivedRequest>;

interface ServerEntry {
  readonly runner: Server;
  readonly transaction: ServerTransaction;
}

/** Rule 1. */
const MOST_SERVERS = 5_000;
const MOST_OF_A_CALL = 100;

export class ServerTransactions {
  private readonly clock: Clock;
  private readonly times: Times;
  private readonly user: ServerTransactionsUser;
  private readonly entries = new Map<string, ServerEntry>();
  /** How many there are of each Call-ID. */
  private readonly ofCalls = new Map<string, number>();

  constructor(clock: Clock, times: Times, user: ServerTransactionsUser) {
    this.clock = clock;
    this.times = times;
    this.user = user;
  }

  /** Those that are not over. */
  get size(): number {
    return this.entries.size;
  }

  /** `key`: as `serverKey` gives it. */
  find(key: string): ServerEntry | undefined {
    return this.entries.get(key);
  }

  /** Rule 1, for a request of one of our calls. */
  hasRoomForCall({ callId, method }: ReceivedRequest): boolean {
    return method === 'BYE' || (this.ofCalls.get(callId) ?? 0) < MOST_OF_A_CALL;
  }

  /** Rule 1, for any other request. */
  get hasRoomToShare(): boolean {
    return this.entries.size < MOST_SERVERS;
  }

  begin(key: string, request: ReceivedRequest, flow: Flow): ServerTransaction {
    let last: { response: SipResponse; bytes: Buffer } | null = null;
    this.count(request.callId, 1);
    const runner = this.runnerFor(request.method, flow.isReliable, {
      send: () => {
        if (last) this.user.send(last.response, last.bytes, flow);
      },
      sendAck: () => {},
      passUp: (ack) => {
        if (ack) this.user.ack(ack);
      },
      fail: () => {},
      ended: () => {
        this.entries.delete(key);
        this.count(request.callId, -1);
      },
    });
    const transaction: ServerTransaction = {
      request,
      flow,
      answer: (response) => {
        last = { response, bytes: formatMessage(response) };
        runner.input({ type: 'answer', status: response.status });
      },
    };
    this.entries.set(key, { runner, transaction });
    return transaction;
  }

  /** Rule 2: the first final answer goes out, once. */
  answerOnce(request: ReceivedRequest, flow: Flow): ServerTransaction {
    let hasAnswered = false;
    return {
      request,
      flow,
      answer: (response) => {
        if (hasAnswered || response.status < 200) return;
        hasAnswered = true;
        this.user.send(response, formatMessage(response), flow);
      },
    };
  }

  stop(): void {
    for (const { runner } of [...this.entries.values()]) runner.end();
  }

  private count(callId: string, more: number): void {
    const count = (this.ofCalls.get(callId) ?? 0) + more;
    if (count > 0) this.ofCalls.set(callId, count);
    else this.ofCalls.delete(callId);
  }

  private runnerFor(method: string, isReliable: boolean, actions: RunnerActions<ReceivedRequest>): Server {
    return method === 'INVITE'
      ? new Runner(this.clock, inviteServer(isReliable, this.times), stepInviteServer, actions)
      : new Runner(this.clock, requestServer(isReliable, this.times), stepRequestServer, actions);
  }
}
