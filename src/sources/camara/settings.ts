/**
 * The settings of a mobile operator's CAMARA APIs. Keys as in the configuration file; docs/sources.md explains them to
 * operators.
 */
import type { KeyObject } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { secretSetting } from '../../lib/schemas.ts';
import { parseSettings } from '../../lib/settings.ts';
import { readSigningKey } from '../../lib/signing-key.ts';
import { TERMS } from '../terms.ts';

/** What CAMARA has an API for. */
export const CAMARA_ADD_ONS = [
  'age_verify',
  'call_forward_detection',
  'contact',
  'contact_match',
  'contact_plus',
  'number_deactivation',
  'sim_swap',
  'subscriber_status',
] as const;

export type CamaraAddOn = (typeof CAMARA_ADD_ONS)[number];

const url = (description: string) => Type.String({ pattern: '^https?://[^/?#@]+(/[^?#]*)?$', description });
const version = (value: string) => Type.String({ pattern: '^v[0-9][0-9a-z.]{0,9}$', default: value });

export const CamaraSettingsSchema = Type.Object(
  {
    api_root: url('What stands before /sim-swap/v2 and the others.'),
    token_url: url('The token endpoint.'),
    client_id: Type.String({ minLength: 1, maxLength: 200 }),
    ...secretSetting('client_secret', Type.Optional(Type.String({ minLength: 1 }))),
    ...secretSetting(
      'private_key',
      Type.Optional(Type.String({ minLength: 1, description: 'PEM: RSA, P-256, P-384, P-521 or Ed25519.' })),
      'lines',
    ),
    key_id: Type.Optional(Type.String({ minLength: 1 })),
    grant: Type.Union([Type.Literal('client_credentials'), Type.Literal('jwt_bearer')], {
      default: 'client_credentials',
      description: 'jwt_bearer: a token for each number, as the consent of its subscriber allows.',
    }),
    purpose: Type.String({ pattern: '^dpv:[A-Za-z]{1,80}$', default: 'dpv:FraudPreventionAndDetection' }),
    ...TERMS,
    add_ons: Type.Array(Type.Union(CAMARA_ADD_ONS.map((name) => Type.Literal(name))), { default: [...CAMARA_ADD_ONS] }),
    versions: Type.Object(
      {
        'sim-swap': version('v2'),
        'call-forwarding-signal': version('v0.4'),
        'kyc-match': version('v0.4'),
        'kyc-fill-in': version('v0.4'),
        'kyc-age-verification': version('v0.2'),
        'number-recycling': version('v0.2'),
        'kyc-tenure': version('v0.2'),
        'subscription-status': version('v0.1'),
      },
      { default: {}, additionalProperties: false },
    ),
    number_recycling_days: Type.Integer({
      minimum: 1,
      maximum: 3650,
      default: 180,
      description: 'How far back number_deactivation asks when the caller names no date.',
    }),
    tenure_months: Type.Array(Type.Integer({ minimum: 1, maximum: 600 }), {
      default: [1, 3, 6, 12, 24, 60],
      description: 'The steps between which the tenure is told, rising; found by halving.',
    }),
    requests_per_second: Type.Number({ minimum: 0, maximum: 10_000, default: 50, description: '0: no limit.' }),
    max_in_flight: Type.Integer({ minimum: 1, maximum: 2000, default: 100 }),
    request_timeout_ms: Type.Integer({ minimum: 100, maximum: 60_000, default: 4_000 }),
  },
  { additionalProperties: false },
);

export type CamaraSettings = Static<typeof CamaraSettingsSchema>;
export type CamaraApi = keyof CamaraSettings['versions'];

/** Fills in the defaults and checks; throws an Error that names the setting and what is allowed. */
export function parseCamaraSettings(input: unknown): CamaraSettings {
  const settings = parseSettings(CamaraSettingsSchema, input);
  const { tenure_months: months, grant } = settings;
  if (months.length === 0 || months.some((month, index) => index > 0 && month <= (months[index - 1] ?? 0))) {
    throw new Error('tenure_months: whole numbers, rising');
  }
  if (readClient(settings).kind === 'secret' && grant === 'jwt_bearer') {
    throw new Error('grant: jwt_bearer needs private_key or private_key_file');
  }
  return settings;
}

export type CamaraClient =
  | { readonly kind: 'secret'; readonly secret: string }
  | { readonly kind: 'key'; readonly key: KeyObject };

export function readClient({ private_key: pem, client_secret: secret }: CamaraSettings): CamaraClient {
  if (pem === undefined && secret !== undefined) return { kind: 'secret', secret };
  if (pem === undefined || secret !== undefined) {
    throw new Error('one of private_key, private_key_file, client_secret and client_secret_file is needed');
  }
  try {
    return { kind: 'key', key: readSigningKey(pem) };
  } catch (error) {
    throw new Error(`private_key: ${error instanceof Error ? error.message : 'it cannot be read'}`);
  }
}
