/**
 * Where an account may send, and how often to one number (contract section 1).
 *
 * 1. Counts are shared by all nodes and hold for fixed windows: a minute and a day of UTC.
 * 2. The first message to a number in a day is remembered in this node's memory alone and costs no query; the second
 *    one brings it into the shared count. So a number may get one message more for each further node, or for a restart.
 * 3. That memory is a table of fixed size. A number that falls out of it starts anew.
 */
import { Refusal } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import { handsetOf, type PhoneNumber } from '../lib/phone-number.ts';
import type { Account } from '../store/account.ts';
import { addToCounter } from '../store/counters.ts';
import type { Database } from '../store/database.ts';

export interface NumberLimits {
  /** 0 switches a limit off. */
  readonly perMinute: number;
  readonly perDay: number;
}

export interface Destinations {
  /** Refuses with `country_not_allowed` or `too_many_to_number`; counts one message otherwise. */
  take(account: Account, recipient: PhoneNumber): Promise<void>;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const SLOTS = 1 << 20;

export function createDestinations(clock: Clock, db: Database, defaults: NumberLimits): Destinations {
  const firsts = new FirstMessages();
  return {
    async take(account, recipient) {
      checkCountry(account, recipient);
      const perMinute = account.settings.perNumberPerMinute ?? defaults.perMinute;
      const perDay = account.settings.perNumberPerDay ?? defaults.perDay;
      if (perMinute <= 0 && perDay <= 0) return;
      const now = clock.now();
      const to = handsetOf(recipient.digits);
      const first = firsts.see(`${account.id} ${to}`, now);
      if (first === 'is_first') return;
      const count = (window: 'minute' | 'day', windowMs: number, messages: number) =>
        addToCounter(
          db,
          {
            accountId: account.id,
            name: `messages a ${window} to ${to}`,
            windowStart: Math.floor(now / windowMs) * windowMs,
            windowMs,
          },
          messages,
        );
      const uncounted = first === 'counted' ? 0 : 1;
      if (perMinute > 0) {
        const minute = Math.floor(now / MINUTE_MS);
        const total = await count('minute', MINUTE_MS, first === minute ? 2 : 1);
        if (total > perMinute) {
          // The first message belongs to the day, whatever becomes of this one.
          if (uncounted > 0 && perDay > 0) await count('day', DAY_MS, uncounted);
          throw tooMany(perMinute, 'minute', MINUTE_MS, now);
        }
      }
      if (perDay > 0 && (await count('day', DAY_MS, 1 + uncounted)) > perDay) throw tooMany(perDay, 'day', DAY_MS, now);
    },
  };
}

/** Refuses with `country_not_allowed` what lies in a country that the account has not allowed. */
export function checkCountry(account: Account, recipient: Pick<PhoneNumber, 'country' | 'countryCode'>): void {
  const allowed = account.settings.allowedCountries;
  if (!allowed || (recipient.country !== null && allowed.includes(recipient.country))) return;
  const country = recipient.country ?? `code +${recipient.countryCode}`;
  throw new Refusal('country_not_allowed', {
    why: `${country} is not among the countries that this account may send to`,
  });
}

function tooMany(limit: number, window: string, windowMs: number, now: number): Refusal {
  const retry = Math.max(1, Math.ceil((windowMs - (now % windowMs)) / 1000));
  return new Refusal('too_many_to_number', { limit, window, retry }, { 'retry-after': String(retry) });
}

/** Which numbers have had one message today: 12 bytes each, in a table of fixed size. */
class FirstMessages {
  private readonly tags = new Uint32Array(SLOTS);
  private readonly minutes = new Uint32Array(SLOTS);
  private readonly counted = new Uint8Array(SLOTS);

  /** The minute of the first message the first time that it is asked afterwards, to be counted by the caller. */
  see(name: string, now: number): 'is_first' | 'counted' | number {
    const [place, tag] = hash(`${Math.floor(now / DAY_MS)} ${name}`);
    const slot = place & (SLOTS - 1);
    if (this.tags[slot] !== tag) {
      this.tags[slot] = tag;
      this.minutes[slot] = Math.floor(now / MINUTE_MS);
      this.counted[slot] = 0;
      return 'is_first';
    }
    if (this.counted[slot] === 1) return 'counted';
    this.counted[slot] = 1;
    return this.minutes[slot] ?? 0;
  }
}

/** Two rounds of FNV-1a with different ends: which slot, and what stands in it (never 0). */
function hash(text: string): [number, number] {
  let place = 0x811c9dc5;
  let tag = 0x9747b28c;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    place = Math.imul(place ^ unit, 0x01000193);
    tag = Math.imul(tag ^ unit, 0x85ebca6b);
    tag ^= tag >>> 13;
  }
  place ^= place >>> 15;
  return [place >>> 0, (tag | 1) >>> 0];
}
