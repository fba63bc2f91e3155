/**
 * A rule whose limit is counted in slices (slices.ts): what it takes of which limit, and how it refuses.
 */
import type { Refusal } from '../../errors.ts';
import { type AdmissionRequest, type Guard, NO_OBJECTIONS } from './request.ts';
import type { Slices, Wanted } from './slices.ts';

export interface Asked {
  readonly wanted: Wanted;
  readonly refusal: () => Refusal;
}

/** `askedBy`: null where the rule does not apply. */
export function sliceGuard(slices: Slices, askedBy: (request: AdmissionRequest) => Asked | null): Guard {
  return {
    check(request) {
      const asked = askedBy(request);
      if (asked === null) return undefined;
      const taken = slices.take(asked.wanted);
      if (typeof taken === 'function') return taken;
      return Promise.resolve(taken).then((undo) => {
        if (undo) return undo;
        throw asked.refusal();
      });
    },
    peek(request) {
      const asked = askedBy(request);
      if (asked === null) return NO_OBJECTIONS;
      const has = slices.has(asked.wanted);
      if (has === true) return NO_OBJECTIONS;
      return Promise.resolve(has).then((isThere) => (isThere ? NO_OBJECTIONS : [asked.refusal()]));
    },
  };
}
