/**
 * The plan of a masked session: from which pool and of which countries the masks would be (contract section 12).
 */
import type { MaskPreview } from '../../engine/masking/mask-pool.ts';
import type { SessionPreview } from '../../engine/masking/open-sessions.ts';
import { Refusal } from '../../errors.ts';
import { iso } from '../../lib/instant.ts';
import type { JsonObject } from '../../lib/json.ts';
import { describeSession } from '../masking-session/answer.ts';
import type { OpenSessionRequest } from '../masking-session/schema.ts';
import { refusedBy } from './stoppers.ts';

export interface PlannedSession {
  readonly asked: OpenSessionRequest;
  readonly refusals: readonly Refusal[];
  readonly seen: SessionPreview;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly endsAt: number;
}

export function sessionPlan({ asked, refusals, seen, at, endsAt }: PlannedSession): JsonObject {
  const { code } = seen;
  const stoppers = refusedBy('anonymous', [...refusals, ...(code === null ? [new Refusal('no_mask')] : [])], at);
  const [first] = stoppers;
  const verdict = first
    ? { would: 'be_refused', code: first.code, description: first.description }
    : { would: 'be_opened', code, description: describeSession(code ?? 0) };
  return {
    ...verdict,
    stoppers,
    session_end_on: iso(endsAt),
    validity: String(asked.validity),
    validity_unit: asked.unit,
    callback: asked.callback,
    phone_number_1: partyOf(asked.number1, seen.masked1),
    phone_number_2: partyOf(asked.number2, seen.masked2),
  };
}

function partyOf({ digits, country }: OpenSessionRequest['number1'], mask: MaskPreview | null): JsonObject {
  return {
    complete_phone_number: digits,
    country_iso2: country,
    mask: mask && {
      pool: mask.isShared ? 'shared' : 'own',
      same_country: mask.isOfCountry,
      countries: mask.countries,
      free: mask.free,
    },
  };
}
