/** A text as it is kept, without anybody having sent it. */
import type { Queryable } from '../../../src/store/database.ts';
import { type InboundText, insertInboundTexts } from '../../../src/store/messages/inbound-texts.ts';

export function insertInboundText(db: Queryable, text: InboundText): Promise<void> {
  return insertInboundTexts(db, [text]);
}
