/**
 * Sends what was composed as the sandbox's account, through the operators' API: no key is in the browser.
 */
import { api, take } from '../../api/client.ts';
import { type Composed, sandboxBodyOf } from './request.ts';

export type Answer = Readonly<Record<string, unknown>>;

/** `isPlan`: it is asked what it would do. */
export async function sendComposed(composed: Composed, isPlan: boolean): Promise<Answer> {
  const { channel, ...values } = sandboxBodyOf(composed);
  const body = {
    operation: composed.operation.name,
    body: values,
    ...(channel === undefined ? {} : { channel: String(channel) }),
    ...(isPlan ? { dry_run: true } : {}),
  };
  return take<Answer>(api.POST('/operator/v1/sandbox/send', { body }));
}
