/**
 * Our requests in one dialog (RFC 3261, 12.2.1): their order, their way, and the answer that each comes to.
 *
 * 1. They leave one after the other in the order in which they were asked for, each with the next number; the ACK of an
 *    INVITE before whatever was asked for after it.
 * 2. Each comes to one answer or to none, and never rejects. A challenge is answered as `Authorization` has it.
 * 3. The ACK of a 2xx is the same each time.
 */
import type { Timer } from '../../../lib/clock.ts';
import { type Dialog, requestIn } from '../messages/dialog.ts';
import type { HeaderField, SipRequest } from '../messages/fields.ts';
import { headerOf, type ReceivedResponse } from '../messages/message.ts';
import { longest } from '../transactions/machine.ts';
import type { Flow } from '../transport/flow.ts';
import type { ClientTransaction } from '../transport/layer.ts';
import { type Agent, aboutSize, flowToHop, type TrunkTarget } from './agent.ts';
import type { Authorization, RequestAuthorization } from './authorization.ts';

export interface DialogRequestsOptions {
  readonly agent: Agent;
  readonly target: TrunkTarget;
  readonly authorization: Authorization;
  /** The way of the INVITE. */
  readonly flow: Flow;
  readonly dialog: Dialog;
  /** The number of the INVITE. */
  readonly sequence: number;
}

export interface Asked {
  readonly method: string;
  readonly headers?: readonly HeaderField[];
  readonly body?: Uint8Array;
  /** A 2xx of an INVITE once more. */
  again?(): void;
}

export type DialogAnswer =
  | { readonly kind: 'answered'; readonly response: ReceivedResponse; readonly request: SipRequest }
  | { readonly kind: 'none'; readonly why: 'timeout' | 'lost'; readonly text: string };

interface Acknowledged {
  readonly sequence: number;
  readonly ack: Promise<{ readonly sent: SipRequest; readonly flow: Flow }>;
}

export class DialogRequests {
  /** As it stands: its owner puts in what the peer changes. */
  dialog: Dialog;
  private readonly options: DialogRequestsOptions;
  private sequence: number;
  private turn: Promise<unknown> = Promise.resolve();
  private acknowledged: Acknowledged | null = null;

  constructor(options: DialogRequestsOptions) {
    this.options = options;
    this.dialog = options.dialog;
    this.sequence = options.sequence;
  }

  /** Rule 2. */
  async ask(asked: Asked): Promise<DialogAnswer> {
    const credentials = this.options.authorization.forRequest();
    for (;;) {
      const answer = await this.once(asked, credentials);
      if (answer.kind === 'none' || !credentials.learn(answer.response)) return answer;
    }
  }

  /** Rule 3. `invite`: as it was answered. */
  acknowledge(invite: SipRequest): void {
    const { layer } = this.options.agent;
    const sequence = sequenceOf(invite);
    const known = this.acknowledged;
    if (known && known.sequence >= sequence) {
      if (known.sequence === sequence) void known.ack.then(({ sent, flow }) => layer.sendAgain(sent, flow));
      return;
    }
    // RFC 3261, 22.1: with the credentials of its INVITE.
    const headers = invite.headers.filter(({ name }) => /^(proxy-)?authorization$/.test(name));
    const ack = this.inTurn(async () => {
      const { request, nextHop } = requestIn(this.dialog, { method: 'ACK', sequence, headers });
      const flow = await this.wayTo(nextHop, request);
      return { sent: layer.sendOnce(request, flow), flow };
    });
    ack.catch(() => {});
    this.acknowledged = { sequence, ack };
  }

  private once(asked: Asked, credentials: RequestAuthorization): Promise<DialogAnswer> {
    const { agent } = this.options;
    const { method, headers = [], body, again } = asked;
    return new Promise((resolve) => {
      let limit: Timer | null = null;
      let isSettled = false;
      const settle = (answer: DialogAnswer) => {
        isSettled = true;
        if (limit) agent.context.clock.clearTimer(limit);
        resolve(answer);
      };
      const nobody = (why: 'timeout' | 'lost', text: string) => settle({ kind: 'none', why, text });
      const sent = this.inTurn(async () => {
        this.sequence += 1;
        const options = { method, sequence: this.sequence, headers, ...(body ? { body } : {}) };
        const { request, nextHop } = requestIn(this.dialog, options);
        const flow = await this.wayTo(nextHop, request);
        const fields = credentials.fieldsFor({ method, uri: request.uri, body: request.body });
        const whole = { ...request, headers: [...request.headers, ...fields] };
        const transaction: ClientTransaction = agent.layer.request(whole, flow, {
          response: (response) => {
            if (isSettled) return again?.();
            if (response.status >= 200) settle({ kind: 'answered', response, request: whole });
          },
          failed: nobody,
        });
        if (method === 'INVITE' && !isSettled) limit = this.limit(transaction, nobody);
      });
      sent.catch((error) => nobody('lost', error instanceof Error ? error.message : 'it could not be sent'));
    });
  }

  /** An INVITE that has got a provisional answer has no time-out of its own. */
  private limit(transaction: ClientTransaction, nobody: (why: 'timeout', text: string) => void): Timer {
    const { context, times } = this.options.agent;
    return context.clock.setTimer(() => {
      transaction.end();
      nobody('timeout', 'no answer');
    }, longest(times));
  }

  /** Where the next hop cannot be found or reached, the way of the INVITE. */
  private async wayTo(nextHop: string, request: SipRequest): Promise<Flow> {
    const { agent, target, flow } = this.options;
    return flowToHop(agent, target, nextHop, aboutSize(request)).catch(() => flow);
  }

  /** Rule 1. */
  private inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => {});
    return done;
  }
}

export function sequenceOf(message: { readonly headers: readonly HeaderField[] }): number {
  return Number.parseInt(headerOf(message, 'cseq') ?? '0', 10);
}
