/** A masked session as the store holds it, open for a day, for tests that need a row. */
import { DAY_MS } from '../../../src/lib/durations.ts';
import type { Session } from '../../../src/store/masking/sessions.ts';

export function storedSession(id: string, at: number): Session {
  return {
    id,
    accountId: 'ACME',
    number1: '4915112300008',
    number2: '4915112300009',
    masked1: '4915799000001',
    masked2: '4915799000002',
    code: 2700,
    externalId: null,
    callback: null,
    validity: 1,
    unit: 'days',
    openedAt: at,
    endsAt: at + DAY_MS,
    state: 'open',
    stoppedBy: 0,
    told: false,
    relayed1: 0,
    relayed2: 0,
    refused: 0,
    minuteAt: null,
    minuteTexts: 0,
    overAt: null,
    dueAt: at + DAY_MS,
  };
}
