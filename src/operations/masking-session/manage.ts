/**
 * An open session: GET shows it or its interactions, PUT sets how long it lasts from now on, DELETE ends it now.
 */
import type { Context } from '../../context.ts';
import type { SessionLife } from '../../engine/masking/session-life.ts';
import type { Message } from '../../engine/message/message.ts';
import { Refusal } from '../../errors.ts';
import { fromReference, toReference } from '../../lib/ids.ts';
import type { Interaction, InteractionPage } from '../../store/masking/interactions.ts';
import type { Session } from '../../store/masking/sessions.ts';
import { checkProduct } from '../admission/who-and-where.ts';
import { readAfterId, readLimit } from '../listing.ts';
import type { Answer, Operation, OperationRequest } from '../operation.ts';
import { readFields } from '../request-body.ts';
import { interactionBody, sessionBody } from './answer.ts';
import { BODY_LIMIT_BYTES } from './open.ts';
import { readValidity } from './schema.ts';

export interface ManageSessionOptions {
  readonly context: Pick<Context, 'clock'>;
  readonly life: Pick<SessionLife, 'close' | 'extend'>;
  readonly findSession: (id: string) => Promise<Session | null>;
  readonly listInteractions: (sessionId: string, page: InteractionPage) => Promise<Interaction[]>;
  /** Those that are gone are absent. */
  readonly findMessages: (ids: readonly string[]) => Promise<ReadonlyMap<string, Message>>;
}

const PATH = '/v1/anonymous/session/:session_id';
const LARGEST_PAGE = 100;
/** An id is made some milliseconds before or after the instant that stands beside it, by clocks that differ. */
const AROUND_MS = 3_600_000;

export function manageSessions(options: ManageSessionOptions): Operation[] {
  const operation = (
    name: string,
    method: Operation['method'],
    path: string,
    handle: (options: ManageSessionOptions, request: OperationRequest, id: string) => Promise<Answer>,
  ): Operation => ({
    name,
    product: 'anonymous',
    method,
    path,
    bodyLimitBytes: BODY_LIMIT_BYTES,
    takesForms: true,
    handle: (request) => {
      checkProduct(request.caller.account, 'masking');
      const id = fromReference(request.params.session_id ?? '');
      if (id === null) throw new Refusal('reference_unknown');
      return handle(options, request, id);
    },
  });
  return [
    operation('show_masking_session', 'GET', PATH, show),
    operation('list_interactions', 'GET', `${PATH}/interactions`, interactions),
    operation('extend_masking_session', 'PUT', PATH, extend),
    operation('close_masking_session', 'DELETE', PATH, close),
  ];
}

async function show(options: ManageSessionOptions, request: OperationRequest, id: string): Promise<Answer> {
  return answerOf(options, await ownSession(options, request, id));
}

async function extend(options: ManageSessionOptions, request: OperationRequest, id: string): Promise<Answer> {
  const { account } = request.caller;
  const { validity, unit } = readValidity(readFields(request), account.settings);
  const extended = await options.life.extend(account.id, id, validity, unit);
  if (!extended) throw new Refusal('reference_unknown');
  if (extended.kind === 'over') throw new Refusal('session_over');
  return answerOf(options, extended.session);
}

async function close(options: ManageSessionOptions, request: OperationRequest, id: string): Promise<Answer> {
  return answerOf(options, await options.life.close(request.caller.account.id, id));
}

async function interactions(options: ManageSessionOptions, request: OperationRequest, id: string): Promise<Answer> {
  const session = await ownSession(options, request, id);
  const query = new URLSearchParams(request.query);
  const limit = readLimit(query, LARGEST_PAGE);
  const page = {
    limit: limit + 1,
    after: readAfterId(query) ?? null,
    ...interactionSpan(session, options.context.clock.now()),
  };
  const found = await options.listInteractions(session.id, page);
  const shown = found.slice(0, limit);
  const relayed = shown.filter(({ fate }) => fate === 'relayed').map((each) => each.id);
  const messages = relayed.length > 0 ? await options.findMessages(relayed) : new Map<string, Message>();
  const last = found.length > limit ? shown.at(-1) : undefined;
  const body = {
    session_id: toReference(session.id),
    interactions: shown.map((each) => interactionBody(session, each, messages.get(each.id) ?? null)),
    next: last === undefined ? null : toReference(last.id),
  };
  return { status: 200, body: JSON.stringify(body) };
}

/** When what met the session came in. */
export function interactionSpan({ openedAt }: Session, now: number): Pick<InteractionPage, 'fromMs' | 'toMs'> {
  return { fromMs: openedAt - AROUND_MS, toMs: now + AROUND_MS };
}

async function ownSession(options: ManageSessionOptions, request: OperationRequest, id: string): Promise<Session> {
  const session = await options.findSession(id);
  if (!session || session.accountId !== request.caller.account.id) throw new Refusal('reference_unknown');
  return session;
}

function answerOf({ context }: ManageSessionOptions, session: Session | null): Answer {
  if (!session) throw new Refusal('reference_unknown');
  return { status: 200, body: JSON.stringify(sessionBody(session, context.clock.now())) };
}
