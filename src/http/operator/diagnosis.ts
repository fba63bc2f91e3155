/**
 * Diagnosis: shows what is wrong with this gateway.
 */
import type { FastifyInstance } from 'fastify';
import type { OperatorOptions } from './options.ts';

export function diagnosisRoutes(app: FastifyInstance, { diagnose, node }: OperatorOptions): void {
  app.get('/diagnosis', async () => ({ node, checks: await diagnose() }));
}
