/**
 * The settings of a breach API of the shape of Have I Been Pwned. Keys as in the configuration file; docs/sources.md
 * explains them to operators.
 */
import { type Static, Type } from 'typebox';
import { secretSetting } from '../../lib/schemas.ts';
import { parseSettings } from '../../lib/settings.ts';
import { TERMS } from '../terms.ts';

export const BreachSettingsSchema = Type.Object(
  {
    url: Type.String({
      pattern: '^https?://[^/?#@]+(/[^?#]*)?$',
      default: 'https://haveibeenpwned.com/api/v3',
      description: 'What stands before /breachedaccount/.',
    }),
    ...secretSetting('api_key', Type.Optional(Type.String({ minLength: 1 }))),
    user_agent: Type.String({ minLength: 1, maxLength: 100, default: 'trunkline' }),
    ...TERMS,
    requests_per_second: Type.Number({ minimum: 0, maximum: 10_000, default: 1, description: '0: no limit.' }),
    max_in_flight: Type.Integer({ minimum: 1, maximum: 1000, default: 20 }),
    request_timeout_ms: Type.Integer({ minimum: 100, maximum: 60_000, default: 4_000 }),
  },
  { additionalProperties: false },
);

export type BreachSettings = Static<typeof BreachSettingsSchema>;

/** Fills in the defaults and checks; throws an Error that names the setting and what is allowed. */
export function parseBreachSettings(input: unknown): BreachSettings {
  const settings = parseSettings(BreachSettingsSchema, input);
  readApiKey(settings);
  return settings;
}

export function readApiKey({ api_key: key }: BreachSettings): string {
  if (key === undefined) throw new Error('one of api_key and api_key_file is needed');
  return key;
}
