/**
 * One SMPP conversation over a connection that stands: requests and their answers, the window, time-outs, enquire_link,
 * unbind. It knows bytes and time, no sockets.
 *
 * 1. Every submit is answered exactly once: by the peer, by time, by the end of the session, or by rule 8.
 * 2. What is written within one turn of the event loop leaves in one piece.
 * 3. One timer watches all submits: they have the same time-out, so the oldest is always the first.
 * 4. Silence is broken with enquire_link; a peer that stays silent after it is gone. Any byte is a sign of life.
 * 5. Several submits in a row without an answer end the session: such a peer takes nothing any more.
 * 6. The end tells submits whose bytes may have left (`lost`) from those that never went (`unsent`).
 * 7. A peer that sends and does not read is ended before what waits for it grows.
 * 8. After a turn in which the process may have stood still, each of its submits is asked once more whether it may leave.
 * 9. A stream that has lost its beat is answered with generic_nack and ended; a single bad PDU is not the end.
 */
import type { Clock, Timer } from '../../lib/clock.ts';
import { ByteWriter } from './bytes.ts';
import { appendPdu, commandIdOf, decodePdu, sequenceOf, withoutSubmits } from './codec.ts';
import { FrameSplitter } from './frames.ts';
import {
  type BindPdu,
  COMMAND,
  commandName,
  type EncodablePdu,
  type MessageRespPdu,
  NO_TLVS,
  type Pdu,
  RESPONSE_BIT,
  type ShortMessagePdu,
  STATUS,
  TAG,
  tlvNumber,
} from './pdu.ts';

/** The connection below. */
export interface Wire {
  /** Takes the bytes; false when the peer reads too slowly to take more for now. */
  write(bytes: Buffer): boolean;
  /** Sends what was written, then closes, at the latest a little later. */
  end(): void;
}

export type SubmitAnswer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly messageId: string;
      readonly congestion: number | undefined;
    }
  | { readonly kind: 'timed_out' }
  /** The session ended first; bytes may have left. */
  | { readonly kind: 'lost'; readonly why: string }
  /** No byte left: the session ended first, or rule 8. */
  | { readonly kind: 'unsent'; readonly why: string };

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

type Answered = (answer: SubmitAnswer, sentAt: number) => void;

interface Pending {
  readonly sentAt: number;
  /** The flush that it leaves with. */
  readonly turn: number;
  readonly answered: Answered;
  /** Rule 8. */
  readonly mayLeave: (() => boolean) | undefined;
}

const LAST_SEQUENCE = 0x7fffffff;
const SILENT_SUBMITS_TO_END = 3;
const LONGEST_ENQUIRE_ANSWER_MS = 10_000;
const UNBIND_ANSWER_MS = 5_000;
/** Rule 8. Longer than a busy turn, shorter than the shortest time in which others take over. */
const LONGEST_TURN_MS = 500;
/** What may wait for a peer that reads too slowly. */
const MOST_BACKLOG_BYTES = 16 * 1024 * 1024;

export class SmppSession {
  private readonly clock: Clock;
  private readonly wire: Wire;
  private readonly limits: SessionLimits;
  private readonly events: SessionEvents;
  private readonly splitter = new FrameSplitter();
  private readonly writer = new ByteWriter();
  private readonly pending = new Map<number, Pending>();
  private readonly onFrame = (frame: Buffer) => this.frame(frame);
  private sequence = 0;
  private flushScheduled = false;
  /** Counts flushes: a pending submit of the present turn has not left. */
  private turn = 0;
  private turnTime = 0;
  private silentSubmits = 0;
  private sweep: Timer | undefined;
  private bindTimer: Timer | undefined;
  private enquireTimer: Timer | undefined;
  private unbindTimer: Timer | undefined;
  private bindSequence = 0;
  private lastHeard: number;
  private enquiredAt: number | undefined;
  private stateNow: 'open' | 'bound' | 'unbinding' | 'ended' = 'open';
  private blocked = false;
  /** Bytes written since the peer has read too slowly. */
  private backlog = 0;

  constructor(clock: Clock, wire: Wire, limits: SessionLimits, events: SessionEvents) {
    this.clock = clock;
    this.wire = wire;
    this.limits = limits;
    this.events = events;
    this.lastHeard = clock.monotonic();
  }

  get state(): 'open' | 'bound' | 'unbinding' | 'ended' {
    return this.stateNow;
  }

  /** Submits without an answer. */
  get outstanding(): number {
    return this.pending.size;
  }

  /** The peer takes bytes. */
  get writable(): boolean {
    return !this.blocked;
  }

  bind(pdu: Omit<BindPdu, 'status' | 'sequence'>): void {
    this.bindSequence = this.nextSequence();
    this.write({ ...pdu, status: 0, sequence: this.bindSequence });
    this.bindTimer = this.clock.setTimer(
      () => this.end('the bind was not answered in time'),
      this.limits.responseTimeoutMs,
    );
  }

