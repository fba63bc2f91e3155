/**
 * The codes of a verification: those of the process, and those that a method shows as `err_code`, which are codes of
 * messages as well (docs/verification.md). Pure.
 */
import { CALL_CODE } from '../message/call-codes.ts';
import { CODE, describeCode } from '../message/codes.ts';

export const VERIFICATION_CODE = {
  verified: 3900,
  inProgress: 3901,
  /** A wrong code, with tries left. */
  failed: 3904,
  /** A wrong code, or one that nobody can be verified by any more. */
  invalidCode: 3909,
  /** There is no such method here. */
  methodUnknown: 3200,
  productNotEnabled: 3906,
  accountSuspended: 3406,
  templateUnknown: 3112,
  /** Its time was over, or that of the verification. */
  timePassed: CODE.fallbackTimePassed,
  /** What its caller wants no more. */
  canceled: CODE.cancelled,
  unknown: CODE.unknown,
} as const;

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  [VERIFICATION_CODE.verified]: 'Verified',
  [VERIFICATION_CODE.inProgress]: 'Request in progress',
  [VERIFICATION_CODE.failed]: 'Verification Failed',
  [VERIFICATION_CODE.invalidCode]: 'Invalid code entered',
  [VERIFICATION_CODE.methodUnknown]: 'Method is not available here',
  [VERIFICATION_CODE.productNotEnabled]: 'Product is not enabled for this Customer ID',
  [VERIFICATION_CODE.accountSuspended]: 'Account suspended',
  [VERIFICATION_CODE.templateUnknown]: 'Specified template does not exist for selected channel',
  3030: 'Temporary phone error',
  3037: 'Message blocked in requested country',
  3038: 'Destination is blocked by prefix',
  3050: 'Subscriber is absent',
  3052: 'Message blocked by your request',
  3053: 'Message blocked by the provider',
  3071: 'The number has not been verified for this trial account',
  3204: 'Rate limit exceeded',
  3205: 'Limit of messages to one number exceeded',
};

export function describeVerificationCode(code: number): string {
  return DESCRIPTIONS[code] ?? describeCode(code);
}

/** Every code of our own here, with its text; the others are codes of messages. */
export const VERIFICATION_CODES: ReadonlyArray<{ readonly code: number; readonly description: string }> =
  Object.entries(DESCRIPTIONS).map(([code, description]) => ({ code: Number(code), description }));

/** What the final code of a call is among the codes of messages. */
const OF_CALLS: Readonly<Record<number, number>> = {
  [CALL_CODE.answered]: CODE.delivered,
  [CALL_CODE.notAnswered]: 3050,
  [CALL_CODE.busy]: 3030,
  [CALL_CODE.cancelled]: VERIFICATION_CODE.canceled,
  [CALL_CODE.blockedByRequest]: 3052,
  [CALL_CODE.blockedByProvider]: 3053,
};

export function methodCodeOfCall(code: number): number {
  return OF_CALLS[code] ?? CODE.undeliverable;
}
