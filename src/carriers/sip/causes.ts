/**
 * What a final answer to an INVITE means for the call (RFC 3261, 21; RFC 3326; Q.850). Pure.
 *
 * 1. A Q.850 cause in a Reason field goes before the SIP status: gateways to the telephone network map many causes to
 *    the same status.
 * 2. Only what says that this trunk cannot place the call now, or does not accept us, leads to the next trunk. What says
 *    something about the callee or the number is final.
 */
import type { EndCause } from './call.ts';
import { parseParams, splitOutside } from './grammar.ts';
import { type HeaderField, linesOf } from './message.ts';

export interface Verdict {
  readonly cause: EndCause;
  /** Another trunk may be tried. */
  readonly isOfTrunk: boolean;
}

export interface FinalAnswer {
  readonly status: number;
  readonly reason: string;
  readonly q850: number | null;
  /** Our credentials were in the request. */
  readonly hadCredentials: boolean;
}

const BY_Q850: Readonly<Record<number, Verdict>> = {
  1: final('wrong_number'),
  17: final('busy'),
  18: final('unavailable'),
  19: final('no_answer'),
  20: final('unavailable'),
  21: final('declined'),
  22: final('wrong_number'),
  27: ofTrunk('unreachable'),
  28: final('wrong_number'),
  34: ofTrunk('unreachable'),
  38: ofTrunk('unreachable'),
  41: ofTrunk('unreachable'),
  42: ofTrunk('unreachable'),
  65: final('media_mismatch'),
  88: final('media_mismatch'),
};

const BY_STATUS: Readonly<Record<number, Verdict>> = {
  401: ofTrunk('trunk_refused'),
  403: final('declined'),
  404: final('wrong_number'),
  407: ofTrunk('trunk_refused'),
  408: final('unavailable'),
  410: final('wrong_number'),
  480: final('unavailable'),
  484: final('wrong_number'),
  486: final('busy'),
  487: final('cancelled'),
  488: final('media_mismatch'),
  600: final('busy'),
  603: final('declined'),
  604: final('wrong_number'),
  606: final('media_mismatch'),
  607: final('blocked'),
  608: final('blocked'),
};

export function verdictOf({ status, reason, q850, hadCredentials }: FinalAnswer): Verdict {
  const byCause = q850 === null ? undefined : BY_Q850[q850];
  if (byCause) return byCause;
  // With credentials it is the trunk that forbids it, whoever is called.
  if (status === 403 && hadCredentials) return ofTrunk('trunk_refused');
  // "603+" of an analytics engine (ATIS-1000099).
  if (status === 603 && /network blocked/i.test(reason)) return final('blocked');
  const byStatus = BY_STATUS[status];
  if (byStatus) return byStatus;
  if (status >= 600) return final('declined');
  // A redirection is not followed: only the configuration says where calls go.
  return ofTrunk(status >= 500 || status < 400 ? 'unreachable' : 'trunk_refused');
}

/** The Q.850 cause of a message, 1 to 127, or null. */
export function q850Of(message: { readonly headers: readonly HeaderField[] }): number | null {
  for (const line of linesOf(message, 'reason')) {
    for (const each of splitOutside(line, ',') ?? []) {
      const cause = /^\s*Q\.850\s*;/i.test(each) ? parseParams(`;${each}`)?.get('cause') : undefined;
      if (cause !== undefined && /^\d{1,3}$/.test(cause) && Number(cause) >= 1 && Number(cause) <= 127) {
        return Number(cause);
      }
    }
  }
  return null;
}

function final(cause: EndCause): Verdict {
  return { cause, isOfTrunk: false };
}

function ofTrunk(cause: EndCause): Verdict {
  return { cause, isOfTrunk: true };
}
