/**
 * The user agent: trunks, calls over them, and what others ask of it.
 *
 * 1. A call is offered to one trunk after the other, in the order of trunk-order.ts, until one takes it.
 * 2. It places calls and takes none: an INVITE from outside is refused, OPTIONS is answered, a request that belongs to no
 *    call of ours gets 481. Who is no trunk gets less (port-guard.ts).
 */
import type { Context } from '../../../context.ts';
import type { Call, CallEvent, CallRequest, TrunkState, UserAgent } from '../call.ts';
import { parseSipUri } from '../messages/grammar.ts';
import { AGENT } from '../messages/invite.ts';
import { listOf } from '../messages/message.ts';
import { ALLOWED_METHODS, responseTo } from '../messages/messages.ts';
import { traceText } from '../messages/trace.ts';
import type { SipSettings } from '../settings.ts';
import { STANDARD_TIMES, type Times } from '../transactions/machine.ts';
import { type LayerUser, TransactionLayer } from '../transport/layer.ts';
import { type PassedOverCount, PassedOverTally } from '../transport/passed-over.ts';
import { type PassedOver, type Sender, TrunksFirst } from '../transport/port-guard.ts';
import { type Names, Resolver } from '../transport/resolve.ts';
import type { ServerTransaction } from '../transport/server-transactions.ts';
import { Sockets } from '../transport/sockets.ts';
import type { Agent } from './agent.ts';
import type { OutgoingLeg } from './outgoing.ts';
import { PlacedCall } from './placed-call.ts';
import { Trunk } from './trunk.ts';
import { trunksInOrder } from './trunk-order.ts';

export interface UserAgentOptions {
  readonly names?: Names;
  readonly times?: Times;
  /** What others sent that was passed over, reported once a second at most. */
  readonly passedOver?: (counts: readonly PassedOverCount[]) => void;
}

/** Room without a limit, as a number that can be sent to another process. */
const UNLIMITED = 1_000_000;
const STOP_WITHIN_MS = 4_000;
const LOOK_EVERY_MS = 20;

export function createUserAgent(context: Context, settings: SipSettings, options: UserAgentOptions = {}): SipUserAgent {
  return new SipUserAgent(context, settings, options);
}

export class SipUserAgent implements UserAgent {
  readonly name = 'SIP user agent';
  /** Of UDP and TCP, once it runs. */
  port = 0;
  readonly layer: TransactionLayer;
  private readonly context: Context;
  private readonly sockets: Sockets;
  private readonly agent: Agent;
  private readonly all: readonly Trunk[];
  private readonly tally: PassedOverTally;
  private readonly legs = new Map<string, { leg: OutgoingLeg; call: CallRequest; event: (event: CallEvent) => void }>();
  private readonly calls = new Set<PlacedCall>();
  private changed: (trunk: TrunkState) => void = () => {};
  private isStopping = false;

  constructor(context: Context, settings: SipSettings, options: UserAgentOptions) {
    const { names, times = STANDARD_TIMES, passedOver = () => {} } = options;
    this.context = context;
    const { listen_host: host, listen_port: port, listen_tls: secure, public_address: publicAddress } = settings;
    this.tally = new PassedOverTally(context.clock, passedOver);
    const guard = new TrunksFirst(context.clock, {
      accepts: settings.accept_from,
      isOfCall: (callId) => this.legs.has(callId),
      isTrunk: (address) => this.trunkAt(address) !== undefined,
      passedOver: (what, sender) => this.passOver(what, sender),
    });
    this.layer = new TransactionLayer(context, this.layerUser(), times, guard);
    this.sockets = new Sockets(
      context.clock,
      {
        host,
        port,
        secure: secure ? { port: secure.port, certFile: secure.cert_file, keyFile: secure.key_file } : null,
        isTrunk: (address) => this.trunkAt(address) !== undefined,
      },
      this.layer,
    );
    const resolver = new Resolver(context, names);
    this.agent = { context, layer: this.layer, sockets: this.sockets, resolver, publicAddress, times };
    this.all = settings.trunks.map((trunk) => new Trunk(this.agent, trunk, (each) => this.changed(each.describe())));
  }

