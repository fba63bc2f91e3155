/**
 * Compares receipts that match no message of their carrier with the messages of other carriers, also of such that have
 * gone from the settings. The result is a hint for the operator and changes nothing.
 *
 * 1. A message fits when its carrier gave out the id that the receipt names, and the receipt names no other recipient.
 *    Where several messages fit, none is named.
 */
import type { Carrier, Inbound } from '../../carriers/carrier.ts';
import { formsOf } from '../../lib/phone-number.ts';
import type { Queryable } from '../../store/database.ts';
import type { ListedReceipt } from '../../store/messages/arrival-lists.ts';
import { findMeetingsUnder } from '../../store/messages/meetings.ts';

export interface FittingMessage {
  readonly carrier: string;
  readonly messageId: string;
}

type Report = Extract<Inbound, { type: 'report' }>;

interface Orphan {
  readonly id: string;
  readonly report: Report;
  /** At which it came in. */
  readonly carrier: string;
}

type Meetings = Awaited<ReturnType<typeof findMeetingsUnder>>;

/** By the id of the receipt. `read`: what each says. */
export async function fittingMessages(
  db: Queryable,
  carriers: readonly Carrier[],
  receipts: readonly ListedReceipt[],
  read: ReadonlyMap<string, Inbound | null>,
): Promise<Map<string, FittingMessage>> {
  const orphans = receipts.flatMap(({ id, carrier }) => {
    const report = read.get(id);
    return report?.type === 'report' ? [{ id, report, carrier }] : [];
  });
  const ids = new Set(orphans.flatMap(({ report }) => report.keys));
  if (ids.size === 0) return new Map();
  const meetings = await findMeetingsUnder(db, [...ids]);
  const fitting = new Map<string, FittingMessage>();
  for (const orphan of orphans) {
    const message = onlyOne(carriers, orphan, meetings);
    if (message) fitting.set(orphan.id, message);
  }
  return fitting;
}

/** Rule 1. */
function onlyOne(carriers: readonly Carrier[], orphan: Orphan, meetings: Meetings): FittingMessage | null {
  const { report } = orphan;
  const named = [report.to, report.from].flatMap((number) => (number === undefined ? [] : formsOf(number)));
  const found = new Map<string, FittingMessage>();
  for (const { carrier, remoteId, attempts } of meetings) {
    if (!report.keys.includes(remoteId) || !mayBeOf(carriers, orphan.carrier, carrier)) continue;
    for (const { message, to } of attempts) {
      if (named.length > 0 && !named.includes(to)) continue;
      found.set(message, { carrier, messageId: message });
    }
  }
  const [only, ...more] = found.values();
  return only !== undefined && more.length === 0 ? only : null;
}

/** Another carrier of the channel, or one that is not there any more: it may have been this one. */
function mayBeOf(carriers: readonly Carrier[], own: string, other: string): boolean {
  const channelOf = (name: string) => carriers.find((each) => each.name === name)?.channel;
  const channel = channelOf(other);
  return other !== own && (channel === undefined || channel === channelOf(own));
}
