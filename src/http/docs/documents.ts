/**
 * Serves the description of the interface: as OpenAPI, and as pages to read. A browser may keep them, and asks each time
 * whether they have changed.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ERRORS_PATH } from '../../errors.ts';
import { described } from './described.ts';
import { docsPage } from './docs-page.ts';
import { errorsPage } from './errors-page.ts';
import { addOwnDocuments } from './own-documents.ts';

/** `openapi`: the text of openapi.yaml. */
export function addDocuments(app: FastifyInstance, openapi: string): void {
  addOwnDocuments(app);
  let page: Promise<string> | null = null;
  // With the first reader: no start waits for it.
  const readPage = () => {
    page ??= described(openapi).then(docsPage);
    return page;
  };
  app.route({
    ...route('/openapi.yaml', 'openapi'),
    handler: async (_, reply) =>
      reply.header('content-type', 'application/yaml; charset=utf-8').header('cache-control', 'no-cache').send(openapi),
  });
  app.route({
    ...route('/docs', 'docs'),
    handler: async (_, reply) => asPage(reply).send(await readPage()),
  });
}

/** On each address of the gateway: refusals link there. */
export function addErrorsPage(app: FastifyInstance): void {
  app.route({ ...route(ERRORS_PATH, 'docsErrors'), handler: async (_, reply) => asPage(reply).send(errorsPage()) });
}

function route(path: string, operation: string) {
  return { method: 'GET' as const, url: path, config: { operation } };
}

function asPage(reply: FastifyReply): FastifyReply {
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
}
