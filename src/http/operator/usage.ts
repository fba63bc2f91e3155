/**
 * Usage: what accounts have used, for bills, summed up by what `by` names. By day the answer is sent day by day as it is
 * read, in JSON or CSV.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import {
  USAGE_COLUMNS,
  type UsageColumn,
  type UsageSum,
  usageBy,
  usageByDay,
  usageColumnsOf,
} from '../../engine/data/usage.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { isDay } from '../../lib/instant.ts';
import { oneOf, strict } from '../../lib/schemas.ts';
import { USAGE_UNITS } from '../../store/keeping/usage.ts';
import type { OperatorOptions } from './options.ts';
import { queryOf, wrong } from './request.ts';

const DAY = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$', allowed: 'a day such as 2026-01-31' });

const UsageQuery = Type.Object(
  {
    from: Type.Optional(DAY),
    to: Type.Optional(DAY),
    customer_id: Type.Optional(Type.String({ maxLength: 64 })),
    by: Type.Optional(Type.String({ maxLength: 100 })),
    format: Type.Optional(oneOf(['json', 'csv'])),
  },
  strict,
);

const MOST_DAYS = 3_700;

export function usageRoutes(app: FastifyInstance, { db, lanes, context }: OperatorOptions): void {
  app.get('/usage', async (request, reply) => {
    const { from, to, customer_id: accountId, by, format = 'json' } = queryOf(UsageQuery, request);
    const columns = readColumns(by);
    const today = context.clock.now() - (context.clock.now() % DAY_MS);
    const fromMs = dayOf('from', from) ?? monthOf(today);
    const toMs = dayOf('to', to) ?? today + DAY_MS;
    if (toMs <= fromMs) throw wrong('to', 'a day after "from"');
    if (toMs - fromMs > MOST_DAYS * DAY_MS) throw wrong('to', `at most ${MOST_DAYS} days after "from"`);
    const days = usageBy(usageByDay({ db, lanes }, { fromMs, toMs, accountId }), columns);
    // Read before the head is sent: what fails at once is still answered as a failure.
    const first = await days.next();
    const lines = format === 'csv' ? asCsv(columns, first, days) : asJson(first, days);
    const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8';
    return reply.header('content-type', type).send(Readable.from(lines));
  });
}

function readColumns(by: string | undefined): readonly UsageColumn[] {
  if (by === undefined) return USAGE_COLUMNS;
  const columns = usageColumnsOf(by, USAGE_COLUMNS);
  if (!columns) throw wrong('by', `some of ${USAGE_COLUMNS.join(', ')}, separated by commas`);
  return columns;
}

type Days = AsyncGenerator<UsageSum[]>;
type First = IteratorResult<UsageSum[]>;

async function* asJson(first: First, days: Days): AsyncGenerator<string> {
  let before = '{"usage":[';
  for await (const usage of all(first, days)) {
    yield before + usage.map((each) => JSON.stringify(shapeOf(each))).join(',');
    before = ',';
  }
  yield before === ',' ? ']}' : `${before}]}`;
}

async function* asCsv(columns: readonly UsageColumn[], first: First, days: Days): AsyncGenerator<string> {
  yield `${[...columns, ...USAGE_UNITS].join(',')}\r\n`;
  for await (const usage of all(first, days)) {
    yield usage.map((each) => `${Object.values(shapeOf(each)).map(cellOf).join(',')}\r\n`).join('');
  }
}

async function* all(first: First, days: Days): Days {
  if (first.done) return;
  yield first.value;
  yield* days;
}

function shapeOf({ of, amounts }: UsageSum): Record<string, string | number | null> {
  return { ...of, ...Object.fromEntries(USAGE_UNITS.map((unit) => [unit, amounts[unit] ?? 0])) };
}

/** RFC 4180. */
function cellOf(value: string | number | null): string {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function dayOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!isDay(text)) throw wrong(name, 'a day such as 2026-01-31');
  return Date.parse(`${text}T00:00:00Z`);
}

function monthOf(day: number): number {
  const date = new Date(day);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}
