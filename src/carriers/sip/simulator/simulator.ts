/**
 * Telephones behind two SIP trunks on loopback. What the owner of a number does comes from its story.
 *
 * 1. The second trunk is there for the story in which the first one is down.
 * 2. A story that asks for a password wants digest authentication (SHA-256 or MD5) with the credentials of `settings`.
 * 3. What was heard is given to the handsets when the call has ended, also when nobody answered it.
 */
import type { Context } from '../../../context.ts';
import type { Service } from '../../../lib/service.ts';
import { type Challenge, isRightAnswer } from '../messages/digest.ts';
import { parseSipUri } from '../messages/grammar.ts';
import { linesOf } from '../messages/message.ts';
import { ALLOWED_METHODS, type ResponseExtras, responseTo } from '../messages/messages.ts';
import { type LayerUser, TransactionLayer } from '../transport/layer.ts';
import type { ServerTransaction } from '../transport/server-transactions.ts';
import { Sockets } from '../transport/sockets.ts';
import type { CallInHand, HeardCall, Manner } from './manners.ts';
import { SimulatedCall } from './simulator-call.ts';

export type CallStory =
  | { readonly kind: Manner }
  | { readonly kind: 'busy' | 'declines' | 'not_allocated' | 'asks_password' | 'first_trunk_down' }
  /** The network ends it unasked; the callee does not want it (RFC 8197); the network does not let it through (RFC 8688). */
  | { readonly kind: 'taken_back' | 'unwanted' | 'blocked' };

export interface PhoneHandsets {
  storyOf(number: string): CallStory;
  /** It rings there from now on. Absent: nobody takes calls in hand. */
  rings?(number: string, call: CallInHand): void;
  heard(number: string, call: HeardCall): void;
  /** A call under way was answered, or a key was pressed or heard. */
  changed?(number: string): void;
}

export interface PhoneSimulatorOptions {
  readonly host: string;
  /** Of the first trunk; 0 takes a free one. The second trunk takes a free one always. */
  readonly port: number;
  readonly handsets: PhoneHandsets;
  /** How long a telephone rings before it is answered; default 200. */
  readonly ringMs?: number;
}

interface Exchange {
  readonly sockets: Sockets;
  readonly layer: TransactionLayer;
  port: number;
}

const USERNAME = 'trunkline';
/** Of a range that Germany's regulator keeps for fiction: what is shown to a callee where the caller names no number. */
const CALLER_ID = '493023125000';
const RING_MS = 200;
const REALM = 'simulated';
const MOST_CALLS = 2_000;

export class SipPhoneSimulator implements Service {
  readonly name = 'SIP phone simulator';
  private readonly context: Context;
  private readonly options: PhoneSimulatorOptions;
  private readonly password: string;
  private readonly first: Exchange;
  private readonly second: Exchange;
  private readonly calls = new Map<string, SimulatedCall>();

  constructor(context: Context, options: PhoneSimulatorOptions) {
    this.context = context;
    this.options = options;
    this.password = context.randomBytes(8).toString('hex');
    this.first = this.exchange(options.port, true);
    this.second = this.exchange(0, false);
  }

  async start(): Promise<void> {
    for (const exchange of [this.first, this.second]) exchange.port = await exchange.sockets.open();
  }

  async stop(): Promise<void> {
    for (const call of [...this.calls.values()]) call.end();
    for (const { layer, sockets } of [this.first, this.second]) {
      layer.stop();
      await sockets.close();
    }
  }

  /** The settings with which a SIP carrier of the gateway calls here. */
  settings(): Readonly<Record<string, unknown>> {
    const { host } = this.options;
    const common = { host, username: USERNAME, password: this.password, caller_id: CALLER_ID };
    const trunk = (name: string, port: number) => ({ ...common, name, port });
    return {
      listen_host: host,
      listen_port: 0,
      trunks: [trunk('simulated-1', this.first.port), trunk('simulated-2', this.second.port)],
      simulated: true,
    };
  }

