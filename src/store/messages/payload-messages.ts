/**
 * Which message the button belongs to that somebody has pressed: the newest that has this payload. Who sent the tap says
 * nothing of it.
 *
 * 1. Most buttons are pressed within days: those are looked through first, so that no other day is planned or opened.
 */
import { payloadsOf } from '../../carriers/content.ts';
import type { ChannelPlan } from '../../engine/message/message.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { lowestIdAt } from '../../lib/ids.ts';
import { formsOf } from '../../lib/phone-number.ts';
import type { Queryable } from '../database.ts';
import { ALL_IDS, type IdSlice } from '../sql/id-range.ts';

export interface PressedButton {
  readonly accountId: string;
  /** Whose handset it is, digits. */
  readonly recipient: string;
  readonly payload: string;
}

const RECENT_MS = 3 * DAY_MS;
const A_PAGE = 20;
/** Somebody who got more messages with buttons than these, and presses an older one, presses one that nobody knows. */
const MOST_PAGES = 50;

/** Null when there is none, or what it said has been removed. */
export async function newestWithPayload(db: Queryable, button: PressedButton, now: number): Promise<string | null> {
  // As in messages whose texts have been removed.
  if (button.payload === '') return null;
  const recent = lowestIdAt(now - RECENT_MS);
  return (await newestIn(db, button, [recent, ALL_IDS[1]])) ?? newestIn(db, button, [ALL_IDS[0], recent]);
}

async function newestIn(
  db: Queryable,
  { accountId, recipient, payload }: PressedButton,
  [from, to]: IdSlice,
): Promise<string | null> {
  let before = to;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { rows } = await db.query<{ id: string; plan: ChannelPlan[] }>(
      `select m.id, m.plan from messages m
        where m.account_id = $1 and m.recipient = any($2::text[]) and m.has_payload and m.kind = 'omnichannel'
          and m.id >= $3::uuid and m.id < $4::uuid
        order by m.id desc limit ${A_PAGE}`,
      [accountId, formsOf(recipient), from, before],
    );
    const found = rows.find(({ plan }) => plan.some(({ content }) => payloadsOf(content).includes(payload)));
    if (found) return found.id;
    if (rows.length < A_PAGE) return null;
    before = rows.at(-1)?.id ?? from;
  }
  return null;
}
