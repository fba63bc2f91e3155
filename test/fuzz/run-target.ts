/**
 * One target, tried for a while or for one case, and what was found.
 *
 * 1. A finding is told apart by its error: the same one is reported once, with the first input that shows it.
 * 2. What is found is made shorter by cutting: halves first, then smaller pieces, as long as the same error comes, for
 *    `SHORTEN_MS` at most.
 */
import { inputOf } from './mutate.ts';
import { openTarget, type Read, type Target } from './target.ts';

export interface Finding {
  readonly index: number;
  readonly error: string;
  readonly input: Buffer;
}

export interface TargetRun {
  readonly executions: number;
  readonly elapsedMs: number;
  readonly findings: readonly Finding[];
}

export interface TargetOptions {
  readonly seed: number;
  /** The case to begin with. */
  readonly from: number;
  /** Null: the first case alone. */
  readonly forMs: number | null;
  /** Told before each case. */
  begins(index: number): void;
}

const MOST_FINDINGS = 5;
const MOST_CUTS = 2_000;
const SHORTEN_MS = 2_000;

export async function runTarget(target: Target, options: TargetOptions): Promise<TargetRun> {
  const { seed, from, forMs, begins } = options;
  const opened = await openTarget(target);
  const findings = new Map<string, Finding>();
  const start = performance.now();
  let index = from;
  try {
    do {
      begins(index);
      const input = inputOf(target, seed, index);
      const failure = await failureOf(opened.read, input);
      if (failure !== null && !findings.has(kindOf(failure))) {
        const shorter = await shortened(opened.read, input, failure);
        findings.set(kindOf(failure), { index, error: failure, input: shorter });
      }
      index += 1;
    } while (forMs !== null && performance.now() - start < forMs && findings.size < MOST_FINDINGS);
  } finally {
    await opened.close();
  }
  return { executions: index - from, elapsedMs: performance.now() - start, findings: [...findings.values()] };
}

async function failureOf(read: Read, input: Buffer): Promise<string | null> {
  try {
    await read(Buffer.from(input));
    return null;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

/** Without digits and texts that differ from input to input. */
function kindOf(failure: string): string {
  const [first = '', ...frames] = failure.split('\n');
  const place = frames.find((frame) => /\/(src|cli)\//.test(frame)) ?? '';
  return `${first
    .slice(0, 60)
    .replace(/\d+/g, '0')
    .replace(/[^ -~]/g, '?')} ${place.trim()}`;
}

async function shortened(read: Read, input: Buffer, failure: string): Promise<Buffer> {
  const wanted = kindOf(failure);
  let best = input;
  let cuts = 0;
  const end = performance.now() + SHORTEN_MS;
  for (let size = Math.ceil(best.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < best.length && cuts < MOST_CUTS && performance.now() < end; ) {
      cuts += 1;
      const shorter = Buffer.concat([best.subarray(0, at), best.subarray(at + size)]);
      const same = await failureOf(read, shorter);
      if (same !== null && kindOf(same) === wanted) best = shorter;
      else at += size;
    }
  }
  return best;
}
