/**
 * The catalogue of refusals: for each product and each case the HTTP status, the code and the text that a caller gets,
 * and the one function that makes the body.
 *
 * 1. Every refusal that leaves the gateway is a row here; docs/errors.md is made from the rows and a test compares them.
 * 2. Codes are never reused for something else.
 * 3. `ours` marks codes that are not in the public material of the wire format.
 * 4. Text in braces is filled in from the refusal; a value that a caller sent is cut to a bearable length.
 */
import { AUTHENTICATION, type AuthCase, CODES_OF_MESSAGING } from './authentication-errors.ts';
import {
  BAD_NUMBER,
  BLOCKED,
  FAILED,
  INVALID,
  LARGE,
  LIMITED,
  MALFORMED,
  MEDIA_TYPE,
  MISMATCH,
  MISSING,
  NO_METHOD,
  NO_PATH,
  NOT_ATTEMPTED,
  NOT_AUTHORIZED,
  RUNNING,
  TOO_MANY,
  UNAVAILABLE,
  UNVERIFIED,
  USED_UP,
} from './error-texts.ts';
import { MESSAGING } from './messaging-errors.ts';
import { OMNICHANNEL, VERIFICATION } from './omnichannel-errors.ts';
import { OPERATOR, type OperatorCase } from './operator-errors.ts';

export type Product =
  | 'verify'
  | 'verification'
  | 'phoneid'
  | 'omnichannel'
  | 'messaging'
  | 'anonymous'
  | 'operator'
  | 'sandbox'
  | 'gateway';

type CommonCase =
  | 'product_not_enabled'
  | 'number_not_verified'
  | 'parameter_missing'
  | 'number_invalid'
  | 'value_invalid'
  | 'body_malformed'
  | 'external_id_invalid'
  | 'lifecycle_event_invalid'
  | 'originating_ip_invalid'
  | 'reference_unknown'
  | 'reference_expired'
  | 'path_unknown'
  | 'method_not_allowed'
  | 'media_type'
  | 'too_large'
  | BlockedCase
  | 'rate_limited'
  | 'idempotency_running'
  | 'idempotency_mismatch'
  | 'storage_down'
  | 'failed';

/** Why nothing may go to a number, each with its code where the product has more than one. */
type BlockedCase =
  | 'blocked_by_operator'
  | 'blocked_by_customer'
  | 'country_not_allowed'
  | 'prefix_blocked'
  | 'too_many_to_number'
  | 'budget_used_up';

/** What masked sessions alone are refused for. */
type SessionCase = 'no_mask' | 'validity_invalid' | 'numbers_same' | 'session_over';

/** Some of them are met in `/v1/messaging`, too. */
type OmnichannelCase =
  | 'message_type_invalid'
  | 'callback_url_invalid'
  | 'sender_id_invalid'
  | 'channel_invalid'
  | 'channels_missing'
  | 'channel_missing'
  | 'phone_number_missing'
  | 'message_missing'
  | 'message_invalid'
  | 'message_type_missing'
  | 'template_unknown'
  | 'template_parameter_missing'
  | 'template_name_missing'
  | 'template_name_invalid'
  | 'template_type_missing'
  | 'template_content_missing'
  | 'template_category_invalid'
  | 'template_language_invalid'
  | 'template_sample_invalid'
  | 'templates_not_enabled'
  | 'reference_invalid'
  | CapabilityCase
  | KeyCase;

/** Of the keys that an account looks after. */
type KeyCase = 'key_unknown' | 'key_not_revocable' | 'too_many_keys';

/** Of the questions what a recipient can be sent. */
type CapabilityCase = 'capability_not_enabled' | 'carrier_unavailable';

/** What only verifications with several methods meet. */
type VerificationCase = 'email_invalid' | 'email_missing';

/** What the HTTP layer answers in its own name: there is no product that could. */
type GatewayCase = 'http_malformed' | 'too_slow' | 'expectation_unknown' | 'headers_too_large' | 'carrier_unknown';

export type ErrorCase =
  | AuthCase
  | CommonCase
  | SessionCase
  | OmnichannelCase
  | VerificationCase
  | OperatorCase
  | GatewayCase;

/** What stands in for the names in braces. */
export type ErrorValues = Readonly<Record<string, string | number>>;

