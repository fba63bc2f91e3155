/**
 * The routes of the sandbox for operators, below /operator/v1/sandbox: what is sent as its account, and its handsets.
 */
import type { FastifyInstance } from 'fastify';
import type { OperatorOptions } from '../options.ts';
import { sendRoute } from './send.ts';

export function sandboxRoutes(app: FastifyInstance, options: OperatorOptions): void {
  sendRoute(app, options);
}
