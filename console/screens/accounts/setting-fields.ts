/**
 * The settings of an account as fields of a form, in groups. docs/operator.md says the same of each in more words; a test
 * compares their names with openapi.yaml. Pure.
 */
export type SettingKind =
  /** One line. */
  | { readonly is: 'text' | 'time' | 'lines' | 'json' | 'key' }
  | { readonly is: 'number'; readonly most: number; readonly least?: number }
  | { readonly is: 'switch' }
  | { readonly is: 'choice'; readonly of: readonly string[] }
  /** Separated by commas or blanks; `isNumeric`: whole numbers, `isUpper`: in capitals. */
  | { readonly is: 'list'; readonly isNumeric?: true; readonly isUpper?: true }
  /** A name and a number on each line. */
  | { readonly is: 'counts' };

export interface SettingField {
  /** In the body; a point leads into a setting. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** What holds where nothing is set. */
  readonly byDefault: string;
  readonly kind: SettingKind;
}

export interface SettingGroup {
  readonly title: string;
  readonly fields: readonly SettingField[];
}

const GATEWAYS = 'that of the gateway';
const TEXT = { is: 'text' } as const;
const SWITCH = { is: 'switch' } as const;
const METHOD = { is: 'choice', of: ['POST', 'GET'] } as const;
const LIMIT = { is: 'number', most: 1_000_000 } as const;
const MOST = { is: 'number', most: 1_000_000_000 } as const;
const DAYS = { is: 'number', most: 3_650 } as const;
const LINES = { is: 'lines' } as const;

const limit = (name: string, label: string, kind: SettingKind = MOST): SettingField => ({
  name,
  label,
  byDefault: GATEWAYS,
  kind,
});

const on = (name: string, label: string, hint?: string): SettingField => ({
  name,
  label,
  byDefault: 'No',
  kind: SWITCH,
  ...(hint === undefined ? {} : { hint }),
});

const said = (name: string, label: string): SettingField => ({ name, label, byDefault: GATEWAYS, kind: LINES });

