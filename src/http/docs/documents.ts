/**
 * Serves the description of the interface: as OpenAPI, and as a page to read. A browser may keep both, and asks each
 * time whether they have changed.
 */
import type { FastifyInstance } from 'fastify';
import { described } from './described.ts';
import { docsPage } from './docs-page.ts';

/** `openapi`: the text of openapi.yaml. */
export function addDocuments(app: FastifyInstance, openapi: string): void {
  let page: Promise<string> | null = null;
  // With the first reader: no start waits for it.
  const readPage = () => {
    page ??= described(openapi).then(docsPage);
    return page;
  };
  const route = (path: string, operation: string) => ({ method: 'GET' as const, url: path, config: { operation } });
  app.route({
    ...route('/openapi.yaml', 'openapi'),
    handler: async (_, reply) =>
      reply.header('content-type', 'application/yaml; charset=utf-8').header('cache-control', 'no-cache').send(openapi),
  });
  app.route({
    ...route('/docs', 'docs'),
    handler: async (_, reply) =>
      reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
        .send(await readPage()),
  });
}