  private exchange(port: number, isFirst: boolean): Exchange {
    const layer: TransactionLayer = new TransactionLayer(
      this.context,
      this.user(() => exchange, isFirst),
    );
    const sockets = new Sockets(this.context.clock, { host: this.options.host, port, secure: null }, layer);
    const exchange: Exchange = { sockets, layer, port };
    return exchange;
  }

  private user(exchange: () => Exchange, isFirst: boolean): LayerUser {
    return {
      request: (transaction) => this.asked(transaction, exchange(), isFirst),
      cancelled: ({ request }) => this.calls.get(request.callId)?.cancelled(),
      ack: ({ callId }) => this.calls.get(callId)?.acknowledged(),
      stray: () => {},
      passed: () => {},
    };
  }

  private asked(transaction: ServerTransaction, exchange: Exchange, isFirst: boolean): void {
    const { request } = transaction;
    const answer = (status: number, extras: ResponseExtras = {}) =>
      transaction.answer(responseTo(request, status, { tag: exchange.layer.newBranch(), ...extras }));
    if (request.to.params.has('tag')) {
      const call = this.calls.get(request.callId);
      return call ? call.receive(transaction) : answer(481);
    }
    if (request.method === 'OPTIONS') return answer(200, { headers: [{ name: 'allow', value: ALLOWED_METHODS }] });
    if (request.method !== 'INVITE') return answer(405, { headers: [{ name: 'allow', value: ALLOWED_METHODS }] });
    const number = parseSipUri(request.uri)?.user?.replaceAll(/\D/g, '') ?? '';
    const story = this.options.handsets.storyOf(number);
    switch (story.kind) {
      case 'busy':
        return answer(486);
      case 'declines':
        return answer(603);
      case 'taken_back':
        return answer(487);
      case 'unwanted':
        return answer(607);
      case 'blocked':
        return answer(608);
      case 'not_allocated':
        return answer(404, { headers: [{ name: 'reason', value: 'Q.850;cause=1;text="Unallocated number"' }] });
      case 'first_trunk_down':
        return isFirst ? answer(503) : this.ring(transaction, exchange, number, 'listens');
      case 'asks_password':
        if (!this.isAllowed(transaction)) return answer(401, { headers: this.challenges(request.callId) });
        return this.ring(transaction, exchange, number, 'listens');
      default:
        return this.ring(transaction, exchange, number, story.kind);
    }
  }

  private ring(invite: ServerTransaction, { layer, sockets }: Exchange, number: string, manner: Manner): void {
    if (this.calls.size >= MOST_CALLS) return invite.answer(responseTo(invite.request, 503));
    invite.answer(responseTo(invite.request, 100));
    const { host, ringMs = RING_MS, handsets } = this.options;
    const { context } = this;
    const call: SimulatedCall = new SimulatedCall({
      ...{ context, host, layer, sockets, invite, manner, ringMs },
      changed: () => handsets.changed?.(number),
      ended: (heard) => {
        this.calls.delete(call.callId);
        handsets.heard(number, heard);
      },
    });
    this.calls.set(call.callId, call);
    handsets.rings?.(number, call);
    call.begin().catch((error) => {
      this.context.log.warn({ err: error }, 'a simulated telephone could not ring');
      call.end();
    });
  }

  /** Rule 2: the nonce is that of the call. */
  private challenge(callId: string, algorithm: 'SHA-256' | 'MD5'): Challenge {
    return { algorithm, isSession: false, realm: REALM, nonce: callId, opaque: null, qop: 'auth', isStale: false };
  }

  private challenges(callId: string): { name: string; value: string }[] {
    return (['SHA-256', 'MD5'] as const).map((algorithm) => ({
      name: 'www-authenticate',
      value: `Digest realm="${REALM}", nonce="${callId}", algorithm=${algorithm}, qop="auth"`,
    }));
  }

  private isAllowed({ request }: ServerTransaction): boolean {
    const credentials = { username: USERNAME, password: this.password };
    const digest = { method: request.method, uri: request.uri, body: request.body };
    return linesOf(request, 'authorization').some((value) =>
      (['SHA-256', 'MD5'] as const).some((algorithm) =>
        isRightAnswer(value, this.challenge(request.callId, algorithm), credentials, digest),
      ),
    );
  }
}
