/**
 * Messages: lists them, and shows one with its attempts, their parts and its callbacks. What it says: message-contents.ts.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { CHANNEL_NAMES } from '../../carriers/channels.ts';
import { describeCode } from '../../engine/message/codes.ts';
import { KINDS, kindOf } from '../../engine/message/kinds.ts';
import { type Attempt, type Message, sendAtOf } from '../../engine/message/message.ts';
import { toReference } from '../../lib/ids.ts';
import { formsOf } from '../../lib/phone-number.ts';
import { oneOf, strict } from '../../lib/schemas.ts';
import { readHistory } from '../../operations/history/read.ts';
import { timelineOf } from '../../operations/history/timeline.ts';
import { LONGEST_EXTERNAL_ID } from '../../operations/listing.ts';
import { canBeListedWith } from '../../operations/own-lists/shown-codes.ts';
import { listCallbacks } from '../../store/callbacks/callback-lists.ts';
import { together } from '../../store/database.ts';
import { findListedMessage, type ListedMessage, listMessages } from '../../store/messages/message-lists.ts';
import { findMessage } from '../../store/messages/messages.ts';
import { callbackShape } from './callbacks.ts';
import { askedMessage } from './message-by-id.ts';
import type { OperatorOptions } from './options.ts';
import {
  AfterId,
  cursorOf,
  DEFAULT_LIMIT,
  FULL,
  instantOf,
  LISTING,
  notFound,
  phoneNumberOf,
  placeOf,
  queryOf,
} from './request.ts';
import { numberOf, timeOf, timeOrNull } from './shapes.ts';

const MessageQuery = Type.Object(
  {
    customer_id: Type.Optional(Type.String({ maxLength: 64 })),
    state: Type.Optional(oneOf(['open', 'delivered', 'failed'])),
    message_type: Type.Optional(oneOf(['OTP', 'ARN', 'MKT'])),
    recipient: Type.Optional(Type.String({ maxLength: 30 })),
    external_id: Type.Optional(Type.String({ minLength: 1, maxLength: LONGEST_EXTERNAL_ID })),
    channel: Type.Optional(oneOf(CHANNEL_NAMES)),
    carrier: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    code: Type.Optional(Type.Integer({ minimum: 100, maximum: 9999 })),
    from: Type.Optional(Type.String({ maxLength: 40 })),
    to: Type.Optional(Type.String({ maxLength: 40 })),
    ...FULL,
    ...LISTING,
  },
  strict,
);

const ShowQuery = Type.Object(FULL, strict);

const NoQuery = Type.Object({}, strict);

const MOST_CALLBACKS = 100;

export function messageRoutes(app: FastifyInstance, { db }: OperatorOptions): void {
  app.get('/messages', async (request) => {
    const query = queryOf(MessageQuery, request);
    const { limit = DEFAULT_LIMIT, full } = query;
    const { code } = query;
    const shows = code === undefined ? {} : canBeListedWith(code);
    const page = await listMessages(db, {
      kinds: shows.kinds,
      statuses: shows.statuses,
      accountId: query.customer_id,
      // What shows the code is looked at once more below.
      state: query.state ?? shows.state,
      messageType: query.message_type,
      recipients: query.recipient === undefined ? undefined : formsOf(phoneNumberOf('recipient', query.recipient)),
      externalId: query.external_id,
      channel: query.channel,
      carrier: query.carrier,
      from: instantOf('from', query.from),
      to: instantOf('to', query.to),
      before: placeOf(AfterId, query.after)?.[0],
      limit,
    });
    const fitting = page.rows.filter((row) => code === undefined || statusOf(row).code === code);
    return {
      messages: fitting.map((row) => summary(row, full)),
      next: page.next === null ? null : cursorOf([page.next]),
    };
  });

  /** Takes the `reference_id` of the message or of one of its attempts. */
  app.get('/messages/:reference', async (request) => {
    const { full } = queryOf(ShowQuery, request);
    const asked = await askedMessage(db, request);
    const [listed, callbacks] = await together([
      findListedMessage(db, asked.id),
      listCallbacks(db, { messageId: asked.id, limit: MOST_CALLBACKS }),
    ]);
    if (!listed) throw notFound('Message');
    // It has gone on in between: what is over does not stand beside a channel that is not.
    const message = listed.updatedAt === asked.updatedAt ? asked : ((await findMessage(db, asked.id)) ?? asked);
    return {
      ...summary(listed, full),
      send_at: timeOrNull(sendAtOf(message)),
      batch: referenceOrNull(message.plan[0]?.batch),
      verification: referenceOrNull(message.plan[0]?.verification),
      masking_session: referenceOrNull(message.plan[0]?.session),
      callback_url: message.callback?.url ?? null,
      attempts: message.attempts.map((attempt) => attemptShape(message, attempt)),
      callbacks: callbacks.reverse().map(callbackShape),
    };
  });

  app.get('/messages/:reference/history', async (request) => {
    queryOf(NoQuery, request);
    const message = await askedMessage(db, request);
    const history = timelineOf(await readHistory(db, message), 'operator');
    return { reference_id: toReference(message.id), history };
  });
}

function summary(row: ListedMessage, full: boolean | undefined): Record<string, unknown> {
  return {
    reference_id: toReference(row.id),
    customer_id: row.accountId,
    external_id: row.externalId,
    kind: row.kind,
    message_type: row.messageType,
    recipient: numberOf(row.recipient, full),
    status: statusOf(row),
    last_channel: row.lastChannel,
    possible_doubles: row.possibleDoubles,
    created_on: timeOf(row.createdAt),
    updated_on: timeOf(row.updatedAt),
    final_on: timeOrNull(row.finalAt),
    due_on: timeOrNull(row.dueAt),
    waits_for: row.queue,
    node: row.node,
    texts_removed_on: timeOrNull(row.textsRemovedAt),
  };
}

function statusOf({ kind, ...standing }: ListedMessage): { code: number; description: string } {
  const { listedCodeOf, describe } = KINDS[kindOf(kind)];
  const code = listedCodeOf(standing);
  return { code, description: describe(code) };
}

function referenceOrNull(id: string | undefined): string | null {
  return id === undefined ? null : toReference(id);
}

/** The codes of calls and of texts are below those of messages. */
const LOWEST_OF_MESSAGES = 3000;

function attemptShape({ kind }: Message, attempt: Attempt): Record<string, unknown> {
  const { code } = attempt;
  const description = code < LOWEST_OF_MESSAGES ? KINDS[kind].describe(code) : describeCode(code);
  return {
    n: attempt.n,
    reference_id: toReference(attempt.id),
    channel: attempt.channel,
    sender: attempt.sender,
    carrier: attempt.carrier,
    carriers_tried: attempt.carriersTried,
    state: attempt.state,
    status: { code, description },
    reason: attempt.reason,
    tries: attempt.tries,
    temporary_failures: attempt.temporaryFailures,
    handed_over_on: timeOrNull(attempt.handedOverAt),
    deadline_on: timeOrNull(attempt.deadlineAt),
    retry_on: timeOrNull(attempt.retryAt),
    updated_on: timeOf(attempt.updatedAt),
    parts: attempt.parts.map((part, index) => ({
      n: index + 1,
      state: part.state,
      remote_id: part.remoteId,
      in_doubt: part.inDoubt === true,
    })),
  };
}
