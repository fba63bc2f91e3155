/**
 * Serves the gateway's own documents, those of its version: as pages at /docs/NAME, as they are written at
 * /docs/NAME.md, /llms.txt, which says which there are, and a search. A gateway that was built without has none.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '../../errors.ts';
import type { JsonObject } from '../../lib/json.ts';
import { pathOf } from '../edge.ts';
import type { BuiltDocs } from './built-docs.ts';
import { searchEntries, searchPage } from './docs-search.ts';
import { ownPage } from './own-page.ts';
import { asPage } from './replies.ts';

/** `openapi`: what openapi.yaml says. */
export function addOwnDocuments(app: FastifyInstance, docs: BuiltDocs, openapi: () => Promise<JsonObject>): void {
  app.route({
    method: 'GET',
    url: '/llms.txt',
    config: { operation: 'docsList' },
    handler: async (request, reply) => asMarkdown(reply).send(thereIs(await docs.file('llms.txt'), request.url)),
  });
  addSearch(app, docs, openapi);
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

function addSearch(app: FastifyInstance, docs: BuiltDocs, openapi: () => Promise<JsonObject>): void {
  const config = { operation: 'docsSearch' };
  let entries: Promise<string> | null = null;
  const readEntries = () => {
    entries ??= Promise.all([openapi(), docs.list()]).then((read) => JSON.stringify(searchEntries(...read)));
    return entries;
  };
  app.get('/docs/search', { config }, async (_, reply) =>
    asPage(reply, "script-src 'self'; connect-src 'self'; ").send(searchPage(await docs.list())),
  );
  app.get('/docs/search.json', { config }, async (_, reply) =>
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await readEntries()),
  );
  app.get('/docs/search.js', { config }, async (request, reply) => {
    const script = thereIs(await docs.file('search.js'), request.url);
    return reply
      .header('content-type', 'text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(script);
  });
}

function thereIs<Found>(found: Found | null, url: string): Found {
  if (found === null) throw new Refusal('path_unknown', { path: pathOf(url) });
  return found;
}

function asMarkdown(reply: FastifyReply): FastifyReply {
  return reply.header('content-type', 'text/markdown; charset=utf-8').header('cache-control', 'no-cache');
}
