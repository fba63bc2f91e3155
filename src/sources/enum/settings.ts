/**
 * The settings of an ENUM source. Keys as in the configuration file; docs/sources.md explains them to operators.
 */
import { isIP } from 'node:net';
import { type Static, Type } from 'typebox';
import { parseSettings } from '../../lib/settings.ts';
import { TERMS } from '../terms.ts';

export const EnumSettingsSchema = Type.Object(
  {
    servers: Type.Array(Type.String({ minLength: 2, maxLength: 60 }), {
      minItems: 1,
      description:
        'IP addresses of the name servers, each with its port where that is not 53: 192.0.2.1:5353, [2001:db8::1]:5353.',
    }),
    suffix: Type.String({
      pattern: '^[a-z0-9-]{1,63}(\\.[a-z0-9-]{1,63}){0,10}$',
      default: 'e164.arpa',
      description: 'The zone under which the numbers stand.',
    }),
    ...TERMS,
    networks: Type.Record(
      Type.String({ minLength: 1, maxLength: 40 }),
      Type.Object(
        {
          name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
          mcc: Type.Optional(Type.String({ pattern: '^[0-9]{3}$' })),
          mnc: Type.Optional(Type.String({ pattern: '^[0-9]{2,3}$' })),
        },
        { additionalProperties: false },
      ),
      {
        default: {},
        description: 'Who stands behind a provider code (spn, spid, rn or cic) where the answer itself does not say.',
      },
    ),
    requests_per_second: Type.Number({ minimum: 0, maximum: 100_000, default: 0, description: '0: no limit.' }),
    max_in_flight: Type.Integer({ minimum: 1, maximum: 10_000, default: 500 }),
    request_timeout_ms: Type.Integer({ minimum: 50, maximum: 30_000, default: 2_000 }),
  },
  { additionalProperties: false },
);

export type EnumSettings = Static<typeof EnumSettingsSchema>;

/** Fills in the defaults and checks; throws an Error that names the setting and what is allowed. */
export function parseEnumSettings(input: unknown): EnumSettings {
  const settings = parseSettings(EnumSettingsSchema, input);
  for (const server of settings.servers) {
    const address = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>[^:]+))(?::\d{1,5})?$/.exec(server)?.groups;
    if (isIP(server) === 0 && isIP(address?.v6 ?? address?.v4 ?? '') === 0) {
      throw new Error('servers: IP addresses such as 192.0.2.1, 192.0.2.1:5353 or [2001:db8::1]:5353');
    }
  }
  return settings;
}
