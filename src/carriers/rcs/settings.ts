/**
 * The settings of an RCS for Business (RBM) carrier: one agent, its credentials, its pace. Keys as in the configuration
 * file; docs/carriers/rcs.md explains them to operators.
 */
import type { KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Static, Type } from 'typebox';
import { secretSetting } from '../../lib/schemas.ts';
import { parseSettings } from '../../lib/settings.ts';
import { readSigningKey } from '../../lib/signing-key.ts';
import { FormerNames } from '../carrier-names.ts';
import type { Endpoint } from '../endpoint.ts';

/** The values of RBM's `messageTrafficType`. */
const TRAFFIC_TYPES = ['AUTHENTICATION', 'TRANSACTION', 'PROMOTION', 'SERVICEREQUEST', 'ACKNOWLEDGEMENT'] as const;

const trafficType = (value: (typeof TRAFFIC_TYPES)[number], messageType: string) =>
  Type.Unsafe<(typeof TRAFFIC_TYPES)[number]>(
    Type.Union(
      TRAFFIC_TYPES.map((type) => Type.Literal(type)),
      { default: value, description: `messageTrafficType of a message of type ${messageType}.` },
    ),
  );

/** The fields of Google's key file that are read; the others are ignored. */
const ServiceAccountSchema = Type.Object(
  {
    client_email: Type.String({ minLength: 3, description: 'Who signs: the `iss` of the assertion.' }),
    private_key: Type.String({ minLength: 1, description: 'RSA key, PEM.' }),
    private_key_id: Type.Optional(Type.String({ minLength: 1, description: 'Goes out as `kid`.' })),
    token_uri: Type.Optional(Type.String({ pattern: '^https?://', description: 'Where tokens come from.' })),
  },
  { description: 'The content of the service account key file.' },
);

export const RbmSettingsSchema = Type.Object(
  {
    base_url: Type.String({
      pattern: '^https?://[^/?#@]+(/[^?#]*)?$',
      default: 'https://rcsbusinessmessaging.googleapis.com',
      description:
        'Where the RBM API is. Use the host of the region in which the agent was made, e.g. https://europe-rcsbusinessmessaging.googleapis.com. `/v1` is added.',
    }),
    token_url: Type.Optional(
      Type.String({
        pattern: '^https?://',
        description: 'Where access tokens come from. Absent: `token_uri` of the service account, else Google.',
      }),
    ),
    agent_id: Type.String({ minLength: 1, maxLength: 200, description: 'The agent, e.g. my_agent@rbm.goog.' }),
    service_account: Type.Optional(ServiceAccountSchema),
    service_account_file: Type.Optional(
      Type.String({ minLength: 1, description: 'Path of the service account key file (JSON), instead of the above.' }),
    ),
    ...secretSetting(
      'client_token',
      Type.String({
        minLength: 8,
        maxLength: 1000,
        description: 'The token shown where the webhook is configured; events are signed with it.',
      }),
    ),
    requests_per_second: Type.Number({
      minimum: 0.1,
      maximum: 10_000,
      default: 50,
      description: 'Requests to the API in a second, all kinds together. Google gives the figure for each agent.',
    }),
    max_in_flight: Type.Integer({
      minimum: 1,
      maximum: 2000,
      default: 100,
      description: 'Messages whose answer is awaited at the same time.',
    }),
    request_timeout_ms: Type.Integer({
      minimum: 100,
      maximum: 300_000,
      default: 20_000,
      description: 'The longest that a message waits for its answer; token, capability check and a retry included.',
    }),
    capability_check: Type.Union([Type.Literal('off'), Type.Literal('before_send')], {
      default: 'off',
      description:
        'before_send: ask for the features of the number first (one request more for each message). off: the answer to the message itself says whether the number is reachable.',
    }),
    capability_batches: Type.Union([Type.Literal('auto'), Type.Literal('on'), Type.Literal('off')], {
      default: 'auto',
      description:
        'Whether RBM is asked about many numbers at once (users:batchGet) where only their reach is wanted. It answers so at hosts of a region alone; auto: there.',
    }),
    horizontal_image_alignment: Type.Union([Type.Literal('LEFT'), Type.Literal('RIGHT')], {
      default: 'LEFT',
      description: 'Side of the image on a horizontal card.',
    }),
    media_height: Type.Union([Type.Literal('SHORT'), Type.Literal('MEDIUM'), Type.Literal('TALL')], {
      default: 'MEDIUM',
      description: 'Height of the image on a vertical card: 112, 168 or 264 dp.',
    }),
    message_traffic_type: Type.Object(
      {
        otp: trafficType('AUTHENTICATION', 'OTP'),
        arn: trafficType('TRANSACTION', 'ARN'),
        mkt: trafficType('PROMOTION', 'MKT'),
      },
      { default: {}, additionalProperties: false, description: 'How message types are declared to RBM.' },
    ),
    formerly: FormerNames,
    simulated: Type.Boolean({
      default: false,
      description: 'The other side is a simulator. One carrier that is not simulated switches the sandbox off.',
    }),
  },
  { additionalProperties: false },
);

export type RbmSettings = Static<typeof RbmSettingsSchema>;

/** What the carrier signs its token requests with. */
export interface ServiceAccount {
  readonly clientEmail: string;
  readonly key: KeyObject;
  readonly keyId: string | undefined;
  readonly tokenUrl: string;
}

const GOOGLE_TOKEN_URL = 'https://oauth2.googleapis.com/token';

/** Fills in the defaults and checks; throws an Error that names the setting and what is allowed. */
export function parseRbmSettings(input: unknown): RbmSettings {
  return parseSettings(RbmSettingsSchema, input);
}

/** Reads and checks the credentials; throws an Error that names the setting. The key itself stands in no error. */
export function readServiceAccount(settings: RbmSettings): ServiceAccount {
  const given = settings.service_account;
  if (given && settings.service_account_file !== undefined) {
    throw new Error('service_account and service_account_file: give one of them, not both');
  }
  if (!given && settings.service_account_file === undefined) {
    throw new Error('service_account or service_account_file: one of them is needed');
  }
  const where = given ? 'service_account' : `service_account_file (${settings.service_account_file})`;
  const account = given ?? readKeyFile(settings.service_account_file ?? '', where);
  return {
    clientEmail: account.client_email,
    key: readKey(account.private_key, where),
    keyId: account.private_key_id,
    tokenUrl: settings.token_url ?? account.token_uri ?? GOOGLE_TOKEN_URL,
  };
}

function readKeyFile(path: string, where: string): Static<typeof ServiceAccountSchema> {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new Error(`${where}: not a readable JSON file${code}`);
  }
  try {
    return parseSettings(ServiceAccountSchema, content);
  } catch (error) {
    throw new Error(`${where}: ${error instanceof Error ? error.message : 'not valid'}`);
  }
}

function readKey(pem: string, where: string): KeyObject {
  let key: KeyObject | null = null;
  try {
    key = readSigningKey(pem);
  } catch {
    key = null;
  }
  if (key?.asymmetricKeyType !== 'rsa') throw new Error(`${where}: private_key must be an RSA private key in PEM`);
  return key;
}

/** Where the API listens, and where its tokens come from. */
export function rbmEndpoints(settings: RbmSettings): Endpoint[] {
  return [settings.base_url, readServiceAccount(settings).tokenUrl].map((text) => {
    const url = new URL(text);
    const isTls = url.protocol === 'https:';
    const port = url.port === '' ? (isTls ? 443 : 80) : Number(url.port);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    return { host, port, tls: isTls ? { serverName: host, verify: true } : null };
  });
}
