/**
 * The HTTP side of simulated sources: a server on loopback that reads one request, asks what to answer, and can also
 * hang.
 */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Service } from '../lib/service.ts';

export interface SimulatedRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface SimulatedReply {
  readonly status: number;
  readonly body?: unknown;
  /** In place of JSON. */
  readonly text?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface SimulatedServer extends Service {
  /** `http://127.0.0.1:port` once it runs. */
  readonly origin: string;
}

/** What a broken system in front of a source answers. */
export const NONSENSE: SimulatedReply = { status: 200, text: '<html><body>Welcome</body></html>' };

export function createSimulatedServer(
  name: string,
  where: { readonly host: string; readonly port: number },
  answer: (request: SimulatedRequest) => Promise<SimulatedReply | 'hang'>,
): SimulatedServer {
  const server: Server = createServer((message, response) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', async () => {
      const url = new URL(message.url ?? '/', 'http://simulated');
      const { method = 'GET', headers } = message;
      const request = { method, path: url.pathname, query: url.searchParams, headers, body: Buffer.concat(chunks) };
      const reply = await answer(request).catch(() => ({ status: 500, body: {} }) as SimulatedReply);
      if (reply === 'hang') return;
      const isText = reply.text !== undefined;
      response.writeHead(reply.status, {
        'content-type': isText ? 'text/html' : 'application/json',
        ...reply.headers,
      });
      response.end(isText ? reply.text : JSON.stringify(reply.body ?? {}));
    });
  });
  let origin = '';
  return {
    name,
    get origin() {
      return origin;
    },
    async start() {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen({ port: where.port, host: where.host, exclusive: true }, resolve);
      });
      const { port } = server.address() as AddressInfo;
      origin = `http://${where.host.includes(':') ? `[${where.host}]` : where.host}:${port}`;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
