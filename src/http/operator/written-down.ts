/**
 * Records what operators do: who, what, when, on what, from where, and the status of the answer; as a row that is listed
 * (store/accounts/operator-actions.ts), and in the audit log, whose entries hold each other in place.
 *
 * 1. Every request that changes something is recorded, and every one that shows numbers or texts in full. It is
 *    recorded before it is carried out: one that cannot be recorded is refused.
 * 2. Of a body only names are recorded, never a key, a text or a setting. Numbers are masked.
 * 3. It is recorded before the route has looked at it: whatever the request says, it is made such that the store takes it.
 */
import type { FastifyRequest } from 'fastify';
import { CUSTOMER_ID } from '../../lib/customer-id.ts';
import { asJsonObject, parseJsonObject } from '../../lib/json.ts';
import { maskNumber } from '../../lib/log.ts';
import { findAccounts } from '../../store/accounts/accounts.ts';
import { addOperatorAction, endOperatorAction } from '../../store/accounts/operator-actions.ts';
import type { Queryable } from '../../store/database.ts';
import type { OperatorOptions } from './options.ts';
import { NOT_WRITTEN_DOWN } from './rights.ts';

/** Rule 2: what says on what something was done. */
const NAMES = [
  'customer_id',
  'recipient',
  'number',
  'sender',
  'name',
  'kind',
  'operation',
  'set',
  'rights',
  'expires_on',
  'id',
  'role',
  'label',
];
const LONGEST = 100;
const LARGEST_BODY = 64 * 1024;

/** How deep the names of what is changed are written down: `settings.daily_limit`. */
const DEEPEST = 2;
const MOST_CHANGED = 400;

export type Target = Readonly<Record<string, string>>;

/** What has to be written down of it; null: nothing. */
export function isWrittenDown(request: FastifyRequest, route: string, isFull: boolean): boolean {
  const { method } = request;
  return isFull || (method !== 'GET' && method !== 'HEAD' && !NOT_WRITTEN_DOWN.has(route));
}

type WritingOptions = Pick<OperatorOptions, 'context' | 'db' | 'people'>;

/** What has been written down, for how it ends. */
export interface WrittenDown {
  readonly id: string;
  /** Its place in the audit log. */
  readonly seq: number;
  readonly route: string;
}

/** Rejects with StoreDown. */
export async function writeDown(
  { context, db, people }: WritingOptions,
  request: FastifyRequest,
  route: string,
): Promise<WrittenDown> {
  const id = context.ids.next();
  const operator = request.operatorName ?? '';
  const body = bodyOf(request);
  const target = {
    ...namesIn(body),
    // What was only counted must not look as what was done.
    ...(body?.count_only === true ? { count_only: 'true' } : {}),
    ...changedIn(request),
    ...namesIn(asJsonObject(request.params)),
  };
  const seq = await people.audit.append({
    actor: operator,
    action: route,
    target,
    ...whereFrom(people, request),
    account: await accountOf(db, request, route),
  });
  await addOperatorAction(db, { id, operator, action: route, target, at: context.clock.now() });
  return { id, seq, route };
}

/** `answer`: the body, when it is text. What cannot be written any more stays without its end. */
export async function writeEnd(
  { context, db, people }: WritingOptions,
  request: FastifyRequest,
  { id, seq, route }: WrittenDown,
  { status, answer }: { readonly status: number; readonly answer: unknown },
): Promise<void> {
  const made = namesIn(status === 201 && typeof answer === 'string' ? parseJsonObject(Buffer.from(answer)) : null);
  const actor = request.operatorName ?? '';
  try {
    await endOperatorAction(db, id, status, made);
    await people.audit.append({ actor, action: route, target: made, of: seq, status });
  } catch (error) {
    context.log.warn({ err: error, action: id }, 'how an action of an operator ended could not be written down');
  }
}

function whereFrom(people: WritingOptions['people'], request: FastifyRequest) {
  const { address } = people.clientOf(request.raw);
  const { session = null, token = null } = request.operator ?? {};
  return { address, session: session?.id ?? null, token };
}

/** On which account. A Customer ID may look like a number: that of an account is not masked, it is looked for by it. */
async function accountOf(db: Queryable, request: FastifyRequest, route: string): Promise<string | null> {
  const { id } = request.params as { id?: string };
  if (/ \/accounts\/:id/.test(route) && id !== undefined) return storable(id);
  const { customer_id: asked } = request.query as { customer_id?: unknown };
  const given = asked ?? bodyOf(request)?.customer_id;
  if (typeof given !== 'string') return null;
  const shown = shownName(given);
  if (shown === given || !CUSTOMER_ID.test(given)) return shown;
  return (await findAccounts(db, [given])).has(given) ? given : shown;
}

function bodyOf({ body }: FastifyRequest): Readonly<Record<string, unknown>> | null {
  return Buffer.isBuffer(body) && body.length <= LARGEST_BODY ? parseJsonObject(body) : null;
}

function namesIn(fields: Readonly<Record<string, unknown>> | null): Target {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields ?? {})) {
    const isName = NAMES.includes(name) || /^(?:key|reference|addon|session)$/.test(name);
    if (!isName || !(typeof value === 'string' || Array.isArray(value))) continue;
    found[name] = shownName(String(value));
  }
  return found;
}

/** Rule 2: which fields a request changes, not what they are from now on. */
function changedIn(request: FastifyRequest): Target {
  const body = request.method === 'PATCH' ? bodyOf(request) : null;
  if (body === null) return {};
  const changed = fieldsIn(body, DEEPEST).join(', ');
  return { changed: changed.length > MOST_CHANGED ? `${changed.slice(0, MOST_CHANGED)} …` : changed };
}

function fieldsIn(body: Readonly<Record<string, unknown>>, depth: number): string[] {
  return Object.entries(body).flatMap(([name, value]) => {
    // What is no name of ours is refused; somebody may have put a secret there.
    if (!/^[a-z][a-z0-9_]{0,59}$/.test(name)) return ['?'];
    const inner = depth > 1 && typeof value === 'object' && !Array.isArray(value) ? asJsonObject(value) : null;
    return inner === null ? [name] : fieldsIn(inner, depth - 1).map((field) => `${name}.${field}`);
  });
}

/** As a name is written down: a number is masked. */
export function shownName(text: string): string {
  const digits = text.replaceAll('\0', '').replace(/^\+/, '');
  return /^[\d\s().-]{6,20}$/.test(digits) ? maskNumber(digits.replace(/\D/g, '')) : storable(text);
}

/** Rule 3: PostgreSQL has no NUL in a text, and no half of a pair, as may be left where a long text is cut. */
function storable(text: string): string {
  return text
    .replaceAll('\0', '')
    .slice(0, LONGEST)
    .replace(/\p{Surrogate}/gu, '\ufffd');
}
