/**
 * An account in the operators' API: checks what an operator sets, and makes what is shown. What an account
 * changes of its settings itself, and how a change is laid over what stands: operations/account/settings.ts.
 */
import { type Static, Type } from 'typebox';
import { API_KEY_ALLOWED } from '../../lib/api-key.ts';
import { CUSTOMER_ID, CUSTOMER_ID_ALLOWED } from '../../lib/customer-id.ts';
import { NUMBER_KINDS } from '../../lib/phone-number.ts';
import { oneOf, strict } from '../../lib/schemas.ts';
import {
  checkUrls,
  OWN_SETTINGS,
  orNull,
  REPLY,
  settingsShape,
  settingsWith,
} from '../../operations/account/settings.ts';
import { ADD_ONS } from '../../sources/source.ts';
import { type Account, type AccountSettings, PRODUCTS } from '../../store/accounts/account.ts';
import { checkCountries } from './countries.ts';
import { wrong } from './request.ts';
import { SenderBody } from './sender-body.ts';
import { timeOf } from './shapes.ts';

const limit = Type.Integer({ minimum: 0, maximum: 1_000_000 });
const days = Type.Integer({ minimum: 0, maximum: 3_650 });
const switched = Type.Boolean();

/** An hour's or a day's. */
const most = Type.Integer({ minimum: 0, maximum: 1_000_000_000 });
const COUNTRY = Type.String({ pattern: '^([A-Z]{2}|\\*)$', allowed: 'ISO 3166 alpha-2 codes such as DE, or * alone' });

export const SettingsBody = Type.Object(
  {
    callback_url: OWN_SETTINGS.callback_url,
    callback_method: OWN_SETTINGS.callback_method,
    callback_key_id: OWN_SETTINGS.callback_key_id,
    inbound_url: OWN_SETTINGS.inbound_url,
    inbound_method: OWN_SETTINGS.inbound_method,
    fallback_time_unit: OWN_SETTINGS.fallback_time_unit,
    strict_numbers: orNull(switched),
    allowed_countries: orNull(Type.Array(COUNTRY, { minItems: 1, maxItems: 300 })),
    allowed_number_kinds: orNull(Type.Array(oneOf(NUMBER_KINDS), { maxItems: NUMBER_KINDS.length })),
    per_number_per_minute: orNull(limit),
    per_number_per_day: orNull(limit),
    code_pauses_s: orNull(Type.Array(Type.Integer({ minimum: 1, maximum: 3_600 }), { maxItems: 20 })),
    code_digits: orNull(Type.Integer({ minimum: 3, maximum: 10 })),
    code_minutes: orNull(Type.Integer({ minimum: 1, maximum: 60 })),
    long_code_texts: orNull(switched),
    sim_swap_max_risk: orNull(Type.Integer({ minimum: 1, maximum: 4 })),
    per_prefix_per_hour: orNull(most),
    per_country_per_hour: orNull(most),
    per_end_user_per_hour: orNull(most),
    people_look_ups_per_number_per_hour: orNull(limit),
    texts_per_day: orNull(most),
    calls_per_day: orNull(most),
    people_look_ups_per_day: orNull(most),
    extension_keys: orNull(switched),
    requests_per_second: orNull(
      Type.Object(
        {
          omnichannel: orNull(limit),
          messaging: orNull(limit),
          phoneid: orNull(limit),
          anonymous: orNull(limit),
          verify: orNull(limit),
        },
        strict,
      ),
    ),
    accept_unsigned_bodies: orNull(switched),
    require_nonce: orNull(switched),
    opt_out_stops_all: orNull(switched),
    quiet_hours: OWN_SETTINGS.quiet_hours,
    skip_rcs_by_capability: orNull(switched),
    blocklisting: orNull(switched),
    age_threshold: orNull(Type.Integer({ minimum: 1, maximum: 120 })),
    addon_caps: orNull(
      Type.Object(Object.fromEntries(ADD_ONS.map((name) => [name, orNull(Type.Integer({ minimum: 0 }))])), strict),
    ),
    opt_out_texts: OWN_SETTINGS.opt_out_texts,
    opt_out_words: OWN_SETTINGS.opt_out_words,
    opt_out_languages: OWN_SETTINGS.opt_out_languages,
    session_unit: orNull(oneOf(['seconds', 'minutes', 'hours', 'days'])),
    session_events: orNull(switched),
    masking_texts: orNull(
      Type.Object(
        {
          stopped: orNull(REPLY),
          started: orNull(REPLY),
          help: orNull(REPLY),
          unavailable: orNull(REPLY),
          unknown: orNull(REPLY),
        },
        strict,
      ),
    ),
    retention: orNull(
      Type.Object({ texts_days: orNull(days), records_days: orNull(days), relayed_texts_days: orNull(days) }, strict),
    ),
  },
  strict,
);

