/**
 * Texts that come in parts: the parts wait in the store until the last one is there, in whatever order they come. Then
 * the carrier reads them as one, from what came: a sender may have cut inside a character. Carriers that share their peer
 * are one here, too: an SMSC gives the parts to whatever bind it likes.
 */
import type { Carrier, Inbound } from '../../carriers/carrier.ts';
import { carrierNamed, peerOf } from '../../carriers/one-peer.ts';
import type { Context } from '../../context.ts';
import type { Database } from '../../store/database.ts';
import { joinPart } from '../../store/messages/inbound-texts.ts';
import { finishInbox, type InboxRow } from '../../store/messages/inbox.ts';
import type { Lanes } from '../../store/sql/lanes.ts';

export type InboundPiece = Extract<Inbound, { type: 'text' }>;

export interface WholeText extends InboundPiece {
  /** Of its parts in the store, which stay until the whole has been dealt with; null when it came in one. */
  readonly partsKey: string | null;
}

export interface Joining {
  /** One name for all carriers at which parts of one text may come in. */
  peerOf(carrier: string): string;
  /** The whole of parts as they came, in order; null when the carrier cannot say, or is not there any more. */
  join(carrier: string, bodies: readonly Uint8Array[]): string | null;
}

export interface JoinOptions {
  readonly context: Pick<Context, 'clock'>;
  readonly db: Database;
  readonly lanes: Lanes;
  readonly joining: Joining;
}

/** Null while parts are missing: the piece has then been dealt with. */
export async function joinText(
  { context, db, lanes, joining }: JoinOptions,
  row: InboxRow,
  piece: InboundPiece,
): Promise<WholeText | null> {
  const { part } = piece;
  if (!part || part.total <= 1) return { ...piece, partsKey: null };
  const key = JSON.stringify([joining.peerOf(row.carrier), piece.from, piece.to, part.ref, part.total]);
  const whole = await db.transaction(async (tx) => {
    const kept = { key, number: part.number, total: part.total, body: piece.text, raw: row.body };
    const joined = await joinPart(tx, kept, context.clock.now());
    // The last part answers for all: its row stays due, and the parts stay, until the whole has been dealt with.
    if (joined === null) await finishInbox(tx, [{ id: row.id, result: 'a part of a text', dueAt: null }], lanes);
    return joined;
  });
  if (whole === null) return null;
  const text = (whole.raws && joining.join(row.carrier, whole.raws)) ?? joinTexts(whole.texts);
  return { ...piece, text, partsKey: key };
}

/** Half a surrogate pair whose other half is not there cannot be stored. */
function joinTexts(texts: readonly string[]): string {
  return Buffer.from(texts.join('')).toString();
}

/** Of these carriers. */
export function joiningOf(carriers: readonly Carrier[]): Joining {
  return {
    peerOf: (name) => peerOf(carriers, name),
    join: (name, bodies) => carrierNamed(carriers, name)?.joinParts?.(bodies) ?? null,
  };
}
