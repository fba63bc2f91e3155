/**
 * One connection of the simulated SMSC. What is answered in one turn leaves in one write.
 */
import type { Socket } from 'node:net';
import { encodePdu } from '../pdus/encode.ts';
import { type BindPdu, type EncodablePdu, NO_TLVS, type ShortMessagePdu } from '../pdus/pdu.ts';

export class SimulatedLink {
  binding: BindPdu['command'] | null = null;
  isCut = false;
  private readonly socket: Socket;
  private lastSequence = 0;
  private isCorked = false;

  constructor(socket: Socket) {
    this.socket = socket;
  }

  send(pdu: EncodablePdu): void {
    if (this.isCut) return;
    if (!this.isCorked) {
      this.isCorked = true;
      this.socket.cork();
      queueMicrotask(() => {
        this.isCorked = false;
        this.socket.uncork();
      });
    }
    this.socket.write(encodePdu(pdu));
  }

  answer(pdu: ShortMessagePdu, status: number, messageId: string): void {
    this.send({ command: 'submit_sm_resp', status, sequence: pdu.sequence, messageId, tlvs: NO_TLVS });
  }

  nack(status: number, sequence: number): void {
    this.send({ command: 'generic_nack', status, sequence });
  }

  nextSequence(): number {
    this.lastSequence = this.lastSequence >= 0x7fffffff ? 1 : this.lastSequence + 1;
    return this.lastSequence;
  }

  end(): void {
    this.socket.end();
  }

  /** As a cable that is pulled: nothing more goes out, what is in the buffer is lost. */
  cut(): void {
    this.isCut = true;
    this.socket.destroy();
  }
}
