/**
 * GET /v1/verify/{reference_id}: shows the state of a code, in a call or in a text; with `verify_code`, whether that is
 * it.
 */
import type { Context } from '../../context.ts';
import type { Caller } from '../../engine/accounts/caller.ts';
import { KINDS, type KindTraits } from '../../engine/message/kinds.ts';
import { countsFrom, type Message } from '../../engine/message/message.ts';
import { Refusal } from '../../errors.ts';
import { fromReference, isTimeOrdered, timeOf } from '../../lib/ids.ts';
import type { Operation } from '../operation.ts';
import { type CheckCodeOptions, checkCode } from './check-code.ts';

export interface ShowVerificationOptions extends CheckCodeOptions {
  readonly findMessage: (id: string) => Promise<Message | null>;
}

const KEPT_FOR_MS = 12 * 3_600_000;

export function showVerification(options: ShowVerificationOptions): Operation {
  return {
    name: 'show_verification',
    product: 'verify',
    method: 'GET',
    path: '/v1/verify/:reference_id',
    bodyLimitBytes: 10 * 1024,
    async handle({ params, query, caller }) {
      const message = await findVerification(options, params.reference_id, caller);
      const given = new URLSearchParams(query).get('verify_code') ?? '';
      const state = given === '' ? 'UNKNOWN' : (await checkCode(options, message, given)) ? 'VALID' : 'INVALID';
      return { status: 200, body: JSON.stringify(KINDS[message.kind].answerOf(message, state)) };
    },
  };
}

/**
 * Another account's code is as unknown as none. One that is too old is expired, also when nothing is left of it: when it
 * was made stands in its reference.
 */
export async function findVerification(
  { context, findMessage }: Pick<ShowVerificationOptions, 'findMessage'> & { readonly context: Pick<Context, 'clock'> },
  reference: string | undefined,
  { account }: Caller,
  shownBy: ReadonlyArray<KindTraits['shownBy']> = ['verify'],
): Promise<Message> {
  const id = fromReference(reference ?? '');
  if (id === null) throw new Refusal('reference_unknown');
  const isOld = (at: number) => context.clock.now() - at > KEPT_FOR_MS;
  const message = await findMessage(id);
  // An attempt of a verification with several methods is shown and answered by that alone.
  const isAttempt = message?.plan[0]?.verification !== undefined;
  const isShown = message !== null && shownBy.includes(KINDS[message.kind].shownBy) && !isAttempt;
  if (isShown && message.accountId === account.id) {
    if (isOld(countsFrom(message))) throw new Refusal('reference_expired');
    return message;
  }
  throw new Refusal(isTimeOrdered(id) && isOld(timeOf(id)) ? 'reference_expired' : 'reference_unknown');
}
