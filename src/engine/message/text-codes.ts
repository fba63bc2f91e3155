/**
 * The status codes of one text, as `/v1/messaging` and `/v1/verify/sms` have them, and what the engine's own codes mean
 * for one. Pure. docs/messaging.md has the table for callers.
 *
 * 1. Until it is final a text is in progress (290), waits for a carrier that is busy or away (292), or is with the carrier
 *    (203). None of these says that it has failed.
 * 2. A carrier that took it and never said what became of it is another end (251) than one that says that it expired (221).
 * 3. Where a receipt or an answer names the error, the code says it: an error of the network as GSM numbers it (3GPP
 *    TS 29.002, 17.6; SMPP 3.4, 5.3.2.31), a command_status by its name. A carrier's own numbers say nothing here.
 */
import { CODE, describeCode, meansDelivered } from './codes.ts';
import type { Attempt, Message } from './message.ts';

export const TEXT_CODE = {
  delivered: 200,
  atGateway: 203,
  undeliverable: 207,
  temporaryPhoneError: 210,
  permanentPhoneError: 211,
  noRoute: 220,
  expired: 221,
  notSupported: 222,
  unsupportedContent: 231,
  unknown: 250,
  unconfirmed: 251,
  inProgress: 290,
  queued: 292,
  carrierBusy: 503,
  carrierRefused: 504,
  carrierUnreachable: 505,
  invalidDestination: 507,
  invalidSource: 508,
  blockedBySubscriber: 510,
  roaming: 512,
  absent: 514,
  swapped: 518,
  swapUnknown: 519,
  notAvailable: 599,
  /** Ours: there is no such code among those of texts. */
  cancelled: CODE.cancelled,
  suspended: CODE.suspended,
} as const;

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  [TEXT_CODE.delivered]: 'Delivered to handset',
  [TEXT_CODE.atGateway]: 'Delivered to gateway',
  [TEXT_CODE.undeliverable]: 'Error delivering SMS to handset (reason unknown)',
  [TEXT_CODE.temporaryPhoneError]: 'Temporary phone error',
  [TEXT_CODE.permanentPhoneError]: 'Permanent phone error',
  [TEXT_CODE.noRoute]: 'Gateway/network cannot route message',
  [TEXT_CODE.expired]: 'Message expired before delivery',
  [TEXT_CODE.notSupported]: 'SMS not supported',
  [TEXT_CODE.unsupportedContent]: 'Invalid/unsupported message content',
  [TEXT_CODE.unknown]: 'Final status unknown',
  [TEXT_CODE.unconfirmed]: 'Message sent, but its delivery to the handset was not confirmed',
  [TEXT_CODE.inProgress]: 'Message in progress',
  [TEXT_CODE.queued]: 'Queued by gateway',
  [TEXT_CODE.carrierBusy]: 'Carrier rejected - temporary problem',
  [TEXT_CODE.carrierRefused]: 'Carrier rejected - permanent error',
  [TEXT_CODE.carrierUnreachable]: 'Error on gateway - temporary error',
  [TEXT_CODE.invalidDestination]: 'Invalid destination address',
  [TEXT_CODE.invalidSource]: 'Invalid source address',
  [TEXT_CODE.blockedBySubscriber]: 'Message blocked by subscriber action or request',
  [TEXT_CODE.roaming]: 'Roaming error',
  [TEXT_CODE.absent]: 'Subscriber absent',
  [TEXT_CODE.swapped]: 'Message blocked due to high risk SIM swap indicator',
  [TEXT_CODE.swapUnknown]: 'Message not sent - requested SIM swap check could not be performed',
  [TEXT_CODE.notAvailable]: 'Status not available',
  [TEXT_CODE.cancelled]: describeCode(CODE.cancelled),
  [TEXT_CODE.suspended]: describeCode(CODE.suspended),
};

/** Every code that a text can show, with its text. */
export const TEXT_CODES: ReadonlyArray<{ readonly code: number; readonly description: string }> = Object.entries(
  DESCRIPTIONS,
).map(([code, description]) => ({ code: Number(code), description }));

/** Also of the engine's own codes, under which operators see texts. */
export function describeTextCode(code: number): string {
  return DESCRIPTIONS[code] ?? describeCode(code);
}

