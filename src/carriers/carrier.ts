/**
 * What a carrier is: a configured way out on a channel. The engine knows carriers through this file alone.
 *
 * 1. A carrier never decides what happens to a message. It says what the other side said: an `Outcome` for each part
 *    of a submit, a `Report` later, and hands in whatever arrives, raw.
 * 2. `submit` takes a slot that `reserve` gave, so that the durable `sending` mark is only made for work that can leave
 *    at once. Every part of a submitted job is answered exactly once, whatever happens to the connection.
 * 3. Immediately before the first byte of a part leaves, the carrier asks `job.stillMine()`; when that says no, nothing
 *    is written and the part is answered `not_sent`.
 * 4. What arrives is given to `sink.received` before it is acknowledged to the peer; when that promise rejects, the
 *    peer gets the answer that makes it send again (SMPP 0x14, HTTP 503).
 * 5. `interpret` is pure: raw bytes in, facts out. It runs after a restart on bytes stored by an older version.
 * 6. A carrier with seats uses all of them unless it is told which; a seat is closed before the engine lets go of it.
 */
import type { AddressSeen } from './addresses-seen.ts';
import type { CapabilitySource } from './capability.ts';
import type { Content } from './content.ts';
import type { ReadAddress, WrittenAddress } from './inbound-address.ts';
import type { Remark } from './remark.ts';

export type {
  Card,
  Content,
  RcsCard,
  RcsCarousel,
  RcsDialCard,
  RcsFile,
  RcsText,
  SmsText,
  Suggestion,
  VoicePrompt,
} from './content.ts';

export type Channel = 'rcs' | 'sms' | 'voice';

/** One-time passwords go first, alerts and notifications second, marketing last. */
export type MessageType = 'OTP' | 'ARN' | 'MKT';

export type Outcome =
  /** The carrier took it. `remoteId` is its id as it wrote it; `keys` are the forms under which a report may name it. */
  | { readonly kind: 'accepted'; readonly remoteId: string; readonly keys: readonly string[] }
  /** It will never take it here. `not_reachable`: the recipient cannot be reached on this channel at all. */
  | { readonly kind: 'rejected'; readonly why: 'not_reachable' | 'refused'; readonly reason: string }
  /**
   * It did not take it now. `busy`: throttled or full, the same carrier again. `temporary`: a passing fault of its own.
   * `unreachable`: there was no connection, nothing left. `afterMs`: not before that, when the carrier said so.
   */
  | {
      readonly kind: 'retry_later';
      readonly why: 'busy' | 'temporary' | 'unreachable';
      readonly afterMs?: number;
      readonly reason: string;
    }
  /** Bytes may have left and no answer came: it may have been taken or not. */
  | { readonly kind: 'unknown'; readonly reason: string }
  /** No byte left, because the job was no longer this node's or the carrier is being stopped. */
  | { readonly kind: 'not_sent' }
  /** It was taken and is over (a call): what a report would say is known already. */
  | { readonly kind: 'ended'; readonly state: ReportState; readonly reason: string };

export type ReportState =
  | 'in_transit'
  | 'delivered'
  | 'read'
  | 'expired'
  | 'undeliverable'
  | 'rejected'
  | 'deleted'
  | 'unknown'
  /** RBM's TTL_EXPIRATION_REVOKED and TTL_EXPIRATION_REVOKE_FAILED. */
  | 'ttl_revoked'
  | 'ttl_revoke_failed'
  /** Of calls that were not answered; `unwanted`: the callee refuses them for good, `blocked`: the network does. */
  | 'busy'
  | 'not_answered'
  | 'call_failed'
  | 'cancelled'
  | 'unwanted'
  | 'blocked';

/** Addresses as a carrier wrote them, where something else was made of them (inbound-address.ts). */
export interface AsCame {
  readonly source: string;
  readonly destination: string;
}

/** A file that somebody sent, where the carrier keeps it. What is not known is null. */
export interface InboundFile {
  readonly name: string | null;
  readonly mimeType: string | null;
  readonly uri: string;
  readonly sizeBytes: number | null;
}

