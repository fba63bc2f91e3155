/**
 * The audit log: listed, exported whole as lines of JSON, and verified.
 *
 * 1. An export is the whole log in its order: a part of a chain, or a chain with holes, proves nothing. Whoever takes one
 *    is written down before.
 */
import { Readable } from 'node:stream';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fieldsOf, lineOf } from '../../../lib/audit-chain.ts';
import { oneOf, strict } from '../../../lib/schemas.ts';
import { type AuditRow, listAudit } from '../../../store/people/audit.ts';
import type { OperatorOptions } from '../options.ts';
import { cursorOf, DEFAULT_LIMIT, instantOf, LISTING, placeOf, queryOf, wrong } from '../request.ts';
import { pageOf } from '../shapes.ts';
import type { AuditLog } from './audit-log.ts';
import { operatorOf } from './session-routes.ts';

const AuditQuery = Type.Object(
  {
    format: Type.Optional(oneOf(['page', 'lines'])),
    actor: Type.Optional(Type.String({ maxLength: 100 })),
    account: Type.Optional(Type.String({ maxLength: 100 })),
    from: Type.Optional(Type.String({ maxLength: 40 })),
    to: Type.Optional(Type.String({ maxLength: 40 })),
    ...LISTING,
  },
  strict,
);

const NoQuery = Type.Object({}, strict);

export function auditRoutes(app: FastifyInstance, options: OperatorOptions): void {
  const { db, people } = options;

  app.get('/audit', async (request, reply) => {
    const { format, actor, account, from, to, limit = DEFAULT_LIMIT, after } = queryOf(AuditQuery, request);
    if (format === 'lines') {
      if (Object.keys(request.query as object).length > 1) throw wrong('format', 'lines without anything else');
      return exportLines(options, request, reply);
    }
    const before = placeOf(Type.Tuple([Type.Integer({ minimum: 1 })]), after)?.[0];
    const span = { from: instantOf('from', from), to: instantOf('to', to) };
    const rows = await listAudit(db, { actor, account, ...span, before, limit: limit + 1 });
    const { items, next } = pageOf(rows, limit, ({ seq }) => cursorOf([seq]), entryShape);
    return { entries: items, next };
  });

  app.get('/audit/verify', async (request) => {
    queryOf(NoQuery, request);
    const { entries, last, problems } = await people.audit.verify();
    return { ok: problems.length === 0, entries, last, problems };
  });
}

/** Rule 1. */
async function exportLines(
  { people }: OperatorOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { name: actor, session, token } = operatorOf(request);
  const { address } = people.clientOf(request.raw);
  const where = { address, session: session?.id ?? null, token };
  await people.audit.append({ actor, action: 'GET /audit', target: { format: 'lines' }, ...where });
  return reply.type('application/x-ndjson; charset=utf-8').send(Readable.from(linesOf(people.audit)));
}

async function* linesOf(audit: AuditLog): AsyncGenerator<string> {
  for await (const row of audit.entries(0)) yield `${lineOf(row)}\n`;
}

function entryShape({ body, hash }: AuditRow): Record<string, unknown> {
  return { ...fieldsOf(body), hash };
}
