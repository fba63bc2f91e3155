/**
 * How an INVITE over one trunk ended, and what a refusal means for the call (RFC 3261, 21; messages/causes.ts). Pure.
 */
import type { EndCause } from '../call.ts';
import { callFailureOf, leadsToNext, type Progress, q850Of } from '../messages/causes.ts';
import { headerOf, type ReceivedResponse } from '../messages/message.ts';

export interface LegEnd {
  readonly kind: 'final' | 'next';
  readonly cause: EndCause;
  readonly by: 'us' | 'peer' | 'network';
  readonly wasAnswered: boolean;
  readonly status: number | null;
  readonly q850: number | null;
  readonly reason: string;
  /** The trunk itself gave no sign of life, or said for how long it does not want to be asked. */
  readonly trunkIs: 'fine' | 'silent' | { readonly busyForMs: number };
}

/** A final answer but a 2xx. `progress`: how far the call had come on this trunk. */
export function endByRefusal(response: ReceivedResponse, progress: Progress, hadCredentials: boolean): LegEnd {
  const { status } = response;
  const q850 = q850Of(response);
  const { cause, isOfTrunk } = callFailureOf({ status, reason: response.reason, q850, hadCredentials });
  const isNext = isOfTrunk && leadsToNext(progress, { status, q850 });
  return {
    kind: isNext ? 'next' : 'final',
    cause: isOfTrunk && !isNext ? 'failed' : cause,
    by: isOfTrunk ? 'network' : 'peer',
    wasAnswered: false,
    status,
    q850,
    reason: `${status} ${response.reason}`.trim(),
    trunkIs: busyFor(response),
  };
}

/** Retry-After of a 503 (RFC 3261, 21.5.4), at most five minutes. */
function busyFor(response: ReceivedResponse): LegEnd['trunkIs'] {
  const seconds = /^\s*(\d{1,6})/.exec(headerOf(response, 'retry-after') ?? '')?.[1];
  if (response.status !== 503 || seconds === undefined) return 'fine';
  return { busyForMs: Math.min(Number(seconds), 300) * 1_000 };
}
