/**
 * Operators: makes, lists and revokes them, and shows what they did.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { DAY_MS } from '../../lib/durations.ts';
import { oneOf, strict } from '../../lib/schemas.ts';
import { listOperatorActions, type OperatorAction } from '../../store/accounts/operator-actions.ts';
import { addOperator, listOperators, type OperatorRow, revokeOperator } from '../../store/accounts/operators.ts';
import { newToken, OPERATOR_NAME, ROOT } from './identify.ts';
import type { OperatorOptions } from './options.ts';
import {
  AfterId,
  bodyOf,
  cursorOf,
  DEFAULT_LIMIT,
  instantOf,
  LISTING,
  notFound,
  paramOf,
  placeOf,
  queryOf,
  wrong,
} from './request.ts';
import { RIGHTS } from './rights.ts';
import { pageOf, timeOf, timeOrNull } from './shapes.ts';

const NAME_ALLOWED = 'a name of 1 to 40 lower-case letters, digits and hyphens';

const NewOperatorBody = Type.Object(
  {
    name: Type.String({ pattern: OPERATOR_NAME, allowed: NAME_ALLOWED }),
    rights: Type.Array(oneOf(RIGHTS), { minItems: 1, uniqueItems: true, allowed: `some of ${RIGHTS.join(', ')}` }),
    expires_on: Type.Optional(Type.String({ maxLength: 40 })),
  },
  strict,
);

const OperatorQuery = Type.Object(LISTING, strict);
const ActionQuery = Type.Object({ operator: Type.Optional(Type.String({ maxLength: 40 })), ...LISTING }, strict);

/** Where nothing else is said. */
const LASTS_MS = 365 * DAY_MS;
const LASTS_AT_MOST_MS = 1_096 * DAY_MS;

export function operatorAccountRoutes(app: FastifyInstance, { db, context }: OperatorOptions): void {
  app.get('/operators', async (request) => {
    const { limit = DEFAULT_LIMIT, after } = queryOf(OperatorQuery, request);
    const place = placeOf(Type.Tuple([Type.String({ pattern: OPERATOR_NAME })]), after);
    const rows = await listOperators(db, { after: place?.[0], limit: limit + 1 });
    const now = context.clock.now();
    const { items, next } = pageOf(
      rows,
      limit,
      ({ name }) => cursorOf([name]),
      (row) => shapeOf(row, now),
    );
    return { operators: items, next };
  });

  app.post('/operators', async (request, reply) => {
    const { name, rights, expires_on: until } = bodyOf(NewOperatorBody, request);
    const now = context.clock.now();
    const expiresAt = instantOf('expires_on', until) ?? now + LASTS_MS;
    if (expiresAt <= now || expiresAt > now + LASTS_AT_MOST_MS) throw wrong('expires_on', 'a time within three years');
    const { token, hash } = newToken(name, context.randomBytes);
    const createdBy = request.operatorName ?? ROOT;
    const fresh = { name, rights, createdAt: now, createdBy, expiresAt };
    const isNew = name !== ROOT && (await addOperator(db, { ...fresh, tokenHash: hash }));
    if (!isNew) throw wrong('name', 'one that no operator has or had');
    return reply.code(201).send({ ...shapeOf({ ...fresh, revokedAt: null }, now), token });
  });

  app.delete('/operators/:name', async (request) => {
    const now = context.clock.now();
    const revoked = await revokeOperator(db, paramOf(request, 'name'), now);
    if (!revoked) throw notFound('Operator');
    return shapeOf(revoked, now);
  });

  app.get('/operator-actions', async (request) => {
    const { operator, limit = DEFAULT_LIMIT, after } = queryOf(ActionQuery, request);
    const before = placeOf(AfterId, after)?.[0];
    const rows = await listOperatorActions(db, { operator, before, limit: limit + 1 });
    const { items, next } = pageOf(rows, limit, ({ id }) => cursorOf([id]), actionShape);
    return { actions: items, next };
  });
}

function shapeOf(row: OperatorRow, now: number): Record<string, unknown> {
  const isOver = row.expiresAt <= now;
  return {
    name: row.name,
    rights: row.rights,
    state: row.revokedAt !== null ? 'revoked' : isOver ? 'expired' : 'active',
    created_on: timeOf(row.createdAt),
    created_by: row.createdBy,
    expires_on: timeOf(row.expiresAt),
    revoked_on: timeOrNull(row.revokedAt),
  };
}

function actionShape(row: OperatorAction): Record<string, unknown> {
  return {
    id: row.id,
    operator: row.operator,
    action: row.action,
    target: row.target,
    done_on: timeOf(row.at),
    status: row.status,
  };
}
