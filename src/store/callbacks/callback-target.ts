/**
 * Where a callback goes, and until when its node has it in hand.
 *
 * 1. One that has no address is an event: it is recorded and never sent (callback-rows.ts).
 */

import type { CallbackTarget } from '../../engine/message/message.ts';
import { partsOf } from '../../lib/url-parts.ts';
import type { Owner } from '../nodes/owner.ts';
import type { NewCallback } from './callback-rows.ts';

export interface SendingOptions {
  readonly owner: Owner;
  readonly callbackLeaseMs: number;
  readonly at: number;
}

type Sending = Pick<NewCallback, 'url' | 'method' | 'endpoint' | 'dueAt' | 'owner'>;

/** Sent from memory straight after the commit; claimed by anyone if that does not happen. */
export function sendingTo(target: CallbackTarget | null, { owner, callbackLeaseMs, at }: SendingOptions): Sending {
  if (target === null) return { url: '', method: 'POST', endpoint: '', dueAt: at, owner: null };
  const { url, method } = target;
  return { url, method, endpoint: partsOf(url).origin, dueAt: at + callbackLeaseMs, owner };
}
