/**
 * What the inbox hands to whoever relays texts to masks (masking/relay-texts.ts). Types only.
 */
import type { InboxRow } from '../../store/messages/inbox.ts';
import type { InboundPiece } from './join-text.ts';

export interface TextsToMasks {
  /** Whether the recipient is known to be a mask, at once; one that is new may not be. */
  isKnown(recipient: string): boolean;
  /** Whether the recipient is a mask. */
  isFor(recipient: string): Promise<boolean>;
  /**
   * Deals with a piece that is stored nowhere yet: true when that is durable, false when it could not be done and the
   * piece has to land. Null, at once: it has to land. Rejects (StoreDown) when nothing can be made durable now.
   */
  takeAtOnce(carrier: string, piece: InboundPiece): Promise<boolean> | null;
  /** A piece is on its way by the inbox: until `receive` has it, or `forget`, what comes after it waits behind it. */
  expect(id: string, piece: InboundPiece): void;
  forget(id: string): void;
  /** Resolves when the piece has been dealt with. One that fails stays due. */
  receive(row: InboxRow, piece: InboundPiece): Promise<void>;
}
