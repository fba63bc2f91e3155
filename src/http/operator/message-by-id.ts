/**
 * Finds a message by its own id, or by that of one of its channels.
 */
import type { FastifyRequest } from 'fastify';
import { MOST_ATTEMPTS } from '../../carriers/channels.ts';
import type { Message } from '../../engine/message/message.ts';
import { messageIdOf } from '../../lib/ids.ts';
import type { Queryable } from '../../store/database.ts';
import { findMessage } from '../../store/messages/messages.ts';
import { idOf, notFound, paramOf } from './request.ts';

/** By the `:reference` of a path. */
export async function askedMessage(db: Queryable, request: FastifyRequest): Promise<Message> {
  const id = idOf(paramOf(request, 'reference'));
  const message = id === null ? null : await findByAnyId(db, id);
  if (!message) throw notFound('Message');
  return message;
}

export async function findByAnyId(db: Queryable, id: string): Promise<Message | null> {
  const message = await findMessage(db, id);
  if (message) return message;
  for (let n = 1; n <= MOST_ATTEMPTS; n += 1) {
    const owner = await findMessage(db, messageIdOf(id, n));
    if (owner?.attempts.some((attempt) => attempt.id === id)) return owner;
  }
  return null;
}
