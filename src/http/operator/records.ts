/**
 * Lists of what accounts have done, newest first: look-ups, calls, masked sessions, verifications. Numbers are masked
 * unless `full` asks for them; texts, codes and answers are not shown.
 *
 * 1. A page that is not full goes on all the same (store/sql/windows.ts): a list is over when there is no `next`.
 */
import type { FastifyInstance } from 'fastify';
import { type TObject, type TProperties, Type } from 'typebox';
import { stateAt } from '../../engine/masking/session.ts';
import { describeCallCode } from '../../engine/message/call-codes.ts';
import { KINDS } from '../../engine/message/kinds.ts';
import type { MessageKind } from '../../engine/message/message.ts';
import { toReference } from '../../lib/ids.ts';
import { formsOf, handsetOf } from '../../lib/phone-number.ts';
import { oneOf, strict } from '../../lib/schemas.ts';
import { LONGEST_EXTERNAL_ID } from '../../operations/listing.ts';
import { SESSION_STATES } from '../../operations/own-lists/sessions.ts';
import { canBeListedWith } from '../../operations/own-lists/shown-codes.ts';
import { VERIFICATION_STATES } from '../../operations/own-lists/verifications.ts';
import { listSessions } from '../../store/masking/session-lists.ts';
import type { Session, SessionState } from '../../store/masking/sessions.ts';
import { type ListedCall, listCalls } from '../../store/messages/call-lists.ts';
import { listLookUps } from '../../store/phone-id/look-up-lists.ts';
import type { StoredLookUp } from '../../store/phone-id/look-ups.ts';
import type { IdPage } from '../../store/sql/windows.ts';
import type { Verification } from '../../store/verifications/verification.ts';
import { listVerifications } from '../../store/verifications/verification-lists.ts';
import type { OperatorOptions } from './options.ts';
import {
  AfterId,
  cursorOf,
  DEFAULT_LIMIT,
  FULL,
  instantOf,
  LISTING,
  phoneNumberOf,
  placeOf,
  queryOf,
} from './request.ts';
import { numberOf, timeOf, timeOrNull } from './shapes.ts';

/** What every one of these lists may be asked. */
const COMMON = {
  customer_id: Type.Optional(Type.String({ maxLength: 64 })),
  external_id: Type.Optional(Type.String({ minLength: 1, maxLength: LONGEST_EXTERNAL_ID })),
  from: Type.Optional(Type.String({ maxLength: 40 })),
  to: Type.Optional(Type.String({ maxLength: 40 })),
  ...FULL,
  ...LISTING,
};

const NUMBER = Type.Optional(Type.String({ maxLength: 30 }));
const CALLS = (Object.keys(KINDS) as MessageKind[]).filter((kind) => KINDS[kind].countsAs === 'calls');

const LookUpQuery = listOf({ number: NUMBER, status: Type.Optional(Type.Integer({ minimum: 300, maximum: 301 })) });
const CallQuery = listOf({ recipient: NUMBER, code: Type.Optional(Type.Integer({ minimum: 100, maximum: 199 })) });
const SessionQuery = listOf({ number: NUMBER, state: Type.Optional(oneOf(['live', ...SESSION_STATES])) });
const VerificationQuery = listOf({ recipient: NUMBER, state: Type.Optional(oneOf(VERIFICATION_STATES)) });

export function recordRoutes(app: FastifyInstance, { db, context }: OperatorOptions): void {
  app.get('/look-ups', async (request) => {
    const query = queryOf(LookUpQuery, request);
    const number = query.number === undefined ? undefined : phoneNumberOf('number', query.number);
    const page = await listLookUps(db, { ...spanOf(query), number, status: query.status });
    return shown('look_ups', page, (row) => lookUpRow(row, query.full));
  });

  app.get('/calls', async (request) => {
    const query = queryOf(CallQuery, request);
    const { code } = query;
    const state = code === undefined ? undefined : canBeListedWith(code).state;
    const page = await listCalls(db, { ...spanOf(query), kinds: CALLS, recipients: formsIn(query.recipient), state });
    const rows = page.rows.filter((row) => code === undefined || codeOf(row) === code);
    return shown('calls', { ...page, rows }, (row) => callRow(row, query.full));
  });

  app.get('/masking-sessions', async (request) => {
    const query = queryOf(SessionQuery, request);
    const now = context.clock.now();
    const number = query.number === undefined ? undefined : handsetOf(phoneNumberOf('number', query.number));
    const page = await listSessions(db, { ...spanOf(query), number, states: statesOf(query.state), now });
    return shown('sessions', page, (row) => sessionRow(row, query.full, now));
  });

  app.get('/verifications', async (request) => {
    const query = queryOf(VerificationQuery, request);
    const page = await listVerifications(db, {
      ...spanOf(query),
      recipients: formsIn(query.recipient),
      state: query.state,
    });
    return shown('verifications', page, (row) => verificationRow(row, query.full));
  });
}

