/**
 * Waits for what comes to a handset or a receiver of the sandbox.
 *
 * 1. It gives each thing once, in its order: what was there before counts, so nothing is missed between doing and waiting.
 * 2. It waits at the gateway, which answers when something has come; nobody asks again and again.
 */
import { TimedOutError } from './errors.ts';
import type { Transport } from './transport.ts';

export interface WaitOptions<T> {
  /** 30,000 unless said; then it rejects with a TimedOutError. */
  readonly withinMs?: number;
  /** The first that fits; those before it are left behind. */
  readonly where?: (item: T) => boolean;
  readonly signal?: AbortSignal;
}

/** A list that takes `after`, how many have been had, and `wait`, in seconds. */
export interface Source {
  readonly path: string;
  readonly query?: object;
}

const LONGEST_WAIT_SECONDS = 50;
/** Beyond what the gateway waits. */
const SPARE_MS = 10_000;

export class Waiting {
  private readonly transport: Transport;
  private readonly had = new Map<string, number>();

  constructor(transport: Transport) {
    this.transport = transport;
  }

  /** Says how many have been had. */
  skip(source: Source, count: number): void {
    this.had.set(keyOf(source), count);
  }

  async next<T>(source: Source, { withinMs = 30_000, where = () => true, signal }: WaitOptions<T>): Promise<T> {
    const key = keyOf(source);
    const until = Date.now() + withinMs;
    for (;;) {
      const after = this.had.get(key) ?? 0;
      const wait = Math.min(LONGEST_WAIT_SECONDS, Math.max(0, Math.ceil((until - Date.now()) / 1_000)));
      const found = await this.transport.send<readonly T[]>(
        { method: 'GET', path: source.path, query: { ...source.query, after, wait } },
        { timeoutMs: wait * 1_000 + SPARE_MS, ...(signal ? { signal } : {}) },
      );
      const index = found.findIndex(where);
      const item = found[index];
      if (found.length > 0) this.had.set(key, countAt(found, index < 0 ? found.length - 1 : index, after));
      if (item !== undefined) return item;
      if (Date.now() >= until) {
        throw new TimedOutError(`nothing that fits has come to ${source.path} within ${withinMs} ms`);
      }
    }
  }
}

/** How many there had been with this one: what is counted by its list says so itself, since the oldest go. */
function countAt(found: readonly unknown[], index: number, after: number): number {
  return (found[index] as { readonly n?: number }).n ?? after + index + 1;
}

function keyOf({ path, query = {} }: Source): string {
  return `${path} ${JSON.stringify(query)}`;
}
