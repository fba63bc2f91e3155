/**
 * POST /v1/anonymous/session/sms: opens a masked session between two numbers (contract section 4).
 *
 * 1. The answer is given only after the session and its legs are durable.
 * 2. Order: the body is checked, then whether the account may open a session (admission.ts); then each number gets a
 *    mask.
 */
import type { Context } from '../../context.ts';
import type { MaskPool } from '../../engine/masking/mask-pool.ts';
import type { SessionOpener } from '../../engine/masking/open-sessions.ts';
import { endOf } from '../../engine/masking/session.ts';
import { Refusal } from '../../errors.ts';
import type { Session } from '../../store/masking/sessions.ts';
import { type AdmissionRequest, namedNumber } from '../admission/request.ts';
import type { Admission } from '../admission.ts';
import type { Answer, Operation, OperationRequest } from '../operation.ts';
import { asksForPlan, isDryRun } from '../plan/dry-run.ts';
import { planAnswer } from '../plan/message-plan.ts';
import { sessionPlan } from '../plan/session-plan.ts';
import { readFields } from '../request-body.ts';
import { sessionBody } from './answer.ts';
import { type OpenSessionRequest, readOpenSession } from './schema.ts';

export interface OpenSessionOptions {
  readonly context: Pick<Context, 'ids' | 'clock'>;
  readonly pool: Pick<MaskPool, 'masksAmong'>;
  readonly opener: Pick<SessionOpener, 'open' | 'preview'>;
  readonly admission: Pick<Admission, 'admit' | 'peek'>;
}

export const BODY_LIMIT_BYTES = 64 * 1024;

export function openSession(options: OpenSessionOptions): Operation {
  return {
    name: 'open_masking_session',
    product: 'anonymous',
    method: 'POST',
    path: '/v1/anonymous/session/sms',
    bodyLimitBytes: BODY_LIMIT_BYTES,
    takesForms: true,
    asksForPlan,
    handle: (request) => handle(options, request),
  };
}

async function handle(options: OpenSessionOptions, request: OperationRequest): Promise<Answer | 'claimed_before'> {
  const { account } = request.caller;
  const fields = readFields(request);
  const asked = readOpenSession(fields, account.settings);
  await refuseMasks(options, asked);
  if (isDryRun(fields)) return planned(options, request, asked);
  const undo = await options.admission.admit(admissionOf(request, asked));
  const { idempotencyKey: key } = request;
  const { number1, number2, validity, unit, endUser, callback } = asked;
  const opened = await options.opener.open({
    id: options.context.ids.next(key?.bucket),
    accountId: account.id,
    number1: number1.digits,
    number2: number2.digits,
    country1: number1.country,
    country2: number2.country,
    validity,
    unit,
    externalId: endUser.externalId,
    callback,
    ...(key ? { claim: (session: Session) => key.claim({ ...answerOf(session), headers: {} }) } : {}),
  });
  if (opened.kind !== 'opened') await undo();
  if (opened.kind === 'claimed_before') return 'claimed_before';
  if (opened.kind === 'no_mask') throw new Refusal('no_mask');
  return answerOf(opened.session);
}

async function planned(
  { admission, opener }: OpenSessionOptions,
  request: OperationRequest,
  asked: OpenSessionRequest,
): Promise<Answer> {
  const { number1, number2, validity, unit } = asked;
  const [refusals, seen] = await Promise.all([
    admission.peek(admissionOf(request, asked)),
    opener.preview({
      accountId: request.caller.account.id,
      number1: number1.digits,
      number2: number2.digits,
      country1: number1.country,
      country2: number2.country,
    }),
  ]);
  const { at } = request;
  return planAnswer(sessionPlan({ asked, refusals, seen, at, endsAt: endOf(at, validity, unit) }));
}

function answerOf(session: Session): Answer {
  return { status: 200, body: JSON.stringify(sessionBody(session, session.openedAt)) };
}

async function refuseMasks(options: OpenSessionOptions, { number1, number2 }: OpenSessionRequest): Promise<void> {
  const masks = await options.pool.masksAmong([number1.digits, number2.digits]);
  for (const [name, number] of [
    ['phone_number_1', number1],
    ['phone_number_2', number2],
  ] as const) {
    if (!masks.has(number.digits)) continue;
    throw new Refusal('value_invalid', { name, allowed: 'the number of a person, which a masking number is not' });
  }
}

function admissionOf(
  { caller: { account }, at, clientAddress }: OperationRequest,
  { number1, number2, endUser }: OpenSessionRequest,
): AdmissionRequest {
  return {
    operation: 'session',
    account,
    at,
    clientAddress,
    endUser,
    products: ['masking'],
    numbers: [namedNumber('phone_number_1', number1), namedNumber('phone_number_2', number2)],
    isCode: false,
    texts: 0,
    pressesKeys: false,
    asksAboutPeople: false,
  };
}
