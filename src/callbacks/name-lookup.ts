/**
 * Looks up the names of receivers. The system's resolver works in two threads of this process; a name whose servers do
 * not answer keeps one of them for 10 s and more, and callers choose the names.
 *
 * 1. Look-ups of the same name at the same time share one question.
 * 2. The name's servers are asked first, over sockets, which holds up nobody. When they answer, whatever they say, the
 *    system's resolver is asked. It knows more (the hosts file, search domains), and its answer counts. For a minute
 *    the name then counts as one that is answered.
 * 3. Names whose servers do not answer go to the system's resolver one at a time, so the other thread is free for all
 *    others, carriers and the database among them. A name that has waited for its turn for too long is not asked for.
 */
import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { Clock } from '../lib/clock.ts';

export type Resolve = (
  host: string,
  options: LookupOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** What a test replaces. */
export interface Names {
  /** Rule 2: whether the servers of the name answer at all. */
  isAnswered(host: string): Promise<boolean>;
  askSystem(host: string, options: LookupOptions): Promise<LookupAddress[]>;
}

const SERVER_TIMEOUT_MS = 2_000;
const SERVER_TRIES = 2;
const ANSWERED_FOR_MS = 60_000;
/** The hosts file knows what no server does. */
const SWIFT_MS = 1_000;
const MOST_REMEMBERED = 10_000;
const MOST_WAITING = 1_000;
const WAITS_AT_MOST_MS = 10_000;

export function createNameLookup(clock: Clock, names: Names = SYSTEM_NAMES): Resolve {
  const lookups = new NameLookup(clock, names);
  return (host, options, done) => {
    lookups.find(host, options).then(
      (addresses) => done(null, addresses),
      (error) => done(error, []),
    );
  };
}

class NameLookup {
  private readonly clock: Clock;
  private readonly names: Names;
  private readonly underWay = new Map<string, Promise<LookupAddress[]>>();
  /** Until when a name is taken for one that is answered, by name. */
  private readonly answeredUntil = new Map<string, number>();
  /** Rule 3: ends when nobody before is asked for any more. */
  private before: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  constructor(clock: Clock, names: Names) {
    this.clock = clock;
    this.names = names;
  }

  find(host: string, options: LookupOptions): Promise<LookupAddress[]> {
    const key = JSON.stringify([host, options.family, options.hints]);
    const known = this.underWay.get(key);
    if (known) return known;
    const found = this.ask(host, options).finally(() => this.underWay.delete(key));
    this.underWay.set(key, found);
    return found;
  }

  private async ask(host: string, options: LookupOptions): Promise<LookupAddress[]> {
    if (!(await this.isAnswered(host))) return this.askInTurn(host, options);
    try {
      return await this.names.askSystem(host, options);
    } catch (error) {
      this.answeredUntil.delete(host);
      throw error;
    }
  }

  private async isAnswered(host: string): Promise<boolean> {
    const isOfThisNetwork = !host.includes('.');
    if (isOfThisNetwork || (this.answeredUntil.get(host) ?? 0) > this.clock.monotonic()) return true;
    this.answeredUntil.delete(host);
    if (!(await this.names.isAnswered(host))) return false;
    this.remember(host);
    return true;
  }

  private remember(host: string): void {
    this.answeredUntil.set(host, this.clock.monotonic() + ANSWERED_FOR_MS);
    if (this.answeredUntil.size <= MOST_REMEMBERED) return;
    const [oldest] = this.answeredUntil.keys();
    if (oldest !== undefined) this.answeredUntil.delete(oldest);
  }

  /** Rule 3. */
  private async askInTurn(host: string, options: LookupOptions): Promise<LookupAddress[]> {
    if (this.waiting >= MOST_WAITING) throw notAnswered(host);
    const until = this.clock.monotonic() + WAITS_AT_MOST_MS;
    this.waiting += 1;
    const asked = this.before.then(async () => {
      const startedAt = this.clock.monotonic();
      if (startedAt > until) throw notAnswered(host);
      const addresses = await this.names.askSystem(host, options);
      if (this.clock.monotonic() - startedAt < SWIFT_MS) this.remember(host);
      return addresses;
    });
    this.before = asked.catch(() => {});
    try {
      return await asked;
    } finally {
      this.waiting -= 1;
    }
  }
}

function notAnswered(host: string): Error {
  return Object.assign(new Error(`the name servers of ${host} do not answer`), { code: 'ETIMEOUT' });
}

const SYSTEM_NAMES: Names = {
  async isAnswered(host) {
    // A new one each time: which servers to ask may have changed.
    const resolver = new Resolver({ timeout: SERVER_TIMEOUT_MS, tries: SERVER_TRIES });
    const asked = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return asked.every((each) => each.status === 'fulfilled' || each.reason.code !== 'ETIMEOUT');
  },
  askSystem: (host, options) =>
    new Promise((resolve, reject) => {
      lookup(host, { ...options, all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
    }),
};
