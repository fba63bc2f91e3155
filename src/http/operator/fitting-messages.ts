/**
 * Compares receipts that match no message of their carrier with the messages of other carriers. The result is a hint
 * for the operator and changes nothing.
 *
 * 1. A message fits when its carrier gave out the id that the receipt names, and the receipt names no other recipient.
 *    Where several messages fit, none is named.
 */
import type { Carrier, Inbound } from '../../carriers/carrier.ts';
import { formsOf } from '../../lib/phone-number.ts';
import type { Queryable } from '../../store/database.ts';
import type { ListedReceipt } from '../../store/messages/arrival-lists.ts';
import { findMeetings, type MeetingKey, meetingName } from '../../store/messages/meetings.ts';

export interface FittingMessage {
  readonly carrier: string;
  readonly messageId: string;
}

type Report = Extract<Inbound, { type: 'report' }>;

interface Orphan {
  readonly id: string;
  readonly report: Report;
  readonly keys: readonly MeetingKey[];
}

/** By the id of the receipt. `read`: what each says. */
export async function fittingMessages(
  db: Queryable,
  carriers: readonly Carrier[],
  receipts: readonly ListedReceipt[],
  read: ReadonlyMap<string, Inbound | null>,
): Promise<Map<string, FittingMessage>> {
  const orphans = receipts.flatMap(({ id, carrier }) => {
    const report = read.get(id);
    return report?.type === 'report' ? [{ id, report, keys: keysElsewhere(carriers, carrier, report) }] : [];
  });
  const keys = orphans.flatMap((orphan) => orphan.keys);
  if (keys.length === 0) return new Map();
  const meetings = await findMeetings(db, keys);
  const fitting = new Map<string, FittingMessage>();
  for (const orphan of orphans) {
    const message = onlyOne(orphan, meetings);
    if (message) fitting.set(orphan.id, message);
  }
  return fitting;
}

/** The ids of the receipt at every other carrier of the channel. */
function keysElsewhere(carriers: readonly Carrier[], own: string, { keys }: Report): MeetingKey[] {
  const channel = carriers.find(({ name }) => name === own)?.channel;
  const others = carriers.filter((each) => each.name !== own && each.channel === channel);
  return keys.flatMap((remoteId) => others.map(({ name }) => ({ carrier: name, remoteId })));
}

/** Rule 1. */
function onlyOne({ report, keys }: Orphan, meetings: Awaited<ReturnType<typeof findMeetings>>): FittingMessage | null {
  const named = [report.to, report.from].flatMap((number) => (number === undefined ? [] : formsOf(number)));
  const found = new Map<string, FittingMessage>();
  for (const key of keys) {
    for (const { message, to } of meetings.get(meetingName(key)) ?? []) {
      if (named.length > 0 && !named.includes(to)) continue;
      found.set(message, { carrier: key.carrier, messageId: message });
    }
  }
  const [only, ...more] = found.values();
  return only !== undefined && more.length === 0 ? only : null;
}
