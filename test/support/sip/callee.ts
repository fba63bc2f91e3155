/**
 * Somebody who is called, as a test wants it: rings, answers with as many forks as it is told, repeats its 200 until it is
 * acknowledged, and keeps what the caller did.
 */
import { Buffer } from 'node:buffer';
import type { HeaderField } from '../../../src/carriers/sip/messages/fields.ts';
import type { ReceivedRequest, ReceivedResponse } from '../../../src/carriers/sip/messages/message.ts';
import { responseTo } from '../../../src/carriers/sip/messages/messages.ts';
import type { Flow } from '../../../src/carriers/sip/transport/flow.ts';
import { type LayerUser, TransactionLayer } from '../../../src/carriers/sip/transport/layer.ts';
import type { ServerTransaction } from '../../../src/carriers/sip/transport/server-transactions.ts';
import type { Context } from '../../../src/context.ts';

export interface CalleePlan {
  /** Milliseconds after the INVITE; null: never. */
  readonly ringsAfterMs: number | null;
  readonly answersAfterMs: number | null;
  readonly status: number;
  readonly headers?: readonly HeaderField[];
  /** How many of them answer with 200. */
  readonly forks: number;
  readonly sdp?: string | null;
  /** Instead of ringing and answering. */
  readonly rings?: (invite: ServerTransaction, callee: Callee) => void;
  /** What a request in a dialog is answered; undefined: as if there were no such plan. */
  readonly takes?: (request: ReceivedRequest) => { status: number; headers?: readonly HeaderField[] } | undefined;
}

export const PLAN: CalleePlan = { ringsAfterMs: 50, answersAfterMs: 300, status: 200, forks: 1 };

export const SDP = [
  'v=0',
  'o=- 1 1 IN IP4 192.0.2.2',
  's=-',
  'c=IN IP4 192.0.2.2',
  't=0 0',
  'm=audio 7000 RTP/AVP 8 96',
  'a=rtpmap:96 telephone-event/8000',
  '',
].join('\r\n');

export class Callee {
  readonly layer: TransactionLayer;
  /** Methods of requests, each counted once however often it came. */
  readonly asked: string[] = [];
  readonly requests: ReceivedRequest[] = [];
  /** Tags of dialogs, and whether they were acknowledged and hung up. */
  readonly dialogs = new Map<string, { isAcknowledged: boolean; isHungUp: boolean }>();
  plan: CalleePlan;
  private readonly context: Context;

  constructor(context: Context, plan: Partial<CalleePlan> = {}) {
    this.context = context;
    this.plan = { ...PLAN, ...plan };
    this.layer = new TransactionLayer(context, this.user());
  }

  /** A request in the first dialog, or in that of the tag `as`. */
  ask(method: string, flow: Flow, sequence: number, body = '', headers: readonly HeaderField[] = []): Promise<number> {
    const invite = this.requests.find((request) => request.method === 'INVITE');
    const tag = this.as ?? [...this.dialogs.keys()][0];
    const value = (name: string) => invite?.headers.find((field) => field.name === name)?.value ?? '';
    const message = {
      kind: 'request' as const,
      method,
      uri: 'sip:trunkline@192.0.2.1:5060',
      headers: [
        { name: 'max-forwards', value: '70' },
        { name: 'from', value: `${value('to')};tag=${tag}` },
        { name: 'to', value: value('from') },
        { name: 'call-id', value: value('call-id') },
        { name: 'cseq', value: `${sequence} ${method}` },
        { name: 'contact', value: '<sip:callee@192.0.2.2:5060>' },
        ...(body === '' ? [] : [{ name: 'content-type', value: 'application/sdp' }]),
        ...headers.filter(({ name }) => name !== 'content-type'),
      ],
      body: Buffer.from(body),
    };
    const type = headers.find(({ name }) => name === 'content-type');
    if (type) message.headers = [...message.headers.filter(({ name }) => name !== 'content-type'), type];
    return new Promise((resolve) => {
      this.layer.request(message, flow, {
        response: (response) => {
          if (response.status < 200) return;
          this.lastAnswer = response;
          this.lastBody = Buffer.from(response.body).toString();
          resolve(response.status);
        },
        failed: () => resolve(0),
      });
    });
  }

  as: string | null = null;
  lastBody = '';
  lastAnswer: ReceivedResponse | null = null;
  private isCancelled = false;

  private user(): LayerUser {
    return {
      request: (transaction) => this.take(transaction),
      cancelled: (invite) => {
        this.asked.push('cancelled');
        this.isCancelled = true;
        invite.answer(responseTo(invite.request, 487, { tag: 'none' }));
      },
      ack: (request) => {
        const dialog = this.dialogs.get(request.to.params.get('tag') ?? '');
        if (dialog) dialog.isAcknowledged = true;
      },
      stray: () => {},
      passed: () => {},
    };
  }

  private take(transaction: ServerTransaction): void {
    const { request } = transaction;
    this.asked.push(request.method);
    this.requests.push(request);
    if (request.method === 'INVITE') return this.ring(transaction);
    const planned = this.plan.takes?.(request);
    if (planned) return transaction.answer(responseTo(request, planned.status, { ...planned, tag: 'none' }));
    const dialog = this.dialogs.get(request.to.params.get('tag') ?? '');
    if (dialog && request.method === 'BYE') dialog.isHungUp = true;
    transaction.answer(responseTo(request, dialog ? 200 : 481, { tag: 'none' }));
  }

  private ring(invite: ServerTransaction): void {
    const { ringsAfterMs, answersAfterMs, status, headers = [], forks, rings } = this.plan;
    if (rings) return rings(invite, this);
    const { clock } = this.context;
    const after = (ms: number | null, run: () => void) => {
      if (ms !== null) clock.setTimer(run, ms);
    };
    after(ringsAfterMs, () => invite.answer(responseTo(invite.request, 180, { tag: 'fork1' })));
    after(answersAfterMs, () => {
      if (this.isCancelled) return;
      if (status >= 300) return invite.answer(responseTo(invite.request, status, { tag: 'none', headers }));
      for (let fork = 1; fork <= forks; fork += 1) this.answer(invite, `fork${fork}`);
    });
  }

  /** 200, again until it is acknowledged. */
  answer(invite: ServerTransaction, tag: string, againMs = 500, waitedMs = 0): void {
    const dialog = this.dialogs.get(tag) ?? { isAcknowledged: false, isHungUp: false };
    this.dialogs.set(tag, dialog);
    if (dialog.isAcknowledged || waitedMs > 31_000) return;
    const sdp = this.plan.sdp === undefined ? SDP : this.plan.sdp;
    const headers = [
      { name: 'contact', value: '<sip:callee@192.0.2.2:5060>' },
      ...(sdp === null ? [] : [{ name: 'content-type', value: 'application/sdp' }]),
      ...(this.plan.headers ?? []),
    ];
    invite.answer(responseTo(invite.request, 200, { tag, headers, body: Buffer.from(sdp ?? '') }));
    this.context.clock.setTimer(
      () => this.answer(invite, tag, Math.min(againMs * 2, 4_000), waitedMs + againMs),
      againMs,
    );
  }
}
