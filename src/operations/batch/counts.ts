/**
 * A batch as it was read, and how many of its recipients are taken.
 */
import type { BatchRecipient } from '../../store/batches/slices.ts';
import type { KeptBody, RefusedPlace } from './message.ts';
import type { BatchFrame } from './schema.ts';

export interface ReadBatch {
  readonly kept: KeptBody;
  readonly frame: BatchFrame;
  /** Null: at once. */
  readonly sendAt: number | null;
  readonly isDryRun: boolean;
  readonly recipients: readonly BatchRecipient[];
}

/** Named in the answer; GET names all of them. */
const MOST_NAMED = 1_000;

/** How many of them are taken, and the others by their places. */
export function countsOf(recipients: readonly BatchRecipient[]) {
  const refused = recipients.filter(isRefused);
  return {
    total: recipients.length,
    accepted: recipients.length - refused.length,
    refused_total: refused.length,
    refused: refused.slice(0, MOST_NAMED).map(({ place, code, reason }) => ({ place, code, description: reason })),
  };
}

function isRefused(recipient: BatchRecipient): recipient is BatchRecipient & RefusedPlace {
  return recipient.code !== null;
}
