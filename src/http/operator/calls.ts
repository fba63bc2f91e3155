/**
 * Verification calls: lists those that ring or speak, and shows what happened to one, with its SIP messages. The code is in none of them; the number is
 * masked unless `full` asks for it.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { callCode, describeCallCode } from '../../engine/message/call-codes.ts';
import { KINDS } from '../../engine/message/kinds.ts';
import type { MessageKind } from '../../engine/message/message.ts';
import { toReference } from '../../lib/ids.ts';
import { maskNumber } from '../../lib/log.ts';
import { strict } from '../../lib/schemas.ts';
import { together } from '../../store/database.ts';
import { type CallFacts, findCall, type TracedMessage } from '../../store/messages/calls.ts';
import { type CallUnderWay, listCallsUnderWay } from '../../store/messages/calls-under-way.ts';
import { findMessage } from '../../store/messages/messages.ts';
import type { OperatorOptions } from './options.ts';
import { DEFAULT_LIMIT, FULL, idOf, LISTING, notFound, paramOf, queryOf } from './request.ts';
import { numberOf, timeOf, timeOrNull } from './shapes.ts';

const ShowQuery = Type.Object(FULL, strict);

const UnderWayQuery = Type.Object(
  { customer_id: Type.Optional(Type.String({ maxLength: 64 })), limit: LISTING.limit, ...FULL },
  strict,
);

const CALLS = (Object.keys(KINDS) as MessageKind[]).filter((kind) => KINDS[kind].countsAs === 'calls');

export function callRoutes(app: FastifyInstance, { db, context }: OperatorOptions): void {
  app.get('/calls/in-progress', async (request) => {
    const { customer_id: accountId, limit = DEFAULT_LIMIT, full } = queryOf(UnderWayQuery, request);
    const now = context.clock.now();
    const calls = await listCallsUnderWay(db, { kinds: CALLS, accountId, now, limit });
    return { calls: calls.map((call) => underWayShape(call, full)) };
  });

  app.get('/calls/:reference', async (request) => {
    const { full } = queryOf(ShowQuery, request);
    const id = idOf(paramOf(request, 'reference'));
    const [message, call] = id === null ? [null, null] : await together([findMessage(db, id), findCall(db, id)]);
    // The code of a text has a row there, too.
    if (!message || !call || KINDS[message.kind].countsAs !== 'calls') throw notFound('Call');
    const code = callCode(message);
    const shownNumber = (text: string) => (full === true ? text : withoutNumber(text, message.recipient));
    return {
      reference_id: toReference(message.id),
      customer_id: message.accountId,
      external_id: message.externalId,
      recipient: numberOf(message.recipient, full),
      status: { code, description: describeCallCode(code) },
      created_on: timeOf(message.createdAt),
      final_on: timeOrNull(message.finalAt),
      completed_on: timeOrNull(call.completedAt),
      wrong_codes: call.wrongTries,
      carrier: message.attempts.at(-1)?.carrier ?? null,
      tries: message.attempts.at(-1)?.tries ?? 0,
      reason: message.attempts.at(-1)?.reason ?? null,
      line: call.facts && lineShape(call.facts),
      trace: call.trace.map((each) => traceShape(each, shownNumber)),
    };
  });
}

function underWayShape(call: CallUnderWay, full: boolean | undefined): Record<string, unknown> {
  return {
    reference_id: toReference(call.id),
    customer_id: call.accountId,
    external_id: call.externalId,
    recipient: numberOf(call.recipient, full),
    created_on: timeOf(call.createdAt),
    placed_on: timeOrNull(call.handedOverAt),
    carrier: call.carrier,
    node: call.node,
  };
}

function lineShape(facts: CallFacts): Record<string, unknown> {
  return {
    cause: facts.cause,
    by: facts.by,
    trunk: facts.trunk,
    sip_status: facts.sipStatus,
    q850: facts.q850,
    reason: facts.reason,
    dialled_on: timeOrNull(facts.dialledAt),
    rang_on: timeOrNull(facts.rangAt),
    answered_on: timeOrNull(facts.answeredAt),
    ended_on: timeOf(facts.endedAt),
    codec: facts.codec,
    times_said: facts.timesSaid,
    keys: facts.keys,
  };
}

function traceShape(each: TracedMessage, shown: (text: string) => string): Record<string, unknown> {
  const { at, direction, trunk, transport, peer, text } = each;
  return { at: timeOf(at), direction, trunk, transport, peer, text: shown(text) };
}

/** However a trunk wants it written: what ends like the number is the number. */
function withoutNumber(text: string, number: string): string {
  const ending = number.slice(-6);
  return text.replace(/\d{6,18}/g, (digits) => (digits.endsWith(ending) ? maskNumber(digits) : digits));
}
