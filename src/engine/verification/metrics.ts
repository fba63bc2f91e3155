/**
 * What is counted of verifications.
 */
import { Counter } from 'prom-client';
import type { Context } from '../../context.ts';
import type { Verification } from '../../store/verifications/verification.ts';

export interface VerificationMetrics {
  /** After a commit. */
  recorded(before: Verification, after: Verification): void;
}

export function countVerifications({ metrics }: Pick<Context, 'metrics'>): VerificationMetrics {
  const finished = new Counter({
    name: 'trunkline_verifications_finished_total',
    help: 'Verifications that are over, by how they ended and the method that was tried last',
    labelNames: ['state', 'method'],
    registers: [metrics],
  });
  return {
    recorded(before, after) {
      if (before.finalAt !== null || after.finalAt === null) return;
      const method = after.methods.findLast(({ triedAt }) => triedAt !== null)?.method ?? '';
      finished.inc({ state: after.state, method });
    },
  };
}
