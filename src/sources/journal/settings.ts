/**
 * The settings of the journal as a source. Keys as in the configuration file; docs/sources.md explains them to operators.
 */
import { type Static, Type } from 'typebox';
import { parseSettings } from '../../lib/settings.ts';
import { TERMS } from '../terms.ts';

export const JournalSettingsSchema = Type.Object(
  {
    ...TERMS,
    requests_per_second: Type.Number({ minimum: 0, maximum: 1_000_000, default: 0, description: '0: no limit.' }),
    max_in_flight: Type.Integer({ minimum: 1, maximum: 10_000, default: 1_000 }),
    request_timeout_ms: Type.Integer({ minimum: 10, maximum: 60_000, default: 2_000 }),
  },
  { additionalProperties: false },
);

export type JournalSettings = Static<typeof JournalSettingsSchema>;

/** Fills in the defaults and checks; throws an Error that names the setting and what is allowed. */
export function parseJournalSettings(input: unknown): JournalSettings {
  return parseSettings(JournalSettingsSchema, input);
}
