/**
 * What a diagnosis says of the schema: whether it is the one that this release was written for.
 */
import { type Check, fail, ok, warn } from '../lib/checks.ts';
import type { Queryable } from '../store/database.ts';
import { readSchemaState } from '../store/schema/migrate.ts';

const NAME = 'database: schema';

export async function checkSchema(db: Queryable): Promise<Check> {
  const { found, known } = await readSchemaState(db);
  if (found === known) return ok(NAME, `version ${found}`);
  if (found < known) {
    return warn(NAME, `version ${found}, and this release brings ${known}`, 'the next start of a gateway brings it up');
  }
  const says = `version ${found}, and this release knows ${known}`;
  if (found === known + 1)
    return warn(NAME, `${says}: it is served`, 'finish the upgrade: start the newer release on this node, too');
  return fail(NAME, says, 'start the release that made it, or restore a dump from before it');
}
