/** HTTP servers that do what no server should: hang, drip, never end, cut the connection, speak something else. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

export interface BadServer {
  readonly origin: string;
  /** How often it was asked. */
  asked(): number;
  /** What it does from now on. */
  behave(how: RequestListener): void;
}

export async function badServer(t: TestContext, first: RequestListener): Promise<BadServer> {
  let how = first;
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    how(request, response);
  });
  server.on('clientError', (_, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    behave: (other) => {
      how = other;
    },
  };
}

export function says(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): RequestListener {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  };
}

export const hangs: RequestListener = () => {};

export const cutsOff: RequestListener = (request) => {
  request.socket.destroy();
};

/** A head, the beginning of a body, and no more. */
export const drips: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"mcc":"2');
};

export const neverEnds: RequestListener = (_, response) => {
  const more = () => {
    while (!response.destroyed && response.write('{"mcc":"262","more":['.repeat(500)));
  };
  response.on('drain', more);
  more();
};

export const speaksSomethingElse: RequestListener = (request) => {
  request.socket.end('SSH-2.0-OpenSSH_9.2\r\n');
};

export const sendsInCircles: RequestListener = (request, response) => {
  response.writeHead(302, { location: String(request.url) });
  response.end();
};
