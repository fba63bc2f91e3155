/**
 * SIP over TCP and TLS: connections that we open to peers, and those that peers open to us.
 *
 * 1. One connection to each destination is kept and used for everything that goes there; what is sent before it stands
 *    waits for it, at most 256 kB. A destination with other TLS settings is another one: whom one of them trusts the
 *    next one may not (RFC 5922, 7.3).
 * 2. Every 30 s each connection says that we are there (RFC 5626, 4.4.1). One that a trunk has opened is closed when it
 *    has been silent for 10 minutes, one of anybody else when nothing that we serve has come for 30 s.
 *    connection-shares.ts limits how many there may be, from the first byte on, before a TLS handshake.
 * 3. A connection is lost once: when it could not be made within 4 s, was closed, or carried what cannot be cut into
 *    messages.
 */
import { Buffer } from 'node:buffer';
import net from 'node:net';
import tls from 'node:tls';
import type { Clock, Timer } from '../../../lib/clock.ts';
import { tlsOptions } from '../../tls.ts';
import { MOST_BYTES_OF_STRANGERS, SipFrames } from '../messages/frames.ts';
import { ConnectionShares, type Share } from './connection-shares.ts';
import type { Destination, Flow, FlowEvents, HostPort } from './flow.ts';
import { plainAddress } from './networks.ts';

const CONNECT_WITHIN_MS = 4_000;
const SIGN_OF_LIFE_MS = 30_000;
const TRUNK_SILENT_FOR_MS = 600_000;
const NOTHING_SERVED_FOR_MS = 30_000;
const HANDSHAKE_WITHIN_MS = 10_000;
const MOST_WAITING_BYTES = 256 * 1024;
const PING = Buffer.from('\r\n\r\n');
const PONG = Buffer.from('\r\n');

export interface ListenerTls {
  readonly cert: Buffer;
  readonly key: Buffer;
}

export class StreamSockets {
  private readonly clock: Clock;
  private readonly events: FlowEvents;
  private readonly servers: net.Server[] = [];
  private readonly flows = new Map<string, StreamFlow>();
  private readonly openedByPeers = new Set<StreamFlow>();
  private readonly shares: ConnectionShares;
  /** Connections that peers opened, by address and port of the peer. */
  private readonly held = new Map<string, { readonly share: Share; readonly socket: net.Socket }>();
  /** Where peers may open connections, by transport. */
  private readonly ports: { tcp: number | null; tls: number | null } = { tcp: null, tls: null };

  constructor(clock: Clock, events: FlowEvents, isTrunk: (address: string) => boolean = () => true) {
    this.clock = clock;
    this.events = events;
    this.shares = new ConnectionShares(isTrunk);
  }

  /** Answers the port; 0 takes a free one. */
  async listen(host: string, port: number, secure: ListenerTls | null): Promise<number> {
    const transport = secure ? 'tls' : 'tcp';
    const accept = (socket: net.Socket) => this.accept(socket, transport);
    const server = secure
      ? tls.createServer({ ...secure, minVersion: 'TLSv1.2', handshakeTimeout: HANDSHAKE_WITHIN_MS }, accept)
      : net.createServer(accept);
    server.prependListener('connection', (socket: net.Socket) => this.admit(socket));
    server.on('tlsClientError', (_error: Error, socket: tls.TLSSocket) => socket.destroy());
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ port, host, exclusive: true }, () => {
        server.off('error', reject);
        resolve();
      });
    });
    server.on('error', () => {});
    this.servers.push(server);
    const taken = (server.address() as net.AddressInfo).port;
    this.ports[transport] = taken;
    return taken;
  }

  flowTo(destination: Destination): StreamFlow {
    const { transport, address, port } = destination;
    const key = keyOf(destination);
    const known = this.flows.get(key);
    if (known?.lostBecause === null) return known;
    const peer = {
      transport: transport === 'tls' ? 'tls' : 'tcp',
      remote: { host: address, port },
      share: null,
    } as const;
    const flow = this.adopt(connect(destination), peer, () => {
      if (this.flows.get(key) === flow) this.flows.delete(key);
    });
    flow.awaitConnection();
    this.flows.set(key, flow);
    return flow;
  }

  async close(): Promise<void> {
    for (const flow of [...this.flows.values(), ...this.openedByPeers]) flow.close('closed by us');
    // Those whose handshake is under way, too.
    for (const { socket } of [...this.held.values()]) socket.destroy();
    await Promise.all(this.servers.map((server) => new Promise((resolve) => server.close(resolve))));
  }

  /** Rule 2: before anything is read from it. */
  private admit(socket: net.Socket): void {
    const { remoteAddress } = socket;
    const share = remoteAddress === undefined ? null : this.shares.take(remoteAddress, () => socket.destroy());
    if (!share) {
      socket.destroy();
      return;
    }
    const key = peerOf(socket);
    this.held.set(key, { share, socket });
    socket.once('close', () => {
      share.release();
      if (this.held.get(key)?.share === share) this.held.delete(key);
    });
  }

  private accept(socket: net.Socket, transport: 'tcp' | 'tls'): void {
    const { remoteAddress, remotePort } = socket;
    const share = this.held.get(peerOf(socket))?.share;
    if (!share || socket.destroyed || remoteAddress === undefined || remotePort === undefined) {
      socket.destroy();
      return;
    }
    const remote = { host: plainAddress(remoteAddress), port: remotePort };
    const flow = this.adopt(socket, { transport, remote, share }, () => this.openedByPeers.delete(flow));
    this.openedByPeers.add(flow);
  }

  private adopt(socket: net.Socket, peer: Omit<StreamFlowOptions, 'listensOn'>, gone: () => void): StreamFlow {
    const events: FlowEvents = {
      received: (bytes, flow) => this.events.received(bytes, flow),
      lost: (flow, why) => {
        gone();
        this.events.lost(flow, why);
      },
    };
    return new StreamFlow(this.clock, socket, { ...peer, listensOn: this.ports[peer.transport] }, events);
  }
}

