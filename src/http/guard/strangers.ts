/**
 * Limits strangers: addresses that have shown no right credentials, and send requests without any or guess.
 *
 * 1. Each address has one allowance of requests without credentials, or with some that nobody looked at: documents, unknown
 *    paths, unsigned posts to webhooks. The probes of load balancers do not count: behind a proxy that is not trusted they
 *    share its address with all callers. Nor do credentials at which nobody can look while the store is away: whoever
 *    watches the gateway from that address, which needs none, is answered just then.
 * 2. After `MOST_GUESSES` refused credentials the address pauses: for a minute only those credentials are checked that
 *    were right from there within the last hour. So a guesser learns nothing in that time, and other callers behind the
 *    same address go on.
 * 3. An address is an IPv4 address or an IPv6 network of 64 bits, which is what one subscriber has. The memory is
 *    bounded: the addresses that were silent longest are forgotten.
 */
import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { Clock } from '../../lib/clock.ts';

/** One request, as far as it matters here. */
export interface StrangersRequest {
  readonly address: string;
  /** The header, or what else shows who it is; null where there is nothing, or nobody looks at it. */
  readonly credentials: string | null;
  /** Costs nothing worth mentioning, or is asked by what watches the gateway. */
  readonly isFree: boolean;
}

/**
 * What its credentials were: right; wrong, or missing where some are needed; not looked at, since something else was
 * amiss before, or anybody may ask; or nobody could look at them.
 */
export type Found = 'right' | 'wrong' | 'not_looked_at' | 'nobody_could_look';

interface Address {
  tokens: number;
  filledAt: number;
  guesses: number;
  guessedAt: number;
  pausedUntil: number;
  /** Fingerprints of credentials, and when they were right. */
  readonly right: Map<string, number>;
  /** Those that were right last, so that a caller who goes on with the same costs no hash. */
  lastRight: { readonly credentials: string; readonly at: number } | null;
}

const BURST = 200;
const PER_SECOND = 50;
const MOST_GUESSES = 20;
/** Guesses further apart are not counted together. */
const GUESSES_WITHIN_MS = 600_000;
const PAUSE_MS = 60_000;
const RIGHT_FOR_MS = 3_600_000;
/** What is right all the time is noted so often. */
const RIGHT_AGAIN_AFTER_MS = 60_000;
const MOST_ADDRESSES = 10_000;
const MOST_RIGHT = 64;

export class Strangers {
  private readonly clock: Pick<Clock, 'monotonic'>;
  private readonly addresses = new Map<string, Address>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.clock = clock;
  }

  /** Whether guesses from there may have to wait. */
  hasPaused(address: string): boolean {
    return (this.addresses.get(networkOf(address))?.pausedUntil ?? 0) !== 0;
  }

  /** Before it is worked on. How many ms it has to wait; 0 lets it in. */
  waitOf({ address, credentials, isFree }: StrangersRequest): number {
    const known = this.addresses.get(networkOf(address));
    if (!known) return 0;
    if (credentials !== null && known.pausedUntil === 0) return 0;
    const now = this.clock.monotonic();
    if (credentials === null) return isFree || this.tokensOf(known, now) >= 1 ? 0 : 1_000 / PER_SECOND;
    if (now >= known.pausedUntil) return 0;
    const rightAt = known.right.get(fingerprintOf(credentials));
    return rightAt !== undefined && now - rightAt < RIGHT_FOR_MS ? 0 : known.pausedUntil - now;
  }

  /** After it was answered. */
  answered({ address, credentials, isFree }: StrangersRequest, found: Found): void {
    if (credentials === null || found === 'not_looked_at') {
      if (!isFree) this.use(address);
    } else if (found === 'wrong') this.guessed(address);
    else if (found === 'right') this.wasRight(address, credentials);
  }

  private use(address: string): void {
    const known = this.of(address);
    const now = this.clock.monotonic();
    known.tokens = Math.max(0, this.tokensOf(known, now) - 1);
    known.filledAt = now;
  }

  private guessed(address: string): void {
    const known = this.of(address);
    const now = this.clock.monotonic();
    known.guesses = now - known.guessedAt < GUESSES_WITHIN_MS ? known.guesses + 1 : 1;
    known.guessedAt = now;
    if (known.guesses < MOST_GUESSES) return;
    known.guesses = 0;
    known.pausedUntil = now + PAUSE_MS;
  }

  private wasRight(address: string, credentials: string): void {
    const now = this.clock.monotonic();
    const last = this.addresses.get(networkOf(address))?.lastRight;
    if (last && last.credentials === credentials && now - last.at < RIGHT_AGAIN_AFTER_MS) return;
    const known = this.of(address);
    known.lastRight = { credentials, at: now };
    const fingerprint = fingerprintOf(credentials);
    known.right.delete(fingerprint);
    const oldest = known.right.size >= MOST_RIGHT ? known.right.keys().next() : null;
    if (oldest?.done === false) known.right.delete(oldest.value);
    known.right.set(fingerprint, now);
  }

  private tokensOf({ tokens, filledAt }: Address, now: number): number {
    return Math.min(BURST, tokens + ((now - filledAt) / 1_000) * PER_SECOND);
  }

  private of(address: string): Address {
    const network = networkOf(address);
    const known = this.addresses.get(network) ?? {
      tokens: BURST,
      filledAt: this.clock.monotonic(),
      guesses: 0,
      guessedAt: 0,
      pausedUntil: 0,
      right: new Map(),
      lastRight: null,
    };
    this.addresses.delete(network);
    const oldest = this.addresses.size >= MOST_ADDRESSES ? this.addresses.keys().next() : null;
    if (oldest?.done === false) this.addresses.delete(oldest.value);
    this.addresses.set(network, known);
    return known;
  }
}

/** Rule 3. */
export function networkOf(address: string): string {
  if (!address.includes(':') || !ipaddr.isValid(address)) return address;
  return ipaddr.parse(address).toByteArray().slice(0, 8).join('.');
}

/**
 * What stays the same over the requests of one caller and says nothing of a key: of a signature, whose it is; of
 * anything else a hash.
 */
function fingerprintOf(credentials: string): string {
  const signedBy = /^TSA +([^:\s]+):/i.exec(credentials)?.[1];
  return signedBy === undefined
    ? createHash('sha256').update(credentials).digest('base64')
    : `TSA ${signedBy.slice(0, 128)}`;
}
