/**
 * Messages, their callbacks, and what came in, for operators.
 */
import type { FastifyInstance } from 'fastify';
import { describeCode } from '../../engine/codes.ts';
import type { Attempt, Message } from '../../engine/message.ts';
import { deliveredOn } from '../../engine/message-metrics.ts';
import { Refusal } from '../../errors.ts';
import { toReference } from '../../lib/ids.ts';
import { type ListedCallback, listCallbacks, redeliverCallback } from '../../store/callback-lists.ts';
import { findMessage } from '../../store/messages.ts';
import { listMessages, listTexts, listUnmatched } from '../../store/operator-lists.ts';
import { idOf, isoOrNull, limitOf, numberShown, type OperatorParts, oneOf, type Query } from './parts.ts';

const MOST_CALLBACKS = 100;

export function addMessages(app: FastifyInstance, { db, context, wakeCallbacks }: OperatorParts): void {
  app.get<{ Querystring: Query }>('/messages', async ({ query }) => {
    const limit = limitOf(query);
    const before = query.before === undefined ? null : idOf('before', query.before);
    const state = oneOf(query, 'state', ['open', 'final']);
    const messages = await listMessages(db, { accountId: query.account ?? null, state, before, limit });
    const number = numberShown(query);
    const last = messages.at(-1);
    return {
      messages: messages.map((each) => ({
        reference_id: toReference(each.id),
        account: each.accountId,
        kind: each.kind,
        recipient: number(each.recipient),
        message_type: each.messageType,
        status: { code: each.status, description: describeCode(each.status), last_channel: each.lastChannel },
        possible_doubles: each.possibleDoubles,
        created_on: isoOrNull(each.createdAt),
        final_on: isoOrNull(each.finalAt),
      })),
      next: messages.length < limit || !last ? null : toReference(last.id),
    };
  });

  app.get<{ Params: { reference_id: string }; Querystring: Query }>(
    '/messages/:reference_id',
    async ({ params, query }) => {
      const message = await findMessage(db, idOf('reference_id', params.reference_id));
      if (!message) throw new Refusal('reference_unknown', { name: 'message' });
      const callbacks = await listCallbacks(db, { messageId: message.id, limit: MOST_CALLBACKS });
      return { ...shownMessage(message, numberShown(query)), callbacks: callbacks.reverse().map(shownCallback) };
    },
  );

  app.get<{ Querystring: Query }>('/callbacks', async ({ query }) => {
    const limit = limitOf(query);
    const state = oneOf(query, 'state', ['pending', 'delivered', 'given_up']);
    const callbacks = await listCallbacks(db, {
      limit,
      ...(query.account === undefined ? {} : { accountId: query.account }),
      ...(query.message === undefined ? {} : { messageId: idOf('message', query.message) }),
      ...(state === null ? {} : { state }),
      ...(query.before === undefined ? {} : { before: placeOf(query.before) }),
    });
    const last = callbacks.at(-1);
    return {
      callbacks: callbacks.map(shownCallback),
      next: callbacks.length < limit || !last ? null : `${toReference(last.messageId)}.${last.seq}`,
    };
  });

  app.post<{ Params: { id: string } }>('/callbacks/:id/redeliver', async ({ params }) => {
    const isId = /^[0-9a-f-]{36}$/i.test(params.id);
    if (!isId || !(await redeliverCallback(db, params.id, context.clock.now()))) {
      throw new Refusal('reference_unknown', { name: 'callback' });
    }
    wakeCallbacks();
    return { id: params.id, state: 'pending' };
  });

  app.get<{ Querystring: Query }>('/unmatched', async ({ query }) => ({
    unmatched: (await listUnmatched(db, limitOf(query))).map(({ receivedAt, dueAt, ...each }) => ({
      ...each,
      received_on: isoOrNull(receivedAt),
      next_look_on: isoOrNull(dueAt),
    })),
  }));

  app.get<{ Querystring: Query }>('/inbound-texts', async ({ query }) => {
    const before = query.before === undefined ? null : idOf('before', query.before);
    const texts = await listTexts(db, { accountId: query.account ?? null, before, limit: limitOf(query) });
    const number = numberShown(query);
    return {
      inbound_texts: texts.map(({ id, accountId, sender, recipient, receivedAt, ...each }) => ({
        id: toReference(id),
        account: accountId,
        from: number(sender),
        to: recipient,
        ...each,
        received_on: isoOrNull(receivedAt),
      })),
    };
  });
}

/** `reference.seq`, as `next` gives it. */
function placeOf(text: string): { messageId: string; seq: number } {
  const [reference = '', seq = ''] = text.split('.');
  if (!/^\d{1,5}$/.test(seq))
    throw new Refusal('value_invalid', { name: 'before', allowed: 'the next of the page before' });
  return { messageId: idOf('before', reference), seq: Number(seq) };
}

function shownMessage(message: Message, number: (number: string) => string): Record<string, unknown> {
  return {
    reference_id: toReference(message.id),
    account: message.accountId,
    kind: message.kind,
    recipient: number(message.recipient),
    message_type: message.messageType,
    external_id: message.externalId,
    status: { code: message.status, description: describeCode(message.status), last_channel: message.lastChannel },
    possible_doubles: message.possibleDoubles,
    /** On how many channels it is known to be delivered; two are a double. */
    delivered_on_channels: deliveredOn(message),
    created_on: isoOrNull(message.createdAt),
    updated_on: isoOrNull(message.updatedAt),
    final_on: isoOrNull(message.finalAt),
    due_on: isoOrNull(message.dueAt),
    attempts: message.attempts.map(shownAttempt),
  };
}

function shownAttempt(attempt: Attempt): Record<string, unknown> {
  return {
    reference_id: toReference(attempt.id),
    channel: attempt.channel,
    carrier: attempt.carrier,
    state: attempt.state,
    code: attempt.code,
    description: describeCode(attempt.code),
    reason: attempt.reason,
    tries: attempt.tries,
    parts: attempt.parts.map(({ state, remoteId, inDoubt }) => ({
      state,
      carrier_id: remoteId,
      ...(inDoubt ? { in_doubt: true } : {}),
    })),
    handed_over_on: isoOrNull(attempt.handedOverAt),
    deadline_on: isoOrNull(attempt.deadlineAt),
    updated_on: isoOrNull(attempt.updatedAt),
  };
}

function shownCallback(callback: ListedCallback): Record<string, unknown> {
  return {
    id: callback.id,
    message: toReference(callback.messageId),
    seq: callback.seq,
    account: callback.accountId,
    url: callback.url,
    method: callback.method,
    state: callback.state,
    tries: callback.tries,
    last_status: callback.lastStatus,
    last_error: callback.lastError,
    created_on: isoOrNull(callback.createdAt),
    due_on: isoOrNull(callback.dueAt),
    delivered_on: isoOrNull(callback.deliveredAt),
  };
}
