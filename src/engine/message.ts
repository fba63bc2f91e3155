/**
 * A message and everything that can happen to it.
 */
import type { Channel, Content, MessageType } from '../carriers/carrier.ts';

export type MessageKind = 'omnichannel' | 'relay' | 'call';

/** One channel of a message, in the order in which they are tried. */
export interface ChannelPlan {
  readonly channel: Channel;
  /** From the first hand-over on this channel to the moment when the next one is tried. */
  readonly fallbackAfterMs: number;
  readonly sender: string | null;
  readonly content: Content;
}

export type PartState = 'unsent' | 'sending' | 'accepted' | 'unknown' | 'refused' | 'delivered' | 'failed';

export interface Part {
  state: PartState;
  /** The carrier's id for this part, as it wrote it. */
  remoteId: string | null;
}

/**
 * ready: safe to send. sending: marked durably, bytes may have left. submitted: the carrier answered for every part.
 * withdrawing: the deadline has passed and the carrier is asked to take it back. awaiting: it could not be taken back,
 * a receipt is awaited. done: nothing more is tried on this channel.
 */
export type AttemptState = 'ready' | 'sending' | 'submitted' | 'withdrawing' | 'awaiting' | 'done';

export interface Attempt {
  n: number;
  /** A UUIDv7 in the bucket of its message; its `reference_id`, and the `messageId` of an RBM send. */
  id: string;
  channel: Channel;
  sender: string | null;
  carrier: string | null;
  /** Carriers that this attempt has been refused by or given up on; the next one of the route is taken. */
  carriersTried: string[];
  state: AttemptState;
  code: number;
  /** Counts hand-overs; an answer names the try that it answers. */
  tries: number;
  temporaryFailures: number;
  parts: Part[];
  handedOverAt: number | null;
  deadlineAt: number | null;
  /** Not to be tried again before this instant. */
  retryAt: number | null;
  reason: string | null;
  updatedAt: number;
}

export interface CallbackTarget {
  readonly url: string;
  readonly method: 'POST' | 'GET';
}

export interface Message {
  readonly id: string;
  readonly accountId: string;
  readonly kind: MessageKind;
  /** Digits with country code. */
  readonly recipient: string;
  readonly messageType: MessageType;
  readonly externalId: string | null;
  readonly callback: CallbackTarget | null;
  readonly plan: readonly ChannelPlan[];
  readonly createdAt: number;

  /** Index into `plan` of the channel that is being tried. */
  step: number;
  /** The overall status code: 3001 until it is final. */
  status: number;
  lastChannel: Channel;
  /** Times that a policy accepted the chance of delivering twice. */
  possibleDoubles: number;
  callbackSeq: number;
  updatedAt: number;
  finalAt: number | null;
  /** When this message next needs attention by time; null when it never does again. */
  dueAt: number | null;
  attempts: Attempt[];
}
