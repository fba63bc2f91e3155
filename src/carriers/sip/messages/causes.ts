/**
 * What a final answer to an INVITE means for the call (RFC 3261, 21; RFC 3326; Q.850). Pure.
 *
 * 1. A Q.850 cause in a Reason field goes before the SIP status: gateways to the telephone network map many causes to
 *    the same status.
 * 2. Only what says that this trunk cannot place the call now, or does not accept us, leads to the next trunk. What says
 *    something about the callee or the number is final.
 * 3. A telephone that rings is called by no other trunk. Before that a trunk may have begun to look for a way (183): then
 *    only what says that it has found none leads to the next one.
 */
import type { EndCause } from '../call.ts';
import type { HeaderField } from './fields.ts';
import { parseParams, splitOutside } from './grammar.ts';
import { linesOf } from './message.ts';

export interface CallFailure {
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

/** How far the call has come, as provisional answers tell. */
export type Progress = 'none' | 'under_way' | 'alerted';

const RINGING = 180;
/** Somebody there has taken the call, and keeps it until it is its turn. */
const QUEUED = 182;
const SESSION_PROGRESS = 183;
/** No circuit, out of order, temporary failure, congestion, the circuit that was asked for is not there (Q.850). */
const NO_WAY: ReadonlySet<number> = new Set([34, 38, 41, 42, 44]);

const BY_Q850: Readonly<Record<number, CallFailure>> = {
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
  44: ofTrunk('unreachable'),
  65: final('media_mismatch'),
  88: final('media_mismatch'),
};

const BY_STATUS: Readonly<Record<number, CallFailure>> = {
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
  607: final('unwanted'),
  608: final('blocked'),
};

export function callFailureOf({ status, reason, q850, hadCredentials }: FinalAnswer): CallFailure {
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

/** Whether a provisional answer says that the callee knows of the call; `ringingOn183`: on this trunk that one does, too. */
export function isAlerting(status: number, ringingOn183: boolean): boolean {
  return status === RINGING || status === QUEUED || (status === SESSION_PROGRESS && ringingOn183);
}

/** Rule 3, of an answer that is about the trunk. */
export function leadsToNext(progress: Progress, { status, q850 }: Pick<FinalAnswer, 'status' | 'q850'>): boolean {
  if (progress !== 'under_way') return progress === 'none';
  return status === 503 || (q850 !== null && NO_WAY.has(q850));
}

/** The Q.850 cause of a message, 1 to 127, or null. */
export function q850Of(message: { readonly headers: readonly HeaderField[] }): number | null {
  for (const line of linesOf(message, 'reason')) {
    for (const each of splitOutside(line, ',') ?? []) {
      const params = parseParams(`;${each}`);
      const cause = params?.has('q.850') ? params.get('cause') : undefined;
      if (cause !== undefined && /^\d{1,3}$/.test(cause) && Number(cause) >= 1 && Number(cause) <= 127) {
        return Number(cause);
      }
    }
  }
  return null;
}

function final(cause: EndCause): CallFailure {
  return { cause, isOfTrunk: false };
}

function ofTrunk(cause: EndCause): CallFailure {
  return { cause, isOfTrunk: true };
}
