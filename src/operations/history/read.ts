/**
 * Reads what the history of a message is made of.
 */
import type { Message } from '../../engine/message/message.ts';
import { listCallbacks } from '../../store/callbacks/callback-lists.ts';
import { listTries } from '../../store/callbacks/callback-tries.ts';
import { type Database, together } from '../../store/database.ts';
import { listHistory } from '../../store/messages/message-history.ts';
import type { HistorySource } from './timeline.ts';

/** A message has a handful of each. */
const MOST_CALLBACKS = 100;
const MOST_TRIES = 500;
const MOST_NOTED = 500;

export async function readHistory(db: Database, message: Message): Promise<HistorySource> {
  const [history, callbacks, tries] = await together([
    listHistory(db, message.id, MOST_NOTED),
    listCallbacks(db, { messageId: message.id, limit: MOST_CALLBACKS }),
    listTries(db, message.id, { limit: MOST_TRIES }),
  ]);
  return { message, history, callbacks: callbacks.reverse(), tries };
}
