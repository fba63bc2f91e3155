/**
 * One kept-alive HTTP/1.1 connection with one request at a time: as little work as a client can do, so that the load
 * takes its share of the machine from nobody.
 */
import net from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');

/** A request with a JSON body, as a caller writes it. */
export function writePost(path: string, port: number, authorization: string, body: string): string {
  return [
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Authorization: ${authorization}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    // The load writes bytes as they are.
    Buffer.from(body).toString('latin1'),
  ].join('\r\n');
}

/** The status of the answer, or 0 when the connection broke under it. */
export type Answered = (status: number) => void;

export class HttpConnection {
  private readonly port: number;
  private socket: net.Socket | null = null;
  private waiting: Answered | null = null;
  private held: Buffer = Buffer.alloc(0);
  private isClosed = false;

  constructor(port: number) {
    this.port = port;
  }

  send(request: Uint8Array, answered: Answered): void {
    this.waiting = answered;
    this.socket ??= this.connect();
    this.socket.write(request);
  }

  close(): void {
    this.isClosed = true;
    this.socket?.destroy();
  }

  private connect(): net.Socket {
    const socket = net.connect({ port: this.port, host: '127.0.0.1', noDelay: true });
    socket.on('error', () => {});
    socket.on('data', (chunk) => this.received(chunk));
    // One that was left has had its answer.
    socket.on('close', () => this.socket === socket && this.broken());
    return socket;
  }

  private received(chunk: Buffer): void {
    const bytes = this.held.length === 0 ? chunk : Buffer.concat([this.held, chunk]);
    const end = bytes.indexOf(HEAD_END);
    const head = bytes.toString('latin1', 0, Math.max(0, end)).toLowerCase();
    const total = end < 0 ? Number.POSITIVE_INFINITY : end + 4 + bodyLength(head);
    if (bytes.length < total) {
      this.held = bytes;
      return;
    }
    this.held = Buffer.alloc(0);
    // The next request takes another one: a gateway of several processes lets connections go, to spread them.
    if (head.includes('\r\nconnection: close')) this.leave();
    // "HTTP/1.1 200"
    this.settle(Number(bytes.toString('latin1', 9, 12)));
  }

  private leave(): void {
    this.socket?.end();
    this.socket = null;
  }

  private broken(): void {
    this.socket = null;
    this.held = Buffer.alloc(0);
    if (!this.isClosed) this.settle(0);
  }

  private settle(status: number): void {
    const { waiting } = this;
    this.waiting = null;
    waiting?.(status);
  }
}

function bodyLength(head: string): number {
  const at = head.indexOf('\r\ncontent-length:');
  return at < 0 ? 0 : Number.parseInt(head.slice(at + 17), 10);
}
