/**
 * The routes of the sandbox for operators, below /operator/v1/sandbox: what is sent as its account, and its handsets.
 */
import type { FastifyInstance } from 'fastify';
import type { OperatorOptions } from '../options.ts';
import { actRoutes, callActRoutes } from './acts.ts';
import { handsetRoutes } from './handsets.ts';
import { sendRoute } from './send.ts';
import { storyRoute } from './stories.ts';

export function sandboxRoutes(app: FastifyInstance, options: OperatorOptions): void {
  sendRoute(app, options);
  handsetRoutes(app, options);
  actRoutes(app, options);
  callActRoutes(app, options);
  storyRoute(app, options);
}
