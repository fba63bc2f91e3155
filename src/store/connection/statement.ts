/**
 * One statement on one connection.
 *
 * 1. A statement whose plan is kept (`kept`) has a name on the server. The name is made from its text, so it never means
 *    two things on one connection.
 * 2. PostgreSQL makes that plan once, without the values, perhaps while the table is still empty. For an empty table it
 *    would choose a sequential scan, which is wrong as soon as the table is full. So sequential and bitmap scans, hash
 *    joins and merge joins are switched off before it plans, and it takes an index: "what is due now" is found by the
 *    index of `due_at`. Nor does it remember what it found for a key (`enable_memoize`): of the keys of one statement none
 *    comes twice. Statements whose plan is not kept (`anew`) are planned as the server is set.
 * 3. No plan is kept behind a pooler, which may lead the next transaction to another session, nor on Citus, which plans
 *    for the shards that the values name.
 */
import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { type Client, Query } from 'pg';
import type { Planning, Result } from '../database.ts';

/** A connection as statements use it. */
export interface Statements {
  readonly client: Client;
  /** Rule 3. */
  readonly keepsPlans: boolean;
  /** How the connection plans just now; null when a rollback may have changed it. */
  planning: Planning | null;
  /** Its writes wait for the end of the turn. */
  isHeld: boolean;
}

/** What a connection is told before it plans. */
export const PLAN_BY: Readonly<Record<Planning, string>> = {
  kept:
    'set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set enable_hashjoin = off; ' +
    'set enable_mergejoin = off; set enable_bitmapscan = off; set enable_memoize = off',
  anew:
    'reset plan_cache_mode; reset enable_seqscan; reset enable_hashjoin; reset enable_mergejoin; ' +
    'reset enable_bitmapscan; reset enable_memoize',
};

interface DriverResult<Row> {
  readonly rows: Row[];
  readonly rowCount: number | null;
  readonly command: string;
}

/** Rejects with the driver's error. */
export async function run<Row>(
  connection: Statements,
  text: string,
  values?: readonly unknown[],
  planning: Planning = 'anew',
): Promise<Result<Row> & { readonly command: string }> {
  holdWrites(connection);
  const isKept = planning === 'kept' && connection.keepsPlans;
  if (values && connection.keepsPlans) plan(connection, planning);
  const answer: unknown = values
    ? await ask(connection.client, text, values, isKept ? nameOf(text) : null)
    : await connection.client.query(text);
  // Several statements in one text (migrations) give several results; the last counts.
  const result = (Array.isArray(answer) ? answer.at(-1) : answer) as DriverResult<Row>;
  return { rows: result.rows, rowCount: result.rowCount ?? 0, command: result.command };
}

/** Given an object, the driver copies it descriptor by descriptor, which takes ten times as long as all the rest. */
function ask(client: Client, text: string, values: readonly unknown[], name: string | null): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const query = new Query(text, values as unknown[], (error, result) => (error ? reject(error) : resolve(result)));
    client.query(name === null ? query : Object.assign(query, { name }));
  });
}

/** Leaves together with the statement behind it. That it failed shows there: the transaction had failed before. */
function plan(connection: Statements, planning: Planning): void {
  if (connection.planning === planning) return;
  connection.planning = planning;
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

/** What is sent in one turn leaves in one write: a write costs more than the statements in it. */
function holdWrites(connection: Statements): void {
  if (connection.isHeld) return;
  const { stream } = (connection.client as unknown as { connection: { stream: Duplex } }).connection;
  connection.isHeld = true;
  stream.cork();
  queueMicrotask(() => {
    connection.isHeld = false;
    stream.uncork();
  });
}
