/** Where PostgreSQL's time goes, by statement, as pg_stat_statements counts it. */
import type { BenchGateway } from './gateway.ts';
import { figure } from './statistics.ts';

/** Settings of a server that counts statements. */
export const STATEMENT_SETTINGS = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'on',
};

const SHOWN = 30;

export interface StatementCost {
  readonly query: string;
  readonly calls: number;
  /** Running it. */
  readonly ms: number;
  /** Planning it. */
  readonly planMs: number;
  readonly rows: number;
  /** Pages found in memory or read. */
  readonly buffers: number;
}

export async function countStatements(gateway: BenchGateway): Promise<void> {
  await gateway.query('create extension if not exists pg_stat_statements');
  await gateway.query('select pg_stat_statements_reset()');
}

/** The costliest first; without those of the bench itself. */
export async function readStatements(gateway: BenchGateway): Promise<StatementCost[]> {
  return gateway.query<StatementCost>(
    `select query, calls::float8 as calls, total_exec_time as ms,
            total_plan_time as "planMs", rows::float8 as rows,
            (shared_blks_hit + shared_blks_read)::float8 as buffers
       from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database())
        and query not ilike '%pg_stat%' and query not ilike 'create extension%'
      order by total_exec_time + total_plan_time desc`,
  );
}

interface TableWrites {
  readonly name: string;
  readonly inserted: number;
  readonly updated: number;
  /** Without a new entry in any index (heap-only). */
  readonly inPlace: number;
}

/** Since the server began, by table without the day. */
async function tableWrites(gateway: BenchGateway, messages: number): Promise<string[]> {
  const rows = await gateway.query<TableWrites>(
    `select regexp_replace(relname, '_\\d{8}$', '') as name, sum(n_tup_ins)::float8 as inserted,
            sum(n_tup_upd)::float8 as updated, sum(n_tup_hot_upd)::float8 as "inPlace"
       from pg_stat_user_tables group by 1 having sum(n_tup_ins) > 0 order by sum(n_tup_ins + n_tup_upd) desc`,
  );
  const total = rows.find(({ name }) => name === 'messages')?.inserted ?? messages;
  return rows.map(({ name, inserted, updated, inPlace }) => {
    const columns = [inserted, updated, inPlace].map((sum) => figure(sum / total).padStart(9));
    return `${columns}  ${name}`;
  });
}

/** A table for people; `messages`: how many were finished meanwhile. */
export async function statementCosts(gateway: BenchGateway, messages: number): Promise<string> {
  const all = await readStatements(gateway);
  const lines = all.slice(0, SHOWN).map(({ query, calls, ms, planMs, rows, buffers }) => {
    const columns = [planMs * 1000, ms * 1000, calls, rows, buffers].map((sum) => sum / messages);
    return `${columns.map((value) => figure(value).padStart(9))}  ${query.replace(/\s+/g, ' ').slice(0, 110)}`;
  });
  const sum = (of: (each: StatementCost) => number) =>
    figure(all.reduce((total, each) => total + of(each), 0) / messages);
  const total = `${sum(({ planMs }) => planMs * 1000)} µs to plan, ${sum(({ ms }) => ms * 1000)} µs to run`;
  return [
    `  PostgreSQL a message: ${total}`,
    '  µs to plan, µs to run, calls, rows, pages a message:',
    ...lines,
    '  rows inserted, updated, and of these in place (heap-only), a message:',
    ...(await tableWrites(gateway, messages)),
  ].join('\n');
}
