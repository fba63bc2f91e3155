/**
 * Whether what came to a receiver carries the signatures that this gateway makes for it (docs/callbacks.md). Pure but for
 * the keys, which are those of now.
 *
 * 1. The account is the one that the wire format's own signature names: Standard Webhooks names none.
 * 2. Of the secrets of Standard Webhooks one that fits is enough.
 */
import type { ReceivedRequest } from '../../../lib/receivers.ts';

export type SignatureVerdict =
  | 'right'
  /** It was signed with other keys than those of now, or its body is another one. */
  | 'wrong'
  | 'absent'
  /** It names no account that can sign (rule 1). */
  | 'unknown';

/** What the gateway would send for an account now; nothing for one that there is not. */
export type HeadersOf = (
  row: { readonly id: string; readonly accountId: string; readonly body: string },
  at: number,
) => Promise<Readonly<Record<string, string>>>;

export async function verdictOn(
  { headers, body }: Pick<ReceivedRequest, 'headers' | 'body'>,
  headersOf: HeadersOf,
): Promise<SignatureVerdict> {
  // A proxy may have written them otherwise.
  const given = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const standard = given.get('webhook-signature');
  const [, accountId, own] = /^TSA ([^:]+):(.*)$/.exec(given.get('authorization') ?? '') ?? [];
  if (accountId === undefined) return standard === undefined ? 'absent' : 'unknown';
  const at = Number(given.get('webhook-timestamp') ?? 0) * 1_000;
  const made = await headersOf({ id: given.get('webhook-id') ?? '', accountId, body }, at);
  if (made['X-TS-Authorization'] === undefined) return 'unknown';
  const live = new Set(made['webhook-signature']?.split(' ') ?? []);
  const fits = standard === undefined || standard.split(' ').some((each) => live.has(each));
  return own === made['X-TS-Authorization'] && fits ? 'right' : 'wrong';
}
