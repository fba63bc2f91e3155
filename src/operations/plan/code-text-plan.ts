/**
 * The plan of a code in a text: that of its message, and of the question about the SIM that comes before it.
 *
 * 1. Whether the SIM was swapped is not asked. Where the question cannot be answered at all, no text is sent
 *    (send-code-text/sim-swap.ts, rule 1), and that is known beforehand.
 */
import { describeTextCode, TEXT_CODE } from '../../engine/message/text-codes.ts';
import type { JsonObject } from '../../lib/json.ts';
import { previewSimSwap, type SimSwapOptions } from '../send-code-text/sim-swap.ts';
import { addOnPlan } from './look-up-plan.ts';
import type { MessagePlan, PlanMessage, PlannedMessage } from './message-plan.ts';

export interface CodeTextPlanOptions extends Pick<SimSwapOptions, 'numbering' | 'previewAddOns'> {
  readonly planMessage: PlanMessage;
}

export async function planCodeText(
  options: CodeTextPlanOptions,
  planned: PlannedMessage,
  checksSimSwap: boolean,
): Promise<JsonObject> {
  const plan = await options.planMessage(planned);
  if (!checksSimSwap) return plan;
  const preview = await previewSimSwap(options, planned.caller.account, planned.fresh.recipient);
  const shown = { ...plan, sim_swap: addOnPlan(preview) };
  return preview.code === null ? shown : { ...shown, ...unanswered(plan) };
}

/** Rule 1. */
function unanswered({ would, code, stoppers }: MessagePlan): JsonObject {
  const description = describeTextCode(TEXT_CODE.swapUnknown);
  const stopper = { effect: 'ends', code: TEXT_CODE.swapUnknown, description, rule: 'sim_swap_check' };
  const verdict = would === 'be_refused' ? { would, code } : { would: 'end', code: TEXT_CODE.swapUnknown, description };
  return { ...verdict, stoppers: [...stoppers, stopper] };
}
