/**
 * Masking numbers: adds those of a file (number-file.ts), lists and retires them, and shows how full the pools are.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { CHANNELS } from '../../carriers/channels.ts';
import { type Forecast, forecastLegs } from '../../engine/masking/forecast.ts';
import { Refusal } from '../../errors.ts';
import { oneOf, strict } from '../../lib/schemas.ts';
import { findAccounts } from '../../store/accounts/accounts.ts';
import { registeredAmong } from '../../store/accounts/senders.ts';
import type { Database } from '../../store/database.ts';
import { findMasks, type ListedMask, listMasks, type Mask, putMasks, retireMask } from '../../store/masking/masks.ts';
import { type FiledNumber, type FileProblem, readNumberFile } from './number-file.ts';
import type { OperatorOptions } from './options.ts';
import { cursorOf, DEFAULT_LIMIT, FULL, LISTING, notFound, paramOf, placeOf, queryOf, wrong } from './request.ts';
import { numberOf, pageOf, timeOf, timeOrNull } from './shapes.ts';

/** Some 100,000 numbers. */
const FILE_LIMIT_BYTES = 8 * 1024 * 1024;
/** So many lines are named; the others are counted. */
const MOST_LINES = 10;
const DEFAULT_PARTIES = 10;

const POOL = Type.Optional(Type.String({ minLength: 1, maxLength: 64 }));

const ImportQuery = Type.Object({ customer_id: POOL }, strict);

const NumberQuery = Type.Object(
  {
    customer_id: POOL,
    shared: Type.Optional(Type.Boolean()),
    country: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$', allowed: 'an ISO 3166 alpha-2 code such as DE' })),
    state: Type.Optional(oneOf(['active', 'retired'])),
    ...LISTING,
  },
  strict,
);

const ForecastQuery = Type.Object(
  { ...FULL, parties: Type.Optional(Type.Integer({ minimum: 0, maximum: 500 })) },
  strict,
);

const Place = Type.Tuple([Type.String({ pattern: '^[0-9]{1,20}$' })]);

export function numberRoutes(app: FastifyInstance, { db, context, carriers }: OperatorOptions): void {
  const { clock } = context;

  /** Rule 3 of number-file.ts. */
  app.post('/numbers/import', { bodyLimit: FILE_LIMIT_BYTES }, async (request) => {
    const { customer_id: accountId = '' } = queryOf(ImportQuery, request);
    const body = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
    const texting = carriers.filter(({ channel }) => CHANNELS[channel].carriesMasks).map(({ name }) => name);
    const file = readNumberFile(body, texting);
    if (file.kind === 'problems') throw refusalOf(file.problems);
    if (accountId !== '' && (await findAccounts(db, [accountId])).size === 0) {
      throw wrong('customer_id', 'the Customer ID of an account');
    }
    return { customer_id: accountId || null, ...(await importNumbers(db, accountId, file.numbers, clock.now())) };
  });

  app.get('/numbers', async (request) => {
    const query = queryOf(NumberQuery, request);
    const { limit = DEFAULT_LIMIT } = query;
    if (query.shared && query.customer_id !== undefined) throw wrong('shared', 'false or nothing beside customer_id');
    const rows = await listMasks(db, {
      accountId: query.shared ? '' : query.customer_id,
      country: query.country,
      state: query.state,
      after: placeOf(Place, query.after)?.[0],
      limit: limit + 1,
    });
    const { items, next } = pageOf(rows, limit, ({ number }) => cursorOf([number]), numberShape);
    return { numbers: items, next };
  });

  app.get('/numbers/forecast', async (request) => {
    const { full, parties = DEFAULT_PARTIES } = queryOf(ForecastQuery, request);
    return forecastShape(await forecastLegs(db, clock.now(), parties), full);
  });

  /** Sessions that have it go on. */
  app.post('/numbers/:number/retire', async (request) => {
    const number = paramOf(request, 'number').replace(/^\+/, '');
    if (!(await retireMask(db, number, clock.now()))) throw notFound('Number');
    const mask = (await findMasks(db, [number])).get(number);
    if (!mask) throw notFound('Number');
    return numberShape(mask);
  });
}

interface Imported {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
}

async function importNumbers(
  db: Database,
  accountId: string,
  filed: readonly FiledNumber[],
  now: number,
): Promise<Imported> {
  if (filed.length === 0) return { added: 0, changed: 0, unchanged: 0 };
  const numbers = filed.map(({ number }) => number);
  const senders = await registeredAmong(db, numbers);
  return db.transaction(async (tx) => {
    const before = await findMasks(tx, numbers);
    const problems = filed.flatMap(({ line, number }) => {
      const pool = before.get(number)?.accountId ?? accountId;
      if (pool !== accountId) return [{ line, why: `${number} stands in ${poolName(pool)}` }];
      return senders.has(number) ? [{ line, why: `${number} is a registered sender` }] : [];
    });
    if (problems.length > 0) throw refusalOf(problems);
    const masks = filed.map(({ number, country, carrier }) => ({ number, country, carrier, accountId }));
    const written = await putMasks(tx, masks, now);
    // Between the look and the write somebody else brought in the same numbers.
    if (written < masks.length) throw new Refusal('body_malformed', { why: 'numbers of it stand in another pool' });
    const unchanged = masks.filter((mask) => isSame(mask, before.get(mask.number))).length;
    return { added: filed.length - before.size, changed: before.size - unchanged, unchanged };
  });
}

function isSame(mask: Mask, before: ListedMask | undefined): boolean {
  return before?.country === mask.country && before.carrier === mask.carrier && before.retiredAt === null;
}

function poolName(accountId: string): string {
  return accountId === '' ? 'the shared pool' : `the pool of ${accountId}`;
}

function refusalOf(problems: readonly FileProblem[]): Refusal {
  const sorted = [...problems].sort((a, b) => a.line - b.line);
  const [first] = sorted;
  const others = sorted.slice(1, MOST_LINES).map(({ line }) => line);
  const more = sorted.length > MOST_LINES ? ` and ${sorted.length - MOST_LINES} more` : '';
  const rest = others.length === 0 ? '' : ` (also wrong: line ${others.join(', ')}${more})`;
  return new Refusal('body_malformed', { why: `line ${first?.line}: ${first?.why}${rest}` });
}

function numberShape(mask: ListedMask): Record<string, unknown> {
  return {
    number: mask.number,
    customer_id: mask.accountId || null,
    country: mask.country,
    carrier: mask.carrier,
    state: mask.retiredAt === null ? 'active' : 'retired',
    added_on: timeOf(mask.createdAt),
    retired_on: timeOrNull(mask.retiredAt),
  };
}

function forecastShape({ pools, busiest }: Forecast, full: boolean | undefined): Record<string, unknown> {
  return {
    pools: pools.map((pool) => ({
      customer_id: pool.accountId || null,
      country: pool.country,
      numbers: pool.numbers,
      retired: pool.retired,
      parties: pool.parties,
      live: pool.live,
      resting: pool.resting,
      free: pool.free,
      least_free: pool.leastFree,
      fullest_percent: Math.round(pool.fullest * 1000) / 10,
    })),
    busiest: busiest.map((each) => ({
      party: numberOf(each.party, full),
      customer_id: each.accountId || null,
      country: each.country,
      live: each.live,
      resting: each.resting,
      free: each.free,
    })),
  };
}
