/**
 * Makes the refusal of a limit: it names the rule, and when the next try may succeed.
 */
import { Refusal } from '../../errors.ts';

export function tooMany(rule: string, why: string, leftMs: number): Refusal {
  return limitReached('too_many_to_number', rule, why, leftMs);
}

export function budgetUsedUp(rule: string, why: string, leftMs: number): Refusal {
  return limitReached('budget_used_up', rule, why, leftMs);
}

function limitReached(of: 'too_many_to_number' | 'budget_used_up', rule: string, why: string, leftMs: number): Refusal {
  const retry = Math.max(1, Math.ceil(leftMs / 1000));
  return new Refusal(of, { why, rule, retry }, { 'retry-after': String(retry) });
}
