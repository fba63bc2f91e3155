/**
 * The audit log: listed, an entry of it, exported as lines of JSON, and verified.
 *
 * 1. An export is in the order of the log. The whole of it can be verified by whoever has it; of a filtered one each entry
 *    can, by its hash, and not that none is missing. Whoever takes one is written down before, with what it was filtered by.
 * 2. A log is verified in steps, so that no answer takes long, however long the log: whoever asks brings the place and
 *    hash along that the step before ended with.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { fieldsOf, type Link, lineOf } from '../../../lib/audit-chain.ts';
import { oneOf, strict } from '../../../lib/schemas.ts';
import { type AuditFilter, type AuditRow, findAudit, listAudit } from '../../../store/people/audit.ts';
import type { OperatorOptions } from '../options.ts';
import { cursorOf, DEFAULT_LIMIT, instantOf, LISTING, notFound, paramOf, placeOf, queryOf, wrong } from '../request.ts';
import { pageOf } from '../shapes.ts';
import { shownName } from '../written-down.ts';
import type { AuditLog } from './audit-log.ts';
import { operatorOf } from './session-routes.ts';

const FILTER = {
  actor: Type.Optional(Type.String({ maxLength: 100 })),
  account: Type.Optional(Type.String({ maxLength: 100 })),
  action: Type.Optional(Type.String({ maxLength: 100 })),
  names: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  from: Type.Optional(Type.String({ maxLength: 40 })),
  to: Type.Optional(Type.String({ maxLength: 40 })),
};

const AuditQuery = Type.Object({ format: Type.Optional(oneOf(['page', 'lines'])), ...FILTER, ...LISTING }, strict);
type AuditQuery = Static<typeof AuditQuery>;

const NoQuery = Type.Object({}, strict);

const VerifyQuery = Type.Object(
  {
    entries: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
    after: Type.Optional(Type.String({ maxLength: 100, allowed: 'the "next" of the step before' })),
  },
  strict,
);

export function auditRoutes(app: FastifyInstance, options: OperatorOptions): void {
  const { db, people } = options;

  app.get('/audit', async (request, reply) => {
    const query = queryOf(AuditQuery, request);
    if (query.format === 'lines') return exportLines(options, { request, query, reply });
    const { limit = DEFAULT_LIMIT, after } = query;
    const before = placeOf(Type.Tuple([Type.Integer({ minimum: 1 })]), after)?.[0];
    const { rows, lookedTo } = await listAudit(db, filterOf(query), { before, limit });
    const { items, next } = pageOf(rows, limit, ({ seq }) => cursorOf([seq]), entryShape);
    return { entries: items, next: next ?? (lookedTo === null ? null : cursorOf([lookedTo])) };
  });

  app.get('/audit/:seq', async (request) => {
    queryOf(NoQuery, request);
    const seq = paramOf(request, 'seq');
    const found = /^[1-9]\d{0,14}$/.test(seq) ? await findAudit(db, Number(seq)) : null;
    if (!found) throw notFound('Entry');
    const { entry, end, before, after } = found;
    return { entry: entryShape(entry), end: end && entryShape(end), before, after };
  });

  app.get('/audit/verify', async (request) => {
    const { entries: limit, after } = queryOf(VerifyQuery, request);
    const { entries, last, problems, begin, end, next } = await people.audit.verify({ limit, after: linkOf(after) });
    const goesOn = next && `${next.seq}:${next.hash}`;
    return { ok: problems.length === 0, entries, last, problems, begin, end, next: goesOn };
  });
}

/** A number is looked for as it was written down: masked. */
function filterOf({ actor, account, action, names, from, to }: AuditQuery): AuditFilter {
  const span = { from: instantOf('from', from), to: instantOf('to', to) };
  return { actor, account, action, names: names === undefined ? undefined : shownName(names), ...span };
}

function linkOf(text: string | undefined): Link | undefined {
  if (text === undefined) return undefined;
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{0,80})$/.exec(text) ?? [];
  if (seq === undefined || hash === undefined) throw wrong('after', 'the "next" of the step before');
  return { seq: Number(seq), hash };
}

interface Asked {
  readonly request: FastifyRequest;
  readonly query: AuditQuery;
  readonly reply: FastifyReply;
}

/** Rule 1. */
async function exportLines({ people }: OperatorOptions, { request, query, reply }: Asked): Promise<FastifyReply> {
  const { format, limit, after, ...filters } = query;
  if (limit !== undefined || after !== undefined) throw wrong('format', 'lines without limit and after');
  const filter = filterOf(query);
  const isFiltered = Object.keys(filters).length > 0;
  const { name: actor, session, token } = operatorOf(request);
  const { address } = people.clientOf(request.raw);
  const where = { address, session: session?.id ?? null, token };
  const said = Object.entries({ format: 'lines', ...filters, ...(filter.names && { names: filter.names }) });
  const target = Object.fromEntries(said.map(([name, value]) => [name, value.replaceAll('\0', '')]));
  await people.audit.append({ actor, action: 'GET /audit', target, ...where });
  const name = isFiltered ? 'audit-part' : 'audit';
  return reply
    .type('application/x-ndjson; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.jsonl"`)
    .send(Readable.from(linesOf(people.audit, isFiltered ? filter : null)));
}

async function* linesOf(audit: AuditLog, filter: AuditFilter | null): AsyncGenerator<string> {
  for await (const row of audit.entries(0, filter)) yield `${lineOf(row)}\n`;
}

function entryShape({ body, hash }: AuditRow): Record<string, unknown> {
  return { ...fieldsOf(body), hash };
}
