/**
 * Serves the description of the interface: as OpenAPI, and as pages to read. A browser may keep them, and asks each time
 * whether they have changed.
 */
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { ERRORS_PATH } from '../../errors.ts';
import { packageRoot } from '../../lib/package-root.ts';
import { BuiltDocs } from './built-docs.ts';
import { described } from './described.ts';
import { docsPage } from './docs-page.ts';
import { errorsPage } from './errors-page.ts';
import { addOwnDocuments } from './own-documents.ts';
import { asPage } from './replies.ts';

/** `openapi`: the text of openapi.yaml. */
export function addDocuments(app: FastifyInstance, openapi: string): void {
  const docs = new BuiltDocs(join(packageRoot(), 'dist', 'docs'));
  const readDescribed = () => described(openapi);
  addOwnDocuments(app, docs, readDescribed);
  let page: Promise<string> | null = null;
  // With the first reader: no start waits for it.
  const readPage = () => {
    page ??= Promise.all([readDescribed(), docs.list()]).then(([document, own]) => docsPage(document, own));
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
