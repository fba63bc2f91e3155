/**
 * POST /v1/anonymous/session/sms: opens a masked session between two numbers (contract section 4).
 *
 * 1. The answer is given only after the session and its legs are durable.
 * 2. Order: what the caller wrote, then what the account may do, then who is blocked, then a mask for each.
 */
import type { Context } from '../../context.ts';
import type { MaskPool } from '../../engine/masking/mask-pool.ts';
import type { SessionOpener } from '../../engine/masking/open-sessions.ts';
import { Refusal } from '../../errors.ts';
import type { Account } from '../../store/account.ts';
import type { Blocker, MaskingBlockQuestion } from '../../store/masking-blocks.ts';
import type { Session } from '../../store/sessions.ts';
import { checkCountry } from '../destinations.ts';
import type { Answer, Call, Operation } from '../operation.ts';
import { readFields } from '../request-body.ts';
import { sessionBody } from './answer.ts';
import { type OpenSessionRequest, readOpenSession } from './schema.ts';

export interface OpenSessionParts {
  readonly context: Pick<Context, 'ids' | 'clock'>;
  readonly pool: Pick<MaskPool, 'masksAmong'>;
  readonly opener: Pick<SessionOpener, 'open'>;
  readonly findBlocks: (questions: readonly MaskingBlockQuestion[]) => Promise<ReadonlyArray<Blocker | null>>;
  /** `number`: digits. Asked for trial accounts only. */
  readonly isVerifiedNumber: (accountId: string, number: string) => Promise<boolean>;
}

export const BODY_LIMIT_BYTES = 64 * 1024;

export function openSession(parts: OpenSessionParts): Operation {
  return {
    name: 'open_masking_session',
    product: 'anonymous',
    method: 'POST',
    path: '/v1/anonymous/session/sms',
    bodyLimitBytes: BODY_LIMIT_BYTES,
    takesForms: true,
    handle: (call) => handle(parts, call),
  };
}

async function handle(parts: OpenSessionParts, call: Call): Promise<Answer | 'claimed_before'> {
  const { account } = call.caller;
  checkProduct(account);
  const request = readOpenSession(readFields(call), account.settings);
  await checkNumbers(parts, account, request);
  const { idempotencyKey: key } = call;
  const { number1, number2, validity, unit, externalId, callback } = request;
  const opened = await parts.opener.open({
    id: parts.context.ids.next(key?.bucket),
    accountId: account.id,
    number1: number1.digits,
    number2: number2.digits,
    country1: number1.country,
    country2: number2.country,
    validity,
    unit,
    externalId,
    callback,
    ...(key ? { claim: (session: Session) => key.claim({ ...answerOf(session), headers: {} }) } : {}),
  });
  if (opened.kind === 'claimed_before') return 'claimed_before';
  if (opened.kind === 'no_mask') throw new Refusal('no_mask');
  return answerOf(opened.session);
}

function answerOf(session: Session): Answer {
  return { status: 200, body: JSON.stringify(sessionBody(session, session.openedAt)) };
}

/** Refuses when masking is not enabled on the account. */
export function checkProduct(account: Account): void {
  if (!account.products.includes('masking')) throw new Refusal('product_not_enabled', { product: 'masking' });
}

async function checkNumbers(
  parts: OpenSessionParts,
  account: Account,
  { number1, number2 }: OpenSessionRequest,
): Promise<void> {
  const named = [
    ['phone_number_1', number1],
    ['phone_number_2', number2],
  ] as const;
  for (const [name, number] of named) {
    if (account.kind === 'trial' && !(await parts.isVerifiedNumber(account.id, number.digits))) {
      throw new Refusal('number_not_verified', { name });
    }
    checkCountry(account, number);
  }
  const digits = named.map(([, number]) => number.digits);
  const [masks, blockers] = await Promise.all([
    parts.pool.masksAmong(digits),
    parts.findBlocks(digits.map((number) => ({ accountId: account.id, number }))),
  ]);
  for (const [name, number] of named) {
    if (masks.has(number.digits)) {
      throw new Refusal('value_invalid', { name, allowed: 'the number of a person, which a masking number is not' });
    }
  }
  for (const [index, [name]] of named.entries()) {
    const blocker = blockers[index];
    if (blocker === 'provider') throw new Refusal('blocked_by_operator', { why: `the number in ${name}, by provider` });
    if (blocker === 'account') throw new Refusal('blocked_by_customer', { why: `the number in ${name}, by customer` });
  }
}
