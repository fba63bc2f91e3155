/**
 * What nodes notify each other of. Hints only: whoever misses one finds the same by polling, a little later.
 */
import type { Database } from '../database.ts';

export type Signal =
  /** Messages wait in the store for this carrier. */
  | { readonly type: 'queue'; readonly carrier: string }
  /** A node came, went, or holds other seats than before. */
  | { readonly type: 'nodes' };

const CHANNEL = 'trunkline';

/** `from`: this node; it is not notified of its own signals. */
export async function sendSignal(db: Database, from: string, signal: Signal): Promise<void> {
  await db.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify({ from, ...signal })]);
}

export async function listenForSignals(
  db: Database,
  node: string,
  notified: (signal: Signal) => void,
): Promise<{ close(): Promise<void> }> {
  return db.listen(CHANNEL, (payload) => {
    const signal = read(payload);
    if (signal && signal.from !== node) notified(signal);
  });
}

/** Null for what another release says. */
function read(payload: string): (Signal & { readonly from: unknown }) | null {
  let value: unknown;
  try {
    value = JSON.parse(payload);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null || !('type' in value) || !('from' in value)) return null;
  if (value.type === 'nodes') return { type: 'nodes', from: value.from };
  if (value.type !== 'queue' || !('carrier' in value) || typeof value.carrier !== 'string') return null;
  return { type: 'queue', carrier: value.carrier, from: value.from };
}
