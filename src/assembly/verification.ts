/**
 * Makes what verifications need: the codes of calls and texts, and verifications with several methods, with how their
 * attempts say a code, what looks at them and what callers may ask of them.
 */
import { Counter } from 'prom-client';
import type { Carrier } from '../carriers/carrier.ts';
import { carrierNamed } from '../carriers/one-peer.ts';
import type { Config } from '../config/config.ts';
import type { Context } from '../context.ts';
import type { AccountDirectory } from '../engine/accounts/account-directory.ts';
import type { MarkSkipped } from '../engine/capability/skipping.ts';
import type { CodeSecrets } from '../engine/data/code-secrets.ts';
import type { CodeShares } from '../engine/data/code-shares.ts';
import { KINDS } from '../engine/message/kinds.ts';
import { countVerifications } from '../engine/verification/metrics.ts';
import type { VerificationOptions } from '../engine/verification/options.ts';
import { VerificationLife } from '../engine/verification/verification-life.ts';
import { Verifications } from '../engine/verification/verifications.ts';
import type { Admission } from '../operations/admission.ts';
import type { OperationsOptions } from '../operations/index.ts';
import { VerificationAttempts } from '../operations/verification/attempts.ts';
import type { Speech } from '../speech/speech.ts';
import { noteWriter } from '../store/accounts/sender-names.ts';
import { findTemplate } from '../store/accounts/templates.ts';
import type { Database } from '../store/database.ts';
import { completeCall, completeText } from '../store/messages/calls.ts';
import { ensurePartitions } from '../store/schema/partitions.ts';
import { fewestParts } from './carriers.ts';
import type { OpenStore } from './store.ts';

export interface CodeCheckOptions {
  readonly context: Context;
  readonly db: Database;
  readonly secrets: CodeSecrets;
  readonly speech: Pick<Speech, 'resolveLanguage' | 'checkText' | 'lengthOf'>;
  readonly codes: Pick<CodeShares, 'completed'>;
}

type Shared = Pick<OperationsOptions['calls'], 'accept' | 'admission' | 'findMessage' | 'planMessage'>;

export function createVerification(
  { context, db, secrets, speech, codes }: CodeCheckOptions,
  shared: Shared,
): OperationsOptions['calls'] {
  const checks = new Counter({
    name: 'trunkline_code_checks_total',
    help: 'Codes that callers handed in to be checked, by what was said',
    labelNames: ['state'],
    registers: [context.metrics],
  });
  return {
    ...shared,
    context,
    db,
    secrets,
    languages: speech,
    speech,
    complete: (message, now) =>
      KINDS[message.kind].holdsCode ? completeCall(db, message.id, now) : completeText(db, message, now),
    completed: (call) => codes.completed(call),
    checked: (isRight) => checks.inc({ state: isRight ? 'valid' : 'invalid' }),
  };
}

export interface AssembledVerificationOptions
  extends Pick<OpenStore, 'db' | 'lanes' | 'owner' | 'codeSecrets' | 'codes'>,
    Pick<VerificationOptions, 'accept' | 'createFrom' | 'cancel' | 'offerCallbacks'> {
  readonly config: Pick<Config, 'callbacks'>;
  readonly carriers: readonly Carrier[];
  readonly directory: Pick<AccountDirectory, 'find'>;
  readonly admission: Pick<Admission, 'admit'>;
  readonly languages: Pick<Speech, 'resolveLanguage'>;
  readonly markSkipped: MarkSkipped;
}

export interface AssembledVerifications {
  /** Started after the engine, and stopped before it. */
  readonly life: VerificationLife;
  readonly operations: Omit<OperationsOptions['verifications'], 'planMessage' | 'speech'>;
}

export function createVerifications(context: Context, options: AssembledVerificationOptions): AssembledVerifications {
  const { db, codeSecrets, codes, config, carriers, directory, admission, languages, markSkipped } = options;
  const attempts = new VerificationAttempts({
    clock: context.clock,
    admission,
    markSkipped,
    isServed: (channel) => carriers.some((carrier) => carrier.channel === channel),
    countSmsParts: (text) => fewestParts(carriers, text),
    noteWriter: (writer, at) => noteWriter(db, writer, at),
    findTemplate: (key) => findTemplate(db, key),
  });
  const common: VerificationOptions = {
    ...options,
    context,
    callbackLeaseMs: config.callbacks.leaseMs,
    makeRoomFor: (at) => ensurePartitions(db, at, at),
    canWithdraw: (name) => carrierNamed(carriers, name)?.withdraw !== undefined,
    secrets: codeSecrets,
    prepare: (verification, index) => attempts.prepareNext(verification, index, directory),
    completed: (attempt) => codes.completed(attempt),
    metrics: countVerifications(context),
  };
  const life = new VerificationLife(common);
  const verifications = new Verifications({ ...common, wake: () => life.wake() });
  const randomCode = (digits: number) => codeSecrets.random(digits);
  return { life, operations: { context, verifications, attempts, languages, randomCode } };
}