  /** Only while `state` is bound; the window is the caller's to keep. Throws RangeError for a PDU that is none. */
  submit(pdu: ShortMessagePdu, answered: Answered, mayLeave?: () => boolean): void {
    const sequence = this.nextSequence();
    if (!this.flushScheduled) this.scheduleFlush();
    appendPdu(this.writer, pdu, sequence);
    this.pending.set(sequence, { sentAt: this.turnTime, turn: this.turn, answered, mayLeave });
    if (!this.sweep) this.armSweep(this.limits.responseTimeoutMs);
  }

  /** Answers a deliver_sm or data_sm. Does nothing once the session has ended: the peer will send it again. */
  acknowledge(kind: 'deliver_sm' | 'data_sm', sequence: number, status: number): void {
    const command = kind === 'deliver_sm' ? 'deliver_sm_resp' : 'data_sm_resp';
    if (this.stateNow !== 'ended') this.write({ command, status, sequence, messageId: '', tlvs: NO_TLVS });
  }

  /** Bytes from the peer, in any pieces. */
  received(chunk: Buffer): void {
    if (this.stateNow === 'ended') return;
    this.lastHeard = this.clock.monotonic();
    this.enquiredAt = undefined;
    const lost = this.splitter.push(chunk, this.onFrame);
    if (!lost || this.isEnded()) return;
    this.write({ command: 'generic_nack', status: STATUS.invalidCommandLength, sequence: 0 });
    this.end(`the stream from the peer cannot be read: ${lost.why}`);
  }

  drained(): void {
    this.blocked = false;
    this.backlog = 0;
    this.events.room();
  }

  /** The connection is gone. */
  wireClosed(why: string): void {
    this.finish(why);
  }

  /** Says goodbye; ends when the peer answers, or after 5 s. */
  unbind(): void {
    if (this.stateNow !== 'bound') {
      this.end('closed by us');
      return;
    }
    this.stateNow = 'unbinding';
    this.write({ command: 'unbind', status: 0, sequence: this.nextSequence() });
    this.unbindTimer = this.clock.setTimer(() => this.end('closed by us, unbind was not answered'), UNBIND_ANSWER_MS);
  }

  /** Ends the session from our side: answers still leave, submits of this turn do not. */
  end(why: string): void {
    if (this.stateNow === 'ended') return;
    const lastWords = withoutSubmits(this.writer.take());
    if (lastWords.length > 0) this.wire.write(lastWords);
    this.wire.end();
    this.finish(why);
  }

  private isEnded(): boolean {
    return this.stateNow === 'ended';
  }

  private finish(why: string): void {
    if (this.stateNow === 'ended') return;
    this.stateNow = 'ended';
    for (const timer of [this.sweep, this.bindTimer, this.enquireTimer, this.unbindTimer]) {
      if (timer) this.clock.clearTimer(timer);
    }
    const left = [...this.pending.values()];
    this.pending.clear();
    for (const entry of left) {
      entry.answered({ kind: entry.turn < this.turn ? 'lost' : 'unsent', why }, entry.sentAt);
    }
    this.events.ended(why);
  }

  private nextSequence(): number {
    do this.sequence = this.sequence >= LAST_SEQUENCE ? 1 : this.sequence + 1;
    while (this.pending.has(this.sequence));
    return this.sequence;
  }

  private write(pdu: EncodablePdu): void {
    appendPdu(this.writer, pdu);
    if (!this.flushScheduled) this.scheduleFlush();
  }

  private scheduleFlush(): void {
    this.flushScheduled = true;
    this.turnTime = this.clock.monotonic();
    setImmediate(() => this.flush());
  }

  private flush(): void {
    this.flushScheduled = false;
    if (this.stateNow === 'ended' || this.writer.length === 0) return;
    this.turn += 1;
    const isLong = this.clock.monotonic() - this.turnTime > LONGEST_TURN_MS;
    const bytes = isLong ? this.allowed(this.writer.take()) : this.writer.take();
    if (bytes.length === 0) return;
    if (this.blocked) this.backlog += bytes.length;
    if (!this.wire.write(bytes)) this.blocked = true;
    if (this.backlog > MOST_BACKLOG_BYTES) this.end('the peer sends but does not read');
  }

  /** Rule 8: of what was written in the turn that has ended. Who submitted what may not leave is told. */
  private allowed(bytes: Buffer): Buffer {
    const held = [...this.pending].filter(([, entry]) => entry.turn === this.turn - 1 && entry.mayLeave?.() === false);
    for (const [sequence] of held) this.pending.delete(sequence);
    for (const [, { answered, sentAt }] of held) answered({ kind: 'unsent', why: 'this process stood still' }, sentAt);
    return held.length === 0 ? bytes : withoutSubmits(bytes, new Set(held.map(([sequence]) => sequence)));
  }

