/**
 * The simulated operators behind one set of handsets: what `npm start` connects to while no real carrier is configured,
 * and what `npx trunkline simulate` runs alone.
 */
import type { Channel } from '../carriers/carrier.ts';
import type { CarrierKindName } from '../carriers/kinds.ts';
import { RcsSimulator } from '../carriers/rcs/simulator.ts';
import { SipPhoneSimulator } from '../carriers/sip/simulator/simulator.ts';
import { type SmscLimits, SmscSimulator } from '../carriers/smpp/simulator/simulator.ts';
import type { Context } from '../context.ts';
import type { Service } from '../lib/service.ts';
import { type Delivery, Handsets } from './handsets.ts';
import { Owners } from './owners.ts';
import { callStoryOf, ownerStoryOf, rcsStoryOf, smsStoryOf } from './stories.ts';

export interface SandboxOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly smppPort: number;
  readonly rbmPort: number;
  /** Of the telephones' first trunk. Absent: a free one, which nobody is told. */
  readonly sipPort?: number | undefined;
  /** What the SMSC allows its client; default: anything. */
  readonly smscLimits?: SmscLimits | undefined;
  /** Of how many handsets the messages are kept. Default 10,000. */
  readonly mostHandsets?: number | undefined;
}

export const SANDBOX_AGENT = 'sandbox-agent@rbm.goog';
const SYSTEM_ID = 'trunkline';

/** What a gateway needs to know of a simulated operator. */
export interface SimulatedOperator {
  readonly channel: Channel;
  readonly kind: CarrierKindName;
  /** Of a carrier that connects to it; known once it has started. */
  settings(): Readonly<Record<string, unknown>>;
}

export interface Sandbox extends Service {
  /** Those whose ports were asked for. */
  readonly operators: readonly SimulatedOperator[];
  readonly handsets: Handsets;
  readonly rcs: RcsSimulator;
  readonly smsc: SmscSimulator;
  readonly phones: SipPhoneSimulator;
}

export function createSandbox(context: Context, options: SandboxOptions): Sandbox {
  const { host, smppPort, rbmPort, sipPort, smscLimits, mostHandsets } = options;
  const handsets = new Handsets(context, mostHandsets);
  const owners = new Owners({ clock: context.clock, handsets, storyOf: ownerStoryOf });
  const receive = (number: string, delivery: Delivery) => {
    handsets.receive(number, delivery);
    owners.got(number, delivery.from);
  };
  const rcs = new RcsSimulator(context, {
    host,
    port: rbmPort,
    agentId: SANDBOX_AGENT,
    clientToken: context.randomBytes(16).toString('hex'),
    handsets: {
      storyOf: rcsStoryOf,
      receive: (number, message) => receive(number, { channel: 'rcs', ...message }),
      withdraw: (number, messageId) => handsets.withdraw(number, messageId),
      arrive: (number, messageId) => handsets.arrive(number, messageId),
    },
  });
  const smsc = new SmscSimulator(context, {
    host,
    port: smppPort,
    systemId: SYSTEM_ID,
    password: context.randomBytes(4).toString('hex'),
    ...(smscLimits ? { limits: smscLimits } : {}),
    handsets: {
      storyOf: smsStoryOf,
      receive: (number, { from, text, ...network }) => {
        receive(number, { channel: 'sms', from, content: { text }, network });
      },
    },
  });
  const phones = new SipPhoneSimulator(context, {
    host,
    port: sipPort ?? 0,
    handsets: {
      storyOf: (number) => (handsets.calls.isWaiting(number) ? { kind: 'waits' } : callStoryOf(number)),
      rings: (number, call) => handsets.calls.rings(number, call),
      heard: (number, call) => handsets.calls.heard(number, call),
      changed: (number) => handsets.calls.changed(number),
    },
  });
  // The agent is asked first: every other address is a number that the SMSC serves.
  handsets.connect({ channel: 'rcs', ...rcs.person });
  handsets.connect({ channel: 'sms', text: (...text) => smsc.text(...text) });
  return {
    name: 'sandbox',
    operators: [
      { channel: 'rcs', kind: 'rbm', settings: () => rcs.settings() },
      { channel: 'sms', kind: 'smpp', settings: () => smsc.settings() },
      ...(sipPort === undefined ? [] : [{ channel: 'voice', kind: 'sip', settings: () => phones.settings() } as const]),
    ],
    handsets,
    rcs,
    smsc,
    phones,
    async start() {
      await rcs.start();
      await smsc.start();
      await phones.start();
    },
    async stop() {
      handsets.endWaiting();
      owners.stop();
      await phones.stop();
      await smsc.stop();
      await rcs.stop();
    },
  };
}
