/**
 * Brings the schema up to what this release knows: the numbered files in src/store/migrations, in order, forward only.
 *
 * 1. All that is missing is applied in one transaction: a failed migration leaves the schema as it was.
 * 2. The row that names a version goes in before its statements: of two nodes that start at once, the second waits for
 *    the first and then finds the work done.
 * 3. A schema that is exactly one version ahead is served: nodes are replaced one after the other. Further ahead is
 *    refused. So each migration leaves the schema usable by the release before it, and a release brings one at most
 *    that is not in the release before (docs/decisions/rolling-upgrade.md).
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../context.ts';
import { packageRoot } from '../../lib/package-root.ts';
import { type DatabaseOptions, openDatabase } from '../connection/pool.ts';
import { SQL_STATE, stateOf } from '../connection/sql-states.ts';
import type { Database, Queryable } from '../database.ts';

export interface Migration {
  readonly version: number;
  /** `0001-foundation` */
  readonly name: string;
  readonly sql: string;
}

export interface Migrated {
  /** The version before; 0 for an empty database. */
  readonly from: number;
  readonly to: number;
}

/** Duplicate row, table or type: another node was first. Deadlock: the same again. */
const ANOTHER_NODE: readonly string[] = [
  SQL_STATE.uniqueViolation,
  SQL_STATE.duplicateTable,
  SQL_STATE.duplicateObject,
  SQL_STATE.deadlockDetected,
];
const TRIES = 5;

/** Migrates over a connection of its own, whose statements may take as long as they need. */
export async function migrate(context: Context, where: DatabaseOptions): Promise<Migrated> {
  const db = await openDatabase(context, { ...where, poolSize: 1, queryTimeoutMs: 0 });
  try {
    return await applyMigrations(context, db, await readMigrations());
  } finally {
    await db.close();
  }
}

/** The files of this checkout, whether this runs from src/ or bundled in dist/. */
export async function readMigrations(folder = migrationsFolder()): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const migrations = await Promise.all(
    names.map(async (file) => {
      const version = Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(file)?.[1]);
      if (!Number.isInteger(version)) throw new Error(`a migration is called like 0002-what-it-does.sql, not ${file}`);
      return { version, name: file.slice(0, -'.sql'.length), sql: await readFile(join(folder, file), 'utf8') };
    }),
  );
  migrations.forEach(({ version, name }, index) => {
    if (version !== index + 1) throw new Error(`migrations are numbered without gaps; ${name} is number ${index + 1}`);
  });
  return migrations;
}

export interface SchemaState {
  /** 0 for an empty database. */
  readonly found: number;
  /** What this release knows. */
  readonly known: number;
  readonly user: string;
  /** Whether this user may make its tables or, where it has some, change them. */
  readonly mayChange: boolean;
}

/** Changes nothing. */
export async function readSchemaState(db: Queryable): Promise<SchemaState> {
  const known = (await readMigrations()).length;
  const { rows } = await db.query<{ user: string; exists: boolean; isOurs: boolean | null; mayMake: boolean | null }>(
    `select current_user::text as user, t.oid is not null as exists, pg_has_role(t.relowner, 'usage') as "isOurs",
            has_schema_privilege(current_schema(), 'create') as "mayMake"
       from (values (to_regclass('schema_versions'))) as v (name) left join pg_class t on t.oid = v.name`,
  );
  const [row] = rows;
  if (!row) throw new Error('the server said nothing of its tables');
  const mayChange = row.mayMake === true && row.isOurs !== false;
  // Whoever may not change it may not be let read it.
  const found = row.exists && mayChange ? await highestVersion(db) : 0;
  return { found, known, user: row.user, mayChange };
}

/** Rejects with the reason when the schema is too new, or with the error of the statement that failed. */
export async function applyMigrations(
  context: Context,
  db: Database,
  migrations: readonly Migration[],
): Promise<Migrated> {
  for (let tries = 1; ; tries += 1) {
    try {
      const from = await currentVersion(db);
      const known = migrations.length;
      if (from > known) return newer(context, from, known);
      if (from < known) await apply(db, migrations.slice(from), context.clock.now());
      return { from, to: known };
    } catch (error) {
      if (stateOf(error) === SQL_STATE.insufficientPrivilege) throw notOurs(error);
      if (!ANOTHER_NODE.includes(stateOf(error)) || tries === TRIES) throw error;
    }
  }
}

async function currentVersion(db: Database): Promise<number> {
  await db.query(
    `create table if not exists schema_versions (
       version int not null constraint "a version is applied once" primary key,
       name text not null,
       applied_at timestamptz not null
     )`,
  );
  return highestVersion(db);
}

async function highestVersion(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ version: number }>(
    'select coalesce(max(version), 0) as version from schema_versions',
  );
  return rows[0]?.version ?? 0;
}

async function apply(db: Database, migrations: readonly Migration[], now: number): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { version, name, sql } of migrations) {
      await tx.query(
        'insert into schema_versions (version, name, applied_at) values ($1, $2, to_timestamp($3 / 1000.0))',
        [version, name, now],
      );
      await tx.query(sql);
    }
  });
}

function notOurs(error: unknown): Error {
  const why = error instanceof Error ? error.message : String(error);
  return new Error(
    `the database does not let its user make or change the tables (${why}): make this user the owner of the database ` +
      'and of the tables in it',
  );
}

function newer(context: Context, found: number, known: number): Migrated {
  if (found > known + 1) {
    throw new Error(
      `the database has schema version ${found}, and this release knows ${known}: start the release that made it, or ` +
        'restore a dump from before it',
    );
  }
  context.log.warn({ found, known }, 'the schema is one version newer than this release; it is served');
  return { from: found, to: found };
}

function migrationsFolder(): string {
  return join(packageRoot(), 'src', 'store', 'migrations');
}
