/**
 * SIP over UDP: one port, and on it a connected socket for each peer that we send to.
 *
 * 1. A connected socket is told when nobody listens at the other end (ICMP), and it knows the local address from which
 *    the peer is reached. All of them share our one port, so that the other side sees one; the system gives a datagram
 *    to the socket that is connected to its sender, else to the open one.
 * 2. The shared port would let a second gateway take it as well, so it is first taken alone for a moment.
 * 3. At most 64 connected sockets; the one that was used longest ago goes first.
 */
import type { Buffer } from 'node:buffer';
import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import type { Flow, FlowEvents, HostPort } from './flow.ts';

const MOST_CONNECTED = 64;

export class UdpSockets {
  private readonly host: string;
  private readonly events: FlowEvents;
  private open: Socket | null = null;
  private readonly connected = new Map<string, Promise<ConnectedFlow>>();
  private isClosed = false;

  constructor(host: string, events: FlowEvents) {
    this.host = host;
    this.events = events;
  }

  /** Answers the port; 0 takes a free one. Rejects when another program has it. */
  async listen(port: number): Promise<number> {
    const type = isIPv6(this.host) ? 'udp6' : 'udp4';
    if (port !== 0) {
      const alone = createSocket({ type });
      await bind(alone, this.host, port);
      await closed(alone);
    }
    const socket = createSocket({ type, reuseAddr: true });
    await bind(socket, this.host, port);
    const { port: taken } = socket.address();
    const local = { host: this.host, port: taken };
    socket.on('message', (bytes, { address, port: from }) =>
      this.events.received(bytes, openFlow(socket, local, { host: address, port: from })),
    );
    socket.on('error', () => {});
    this.open = socket;
    return taken;
  }

  flowTo(address: string, port: number): Promise<Flow> {
    const key = `${address} ${port}`;
    const known = this.connected.get(key);
    this.connected.delete(key);
    const flow = known ?? this.connect({ host: address, port });
    // To the end: the one that was used longest ago stands first.
    this.connected.set(key, flow);
    flow.catch(() => this.connected.delete(key));
    const [oldest] = this.connected;
    if (this.connected.size > MOST_CONNECTED && oldest) {
      this.connected.delete(oldest[0]);
      oldest[1].then((each) => each.close()).catch(() => {});
    }
    return flow;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    const flows = await Promise.allSettled(this.connected.values());
    this.connected.clear();
    for (const flow of flows) if (flow.status === 'fulfilled') flow.value.close();
    const { open } = this;
    this.open = null;
    if (open) await closed(open);
  }

  private async connect(remote: HostPort): Promise<ConnectedFlow> {
    if (!this.open) throw new Error('the SIP port is not open');
    const isV6 = isIPv6(remote.host);
    const socket = createSocket({ type: isV6 ? 'udp6' : 'udp4', reuseAddr: true, ...(isV6 ? { ipv6Only: true } : {}) });
    const isSameFamily = isIPv6(this.host) === isV6;
    await bind(socket, isSameFamily ? this.host : isV6 ? '::' : '0.0.0.0', this.open.address().port);
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.connect(remote.port, remote.host, () => {
        socket.off('error', reject);
        resolve();
      });
    });
    const flow = new ConnectedFlow(socket, remote, this.open, this.events);
    if (this.isClosed) flow.close();
    return flow;
  }
}

class ConnectedFlow implements Flow {
  readonly transport = 'udp';
  readonly isReliable = false;
  readonly local: HostPort;
  readonly remote: HostPort;
  private readonly socket: Socket;
  private readonly open: Socket;
  private readonly lost: (why: string) => void;
  private isClosed = false;

  constructor(socket: Socket, remote: HostPort, open: Socket, events: FlowEvents) {
    this.socket = socket;
    this.open = open;
    this.remote = remote;
    const { address, port } = socket.address();
    this.local = { host: address, port };
    this.lost = (why) => events.lost(this, why);
    socket.on('message', (bytes) => events.received(bytes, this));
    socket.on('error', (error) => this.lost(reasonOf(error)));
  }

  send(bytes: Buffer): void {
    if (this.isClosed) return this.lost('the socket is closed');
    this.socket.send(bytes, (error) => {
      if (error) this.lost(reasonOf(error));
    });
  }

  toPort(port: number): Flow {
    if (port === this.remote.port) return this;
    return openFlow(this.open, this.local, { ...this.remote, port });
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.socket.close();
  }
}

/** Answers what came in; a failure is passed over, as the other side asks again. */
function openFlow(socket: Socket, local: HostPort, remote: HostPort): Flow {
  return {
    transport: 'udp',
    isReliable: false,
    local,
    remote,
    send(bytes) {
      try {
        socket.send(bytes, remote.port, remote.host, () => {});
      } catch {
        // The socket has been closed meanwhile.
      }
    },
    toPort: (port) => openFlow(socket, local, { ...remote, port }),
  };
}

function bind(socket: Socket, address: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind({ address, port, exclusive: true }, () => {
      socket.off('error', reject);
      resolve();
    });
  });
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.close(() => resolve()));
}

function reasonOf(error: Error): string {
  return 'code' in error && error.code === 'ECONNREFUSED' ? 'nobody listens there' : error.message;
}
