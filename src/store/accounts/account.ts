/**
 * An account as every part of the gateway sees it.
 */
import type { QuietHours } from '../../lib/quiet-hours.ts';

export type Product = 'rcs' | 'masking' | 'voice';

export const PRODUCTS: readonly Product[] = ['rcs', 'masking', 'voice'];

export interface OptOutLanguage {
  stopWords?: string[];
  startWords?: string[];
  helpWords?: string[];
  stopped?: string;
  started?: string;
  help?: string;
}

/** What an operator may set on an account; an absent field means the default that stands here. */
export interface AccountSettings {
  /** Where callbacks go when a request names no `callback_url`. */
  callbackUrl?: string;
  /** Default POST; service.md shows the callback as a GET, and an account may have it so. */
  callbackMethod?: 'POST' | 'GET';
  /** The key (id) that signs callbacks; absent: the newest live key. */
  callbackKeyId?: string;
  /** Unit of `fallback_time`; default seconds. */
  fallbackTimeUnit?: 'seconds' | 'milliseconds';
  /** Refuse numbers that are possible but not valid by today's numbering plans; default false. */
  strictNumbers?: boolean;
  /** ISO 3166 alpha-2; absent: all countries, which an account has to be given by name (operator API). */
  allowedCountries?: string[];
  /** What may be reached besides ordinary numbers; absent: the gateway's. Here and below 0 switches a limit off. */
  allowedNumberKinds?: string[];
  /** Messages and calls to one number. */
  perNumberPerMinute?: number;
  perNumberPerDay?: number;
  /** Seconds that the next code to a number waits after the first, second … one in a row; empty: no pauses. */
  codePausesS?: number[];
  /** Digits of a code that is made; default 5. */
  codeDigits?: number;
  /** How long a code in a text is valid from the request on; default 10. */
  codeMinutes?: number;
  /** Templates of codes may have 1,600 characters in place of 160; default false. */
  longCodeTexts?: boolean;
  /** The highest `risk_indicator` of a SIM swap with which a code is still sent; default 2 (no swap within 72 h). */
  simSwapMaxRisk?: number;
  /** Messages and calls to numbers that differ in their last four digits, to a country, for an `originating_ip`. */
  perPrefixPerHour?: number;
  perCountryPerHour?: number;
  perEndUserPerHour?: number;
  /** Look-ups about the person behind one number. */
  peopleLookUpsPerNumberPerHour?: number;
  /** Budgets. */
  textsPerDay?: number;
  callsPerDay?: number;
  peopleLookUpsPerDay?: number;
  /** Whether calls may press keys after the answer (`extension_template`); default false. */
  extensionKeys?: boolean;
  /** Requests a second for each product; absent: the gateway's default. */
  requestsPerSecond?: {
    omnichannel?: number;
    messaging?: number;
    phoneid?: number;
    anonymous?: number;
    verify?: number;
  };
  /** Accept requests of SDKs whose signature leaves the body out; default false. */
  acceptUnsignedBodies?: boolean;
  /** Refuse signed requests without a nonce; default false. */
  requireNonce?: boolean;
  /** Opt-outs also stop OTP and ARN; default false. */
  optOutStopsAll?: boolean;
  /** When recipients get no `MKT`, in their own time; absent: at no time. */
  quietHours?: QuietHours;
  /** Skip RCS where it is known that the recipient cannot be sent the message on it; default false. */
  skipRcsByCapability?: boolean;
  /** Answer Phone ID with whether the number is blocked for the account; default false. */
  blocklisting?: boolean;
  /** Uses of an add-on in a month, by its name in camel case (simSwap); an absent one has no cap. */
  addonCaps?: Readonly<Record<string, number>>;
  /** Years that age_verify asks about; default 18. */
  ageThreshold?: number;
  /** Where what people send to the account is told; absent: nowhere. */
  inboundUrl?: string;
  /** Default POST. */
  inboundMethod?: 'POST' | 'GET';
  /** Texts sent on STOP, START and HELP instead of the gateway's defaults. */
  optOutTexts?: { stopped?: string; started?: string; help?: string };
  /** Words that mean STOP, START and HELP to the account besides the gateway's. */
  optOutWords?: { stop?: string[]; start?: string[]; help?: string[] };
  /** The same by language (ISO 639), with texts of their own. */
  optOutLanguages?: Readonly<Record<string, OptOutLanguage>>;
  /** Unit of a masking session's `validity_period`; default hours. */
  sessionUnit?: 'seconds' | 'minutes' | 'hours' | 'days';
  /** Callbacks for what happens to sessions, besides relayed texts; default false. */
  sessionEvents?: boolean;
  /** Said back to who texts a mask, instead of the gateway's defaults. */
  maskingTexts?: { stopped?: string; started?: string; help?: string; unavailable?: string; unknown?: string };
  /** How long what messages say and the messages themselves are kept; 0: as long as the record, for ever. */
  retention?: { textsDays?: number; recordsDays?: number; relayedTextsDays?: number };
}

export interface Account {
  /** The Customer ID. */
  readonly id: string;
  readonly name: string;
  readonly kind: 'full_service' | 'trial';
  readonly state: 'active' | 'suspended';
  readonly products: readonly Product[];
  readonly addons: readonly string[];
  readonly settings: AccountSettings;
  /** Rises with every change. */
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}
