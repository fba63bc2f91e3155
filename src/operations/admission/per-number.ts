/**
 * Limits the messages and calls of an account to one number in a minute and in a day (contract section 1).
 *
 * 1. All nodes share the counts, which are of fixed windows: a minute and a day of UTC.
 * 2. The first message to a number in a day is remembered in this node's memory alone and costs no query; the second
 *    one adds it to the shared count. So a number may get one message more for each further node and each restart.
 * 3. That memory is a table of fixed size (first-times.ts). A number that is pushed out of it starts anew.
 */
import { DAY_MS, MINUTE_MS } from '../../lib/durations.ts';
import { handsetOf } from '../../lib/phone-number.ts';
import { type AdmissionLimits, limitOf } from '../../store/accounts/account-limits.ts';
import { addToCounter } from '../../store/accounts/counters.ts';
import type { Database } from '../../store/database.ts';
import { FirstTimes } from './first-times.ts';
import { tooMany } from './refusals.ts';
import type { AdmissionRequest, Guard, Undo } from './request.ts';

export function perNumberGuard(db: Database, defaults: AdmissionLimits): Guard {
  const firsts = new FirstTimes();
  return {
    check(request) {
      const { operation, account, numbers, at } = request;
      const [number] = numbers;
      if ((operation !== 'message' && operation !== 'call') || !number) return undefined;
      const digits = handsetOf(number.digits);
      const perMinute = limitOf('perNumberPerMinute', account.settings, defaults);
      const perDay = limitOf('perNumberPerDay', account.settings, defaults);
      if (perMinute <= 0 && perDay <= 0) return undefined;
      const name = `${Math.floor(at / DAY_MS)} ${account.id} ${digits}`;
      const first = firsts.find(name);
      const minute = Math.floor(at / MINUTE_MS);
      firsts.set(name, first?.at ?? minute, (first?.count ?? 0) + 1);
      if (first === null) return () => firsts.forget(name);
      return count({ db, request, digits, perMinute, perDay, uncountedMinute: first.count === 1 ? first.at : null });
    },
  };
}

interface Counted {
  readonly db: Database;
  readonly request: AdmissionRequest;
  readonly digits: string;
  readonly perMinute: number;
  readonly perDay: number;
  /** The minute of the first message, which the store has not been told of. */
  readonly uncountedMinute: number | null;
}

async function count(counted: Counted): Promise<Undo> {
  const { request, perMinute, perDay, uncountedMinute } = counted;
  const { at } = request;
  const uncounted = uncountedMinute === null ? 0 : 1;
  if (perMinute > 0) {
    const isSameMinute = uncountedMinute === Math.floor(at / MINUTE_MS);
    const total = await add(counted, 'minute', isSameMinute ? 2 : 1);
    if (total > perMinute) {
      // The first message belongs to the day, whatever becomes of this one.
      if (uncounted > 0 && perDay > 0) await add(counted, 'day', uncounted);
      throw tooMany('per_number_per_minute', `at most ${perMinute} per minute to one number`, leftOf(MINUTE_MS, at));
    }
  }
  if (perDay > 0 && (await add(counted, 'day', 1 + uncounted)) > perDay) {
    throw tooMany('per_number_per_day', `at most ${perDay} per day to one number`, leftOf(DAY_MS, at));
  }
  return async () => {
    if (perMinute > 0) await add(counted, 'minute', -1);
    if (perDay > 0) await add(counted, 'day', -1);
  };
}

function add({ db, request, digits }: Counted, window: 'minute' | 'day', messages: number): Promise<number> {
  const windowMs = window === 'minute' ? MINUTE_MS : DAY_MS;
  const counter = {
    accountId: request.account.id,
    // Ends as the names of all counters of a number do (store/keeping/erase-others.ts).
    name: `messages a ${window} to ${digits}`,
    windowStart: Math.floor(request.at / windowMs) * windowMs,
    windowMs,
  };
  return addToCounter(db, counter, messages);
}

function leftOf(windowMs: number, at: number): number {
  return windowMs - (at % windowMs);
}
