/**
 * A way for messages between us and one other side, whatever carries them. Types only.
 *
 * 1. `send` never throws. When something could not be sent, `lost` of the events says so, of the flow as a whole.
 * 2. On a stream a flow that was lost stays so; over UDP the next message may get through again.
 */
import type { Buffer } from 'node:buffer';
import type { TlsSettings } from '../../tls.ts';

export type TransportName = 'udp' | 'tcp' | 'tls';

export interface HostPort {
  readonly host: string;
  readonly port: number;
}

/** Where to send to: an address, no name. */
export interface Destination {
  readonly transport: TransportName;
  readonly address: string;
  readonly port: number;
  /** What the other side is called in the configuration: for its certificate. */
  readonly name: string;
  readonly tls: TlsSettings | null;
}

export interface Flow {
  readonly transport: TransportName;
  /** A stream: nothing is sent twice. */
  readonly isReliable: boolean;
  /** Where the other side can reach us: for Via and Contact. */
  readonly local: HostPort;
  readonly remote: HostPort;
  send(bytes: Buffer): void;
  /** The same way to another port of the other side; over a stream the flow itself. */
  toPort(port: number): Flow;
}

export interface FlowEvents {
  /** One whole message. Answers whether it was one that is served; who sends no such has no claim to a connection. */
  received(bytes: Buffer, flow: Flow): boolean;
  lost(flow: Flow, why: string): void;
}
