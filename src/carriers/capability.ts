/**
 * Asking what a recipient's device can be sent, where a channel's peer tells. Types only.
 *
 * 1. An answer is a fact about a recipient and an agent: how long it holds is for others to decide.
 * 2. A question never delays messages by more than a small share of the peer's rate. Without room nothing is asked.
 * 3. No question rejects.
 */
export type Capability =
  /** `features`: as the peer names them; null: it said no more than that the recipient can be reached. */
  | { readonly kind: 'supported'; readonly features: readonly string[] | null }
  /** The recipient is not on the channel. */
  | { readonly kind: 'not_supported' }
  /** The agent may not reach this recipient: it is not launched there. */
  | { readonly kind: 'not_covered' }
  /** It was asked and gave no answer of use. `forMs`: it said itself when it may be asked again. */
  | { readonly kind: 'failed'; readonly forMs: number | null; readonly reason: string }
  /** It was not asked: no room before `afterMs`, or it cannot be reached. */
  | { readonly kind: 'not_asked'; readonly afterMs: number };

export type CapabilityOfMany =
  /** For each recipient, in the order asked. */
  | readonly Capability[]
  /** The same for all of them. */
  | Extract<Capability, { readonly kind: 'failed' | 'not_asked' }>
  /** The peer does not tell of these together. */
  | 'one_by_one';

export interface CapabilitySource {
  /** Whom the recipient sees. */
  readonly agent: string;
  /** `recipient`: digits with country code. `isAwaited`: somebody waits for the answer, so it goes before others. */
  ask(recipient: string, isAwaited: boolean): Promise<Capability>;
  /** Absent where the peer tells of one recipient at a time only. */
  readonly many?: {
    /** Recipients in one question. */
    readonly most: number;
    /** Answers name no features. */
    ask(recipients: readonly string[]): Promise<CapabilityOfMany>;
  };
}
