/**
 * Known look-up services: what a request to them looks like, and where the values stand in their answers. A setting that
 * is given goes before that of the preset.
 */

export const PRESETS = ['hlr-lookups-hlr', 'hlr-lookups-mnp', 'telique-lrn', 'telnyx', 'tmt-live'] as const;

export type Preset = (typeof PRESETS)[number];

const HLR_LOOKUPS = {
  method: 'POST',
  body: '{"msisdn":"{e164}"}',
  // They sign what follows the version of their API.
  digest_after: '/api/v2',
} as const;

const SETTINGS: Readonly<Record<Preset, Readonly<Record<string, unknown>>>> = {
  'hlr-lookups-hlr': {
    ...HLR_LOOKUPS,
    url: 'https://www.hlr-lookups.com/api/v2/hlr-lookup',
    porting_status: {
      mccmnc: 'mccmnc',
      carrier: 'ported_network_name|original_network_name',
      ported: 'is_ported',
      error: 'error_code',
    },
    sim_swap: { imsi: 'imsi' },
  },
  'hlr-lookups-mnp': {
    ...HLR_LOOKUPS,
    url: 'https://www.hlr-lookups.com/api/v2/mnp-lookup',
    porting_status: {
      mccmnc: 'mccmnc',
      carrier: 'ported_network_name|original_network_name',
      ported: 'is_ported',
    },
  },
  // The number itself comes back where it was not ported.
  'telique-lrn': { countries: ['US', 'CA'], porting_status: { lrn: 'lrn', carrier: 'spid' } },
  telnyx: {
    url: 'https://api.telnyx.com/v2/number_lookup/{e164}?type=carrier',
    headers: { Authorization: 'Bearer {secret}' },
    porting_status: {
      mcc: 'data.carrier.mobile_country_code',
      mnc: 'data.carrier.mobile_network_code',
      carrier: 'data.portability.spid_carrier_name|data.carrier.name',
      ported: 'data.portability.ported_status',
    },
    porting_history: { ported_at: 'data.portability.ported_date', to_carrier: 'data.portability.spid_carrier_name' },
  },
  'tmt-live': {
    url: 'https://api.tmtvelocity.com/live/json/{user}/{secret}/{number}',
    porting_status: {
      mcc: '{number}.mcc',
      mnc: '{number}.mnc',
      carrier: '{number}.network',
      ported: '{number}.ported',
      error: '{number}.error',
    },
  },
};

/** The settings with those of their preset below them, as far as they name one. */
export function withPreset(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('preset' in input)) return input;
  const known = PRESETS.find((each) => each === input.preset);
  return known ? { ...SETTINGS[known], ...input } : input;
}
