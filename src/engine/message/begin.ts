/**
 * A message as it is first recorded: its first channel that is not skipped is ready, or all are blocked, or it is over
 * before it was sent. Pure.
 */
import { CODE } from './codes.ts';
import { type Advanced, currentAttempt, type Message, type Moment, planAt } from './message.ts';
import { finish, startNextChannel } from './next-channel.ts';

/** What a message is from the beginning, but for the moment. */
export type Fresh = Pick<
  Message,
  'id' | 'accountId' | 'kind' | 'recipient' | 'messageType' | 'externalId' | 'callback' | 'plan' | 'optOutApplies'
> & {
  /** The code with which its one channel ends at once. */
  readonly endsWith?: number;
  /** Nothing of it is handed over before. */
  readonly sendAt?: number;
};

export function begin(fresh: Fresh, moment: Moment): Advanced {
  const first = fresh.plan[0];
  if (!first) throw new RangeError('a message has at least one channel');
  // Field by field: all messages have one shape in memory, and copying one is cheap.
  const message: Message = {
    id: fresh.id,
    accountId: fresh.accountId,
    kind: fresh.kind,
    recipient: fresh.recipient,
    messageType: fresh.messageType,
    externalId: fresh.externalId,
    callback: fresh.callback,
    plan: planAt(fresh.plan, fresh.sendAt),
    optOutApplies: fresh.optOutApplies,
    createdAt: moment.at,
    step: -1,
    status: CODE.inProgress,
    lastChannel: first.channel,
    possibleDoubles: 0,
    callbackSeq: 0,
    updatedAt: moment.at,
    finalAt: null,
    dueAt: moment.at,
    attempts: [],
  };
  startNextChannel(message, moment);
  const attempt = currentAttempt(message);
  if (attempt && fresh.endsWith !== undefined) finish(message, attempt, fresh.endsWith, moment);
  return { message, applied: true, visible: message.attempts.some(({ code }) => code !== CODE.inProgress) };
}
