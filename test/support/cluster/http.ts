/**
 * What stands around a cluster in HTTP: something that spreads the webhooks of a carrier over the nodes, as a load
 * balancer does, and the receiver of callbacks.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Dispatcher, request } from 'undici';
import type { OmnichannelBody } from '../../../src/engine/message/status-body.ts';

const NODE_ANSWERS_WITHIN_MS = 2_000;
const ROUNDS = 3;

export interface Balancer {
  readonly url: string;
  /** Requests that each node answered. */
  readonly answered: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** Gives each request to the node whose turn it is, and to the next when that one does not take it. */
export async function startBalancer(nodes: () => readonly string[]): Promise<Balancer> {
  const answered = new Map<string, number>();
  let turn = 0;

  async function pass(message: IncomingMessage, body: Buffer): Promise<{ status: number; text: string }> {
    let last = { status: 503, text: '{}' };
    turn += 1;
    const first = turn;
    for (let tries = 0; tries < nodes().length * ROUNDS; tries += 1) {
      const url = nodes()[(first + tries) % nodes().length] ?? '';
      try {
        const answer = await request(`${url}${message.url}`, {
          method: message.method as Dispatcher.HttpMethod,
          headers: headersOf(message),
          body,
          headersTimeout: NODE_ANSWERS_WITHIN_MS,
        });
        last = { status: answer.statusCode, text: await answer.body.text() };
      } catch {
        continue;
      }
      if (last.status >= 500) continue;
      answered.set(url, (answered.get(url) ?? 0) + 1);
      return last;
    }
    return last;
  }

  const server = createServer((message, response) => {
    void bodyOf(message)
      .then((body) => pass(message, body))
      .then(({ status, text }) => response.writeHead(status, { 'content-type': 'application/json' }).end(text))
      .catch(() => response.destroy());
  });
  return { url: await listen(server), answered, close: () => close(server) };
}

export interface CallbackReceiver {
  readonly url: string;
  /** By reference, in the order in which they came; a repeat under the same id counts once. */
  readonly received: ReadonlyMap<string, readonly OmnichannelBody[]>;
  close(): Promise<void>;
}

export async function startCallbackReceiver(): Promise<CallbackReceiver> {
  const received = new Map<string, OmnichannelBody[]>();
  const seen = new Set<string>();
  const server = createServer((message, response) => {
    void bodyOf(message).then((body) => {
      const id = String(message.headers['webhook-id']);
      if (!seen.has(id)) {
        seen.add(id);
        const callback = JSON.parse(body.toString()) as OmnichannelBody;
        const list = received.get(callback.reference_id) ?? [];
        received.set(callback.reference_id, [...list, callback]);
      }
      response.writeHead(204).end();
    });
  });
  return { url: `${await listen(server)}/callbacks`, received, close: () => close(server) };
}

function headersOf(message: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(message.headers).flatMap(([name, value]) =>
      typeof value === 'string' && !['host', 'connection', 'content-length', 'transfer-encoding'].includes(name)
        ? [[name, value]]
        : [],
    ),
  );
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
