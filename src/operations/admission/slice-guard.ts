/**
 * A rule whose limit is counted in slices (slices.ts): what it takes of which limit, and how it refuses.
 */
import type { Refusal } from '../../errors.ts';
import { type AdmissionRequest, type Guard, NO_OBJECTIONS, type Undo } from './request.ts';
import type { Slices, Taken, Wanted } from './slices.ts';

export interface SliceRule {
  /** Null where the rule does not apply. */
  wantedBy(request: AdmissionRequest): Wanted | null;
  refusalOf(request: AdmissionRequest, wanted: Wanted): Refusal;
}

export function sliceGuard(slices: Slices, rule: SliceRule): Guard {
  return {
    check(request) {
      const wanted = rule.wantedBy(request);
      if (wanted === null) return undefined;
      const taken = slices.take(wanted);
      return typeof taken === 'function' ? taken : orRefuse(taken, rule, request, wanted);
    },
    peek(request) {
      const wanted = rule.wantedBy(request);
      if (wanted === null) return NO_OBJECTIONS;
      const has = slices.has(wanted);
      return has === true ? NO_OBJECTIONS : objections(has, rule, request, wanted);
    },
  };
}

async function orRefuse(
  taken: Taken | Promise<Taken>,
  rule: SliceRule,
  request: AdmissionRequest,
  wanted: Wanted,
): Promise<Undo> {
  const undo = await taken;
  if (undo) return undo;
  throw rule.refusalOf(request, wanted);
}

async function objections(
  has: boolean | Promise<boolean>,
  rule: SliceRule,
  request: AdmissionRequest,
  wanted: Wanted,
): Promise<readonly Refusal[]> {
  return (await has) ? NO_OBJECTIONS : [rule.refusalOf(request, wanted)];
}
