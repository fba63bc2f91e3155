/**
 * An HTTP server that answers as a test tells it, in the place of RBM and of its token server. It decides nothing.
 */
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  readonly method: string;
  /** With the query, as it stood in the request line. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** What the peer's clock said, for tests that look at the pace. */
  readonly socket: IncomingMessage['socket'];
}

export type Reply =
  | {
      readonly status: number;
      readonly json?: unknown;
      readonly headers?: Record<string, string>;
      readonly text?: string;
    }
  /** The request was read, and the connection is cut. */
  | 'cut'
  /** The request was read, and nothing follows. */
  | 'silence';

export const { privateKey: TEST_PRIVATE_KEY, publicKey: TEST_PUBLIC_KEY } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

export class RbmPeer {
  /** Everything but token requests and probes, oldest first. */
  readonly requests: SeenRequest[] = [];
  readonly tokenRequests: SeenRequest[] = [];
  probes = 0;
  /** What the next requests get, one each; when it is empty, `otherwise`. */
  readonly replies: Reply[] = [];
  otherwise: Reply = { status: 200, json: {} };
  readonly tokenReplies: Reply[] = [];
  probeReply: Reply = { status: 404 };
  private tokens = 0;
  private server: Server | null = null;
  private port = 0;

  async start(): Promise<void> {
    const server = createServer((request, response) => void this.take(request, response));
    server.keepAliveTimeout = 60_000;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.port, '127.0.0.1', resolve);
    });
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }

  /** Ends every connection; `start` listens on the same port again. */
  async stop(): Promise<void> {
    const { server } = this;
    if (!server) return;
    this.server = null;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Settings of a carrier that has this peer as its RBM. */
  settings(): Record<string, unknown> {
    return {
      base_url: this.url,
      token_url: `${this.url}/token`,
      agent_id: 'bakery@rbm.goog',
      service_account: {
        type: 'service_account',
        client_email: 'gateway@project.iam.gserviceaccount.com',
        private_key_id: 'key-1',
        private_key: TEST_PRIVATE_KEY,
      },
      client_token: 'SJENtestCLIENTtoken',
      simulated: true,
    };
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const seen: SeenRequest = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
      socket: request.socket,
    };
    this.reply(response, this.replyTo(seen));
  }

  private replyTo(seen: SeenRequest): Reply {
    if (seen.path === '/token') {
      this.tokenRequests.push(seen);
      this.tokens += 1;
      const token = { access_token: `token-${this.tokens}`, expires_in: 3600, token_type: 'Bearer' };
      return this.tokenReplies.shift() ?? { status: 200, json: token };
    }
    if (seen.path === '/') {
      this.probes += 1;
      return this.probeReply;
    }
    this.requests.push(seen);
    return this.replies.shift() ?? this.otherwise;
  }

  private reply(response: ServerResponse, reply: Reply): void {
    if (reply === 'silence') return;
    if (reply === 'cut') {
      response.socket?.destroy();
      return;
    }
    const body = reply.text ?? (reply.json === undefined ? '' : JSON.stringify(reply.json));
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(body);
  }
}
