/**
 * What a diagnosis says of the schema: whether it is the one that this release was written for, and whether the gateway
 * may make it so.
 */
import { type Check, fail, ok, warn } from '../lib/checks.ts';
import type { Queryable } from '../store/database.ts';
import { readSchemaState } from '../store/schema/migrate.ts';

const NAME = 'database: schema';

export async function checkSchema(db: Queryable): Promise<Check> {
  const { found, known, user, mayChange } = await readSchemaState(db);
  if (!mayChange) {
    const says = `the user ${user} may not make tables, or change those that are there`;
    return fail(NAME, says, 'make this user the owner of the database and of the tables in it');
  }
  if (found === 0) return ok(NAME, 'none yet; made at the first start');
  if (found === known) return ok(NAME, `version ${found}`);
  if (found < known) {
    return warn(NAME, `version ${found}, and this release brings ${known}`, 'the next start of a gateway brings it up');
  }
  const says = `version ${found}, and this release knows ${known}`;
  if (found === known + 1)
    return warn(NAME, `${says}: it is served`, 'finish the upgrade: start the newer release on this node, too');
  return fail(NAME, says, 'start the release that made it, or restore a dump from before it');
}
