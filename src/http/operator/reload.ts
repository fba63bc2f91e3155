/**
 * Reload: has this node read its settings again, and the other processes of its gateway.
 */
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../errors.ts';
import type { OperatorOptions } from './options.ts';

export function reloadRoutes(app: FastifyInstance, { reload, node }: OperatorOptions): void {
  app.post('/reload', async () => {
    const read = await reload();
    if (read.kind === 'refused') throw new Refusal('settings_wrong', { why: read.problems.join('; ') });
    return { node, changed: read.changed, needs_restart: read.needsRestart };
  });
}
