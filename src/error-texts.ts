/**
 * The texts that refusals of several products share (errors.ts). What stands in braces is filled in from the refusal.
 */
export const NOT_AUTHORIZED = 'Not authorized';
export const NOT_ATTEMPTED = 'Transaction not attempted';
export const UNAVAILABLE = 'System unavailable, please try again later';
export const FAILED = 'Internal error, the request was not carried out';
export const LIMITED = 'Rate limit exceeded, please try again in {retry} s';
export const LARGE = 'Payload limit size exceeded: at most {limit} bytes';
export const MISSING = 'Missing parameter: {name}';
export const INVALID = 'Invalid value for parameter {name}: allowed is {allowed}';
export const BAD_NUMBER =
  'Invalid value for parameter {name}: allowed is a phone number with country code, as text, digits only';
export const BAD_REFERENCE = 'Invalid value for parameter reference_id: allowed is 32 hexadecimal digits';
export const MALFORMED = 'Invalid request: {why}';
export const MEDIA_TYPE = 'Unsupported {what}: allowed is {allowed}';
export const BLOCKED = 'Destination is blocked: {why}';
export const TOO_MANY = 'Destination is blocked: {why}, try again in {retry} s (rule {rule})';
export const USED_UP = 'The budget of the account is used up: {why}, try again in {retry} s (rule {rule})';
export const UNVERIFIED = 'The number in {name} has not been verified for this trial account';
export const RUNNING = 'A request with this Idempotency-Key is still running';
export const MISMATCH = 'This Idempotency-Key was used with another payload';
export const NO_PATH = 'Resource not found: {path}';
export const NO_METHOD = 'Method not allowed: {method} (allowed: {allowed})';
