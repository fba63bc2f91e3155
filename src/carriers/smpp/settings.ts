/**
 * The settings of an SMPP carrier, as they stand in the configuration (snake_case), with defaults and descriptions.
 * docs/carriers/smpp.md explains them; a test compares the two.
 *
 * 1. Unknown settings are refused. What is wrong is named with its place and what is allowed.
 * 2. The code reads `SmppSettings`, in which every default is filled in.
 */
import { readFileSync } from 'node:fs';
import { type Static, Type } from 'typebox';
import { isKnownCountry } from '../../lib/phone-number.ts';
import { secretSetting, strict } from '../../lib/schemas.ts';
import { parseSettings } from '../../lib/settings.ts';
import { FormerNames } from '../carrier-names.ts';
import type { Endpoint } from '../endpoint.ts';
import type { AddressRules } from '../inbound-address.ts';
import type { Remark } from '../remark.ts';
import { tlsSettingsSchema } from '../tls.ts';
import type { StatusMeaning } from './status.ts';

function oneOf<const T extends string>(values: readonly T[], fallback: T, description: string) {
  const choices = values.map((value) => Type.Literal(value));
  return Type.Unsafe<T>(Type.Union(choices, { default: fallback, description }));
}

function byte(fallback: number, description: string) {
  return Type.Integer({ minimum: 0, maximum: 255, default: fallback, description });
}

const tls = tlsSettingsSchema('the SMSC', 'Present: TLS from the first byte on. Absent: plain TCP.');

const addressRule = (ton: number, npi: number, what: string) =>
  Type.Object(
    { ton: byte(ton, `Type of number of ${what}.`), npi: byte(npi, `Numbering plan of ${what}.`) },
    { ...strict, default: {}, description: `How ${what} goes out.` },
  );

const prefixRules = (description: string) =>
  Type.Array(
    Type.Object(
      {
        from: Type.String({ pattern: '^\\+?[0-9]{1,20}$', description: 'Digits that an address begins with.' }),
        to: Type.String({ pattern: '^[0-9]{0,20}$', description: 'Digits that stand there instead.' }),
      },
      strict,
    ),
    { default: [], maxItems: 1_000, description },
  );

const addresses = Type.Object(
  {
    international: addressRule(1, 1, 'a sender that is a full number'),
    short_code: addressRule(3, 0, 'a sender that is a short code'),
    alphanumeric: addressRule(5, 0, 'a sender with letters'),
    short_code_max_digits: Type.Integer({
      minimum: 0,
      maximum: 15,
      default: 6,
      description: 'A sender of at most so many digits is a short code.',
    }),
    destination: Type.Object(
      {
        ton: byte(1, 'Type of number of the recipient.'),
        npi: byte(1, 'Numbering plan of the recipient.'),
        prefixes: prefixRules('For an SMSC that wants other digits, such as 54 in place of 549.'),
      },
      { ...strict, default: {}, description: 'How the recipient goes out.' },
    ),
  },
  { ...strict, default: {}, description: 'Type of number and numbering plan, chosen by the kind of sender.' },
);

const inboundAddresses = Type.Object(
  {
    country: Type.Union([Type.Null(), Type.String({ pattern: '^[A-Z]{2}$' })], {
      default: null,
      description: 'ISO 3166 alpha-2 code of the country whose national numbers come in here, such as DE.',
    }),
    type_of_number: oneOf(['believed', 'ignored'], 'believed', 'Whether the type of number of an address counts.'),
    prefixes: prefixRules(
      'Before all else: what an address begins with, and the digits with country code in its place.',
    ),
  },
  { ...strict, default: {}, description: 'How addresses that come in are made numbers with country code.' },
);

const messageIdFormat = Type.Object(
  {
    response: oneOf(['auto', 'hex', 'dec', 'raw'], 'auto', 'How ids are written in submit answers.'),
    receipt: oneOf(['auto', 'hex', 'dec', 'raw'], 'auto', 'How ids are written in receipts.'),
  },
  { ...strict, default: {}, description: 'Set both when the SMSC is known to write the same id in two ways.' },
);

