/**
 * Goes over the whole audit log step by step, and gathers what is wrong. Pure but for what it asks.
 */
import type { Schema } from '../../api/client.ts';

type Step = Schema<'PeopleAuditReport'>;

export interface Verified {
  readonly entries: number;
  readonly problems: Step['problems'];
  readonly last: Step['last'];
  /** 0 to 1. */
  readonly share: number;
  readonly isOver: boolean;
}

const MOST_PROBLEMS = 100;

/** Tells after each step how far it is; ends early when `signal` is given. */
export async function verifyLog(
  ask: (after: string | undefined) => Promise<Step>,
  tell: (verified: Verified) => void,
  signal: AbortSignal,
): Promise<void> {
  let entries = 0;
  let after: string | undefined;
  const problems: Step['problems'] = [];
  do {
    const step = await ask(after);
    if (signal.aborted) return;
    entries += step.entries;
    problems.push(...step.problems.slice(0, MOST_PROBLEMS - problems.length));
    const { last, begin, end, next } = step;
    const share = next === null ? 1 : Math.min(1, (last.seq - begin) / Math.max(1, end - begin));
    tell({ entries, problems: [...problems], last, share, isOver: next === null });
    after = next ?? undefined;
  } while (after !== undefined);
}
