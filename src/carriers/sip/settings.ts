/**
 * The settings of the SIP carrier, as they stand in the configuration (snake_case), with defaults and descriptions.
 * docs/carriers/sip.md explains them; a test compares the two.
 *
 * 1. Unknown settings are refused. What is wrong is named with its place and what is allowed.
 * 2. The code reads `SipSettings`, in which every default is filled in.
 */
import { type Static, Type } from 'typebox';
import { secretSetting, strict } from '../../lib/schemas.ts';
import { parseSettings } from '../../lib/settings.ts';
import type { Endpoint } from '../endpoint.ts';
import { tlsSettingsSchema } from '../tls.ts';
import { CallSettingsSchema, checkCallSettings } from './call-settings.ts';
import { ownUser } from './messages/grammar.ts';
import type { TransportName } from './transport/flow.ts';
import { isNetwork } from './transport/networks.ts';

const DIGITS = '^\\d{1,15}$';

const transport = Type.Unsafe<TransportName>(
  Type.Union([Type.Literal('udp'), Type.Literal('tcp'), Type.Literal('tls')], {
    default: 'udp',
    description: 'What carries the messages.',
  }),
);

const numberFormat = Type.Object(
  {
    strip: Type.String({
      pattern: '^\\d{0,8}$',
      default: '',
      description: 'Digits that are taken off the front of a number that begins with them, such as 49.',
    }),
    prefix: Type.String({
      pattern: '^[0-9+*#]{0,12}$',
      default: '+',
      description: 'What is put in front: + for E.164, 00, 0 for national numbers, or a technical prefix.',
    }),
  },
  { ...strict, default: {}, description: 'How the trunk wants the number that is called.' },
);

export const TrunkSettingsSchema = Type.Object(
  {
    name: Type.String({
      pattern: '^[A-Za-z0-9._-]{1,40}$',
      description: 'What the trunk is called in logs and lists.',
    }),
    host: Type.String({ minLength: 1, description: 'Name or address of the trunk, or of the proxy before it.' }),
    port: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 65_535,
        description: 'Its port; default: what SRV records of the name say, else 5060, and 5061 for tls.',
      }),
    ),
    transport,
    tls: Type.Optional(tlsSettingsSchema('the trunk', 'For transport tls.')),
    domain: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9._-]+$',
        description: 'What stands behind the @ of addresses; default: host.',
      }),
    ),
    prefixes: Type.Array(Type.String({ pattern: DIGITS }), {
      default: [],
      description: 'Beginnings of the numbers that it serves; the longest decides. None: all numbers.',
    }),
    number_format: numberFormat,
    username: Type.String({ maxLength: 128, default: '', description: 'For digest authentication; empty: none.' }),
    ...secretSetting('password', Type.String({ maxLength: 128, default: '', description: 'Goes with username.' })),
    address_user: Type.String({
      maxLength: 128,
      default: '',
      description: 'Before the @ of our own address at the trunk, where that is not username.',
    }),
    from: Type.Unsafe<'caller' | 'address'>(
      Type.Union([Type.Literal('caller'), Type.Literal('address')], {
        default: 'caller',
        description:
          'Who stands in From: the number of the caller, or our own address at the trunk (then P-Asserted-Identity has the number).',
      }),
    ),
    networks: Type.Array(Type.String({ minLength: 1 }), {
      default: [],
      maxItems: 100,
      description: 'Addresses and networks from which it sends as well, such as 192.0.2.0/28; host is among them.',
    }),
    register: Type.Boolean({
      default: false,
      description: 'Tell the trunk where we are (REGISTER), for one that does not know our address.',
    }),
    caller_id: Type.Optional(
      Type.String({ pattern: DIGITS, description: 'Our number when a call names none; default: anonymous.' }),
    ),
    asserted_identity: Type.Boolean({
      default: true,
      description: 'Say who calls in P-Asserted-Identity, too (RFC 3325).',
    }),
    calls_per_second: Type.Number({
      minimum: 0,
      maximum: 10_000,
      default: 0,
      description: 'New calls a second; 0: no limit.',
    }),
    most_calls: Type.Integer({ minimum: 0, maximum: 100_000, default: 0, description: 'Calls at once; 0: no limit.' }),
    first_answer_ms: Type.Integer({
      minimum: 100,
      maximum: 32_000,
      default: 4_000,
      description: 'A trunk that says nothing for so long is taken for unreachable, and the next one is tried.',
    }),
    options_interval_ms: Type.Integer({
      minimum: 0,
      maximum: 3_600_000,
      default: 30_000,
      description: 'How often the trunk is asked by OPTIONS whether it is there; 0: never.',
    }),
    call_check_interval_ms: Type.Integer({
      minimum: 0,
      maximum: 3_600_000,
      default: 30_000,
      description:
        'After so long without a message of the trunk in an answered call, OPTIONS asks in it whether it goes on; 0: never.',
    }),
    ringing_on_183: Type.Boolean({
      default: false,
      description: '183 of this trunk means that the telephone rings; else it means that a way is looked for.',
    }),
  },
  { ...strict, description: 'One way out.' },
);