export interface ErrorRow {
  readonly product: Product;
  readonly case: ErrorCase;
  readonly http: number;
  /** `status.code`. */
  readonly code: number;
  /** `status.description`. */
  readonly text: string;
  /** The one entry of `errors`, where the product has that list. */
  readonly error: { readonly code: number; readonly text: string } | null;
  readonly ours: boolean;
}

export interface ErrorBody {
  readonly status: { readonly code: number; readonly description: string; readonly updated_on: string };
  readonly errors?: ReadonlyArray<{ readonly code: number; readonly description: string }>;
}

type Row = readonly [ErrorCase, number, number, string, 'ours'?];
/** As Row, with the code and text of `errors` in place of the text. */
type VerifyRow = readonly [ErrorCase, number, number, number, string];

const VERIFY: readonly VerifyRow[] = [
  ['product_not_enabled', 401, 501, -20002, 'Product {product} is not enabled for this Customer ID'],
  ['number_not_verified', 401, 500, -10033, UNVERIFIED],
  ['parameter_missing', 400, 500, -10001, MISSING],
  ['number_invalid', 400, 500, -10001, BAD_NUMBER],
  ['value_invalid', 400, 500, -10001, INVALID],
  ['external_id_invalid', 400, 500, -10001, INVALID],
  ['lifecycle_event_invalid', 400, 500, -10001, INVALID],
  ['originating_ip_invalid', 400, 500, -10001, INVALID],
  ['body_malformed', 400, 500, -10001, MALFORMED],
  ['reference_unknown', 404, 500, -10001, 'Reference ID not found'],
  ['reference_expired', 404, 500, -10004, 'Reference ID expired'],
  ['path_unknown', 404, 500, -40004, NO_PATH],
  ['method_not_allowed', 405, 500, -40005, NO_METHOD],
  ['media_type', 415, 500, -10001, MEDIA_TYPE],
  ['too_large', 413, 500, -10001, LARGE],
  ['blocked_by_operator', 403, 500, -10001, BLOCKED],
  ['blocked_by_customer', 403, 500, -10001, BLOCKED],
  ['country_not_allowed', 403, 500, -10001, BLOCKED],
  ['prefix_blocked', 403, 500, -10001, BLOCKED],
  ['too_many_to_number', 403, 500, -10001, TOO_MANY],
  ['budget_used_up', 429, 500, -40007, USED_UP],
  ['rate_limited', 429, 500, -40007, LIMITED],
  ['idempotency_running', 409, 500, -10001, RUNNING],
  ['idempotency_mismatch', 422, 500, -10001, MISMATCH],
  ['storage_down', 503, 500, -90001, UNAVAILABLE],
  ['failed', 500, 500, -90001, FAILED],
];

const PHONEID: readonly Row[] = [
  ['number_not_verified', 400, 10033, UNVERIFIED],
  ['parameter_missing', 400, 12000, MISSING],
  ['number_invalid', 400, 11000, BAD_NUMBER],
  ['lifecycle_event_invalid', 400, 11003, INVALID],
  ['originating_ip_invalid', 400, 11010, INVALID],
  ['external_id_invalid', 400, 11016, INVALID],
  ['value_invalid', 400, 11000, INVALID],
  ['body_malformed', 400, 11000, MALFORMED],
  ['reference_unknown', 404, 10017, 'Reference ID not found'],
  ['path_unknown', 404, 10017, NO_PATH],
  ['method_not_allowed', 405, 10405, NO_METHOD, 'ours'],
  ['media_type', 415, 11000, MEDIA_TYPE],
  ['too_large', 413, 11000, LARGE],
  ['blocked_by_operator', 400, 10032, BLOCKED],
  ['blocked_by_customer', 400, 10032, BLOCKED],
  ['country_not_allowed', 400, 10032, BLOCKED],
  ['prefix_blocked', 400, 10032, BLOCKED],
  ['too_many_to_number', 400, 10032, TOO_MANY],
  ['budget_used_up', 429, 10019, USED_UP],
  ['rate_limited', 429, 10019, LIMITED],
  ['idempotency_running', 409, 11000, RUNNING],
  ['idempotency_mismatch', 422, 11000, MISMATCH],
  ['storage_down', 503, 500, UNAVAILABLE],
  ['failed', 500, 500, FAILED],
];

