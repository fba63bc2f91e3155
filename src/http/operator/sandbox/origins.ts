/**
 * Where what is on a handset comes from: the message of the gateway behind a bubble or a call, and the masked session
 * behind a text.
 *
 * 1. What is found is a help to whoever reads: it is looked for among the newest messages to the number, and what is not
 *    there has no origin.
 */
import { KINDS } from '../../../engine/message/kinds.ts';
import type { Message } from '../../../engine/message/message.ts';
import { fromReference, toReference } from '../../../lib/ids.ts';
import { formsOf } from '../../../lib/phone-number.ts';
import type { Database } from '../../../store/database.ts';
import { findLegs, legName } from '../../../store/masking/legs.ts';
import { listMessageIds } from '../../../store/messages/message-lists.ts';
import { findMessages } from '../../../store/messages/messages.ts';
import type { CallInHand, MessageInHand } from './in-hand.ts';

/** A handset keeps a hundred messages. */
const NEWEST = 150;

export interface Origin {
  /** What the caller was told. */
  readonly reference_id: string;
  readonly kind: string;
}

export interface Behind {
  readonly session_id: string;
  /** The other party. */
  readonly other: string;
}

export interface Origins {
  ofMessage(message: MessageInHand): Origin | null;
  ofCall(call: CallInHand): Origin | null;
  /** By the number that a text came from. */
  sessionOf(from: string): Behind | null;
}

export async function findOrigins(
  db: Database,
  number: string,
  messages: readonly MessageInHand[],
  calls: readonly CallInHand[],
): Promise<Origins> {
  const isEmpty = messages.length === 0 && calls.length === 0;
  const { rows } = isEmpty ? { rows: [] } : await listMessageIds(db, { recipients: formsOf(number), limit: NEWEST });
  const found = await findMessages(
    db,
    rows.map(({ id }) => id),
  );
  const newest = rows.flatMap(({ id }) => found.get(id) ?? []);
  const byAttempt = new Map(newest.flatMap((each) => each.attempts.map(({ id }) => [id, each] as const)));
  const byRemote = new Map(newest.flatMap((each) => remoteIdsOf(each).map((id) => [id, each] as const)));
  const masks = [...new Set(messages.map(({ message }) => message.from).filter((from) => /^\d+$/.test(from)))];
  const legs = await findLegs(
    db,
    masks.map((mask) => ({ party: number, mask })),
  );
  return {
    ofMessage({ message, network }) {
      const attempt = message.reference_id === undefined ? null : fromReference(message.reference_id);
      const ids = network?.ids ?? [];
      return originOf(attempt === null ? ids.flatMap((id) => byRemote.get(id) ?? [])[0] : byAttempt.get(attempt));
    },
    ofCall: (call) => originOf(newest.find((each) => isOfCall(each, call))),
    sessionOf(from) {
      const leg = legs.get(legName({ party: number, mask: from }));
      return leg ? { session_id: toReference(leg.sessionId), other: leg.other } : null;
    },
  };
}

function originOf(message: Message | undefined): Origin | null {
  return message ? { reference_id: toReference(message.id), kind: message.kind } : null;
}

function remoteIdsOf({ attempts }: Message): string[] {
  return attempts.flatMap(({ parts }) => parts.flatMap(({ remoteId }) => remoteId ?? []));
}

/** A number has one call at a time from us, but for what overlaps by chance: the newest that was there is meant. */
function isOfCall({ kind, createdAt, finalAt }: Message, call: CallInHand): boolean {
  const at = Date.parse(call.started_on);
  return KINDS[kind].countsAs === 'calls' && createdAt <= at && (finalAt === null || at <= finalAt);
}
