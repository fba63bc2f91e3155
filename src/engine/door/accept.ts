/**
 * What the operations give to the door, and what they get back. Types only.
 */
import type { MessageType } from '../../carriers/carrier.ts';
import type { Transaction } from '../../store/database.ts';
import type { NewVerification } from '../../store/verifications/verifications.ts';
import type { CallbackTarget, ChannelPlan, Message, MessageKind } from '../message/message.ts';

export interface NewMessage {
  /** A fresh id; in the idempotency key's bucket (`hash12(accountId + key)`) when there is one. */
  readonly id: string;
  readonly accountId: string;
  readonly kind: MessageKind;
  readonly recipient: string;
  readonly messageType: MessageType;
  readonly externalId: string | null;
  readonly callback: CallbackTarget | null;
  readonly plan: readonly ChannelPlan[];
  /** A block of the recipient stops it: `MKT` always, the rest when the account says so. */
  readonly optOutApplies: boolean;
  /** Of a message that says a code. */
  readonly code?: CodeSecret;
  /** Nothing of it is handed over before (epoch milliseconds); absent or past: it goes out at once. */
  readonly sendAt?: number;
  /** The verification whose first attempt it is: one is recorded with the other. */
  readonly verification?: NewVerification;
  /** It is over at once, with this code of its channel: what was asked before it would be sent stands in the way. */
  readonly endsWith?: number;
  /** Pieces of input that are dealt with by it. */
  readonly inputs?: readonly string[];
}

/** What is kept of the code of a message. */
export interface CodeSecret {
  /** Under the master key; gone once the message is final. */
  readonly codeSealed: Uint8Array;
  /** Keyed; stays, to check codes against. */
  readonly codeHash: Uint8Array;
}

/** An answer that can be given again. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Written in the transaction that records the message; of two with one key, one wins. */
export interface IdempotencyClaim {
  readonly accountId: string;
  readonly key: string;
  readonly path: string;
  /** SHA-256 of method, path, account and body. */
  readonly fingerprint: Uint8Array;
  readonly answer: StoredAnswer;
}

export type Accepted =
  | { readonly kind: 'recorded'; readonly message: Message }
  /** Another request with this key was recorded before; nothing was done. */
  | { readonly kind: 'claimed_before' };

/** Messages that rows of another kind lead to (a text to a mask), and what writes those rows in the same transaction. */
export interface FreshMessages {
  readonly fresh: readonly NewMessage[];
  /** The statements that write those rows, under way: all of it stands only if they succeed. */
  readonly writes: ReadonlyArray<Promise<unknown>>;
}

/** Runs in the transaction, and again when the transaction does; `isAgain`: a COMMIT before may have gone through. */
export type Decide = (tx: Transaction, isAgain: boolean) => Promise<FreshMessages>;

/** Resolves only when all of it is durable. Rejects with StoreDown when that cannot be, or as a statement failed. */
export type CreateFrom = (decide: Decide) => Promise<void>;

/** Resolves only when the message is durable. Rejects with StoreDown when that cannot be. */
export type Accept = (message: NewMessage, claim?: IdempotencyClaim) => Promise<Accepted>;

export interface Recorded {
  /** Null when there is no such message. */
  readonly message: Message | null;
  /** False when the event changed nothing: a repeat, a lost race, a message that is no longer this node's. */
  readonly applied: boolean;
}

/** Resolves once it is durable that the message is not wanted any more. Rejects with StoreDown when that cannot be. */
export type Cancel = (messageId: string) => Promise<Recorded>;