/** What a stored piece of input says. */
export type Inbound =
  | {
      readonly type: 'report';
      /** The attempt itself, when the carrier uses our ids (RBM); otherwise found by `keys`. */
      readonly attemptId?: string;
      /** Forms of the carrier's id, best first. */
      readonly keys: readonly string[];
      /** Recipient and sender of the message reported on, canonical, when the report names them. */
      readonly to?: string;
      readonly from?: string;
      readonly asCame?: AsCame;
      readonly state: ReportState;
      /** The carrier's own words or code, for the operator. */
      readonly reason?: string;
    }
  | {
      readonly type: 'text';
      /** Canonical, as is `to` (inbound-address.ts). */
      readonly from: string;
      readonly to: string;
      readonly asCame?: AsCame;
      readonly text: string;
      readonly part?: { readonly ref: number; readonly total: number; readonly number: number };
    }
  /** RBM's UNSUBSCRIBE and SUBSCRIBE: the recipient speaks to the agent, `agent` is the sender. */
  | { readonly type: 'opt_out' | 'opt_in'; readonly from: string; readonly agent: string }
  /** A button was pressed. `text` is what stands on it, where the carrier says so. */
  | {
      readonly type: 'tap';
      readonly from: string;
      readonly agent: string;
      readonly payload: string;
      readonly text?: string;
    }
  | { readonly type: 'file'; readonly from: string; readonly agent: string; readonly file: InboundFile }
  | {
      readonly type: 'location';
      readonly from: string;
      readonly agent: string;
      readonly latitude: number;
      readonly longitude: number;
    }
  /** Nothing to do; `why` is shown to the operator. */
  | { readonly type: 'ignored'; readonly why: string };

export interface RawInbound {
  /** What the bytes are, in the carrier's own terms (`deliver_sm`, `data_sm`, `rbm_event`). */
  readonly kind: string;
  readonly body: Uint8Array;
  /** The peer's id of this piece of input, when it has one: a repeat with the same id is stored once. */
  readonly dedupeKey?: string;
  /** The peer has as much unanswered as it ever had: it may be waiting for our answer before it sends more. */
  readonly isUrgent?: boolean;
}

export interface SubmitJob {
  readonly attemptId: string;
  /** Digits with country code. */
  readonly recipient: string;
  /** Digits, a short code, or up to 11 letters and digits; null where the channel has one of its own (an RBM agent). */
  readonly sender: string | null;
  readonly messageType: MessageType;
  readonly content: Content;
  /** Instant after which it is no longer wanted; goes out as the carrier's own validity. */
  readonly validUntil: number;
  /** Which parts to send, counted from 0; all of them at the first try. */
  readonly parts: readonly number[];
  /** Rule 3. */
  stillMine(): boolean;
}

/** How much of a window is left free by what is not urgent. */
export function roomToLeave(window: number): number {
  return Math.floor(window / 10);
}

/** Room for one job, taken by `reserve`; ends with `submit` or `release`. */
export interface Slot {
  release(): void;
}

export interface CarrierSink {
  /** Resolves when all of it is durable. */
  received(items: readonly RawInbound[]): Promise<void>;
  /** Room, state or pace changed for the better or the worse: the engine looks again. */
  changed(): void;
}

export type CarrierState = 'up' | 'down' | 'draining';

/** One of several ways out of a carrier: a trunk. */
export interface Way {
  readonly name: string;
  readonly state: 'up' | 'down' | 'untried';
  /** Whom the recipient sees where nobody is named; null: nobody. */
  readonly sender: string | null;
}

export interface WithdrawJob {
  readonly attemptId: string;
  readonly recipient: string;
  readonly remoteId: string | null;
}

/** `too_late`: the carrier says that it was delivered already (or never heard of it). */
export type Withdrawal = 'withdrawn' | 'too_late' | 'failed';

export interface WebhookRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Uint8Array;
}

export interface WebhookReply {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** The binds of a carrier, each of which one node at a time may use. Numbered from 1. */
export interface Seats {
  readonly count: number;
  /** Connects it, and keeps it up; before `start` it is only noted. */
  open(seat: number): void;
  /**
   * Gives it nothing new, and unbinds: `drained` once what was submitted on it is answered, `at_once` without waiting.
   * Resolves when it is gone.
   */
  close(seat: number, how: 'drained' | 'at_once'): Promise<void>;
  /** Whether the peer has taken the bind, and it still stands. */
  isBound(seat: number): boolean;
}

/** How full it is on this node. */
export interface CarrierLoad {
  /** Parts without an answer, and how many may be so at once. */
  readonly inHand: number;
  readonly room: number;
  /** What all nodes together may submit in a second; null: no limit. */
  readonly perSecond: number | null;
}

export interface Carrier {
  readonly name: string;
  readonly channel: Channel;
  /** Simulated carriers switch the sandbox on; one real carrier switches it off. */
  readonly simulated: boolean;
  /** The longest that a part waits for its answer before it is `unknown`, milliseconds. */
  readonly answerWithinMs: number;
  /** Another process of this gateway has it: here it is never up, and takes no share of its rate. Absent: no. */
  readonly isElsewhere?: boolean;
  /** Absent where nodes do not exclude each other. */
  readonly seats?: Seats;

