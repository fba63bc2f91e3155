/**
 * Why a request was not taken for an account's: the part of the catalogue of refusals (errors.ts) that all products share.
 */

/** Why a request was not taken for the account's. */
export type AuthCase =
  | 'authorization_missing'
  | 'authorization_malformed'
  | 'customer_unknown'
  | 'signature_wrong'
  | 'date_missing'
  | 'auth_method_invalid'
  | 'date_malformed'
  | 'date_out_of_range'
  | 'nonce_length'
  | 'nonce_used'
  | 'nonce_missing'
  | 'body_unsigned'
  | 'body_ambiguous'
  | 'key_wrong'
  | 'account_suspended';

/** Case, `errors[].code` of the verify style, `status.code` of Phone ID, text. */
export const AUTHENTICATION: ReadonlyArray<readonly [AuthCase, number, number, string]> = [
  ['authorization_missing', -30004, 10008, "Missing required 'Authorization' header"],
  ['authorization_malformed', -30005, 10008, "'Authorization' header is not in the correct format"],
  ['customer_unknown', -30000, 10015, 'Invalid Customer ID'],
  ['signature_wrong', -30006, 10008, 'Invalid Signature'],
  ['date_missing', -30007, 10008, "Missing required 'Date' or 'x-ts-date' header"],
  ['auth_method_invalid', -30008, 10008, "Invalid 'x-ts-auth-method' header: HMAC-SHA256 or HMAC-SHA1"],
  ['date_malformed', -30009, 10008, "'Date' or 'x-ts-date' header is not RFC 822 compliant"],
  ['date_out_of_range', -30010, 10008, "'Date' or 'x-ts-date' header is not within 15 minutes of our time, {now}"],
  ['nonce_length', -30011, 10008, "'x-ts-nonce' header is too long or too short: 1 to 64 characters"],
  ['nonce_used', -30012, 10008, "'x-ts-nonce' header value was used recently"],
  [
    'nonce_missing',
    -30011,
    10008,
    "Missing required 'x-ts-nonce' header: this account takes no signed request without one",
  ],
  [
    'body_unsigned',
    -30006,
    10008,
    'Invalid Signature: it leaves the body out. Sign the body, or have accept_unsigned_bodies set on the account',
  ],
  [
    'body_ambiguous',
    -30006,
    10008,
    "Invalid Signature: a signed body must not begin with 'x-ts-', as signed headers do",
  ],
  ['key_wrong', -30015, 10008, 'Invalid API Key'],
  ['account_suspended', -30001, 10013, 'Account suspended'],
];

/** `status.code` of `/v1/messaging`, which tells more cases apart than Phone ID. */
export const CODES_OF_MESSAGING: Readonly<Record<AuthCase, number>> = {
  authorization_missing: 10009,
  authorization_malformed: 10028,
  customer_unknown: 10015,
  signature_wrong: 10008,
  date_missing: 10007,
  auth_method_invalid: 10006,
  date_malformed: 10005,
  date_out_of_range: 10004,
  nonce_length: 10003,
  nonce_used: 10002,
  nonce_missing: 10003,
  body_unsigned: 10008,
  body_ambiguous: 10008,
  key_wrong: 10022,
  account_suspended: 10010,
};
