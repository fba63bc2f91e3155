/**
 * GET handsets: which handsets got something lately, newest first.
 *
 * 1. Who gets something while somebody goes through the pages stands before them from then on.
 */
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../lib/clock.ts';
import { cursorOf, pageOf, placeIn } from '../lib/pages.ts';
import type { Handsets, ListedHandset } from './handsets.ts';
import { handsetAnswers } from './requests.ts';

const DEFAULT_PAGE = 50;
const LARGEST_PAGE = 500;

type Place = readonly [string, string];

export function handsetListRoute(app: FastifyInstance, handsets: Handsets, clock: Clock): void {
  const { refuse } = handsetAnswers(clock);
  app.get('/handsets', async (request, reply) => {
    const { limit: size = String(DEFAULT_PAGE), after } = request.query as Readonly<Record<string, unknown>>;
    const limit = typeof size === 'string' && /^[0-9]{1,3}$/.test(size) ? Number(size) : 0;
    if (limit < 1 || limit > LARGEST_PAGE) return refuse(reply, 400, `limit: 1 to ${LARGEST_PAGE} are allowed`);
    const place = readPlace(after);
    if (place === null) return refuse(reply, 400, 'after: the next of the page before is allowed');
    const rows = [...handsets.used()].sort(newestFirst).filter((each) => place === undefined || isBehind(each, place));
    const cursor = ({ last_on: at, phone_number: number }: ListedHandset) => cursorOf([at, number]);
    const { items, next } = pageOf(rows, limit, cursor, shapeOf);
    return { handsets: items, next };
  });
}

function shapeOf({ phone_number, last_on, messages, calls }: ListedHandset): object {
  return { phone_number, last_on, messages, calls };
}

function readPlace(after: unknown): Place | null | undefined {
  if (after === undefined) return undefined;
  const [at, number, ...others] = (typeof after === 'string' ? placeIn(after) : null) ?? [];
  return typeof at === 'string' && typeof number === 'string' && others.length === 0 ? [at, number] : null;
}

function newestFirst(one: ListedHandset, other: ListedHandset): number {
  return isBehind(one, [other.last_on, other.phone_number]) ? 1 : -1;
}

function isBehind({ last_on: at, phone_number: number }: ListedHandset, [placeAt, placeNumber]: Place): boolean {
  return at === placeAt ? number > placeNumber : at < placeAt;
}
