/** The part of npm `smpp` 0.5.1, which has no types, that the interop test and the benchmark use. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events';
  import type { Server } from 'node:net';

  export interface Pdu {
    readonly command: string;
    readonly command_status: number;
    readonly sequence_number: number;
    readonly message_id: string;
    readonly system_id?: string;
    readonly password?: string;
    readonly source_addr: string;
    readonly destination_addr: string;
    readonly registered_delivery: number;
    readonly data_coding: number;
    readonly esm_class: number;
    readonly short_message: { readonly message: string | Buffer; readonly udh?: readonly Buffer[] };
    readonly message_payload?: { readonly message: string | Buffer };
    readonly sar_total_segments?: number;
    response(fields?: Record<string, unknown>): Pdu;
  }

  export interface Session extends EventEmitter {
    send(pdu: Pdu): boolean;
    submit_sm(fields: Record<string, unknown>, answered: (answer: Pdu) => void): boolean;
    deliver_sm(fields: Record<string, unknown>, answered?: (answer: Pdu) => void): boolean;
    bind_transceiver(fields: Record<string, unknown>, answered: (answer: Pdu) => void): boolean;
    enquire_link(fields: Record<string, unknown>, answered: (answer: Pdu) => void): boolean;
    unbind(answered?: (answer: Pdu) => void): boolean;
    close(closed?: () => void): void;
    destroy(destroyed?: () => void): void;
  }

  export function createServer(serve: (session: Session) => void): Server;
  export function connect(options: { host: string; port: number }, connected?: () => void): Session;
}
