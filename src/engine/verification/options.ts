/**
 * What verifications need of the rest of the engine, and of whoever knows what accounts may do. Types only.
 */
import type { Context } from '../../context.ts';
import type { NewCallback } from '../../store/callbacks/callback-rows.ts';
import type { Database } from '../../store/database.ts';
import type { Owner } from '../../store/nodes/owner.ts';
import type { Lanes } from '../../store/sql/lanes.ts';
import type { Verification } from '../../store/verifications/verification.ts';
import type { CodeSecrets } from '../data/code-secrets.ts';
import type { Accept, Cancel, CreateFrom } from '../door/accept.ts';
import type { Message } from '../message/message.ts';
import type { AttemptPlan } from './attempts.ts';
import type { VerificationMetrics } from './metrics.ts';

/** A method may begin. `undo` takes back what was counted for it when it does not begin after all. */
export interface PreparedAttempt {
  readonly plan: AttemptPlan;
  undo(): void | Promise<void>;
}

export interface VerificationOptions {
  readonly context: Context;
  readonly db: Database;
  readonly lanes: Lanes;
  readonly owner: Owner;
  readonly callbackLeaseMs: number;
  readonly offerCallbacks: (rows: readonly NewCallback[]) => void;
  readonly makeRoomFor: (at: number) => Promise<void>;
  readonly accept: Accept;
  readonly createFrom: CreateFrom;
  /** Takes a message back, as far as that can be done. */
  readonly cancel: Cancel;
  readonly canWithdraw: (carrier: string) => boolean;
  readonly secrets: CodeSecrets;
  /** Whether a later method may begin, and how; or the code of why not. */
  readonly prepare: (verification: Verification, index: number) => Promise<PreparedAttempt | { readonly code: number }>;
  /** The code of a verification was told by this attempt, as far as anybody knows, and came back. */
  readonly completed: (attempt: Message) => void;
  readonly metrics: VerificationMetrics;
}
