/**
 * What was sent to an account, as the account lists it: in the order of places, each an id that was made in the
 * transaction that recorded the piece.
 */
import type { Channel } from '../../carriers/carrier.ts';
import type { Queryable } from '../database.ts';
import type { InboundText } from './inbound-texts.ts';

export interface PlacedInbound extends InboundText {
  readonly channel: Channel;
  readonly place: string;
}

export interface PlaceFilter {
  readonly accountId: string;
  /** Behind this place. */
  readonly after: string;
  readonly limit: number;
}

/** Oldest first. */
export async function listPlaced(db: Queryable, { accountId, after, limit }: PlaceFilter): Promise<PlacedInbound[]> {
  const { rows } = await db.query<PlacedInbound>(
    `select t.id, t.carrier, t.channel, t.sender, t.recipient, t.account_id as "accountId", t.body, t.meaning,
            t.received_at as "receivedAt", t.kind, t.details, t.keyword, t.place
       from inbound_texts t
      where t.account_id = $1 and t.place > $2::uuid order by t.place limit $3`,
    [accountId, after, limit],
  );
  return rows;
}
