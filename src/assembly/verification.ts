/**
 * Makes what the operations of voice verification need of the engine and the store.
 */
import { Counter } from 'prom-client';
import type { Context } from '../context.ts';
import type { CodeSecrets } from '../engine/data/code-secrets.ts';
import type { CodeShares } from '../engine/data/code-shares.ts';
import type { OperationsOptions } from '../operations/index.ts';
import type { Speech } from '../speech/speech.ts';
import type { Database } from '../store/database.ts';
import { completeCall } from '../store/messages/calls.ts';

export interface VerificationOptions {
  readonly context: Context;
  readonly db: Database;
  readonly secrets: CodeSecrets;
  readonly languages: Pick<Speech, 'resolveLanguage' | 'checkText'>;
  readonly codes: Pick<CodeShares, 'completed'>;
}

type Shared = Pick<OperationsOptions['calls'], 'accept' | 'admission' | 'findMessage'>;

export function createVerification(
  { context, db, secrets, languages, codes }: VerificationOptions,
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
    languages,
    complete: (id, now) => completeCall(db, id, now),
    completed: (call) => codes.completed(call),
    checked: (isRight) => checks.inc({ state: isRight ? 'valid' : 'invalid' }),
  };
}