/** `breached_number_check` is another name of `breached_data`. */
const ADD_ON = oneOf([...ADD_ONS, 'breached_number_check']);

const changeable = {
  name: Type.String({ minLength: 1, maxLength: 200 }),
  kind: oneOf(['full_service', 'trial']),
  products: Type.Array(oneOf(PRODUCTS), { maxItems: PRODUCTS.length }),
  addons: Type.Array(ADD_ON, { maxItems: 100 }),
  settings: SettingsBody,
};

export const NewAccountBody = Type.Object(
  {
    customer_id: Type.Optional(Type.String({ pattern: CUSTOMER_ID.source, allowed: CUSTOMER_ID_ALLOWED })),
    ...Type.Partial(Type.Object(changeable)).properties,
    name: changeable.name,
    senders: Type.Optional(Type.Array(SenderBody, { maxItems: 1000 })),
    verified_numbers: Type.Optional(Type.Array(Type.String({ maxLength: 30 }), { maxItems: 1000 })),
    api_key: Type.Optional(Type.String({ maxLength: 200, allowed: API_KEY_ALLOWED })),
  },
  strict,
);

export const AccountChangeBody = Type.Partial(Type.Object(changeable), strict);

type SettingsInput = Static<typeof SettingsBody>;

/**
 * The settings afterwards. Refuses what the schema cannot. `allowedCountries`: the default of the gateway; empty
 * where an account has to name its own.
 */
export function settingsAfter(
  before: AccountSettings,
  input: SettingsInput,
  allowedCountries: readonly string[],
): AccountSettings {
  checkUrls(input, 'settings.');
  if (!isGrowing(input.code_pauses_s ?? [])) {
    throw wrong('settings.code_pauses_s', 'seconds, each at least as many as before it');
  }
  const countries = input.allowed_countries === null ? allowedCountries : input.allowed_countries;
  return settingsWith(before, { ...input, ...readCountries(countries) }, 'settings.');
}

/** Those of a new account: no account may send everywhere because nobody thought of it. */
export function settingsOfNew(input: SettingsInput, allowedCountries: readonly string[]): AccountSettings {
  return settingsAfter({}, { ...input, allowed_countries: input.allowed_countries ?? null }, allowedCountries);
}

/** All countries are stored as none that are named. */
function readCountries(codes: readonly string[] | undefined): {
  readonly allowed_countries?: readonly string[] | null;
} {
  if (codes === undefined) return {};
  const name = 'settings.allowed_countries';
  if (codes.length === 0) {
    const hint = 'limits.allowed_countries is the default for accounts that name none';
    throw wrong(name, `the countries that it may send to, such as ["DE"], or ["*"] for all (${hint})`);
  }
  if (codes.includes('*')) {
    if (codes.length > 1) throw wrong(name, 'ISO 3166 alpha-2 codes such as DE, or * alone');
    return { allowed_countries: null };
  }
  checkCountries(name, codes);
  return { allowed_countries: codes };
}

function isGrowing(pauses: readonly number[]): boolean {
  return pauses.every((pause, index) => pause >= (pauses[index - 1] ?? 0));
}

export function accountShape(account: Account): Record<string, unknown> {
  return {
    customer_id: account.id,
    name: account.name,
    kind: account.kind,
    state: account.state,
    products: account.products,
    addons: account.addons,
    settings: { allowed_countries: ['*'], ...settingsShape(account.settings) },
    version: account.version,
    created_on: timeOf(account.createdAt),
    updated_on: timeOf(account.updatedAt),
  };
}
