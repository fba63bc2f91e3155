/**
 * A breach API of the shape of Have I Been Pwned (v3) as a source: which breaches an account stands in, the account being
 * the number's digits.
 *
 * 1. 404 is an answer: the number stands in no breach. 400 says that the number is none that it could know.
 */
import { Pool } from 'undici';
import type { Context } from '../../context.ts';
import { answerJson, PLAIN } from '../../lib/answer-json.ts';
import { type ExchangeAnswer, exchange } from '../../lib/http-exchange.ts';
import { isDay, parseInstant } from '../../lib/instant.ts';
import { asJsonObject } from '../../lib/json.ts';
import { storable } from '../../lib/storable.ts';
import { downBy } from '../down.ts';
import type { Facts, Finding, Source } from '../source.ts';
import { isCovered } from '../terms.ts';
import { type BreachSettings, readApiKey } from './settings.ts';

export interface BreachSource extends Source {
  close(): Promise<void>;
}

type Breach = Extract<Facts, { about: 'breached_data' }>['breaches'][number];

const IDLE_CONNECTION_MS = 30_000;
const MOST_BREACHES = 1_000;

export function createBreachSource(context: Context, name: string, settings: BreachSettings): BreachSource {
  const base = new URL(settings.url);
  const pool = new Pool(base.origin, {
    connections: settings.max_in_flight,
    connectTimeout: settings.request_timeout_ms,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: IDLE_CONNECTION_MS,
  });
  const headers = {
    accept: 'application/json',
    ...PLAIN,
    'hibp-api-key': readApiKey(settings),
    'user-agent': settings.user_agent,
  };
  const prefix = base.pathname.replace(/\/$/, '');
  return {
    name,
    addOns: ['breached_data'],
    covers: ({ number }) => isCovered(settings, number),
    async lookUp({ number }, { withinMs }) {
      const path = `${prefix}/breachedaccount/${number.digits}?truncateResponse=false`;
      const result = await exchange(pool, context.clock, { method: 'GET', path, headers }, { withinMs });
      if (result.kind === 'unanswered' && result.reason === 'no answer in time') return { kind: 'timed_out' };
      if (result.kind !== 'answered') {
        return { kind: 'down', reason: result.kind === 'withheld' ? 'withheld' : result.reason };
      }
      return result.isLate ? { kind: 'timed_out' } : readAnswer(result, context.clock.now());
    },
    close: () => pool.destroy(),
  };
}

function readAnswer(answer: ExchangeAnswer, now: number): Finding {
  const { status } = answer;
  if (status === 404) return { kind: 'found', facts: { about: 'breached_data', breaches: [] } };
  if (status === 400) return { kind: 'not_covered' };
  if (status !== 200 && status !== 401 && status !== 403 && status !== 429 && status < 500) {
    return { kind: 'unusable', reason: `it answered ${status}` };
  }
  if (status !== 200) return downBy(answer, now);
  const list = answerJson(answer);
  if (!Array.isArray(list)) return { kind: 'unusable', reason: 'the answer is no list' };
  const breaches = list.slice(0, MOST_BREACHES).map(readBreach);
  if (breaches.some((breach) => breach === null)) return { kind: 'unusable', reason: 'a breach has another form' };
  const known = breaches.filter((breach) => breach !== null);
  known.sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
  return { kind: 'found', facts: { about: 'breached_data', breaches: known } };
}

function readBreach(value: unknown): Breach | null {
  const breach = asJsonObject(value);
  if (!breach) return null;
  const { BreachDate: date = null, DataClasses: classes = [] } = breach;
  if (date !== null && (typeof date !== 'string' || !isDay(date))) return null;
  if (!Array.isArray(classes) || classes.some((each) => typeof each !== 'string')) return null;
  const at = date === null ? null : parseInstant(date, 'is_refused');
  return { at, data: classes.slice(0, 50).map((each) => storable(String(each)).toLowerCase()) };
}
