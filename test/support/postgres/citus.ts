/**
 * Test databases on a Citus cluster: `node scripts/test.mjs --citus postgres://user@coordinator:5432/postgres`.
 *
 * 1. The address is that of a database on the coordinator in which the cluster stands as `select * from pg_dist_node`
 *    shows it. The user may create databases and extensions on every node, under the same password.
 * 2. Each test has a database of its own on all nodes, migrated and spread by deploy/citus.sql as an operator does it:
 *    a database with shards cannot be copied from a template.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../../src/store/connection/pool.ts';
import type { Database } from '../../../src/store/database.ts';
import { migrate } from '../../../src/store/schema/migrate.ts';
import type { Buckets } from '../../../src/store/sql/lanes.ts';
import { quietContext, urlOf } from './postgres.ts';

/** The coordinator that this run is told to use. */
export const CITUS = process.env.TRUNKLINE_TEST_CITUS;

/** A lane for a test whose rows are all in bucket 0: on a cluster no statement that changes rows takes all lanes at once. */
export const LANE: Buckets = CITUS === undefined ? null : [0];

const DISTRIBUTE = fileURLToPath(new URL('../../../deploy/citus.sql', import.meta.url));

interface Node {
  readonly name: string;
  readonly port: number;
  readonly isCoordinator: boolean;
}

/** Makes the database on every node and spreads the schema over it; returns its address. */
export async function createCitusDatabase(coordinator: string, name: string): Promise<string> {
  const nodes = await nodesOf(coordinator);
  await Promise.all(
    nodes.map(async (node) => {
      await on(addressOf(coordinator, node), (db) => db.query(`create database ${name}`));
      await on(urlOf(addressOf(coordinator, node), name), (db) => db.query('create extension citus'));
    }),
  );
  const url = urlOf(coordinator, name);
  await on(url, async (db) => {
    for (const { isCoordinator, name: host, port } of nodes) {
      const add = isCoordinator ? 'citus_set_coordinator_host' : 'citus_add_node';
      await db.query(`select ${add}($1, $2::int)`, [host, port]);
    }
  });
  return url;
}

/** Migrates and distributes. */
export async function spreadSchema(url: string): Promise<void> {
  await migrate(quietContext(), { url });
  const sql = await readFile(DISTRIBUTE, 'utf8');
  await on(url, (db) => db.query(sql));
}

export async function dropCitusDatabase(coordinator: string, name: string): Promise<void> {
  for (const node of await nodesOf(coordinator)) {
    await on(addressOf(coordinator, node), (db) => db.query(`drop database if exists ${name} with (force)`));
  }
}

/** Of the maintenance database of every node, the coordinator first. */
export async function addressesOfNodes(coordinator: string): Promise<string[]> {
  return (await nodesOf(coordinator)).map((node) => addressOf(coordinator, node));
}

/** The coordinator first. */
async function nodesOf(coordinator: string): Promise<Node[]> {
  return on(coordinator, async (db) => {
    const { rows } = await db.query<Node>(
      `select nodename as name, nodeport as port, groupid = 0 as "isCoordinator" from pg_dist_node
        where isactive and noderole = 'primary' order by groupid`,
    );
    return rows;
  });
}

/** The maintenance database of a node; the coordinator is reached as it was named. */
function addressOf(coordinator: string, { name, port, isCoordinator }: Node): string {
  if (isCoordinator) return coordinator;
  const url = new URL(coordinator);
  url.hostname = name;
  url.port = String(port);
  return url.href;
}

async function on<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(quietContext(), { url, poolSize: 1, queryTimeoutMs: 0 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
