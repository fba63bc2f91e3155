/**
 * What nodes tell each other while somebody watches for hints (engine/nodes/hint-exchange.ts). NOTIFY, and nothing is
 * stored: what is not heard is noticed by the numbers.
 */
import { HINT_TOPICS, type Hint, type HintTopic } from '../../lib/hints.ts';
import type { Database } from '../database.ts';

export type HintSignal =
  /** Somebody watches at this node. */
  | { readonly type: 'watch' }
  /** The hints with this number of this run of the node; none: it was asked, and so far it has told so many. */
  | { readonly type: 'hints'; readonly run: string; readonly n: number; readonly hints: readonly Hint[] };

const CHANNEL = 'trunkline_hints';
/** PostgreSQL takes less than 8,000 bytes; a hint has an id and an account of up to 64 characters each, and its topic. */
export const MOST_A_SIGNAL = 40;

/** `from`: this node; it does not hear its own. A signal has at most `MOST_A_SIGNAL` hints. */
export async function sendHintSignal(db: Database, from: string, signal: HintSignal): Promise<void> {
  const told =
    signal.type === 'watch' ? { from, type: signal.type } : { from, ...signal, hints: signal.hints.map(placesOf) };
  await db.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify(told)]);
}

/** A release that knows three places reads these. */
function placesOf({ topic, id, accountId, more }: Hint): unknown[] {
  return more === undefined ? [topic, id, accountId] : [topic, id, accountId, more];
}

export function listenForHints(
  db: Database,
  node: string,
  heard: (from: string, signal: HintSignal) => void,
): Promise<{ close(): Promise<void> }> {
  return db.listen(CHANNEL, (payload) => {
    const told = read(payload);
    if (told && told.from !== node) heard(told.from, told.signal);
  });
}

/** Null for what another release says. */
function read(payload: string): { readonly from: string; readonly signal: HintSignal } | null {
  let value: unknown;
  try {
    value = JSON.parse(payload);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { from, type, run, n, hints } = value as Readonly<Record<string, unknown>>;
  if (typeof from !== 'string') return null;
  if (type === 'watch') return { from, signal: { type } };
  if (type !== 'hints' || typeof run !== 'string' || typeof n !== 'number' || !Array.isArray(hints)) return null;
  return { from, signal: { type, run, n, hints: hints.flatMap(hintOf) } };
}

/** A topic of another release is left out. */
function hintOf(value: unknown): Hint[] {
  if (!Array.isArray(value)) return [];
  const [topic, id, accountId, more]: readonly unknown[] = value;
  if (!isTopic(topic) || !isTextOrNull(id) || !isTextOrNull(accountId)) return [];
  return [{ topic, id, accountId, ...(typeof more === 'number' ? { more } : {}) }];
}

function isTopic(value: unknown): value is HintTopic {
  return HINT_TOPICS.some((topic) => topic === value);
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}