interface StreamFlowOptions {
  readonly transport: 'tcp' | 'tls';
  readonly remote: HostPort;
  /** Null where peers cannot open connections to us: they have to use this one. */
  readonly listensOn: number | null;
  /** Of one that the peer has opened. */
  readonly share: Share | null;
}

export class StreamFlow implements Flow {
  readonly transport: 'tcp' | 'tls';
  readonly isReliable = true;
  readonly remote: HostPort;
  /** Why it was lost; null while it is not. */
  lostBecause: string | null = null;
  private readonly clock: Clock;
  private readonly socket: net.Socket;
  private readonly listensOn: number | null;
  private readonly events: FlowEvents;
  private readonly frames: SipFrames;
  private readonly share: Share | null;
  private alive: Timer;
  private patience: Timer | null = null;
  private isConnected = true;

  constructor(clock: Clock, socket: net.Socket, options: StreamFlowOptions, events: FlowEvents) {
    this.clock = clock;
    this.socket = socket;
    this.transport = options.transport;
    this.remote = options.remote;
    this.listensOn = options.listensOn;
    this.events = events;
    this.share = options.share;
    this.frames = this.isOfStranger ? new SipFrames(MOST_BYTES_OF_STRANGERS) : new SipFrames();
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.read(chunk));
    socket.on('error', (error) => this.close(error.message));
    socket.on('end', () => this.close('the peer has closed the connection'));
    socket.on('close', () => this.close('the connection is closed'));
    this.alive = this.sayAlive();
    if (this.share) this.waitForMore();
  }

  get local(): HostPort {
    const { localAddress = '0.0.0.0', localPort = 0 } = this.socket;
    return { host: plainAddress(localAddress), port: this.listensOn ?? localPort };
  }

  /** Resolves when it stands, or is lost: the local address is known by then. */
  connected(): Promise<void> {
    if (this.isConnected || this.lostBecause !== null) return Promise.resolve();
    return new Promise((resolve) => {
      this.socket.once(this.transport === 'tls' ? 'secureConnect' : 'connect', () => resolve());
      this.socket.once('close', () => resolve());
    });
  }

  send(bytes: Buffer): void {
    if (this.lostBecause !== null || this.socket.writableLength > MOST_WAITING_BYTES) {
      // The one who sends learns it after it has finished, as with any other loss.
      queueMicrotask(() => this.events.lost(this, this.lostBecause ?? 'the connection does not take more'));
      return;
    }
    this.socket.write(bytes);
  }

  toPort(): Flow {
    return this;
  }

  awaitConnection(): void {
    this.isConnected = false;
    const timer = this.clock.setTimer(() => this.close('no connection within 4 s'), CONNECT_WITHIN_MS);
    this.socket.once('close', () => this.clock.clearTimer(timer));
    this.socket.once(this.transport === 'tls' ? 'secureConnect' : 'connect', () => {
      this.isConnected = true;
      this.clock.clearTimer(timer);
    });
  }

  close(why: string): void {
    if (this.lostBecause !== null) return;
    this.lostBecause = why;
    this.clock.clearTimer(this.alive);
    if (this.patience) this.clock.clearTimer(this.patience);
    this.socket.destroy();
    this.events.lost(this, why);
  }

  private get isOfStranger(): boolean {
    return this.share?.isTrunk === false;
  }

  private read(chunk: Buffer): void {
    if (this.share?.isTrunk) this.waitForMore();
    const lost = this.frames.push(chunk, {
      message: (bytes) => this.take(bytes),
      ping: () => this.send(PONG),
    });
    if (lost !== null) this.close(lost);
  }

  private take(bytes: Buffer): void {
    const isServed = this.events.received(bytes, this);
    if (!isServed || !this.isOfStranger) return;
    this.share?.served();
    this.waitForMore();
  }

  /** Rule 2. */
  private waitForMore(): void {
    if (this.patience) this.clock.clearTimer(this.patience);
    if (this.lostBecause !== null) return;
    const silentForMs = this.isOfStranger ? NOTHING_SERVED_FOR_MS : TRUNK_SILENT_FOR_MS;
    this.patience = this.clock.setTimer(() => this.close('silent for too long'), silentForMs);
  }

  private sayAlive(): Timer {
    return this.clock.setTimer(() => {
      if (this.isConnected) this.socket.write(PING);
      this.alive = this.sayAlive();
    }, SIGN_OF_LIFE_MS);
  }
}

/** Rule 1. */
function keyOf({ transport, address, port, name, tls: settings }: Destination): string {
  const trust = transport === 'tls' ? [name, ...Object.entries(settings ?? {}).sort()] : [];
  return JSON.stringify([transport, address, port, ...trust]);
}

function peerOf({ remoteAddress, remotePort }: net.Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

function connect({ transport, address, port, name, tls: settings }: Destination): net.Socket {
  if (transport !== 'tls') return net.connect({ host: address, port });
  const failed = new net.Socket();
  try {
    return tls.connect({ host: address, port, ...tlsOptions(settings ?? { verify: true }, name) });
  } catch (error) {
    // A certificate file that cannot be read: the flow is lost, as by any other failure to connect.
    setImmediate(() => failed.destroy(error instanceof Error ? error : new Error(String(error))));
    return failed;
  }
}
