/**
 * Serves the gateway's own documents, those of its version: as pages at /docs/NAME, as they are written at
 * /docs/NAME.md, and /llms.txt, which says which there are. A gateway that was built without has none.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '../../errors.ts';
import { pathOf } from '../edge.ts';
import type { BuiltDocs } from './built-docs.ts';
import { ownPage } from './own-page.ts';
import { asPage } from './replies.ts';

export function addOwnDocuments(app: FastifyInstance, docs: BuiltDocs): void {
  app.route({
    method: 'GET',
    url: '/llms.txt',
    config: { operation: 'docsList' },
    handler: async (request, reply) => asMarkdown(reply).send(thereIs(await docs.file('llms.txt'), request.url)),
  });
  app.route<{ Params: { '*': string } }>({
    method: 'GET',
    url: '/docs/*',
    config: { operation: 'docsOwn' },
    handler: async (request, reply) => {
      const path = request.params['*'];
      const all = await docs.list();
      const written = all.find(({ name }) => path === `${name}.md`);
      if (written) return asMarkdown(reply).send(thereIs(await docs.file(path), request.url));
      const page = thereIs(all.find(({ name, isPage }) => isPage && name === path) ?? null, request.url);
      const html = thereIs(await docs.file(`${page.name}.html`), request.url);
      return asPage(reply).send(ownPage(page, { html, all }));
    },
  });
}

function thereIs<Found>(found: Found | null, url: string): Found {
  if (found === null) throw new Refusal('path_unknown', { path: pathOf(url) });
  return found;
}

function asMarkdown(reply: FastifyReply): FastifyReply {
  return reply.header('content-type', 'text/markdown; charset=utf-8').header('cache-control', 'no-cache');
}
