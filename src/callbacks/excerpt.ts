/**
 * The beginning of what a receiver of callbacks answered, as the store can hold it, whatever bytes it is. Pure.
 */
import { storable } from '../lib/storable.ts';

export const EXCERPT_BYTES = 1_024;

/** At most `EXCERPT_BYTES` characters; what is no UTF-8 becomes U+FFFD. */
export function excerptOf(answer: Buffer): string {
  return storable(answer.subarray(0, EXCERPT_BYTES).toString('utf8'));
}