export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    title: 'Where the account is told',
    fields: [
      {
        name: 'callback_url',
        label: 'Callback address',
        hint: 'Where callbacks go when a request names none.',
        byDefault: 'none',
        kind: TEXT,
      },
      { name: 'callback_method', label: 'Callback method', byDefault: 'POST', kind: METHOD },
      {
        name: 'callback_key_id',
        label: 'Key that signs callbacks',
        byDefault: 'the newest key',
        kind: { is: 'key' },
      },
      {
        name: 'inbound_url',
        label: 'Inbound address',
        hint: 'Where what people send to the account is told.',
        byDefault: 'nowhere',
        kind: TEXT,
      },
      { name: 'inbound_method', label: 'Inbound method', byDefault: 'POST', kind: METHOD },
      on('session_events', 'Callbacks for masked sessions', 'Besides those for relayed texts.'),
    ],
  },
  {
    title: 'Where it may send',
    fields: [
      {
        name: 'allowed_countries',
        label: 'Countries',
        hint: 'ISO codes such as DE, AT; * for all.',
        byDefault: GATEWAYS,
        kind: { is: 'list', isUpper: true },
      },
      {
        name: 'allowed_number_kinds',
        label: 'Further kinds of numbers',
        hint: 'Of premium, shared_cost, personal, satellite.',
        byDefault: GATEWAYS,
        kind: { is: 'list' },
      },
      on(
        'strict_numbers',
        'Valid numbers alone',
        'Refuses what is possible, but not valid by today’s numbering plans.',
      ),
      on('skip_rcs_by_capability', 'Skip RCS where it is known to be in vain'),
    ],
  },
  {
    title: 'Limits',
    fields: [
      limit('per_number_per_minute', 'To one number in a minute', LIMIT),
      limit('per_number_per_day', 'To one number in a day', LIMIT),
      limit('per_prefix_per_hour', 'To neighbouring numbers in an hour'),
      limit('per_country_per_hour', 'To one country in an hour'),
      limit('per_end_user_per_hour', 'For one originating_ip in an hour'),
      limit('people_look_ups_per_number_per_hour', 'Look-ups about who has a number, in an hour', LIMIT),
      limit('texts_per_day', 'Texts in a day'),
      limit('calls_per_day', 'Calls in a day'),
      limit('people_look_ups_per_day', 'Look-ups about people in a day'),
      limit('requests_per_second.omnichannel', 'Requests a second: omnichannel', LIMIT),
      limit('requests_per_second.messaging', 'Requests a second: messaging', LIMIT),
      limit('requests_per_second.phoneid', 'Requests a second: Phone ID', LIMIT),
      limit('requests_per_second.anonymous', 'Requests a second: masking', LIMIT),
      limit('requests_per_second.verify', 'Requests a second: Verify', LIMIT),
      {
        name: 'addon_caps',
        label: 'Add-ons in a month',
        hint: 'On each line an add-on and how often: sim_swap 1000.',
        byDefault: 'no cap',
        kind: { is: 'counts' },
      },
    ],
  },
  {
    title: 'Codes',
    fields: [
      {
        name: 'code_digits',
        label: 'Digits of a code',
        byDefault: '5',
        kind: { is: 'number', least: 3, most: 10 },
      },
      {
        name: 'code_minutes',
        label: 'Minutes that a code in a text is valid',
        byDefault: '10',
        kind: { is: 'number', least: 1, most: 60 },
      },
      {
        name: 'code_pauses_s',
        label: 'Seconds between codes to one number',
        hint: 'Growing, such as 30, 60, 300.',
        byDefault: GATEWAYS,
        kind: { is: 'list', isNumeric: true },
      },
      {
        name: 'sim_swap_max_risk',
        label: 'Highest risk of a SIM swap',
        hint: 'With which a code is still sent; 2 is no swap within 72 hours.',
        byDefault: '2',
        kind: { is: 'number', least: 1, most: 4 },
      },
      on('long_code_texts', 'Long templates of codes', '1,600 characters in place of 160.'),
      on('extension_keys', 'Calls may press keys after the answer'),
    ],
  },
  {
    title: 'Quiet hours',
    fields: [
      {
        name: 'quiet_hours.from',
        label: 'From',
        hint: 'When recipients get no MKT, in their own time.',
        byDefault: 'at no time',
        kind: { is: 'time' },
      },
      { name: 'quiet_hours.to', label: 'To', byDefault: 'at no time', kind: { is: 'time' } },
      {
        name: 'quiet_hours.days',
        label: 'Days',
        hint: 'On which they begin: sun, mon, tue, wed, thu, fri, sat.',
        byDefault: 'all',
        kind: { is: 'list' },
      },
      {
        name: 'quiet_hours.time_zone',
        label: 'Time zone',
        hint: 'For numbers whose own is not known, such as Europe/Berlin.',
        byDefault: 'UTC',
        kind: TEXT,
      },
    ],
  },
  {
    title: 'Opting out',
    fields: [
      on('opt_out_stops_all', 'It stops OTP and ARN as well'),
      { name: 'opt_out_words.stop', label: 'Words for STOP', byDefault: 'those of the gateway', kind: { is: 'list' } },
      {
        name: 'opt_out_words.start',
        label: 'Words for START',
        byDefault: 'those of the gateway',
        kind: { is: 'list' },
      },
      { name: 'opt_out_words.help', label: 'Words for HELP', byDefault: 'those of the gateway', kind: { is: 'list' } },
      said('opt_out_texts.stopped', 'Answer to STOP'),
      said('opt_out_texts.started', 'Answer to START'),
      said('opt_out_texts.help', 'Answer to HELP'),
      {
        name: 'opt_out_languages',
        label: 'By language',
        hint: 'As JSON: {"nl": {"stop_words": ["stoppen"], "stopped": "…"}}.',
        byDefault: 'those of the gateway',
        kind: { is: 'json' },
      },
    ],
  },
  {
    title: 'Masking',
    fields: [
      {
        name: 'session_unit',
        label: 'Unit of validity_period',
        byDefault: 'hours',
        kind: { is: 'choice', of: ['seconds', 'minutes', 'hours', 'days'] },
      },
      said('masking_texts.stopped', 'Answer to STOP'),
      said('masking_texts.started', 'Answer to START'),
      said('masking_texts.help', 'Answer to HELP'),
      said('masking_texts.unavailable', 'Where the other one cannot be reached'),
      said('masking_texts.unknown', 'Where there is no session'),
    ],
  },
  {
    title: 'What requests mean, and who is believed',
    fields: [
      {
        name: 'fallback_time_unit',
        label: 'Unit of fallback_time',
        byDefault: 'seconds',
        kind: { is: 'choice', of: ['seconds', 'milliseconds'] },
      },
      on('accept_unsigned_bodies', 'Signatures may leave the body out', 'For SDKs that do so.'),
      on('require_nonce', 'Signed requests need a nonce', 'Each signature then serves once.'),
      on('blocklisting', 'Phone ID says whether a number is blocked'),
      {
        name: 'age_threshold',
        label: 'Years that age_verify asks about',
        byDefault: '18',
        kind: { is: 'number', least: 1, most: 120 },
      },
    ],
  },
  {
    title: 'How long it is kept',
    fields: [
      {
        name: 'retention.texts_days',
        label: 'Texts, in days',
        hint: '0: as long as the record.',
        byDefault: GATEWAYS,
        kind: DAYS,
      },
      {
        name: 'retention.records_days',
        label: 'Records, in days',
        hint: '0: for ever.',
        byDefault: GATEWAYS,
        kind: DAYS,
      },
      {
        name: 'retention.relayed_texts_days',
        label: 'Relayed texts, in days',
        hint: '0: until it is final.',
        byDefault: GATEWAYS,
        kind: DAYS,
      },
    ],
  },
];
