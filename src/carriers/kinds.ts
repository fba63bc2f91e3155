/**
 * The table of carrier kinds: what `kind` may say in a configuration, and all that the gateway does by kind.
 *
 * 1. A new kind is a folder beside this file and a row here. The channel of its row says how messages fare on it
 *    (channels.ts).
 */
import type { TSchema } from 'typebox';
import type { Context } from '../context.ts';
import type { Carrier, Channel } from './carrier.ts';
import type { Endpoint } from './endpoint.ts';
import { createRbmCarrier } from './rcs/carrier.ts';
import {
  parseRbmSettings,
  type RbmSettings,
  RbmSettingsSchema,
  rbmEndpoints,
  readServiceAccount,
} from './rcs/settings.ts';
import type { Remark } from './remark.ts';
import { type CallSupport, createSipCarrier } from './sip/carrier.ts';
import { parseSipSettings, type SipSettings, SipSettingsSchema, sipEndpoints } from './sip/settings.ts';
import type { OpenVoice } from './sip/voice/voice-link.ts';
import { createSmppCarrier } from './smpp/carrier.ts';
import {
  parseSmppSettings,
  type SmppSettings,
  SmppSettingsSchema,
  smppAccount,
  smppEndpoints,
  smppRemarks,
} from './smpp/settings.ts';

/** What carriers of calls need of the rest of the gateway. */
export interface CallOptions {
  readonly support: CallSupport;
  /** Absent: each carrier of calls has a process of its own. */
  readonly openVoice?: OpenVoice | undefined;
}

/** What a kind of carrier is configured with. */
interface SettingsOf {
  readonly smpp: SmppSettings;
  readonly rbm: RbmSettings;
  readonly sip: SipSettings;
}

export type CarrierKindName = keyof SettingsOf;

interface Named<Settings> {
  readonly name: string;
  readonly settings: Settings;
}

interface CarrierKind<Settings> {
  readonly channel: Channel;
  /** Of its section in a configuration, `name` and `kind` left out. */
  readonly schema: TSchema;
  /** Fills in the defaults. Throws an Error that says what is wrong, also where no single setting is. */
  parse(section: unknown): Settings;
  create(context: Context, carrier: Named<Settings>, calls: CallOptions): Carrier;
  /** What a diagnosis may connect to; a text says why there is nothing. */
  endpoints(settings: Settings): readonly Endpoint[] | string;
  /** What a diagnosis says of them. */
  remarks(settings: Settings): readonly Remark[];
  /** Where there can be one at a time: an account whose binds are counted, a port. Null: in nobody's way. */
  place(settings: Settings): string | null;
  /** Whom the recipient sees, where that is the carrier's own: the RBM agents. */
  agents(settings: Settings): readonly string[];
}

export const CARRIER_KINDS: { readonly [Name in CarrierKindName]: CarrierKind<SettingsOf[Name]> } = {
  smpp: {
    channel: 'sms',
    schema: SmppSettingsSchema,
    parse: parseSmppSettings,
    create: (context, { name, settings }) => createSmppCarrier(context, name, settings),
    endpoints: smppEndpoints,
    remarks: smppRemarks,
    place: smppAccount,
    agents: () => [],
  },
  rbm: {
    channel: 'rcs',
    schema: RbmSettingsSchema,
    parse: (section) => {
      const settings = parseRbmSettings(section);
      readServiceAccount(settings);
      return settings;
    },
    create: (context, { name, settings }) => createRbmCarrier(context, name, settings),
    endpoints: rbmEndpoints,
    remarks: () => [],
    place: () => null,
    agents: ({ agent_id: agent }) => [agent],
  },
  sip: {
    channel: 'voice',
    schema: SipSettingsSchema,
    parse: parseSipSettings,
    create: (context, carrier, calls) => createSipCarrier(context, { ...carrier, ...calls }),
    endpoints: sipEndpoints,
    remarks: () => [],
    place: ({ listen_port: port }) => (port === 0 ? null : `port ${port}`),
    agents: () => [],
  },
};

export const CARRIER_KIND_NAMES = Object.keys(CARRIER_KINDS) as readonly CarrierKindName[];

/** A carrier as it stands in a configuration, with the defaults of its kind. */
export type CarrierConfig<Name extends CarrierKindName = CarrierKindName> = {
  readonly [Each in Name]: Named<SettingsOf[Each]> & { readonly kind: Each };
}[Name];

/** Throws as `parse` does. */
export function configureCarrier<Name extends CarrierKindName>(
  name: string,
  kind: Name,
  section: unknown,
): CarrierConfig<Name> {
  return { name, kind, settings: CARRIER_KINDS[kind].parse(section) };
}

export function createCarrier<Name extends CarrierKindName>(
  context: Context,
  carrier: CarrierConfig<Name>,
  calls: CallOptions,
): Carrier {
  return CARRIER_KINDS[carrier.kind].create(context, carrier, calls);
}

/** What a diagnosis may connect to, or why there is nothing. */
export function endpointsOf<Name extends CarrierKindName>({ kind, settings }: CarrierConfig<Name>) {
  return CARRIER_KINDS[kind].endpoints(settings);
}

export function remarksOf<Name extends CarrierKindName>({ kind, settings }: CarrierConfig<Name>): readonly Remark[] {
  return CARRIER_KINDS[kind].remarks(settings);
}

/** Where there can be no other one, if there is such a place. */
export function placeOf<Name extends CarrierKindName>({ kind, settings }: CarrierConfig<Name>): string | null {
  return CARRIER_KINDS[kind].place(settings);
}

/** The agents behind the carriers of each channel. */
export function agentsOf(carriers: readonly CarrierConfig[]): Partial<Record<Channel, readonly string[]>> {
  const agents: Partial<Record<Channel, readonly string[]>> = {};
  for (const carrier of carriers) {
    const { channel } = CARRIER_KINDS[carrier.kind];
    agents[channel] = [...(agents[channel] ?? []), ...agentsOfOne(carrier)];
  }
  return agents;
}

function agentsOfOne<Name extends CarrierKindName>({ kind, settings }: CarrierConfig<Name>): readonly string[] {
  return CARRIER_KINDS[kind].agents(settings);
}
