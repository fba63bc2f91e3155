/**
 * The settings of sources whose data operators import. Keys as in the configuration file; docs/sources.md explains them
 * to operators.
 */
import { type Static, Type } from 'typebox';
import { parseSettings } from '../../lib/settings.ts';
import { TERMS } from '../terms.ts';

const LOOK = {
  sets: Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
    default: [],
    maxItems: 1000,
    description: 'Names of the sets that are looked into; empty: all of the kind.',
  }),
  ...TERMS,
  requests_per_second: Type.Number({ minimum: 0, maximum: 1_000_000, default: 0, description: '0: no limit.' }),
  max_in_flight: Type.Integer({ minimum: 1, maximum: 10_000, default: 1_000 }),
  request_timeout_ms: Type.Integer({ minimum: 10, maximum: 60_000, default: 2_000 }),
};

export const ImportedSettingsSchema = Type.Object(LOOK, { additionalProperties: false });

export type ImportedSettings = Static<typeof ImportedSettingsSchema>;

/** What contact records can answer. */
export const CONTACT_ADD_ONS = ['age_verify', 'contact', 'contact_match', 'contact_plus', 'subscriber_status'] as const;

export const ContactsSettingsSchema = Type.Object(
  {
    ...LOOK,
    add_ons: Type.Array(Type.Union(CONTACT_ADD_ONS.map((name) => Type.Literal(name))), {
      default: [...CONTACT_ADD_ONS],
    }),
  },
  { additionalProperties: false },
);

export type ContactsSettings = Static<typeof ContactsSettingsSchema>;

/** Fills in the defaults and checks; throws an Error that names the setting and what is allowed. */
export function parseImportedSettings(input: unknown): ImportedSettings {
  return parseSettings(ImportedSettingsSchema, input);
}

export function parseContactsSettings(input: unknown): ContactsSettings {
  return parseSettings(ContactsSettingsSchema, input);
}
