/**
 * The plan of a verification: the plan of each of its methods, and what would stop it (contract section 12).
 *
 * 1. What stops the first method that can be used stops the verification. What stops a later one is what would stop it
 *    now: by the time that it begins, its limits may have been used otherwise.
 * 2. A method begins at the latest when the time of the one before is over, and nothing begins after the end.
 */
import { forDigits, newAttempt } from '../../engine/verification/attempts.ts';
import { describeVerificationCode, VERIFICATION_CODE } from '../../engine/verification/verification-codes.ts';
import { iso } from '../../lib/instant.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { Verification } from '../../store/verifications/verification.ts';
import type { AskingFor, VerificationAttempts } from '../verification/attempts.ts';
import { callPlan, type SpokenLength } from './call-plan.ts';
import type { MessagePlan, PlanMessage } from './message-plan.ts';

export interface VerificationPlanOptions {
  readonly attempts: Pick<VerificationAttempts, 'draft'>;
  readonly planMessage: PlanMessage;
  readonly speech: SpokenLength;
}

export interface PlannedVerification {
  readonly verification: Verification;
  /** Null: no method can be used. */
  readonly start: number | null;
  readonly asking: AskingFor;
  readonly digits: number;
  readonly code: string | null;
}

export async function planVerification(
  options: VerificationPlanOptions,
  planned: PlannedVerification,
): Promise<JsonObject> {
  const { verification, start } = planned;
  const plans = await Promise.all(verification.methods.map((_, index) => planMethod(options, planned, index)));
  const first = start === null ? null : plans[start];
  return {
    ...verdictOf(first ?? null),
    stoppers: verification.methods.flatMap(({ method }, index) => {
      const plan = plans[index];
      if (!plan) return [skippedStopper(verification, index)];
      return plan.stoppers.map((stopper) => ({ method, ...stopper }));
    }),
    recipient: { phone_number: verification.recipient },
    code_digits: planned.digits,
    ends_on: iso(verification.endsAt),
    callback: verification.callback,
    methods: methodsOf(verification, plans),
  };
}

function verdictOf(first: MessagePlan | null): JsonObject {
  if (first === null) {
    const code = VERIFICATION_CODE.failed;
    return { would: 'end', code, description: describeVerificationCode(code) };
  }
  const { would, code, description } = first;
  if (would === 'be_refused') return { would, code, description };
  return {
    would: would === 'end' ? 'go_on' : would,
    code: VERIFICATION_CODE.inProgress,
    description: describeVerificationCode(VERIFICATION_CODE.inProgress),
  };
}

function skippedStopper({ methods }: Verification, index: number): JsonObject {
  const code = methods[index]?.code ?? VERIFICATION_CODE.methodUnknown;
  return { method: methods[index]?.method, effect: 'skips_method', code, description: describeVerificationCode(code) };
}

/** Null: it is skipped from the beginning. */
async function planMethod(
  { attempts, planMessage, speech }: VerificationPlanOptions,
  { verification, start, asking, digits, code }: PlannedVerification,
  index: number,
): Promise<(MessagePlan & { readonly call?: JsonObject }) | null> {
  if (verification.methods[index]?.state === 'SKIPPED') return null;
  const { plan, admission } = await attempts.draft(verification, index, { ...asking, isFirst: index === start });
  const at = beginOf(verification);
  const attempt = newAttempt(verification, { index, plan: forDigits(plan, digits), at });
  const fresh = at > verification.createdAt ? { ...attempt, sendAt: at } : attempt;
  const { content } = plan;
  const [planned, call] = await Promise.all([
    planMessage({ product: 'verification', caller: asking.caller, admission, fresh }),
    content.type === 'voice_prompt' ? callPlan(speech, { content, digits, code }) : null,
  ]);
  return call === null ? planned : { ...planned, call };
}

function beginOf({ createdAt, sendAt }: Verification): number {
  return Math.max(createdAt, sendAt ?? createdAt);
}

/** Rule 2. */
function methodsOf(
  verification: Verification,
  plans: ReadonlyArray<(MessagePlan & { readonly call?: JsonObject }) | null>,
): JsonObject[] {
  const { methods, endsAt } = verification;
  const usable = methods.flatMap((_, index) => (plans[index] ? [index] : []));
  let begins = beginOf(verification);
  return methods.map(({ method, state, code, fallbackMs }, index) => {
    const plan = plans[index];
    if (!plan) return { method, state, code };
    const isLast = index === usable.at(-1);
    const beginsAt = begins;
    begins = Math.min(endsAt, begins + fallbackMs);
    const [channel] = plan.channels;
    return {
      method,
      would: plan.would,
      code: plan.code,
      ...channel,
      begins_on: beginsAt < endsAt ? iso(beginsAt) : null,
      gives_up_on: iso(isLast ? endsAt : begins),
      gives_up_after: (isLast ? endsAt - beginsAt : fallbackMs) / 1_000,
      followed_by: isLast
        ? { code: VERIFICATION_CODE.timePassed }
        : { method: methods[usable[usable.indexOf(index) + 1] ?? 0]?.method },
      ...(plan.call ? { call: plan.call } : {}),
    };
  });
}
