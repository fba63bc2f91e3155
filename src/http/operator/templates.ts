/**
 * The templates that an account keeps, as operators see them. The account itself adds and removes them.
 *
 * 1. What a template says is a text: shown with `full=true` alone.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { strict } from '../../lib/schemas.ts';
import { placeholdersOf } from '../../operations/templates/placeholders.ts';
import { findAccounts } from '../../store/accounts/accounts.ts';
import { type AccountTemplate, listTemplates } from '../../store/accounts/templates.ts';
import type { OperatorOptions } from './options.ts';
import { FULL, notFound, paramOf, queryOf } from './request.ts';
import { timeOf } from './shapes.ts';

const TemplateQuery = Type.Object(FULL, strict);

export function templateRoutes(app: FastifyInstance, { db }: OperatorOptions): void {
  // An account has 500 at most.
  app.get('/accounts/:id/templates', async (request) => {
    const { full = false } = queryOf(TemplateQuery, request);
    const id = paramOf(request, 'id');
    if ((await findAccounts(db, [id])).size === 0) throw notFound('Account');
    return { templates: (await listTemplates(db, id)).map((template) => templateShape(template, full)) };
  });
}

function templateShape(template: AccountTemplate, full: boolean): Record<string, unknown> {
  const { name, channel, type, category, language, content, createdAt } = template;
  return {
    name,
    channel,
    type,
    category,
    language,
    mandatory_parameters: placeholdersOf(content),
    content: full ? content : null,
    created_on: timeOf(createdAt),
  };
}
