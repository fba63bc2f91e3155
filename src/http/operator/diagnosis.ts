/**
 * What is wrong with this gateway, if anything is.
 */
import type { FastifyInstance } from 'fastify';
import type { OperatorParts } from './parts.ts';

export function diagnosisRoutes(app: FastifyInstance, { diagnose }: OperatorParts): void {
  app.get('/diagnosis', async () => ({ checks: await diagnose() }));
}