  private frame(frame: Buffer): void {
    if (this.isEnded()) return;
    const commandId = commandIdOf(frame);
    // The one that comes by the hundred thousand: handed on without being read; it is interpreted when it is stored.
    if (commandId === COMMAND.deliver_sm) this.events.inbound('deliver_sm', frame, sequenceOf(frame));
    else if (commandId === COMMAND.data_sm) this.events.inbound('data_sm', frame, sequenceOf(frame));
    else this.handle(decodePdu(frame), commandId);
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
        this.write({ command: 'enquire_link_resp', status: 0, sequence: pdu.sequence });
        break;
      case 'enquire_link_resp':
        break;
      case 'unbind':
        this.write({ command: 'unbind_resp', status: 0, sequence: pdu.sequence });
        this.end('the peer has unbound');
        break;
      case 'unbind_resp':
        if (this.stateNow === 'unbinding') this.end('closed by us');
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
    if (this.stateNow !== 'open' || sequence !== this.bindSequence) return;
    if (this.bindTimer) this.clock.clearTimer(this.bindTimer);
    this.bindTimer = undefined;
    if (status === STATUS.ok) {
      this.stateNow = 'bound';
      this.armEnquiry(this.limits.enquireLinkMs);
    }
    this.events.bindAnswered({ status, peerVersion });
  }

  private submitAnswered(pdu: MessageRespPdu): void {
    const entry = this.pending.get(pdu.sequence);
    if (!entry) {
      this.events.notice('an answer to no submit that waits', { status: pdu.status, sequence: pdu.sequence });
      return;
    }
    this.pending.delete(pdu.sequence);
    this.silentSubmits = 0;
    const congestion = pdu.tlvs.length > 0 ? tlvNumber(pdu.tlvs, TAG.congestion_state) : undefined;
    entry.answered({ kind: 'answered', status: pdu.status, messageId: pdu.messageId, congestion }, entry.sentAt);
  }

  private nacked(status: number, sequence: number): void {
    // A refusal without a reason is still a refusal.
    const refused = status === STATUS.ok ? STATUS.invalidCommandId : status;
    const entry = this.pending.get(sequence);
    if (entry) {
      this.pending.delete(sequence);
      this.silentSubmits = 0;
      entry.answered({ kind: 'answered', status: refused, messageId: '', congestion: undefined }, entry.sentAt);
    } else if (sequence === this.bindSequence && this.stateNow === 'open') this.bound(refused, sequence, undefined);
    else if (status === STATUS.invalidCommandLength) this.end('the peer cannot read our stream (generic_nack)');
    else this.events.notice('generic_nack', { status, sequence });
  }

  private unexpected(pdu: Pdu, commandId: number): void {
    const command = commandName(commandId);
    this.events.notice('unexpected PDU', { command, sequence: pdu.sequence });
    const needsNoAnswer =
      commandId >= RESPONSE_BIT || commandId === COMMAND.alert_notification || commandId === COMMAND.outbind;
    if (needsNoAnswer) return;
    this.write({ command: 'generic_nack', status: STATUS.invalidCommandId, sequence: pdu.sequence });
  }

  private armSweep(delayMs: number): void {
    this.sweep = this.clock.setTimer(() => this.sweepPending(), delayMs);
  }

  /** Rule 3. */
  private sweepPending(): void {
    this.sweep = undefined;
    const now = this.clock.monotonic();
    for (const [sequence, entry] of this.pending) {
      const left = entry.sentAt + this.limits.responseTimeoutMs - now;
      if (left > 0) {
        this.armSweep(left);
        return;
      }
      this.pending.delete(sequence);
      this.silentSubmits += 1;
      entry.answered({ kind: 'timed_out' }, entry.sentAt);
      if (this.isEnded()) return;
      if (this.silentSubmits >= SILENT_SUBMITS_TO_END) {
        this.end(`${this.silentSubmits} submits in a row were not answered`);
        return;
      }
    }
  }

  private armEnquiry(delayMs: number): void {
    this.enquireTimer = this.clock.setTimer(() => this.enquire(), delayMs);
  }

  /** Rule 4. */
  private enquire(): void {
    const now = this.clock.monotonic();
    const answerMs = Math.min(LONGEST_ENQUIRE_ANSWER_MS, this.limits.responseTimeoutMs);
    if (this.enquiredAt !== undefined) {
      const answerLeft = this.enquiredAt + answerMs - now;
      if (answerLeft > 0) this.armEnquiry(answerLeft);
      else this.end('the peer is silent: enquire_link was not answered');
      return;
    }
    const quietLeft = this.lastHeard + this.limits.enquireLinkMs - now;
    if (quietLeft > 0) {
      this.armEnquiry(quietLeft);
      return;
    }
    this.enquiredAt = now;
    this.write({ command: 'enquire_link', status: 0, sequence: this.nextSequence() });
    this.armEnquiry(Math.min(answerMs, this.limits.enquireLinkMs));
  }
}
