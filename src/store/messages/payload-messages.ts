/**
 * Which message the button belongs to that somebody has pressed: the newest that has this payload. Who sent the tap says
 * nothing of it.
 */
import { payloadsOf } from '../../carriers/content.ts';
import type { ChannelPlan } from '../../engine/message/message.ts';
import { formsOf } from '../../lib/phone-number.ts';
import type { Queryable } from '../database.ts';

export interface PressedButton {
  readonly accountId: string;
  /** Whose handset it is, digits. */
  readonly recipient: string;
  readonly payload: string;
}

const A_PAGE = 20;
/** Somebody who got more messages with buttons than these, and presses an older one, presses one that nobody knows. */
const MOST_PAGES = 50;

/** Null when there is none, or what it said has been removed. */
export async function newestWithPayload(
  db: Queryable,
  { accountId, recipient, payload }: PressedButton,
): Promise<string | null> {
  // As in messages whose texts have been removed.
  if (payload === '') return null;
  let before: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { rows }: { rows: Array<{ id: string; plan: ChannelPlan[] }> } = await db.query(
      `select m.id, m.plan from messages m
        where m.account_id = $1 and m.recipient = any($2::text[]) and m.has_payload and m.kind = 'omnichannel'
          and ($3::uuid is null or m.id < $3::uuid)
        order by m.id desc limit ${A_PAGE}`,
      [accountId, formsOf(recipient), before],
    );
    const found = rows.find(({ plan }) => plan.some(({ content }) => payloadsOf(content).includes(payload)));
    if (found) return found.id;
    before = rows.at(-1)?.id ?? null;
    if (rows.length < A_PAGE) return null;
  }
  return null;
}
