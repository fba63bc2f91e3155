/**
 * Limits the messages and calls of an account to one number in a minute and in a day (contract section 1).
 *
 * 1. All nodes share the counts, which are of fixed windows: a minute and a day of UTC.
 * 2. The first message to a number in a day is remembered in this node's memory alone and costs no query; the second
 *    one adds it to the shared count. So a number may get one message more for each further node and each restart.
 * 3. That memory is a table of fixed size (first-times.ts). A number that is pushed out of it starts anew.
 * 4. `passedBy` alone says when a limit is passed, by what is counted and by what would be.
 */
import type { Refusal } from '../../errors.ts';
import { DAY_MS, MINUTE_MS } from '../../lib/durations.ts';
import { handsetOf } from '../../lib/phone-number.ts';
import { type AdmissionLimits, limitOf } from '../../store/accounts/account-limits.ts';
import { addToCounter, type Counter, usedOfCounter } from '../../store/accounts/counters.ts';
import type { Database } from '../../store/database.ts';
import { type FirstTime, FirstTimes } from './first-times.ts';
import { tooMany } from './refusals.ts';
import { type AdmissionRequest, type Guard, NO_OBJECTIONS, type Undo } from './request.ts';

export function perNumberGuard(db: Database, defaults: AdmissionLimits): Guard {
  const firsts = new FirstTimes();
  return {
    check(request) {
      const counted = countedBy(request);
      if (!counted) return undefined;
      const { name, first } = counted;
      firsts.set(name, first?.at ?? Math.floor(request.at / MINUTE_MS), (first?.count ?? 0) + 1);
      return first === null ? () => firsts.forget(name) : count(counted);
    },
    peek(request) {
      const counted = countedBy(request);
      return !counted || counted.first === null ? NO_OBJECTIONS : peekAt(counted);
    },
  };

  function countedBy(request: AdmissionRequest): Counted | null {
    const { operation, account, numbers, at } = request;
    const [number] = numbers;
    if ((operation !== 'message' && operation !== 'call') || !number) return null;
    const digits = handsetOf(number.digits);
    const perMinute = limitOf('perNumberPerMinute', account.settings, defaults);
    const perDay = limitOf('perNumberPerDay', account.settings, defaults);
    if (perMinute <= 0 && perDay <= 0) return null;
    const name = `${Math.floor(at / DAY_MS)} ${account.id} ${digits}`;
    const first = firsts.find(name);
    const uncountedMinute = first?.count === 1 ? first.at : null;
    return { db, request, name, digits, perMinute, perDay, first, uncountedMinute };
  }
}

interface Counted {
  readonly db: Database;
  readonly request: AdmissionRequest;
  /** In the memory of rule 2. */
  readonly name: string;
  readonly digits: string;
  readonly perMinute: number;
  readonly perDay: number;
  /** Rule 2; null: this is the first one of the day. */
  readonly first: FirstTime | null;
  /** The minute of the first message, which the store has not been told of. */
  readonly uncountedMinute: number | null;
}

type Window = 'minute' | 'day';

const WINDOW_MS: Readonly<Record<Window, number>> = { minute: MINUTE_MS, day: DAY_MS };

async function count(counted: Counted): Promise<Undo> {
  const { perMinute, perDay, uncountedMinute } = counted;
  if (perMinute > 0) {
    const passed = passedBy(counted, 'minute', await add(counted, 'minute', addedBy(counted, 'minute')));
    if (passed) {
      // The first message belongs to the day, whatever becomes of this one.
      if (uncountedMinute !== null && perDay > 0) await add(counted, 'day', 1);
      throw passed;
    }
  }
  if (perDay > 0) {
    const passed = passedBy(counted, 'day', await add(counted, 'day', addedBy(counted, 'day')));
    if (passed) throw passed;
  }
  return async () => {
    if (perMinute > 0) await add(counted, 'minute', -1);
    if (perDay > 0) await add(counted, 'day', -1);
  };
}

async function peekAt(counted: Counted): Promise<Refusal[]> {
  const { db, perMinute, perDay } = counted;
  const windows = (['minute', 'day'] as const).filter((window) => (window === 'minute' ? perMinute : perDay) > 0);
  const passed = await Promise.all(
    windows.map(async (window) => {
      const used = await usedOfCounter(db, counterOf(counted, window));
      return passedBy(counted, window, used + addedBy(counted, window));
    }),
  );
  return passed.filter((each) => each !== null);
}

/** This message, and the first one where the store has not been told of it. */
function addedBy({ request, uncountedMinute }: Counted, window: Window): number {
  if (uncountedMinute === null) return 1;
  return window === 'day' || uncountedMinute === Math.floor(request.at / MINUTE_MS) ? 2 : 1;
}

/** Rule 4. */
function passedBy({ request, perMinute, perDay }: Counted, window: Window, total: number): Refusal | null {
  const most = window === 'minute' ? perMinute : perDay;
  if (total <= most) return null;
  const leftMs = WINDOW_MS[window] - (request.at % WINDOW_MS[window]);
  return tooMany(`per_number_per_${window}`, `at most ${most} per ${window} to one number`, leftMs);
}

function add(counted: Counted, window: Window, messages: number): Promise<number> {
  return addToCounter(counted.db, counterOf(counted, window), messages);
}

function counterOf({ request, digits }: Counted, window: Window): Counter {
  const windowMs = WINDOW_MS[window];
  return {
    accountId: request.account.id,
    // Ends as the names of all counters of a number do (store/keeping/erase-others.ts).
    name: `messages a ${window} to ${digits}`,
    windowStart: Math.floor(request.at / windowMs) * windowMs,
    windowMs,
  };
}
