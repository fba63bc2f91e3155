/**
 * One SMPP conversation over a connection that stands: bind, requests and their answers, unbind. It knows bytes and time,
 * and no sockets.
 *
 * 1. Every submit is answered exactly once: by the peer, by time, by the end of the session, or because it may not leave
 *    (submits.ts, session-writer.ts).
 * 2. The end tells submits whose bytes may have left (`lost`) from those that never went (`unsent`).
 * 3. The session breaks silence with enquire_link, and ends when the peer stays silent after it (enquiry.ts).
 * 4. A stream whose frames cannot be told apart any more is answered with generic_nack and ends the session; a single bad
 *    PDU does not.
 * 5. An answer that is not the one to our bind is a notice, and is named when the bind fails for want of one.
 * 6. A peer that unbinds gets no new submit. Its unbind is answered once it has answered the submits that it has, and we
 *    what it has sent, or after the time that an answer may take: what either side took would be sent again otherwise, or
 *    end as unknown. Where we unbind, what crossed that is answered as well before the session ends.
 */
import type { Clock, Timer } from '../../lib/clock.ts';
import { Enquiry } from './enquiry.ts';
import { commandIdOf, decodePdu, sequenceOf } from './pdus/decode.ts';
import { FrameSplitter } from './pdus/frames.ts';
import {
  type BindPdu,
  COMMAND,
  commandName,
  type MessageRespPdu,
  NO_TLVS,
  type Pdu,
  RESPONSE_BIT,
  type ShortMessagePdu,
  STATUS,
  TAG,
  tlvNumber,
} from './pdus/pdu.ts';
import { SessionWriter, type Wire } from './session-writer.ts';
import { type SubmitAnswer, type SubmitAnswered, Submits } from './submits.ts';

export interface BindAnswer {
  readonly status: number;
  /** What the peer says it speaks; undefined for one that says nothing, which is to be taken for 3.3. */
  readonly peerVersion: number | undefined;
}

export interface SessionEvents {
  bindAnswered(answer: BindAnswer): void;
  /** A deliver_sm or data_sm; the frame stands until the callback returns. Answer with `acknowledge`. */
  inbound(kind: 'deliver_sm' | 'data_sm', frame: Buffer, sequence: number): void;
  /** There is room where there was none. */
  room(): void;
  /** Something worth a line in the log. */
  notice(what: string, detail: Readonly<Record<string, string | number>>): void;
  /** Called once, after all submits are answered. */
  ended(why: string): void;
}

export interface SessionLimits {
  readonly responseTimeoutMs: number;
  readonly enquireLinkMs: number;
}

export type SessionState = 'open' | 'bound' | 'unbinding' | 'ended';

const LAST_SEQUENCE = 0x7fffffff;
const UNBIND_ANSWER_MS = 5_000;

export class SmppSession {
  private readonly clock: Clock;
  private readonly limits: SessionLimits;
  private readonly events: SessionEvents;
  private readonly splitter = new FrameSplitter();
  private readonly submits: Submits;
  private readonly writer: SessionWriter;
  private readonly onFrame = (frame: Buffer) => this.frame(frame);
  private sequence = 0;
  private bindTimer: Timer | undefined;
  private unbindTimer: Timer | undefined;
  private readonly enquiry: Enquiry;
  private bindSequence = 0;
  /** What came in place of the answer to the bind. */
  private instead = '';
  /** The number of the peer's unbind, while its answers are waited for (rule 6). */
  private peerUnbind: number | undefined;
  /** What the peer has sent and `acknowledge` has not answered. */
  private unacknowledged = 0;
  /** The peer has answered our unbind. */
  private isReleased = false;
  private stateNow: SessionState = 'open';

  constructor(clock: Clock, wire: Wire, limits: SessionLimits, events: SessionEvents) {
    this.clock = clock;
    this.limits = limits;
    this.events = events;
    this.submits = new Submits(clock, limits.responseTimeoutMs, (inARow) =>
      this.end(`${inARow} submits in a row were not answered`),
    );
    this.writer = new SessionWriter(clock, wire, this.submits, () => this.end('the peer sends but does not read'));
    this.enquiry = new Enquiry(clock, limits, {
      ask: () => this.writer.write({ command: 'enquire_link', status: 0, sequence: this.nextSequence() }),
      gone: () => this.end('the peer is silent: enquire_link was not answered'),
    });
  }