/** How a text stands, as its caller is told. What is a text's own code, such as one that was never sent (518), stays. */
export function textCode({ finalAt, status, attempts }: Pick<Message, 'finalAt' | 'status' | 'attempts'>): number {
  const attempt = attempts.at(-1);
  return finalAt === null ? codeUnderWay(attempt) : finalCode(status, attempt);
}

/** In which state a text is that shows this code. */
export function stateOfTextCode(code: number): 'open' | 'delivered' | 'failed' {
  if (code === TEXT_CODE.delivered) return 'delivered';
  return UNDER_WAY.includes(code) ? 'open' : 'failed';
}

/** Rule 1. */
const UNDER_WAY: readonly number[] = [TEXT_CODE.inProgress, TEXT_CODE.queued, TEXT_CODE.atGateway];

function codeUnderWay(attempt: Attempt | undefined): number {
  if (!attempt) return TEXT_CODE.inProgress;
  if (attempt.code === CODE.busy || attempt.code === CODE.unreachable) return TEXT_CODE.queued;
  return attempt.state === 'submitted' ? TEXT_CODE.atGateway : TEXT_CODE.inProgress;
}

const FINAL: Readonly<Record<number, number>> = {
  [CODE.undeliverable]: TEXT_CODE.undeliverable,
  [CODE.expired]: TEXT_CODE.expired,
  [CODE.unknown]: TEXT_CODE.unknown,
  [CODE.busy]: TEXT_CODE.carrierBusy,
  [CODE.rejected]: TEXT_CODE.carrierRefused,
  [CODE.unreachable]: TEXT_CODE.carrierUnreachable,
  [CODE.optedOut]: TEXT_CODE.blockedBySubscriber,
  [CODE.notSupported]: TEXT_CODE.notSupported,
};

function finalCode(status: number, attempt: Attempt | undefined): number {
  if (meansDelivered(status)) return TEXT_CODE.delivered;
  if (status === CODE.expired && attempt && isUnconfirmed(attempt)) return TEXT_CODE.unconfirmed;
  // No carrier was ever asked.
  if (status === CODE.notSupported && attempt?.carrier === null) return TEXT_CODE.noRoute;
  const named = status === CODE.undeliverable || status === CODE.rejected ? namedError(attempt?.reason ?? '') : null;
  if (named !== null) return named;
  return FINAL[status] ?? (status in DESCRIPTIONS ? status : TEXT_CODE.notAvailable);
}

/** Rule 2: its time is over, and the carrier has at least a part of which nothing is known. */
function isUnconfirmed({ parts }: Attempt): boolean {
  const isGiven = parts.some(({ state, inDoubt }) => state === 'accepted' || state === 'unknown' || inDoubt === true);
  return isGiven && !parts.some(({ state }) => state === 'failed');
}

/** By GSM's number of the error. */
const NETWORK_ERRORS: Readonly<Record<number, number>> = {
  1: TEXT_CODE.permanentPhoneError,
  6: TEXT_CODE.absent,
  8: TEXT_CODE.roaming,
  9: TEXT_CODE.permanentPhoneError,
  11: TEXT_CODE.notSupported,
  12: TEXT_CODE.permanentPhoneError,
  13: TEXT_CODE.blockedBySubscriber,
  21: TEXT_CODE.notSupported,
  27: TEXT_CODE.absent,
  31: TEXT_CODE.temporaryPhoneError,
  32: TEXT_CODE.temporaryPhoneError,
  34: TEXT_CODE.noRoute,
};

const NETWORK_ERROR = /network error 3:(\d{1,5})/;

const REFUSALS: ReadonlyArray<readonly [RegExp, number]> = [
  [/ESME_RINVDST(ADR|TON|NPI)/, TEXT_CODE.invalidDestination],
  [/ESME_RINVSRC(ADR|TON|NPI)/, TEXT_CODE.invalidSource],
  [/ESME_R(INVDCS|INVMSGLEN|INVESMCLASS)/, TEXT_CODE.unsupportedContent],
];

/** Rule 3. */
function namedError(reason: string): number | null {
  const [, network] = NETWORK_ERROR.exec(reason) ?? [];
  if (network !== undefined) return NETWORK_ERRORS[Number(network)] ?? null;
  return REFUSALS.find(([pattern]) => pattern.test(reason))?.[1] ?? null;
}
