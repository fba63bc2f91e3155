/**
 * What a diagnosis says of the descriptors that a gateway may open: each connection takes one.
 */
import { type Check, ok, warn } from '../lib/checks.ts';

const FEW = 4_096;

/** `limit` null: the system does not say, and so does nobody. */
export function checkOpenFiles(limit: number | null): Check[] {
  if (limit === null) return [];
  const says = `${limit} at once, three quarters of them for callers`;
  const todo = 'raise the limit where the gateway is started: LimitNOFILE of systemd, "ulimit -n" of a shell';
  return [limit < FEW ? warn('open files', says, todo) : ok('open files', says)];
}
