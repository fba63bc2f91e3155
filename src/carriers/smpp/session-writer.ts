/**
 * What a session writes. It leaves at the end of the turn of the event loop in which it was written.
 *
 * 1. What is written within one turn leaves in one piece.
 * 2. A submit of the present turn has not left yet, and can be taken back; answers of that turn leave all the same.
 * 3. After a turn in which the process may have stood still, each of its submits is asked once more whether it may
 *    leave.
 * 4. `overrun` is called for a peer that sends and does not read, before what waits for it grows without end.
 */
import type { Clock } from '../../lib/clock.ts';
import { ByteWriter } from './pdus/bytes.ts';
import { commandIdOf, sequenceOf } from './pdus/decode.ts';
import { appendPdu } from './pdus/encode.ts';
import { FrameSplitter } from './pdus/frames.ts';
import { COMMAND, type EncodablePdu, type ShortMessagePdu } from './pdus/pdu.ts';
import type { Submit, SubmitAnswered, Submits } from './submits.ts';

/** The connection below. */
export interface Wire {
  /** Takes the bytes; false while the peer reads too slowly to take more. */
  write(bytes: Buffer): boolean;
  /** Sends what was written, then closes, at the latest a little later. */
  end(): void;
}

/** Rule 3. Longer than a busy turn, shorter than the shortest time in which others take over. */
const LONGEST_TURN_MS = 500;
/** Rule 4. */
const MOST_BACKLOG_BYTES = 16 * 1024 * 1024;

export class SessionWriter {
  private readonly clock: Clock;
  private readonly wire: Wire;
  private readonly submits: Submits;
  private readonly overrun: () => void;
  private readonly writer = new ByteWriter();
  /** Counts the turns that have left: a submit of the present turn has not. */
  private turn = 0;
  private turnTime = 0;
  private isScheduled = false;
  private isBlocked = false;
  private isOver = false;
  /** Bytes written since the peer has read too slowly. */
  private backlog = 0;

  constructor(clock: Clock, wire: Wire, submits: Submits, overrun: () => void) {
    this.clock = clock;
    this.wire = wire;
    this.submits = submits;
    this.overrun = overrun;
  }

  /** The peer takes bytes. */
  get writable(): boolean {
    return !this.isBlocked;
  }

  /** Throws RangeError for a PDU that is none, as `submit` does. */
  write(pdu: EncodablePdu): void {
    appendPdu(this.writer, pdu);
    if (!this.isScheduled) this.schedule();
  }

  submit(sequence: number, pdu: ShortMessagePdu, answered: SubmitAnswered, mayLeave?: () => boolean): void {
    if (!this.isScheduled) this.schedule();
    appendPdu(this.writer, pdu, sequence);
    this.submits.add(sequence, { sentAt: this.turnTime, turn: this.turn, answered, mayLeave });
  }

  /** Rule 2: takes back the submits of the present turn; the rest of it leaves now. */
  takeBackTurn(why: string): void {
    const rest = withoutSubmits(this.writer.take());
    if (rest.length > 0 && !this.wire.write(rest)) this.isBlocked = true;
    this.submits.takeBack((submit) => submit.turn === this.turn, why);
  }

  /** The peer has read what waited for it. */
  drained(): void {
    this.isBlocked = false;
    this.backlog = 0;
  }

  /** Closes the connection behind the answers of the present turn; its submits stay here. */
  close(): void {
    const rest = withoutSubmits(this.writer.take());
    if (rest.length > 0) this.wire.write(rest);
    this.wire.end();
  }

  /** The session is over: nothing leaves any more, and every submit is answered. */
  end(why: string): void {
    this.isOver = true;
    this.submits.end(this.turn, why);
  }

  private schedule(): void {
    this.isScheduled = true;
    this.turnTime = this.clock.monotonic();
    setImmediate(() => this.flush());
  }

  private flush(): void {
    this.isScheduled = false;
    if (this.isOver || this.writer.length === 0) return;
    this.turn += 1;
    const isLong = this.clock.monotonic() - this.turnTime > LONGEST_TURN_MS;
    const bytes = isLong ? this.allowed(this.writer.take()) : this.writer.take();
    if (bytes.length === 0) return;
    if (this.isBlocked) this.backlog += bytes.length;
    if (!this.wire.write(bytes)) this.isBlocked = true;
    if (this.backlog > MOST_BACKLOG_BYTES) this.overrun();
  }

  /** Rule 3, of the turn that has ended. Who submitted what may not leave gets the answer `unsent`. */
  private allowed(bytes: Buffer): Buffer {
    const isHeld = (submit: Submit) => submit.turn === this.turn - 1 && submit.mayLeave?.() === false;
    const held = this.submits.takeBack(isHeld, 'this process stood still');
    return held.length === 0 ? bytes : withoutSubmits(bytes, new Set(held));
  }
}

/** Whole frames without the submits of these numbers, or without any submit. */
function withoutSubmits(frames: Buffer, sequences?: ReadonlySet<number>): Buffer {
  const kept: Buffer[] = [];
  new FrameSplitter().push(frames, (frame) => {
    const isOut = commandIdOf(frame) === COMMAND.submit_sm && (sequences?.has(sequenceOf(frame)) ?? true);
    if (!isOut) kept.push(frame);
  });
  return Buffer.concat(kept);
}