  get state(): SessionState {
    return this.stateNow;
  }

  /** Submits without an answer. */
  get outstanding(): number {
    return this.submits.size;
  }

  /** The peer takes bytes. */
  get writable(): boolean {
    return this.writer.writable;
  }

  bind(pdu: Omit<BindPdu, 'status' | 'sequence'>): void {
    this.bindSequence = this.nextSequence();
    this.writer.write({ ...pdu, status: 0, sequence: this.bindSequence });
    this.bindTimer = this.clock.setTimer(
      () => this.end(`the bind was not answered in time${this.instead}`),
      this.limits.responseTimeoutMs,
    );
  }

  /** Only while `state` is bound; the window is the caller's to keep. Throws RangeError for a PDU that is none. */
  submit(pdu: ShortMessagePdu, answered: SubmitAnswered, mayLeave?: () => boolean): void {
    this.writer.submit(this.nextSequence(), pdu, answered, mayLeave);
  }

  /** Answers a deliver_sm or data_sm. Does nothing once the session has ended: the peer will send it again. */
  acknowledge(kind: 'deliver_sm' | 'data_sm', sequence: number, status: number): void {
    const command = kind === 'deliver_sm' ? 'deliver_sm_resp' : 'data_sm_resp';
    if (this.stateNow === 'ended') return;
    this.writer.write({ command, status, sequence, messageId: '', tlvs: NO_TLVS });
    this.unacknowledged -= 1;
    this.endWhenSettled();
  }

  /** Bytes from the peer, in any pieces. */
  received(chunk: Buffer): void {
    if (this.stateNow === 'ended') return;
    this.enquiry.received();
    const lost = this.splitter.push(chunk, this.onFrame);
    if (!lost || this.isEnded()) return;
    this.writer.write({ command: 'generic_nack', status: STATUS.invalidCommandLength, sequence: 0 });
    this.end(`the stream from the peer cannot be read: ${lost.why}`);
  }

  drained(): void {
    this.writer.drained();
    this.events.room();
  }

  /** The connection is gone. */
  wireClosed(why: string): void {
    this.finish(why);
  }

  /** Says goodbye; ends when the peer answers, or after 5 s. */
  unbind(): void {
    // The peer was first, and is waited for already.
    if (this.stateNow === 'unbinding') return;
    if (this.stateNow !== 'bound') {
      this.end('closed by us');
      return;
    }
    this.stateNow = 'unbinding';
    this.writer.write({ command: 'unbind', status: 0, sequence: this.nextSequence() });
    this.unbindTimer = this.clock.setTimer(() => this.end('closed by us, unbind was not answered'), UNBIND_ANSWER_MS);
  }

  /** Ends the session from our side: answers still leave, submits of this turn do not. */
  end(why: string): void {
    if (this.stateNow === 'ended') return;
    this.writer.close();
    this.finish(why);
  }

  private isEnded(): boolean {
    return this.stateNow === 'ended';
  }

  private finish(why: string): void {
    if (this.stateNow === 'ended') return;
    this.stateNow = 'ended';
    this.enquiry.stop();
    for (const timer of [this.bindTimer, this.unbindTimer]) {
      if (timer) this.clock.clearTimer(timer);
    }
    this.writer.end(why);
    this.events.ended(why);
  }

  private nextSequence(): number {
    do this.sequence = this.sequence >= LAST_SEQUENCE ? 1 : this.sequence + 1;
    while (this.submits.has(this.sequence));
    return this.sequence;
  }

  private frame(frame: Buffer): void {
    if (this.isEnded()) return;
    const commandId = commandIdOf(frame);
    // The one that comes by the hundred thousand: handed on without being read; it is interpreted when it is stored.
    if (commandId === COMMAND.deliver_sm) this.inbound('deliver_sm', frame);
    else if (commandId === COMMAND.data_sm) this.inbound('data_sm', frame);
    else this.handle(decodePdu(frame), commandId);
  }

  private inbound(kind: 'deliver_sm' | 'data_sm', frame: Buffer): void {
    this.unacknowledged += 1;
    this.events.inbound(kind, frame, sequenceOf(frame));
  }

