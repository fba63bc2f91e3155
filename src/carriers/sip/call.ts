/**
 * What a SIP user agent is asked, and what it answers: one outgoing call, from the number to its end. Types only;
 * whoever places calls knows SIP through this file.
 *
 * 1. `place` returns at once. Everything that happens arrives at the listener, in order. The last event is `ended`: it
 *    comes exactly once, whatever happens to the trunk, and nothing comes after it.
 * 2. `sent` precedes the first byte of each INVITE, on whatever trunk. A call that ends without one has never left.
 * 3. The user agent goes to the next trunk by itself where a trunk could not be reached or is overloaded. What a callee
 *    or the network said about the number (busy, declined, wrong number, no answer) is final.
 * 4. Early media may be listened to, and nothing may be said into it: the call is answered with `answered` alone.
 * 5. Addresses and ports in `RemoteMedia` are those that the peer named. The media follow the source of what arrives
 *    (symmetric RTP).
 */
import type { Service } from '../../lib/service.ts';

export type CodecName = 'PCMU' | 'PCMA';

/** What our side of the media is; made before the call is placed, the port is open by then. */
export interface MediaOffer {
  /** Where RTP is received; null: the local address from which the trunk is reached, or the trunk's `public_address`. */
  readonly address: string | null;
  readonly port: number;
  /** Best first; at least one. */
  readonly codecs: readonly CodecName[];
}

export interface CallRequest {
  /** Names the call in events and logs; the attempt's id. */
  readonly id: string;
  /** Whom to call: digits with country code. */
  readonly to: string;
  /** Which number is shown to the callee: digits with country code; null: the trunk's own `caller_id`. */
  readonly from: string | null;
  /** Asks the trunk not to show our number (RFC 3323, `Privacy: id`). */
  readonly isPrivate?: boolean;
  readonly media: MediaOffer;
  /** After so long without an answer the call is given up, counted from the INVITE. */
  readonly ringForMs: number;
  /** Digits that must not stand in the call trace: the code. */
  readonly secret: string | null;
}

export type MediaDirection = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

/** The other side's media as agreed by offer and answer. */
export interface RemoteMedia {
  /** An address or a host name (RFC 8866, 5.7). */
  readonly address: string;
  readonly port: number;
  /** The codec that we send; the peer may send any that was offered. */
  readonly codec: CodecName;
  /** Payload type of `codec` on what we send. */
  readonly payloadType: number;
  /** Payload type of RFC 4733 keys on what we send; null where the peer takes none. */
  readonly keyPayloadType: number | null;
  /** As seen from us: on `recvonly` and `inactive` the peer holds the call and nothing is sent. */
  readonly direction: MediaDirection;
  /** Milliseconds of audio in a packet that the peer asks for; 20 unless it says otherwise. */
  readonly packetMs: number;
}

export type EndCause =
  /** It was answered, and one side has hung up. */
  | 'completed'
  | 'busy'
  /** It rang until `ringForMs` was over. */
  | 'no_answer'
  /** The network says that the callee cannot be reached now. */
  | 'unavailable'
  | 'declined'
  /** The callee has said that it does not want to be called (607; RFC 8197). */
  | 'unwanted'
  /** The network does not let it through (608; RFC 8688, and 603 of an analytics engine). */
  | 'blocked'
  | 'wrong_number'
  /** No codec in common, or an answer that makes no sense. */
  | 'media_mismatch'
  /** `cancel` was called before an answer. */
  | 'cancelled'
  /** Every trunk for this number has refused us: credentials, or a call that it does not take. */
  | 'trunk_refused'
  /** No trunk for this number could be reached or had capacity; nobody has been called. */
  | 'unreachable'
  /** Every trunk for this number has all the calls that it may have; nothing was sent. Try again. */
  | 'no_room'
  /** No trunk serves this number; nothing was sent. */
  | 'no_route'
  /** The call went wrong in another way: an answer that cannot be used, a trunk that failed once the telephone rang. */
  | 'failed';

