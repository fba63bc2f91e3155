/**
 * Sends what was composed as the sandbox's account, through the operators' API: no key is in the browser.
 */
import { api, take } from '../../api/client.ts';
import { type Composed, sandboxBodyOf } from './request.ts';

export type Answer = Readonly<Record<string, unknown>>;

/** `isPlan`: it is asked what it would do. */
export async function sendComposed(composed: Composed, isPlan: boolean): Promise<Answer> {
  const { name } = composed.operation;
  if (name === 'capability') throw new Error('It is asked with a key alone: take it along as code.');
  const body = { operation: name, body: sandboxBodyOf(composed), ...(isPlan ? { dry_run: true } : {}) };
  return take<Answer>(api.POST('/operator/v1/sandbox/send', { body }));
}
