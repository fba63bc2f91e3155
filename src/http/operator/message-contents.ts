/**
 * What a message says on each of its channels, and taking a message back.
 *
 * 1. What it says is shown in full only; without `full` it is told what there would be to see.
 * 2. A code that is made here is in no text: `$$CODE$$` stands where it was put in.
 * 3. A message is taken back as its caller takes it back (docs/decisions/taking-back.md). What is over stays as it is.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Content } from '../../carriers/carrier.ts';
import { suggestionsOf } from '../../carriers/content.ts';
import { KINDS } from '../../engine/message/kinds.ts';
import type { ChannelPlan } from '../../engine/message/message.ts';
import { toReference } from '../../lib/ids.ts';
import { strict } from '../../lib/schemas.ts';
import { findListedMessage } from '../../store/messages/message-lists.ts';
import { askedMessage } from './message-by-id.ts';
import type { OperatorOptions } from './options.ts';
import { FULL, notFound, queryOf } from './request.ts';
import { timeOrNull } from './shapes.ts';

const ShowQuery = Type.Object(FULL, strict);

export function messageContentRoutes(app: FastifyInstance, { db, cancel }: OperatorOptions): void {
  /** Takes the `reference_id` of the message or of one of its attempts, as all that follow. */
  app.get('/messages/:reference/contents', async (request) => {
    const { full = false } = queryOf(ShowQuery, request);
    const message = await askedMessage(db, request);
    const listed = await findListedMessage(db, message.id);
    if (!listed) throw notFound('Message');
    const isRemoved = listed.textsRemovedAt !== null;
    return {
      reference_id: toReference(message.id),
      texts_removed_on: timeOrNull(listed.textsRemovedAt),
      contents: message.plan.map((plan) => contentShape(plan, full && !isRemoved)),
    };
  });

  app.post('/messages/:reference/take-back', async (request) => {
    const found = await askedMessage(db, request);
    const recorded = found.finalAt === null ? await cancel(found.id) : { message: found };
    // Its record may have come to its end between the two.
    if (!recorded.message) throw notFound('Message');
    const { codeOf, describe } = KINDS[recorded.message.kind];
    const code = codeOf(recorded.message);
    return {
      reference_id: toReference(recorded.message.id),
      was_over: found.finalAt !== null,
      status: { code, description: describe(code) },
      final_on: timeOrNull(recorded.message.finalAt),
    };
  });
}

/** Rule 1. */
function contentShape({ channel, sender, content }: ChannelPlan, isShown: boolean): Record<string, unknown> {
  return {
    channel,
    sender,
    type: content.type,
    characters: textOf(content)?.length ?? null,
    buttons: suggestionsOf(content).length,
    content: isShown ? content : null,
  };
}

function textOf(content: Content): string | null {
  return 'text' in content ? content.text : null;
}