  async start(): Promise<void> {
    this.port = await this.sockets.open();
    for (const trunk of this.all) trunk.start();
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    for (const call of this.calls) call.bye();
    const { clock } = this.context;
    const end = clock.monotonic() + STOP_WITHIN_MS;
    while (this.isBusy() && clock.monotonic() < end) {
      await new Promise<void>((resolve) => clock.setTimer(resolve, LOOK_EVERY_MS));
    }
    for (const { leg } of [...this.legs.values()]) leg.end();
    await Promise.all(this.all.map((trunk) => trunk.stop()));
    this.layer.stop();
    await this.sockets.close();
    this.tally.flush();
  }

  place(request: CallRequest, listener: (event: CallEvent) => void): Call {
    let hasEnded = false;
    const event = (what: CallEvent) => {
      if (hasEnded) return;
      if (what.type === 'ended') {
        hasEnded = true;
        this.calls.delete(call);
      }
      listener(what);
    };
    const call: PlacedCall = new PlacedCall(
      this.agent,
      request,
      this.isStopping ? [] : trunksInOrder(this.all, request.to),
      {
        event,
        began: (leg) => this.legs.set(leg.callId, { leg, call: request, event }),
        over: (leg) => this.legs.delete(leg.callId),
      },
    );
    this.calls.add(call);
    // After `place` has returned: whoever called has the call in hand when the first event comes.
    queueMicrotask(() => call.begin());
    return call;
  }

  room(): number {
    const open = this.all.filter((trunk) => !trunk.isLastResort);
    return Math.min(
      UNLIMITED,
      open.reduce((sum, trunk) => sum + trunk.room, 0),
    );
  }

  trunks(): readonly TrunkState[] {
    return this.all.map((trunk) => trunk.describe());
  }

  useShare(share: number): void {
    for (const trunk of this.all) trunk.useShare(share);
  }

  onTrunkChange(listener: (trunk: TrunkState) => void): void {
    this.changed = listener;
  }

  private trunkAt(address: string): Trunk | undefined {
    return this.all.find((trunk) => trunk.isAt(address));
  }

  private passOver(what: PassedOver, { callId, address, fields }: Sender): void {
    const trunk = this.legs.get(callId)?.leg.target.settings ?? this.trunkAt(address)?.settings;
    this.tally.add(trunk?.name ?? null, what, fields);
  }

  private isBusy(): boolean {
    return this.calls.size > 0 || [...this.legs.values()].some(({ leg }) => !leg.isQuiet);
  }

  private layerUser(): LayerUser {
    return {
      request: (transaction) => this.asked(transaction),
      // Only a re-INVITE could be cancelled, and it is answered at once.
      cancelled: () => {},
      ack: (request) => this.legs.get(request.callId)?.leg.receiveAck(request),
      stray: (response) => this.legs.get(response.callId)?.leg.receiveResponse(response),
      passed: (direction, callId, bytes, flow) => {
        const known = this.legs.get(callId);
        if (!known) return;
        const { transport, remote } = flow;
        const entry = {
          at: this.context.clock.now(),
          direction,
          trunk: known.leg.target.settings.name,
          transport,
          peer: `${remote.host}:${remote.port}`,
          text: traceText(bytes, known.call.secret),
        };
        known.event({ type: 'traced', entry });
      },
    };
  }

  /** Rule 2. */
  private asked(transaction: ServerTransaction): void {
    const { request } = transaction;
    const known = this.legs.get(request.callId);
    if (known) return known.leg.receive(transaction);
    const answer = (status: number, name?: string, value = '') => {
      const headers = [{ name: 'server', value: AGENT }, ...(name === undefined ? [] : [{ name, value }])];
      transaction.answer(responseTo(request, status, { tag: this.layer.tagFor(request), headers }));
    };
    const required = listOf(request, 'require');
    if (request.to.params.has('tag')) return answer(481);
    if (!parseSipUri(request.uri)) return answer(416);
    if (required.length > 0) return answer(420, 'unsupported', required.join(', '));
    if (request.method === 'OPTIONS') return answer(200, 'allow', ALLOWED_METHODS);
    return request.method === 'INVITE' ? answer(403) : answer(405, 'allow', ALLOWED_METHODS);
  }
}

/** The length of the longest prefix that fits; 0 where there are none at all, -1 when none fits. */
