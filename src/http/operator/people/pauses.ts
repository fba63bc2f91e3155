/**
 * How long whoever tries to sign in has to wait after failures.
 *
 * 1. Three things are counted: a user from one network, a user from anywhere, and a network whatever the user. A failure
 *    beyond the first few doubles the pause of each, up to its longest.
 * 2. A try counts as failed when it begins, so that tries at the same time are counted as if they came one by one. One
 *    that succeeds takes back what was counted for the user from that network, and one from each of the others. One that
 *    neither failed nor succeeded takes itself back, and nothing else: so a right password is no way to guess codes.
 * 3. The longest pause of a user from anywhere is short: somebody who guesses cannot keep the user out.
 * 4. All nodes count together, in the store: with more of them nobody has more tries. What is counted stands there as an
 *    HMAC, since a name may be a password that was typed into the wrong field.
 * 5. A network is that of strangers.ts: who has an IPv6 network of 64 bits does not begin anew with each address of it.
 *    Who somebody is may not be known yet (null): then the network alone is counted.
 */
import type { Clock } from '../../../lib/clock.ts';
import { HOUR_MS } from '../../../lib/durations.ts';
import { hmacKey, hmacSha256 } from '../../../lib/hmac.ts';
import type { Database } from '../../../store/database.ts';
import { countTry, forgetTries, takeBackTry, waitOfTries } from '../../../store/people/sign-in-tries.ts';
import { networkOf } from '../../guard/strangers.ts';

interface Kind {
  /** Ms that the next one waits after so many failures (1 is the first); the last repeats. */
  readonly pausesMs: readonly number[];
}

const FIRST_MS = 1_000;
const PAIR = kindOf({ free: 3, longestMs: 900_000 });
const USER = kindOf({ free: 10, longestMs: 30_000 });
const NETWORK = kindOf({ free: 20, longestMs: 300_000 });
/** Failures further apart are not counted together. */
const FORGOTTEN_AFTER_MS = HOUR_MS;

interface Counted {
  readonly subject: string;
  readonly kind: Kind;
}

export interface SignInPausesOptions {
  readonly context: { readonly clock: Pick<Clock, 'now'> };
  readonly db: Database;
  readonly key: Buffer;
}

export class SignInPauses {
  private readonly options: SignInPausesOptions;

  constructor(options: SignInPausesOptions) {
    this.options = options;
  }

  /** How many ms the try has to wait; 0: it may begin, and is counted. Rejects with StoreDown, as all below. */
  async begin(user: string | null, address: string): Promise<number> {
    const counted = this.countedOf(user, address);
    const waitMs = await this.waitOf(counted);
    if (waitMs > 0) return waitMs;
    return (await this.count(counted)) ? 0 : Math.max(1, await this.waitOf(counted));
  }

  async succeeded(user: string | null, address: string): Promise<void> {
    const { db } = this.options;
    await this.takeBack(user, address);
    for (const { kind, subject } of this.countedOf(user, address)) if (kind === PAIR) await forgetTries(db, subject);
  }

  /** It asks for more. */
  async takeBack(user: string | null, address: string): Promise<void> {
    for (const { subject } of this.countedOf(user, address)) await takeBackTry(this.options.db, subject);
  }

  private async waitOf(counted: readonly Counted[]): Promise<number> {
    const { db, context } = this.options;
    const untils = await Promise.all(counted.map(({ subject }) => waitOfTries(db, subject)));
    return Math.max(0, ...untils.map((until) => (until ?? 0) - context.clock.now()));
  }

  /** All of them or, where one has to wait, none. */
  private async count(counted: readonly Counted[]): Promise<boolean> {
    const { db, context } = this.options;
    const at = context.clock.now();
    try {
      await db.transaction(async (tx) => {
        for (const { subject, kind } of counted) {
          // Where there is no pause, a node whose clock is behind sees none either.
          const waitsUntil = kind.pausesMs.map((pauseMs) => (pauseMs === 0 ? 0 : at + pauseMs));
          const next = { at, forgottenAt: at - FORGOTTEN_AFTER_MS, waitsUntil };
          if (!(await countTry(tx, subject, next))) throw new HasToWait();
        }
      });
    } catch (error) {
      if (error instanceof HasToWait) return false;
      throw error;
    }
    return true;
  }

  /** Rules 1, 4 and 5. Always in this order, so that no two transactions wait for each other. */
  private countedOf(user: string | null, address: string): Counted[] {
    const key = hmacKey(this.options.key);
    const network = networkOf(address);
    const ofNetwork = { subject: hmacSha256(key, `network ${network}`), kind: NETWORK };
    if (user === null) return [ofNetwork];
    return [
      { subject: hmacSha256(key, `pair ${network} ${user}`), kind: PAIR },
      { subject: hmacSha256(key, `user ${user}`), kind: USER },
      ofNetwork,
    ];
  }
}

/** Undoes what was counted before it. */
class HasToWait extends Error {
  override readonly name = 'HasToWait';
}

/** No pause after the first `free - 1` failures, then one that doubles. */
function kindOf({ free, longestMs }: { readonly free: number; readonly longestMs: number }): Kind {
  const pausesMs = Array.from({ length: free - 1 }, () => 0);
  for (let pauseMs = FIRST_MS; pauseMs < longestMs; pauseMs *= 2) pausesMs.push(pauseMs);
  return { pausesMs: [...pausesMs, longestMs] };
}