function listOf<More extends TProperties>(more: More) {
  return Type.Object({ ...COMMON, ...more }, strict) as TObject<typeof COMMON & More>;
}

interface CommonQuery {
  readonly customer_id?: string;
  readonly external_id?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit?: number;
  readonly after?: string;
}

function spanOf({ customer_id: accountId, external_id: externalId, from, to, limit, after }: CommonQuery) {
  return {
    accountId,
    externalId,
    from: instantOf('from', from),
    to: instantOf('to', to),
    before: placeOf(AfterId, after)?.[0],
    limit: limit ?? DEFAULT_LIMIT,
  };
}

function formsIn(recipient: string | undefined): readonly string[] | undefined {
  return recipient === undefined ? undefined : formsOf(phoneNumberOf('recipient', recipient));
}

function shown<Row>(name: string, { rows, next }: IdPage<Row>, show: (row: Row) => object): Record<string, unknown> {
  return { [name]: rows.map(show), next: next === null ? null : cursorOf([next]) };
}

/** `live`: those that are not over. */
function statesOf(state: SessionState | 'live' | undefined): readonly SessionState[] | undefined {
  if (state === 'live') return ['open', 'in_progress', 'stopped'];
  return state && [state];
}

function lookUpRow(row: StoredLookUp, full: boolean | undefined): Record<string, unknown> {
  return {
    reference_id: toReference(row.id),
    customer_id: row.accountId,
    external_id: row.externalId,
    number: numberOf(row.number, full),
    status: row.status,
    add_ons: row.evidence.map(({ add_on: name, code, source }) => ({ add_on: name, code, source })),
    created_on: timeOf(row.createdAt),
  };
}

function codeOf({ kind, ...standing }: ListedCall): number {
  return KINDS[kind].listedCodeOf(standing);
}

function callRow(row: ListedCall, full: boolean | undefined): Record<string, unknown> {
  const code = codeOf(row);
  return {
    reference_id: toReference(row.id),
    customer_id: row.accountId,
    external_id: row.externalId,
    recipient: numberOf(row.recipient, full),
    status: { code, description: describeCallCode(code) },
    created_on: timeOf(row.createdAt),
    final_on: timeOrNull(row.finalAt),
    completed_on: timeOrNull(row.completedAt),
    wrong_codes: row.wrongTries,
  };
}

export function sessionRow(row: Session, full: boolean | undefined, now: number): Record<string, unknown> {
  return {
    session_id: toReference(row.id),
    customer_id: row.accountId,
    external_id: row.externalId,
    state: stateAt(row, now),
    number_1: numberOf(row.number1, full),
    number_2: numberOf(row.number2, full),
    masked_1: numberOf(row.masked1, full),
    masked_2: numberOf(row.masked2, full),
    texts: { from_1: row.relayed1, from_2: row.relayed2, refused: row.refused },
    opened_on: timeOf(row.openedAt),
    ends_on: timeOf(row.endsAt),
    over_on: timeOrNull(row.overAt),
  };
}

export function verificationRow(row: Verification, full: boolean | undefined): Record<string, unknown> {
  return {
    reference_id: toReference(row.id),
    customer_id: row.accountId,
    external_id: row.externalId,
    recipient: numberOf(row.recipient, full),
    state: row.state,
    methods: row.methods.map(({ method, state, code }) => ({ method, state, code })),
    wrong_codes: row.wrongTries,
    created_on: timeOf(row.createdAt),
    updated_on: timeOf(row.updatedAt),
    ends_on: timeOf(row.endsAt),
    final_on: timeOrNull(row.finalAt),
  };
}
