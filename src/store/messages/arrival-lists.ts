/**
 * What arrived, as operators see it: receipts that match nothing, and texts that people sent.
 */
import { bucketOf } from '../../lib/ids.ts';
import type { Queryable } from '../database.ts';
import type { InboundDetails, InboundText } from './inbound-texts.ts';

export interface ListedReceipt {
  readonly id: string;
  readonly carrier: string;
  readonly kind: string;
  readonly body: Uint8Array;
  readonly receivedAt: number;
  readonly tries: number;
  /** What became of it so far. */
  readonly result: string;
  /** When it is looked at again; null when it was given up. */
  readonly dueAt: number | null;
}

export interface ReceiptFilter {
  readonly state: 'waiting' | 'given_up';
  readonly carrier?: string | undefined;
  /** Go on below this id. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** As engine/record-report.ts writes it when nothing came to match a receipt. */
const GIVEN_UP = 'matched nothing';

/** Newest first. `waiting`: whatever was looked at and is due again. */
export async function listUnmatched(db: Queryable, filter: ReceiptFilter): Promise<ListedReceipt[]> {
  const isWaiting = filter.state === 'waiting';
  const { rows } = await db.query<ListedReceipt>(
    `select i.id, i.carrier, i.kind, i.body, i.received_at as "receivedAt", i.tries, i.result, i.due_at as "dueAt"
       from inbox i
      where ${isWaiting ? 'i.due_at is not null and i.result is not null' : 'i.due_at is null and i.result = $4'}
        and ($1::text is null or i.carrier = $1)
        and ($2::uuid is null or i.id < $2::uuid)
      order by i.id desc limit $3`,
    [filter.carrier ?? null, filter.before ?? null, filter.limit, ...(isWaiting ? [] : [GIVEN_UP])],
  );
  return rows;
}

export interface TextFilter {
  readonly accountId?: string | undefined;
  readonly meaning?: InboundText['meaning'] | undefined;
  /** Go on below this id. */
  readonly before?: string | undefined;
  readonly limit: number;
}

export interface ListedText extends InboundText {
  /** When the text itself was removed; null while it is kept. */
  readonly textsRemovedAt: number | null;
}

const TEXT_COLUMNS = `t.id, t.carrier, t.channel, t.sender, t.recipient, t.account_id as "accountId", t.body, t.meaning,
  t.received_at as "receivedAt", t.kind, t.texts_removed_at as "textsRemovedAt"`;

/** Newest first. */
export async function listInboundTexts(db: Queryable, filter: TextFilter): Promise<ListedText[]> {
  const { rows } = await db.query<ListedText>(
    `select ${TEXT_COLUMNS} from inbound_texts t
      where ($1::text is null or t.account_id = $1) and ($2::text is null or t.meaning = $2)
        and ($3::uuid is null or t.id < $3::uuid)
      order by t.id desc limit $4`,
    [filter.accountId ?? null, filter.meaning ?? null, filter.before ?? null, filter.limit],
  );
  return rows;
}

export interface ShownText extends ListedText {
  readonly keyword: string;
  readonly details: InboundDetails | null;
  /** Of the callback that tells of it; null: nobody is told. */
  readonly lineId: string | null;
}

export async function findInboundText(db: Queryable, id: string): Promise<ShownText | null> {
  const { rows } = await db.query<ShownText>(
    `select ${TEXT_COLUMNS}, t.keyword, t.details, t.line_id as "lineId" from inbound_texts t
      where t.id = $1::uuid and t.bucket = $2`,
    [id, bucketOf(id)],
  );
  return rows[0] ?? null;
}
