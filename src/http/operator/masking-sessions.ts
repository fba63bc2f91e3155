/**
 * One masked session: shows it and the texts that met it, and ends it as its caller can. What somebody wrote is shown in
 * full only (routes.ts, rule 3).
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { CREATED_ABROAD } from '../../engine/masking/open-sessions.ts';
import { isOver } from '../../engine/masking/session.ts';
import { describeCode } from '../../engine/message/codes.ts';
import type { Message } from '../../engine/message/message.ts';
import { toReference } from '../../lib/ids.ts';
import { strict } from '../../lib/schemas.ts';
import { relayedTextOf } from '../../operations/masking-session/answer.ts';
import { interactionSpan } from '../../operations/masking-session/manage.ts';
import { type Interaction, listInteractions } from '../../store/masking/interactions.ts';
import { findSession, type Session } from '../../store/masking/sessions.ts';
import { findMessages } from '../../store/messages/messages.ts';
import type { OperatorOptions } from './options.ts';
import { sessionRow } from './records.ts';
import {
  AfterId,
  cursorOf,
  DEFAULT_LIMIT,
  FULL,
  idOf,
  LISTING,
  notFound,
  paramOf,
  placeOf,
  queryOf,
} from './request.ts';
import { pageOf, timeOf } from './shapes.ts';

const ShowQuery = Type.Object(FULL, strict);
const TextQuery = Type.Object({ ...FULL, ...LISTING }, strict);

export function maskingSessionRoutes(app: FastifyInstance, { db, context, sessions }: OperatorOptions): void {
  app.get('/masking-sessions/:session', async (request) => {
    const { full } = queryOf(ShowQuery, request);
    return shapeOf(await sessionOf(request), full, context.clock.now());
  });

  app.post('/masking-sessions/:session/close', async (request) => {
    const found = await sessionOf(request);
    const wasOver = isOver(found, context.clock.now());
    const closed = await sessions.close(found.accountId, found.id);
    // Its record may have come to its end between the two.
    if (!closed) throw notFound('Session');
    return { ...shapeOf(closed, false, context.clock.now()), was_over: wasOver };
  });

  app.get('/masking-sessions/:session/interactions', async (request) => {
    const { full = false, limit = DEFAULT_LIMIT, after } = queryOf(TextQuery, request);
    const session = await sessionOf(request);
    const rows = await listInteractions(db, session.id, {
      ...interactionSpan(session, context.clock.now()),
      after: placeOf(AfterId, after)?.[0] ?? null,
      limit: limit + 1,
    });
    const relayed = rows.filter(({ fate }) => fate === 'relayed').map(({ id }) => id);
    const messages = relayed.length > 0 ? await findMessages(db, relayed) : new Map<string, Message>();
    const show = (row: Interaction) => interactionShape(row, messages.get(row.id) ?? null, full);
    const { items, next } = pageOf(rows, limit, ({ id }) => cursorOf([id]), show);
    return { interactions: items, next };
  });

  async function sessionOf(request: FastifyRequest): Promise<Session> {
    const id = idOf(paramOf(request, 'session'));
    const session = id === null ? null : await findSession(db, id);
    if (!session) throw notFound('Session');
    return session;
  }
}

function shapeOf(session: Session, full: boolean | undefined, now: number): Record<string, unknown> {
  return {
    ...sessionRow(session, full, now),
    is_abroad: session.code === CREATED_ABROAD,
    stopped_by: [1, 2].filter((party) => (session.stoppedBy & party) !== 0),
    validity: { amount: session.validity, unit: session.unit },
    callback_url: session.callback?.url ?? null,
  };
}

/** `message`: what was relayed; null when nothing was, or when its record is gone. */
function interactionShape(row: Interaction, message: Message | null, full: boolean): Record<string, unknown> {
  const text = relayedTextOf(message);
  return {
    id: toReference(row.id),
    from: row.party,
    received_on: timeOf(row.receivedAt),
    result: row.fate,
    reply: row.reply,
    is_text_kept: text !== null,
    text: full ? text : null,
    delivery: message && {
      reference_id: toReference(message.id),
      status: { code: message.status, description: describeCode(message.status) },
      updated_on: timeOf(message.updatedAt),
    },
  };
}
