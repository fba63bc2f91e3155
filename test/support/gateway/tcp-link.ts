/**
 * A TCP connection between two parts of a test that can be cut: whoever connects to `port` reaches the other side.
 *
 * 1. Silent: nothing passes either way and nobody is told, as when a cable is pulled. What was on its way arrives late,
 *    when the link heals, unless one of the two has given up by then.
 * 2. Refused: what is open is reset, and so is whatever connects.
 */
import {
  type AddressInfo,
  createServer,
  connect as dial,
  type NetConnectOpts,
  type Server,
  type Socket,
} from 'node:net';

type State = 'open' | 'silent' | 'refused';

interface Pair {
  readonly near: Socket;
  far: Socket | null;
}

export class TcpLink {
  /** Sees what goes from whoever connects to the other side. */
  sent: (chunk: Buffer) => void = () => {};
  private readonly server: Server;
  private readonly to: NetConnectOpts;
  private readonly pairs = new Set<Pair>();
  private state: State = 'open';

  private constructor(to: NetConnectOpts) {
    this.to = to;
    this.server = createServer((near) => this.accept(near));
  }

  static async open(to: NetConnectOpts): Promise<TcpLink> {
    const link = new TcpLink(to);
    await new Promise<void>((resolve) => link.server.listen(0, '127.0.0.1', resolve));
    return link;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** How many connections lead through it. */
  get open(): number {
    return this.pairs.size;
  }

  cut(how: 'silent' | 'refused'): void {
    this.state = how;
    for (const pair of this.pairs) {
      if (how === 'refused') this.end(pair);
      else for (const socket of [pair.near, pair.far]) socket?.pause();
    }
  }

  heal(): void {
    this.state = 'open';
    for (const pair of this.pairs) {
      if (pair.near.destroyed || pair.far?.destroyed) this.end(pair);
      else if (pair.far) for (const socket of [pair.near, pair.far]) socket.resume();
      else this.join(pair);
    }
  }

  async close(): Promise<void> {
    this.cut('refused');
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private accept(near: Socket): void {
    const pair: Pair = { near, far: null };
    near.on('error', () => {});
    if (this.state === 'refused') {
      reset(near);
      return;
    }
    this.pairs.add(pair);
    near.setNoDelay(true);
    near.on('data', (chunk: Buffer) => this.sent(chunk));
    near.pause();
    near.on('close', () => this.end(pair));
    if (this.state === 'open') this.join(pair);
  }

  private join(pair: Pair): void {
    const far = dial(this.to);
    pair.far = far;
    far.setNoDelay(true);
    far.on('error', () => {});
    far.on('close', () => this.end(pair));
    this.pass(pair.near, far);
    this.pass(far, pair.near);
    if (this.state === 'open') pair.near.resume();
  }

  private pass(from: Socket, to: Socket): void {
    from.on('data', (chunk: Buffer) => {
      if (!to.write(chunk)) from.pause();
    });
    from.on('end', () => to.end());
    to.on('drain', () => {
      if (this.state === 'open') from.resume();
    });
  }

  /** A silent link carries no end either: the one that is still there learns of it when the link heals. */
  private end(pair: Pair): void {
    if (this.state === 'silent') return;
    if (!this.pairs.delete(pair)) return;
    if (this.state === 'refused') reset(pair.near);
    else pair.near.destroy();
    pair.far?.destroy();
  }
}

/**
 * A socket that has sent its end cannot be reset any more. Node 20 tries, takes it for closed, and the process then
 * spins at its exit, waiting for it for ever.
 */
function reset(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
