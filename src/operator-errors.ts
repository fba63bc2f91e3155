/**
 * What only `/operator/v1` refuses: a part of the catalogue (errors.ts). Case, HTTP status, which is the code as well, and
 * text.
 */
export const OPERATOR = [
  ['right_missing', 403, 'This operator does not have the right {right}'],
  ['code_needed', 401, "The second factor is needed as well: 'code'"],
  ['provider_refused', 401, 'The provider of identities lets nobody in here: {why}'],
  ['second_factor_missing', 403, 'Set up a second factor first: POST /operator/v1/session/second-factor'],
  ['session_needed', 403, 'Only a user who has signed in may do this'],
  ['origin_wrong', 403, "A browser may do this from a page of {allowed} alone: see 'Origin'"],
  [
    'last_admin',
    409,
    'Nobody could let anybody in any more: while the operator token is off, one user has to be admin',
  ],
  ['sandbox_off', 404, 'There is no sandbox here: a real carrier is configured'],
  ['not_now', 409, 'Not now: {why}'],
  ['settings_wrong', 409, 'The settings cannot be used, and nothing was changed: {why}'],
  ['nodes_differ', 409, 'These nodes seal under another master key, give all the same one first: {nodes}'],
] as const;

export type OperatorCase = (typeof OPERATOR)[number][0];