export const SipSettingsSchema = Type.Object(
  {
    listen_host: Type.String({ minLength: 1, default: '0.0.0.0', description: 'Address of the SIP port.' }),
    listen_port: Type.Integer({
      minimum: 0,
      maximum: 65_535,
      default: 5060,
      description: 'Port for UDP and TCP; 0 takes a free one.',
    }),
    public_address: Type.Optional(
      Type.String({
        pattern: '^[0-9A-Za-z.:-]+$',
        description: 'Our address as the trunks see it, where addresses are translated on the way.',
      }),
    ),
    listen_tls: Type.Optional(
      Type.Object(
        {
          port: Type.Integer({ minimum: 0, maximum: 65_535, default: 5061, description: 'Port for TLS.' }),
          cert_file: Type.String({ minLength: 1, description: 'PEM file of our certificate.' }),
          key_file: Type.String({ minLength: 1, description: 'PEM file of its private key.' }),
        },
        { ...strict, description: 'For trunks that open TLS connections to us; most use ours.' },
      ),
    ),
    accept_from: Type.Unsafe<'trunks' | 'anyone'>(
      Type.Union([Type.Literal('trunks'), Type.Literal('anyone')], {
        default: 'trunks',
        description:
          'Whom the SIP port answers outside of our calls: trunks, and nobody else; or anyone, with one answer to each request.',
      }),
    ),
    trunks: Type.Array(TrunkSettingsSchema, {
      minItems: 1,
      maxItems: 50,
      description: 'Ways out; of those that serve a number equally well the first one is tried first.',
    }),
    call: CallSettingsSchema,
    simulated: Type.Boolean({ default: false, description: 'The trunks are simulators: nobody is called.' }),
  },
  { ...strict, description: 'Trunks that we call over by SIP.' },
);

export type TrunkSettings = Static<typeof TrunkSettingsSchema>;
export type SipSettings = Static<typeof SipSettingsSchema>;

/** Fills in the defaults. Throws an Error that names every wrong setting and what is allowed. */
export function parseSipSettings(input: unknown): SipSettings {
  const settings = parseSettings(SipSettingsSchema, input);
  const wrong = checkTogether(settings);
  if (wrong !== undefined) throw new Error(wrong);
  return settings;
}

/** What no single setting can say; undefined when all is well. */
export function checkTogether({ trunks, call }: SipSettings): string | undefined {
  const names = trunks.map(({ name }) => name);
  const twice = names.findIndex((name, i) => names.indexOf(name) !== i);
  if (twice >= 0) return `trunks[${twice}].name: each trunk needs a name of its own`;
  for (const [i, trunk] of trunks.entries()) {
    if (trunk.username === '' && trunk.password !== '') return `trunks[${i}].username: goes with password`;
    if (ownUser(trunk) === '') {
      if (trunk.register) return `trunks[${i}].register: needs a username or an address_user`;
      if (trunk.from === 'address') return `trunks[${i}].from: address needs a username or an address_user`;
    }
    const noNetwork = trunk.networks.findIndex((each) => !isNetwork(each));
    if (noNetwork >= 0) {
      return `trunks[${i}].networks[${noNetwork}]: an address such as 192.0.2.7, or a network such as 192.0.2.0/28`;
    }
    if (trunk.tls && trunk.transport !== 'tls') return `trunks[${i}].tls: only with transport tls`;
    if (trunk.tls && (trunk.tls.cert_file === undefined) !== (trunk.tls.key_file === undefined)) {
      return `trunks[${i}].tls: cert_file and key_file go together`;
    }
  }
  return checkCallSettings(call);
}

/** Trunks over TCP and TLS; over UDP nothing can be told without a call. A text says that there is none. */
export function sipEndpoints({ trunks }: SipSettings): Endpoint[] | string {
  const endpoints = trunks
    .filter(({ transport }) => transport !== 'udp')
    .map(({ host, port, transport }) => ({
      host,
      port: port ?? (transport === 'tls' ? 5061 : 5060),
      tls: transport === 'tls' ? { serverName: host, verify: false } : null,
    }));
  return endpoints.length > 0 ? endpoints : 'its trunks speak UDP: whether they answer shows when a gateway runs';
}
