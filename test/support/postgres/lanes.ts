/**
 * The buckets in several lanes on one PostgreSQL, as they lie on a distributed one: `node scripts/test.mjs --lanes 8`.
 *
 * 1. The lanes are made in the database itself, so that whoever opens it finds them: an engine in the test's process, a
 *    gateway that is a process of its own.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Queryable } from '../../../src/store/database.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Into how many lanes the databases of this run are split. */
export const LANES = Number(process.env.TRUNKLINE_TEST_LANES ?? 1);

/** Needs the schema. What is open on the database reads its lanes at its next start. */
export async function splitLanes(db: Queryable, lanes = LANES): Promise<void> {
  if (lanes === 1) return;
  await db.query(
    `create or replace function lane(bucket smallint) returns bigint language sql stable
       as 'select (bucket % ${Math.trunc(lanes)})::bigint'`,
  );
}

/**
 * The same for a gateway that makes its own PostgreSQL in `dataDir`: makes it first, with the schema and the lanes, and
 * with the programs that its configuration names.
 */
export function prepareDataDirectory(dataDir: string, config?: string): void {
  if (LANES === 1 || existsSync(join(dataDir, 'postgres'))) return;
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', join(ROOT, 'test', 'support', 'postgres', 'split-data-directory.ts'), dataDir, config ?? ''],
    { cwd: ROOT },
  );
  if (status !== 0) throw new Error(`the lanes could not be made: ${stderr.toString()}`);
}