export type CallEvent =
  /** Rule 2; twice on a trunk that asks for a password. `at` is the monotonic time just before the INVITE is written. */
  | { readonly type: 'sent'; readonly trunk: string; readonly at: number }
  /** The trunk has the call (100 or more). */
  | { readonly type: 'trying'; readonly trunk: string }
  /** The callee is being alerted: 180, 182, or 183 of a trunk where that says so (`ringing_on_183`). */
  | { readonly type: 'ringing'; readonly status: number }
  /** Rule 4. */
  | { readonly type: 'early_media'; readonly media: RemoteMedia }
  /** Rule 4. `from`: the address from which the trunk has answered. */
  | { readonly type: 'answered'; readonly media: RemoteMedia; readonly from: string }
  /** After an answer: hold, resume, another address or codec. */
  | { readonly type: 'media_changed'; readonly media: RemoteMedia }
  /** A key that arrived by SIP INFO (application/dtmf-relay, application/dtmf): 0 to 9, *, #, A to D. */
  | { readonly type: 'key'; readonly key: string }
  /** One SIP message of this call, for the call trace; credentials and the secret are masked. */
  | { readonly type: 'traced'; readonly entry: TraceEntry }
  | ({ readonly type: 'ended' } & CallEnd);

export interface CallEnd {
  readonly cause: EndCause;
  /** Who ended it: `us` for `cancel`, `bye` and the end of `ringForMs`. */
  readonly by: 'us' | 'peer' | 'network';
  readonly wasAnswered: boolean;
  /** An INVITE may have left (rule 2): somebody's telephone may have rung. */
  readonly mayHaveLeft: boolean;
  /** The final SIP status that decided, such as 486; null when there was none. */
  readonly status: number | null;
  /** Q.850 cause value (RFC 3326), when the peer gave one. */
  readonly q850: number | null;
  /** In words, for the operator. */
  readonly reason: string;
  /** The last trunk that was tried; null when none was. */
  readonly trunk: string | null;
}

export interface TraceEntry {
  /** Wall time, epoch milliseconds. */
  readonly at: number;
  readonly direction: 'sent' | 'received';
  readonly trunk: string;
  readonly transport: 'udp' | 'tcp' | 'tls';
  /** `host:port` of the other side. */
  readonly peer: string;
  /** The message with its header fields, masked. */
  readonly text: string;
}

export interface Call {
  readonly id: string;
  /**
   * Before an answer: gives the call up; an answer that crosses it is taken and hung up at once. `ended` follows within 2 s.
   * After an answer: the same as `bye`.
   */
  cancel(): void;
  /** After an answer: hangs up; before: the same as `cancel`. `ended` follows, at the latest after 32 s. */
  bye(): void;
  /** Sends a key by SIP INFO, for a peer whose `keyPayloadType` is null. No-op unless the call is answered. */
  sendKey(key: string, durationMs: number): void;
}

export interface TrunkState {
  readonly name: string;
  /** `down`: it does not answer OPTIONS, or could not be reached at the last call. */
  readonly state: 'up' | 'down' | 'untried';
  readonly calls: number;
  /** Calls that it may have at once; null: any number. */
  readonly mostCalls: number | null;
  readonly callsPerSecond: number | null;
  readonly transport: 'udp' | 'tcp' | 'tls';
  /** Of the last failure, in words; null when the last thing went well. */
  readonly lastError: string | null;
  /** BYEs that it has refused or not answered since we began to use it. */
  readonly byesFailed: number;
}

/** Started before the first call; `stop` hangs up what is under way and waits at most 4 s for it. */
export interface UserAgent extends Service {
  place(request: CallRequest, listener: (event: CallEvent) => void): Call;
  /** How many more calls could be placed now, over all trunks that are not down. */
  room(): number;
  trunks(): readonly TrunkState[];
  /** Which share of each trunk's limits is ours: above 0, at most 1. Others have the rest. */
  useShare(share: number): void;
  /** Called when a trunk goes up or down. */
  onTrunkChange(listener: (trunk: TrunkState) => void): void;
}