const ANONYMOUS: readonly Row[] = [
  ['no_mask', 400, 2702, 'Session creation failed, no masked_id is available'],
  [
    'validity_invalid',
    400,
    2705,
    'Session creation failed, validity_period must be an integer from 1 to {most} ({unit})',
  ],
  ['numbers_same', 400, 2708, 'Session creation failed, the two phone numbers are the same'],
  ['session_over', 409, 2715, 'The session is over and cannot be extended', 'ours'],
  ['number_not_verified', 400, 2706, UNVERIFIED],
  ['parameter_missing', 400, 2709, MISSING, 'ours'],
  ['number_invalid', 400, 2709, BAD_NUMBER, 'ours'],
  ['value_invalid', 400, 2709, INVALID, 'ours'],
  ['external_id_invalid', 400, 2709, INVALID, 'ours'],
  ['lifecycle_event_invalid', 400, 2709, INVALID, 'ours'],
  ['originating_ip_invalid', 400, 2709, INVALID, 'ours'],
  ['body_malformed', 400, 2709, MALFORMED, 'ours'],
  ['reference_unknown', 404, 2710, 'Session not found', 'ours'],
  ['path_unknown', 404, 2710, NO_PATH, 'ours'],
  ['method_not_allowed', 405, 2711, NO_METHOD, 'ours'],
  ['media_type', 415, 2709, MEDIA_TYPE, 'ours'],
  ['too_large', 413, 2709, LARGE, 'ours'],
  ['blocked_by_operator', 400, 2706, BLOCKED],
  ['blocked_by_customer', 400, 2707, BLOCKED],
  ['country_not_allowed', 400, 2706, BLOCKED],
  ['prefix_blocked', 400, 2706, BLOCKED],
  ['too_many_to_number', 400, 2706, TOO_MANY],
  ['budget_used_up', 429, 2712, USED_UP, 'ours'],
  ['rate_limited', 429, 2712, LIMITED, 'ours'],
  ['idempotency_running', 409, 2709, RUNNING, 'ours'],
  ['idempotency_mismatch', 422, 2709, MISMATCH, 'ours'],
  ['storage_down', 503, 2704, UNAVAILABLE],
  ['failed', 500, 2704, FAILED],
];

/** Outside of the four products `status.code` repeats the HTTP status. Case, status, text. */
const OURS: ReadonlyArray<readonly [ErrorCase, number, string]> = [
  ['authorization_missing', 401, "Missing required 'Authorization' header"],
  ['authorization_malformed', 401, "'Authorization' header is not in the correct format"],
  ['customer_unknown', 401, 'Not authorized'],
  ['key_wrong', 401, 'Not authorized'],
  ['account_suspended', 401, 'Not authorized'],
  ['parameter_missing', 400, MISSING],
  ['number_invalid', 400, BAD_NUMBER],
  ['value_invalid', 400, INVALID],
  ['body_malformed', 400, MALFORMED],
  ['media_type', 415, MEDIA_TYPE],
  ['reference_unknown', 404, '{name} not found'],
  ['path_unknown', 404, NO_PATH],
  ['method_not_allowed', 405, NO_METHOD],
  ['too_large', 413, LARGE],
  ['rate_limited', 429, LIMITED],
  ['idempotency_running', 409, RUNNING],
  ['idempotency_mismatch', 422, MISMATCH],
  ['storage_down', 503, UNAVAILABLE],
  ['failed', 500, FAILED],
];

/** Requests that no product saw. */
const GATEWAY: ReadonlyArray<readonly [ErrorCase, number, string]> = [
  ['http_malformed', 400, 'Invalid request: {why}'],
  ['too_slow', 408, 'The request took too long to arrive'],
  ['expectation_unknown', 417, 'Only 100-continue can be expected'],
  ['headers_too_large', 431, 'The headers of the request are too large'],
  ['carrier_unknown', 404, 'No carrier of this name takes webhooks'],
];

