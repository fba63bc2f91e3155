/**
 * What the routes of the handsets share: the number in a path, how long a reader waits, and the form of answers.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../lib/clock.ts';
import { LONGEST_WAIT_SECONDS } from './arrivals.ts';
import type { SentOutcome } from './handsets.ts';

export const NUMBER = /^\d{4,15}$/;

/** Null: it is none. */
export function numberIn({ params }: Pick<FastifyRequest, 'params'>): string | null {
  const number = (params as { readonly number: string }).number.replace(/^\+/, '');
  return NUMBER.test(number) ? number : null;
}

export interface WaitingReader {
  /** How many it has had already. */
  readonly after: number;
  readonly waitMs: number;
}

/** `after` and `wait` of a query, or what is wrong with it. `others`: what else may stand there. */
export function readWaiting(query: unknown, others: readonly string[] = []): WaitingReader | string {
  const given = query as Readonly<Record<string, unknown>>;
  const [unknown] = Object.keys(given).filter((name) => !['after', 'wait', ...others].includes(name));
  if (unknown !== undefined)
    return `${unknown}: there is no such parameter; allowed: ${['after', 'wait', ...others].join(', ')}`;
  const { after = '0', wait = '0' } = given;
  if (!isCount(after) || Number(after) > Number.MAX_SAFE_INTEGER) return 'after: a whole number from 0 is allowed';
  if (!isCount(wait) || Number(wait) > LONGEST_WAIT_SECONDS) {
    return `wait: a whole number of seconds from 0 to ${LONGEST_WAIT_SECONDS} is allowed`;
  }
  return { after: Number(after), waitMs: Number(wait) * 1_000 };
}

function isCount(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,16}$/.test(value);
}

/** The answers of all routes of the handsets. */
export function handsetAnswers(clock: Clock) {
  function refuse(reply: FastifyReply, status: number, description: string): unknown {
    const updated_on = new Date(clock.now()).toISOString();
    return reply.code(status).send({ status: { code: status * 10, description, updated_on } });
  }
  function done(description: string): object {
    return { status: { code: 2000, description, updated_on: new Date(clock.now()).toISOString() } };
  }
  function answer(reply: FastifyReply, outcome: SentOutcome, words: { sent: string; to: string }): unknown {
    if (outcome === 'sent') return done(words.sent);
    if (outcome === 'no_operator') return refuse(reply, 503, 'no gateway is connected to the simulated operators');
    return refuse(reply, 400, `to: ${words.to} is allowed`);
  }
  return { refuse, done, answer };
}