/** SMPP 3.4, 4.1.1: their fields have 16 and 9 octets, with the NUL. */
const SPECIFIED = { system_id: 15, password: 8 } as const;
/** What SMSCs give out that do not keep to it is shorter than this. */
const LONGEST_CREDENTIAL = 64;

const statusMeaning = Type.Union([Type.Literal('permanent'), Type.Literal('temporary'), Type.Literal('busy')]);

export const SmppSettingsSchema = Type.Object(
  {
    host: Type.String({ minLength: 1, description: 'Name or address of the SMSC.' }),
    port: Type.Integer({ minimum: 1, maximum: 65_535, default: 2775, description: 'Its port.' }),
    tls: Type.Optional(tls),
    system_id: Type.String({
      maxLength: LONGEST_CREDENTIAL,
      description: 'Who we are to the SMSC; by the specification at most 15 characters.',
    }),
    ...secretSetting(
      'password',
      Type.String({
        maxLength: LONGEST_CREDENTIAL,
        default: '',
        description: 'By the specification at most 8 characters; some SMSCs give out longer ones.',
      }),
    ),
    system_type: Type.String({ maxLength: 12, default: '', description: 'Mostly empty.' }),
    address_range: Type.String({
      maxLength: 40,
      default: '',
      description: 'Which inbound addresses this bind serves; mostly empty.',
    }),
    interface_version: byte(0x34, 'Version that the bind names: 52 is 3.4, 80 is 5.0, 51 is 3.3.'),
    bind: oneOf(['transceiver', 'transmitter_receiver'], 'transceiver', 'One connection for both ways, or a pair.'),
    binds: Type.Integer({ minimum: 1, maximum: 16, default: 1, description: 'How many such binds are kept up.' }),
    window: Type.Integer({ minimum: 1, maximum: 500, default: 10, description: 'Unanswered submits on one bind.' }),
    tps: Type.Number({
      minimum: 0,
      maximum: 100_000,
      default: 0,
      description: 'Submits a second over all binds; 0: no limit.',
    }),
    response_timeout_ms: Type.Integer({
      minimum: 100,
      maximum: 300_000,
      default: 15_000,
      description: 'After so long a request without an answer counts as lost.',
    }),
    enquire_link_ms: Type.Integer({
      minimum: 100,
      maximum: 3_600_000,
      default: 30_000,
      description: 'Silence after which the SMSC is asked whether it is still there.',
    }),
    default_alphabet: oneOf(['gsm7', 'latin1', 'ascii'], 'gsm7', 'What the SMSC takes its default alphabet to be.'),
    data_coding: Type.Object(
      {
        text: byte(0, 'data_coding of texts in the default alphabet.'),
        ucs2: byte(8, 'data_coding of all other texts.'),
      },
      { ...strict, default: {}, description: 'For an SMSC that wants other values than the usual ones.' },
    ),
    concatenation: oneOf(['udh8', 'udh16', 'sar', 'payload'], 'udh8', 'How a text longer than one message goes out.'),
    message_id_format: messageIdFormat,
    addresses,
    inbound_addresses: inboundAddresses,
    sender: oneOf(
      ['optional', 'required'],
      'optional',
      'required: a message without a sender is refused here. optional: it goes out with an empty source address.',
    ),
    service_type: Type.String({ maxLength: 5, default: '', description: 'Mostly empty.' }),
    receipts: oneOf(['all', 'failure', 'none'], 'all', 'Which final receipts are asked for (registered_delivery).'),
    receipts_with: Type.Union([Type.Null(), Type.String({ minLength: 1, maxLength: 40 })], {
      default: null,
      description: 'A word that carriers share whose receipts may come in at any of them.',
    }),
    formerly: FormerNames,
    intermediate_receipts: Type.Boolean({ default: false, description: 'Ask for intermediate notifications, too.' }),
    validity_period: oneOf(['relative', 'absolute', 'none'], 'relative', 'How the end of validity goes out.'),
    // No Record: the library fills in no defaults of one that takes no other names.
    status: Type.Unsafe<Record<string, Static<typeof statusMeaning>>>(
      Type.Object(
        {},
        {
          ...strict,
          patternProperties: { '^0x[0-9a-fA-F]{1,8}$': statusMeaning },
          default: {},
          description: 'What statuses of this SMSC mean, by value; goes before the built-in table.',
        },
      ),
    ),
    simulated: Type.Boolean({ default: false, description: 'This SMSC is a simulator: no text reaches a person.' }),
  },
  { ...strict, description: 'An SMSC that we bind to by SMPP 3.4.' },
);

