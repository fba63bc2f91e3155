/**
 * What a gateway does when it finds that it may not go on: the others gave its node up, or a later start took its place.
 */
import type { Context } from '../../context.ts';
import type { Database } from '../../store/database.ts';
import { isReplaced } from '../../store/nodes/node-lists.ts';
import type { Owner } from '../../store/nodes/owner.ts';

/** `given_up`: by the others, since it was held or cut off; it may start over. `replaced`: it may not come back. */
export type Loss = 'given_up' | 'replaced';

/** Two processes with one node id would take each other's place for ever, so which of the two it is has to be known. */
export async function findLoss(context: Context, db: Database, { node, epoch }: Owner): Promise<Loss> {
  const how = await isReplaced(db, node, epoch).then(
    (isSo) => (isSo ? 'replaced' : 'given_up'),
    () => 'given_up' as const,
  );
  if (how === 'replaced') context.log.fatal({ node }, 'this node was started again elsewhere: this one ends');
  else context.log.error({ node }, 'the other nodes had no sign of this one and took over its work: it starts over');
  return how;
}
