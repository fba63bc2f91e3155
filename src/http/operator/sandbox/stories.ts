/**
 * GET /operator/v1/sandbox/stories: what numbers do, by their last three digits, in words.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { strict } from '../../../lib/schemas.ts';
import type { OperatorOptions } from '../options.ts';
import { queryOf } from '../request.ts';
import { theSandbox } from './sandbox.ts';

const NoQuery = Type.Object({}, strict);

export function storyRoute(app: FastifyInstance, options: OperatorOptions): void {
  app.get('/sandbox/stories', async (request) => {
    const { stories, withoutStory } = theSandbox(options);
    queryOf(NoQuery, request);
    return { stories, otherwise: withoutStory };
  });
}