export const ERRORS: readonly ErrorRow[] = [
  ...AUTHENTICATION.map(([of, error, , text]) => listRow('verify', [of, 401, 501, error, text])),
  ...VERIFY.map((row) => listRow('verify', row)),
  ...AUTHENTICATION.map(([of, , code, text]) => plainRow('phoneid', [of, 401, code, text])),
  ...PHONEID.map((row) => plainRow('phoneid', row)),
  ...(['omnichannel', 'verification'] as const).flatMap((product) => [
    ...AUTHENTICATION.map(([of, , , text]) =>
      plainRow(product, [of, 401, of === 'account_suspended' ? 3406 : 3400, `${NOT_AUTHORIZED}: ${text}`]),
    ),
    ...(product === 'omnichannel' ? OMNICHANNEL : VERIFICATION).map((row: Row) => plainRow(product, row)),
  ]),
  ...AUTHENTICATION.map(([of, , , text]) => plainRow('messaging', [of, 401, CODES_OF_MESSAGING[of], text])),
  ...MESSAGING.map((row: Row) => plainRow('messaging', row)),
  ...AUTHENTICATION.map(([of, error, , text]) => listRow('anonymous', [of, 401, 501, error, text])),
  listRow('anonymous', [
    'product_not_enabled',
    401,
    501,
    -20002,
    'Product {product} is not enabled for this Customer ID',
  ]),
  ...ANONYMOUS.map((row) => plainRow('anonymous', row)),
  ...(['operator', 'sandbox', 'gateway'] as const).flatMap((product) =>
    OURS.map(([of, http, text]) => plainRow(product, [of, http, http, text, 'ours'])),
  ),
  ...OPERATOR.map(([of, http, text]) => plainRow('operator', [of, http, http, text, 'ours'])),
  ...GATEWAY.map(([of, http, text]) => plainRow('gateway', [of, http, http, text, 'ours'])),
];

function listRow(product: Product, [of, http, code, error, text]: VerifyRow): ErrorRow {
  const description = code === 501 ? NOT_AUTHORIZED : NOT_ATTEMPTED;
  return { product, case: of, http, code, text: description, error: { code: error, text }, ours: false };
}

function plainRow(product: Product, [of, http, code, text, ours]: Row): ErrorRow {
  return { product, case: of, http, code, text, error: null, ours: ours === 'ours' };
}

const rows = new Map(ERRORS.map((row) => [`${row.product} ${row.case}`, row]));

/** The row of a case. One that a product does not know is a fault of ours, and nothing else is said in its place. */
export function errorRow(product: Product, of: ErrorCase): ErrorRow {
  const row = rows.get(`${product} ${of}`);
  if (!row) throw new RangeError(`${product} has no row for the case ${of}`);
  return row;
}

/** By the word behind `/v1`. */
const NAMED_BY_PATH: readonly Product[] = ['verify', 'phoneid', 'messaging', 'anonymous'];

/** Which product answers for a path. */
export function productOf(path: string): Product {
  const [, first = '', second = ''] = path.split('/', 3);
  if (first === 'operator' || first === 'sandbox') return first;
  if (first === 'capability') return 'omnichannel';
  if (first === 'verification') return first;
  if (first !== 'v1') return 'gateway';
  return NAMED_BY_PATH.find((product) => product === second) ?? 'omnichannel';
}

/** Where the page that every gateway serves explains a code (src/http/docs/errors-page.ts). */
export const ERRORS_PATH = '/docs/errors';

export function anchorOf(code: number): string {
  return `code-${code}`;
}

/** Of a refusal: the paragraph about what a program goes by, the entry of `errors` before `status`. */
export function helpOf({ code, error }: ErrorRow): string {
  return `${ERRORS_PATH}#${anchorOf(error?.code ?? code)}`;
}

/** `at`: epoch milliseconds. */
export function errorBody(row: ErrorRow, values: ErrorValues, at: number): ErrorBody {
  const status = { code: row.code, description: fill(row.text, values), updated_on: new Date(at).toISOString() };
  if (!row.error) return { status };
  return { status, errors: [{ code: row.error.code, description: fill(row.error.text, values) }] };
}

/** Lists of what is allowed fit; what a caller wrote has a limit. */
const LONGEST_VALUE = 1_000;

function fill(text: string, values: ErrorValues): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(values[name] ?? name);
    return value.length <= LONGEST_VALUE ? value : `${value.slice(0, LONGEST_VALUE)}…`;
  });
}

/** A request that is refused; thrown anywhere below the HTTP edge, which knows the product. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly case: ErrorCase;
  readonly values: ErrorValues;
  readonly headers: Readonly<Record<string, string>>;

  constructor(of: ErrorCase, values: ErrorValues = {}, headers: Readonly<Record<string, string>> = {}) {
    super(of);
    this.case = of;
    this.values = values;
    this.headers = headers;
  }
}

/** Of a request that comes too soon: with how long it has to wait. */
export function tooSoon(waitMs: number): Refusal {
  const retry = Math.ceil(waitMs / 1_000);
  return new Refusal('rate_limited', { retry }, { 'retry-after': String(retry) });
}
