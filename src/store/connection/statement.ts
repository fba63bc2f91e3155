/**
 * One statement on one connection.
 *
 * 1. A statement whose plan is kept (`kept`) has a name on the server. The name is made from its text, so it never means
 *    two things on one connection.
 * 2. PostgreSQL makes that plan once, without the values, perhaps while the table is still empty. For an empty table it
 *    would choose a sequential scan, which is wrong as soon as the table is full. So sequential and bitmap scans, hash
 *    joins and merge joins are switched off before it plans, and it takes an index: "what is due now" is found by the
 *    index of `due_at`. Nor does it remember what it found for a key (`enable_memoize`): of the keys of one statement none
 *    comes twice. And pages cost nothing, so it takes the index of which it reads the fewest entries: by what pages cost, a
 *    poll for what is due would read all keys of the day wherever a sample says nothing of the order in which due rows lie.
 *    Statements whose plan is not kept (`anew`) are planned as the server is set.
 * 3. No plan is kept behind a pooler, which may lead the next transaction to another session, nor on Citus, which plans
 *    for the shards that the values name.
 * 4. What is sent in one turn leaves together (exchange.ts). A text without values, which may hold several statements,
 *    leaves alone, behind it.
 */
import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import type { Planning, Result } from '../database.ts';
import { Exchange, type Prepared } from './exchange.ts';
import { asParameter, type Parameter } from './parameters.ts';

/** A connection as statements use it. */
export interface Statements {
  readonly client: Client;
  /** Rule 3. */
  readonly keepsPlans: boolean;
  /** By their texts. */
  readonly kept: Map<string, Prepared>;
  /** How the connection plans just now; null when a rollback may have changed it. */
  planning: Planning | null;
  /** Rule 4. */
  leaving: Exchange | null;
}

export type Answered<Row> = Result<Row> & { readonly command: string };

/** What a connection is told before it plans. */
export const PLAN_BY: Readonly<Record<Planning, string>> = {
  kept:
    'set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set enable_hashjoin = off; ' +
    'set enable_mergejoin = off; set enable_bitmapscan = off; set enable_memoize = off; ' +
    'set seq_page_cost = 0; set random_page_cost = 0',
  anew:
    'reset plan_cache_mode; reset enable_seqscan; reset enable_hashjoin; reset enable_mergejoin; ' +
    'reset enable_bitmapscan; reset enable_memoize; reset seq_page_cost; reset random_page_cost',
};

interface DriverResult<Row> {
  readonly rows: Row[];
  readonly rowCount: number | null;
  readonly command: string;
}

/** Rejects with the driver's error. */
export function run<Row>(
  connection: Statements,
  text: string,
  values?: readonly unknown[],
  planning: Planning = 'anew',
): Promise<Answered<Row>> {
  if (!values) return runAlone(connection, text);
  if (connection.keepsPlans) plan(connection, planning);
  return ask(connection, text, values, planning);
}

/** BEGIN, COMMIT, ROLLBACK: they are not planned. */
export function command(connection: Statements, text: 'begin' | 'commit' | 'rollback'): Promise<Answered<never>> {
  return ask(connection, text, [], 'kept');
}

/** Several statements (migrations) give several results; the last counts. */
async function runAlone<Row>(connection: Statements, text: string): Promise<Answered<Row>> {
  leave(connection);
  const answer: unknown = await connection.client.query(text);
  const { rows, rowCount, command } = (Array.isArray(answer) ? answer.at(-1) : answer) as DriverResult<Row>;
  return { rows, rowCount: rowCount ?? 0, command };
}

function ask<Row>(
  connection: Statements,
  text: string,
  values: readonly unknown[],
  planning: Planning,
): Promise<Answered<Row>> {
  let parameters: Parameter[];
  try {
    parameters = values.map(asParameter);
  } catch (error) {
    return Promise.reject(error);
  }
  const prepared = planning === 'kept' && connection.keepsPlans ? keptOf(connection, text) : { ...ONCE, text };
  return leavingOf(connection).add(prepared, parameters) as Promise<Answered<Row>>;
}

const ONCE: Omit<Prepared, 'text'> = { name: '', state: 'new', columns: [] };

function keptOf({ kept }: Statements, text: string): Prepared {
  const known = kept.get(text);
  if (known) return known;
  const prepared: Prepared = { ...ONCE, text, name: nameOf(text) };
  kept.set(text, prepared);
  return prepared;
}

/** Leaves before the statement behind it. That it failed shows there: the transaction had failed before. */
function plan(connection: Statements, planning: Planning): void {
  if (connection.planning === planning) return;
  connection.planning = planning;
  leave(connection);
  connection.client.query(PLAN_BY[planning]).catch(() => {
    connection.planning = null;
  });
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `trunkline_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  names.set(text, name);
  return name;
}

/** Rule 4. */
function leavingOf(connection: Statements): Exchange {
  if (connection.leaving) return connection.leaving;
  const exchange = new Exchange();
  connection.leaving = exchange;
  queueMicrotask(() => {
    if (connection.leaving === exchange) leave(connection);
  });
  return exchange;
}

/** In one write: a write costs more than the statements in it. */
function leave(connection: Statements): void {
  const { leaving } = connection;
  if (!leaving) return;
  connection.leaving = null;
  connection.client.query(leaving);
}
