/**
 * The status codes of a message and of its channels (contract, section 3), as the public list of the wire format has
 * them. How they are stored: store/messages/stored-codes.ts.
 */
export const CODE = {
  delivered: 3000,
  inProgress: 3001,
  /** The carrier could not deliver it. */
  undeliverable: 3003,
  read: 3005,
  /** Ours: it was cancelled, and nothing of it arrives. */
  cancelled: 3007,
  /** It expired, or was given up on the last channel. */
  expired: 3033,
  /** Nobody knows what became of it. */
  unknown: 3039,
  /** The carrier is busy. */
  busy: 3041,
  /** The carrier refused it for good. */
  rejected: 3042,
  /** The carrier cannot be reached. */
  unreachable: 3043,
  optedOut: 3046,
  notSupported: 3055,
  fallbackTimePassed: 3056,
  /** Ours: its account was suspended before it was sent. */
  suspended: 3406,
} as const;

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  [CODE.delivered]: 'Delivered',
  [CODE.inProgress]: 'Message in progress',
  [CODE.undeliverable]: 'Delivery error',
  [CODE.read]: 'Message is read',
  [CODE.cancelled]: 'Message was taken back',
  [CODE.expired]: 'Message expired before delivery',
  [CODE.unknown]: 'Final status unknown',
  [CODE.busy]: 'Carrier rejected - temporary problem',
  [CODE.rejected]: 'Carrier rejected - permanent error',
  [CODE.unreachable]: 'Error on gateway - temporary error',
  [CODE.optedOut]: 'Message blocked by subscriber action or request',
  [CODE.notSupported]: 'Channel is not supported for this recipient',
  [CODE.fallbackTimePassed]: 'Message failed to deliver in specified fallback time',
  [CODE.suspended]: 'Account is suspended',
};

/** Every code that a message or a channel can show, with its text. */
export const MESSAGE_CODES: ReadonlyArray<{ readonly code: number; readonly description: string }> = Object.entries(
  DESCRIPTIONS,
).map(([code, description]) => ({ code: Number(code), description }));

export function describeCode(code: number): string {
  return DESCRIPTIONS[code] ?? 'Status is unavailable';
}

/** Of a channel or of a message: it arrived, whether or not it is known to have been read. */
export function meansDelivered(code: number): boolean {
  return code === CODE.delivered || code === CODE.read;
}