  private handle(pdu: Pdu, commandId: number): void {
    switch (pdu.command) {
      case 'submit_sm_resp':
        this.submitAnswered(pdu);
        break;
      case 'generic_nack':
        this.nacked(pdu.status, pdu.sequence);
        break;
      case 'enquire_link':
        this.writer.write({ command: 'enquire_link_resp', status: 0, sequence: pdu.sequence });
        break;
      case 'enquire_link_resp':
        break;
      case 'unbind':
        this.peerUnbinds(pdu.sequence);
        break;
      case 'unbind_resp':
        this.isReleased = this.stateNow === 'unbinding';
        this.endWhenSettled();
        break;
      case 'bind_transceiver_resp':
      case 'bind_transmitter_resp':
      case 'bind_receiver_resp':
        this.bound(pdu.status, pdu.sequence, tlvNumber(pdu.tlvs, TAG.sc_interface_version));
        break;
      default:
        this.unexpected(pdu, commandId);
    }
  }

  private bound(status: number, sequence: number, peerVersion: number | undefined): void {
    if (this.stateNow !== 'open' || sequence !== this.bindSequence) {
      this.notTheBind('bind_resp', status, sequence);
      return;
    }
    if (this.bindTimer) this.clock.clearTimer(this.bindTimer);
    this.bindTimer = undefined;
    if (status === STATUS.ok) {
      this.stateNow = 'bound';
      this.enquiry.start();
    }
    this.events.bindAnswered({ status, peerVersion });
  }

  /** An answer that is not the one to our bind: whoever reads why the bind failed has to learn of it. */
  private notTheBind(what: string, status: number, sequence: number): void {
    const number = `number ${sequence} in place of ${this.bindSequence}`;
    if (this.stateNow === 'open') this.instead = `; a ${what} came under the sequence ${number}`;
    this.events.notice(`a ${what} that answers no bind`, { status, sequence, expected: this.bindSequence });
  }

  /** Rule 6. */
  private peerUnbinds(sequence: number): void {
    this.peerUnbind = sequence;
    // Before who has a submit back looks for another bind.
    this.stateNow = 'unbinding';
    this.writer.takeBackTurn('the peer has unbound');
    this.endWhenSettled();
    if (this.isEnded()) return;
    this.unbindTimer ??= this.clock.setTimer(() => this.farewell(), this.limits.responseTimeoutMs);
    this.events.room();
  }

  /** Rule 6. */
  private endWhenSettled(): void {
    if (this.unacknowledged > 0) return;
    if (this.isReleased) this.end('closed by us');
    else if (this.submits.size === 0) this.farewell();
  }

  private farewell(): void {
    if (this.peerUnbind === undefined || this.isEnded()) return;
    this.writer.write({ command: 'unbind_resp', status: 0, sequence: this.peerUnbind });
    this.end('the peer has unbound');
  }

  private submitAnswered({ status, sequence, messageId, tlvs }: MessageRespPdu): void {
    const congestion = tlvs.length > 0 ? tlvNumber(tlvs, TAG.congestion_state) : undefined;
    if (this.settled(sequence, { kind: 'answered', status, messageId, congestion })) return;
    this.events.notice('an answer to no submit that waits', { status, sequence });
  }

  /** The last answer that a peer owes which unbinds lets it go (rule 6). */
  private settled(sequence: number, answer: Extract<SubmitAnswer, { kind: 'answered' }>): boolean {
    if (!this.submits.answer(sequence, answer)) return false;
    this.endWhenSettled();
    return true;
  }

  private nacked(status: number, sequence: number): void {
    // A refusal without a reason is still a refusal.
    const refused = status === STATUS.ok ? STATUS.invalidCommandId : status;
    if (this.settled(sequence, { kind: 'answered', status: refused, messageId: '', congestion: undefined })) return;
    if (sequence === this.bindSequence && this.stateNow === 'open') this.bound(refused, sequence, undefined);
    else if (status === STATUS.invalidCommandLength) this.end('the peer cannot read our stream (generic_nack)');
    else if (this.stateNow === 'open') this.notTheBind('generic_nack', status, sequence);
    else this.events.notice('generic_nack', { status, sequence });
  }

  private unexpected(pdu: Pdu, commandId: number): void {
    const command = commandName(commandId);
    this.events.notice('unexpected PDU', { command, sequence: pdu.sequence });
    const needsNoAnswer =
      commandId >= RESPONSE_BIT || commandId === COMMAND.alert_notification || commandId === COMMAND.outbind;
    if (needsNoAnswer) return;
    this.writer.write({ command: 'generic_nack', status: STATUS.invalidCommandId, sequence: pdu.sequence });
  }
}
