/** Where PostgreSQL's time goes, by statement, as pg_stat_statements counts it. */
import type { BenchGateway } from './gateway.ts';
import { figure } from './statistics.ts';

/** Settings of a server that counts statements. */
export const STATEMENT_SETTINGS = { shared_preload_libraries: 'pg_stat_statements' };

export interface StatementCost {
  readonly query: string;
  readonly calls: number;
  readonly ms: number;
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
    `select query, calls::float8 as calls, total_exec_time as ms, rows::float8 as rows,
            (shared_blks_hit + shared_blks_read)::float8 as buffers
       from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database())
        and query not ilike '%pg_stat%' and query not ilike 'create extension%'
      order by total_exec_time desc`,
  );
}

/** A table for people; `messages`: how many were finished meanwhile. */
export async function statementCosts(gateway: BenchGateway, messages: number): Promise<string> {
  const all = await readStatements(gateway);
  const lines = all.slice(0, 20).map(({ query, calls, ms, rows, buffers }) => {
    const columns = [(ms * 1000) / messages, calls / messages, rows / messages, buffers / messages];
    return `${columns.map((value) => figure(value).padStart(9))}  ${query.replace(/\s+/g, ' ').slice(0, 110)}`;
  });
  return ['  µs, calls, rows and pages a message, by statement:', ...lines].join('\n');
}
