/**
 * A scripted SMSC on loopback for tests: it binds whoever comes and takes every submit, unless a test says otherwise.
 */
import net from 'node:net';
import tls from 'node:tls';
import { decodePdu } from '../../../src/carriers/smpp/pdus/decode.ts';
import { encodePdu } from '../../../src/carriers/smpp/pdus/encode.ts';
import { FrameSplitter } from '../../../src/carriers/smpp/pdus/frames.ts';
import type {
  BindPdu,
  EncodablePdu,
  MessageRespPdu,
  Pdu,
  ShortMessagePdu,
} from '../../../src/carriers/smpp/pdus/pdu.ts';

export interface PeerLink {
  readonly bind: BindPdu['command'] | undefined;
  send(pdu: EncodablePdu): void;
  cut(): void;
}

/** Answers a PDU itself and returns true, or leaves it to the usual behaviour. */
export type Script = (pdu: Pdu, link: PeerLink) => boolean;

export class SmscPeer {
  /** Everything that came in, over all connections. */
  readonly got: Pdu[] = [];
  readonly links: PeerLink[] = [];
  connections = 0;
  script: Script = () => false;
  private readonly server: net.Server;
  private readonly sockets = new Set<net.Socket>();
  private nextId = 1;

  constructor(secure?: tls.TlsOptions) {
    const serve = (socket: net.Socket) => this.serve(socket);
    this.server = secure ? tls.createServer(secure, serve) : net.createServer(serve);
    this.server.on('tlsClientError', () => {});
  }

  /** The port it listens on. */
  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const address = this.server.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  submits(): ShortMessagePdu[] {
    return this.got.filter((pdu): pdu is ShortMessagePdu => pdu.command === 'submit_sm');
  }

  count(command: Pdu['command']): number {
    return this.got.filter((pdu) => pdu.command === command).length;
  }

  /** The connection that receives: the newest transceiver or receiver. */
  receiver(): PeerLink {
    const link = this.links.findLast(({ bind }) => bind === 'bind_transceiver' || bind === 'bind_receiver');
    if (!link) throw new Error('nobody is bound to receive');
    return link;
  }

  private serve(socket: net.Socket): void {
    this.connections += 1;
    this.sockets.add(socket);
    const splitter = new FrameSplitter();
    let bind: BindPdu['command'] | undefined;
    const link: PeerLink = {
      get bind() {
        return bind;
      },
      send: (pdu) => {
        if (socket.writable) socket.write(encodePdu(pdu));
      },
      cut: () => socket.destroy(),
    };
    this.links.push(link);
    socket.on('error', () => {});
    socket.on('close', () => {
      this.sockets.delete(socket);
      this.links.splice(this.links.indexOf(link), 1);
    });
    socket.on('data', (chunk: Buffer) => {
      splitter.push(chunk, (frame) => {
        const pdu = decodePdu(Buffer.from(frame));
        this.got.push(pdu);
        const isBind = pdu.command.startsWith('bind_') && !pdu.command.endsWith('_resp');
        if (this.script(pdu, link)) return;
        if (isBind) bind = pdu.command as BindPdu['command'];
        this.usual(pdu, link);
      });
    });
  }

  private usual(pdu: Pdu, link: PeerLink): void {
    const { sequence } = pdu;
    switch (pdu.command) {
      case 'bind_transceiver':
      case 'bind_transmitter':
      case 'bind_receiver':
        link.send({ command: `${pdu.command}_resp`, status: 0, sequence, systemId: 'peer', tlvs: [] });
        break;
      case 'submit_sm':
        link.send(taken(pdu, String(this.nextId++)));
        break;
      case 'enquire_link':
        link.send({ command: 'enquire_link_resp', status: 0, sequence });
        break;
      case 'unbind':
        link.send({ command: 'unbind_resp', status: 0, sequence });
        break;
      default:
    }
  }
}

export function taken(pdu: Pdu, messageId: string): MessageRespPdu {
  return { command: 'submit_sm_resp', status: 0, sequence: pdu.sequence, messageId, tlvs: [] };
}

export function refusedWith(pdu: Pdu, status: number): MessageRespPdu {
  return { command: 'submit_sm_resp', status, sequence: pdu.sequence, messageId: '', tlvs: [] };
}

/** A script for submits alone. */
export function onSubmit(act: (pdu: Pdu, link: PeerLink) => void): Script {
  return (pdu, link) => {
    if (pdu.command !== 'submit_sm') return false;
    act(pdu, link);
    return true;
  };
}
