/**
 * GET /v1/anonymous/session: an account's own masked sessions, newest first, each in the body of its own GET
 * (docs/records.md). Nothing of anybody else is found.
 */
import { CHANNEL_NAMES, CHANNELS } from '../../carriers/channels.ts';
import type { Context } from '../../context.ts';
import type { Database } from '../../store/database.ts';
import { listSessions, type SessionFilter } from '../../store/masking/session-lists.ts';
import type { SessionState } from '../../store/masking/sessions.ts';
import { checkProduct } from '../admission/who-and-where.ts';
import {
  LONGEST_EXTERNAL_ID,
  readAfterId,
  readHandset,
  readLimit,
  readOneOf,
  readSpan,
  readText,
  referenceOrNull,
} from '../listing.ts';
import { sessionBody } from '../masking-session/answer.ts';
import type { Answer, Operation, OperationRequest } from '../operation.ts';

export interface OwnSessionsOptions {
  readonly db: Database;
  readonly context: Pick<Context, 'clock'>;
}

export const SESSION_STATES: readonly SessionState[] = ['open', 'in_progress', 'stopped', 'expired', 'closed'];

export function ownSessions({ db, context }: OwnSessionsOptions): Operation {
  return {
    name: 'list_masking_sessions',
    product: 'anonymous',
    method: 'GET',
    path: '/v1/anonymous/session',
    bodyLimitBytes: 10 * 1024,
    handle: (request) => answer(db, request, context.clock.now()),
  };
}

async function answer(db: Database, { caller, query }: OperationRequest, now: number): Promise<Answer> {
  checkProduct(caller.account, 'masking');
  const filter = readSessionQuery(new URLSearchParams(query), { accountId: caller.account.id, now });
  const { rows, next } = await listSessions(db, filter);
  const body = { sessions: rows.map((session) => sessionBody(session, now)), next: referenceOrNull(next) };
  return { status: 200, body: JSON.stringify(body) };
}

export function readSessionQuery(
  query: URLSearchParams,
  whose: { readonly accountId: string; readonly now: number },
): SessionFilter {
  // Every session is on the channel that carries masks: to name it asks for all of them.
  const masking = CHANNEL_NAMES.filter((channel) => CHANNELS[channel].carriesMasks);
  readOneOf(query, 'channel', masking);
  const state = readOneOf(query, 'status', SESSION_STATES);
  return {
    ...whose,
    number: readHandset(query, 'recipient'),
    externalId: readText(query, 'external_id', LONGEST_EXTERNAL_ID),
    states: state && [state],
    ...readSpan(query),
    before: readAfterId(query),
    limit: readLimit(query),
  };
}