  state(): CarrierState;
  /** Which share of the contract's rate this node may use from now on: above 0, at most 1. Absent: it has no rate. */
  useShare?(share: number): void;
  /** The ways out that serve a number, in the order in which they would be tried now. Absent: there is one. */
  ways?(recipient: string): readonly Way[];
  /** How many parts of this content go out; throws nothing, at least 1. */
  countParts(content: Content): number;
  /** In which alphabet this content goes out. Absent: the channel has one for all texts. */
  alphabetOf?(content: Content): string | null;
  /**
   * Room for a job of `parts` parts now, or null. A job larger than the whole window is let in when it is empty.
   * `leavesRoom`: not the last tenth of the window, which is for what is more urgent.
   */
  reserve(parts: number, leavesRoom?: boolean): Slot | null;
  /**
   * Whether in the last second it was given clearly less than it may have at once, and less than its pace allows. What
   * waits for it then waits for this node. Absent: that is not known, and taken for no.
   */
  couldTakeMore?(): boolean;
  load?(): CarrierLoad;
  /** `answered` is called once for each part in `job.parts`. */
  submit(job: SubmitJob, slot: Slot, answered: (part: number, outcome: Outcome) => void): void;
  /** Absent where nobody can say what a recipient's device shows. */
  readonly capabilities?: CapabilitySource;
  /** What a device has to show for this content, in the words of `capabilities`. Pure. Absent: nothing. */
  featuresNeeded?(content: Content): readonly string[];
  /**
   * Absent where the carrier cannot take anything back. Of a channel whose tries are under way until they are over
   * (`withdrawnWhile` in channels.ts) it ends the try, whose part is then answered `cancelled`.
   */
  withdraw?(job: WithdrawJob): Promise<Withdrawal>;
  /** The attempts that `withdraw` would end now: on other nodes it finds none of them. Absent: it does not matter where. */
  underWay?(): readonly string[];
  /** POSTs to /carriers/{name}/webhook, where the carrier has one. */
  webhook?(request: WebhookRequest): Promise<WebhookReply>;
  interpret(raw: { readonly kind: string; readonly body: Uint8Array }): Inbound;
  /**
   * The text of parts that came in, all of them, in order and as they came: a sender may have cut inside a character.
   * Null when that cannot be said of these. Absent: the texts of the parts make the whole. Pure, as `interpret` is.
   */
  joinParts?(bodies: readonly Uint8Array[]): string | null;

  /** Carriers with one of these in common share their peer: a receipt for a message of one may come in at another. */
  readonly receiptsWith?: readonly string[];
  /** What it was called before (one-peer.ts). */
  readonly formerly?: readonly string[];
  /** What a diagnosis says of its settings. Absent: nothing. */
  readonly remarks?: readonly Remark[];
  /** It takes nothing without a sender. */
  readonly needsSender?: boolean;
  /** What would be made of this address if it came in. Absent, as the two below: no addresses come in here. */
  readAddress?(written: WrittenAddress): ReadAddress;
  /** The newest address of each kind that came in on this node, newest first: what was made of what. */
  addressesSeen?(): readonly AddressSeen[];
  /** Digits, one of which each form holds in which this number may have come in. */
  writtenForms?(number: string): readonly string[];

  /** Begins connecting; does not wait until the carrier is up. */
  start(sink: CarrierSink): Promise<void>;
  /** Takes no new jobs, also when it starts later; resolves when what was submitted is answered. `resume` takes it back. */
  drain(): Promise<void>;
  resume(): void;
  /** Unbinds and closes. Parts still without an answer are answered `unknown`. */
  stop(): Promise<void>;
  /** What an operator sees in `carrier list`: connection state, window, pace, last error. No secrets. */
  describe(): Readonly<Record<string, string | number | boolean | null>>;
}
