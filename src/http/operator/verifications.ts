/**
 * One verification: its methods in their order, each with the message that it was sent as, and what its account was told.
 * Its code is not shown, nor what its messages say (message-contents.ts).
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { KINDS } from '../../engine/message/kinds.ts';
import type { Message } from '../../engine/message/message.ts';
import { attemptOfMethod } from '../../engine/verification/attempts.ts';
import { describeVerificationCode } from '../../engine/verification/verification-codes.ts';
import { toReference } from '../../lib/ids.ts';
import { strict } from '../../lib/schemas.ts';
import { listCallbacks } from '../../store/callbacks/callback-lists.ts';
import { together } from '../../store/database.ts';
import { findMessages } from '../../store/messages/messages.ts';
import type { VerificationMethod } from '../../store/verifications/verification.ts';
import { findVerification } from '../../store/verifications/verifications.ts';
import { callbackShape } from './callbacks.ts';
import type { OperatorOptions } from './options.ts';
import { verificationRow } from './records.ts';
import { FULL, idOf, notFound, paramOf, queryOf } from './request.ts';
import { timeOrNull } from './shapes.ts';

const ShowQuery = Type.Object(FULL, strict);

/** A verification has one for each change of its state. */
const MOST_CALLBACKS = 100;

export function verificationRoutes(app: FastifyInstance, { db }: OperatorOptions): void {
  app.get('/verifications/:reference', async (request) => {
    const { full } = queryOf(ShowQuery, request);
    const id = idOf(paramOf(request, 'reference'));
    const verification = (id === null ? null : await findVerification(db, id))?.verification;
    if (!verification) throw notFound('Verification');
    const names = verification.methods.map((_, index) => attemptOfMethod(verification.id, index));
    const [messages, callbacks] = await together([
      findMessages(db, names),
      listCallbacks(db, { messageId: verification.id, limit: MOST_CALLBACKS }),
    ]);
    return {
      ...verificationRow(verification, full),
      methods: verification.methods.map((method, index) => methodShape(method, messages.get(names[index] ?? ''))),
      send_at: timeOrNull(verification.sendAt),
      template: verification.template,
      language: verification.language,
      callback_url: verification.callback?.url ?? null,
      callbacks: callbacks.reverse().map(callbackShape),
    };
  });
}

/** `message`: absent where it was not tried, and where the record of it is gone. */
function methodShape(
  { method, state, code, fallbackMs, triedAt, updatedAt }: VerificationMethod,
  message: Message | undefined,
): Record<string, unknown> {
  return {
    method,
    state,
    code,
    description: code === null ? null : describeVerificationCode(code),
    fallback_ms: fallbackMs,
    tried_on: timeOrNull(triedAt),
    updated_on: timeOrNull(updatedAt),
    message: message ? messageShape(message) : null,
  };
}

function messageShape(message: Message): Record<string, unknown> {
  const { codeOf, describe } = KINDS[message.kind];
  const code = codeOf(message);
  return {
    reference_id: toReference(message.id),
    status: { code, description: describe(code) },
    final_on: timeOrNull(message.finalAt),
  };
}
