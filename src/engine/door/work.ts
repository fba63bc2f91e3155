/**
 * One message while a transaction of the door has it in hand.
 */
import type { NewCallback } from '../../store/callbacks/callback-rows.ts';
import type { NewCode } from '../../store/messages/calls.ts';
import type { MessageHistory } from '../../store/messages/message-history.ts';
import type { StoredMessage } from '../../store/messages/message-rows.ts';
import type { MessageWrite, ToldVerification } from '../../store/messages/message-writes.ts';
import type { Owner } from '../../store/nodes/owner.ts';
import type { Message } from '../message/message.ts';
import type { CodeSecret, NewMessage } from './accept.ts';

/** Where a ready attempt goes now. */
export type Placement =
  /** A slot is taken: the `sending` mark may be made, and once it is durable `go` submits. */
  | {
      readonly kind: 'send';
      readonly carrier: string;
      readonly partCount: number;
      readonly answerBy: number;
      go(message: Message): void;
      undo(): void;
    }
  /** It waits in this node's memory, leased until then. */
  | { readonly kind: 'keep'; readonly until: number; go(message: Message): void; undo(): void }
  /** It waits in the store for a carrier, and is looked at again at `until` at the latest; `go` tells who has it. */
  | { readonly kind: 'queue'; readonly carrier: string; readonly until: number; go?(): void }
  /** Every carrier of the route is down. */
  | { readonly kind: 'unreachable'; readonly carrier: string; readonly reason: string }
  | { readonly kind: 'no_route'; readonly why: 'none' | 'exhausted' };

/** What is written of the message, and where it goes from here. */
export interface Work extends MessageWrite {
  message: Message;
  queue: string | null;
  owner: Owner | null;
  readonly callbacks: NewCallback[];
  /** Null: nothing of it has to be written down (engine/history/history.ts). */
  history: MessageHistory[] | null;
  placement: Placement | null;
  tells: ToldVerification | null;
  changed: boolean;
  mustWriteRow: boolean;
}

/** On a message as it is stored. */
export function startWork(stored: StoredMessage): Work {
  return {
    stored,
    message: stored.message,
    queue: stored.queue,
    owner: stored.owner,
    callbacks: [],
    history: null,
    tells: null,
    placement: null,
    changed: false,
    mustWriteRow: false,
  };
}

/** On a message that is recorded for the first time. */
export function newWork(message: Message, { code, verification }: Pick<NewMessage, 'code' | 'verification'>): Work {
  return {
    stored: null,
    message,
    queue: null,
    owner: null,
    callbacks: [],
    history: null,
    tells: null,
    placement: null,
    changed: true,
    mustWriteRow: true,
    ...codeOf(message, code),
    ...(verification ? { verification } : {}),
  };
}

function codeOf({ id, accountId, recipient }: Message, secret: CodeSecret | undefined): { readonly code?: NewCode } {
  return secret ? { code: { messageId: id, accountId, number: recipient, ...secret } } : {};
}

/** The fence: the message is leased to `self`, and to no other node or start of it. */
export function isOwnedBy({ owner }: Pick<Work, 'owner'>, self: Owner): boolean {
  return owner?.node === self.node && owner.epoch === self.epoch;
}

/** Gives back the slots and places that were taken for messages of a transaction that failed. */
export function undo(works: readonly Work[]): void {
  for (const { placement } of works) {
    if (placement && 'undo' in placement) placement.undo();
  }
}
