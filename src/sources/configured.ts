/**
 * A source as it stands in a configuration: its name, its kind and the settings of that kind.
 */
import type { TSchema } from 'typebox';
import { type BreachSettings, BreachSettingsSchema, parseBreachSettings } from './breaches/settings.ts';
import { type CamaraSettings, CamaraSettingsSchema, parseCamaraSettings } from './camara/settings.ts';
import { type EnumSettings, EnumSettingsSchema, parseEnumSettings } from './enum/settings.ts';
import { type HttpLookupSettings, HttpLookupSettingsSchema, parseHttpLookupSettings } from './http-lookup/settings.ts';
import {
  type ContactsSettings,
  ContactsSettingsSchema,
  type ImportedSettings,
  ImportedSettingsSchema,
  parseContactsSettings,
  parseImportedSettings,
} from './imported/settings.ts';
import { type JournalSettings, JournalSettingsSchema, parseJournalSettings } from './journal/settings.ts';

export type SourceConfig =
  | { readonly name: string; readonly kind: 'breach_sets'; readonly settings: ImportedSettings }
  | { readonly name: string; readonly kind: 'breaches'; readonly settings: BreachSettings }
  | { readonly name: string; readonly kind: 'camara'; readonly settings: CamaraSettings }
  | { readonly name: string; readonly kind: 'contacts'; readonly settings: ContactsSettings }
  | { readonly name: string; readonly kind: 'deactivations'; readonly settings: ImportedSettings }
  | { readonly name: string; readonly kind: 'enum'; readonly settings: EnumSettings }
  | { readonly name: string; readonly kind: 'http'; readonly settings: HttpLookupSettings }
  | { readonly name: string; readonly kind: 'journal'; readonly settings: JournalSettings };

export type SourceKind = SourceConfig['kind'];

export const SOURCE_SCHEMAS: Readonly<Record<SourceKind, TSchema>> = {
  breach_sets: ImportedSettingsSchema,
  breaches: BreachSettingsSchema,
  camara: CamaraSettingsSchema,
  contacts: ContactsSettingsSchema,
  deactivations: ImportedSettingsSchema,
  enum: EnumSettingsSchema,
  http: HttpLookupSettingsSchema,
  journal: JournalSettingsSchema,
};

/** Throws an Error that names the setting and what is allowed. */
export function parseSource(name: string, kind: SourceKind, settings: unknown): SourceConfig {
  switch (kind) {
    case 'breach_sets':
    case 'deactivations':
      return { name, kind, settings: parseImportedSettings(settings) };
    case 'contacts':
      return { name, kind, settings: parseContactsSettings(settings) };
    case 'breaches':
      return { name, kind, settings: parseBreachSettings(settings) };
    case 'camara':
      return { name, kind, settings: parseCamaraSettings(settings) };
    case 'enum':
      return { name, kind, settings: parseEnumSettings(settings) };
    case 'http':
      return { name, kind, settings: parseHttpLookupSettings(settings) };
    case 'journal':
      return { name, kind, settings: parseJournalSettings(settings) };
  }
}
