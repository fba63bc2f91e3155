/**
 * The status codes of a message and of its channels (contract, section 3). Those marked ours are not in the public
 * material of the wire format.
 */
export const CODE = {
  read: 201,
  delivered: 3000,
  inProgress: 3001,
  /** Ours: the carrier refused it for good. */
  rejected: 3040,
  /** Ours in this place: the carrier is busy. */
  busy: 3041,
  /** Ours: the carrier cannot be reached. */
  unreachable: 3042,
  /** Ours: it expired, or was given up on the last channel. */
  expired: 3051,
  /** Ours: the carrier could not deliver it. */
  undeliverable: 3052,
  /** Ours: the recipient has opted out. */
  optedOut: 3053,
  /** Ours: nobody knows what became of it. */
  unknown: 3054,
  notSupported: 3055,
  fallbackTimePassed: 3056,
} as const;

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  [CODE.read]: 'Message is read',
  [CODE.delivered]: 'Delivered',
  [CODE.inProgress]: 'Message in progress',
  [CODE.rejected]: 'Message rejected by carrier',
  [CODE.busy]: 'Carrier busy, message is tried again',
  [CODE.unreachable]: 'Carrier cannot be reached, message is tried again',
  [CODE.expired]: 'Message expired before it was delivered',
  [CODE.undeliverable]: 'Message is undeliverable',
  [CODE.optedOut]: 'Recipient has opted out',
  [CODE.unknown]: 'Delivery state is unknown',
  [CODE.notSupported]: 'Channel is not supported for this recipient',
  [CODE.fallbackTimePassed]: 'Message failed to deliver in specified fallback time',
};

/** Every code that a message or a channel can show, with its text. */
export const MESSAGE_CODES: ReadonlyArray<{ readonly code: number; readonly description: string }> = Object.entries(
  DESCRIPTIONS,
).map(([code, description]) => ({ code: Number(code), description }));

export function describeCode(code: number): string {
  return DESCRIPTIONS[code] ?? 'Status is unavailable';
}
