/**
 * GET …/history/{reference_id} of a message, a text and a code: the timeline of what became of it (docs/events.md).
 *
 * 1. It is found where its status is found, and by its own account only.
 */
import { KINDS, type KindTraits } from '../../engine/message/kinds.ts';
import type { Message } from '../../engine/message/message.ts';
import { type Product, Refusal } from '../../errors.ts';
import { fromReference, toReference } from '../../lib/ids.ts';
import type { Database } from '../../store/database.ts';
import type { Operation } from '../operation.ts';
import { readHistory } from './read.ts';
import { timelineOf } from './timeline.ts';

export interface HistoryOptions {
  readonly db: Database;
  readonly findMessage: (id: string) => Promise<Message | null>;
}

const SHOWN = {
  omnichannel: { product: 'omnichannel', path: '/v1/omnichannel/history/:reference_id' },
  messaging: { product: 'messaging', path: '/v1/messaging/history/:reference_id' },
  verify: { product: 'verify', path: '/v1/verify/history/:reference_id' },
} as const satisfies Readonly<
  Record<NonNullable<KindTraits['shownBy']>, { readonly product: Product; readonly path: string }>
>;

export function messageHistories(options: HistoryOptions): Operation[] {
  return (['omnichannel', 'messaging', 'verify'] as const).map((shownBy) => ({
    name: `show_history_${shownBy}`,
    method: 'GET',
    bodyLimitBytes: 10 * 1024,
    ...SHOWN[shownBy],
    async handle({ params, caller }) {
      const id = fromReference(params.reference_id ?? '');
      const message = id === null ? null : await options.findMessage(id);
      const isAttempt = message?.plan[0]?.verification !== undefined;
      // Another account's is as unknown as none.
      if (!message || KINDS[message.kind].shownBy !== shownBy || isAttempt || message.accountId !== caller.account.id) {
        throw new Refusal('reference_unknown');
      }
      const history = timelineOf(await readHistory(options.db, message), 'account');
      return { status: 200, body: JSON.stringify({ reference_id: toReference(message.id), history }) };
    },
  }));
}
