/**
 * One message on its way to RBM, from the hand-over to its outcome.
 *
 * 1. Capability check (when it is on) and message share one deadline.
 * 2. A check that says no ends the message as `not_reachable`. A check without a usable answer decides nothing: the
 *    message is sent, and its own answer counts.
 */
import type { Context } from '../../context.ts';
import type { OnceAMinute } from '../../lib/once-a-minute.ts';
import type { Outcome, SubmitJob } from '../carrier.ts';
import type { RbmAgent } from './agent.ts';
import { agentMessage, neededFeatures, sendPath } from './agent-message.ts';
import { errorCodeOf, hasFeatures, outcomeOf } from './answer.ts';
import type { ApiLimits, ApiResult } from './api.ts';
import { askFeatures } from './capabilities.ts';
import type { RbmSettings } from './settings.ts';

export interface Sending {
  readonly context: Context;
  readonly carrier: string;
  readonly settings: RbmSettings;
  readonly agent: RbmAgent;
  /** For lines that others cause: one a minute. */
  readonly minutes: OnceAMinute;
  readonly stopped: () => boolean;
}

/** Never rejects. */
export async function sendMessage(sending: Sending, job: SubmitJob): Promise<Outcome> {
  const { agent, settings, context } = sending;
  const limits: ApiLimits = {
    deadlineAt: agent.deadline(),
    mayLeave: () => !sending.stopped() && job.stillMine(),
  };
  if (settings.capability_check === 'before_send') {
    const refusal = await checkCapabilities(sending, job, limits);
    if (refusal) return refusal;
  }
  const path = sendPath(agent.api.prefix, settings.agent_id, job.recipient, job.attemptId);
  const body = agentMessage(job, settings, context.clock.now());
  const result = await agent.call({ method: 'POST', path, body }, limits);
  if (result.kind === 'answered' && result.answer.status === 400) {
    const answer = errorCodeOf(result.answer);
    const { type } = job.content;
    sending.minutes.happened(`content ${type} ${answer}`, (times) =>
      context.log.warn(
        { carrier: sending.carrier, attempt: job.attemptId, content: type, answer, times },
        'RBM refused the content of a message',
      ),
    );
  }
  return outcomeOfCall(sending, job, result);
}

function outcomeOfCall(sending: Sending, job: SubmitJob, result: ApiResult): Outcome {
  switch (result.kind) {
    case 'answered':
      return outcomeOf(result.answer, job.attemptId, sending.agent.pace.pausedForMs);
    case 'withheld':
      return { kind: 'not_sent' };
    case 'unanswered':
      return { kind: 'unknown', reason: result.reason };
    case 'not_left':
    case 'no_token': {
      if (sending.stopped()) return { kind: 'not_sent' };
      const reason = result.kind === 'no_token' ? result.error.message : result.reason;
      return { kind: 'retry_later', why: 'unreachable', reason };
    }
  }
}

/** An outcome when the message need not be sent; null when it is to be. */
async function checkCapabilities(sending: Sending, job: SubmitJob, limits: ApiLimits): Promise<Outcome | null> {
  const result = await askFeatures(sending, job.recipient, limits);
  if (result.kind === 'unanswered') return null;
  if (result.kind !== 'answered') return outcomeOfCall(sending, job, result);
  const { status } = result.answer;
  const hasAll = hasFeatures(result.answer, neededFeatures(job.content));
  if (hasAll === false) {
    return { kind: 'rejected', why: 'not_reachable', reason: 'the device does not show this kind of message' };
  }
  if (hasAll === true || status >= 500 || status === 408) return null;
  // Whatever 2xx without features or 409 may mean here, it does not mean that a message was taken.
  return status < 300 || status === 409 ? null : outcomeOfCall(sending, job, result);
}
