/**
 * What the gateway and the voice process send each other. Types only.
 *
 * 1. A call has the id of its attempt. `over` is the last message about it, and is always sent.
 */
import type { CallEnd, CodecName, TraceEntry, TrunkState } from '../call.ts';
import type { SipSettings } from '../settings.ts';
import type { PassedOverCount } from '../transport/passed-over.ts';

export interface PlaceCall {
  readonly id: string;
  /** Digits with country code. */
  readonly to: string;
  readonly from: string | null;
  /** Masked in the call trace; null when none is spoken. */
  readonly code: string | null;
  readonly extensionKeys: string;
  readonly pressFirst: string | null;
}

export type PromptName = 'press' | 'message';

export type ToVoice =
  /** The first message. */
  | { readonly type: 'start'; readonly settings: SipSettings; readonly logLevel: string }
  | ({ readonly type: 'place' } & PlaceCall)
  /** G.711, said once. */
  | {
      readonly type: 'prompt';
      readonly id: string;
      readonly name: PromptName;
      readonly codec: CodecName;
      readonly audio: Uint8Array;
    }
  /** What was to be said cannot be said; or the call is not wanted any more. */
  | { readonly type: 'hang_up'; readonly id: string; readonly why: 'no_prompt' | 'unwanted' }
  /** Of the trunks' limits, when several nodes call over them. */
  | { readonly type: 'share'; readonly share: number }
  /** Hangs up all calls and ends. */
  | { readonly type: 'stop' };

export type FromVoice =
  | { readonly type: 'started' }
  /** The settings cannot be used, such as a port that is taken. */
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'state'; readonly room: number; readonly trunks: readonly TrunkState[]; readonly placed: number }
  | {
      readonly type: 'progress';
      readonly id: string;
      readonly stage: 'invited' | 'ringing' | 'answered' | 'speaks';
      /** Since the gateway's `place` arrived. */
      readonly afterMs: number;
    }
  /** The callee chose a codec in which nothing was prepared. */
  | { readonly type: 'wanted'; readonly id: string; readonly codec: CodecName }
  | { readonly type: 'over'; readonly id: string; readonly over: CallOver }
  /** Packets sent since the last one, by how late they were. */
  | { readonly type: 'packets'; readonly counts: PacketCounts }
  /** Since the last one. */
  | { readonly type: 'passed_over'; readonly counts: readonly PassedOverCount[] }
  /** The last message: all calls are over. */
  | { readonly type: 'stopped' };

export interface PacketCounts {
  readonly under_3_ms: number;
  readonly under_20_ms: number;
  readonly over_20_ms: number;
}

export interface CallOver {
  readonly end: CallEnd;
  /** Why the voice process hung up; null when it did not. */
  readonly why: string | null;
  /** Epoch milliseconds. */
  readonly dialledAt: number | null;
  readonly rangAt: number | null;
  readonly answeredAt: number | null;
  readonly endedAt: number;
  readonly codec: CodecName | null;
  readonly timesSaid: number;
  readonly keys: string;
  readonly trace: readonly TraceEntry[];
}
