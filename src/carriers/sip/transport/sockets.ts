/**
 * The sockets of a user agent: UDP and TCP on one port, TLS on another where there is a certificate.
 *
 * 1. A message above 1,300 bytes that would go over UDP goes over TCP, when the other side takes TCP (RFC 3261, 18.1.1);
 *    one that does not is remembered for ten minutes.
 */
import { readFileSync } from 'node:fs';
import type { Clock } from '../../../lib/clock.ts';
import type { Destination, Flow, FlowEvents } from './flow.ts';
import { type StreamFlow, StreamSockets } from './stream.ts';
import { UdpSockets } from './udp.ts';

export interface SocketOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly secure: { readonly port: number; readonly certFile: string; readonly keyFile: string } | null;
  /** Default: everybody is. */
  readonly isTrunk?: (address: string) => boolean;
}

/** RFC 3261, 18.1.1, where the MTU of the path is not known. */
const MOST_BYTES_OVER_UDP = 1_300;
const NO_TCP_FOR_MS = 600_000;
/** Others name addresses, too, by their Contact and Record-Route. */
const MOST_WITHOUT_TCP = 500;
/** Two ports of the same number have to be free: with 0 that may take more than one try. */
const MOST_TRIES = 20;

export class Sockets {
  private readonly clock: Clock;
  private readonly options: SocketOptions;
  private readonly events: FlowEvents;
  private udp: UdpSockets | null = null;
  private streams: StreamSockets | null = null;
  private readonly withoutTcp = new Map<string, number>();

  constructor(clock: Clock, options: SocketOptions, events: FlowEvents) {
    this.clock = clock;
    this.options = options;
    this.events = events;
  }

  /** Answers the port of UDP and TCP. */
  async open(): Promise<number> {
    const { host, port, secure, isTrunk } = this.options;
    for (let tries = 1; ; tries += 1) {
      const udp = new UdpSockets(host, this.events);
      const streams = new StreamSockets(this.clock, this.events, isTrunk);
      try {
        const taken = await udp.listen(port);
        await streams.listen(host, taken, null);
        if (secure) {
          const [cert, key] = [readFileSync(secure.certFile), readFileSync(secure.keyFile)];
          await streams.listen(host, secure.port, { cert, key });
        }
        this.udp = udp;
        this.streams = streams;
        return taken;
      } catch (error) {
        await streams.close();
        await udp.close().catch(() => {});
        if (port !== 0 || tries === MOST_TRIES) throw error;
      }
    }
  }

  /** The way to a destination for a message of so many bytes. Rejects with the reason when there is none. */
  async flowTo(destination: Destination, bytes: number): Promise<Flow> {
    if (!this.udp || !this.streams) throw new Error('the SIP port is not open');
    if (destination.transport !== 'udp') return await this.stream(destination, this.streams);
    const { address, port } = destination;
    if (bytes > MOST_BYTES_OVER_UDP && !this.isWithoutTcp(`${address} ${port}`)) {
      const flow = await this.stream({ ...destination, transport: 'tcp' }, this.streams).catch(() => null);
      if (flow) return flow;
      this.withoutTcp.set(`${address} ${port}`, this.clock.monotonic() + NO_TCP_FOR_MS);
      const [oldest] = this.withoutTcp.keys();
      if (this.withoutTcp.size > MOST_WITHOUT_TCP && oldest !== undefined) this.withoutTcp.delete(oldest);
    }
    return await this.udp.flowTo(address, port);
  }

  async close(): Promise<void> {
    await this.streams?.close();
    await this.udp?.close();
  }

  private async stream(destination: Destination, streams: StreamSockets): Promise<StreamFlow> {
    const flow = streams.flowTo(destination);
    await flow.connected();
    if (flow.lostBecause !== null) throw new Error(flow.lostBecause);
    return flow;
  }

  private isWithoutTcp(key: string): boolean {
    const until = this.withoutTcp.get(key);
    if (until !== undefined && until <= this.clock.monotonic()) this.withoutTcp.delete(key);
    return this.withoutTcp.has(key);
  }
}
