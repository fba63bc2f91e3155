/**
 * Records what operators do: who, what, when, on what, and the status of the answer.
 *
 * 1. Every request that changes something is recorded, and every one that shows numbers or texts in full. It is
 *    recorded before it is carried out: one that cannot be recorded is refused.
 * 2. Of a body only names are recorded, never a key, a text or a setting. Numbers are masked.
 */
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { asJsonObject, parseJsonObject } from '../../lib/json.ts';
import { maskNumber } from '../../lib/log.ts';
import { addOperatorAction, endOperatorAction } from '../../store/accounts/operator-actions.ts';
import type { Database } from '../../store/database.ts';
import { NOT_WRITTEN_DOWN } from './rights.ts';

/** Rule 2: what says on what something was done. */
const NAMES = ['customer_id', 'recipient', 'number', 'sender', 'name', 'kind', 'set', 'rights', 'expires_on', 'id'];
const LONGEST = 100;
const LARGEST_BODY = 64 * 1024;

export type Target = Readonly<Record<string, string>>;

/** What has to be written down of it; null: nothing. */
export function isWrittenDown(request: FastifyRequest, route: string, isFull: boolean): boolean {
  const { method } = request;
  return isFull || (method !== 'GET' && method !== 'HEAD' && !NOT_WRITTEN_DOWN.has(route));
}

/** Rejects with StoreDown. Resolves with the id of the row. */
export async function writeDown(
  { context, db }: { readonly context: Context; readonly db: Database },
  request: FastifyRequest,
  { operator, route }: { readonly operator: string; readonly route: string },
): Promise<string> {
  const id = context.ids.next();
  const target = { ...namesIn(bodyOf(request)), ...namesIn(asJsonObject(request.params)) };
  await addOperatorAction(db, { id, operator, action: route, target, at: context.clock.now() });
  return id;
}

/** `answer`: the body, when it is text. A row whose end cannot be written stays without one. */
export async function writeEnd(
  { context, db }: { readonly context: Context; readonly db: Database },
  id: string,
  status: number,
  answer: unknown,
): Promise<void> {
  const made = status === 201 && typeof answer === 'string' ? parseJsonObject(Buffer.from(answer)) : null;
  await endOperatorAction(db, id, status, namesIn(made)).catch((error: unknown) => {
    context.log.warn({ err: error, action: id }, 'how an action of an operator ended could not be written down');
  });
}

function bodyOf({ body }: FastifyRequest): Readonly<Record<string, unknown>> | null {
  return Buffer.isBuffer(body) && body.length <= LARGEST_BODY ? parseJsonObject(body) : null;
}

function namesIn(fields: Readonly<Record<string, unknown>> | null): Target {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields ?? {})) {
    const isName = NAMES.includes(name) || /^(?:key|reference|addon)$/.test(name);
    if (!isName || !(typeof value === 'string' || Array.isArray(value))) continue;
    // PostgreSQL has no NUL in a text.
    found[name] = shown(String(value).replaceAll('\0', ''));
  }
  return found;
}

function shown(text: string): string {
  const digits = text.replace(/^\+/, '');
  return /^[\d\s().-]{6,20}$/.test(digits) ? maskNumber(digits.replace(/\D/g, '')) : text.slice(0, LONGEST);
}
