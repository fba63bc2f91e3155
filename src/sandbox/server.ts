/**
 * The handsets over HTTP by themselves, without a gateway and without credentials, for simulators that run alone.
 */
import { fastify } from 'fastify';
import type { Context } from '../context.ts';
import type { Service } from '../lib/service.ts';
import type { Handsets } from './handsets.ts';
import { sandboxRoutes } from './routes.ts';

export interface HandsetServer extends Service {
  /** Throws before the start. */
  readonly url: string;
}

export function createHandsetServer(
  context: Context,
  handsets: Handsets,
  { host, port }: { readonly host: string; readonly port: number },
): HandsetServer {
  const app = fastify({ logger: false, forceCloseConnections: true });
  let url: string | null = null;
  app.setNotFoundHandler((_, reply) =>
    reply.code(404).send({ status: { code: 4040, description: 'there is no such resource' } }),
  );
  app.register(sandboxRoutes(handsets, context.clock), { prefix: '/sandbox' });
  return {
    name: 'handsets',
    get url() {
      if (url === null) throw new Error('the handset server does not listen');
      return url;
    },
    async start() {
      url = await app.listen({ host, port, exclusive: true });
    },
    stop: () => app.close(),
  };
}
