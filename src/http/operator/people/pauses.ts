/**
 * How long whoever tries to sign in has to wait after failures.
 *
 * 1. Three things are counted: a user from one network, a user from anywhere, and a network whatever the user. A failure
 *    beyond the first few doubles the pause of each, up to its longest.
 * 2. A try counts as failed when it begins, so that tries at the same time are counted as if they came one by one. One
 *    that succeeds takes back what was counted for the user from that network, and one from each of the others. One that
 *    neither failed nor succeeded takes itself back, and nothing else: so a right password is no way to guess codes.
 * 3. The longest pause of a user from anywhere is short: somebody who guesses cannot keep the user out.
 * 4. Each node counts for itself, in bounded memory: what was silent longest is forgotten.
 * 5. A network is that of strangers.ts: who has an IPv6 network of 64 bits does not begin anew with each address of it.
 *    Who somebody is may not be known yet (null): then the network alone is counted.
 */
import type { Clock } from '../../../lib/clock.ts';
import { networkOf } from '../../guard/strangers.ts';

interface Kind {
  readonly free: number;
  readonly longestMs: number;
}

const PAIR: Kind = { free: 3, longestMs: 900_000 };
const USER: Kind = { free: 10, longestMs: 30_000 };
const NETWORK: Kind = { free: 20, longestMs: 300_000 };
const FIRST_MS = 1_000;
/** Failures further apart are not counted together. */
const FORGOTTEN_AFTER_MS = 3_600_000;
const MOST_KEPT = 10_000;

interface Counted {
  failures: number;
  failedAt: number;
  until: number;
}

export class SignInPauses {
  private readonly clock: Pick<Clock, 'monotonic'>;
  private readonly counted = new Map<string, Counted>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.clock = clock;
  }

  /** How many ms the try has to wait; 0: it may begin, and is counted. */
  begin(user: string | null, address: string): number {
    const now = this.clock.monotonic();
    const keys = keysOf(user, address);
    const waitMs = Math.max(...keys.map(([key]) => (this.counted.get(key)?.until ?? 0) - now), 0);
    if (waitMs > 0) return waitMs;
    for (const [key, kind] of keys) this.count(key, kind, now);
    return 0;
  }

  succeeded(user: string | null, address: string): void {
    this.takeBack(user, address);
    for (const [key, kind] of keysOf(user, address)) if (kind === PAIR) this.counted.delete(key);
  }

  /** It asks for more. */
  takeBack(user: string | null, address: string): void {
    for (const [key] of keysOf(user, address)) {
      const known = this.counted.get(key);
      if (!known) continue;
      known.failures -= 1;
      known.until = 0;
    }
  }

  private count(key: string, { free, longestMs }: Kind, now: number): void {
    const before = this.counted.get(key);
    const known =
      before && now - before.failedAt < FORGOTTEN_AFTER_MS ? before : { failures: 0, failedAt: now, until: 0 };
    known.failures += 1;
    known.failedAt = now;
    const beyond = known.failures - free;
    if (beyond >= 0) known.until = now + Math.min(longestMs, FIRST_MS * 2 ** Math.min(beyond, 30));
    this.counted.delete(key);
    const oldest = this.counted.size >= MOST_KEPT ? this.counted.keys().next() : null;
    if (oldest?.done === false) this.counted.delete(oldest.value);
    this.counted.set(key, known);
  }
}

/** Rules 1 and 5. */
function keysOf(user: string | null, address: string): ReadonlyArray<readonly [string, Kind]> {
  const network = networkOf(address);
  const ofNetwork = [`network ${network}`, NETWORK] as const;
  return user === null ? [ofNetwork] : [[`pair ${network} ${user}`, PAIR], [`user ${user}`, USER], ofNetwork];
}
