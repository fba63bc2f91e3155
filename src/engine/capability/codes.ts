/**
 * The codes of what a recipient's device can be sent, as the public list of the wire format has them; those of a list of
 * numbers that is being worked off are ours. Pure.
 */
export const CAPABILITY = {
  supported: 3060,
  notSupported: 3055,
  /** The agent may not reach this number, or no carrier is for it. */
  notCovered: 3115,
  /** It was asked in vain. */
  failed: 3041,
  /** Of a place in a list: no phone number. */
  invalid: 3101,
  /** Of a place in a list of a trial account: its number has not been verified. */
  notVerified: 3071,
  waiting: 3010,
  done: 3014,
} as const;

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  [CAPABILITY.supported]: 'Channel is supported by the device',
  [CAPABILITY.notSupported]: 'Channel is not supported by the device',
  [CAPABILITY.notCovered]: 'Destination is not in coverage',
  [CAPABILITY.failed]: 'Carrier rejected - temporary problem',
  [CAPABILITY.invalid]: 'Not a phone number with country code, digits only',
  [CAPABILITY.notVerified]: 'The number has not been verified for this trial account',
  [CAPABILITY.waiting]: 'Capability check in progress',
  [CAPABILITY.done]: 'Capability check completed',
};

export function describeCapability(code: number): string {
  return DESCRIPTIONS[code] ?? 'Status is unavailable';
}
