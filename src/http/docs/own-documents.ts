/**
 * Serves the gateway's own documents, those of its version: /docs/NAME.md as they are written, and /llms.txt, which says
 * which there are. A gateway that was built without has none.
 */
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '../../errors.ts';
import { packageRoot } from '../../lib/package-root.ts';
import { pathOf } from '../edge.ts';
import { BuiltDocs } from './built-docs.ts';

const MARKDOWN = 'text/markdown; charset=utf-8';

/** `folder`: what was built, whether or not it is there. */
export function addOwnDocuments(app: FastifyInstance, folder = join(packageRoot(), 'dist', 'docs')): void {
  const docs = new BuiltDocs(folder);
  app.route({
    method: 'GET',
    url: '/llms.txt',
    config: { operation: 'docsList' },
    handler: async (request, reply) => send(reply, { type: MARKDOWN, text: await docs.file('llms.txt') }, request.url),
  });
  app.route<{ Params: { '*': string } }>({
    method: 'GET',
    url: '/docs/*',
    config: { operation: 'docsOwn' },
    handler: async (request, reply) => {
      const path = request.params['*'];
      const found = (await docs.list()).find(({ name }) => path === `${name}.md`);
      return send(reply, { type: MARKDOWN, text: found ? await docs.file(path) : null }, request.url);
    },
  });
}

function send(
  reply: FastifyReply,
  { type, text }: { readonly type: string; readonly text: string | null },
  url: string,
): FastifyReply {
  if (text === null) throw new Refusal('path_unknown', { path: pathOf(url) });
  return reply.header('content-type', type).header('cache-control', 'no-cache').send(text);
}
