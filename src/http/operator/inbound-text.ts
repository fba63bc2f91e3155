/**
 * One thing that somebody sent: what it was, what was said back, and what its account was told of it.
 *
 * 1. What it says, where somebody is and what a button held is shown in full only (routes.ts, rule 3).
 * 2. What was relayed in a masked session is a message, and shown as one.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { KEYWORD_REPLY_NUMBER } from '../../engine/arriving/keywords.ts';
import { MASK_REPLY_NUMBER } from '../../engine/masking/relay-options.ts';
import { KINDS } from '../../engine/message/kinds.ts';
import type { Message } from '../../engine/message/message.ts';
import { attemptIdOf, toReference } from '../../lib/ids.ts';
import { strict } from '../../lib/schemas.ts';
import { listCallbacksSaying } from '../../store/callbacks/callback-lists.ts';
import { together } from '../../store/database.ts';
import { findInboundText, type ShownText } from '../../store/messages/arrival-lists.ts';
import { findMessages } from '../../store/messages/messages.ts';
import { textShape } from './arrivals.ts';
import { callbackShape } from './callbacks.ts';
import type { OperatorOptions } from './options.ts';
import { FULL, idOf, notFound, paramOf, queryOf } from './request.ts';

const ShowQuery = Type.Object(FULL, strict);

const MOST_CALLBACKS = 20;

export function inboundTextRoutes(app: FastifyInstance, { db }: OperatorOptions): void {
  app.get('/inbound-texts/:id', async (request) => {
    const { full } = queryOf(ShowQuery, request);
    const id = idOf(paramOf(request, 'id'));
    const text = id === null ? null : await findInboundText(db, id);
    if (!text) throw notFound('Text');
    const replies = [KEYWORD_REPLY_NUMBER, MASK_REPLY_NUMBER].map((n) => attemptIdOf(text.id, n));
    const [messages, callbacks] = await together([
      findMessages(db, replies),
      text.lineId === null
        ? Promise.resolve([])
        : listCallbacksSaying(db, text.lineId, toReference(text.id), MOST_CALLBACKS),
    ]);
    const [reply] = messages.values();
    return {
      ...textShape(text, full),
      keyword: text.keyword === '' ? null : text.keyword,
      details: detailsOf(text, full),
      reply: reply ? replyShape(reply) : null,
      callbacks: callbacks.map(callbackShape),
    };
  });
}

/** Rule 1. Null of a text, which has none. */
function detailsOf({ details, kind }: ShownText, full: boolean | undefined): Record<string, unknown> | null {
  if (details === null || kind === 'text') return null;
  const { pressed, payload, file, latitude, longitude } = details;
  return {
    pressed: pressed ? toReference(pressed) : null,
    payload: (full && payload) || null,
    mime_type: file?.mimeType ?? null,
    size_bytes: file?.sizeBytes ?? null,
    uri: (full && file?.uri) || null,
    latitude: full ? (latitude ?? null) : null,
    longitude: full ? (longitude ?? null) : null,
  };
}

function replyShape(message: Message): Record<string, unknown> {
  const { codeOf, describe } = KINDS[message.kind];
  const code = codeOf(message);
  return { reference_id: toReference(message.id), status: { code, description: describe(code) } };
}
