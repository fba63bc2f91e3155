/**
 * GET and POST /v1/omnichannel/templates, GET and DELETE /v1/omnichannel/templates/{channel}/{name}: the templates that
 * an account keeps (contract section 8, docs/templates.md).
 *
 * 1. A template that is answered is stored, and every node sends by it at once. One that was removed is known for two
 *    seconds more at most.
 * 2. A template is not changed: the same one again is answered as before, another one under its name is refused.
 * 3. Nobody has to approve it: these channels ask for no approval.
 */
import { isDeepStrictEqual } from 'node:util';
import { CHANNELS } from '../../carriers/channels.ts';
import type { Context } from '../../context.ts';
import type { TemplateDirectory } from '../../engine/accounts/template-directory.ts';
import { Refusal } from '../../errors.ts';
import { toReference } from '../../lib/ids.ts';
import type { Account } from '../../store/accounts/account.ts';
import {
  type AccountTemplate,
  addTemplate,
  findTemplate,
  listTemplates,
  removeTemplate,
  type TemplateKey,
} from '../../store/accounts/templates.ts';
import type { Database } from '../../store/database.ts';
import { readJsonObject } from '../json-body.ts';
import { once } from '../once.ts';
import type { Answer, Operation, OperationRequest } from '../operation.ts';
import { placeholdersOf } from '../templates/placeholders.ts';
import { TEMPLATE_NAME } from '../templates/templates.ts';
import type { ContentLimits } from '../templates/texts.ts';
import { type NewTemplate, readChannel, readTemplate } from './schema.ts';

export interface AccountTemplateOptions extends ContentLimits {
  readonly context: Pick<Context, 'ids'>;
  readonly db: Database;
  readonly templates: Pick<TemplateDirectory, 'forget'>;
}

const MOST_OF_AN_ACCOUNT = 500;
const MADE = { code: 3800, description: 'Request successful' };
const REMOVED = { code: 3801, description: 'Request successful' };

export function accountTemplates(options: AccountTemplateOptions): Operation[] {
  const common = { product: 'omnichannel', bodyLimitBytes: 64 * 1024 } as const;
  const all = '/v1/omnichannel/templates';
  const one = `${all}/:channel/:name`;
  return [
    { ...common, name: 'list_templates', method: 'GET', path: all, handle: (request) => list(options, request) },
    { ...common, name: 'add_template', method: 'POST', path: all, handle: (request) => add(options, request) },
    { ...common, name: 'show_template', method: 'GET', path: one, handle: (request) => show(options, request) },
    { ...common, name: 'remove_template', method: 'DELETE', path: one, handle: (request) => remove(options, request) },
  ];
}

async function list({ db }: AccountTemplateOptions, { caller }: OperationRequest): Promise<Answer> {
  const templates = await listTemplates(db, caller.account.id);
  return { status: 200, body: JSON.stringify(templates.map(shapeOf)) };
}

async function show({ db }: AccountTemplateOptions, request: OperationRequest): Promise<Answer> {
  const template = await findTemplate(db, keyOf(request));
  if (!template) throw unknownTemplate();
  const { content, createdAt } = template;
  const body = {
    ...shapeOf(template),
    content,
    id: toReference(template.id),
    created_on: new Date(createdAt).toISOString(),
  };
  return { status: 200, body: JSON.stringify(body) };
}

async function remove({ db, templates }: AccountTemplateOptions, request: OperationRequest): Promise<Answer> {
  const key = keyOf(request);
  const isRemoved = await removeTemplate(db, key);
  templates.forget(key);
  if (!isRemoved) throw unknownTemplate();
  return {
    status: 200,
    body: JSON.stringify({ status: { ...REMOVED, updated_on: new Date(request.at).toISOString() } }),
  };
}

async function add(options: AccountTemplateOptions, request: OperationRequest): Promise<Answer | 'claimed_before'> {
  const { account } = request.caller;
  const asked = readTemplate(readJsonObject(request.body), options);
  checkProduct(account, asked);
  const id = options.context.ids.next();
  const wanted: AccountTemplate = { ...asked, id, accountId: account.id, createdAt: request.at };
  return once(options.db, request, async (tx) => {
    const standing = await addTemplate(tx, wanted, MOST_OF_AN_ACCOUNT);
    if (!standing) {
      const allowed = `at most ${MOST_OF_AN_ACCOUNT} templates of an account: remove one first`;
      throw new Refusal('value_invalid', { name: 'name', allowed });
    }
    if (!isSame(standing, wanted)) {
      const allowed = 'a name that no other template of this channel has: remove that one first';
      throw new Refusal('template_name_invalid', { name: 'name', allowed });
    }
    return { status: 200, body: madeBody(standing, request.at), headers: {} };
  });
}

function checkProduct({ products }: Account, { channel }: NewTemplate): void {
  const { product } = CHANNELS[channel];
  if (product !== null && !products.includes(product)) throw new Refusal('templates_not_enabled', { product });
}

/** Rule 2. */
function isSame(one: AccountTemplate, other: AccountTemplate): boolean {
  const said = ({ type, category, language, content }: AccountTemplate) => [type, category, language, content];
  return isDeepStrictEqual(said(one), said(other));
}

function madeBody({ id, name }: AccountTemplate, at: number): string {
  return JSON.stringify({ status: { ...MADE, updated_on: new Date(at).toISOString() }, id: toReference(id), name });
}

/** Rule 3. */
function shapeOf({ name, type, channel, category, language, content }: AccountTemplate) {
  return { name, type, channel, category, language, status: 'Approved', mandatory_parameters: placeholdersOf(content) };
}

/** Of the path. What no template can be called is not asked for. */
function keyOf({ caller, params }: OperationRequest): TemplateKey {
  const channel = readChannel(params.channel ?? null, 'channel');
  const { name = '' } = params;
  if (!TEMPLATE_NAME.test(name)) throw unknownTemplate();
  return { accountId: caller.account.id, channel, name };
}

function unknownTemplate(): Refusal {
  return new Refusal('template_name_invalid', {
    name: 'name',
    allowed: 'the name of a template that the account keeps',
  });
}
