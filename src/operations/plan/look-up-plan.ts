/**
 * The plan of a look-up: for each add-on the sources that would be asked in their order, the cap and what it can cost
 * (contract section 12). docs/dry-run.md explains each field.
 */
import { describeAddOnCode } from '../../engine/look-ups/codes.ts';
import type { SourceView } from '../../engine/look-ups/guarded-source.ts';
import type { AddOnPreview } from '../../engine/look-ups/preview-add-ons.ts';
import type { Refusal } from '../../errors.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { NumberFacts } from '../../sources/numbering/numbering.ts';
import { LOOK_UP_STATUS } from '../look-up-number/answer.ts';
import { refusedBy } from './stoppers.ts';

export interface PlannedLookUp {
  readonly facts: NumberFacts;
  readonly refusals: readonly Refusal[];
  readonly addOns: readonly AddOnPreview[];
  /** Epoch milliseconds. */
  readonly at: number;
}

const DONE = 300;

export function lookUpPlan({ facts, refusals, addOns, at }: PlannedLookUp): JsonObject {
  const refused = refusedBy('phoneid', refusals, at);
  const [first] = refused;
  const verdict = first
    ? { would: 'be_refused', code: first.code, description: first.description }
    : { would: 'be_answered', code: DONE, description: LOOK_UP_STATUS[DONE] };
  const ended = addOns.flatMap(({ key, code, name }) =>
    code === null
      ? []
      : [{ effect: 'ends_add_on', add_on: key, code, description: describeAddOnCode(code, key, name) }],
  );
  return {
    ...verdict,
    stoppers: [...refused, ...ended],
    phone_number: facts.digits,
    phone_type: facts.type,
    addons: Object.fromEntries(addOns.map((each) => [each.key, addOnPlan(each)])),
    most_cost: Math.round(addOns.reduce((sum, { mostCost }) => sum + mostCost, 0) * 1e6) / 1e6,
  };
}

export function addOnPlan({ key, code, name, sources, asksWhere, cap, mostCost }: AddOnPreview): JsonObject {
  return {
    code,
    description: code === null ? null : describeAddOnCode(code, key, name),
    sources: sources.map(sourceOf),
    network_asked_of: asksWhere.map(sourceOf),
    cap: cap === null ? null : { most: cap.most, used: cap.used, left: Math.max(0, cap.most - cap.used) },
    most_cost: mostCost,
  };
}

function sourceOf({ source, downFor, isRemembered, cost, networks }: SourceView): JsonObject {
  return {
    source,
    state: downFor === null ? 'up' : 'down',
    reason: downFor,
    from_memory: isRemembered,
    cost,
    networks,
  };
}