export type SmppSettings = Static<typeof SmppSettingsSchema>;

/** Fills in the defaults. Throws an Error that names every wrong setting, its value's place and what is allowed. */
export function parseSmppSettings(input: unknown): SmppSettings {
  const filled = parseSettings(SmppSettingsSchema, input);
  const wrong = checkTogether(filled);
  if (wrong) throw new Error(wrong);
  return filled;
}

/** What no single setting can say; undefined when all is well. */
export function checkTogether(settings: SmppSettings): string | undefined {
  for (const name of ['system_id', 'password', 'system_type', 'address_range', 'service_type'] as const) {
    if (!/^[\x20-\x7e]*$/.test(settings[name])) return `${name}: allowed are printable ASCII characters`;
  }
  if (settings.tls && (settings.tls.cert_file === undefined) !== (settings.tls.key_file === undefined)) {
    return 'tls: cert_file and key_file go together';
  }
  const { country } = settings.inbound_addresses;
  if (country !== null && !isKnownCountry(country)) {
    return 'inbound_addresses.country: allowed are ISO 3166 alpha-2 codes of countries such as DE';
  }
  if (settings.data_coding.text === settings.data_coding.ucs2) return 'data_coding: text and ucs2 must differ';
  return undefined;
}

/** The account at the SMSC: whose binds are counted together, and whose receipts come in on any of them. */
export function smppAccount({ host, port, system_id: systemId }: SmppSettings): string {
  return `${systemId} at ${host.toLowerCase()}:${port}`;
}

/** What carriers have in common that find each other's receipts. */
export function receiptWords(settings: SmppSettings): readonly string[] {
  const { receipts_with: word } = settings;
  return [smppAccount(settings), ...(word === null ? [] : [word])];
}

/** What can be sent, and not every SMSC reads: credentials that are longer than the specification has them. */
export function smppRemarks(settings: Pick<SmppSettings, keyof typeof SPECIFIED>): Remark[] {
  const names = ['system_id', 'password'] as const;
  return names
    .filter((name) => settings[name].length > SPECIFIED[name])
    .map((name) => ({
      says: `${name} has more than the ${SPECIFIED[name]} characters that SMPP 3.4 allows`,
      todo: `it goes out whole; where the SMSC refuses the bind, try its first ${SPECIFIED[name]} characters`,
    }));
}

/** The `status` table by number. */
export function ownMeanings(settings: SmppSettings): ReadonlyMap<number, StatusMeaning> {
  return new Map(Object.entries(settings.status).map(([code, meaning]) => [Number.parseInt(code, 16), meaning]));
}

/** How an address that comes in is read. */
export function addressRules({ inbound_addresses: inbound, addresses }: SmppSettings): AddressRules {
  return {
    country: inbound.country,
    typeOfNumber: inbound.type_of_number,
    prefixes: inbound.prefixes,
    shortCodeMaxDigits: addresses.short_code_max_digits,
  };
}

/** Where its SMSC listens. */
export function smppEndpoints({ host, port, tls }: SmppSettings): Endpoint[] {
  if (!tls) return [{ host, port, tls: null }];
  return [
    {
      host,
      port,
      tls: {
        serverName: tls.server_name ?? host,
        ...(tls.ca_file === undefined ? {} : { ca: readFileSync(tls.ca_file) }),
        verify: tls.verify,
      },
    },
  ];
}
