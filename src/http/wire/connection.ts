/**
 * A connection from which plain requests are read (head.ts), and on which they are answered in their order.
 *
 * 1. The first request that is not plain, or whose head has not come whole, goes to Node with all that comes behind it:
 *    its bytes are put back into the socket, which is Node's from then on. So no request is read by both.
 * 2. Before that, the answers that are under way are written, and nothing else is read.
 * 3. A request is given to the server as soon as its head is there, as Node does it. Its body may follow.
 * 4. Behind a request that closes the connection nothing is read. Whoever has said all ends the connection, as with Node.
 * 5. No connection outlasts what Node allows: a first request that does not come and a body that does not end are answered
 *    408, an idle connection is closed, and so is one whose client takes none of its answers: what waits for it would be
 *    kept for ever. They are looked at in rounds, so each may take one round longer.
 */
import { AsyncResource } from 'node:async_hooks';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { readPlainHead } from './head.ts';
import { PlainRequest } from './request.ts';
import { type AnswersTo, type GoesOn, PlainResponse } from './response.ts';

export interface ConnectionLimits {
  readonly headersWithinMs: number;
  readonly requestWithinMs: number;
  readonly keepAliveMs: number;
  readonly unreadWithinMs: number;
  /** From one round to the next. */
  readonly checkedEveryMs: number;
}

/** What the connections of a server have in common. */
export interface Surroundings {
  readonly server: Server;
  readonly limits: ConnectionLimits;
  /** The number of this round. */
  readonly round: number;
  /** What is idle is closed. */
  readonly isClosing: boolean;
  isTaken(url: string): boolean;
  closingLines(goesOn: GoesOn): string;
  /** It is gone, or no longer ours. */
  left(connection: PlainConnection): void;
  giveToNode(socket: Socket): void;
}

export class PlainConnection implements AnswersTo {
  private readonly socket: Socket;
  private readonly around: Surroundings;
  /** In the order of their requests. The first `written` of them are on their way. */
  private readonly answers: PlainResponse[] = [];
  private written = 0;
  /** Its body has not come whole. */
  private incoming: PlainRequest | null = null;
  /** The round in which it began to wait for what it waits for. */
  private since: number;
  /** The round in which an answer was taken last, or the first of those that were not was written. */
  private takenIn = 0;
  private hasAnswered = false;
  private hasLast = false;
  /** Rule 1: what comes next is Node's. */
  private isOdd = false;
  /** Runs where the connection was made, and not in the trace of the answer that it waited for. */
  private readonly handOver = AsyncResource.bind(() => this.giveToNode());

  constructor(socket: Socket, around: Surroundings) {
    this.socket = socket;
    this.around = around;
    this.since = around.round;
    socket.on('data', this.read).on('end', this.saidAll).on('error', this.failed).on('close', this.closed);
  }

  get isIdle(): boolean {
    return this.hasAnswered && this.answers.length === 0 && !this.incoming && !this.isOdd;
  }

  destroy(): void {
    this.socket.destroy();
  }

  /** Rule 5. */
  check(): void {
    const { limits, round } = this.around;
    const waitedMs = (round - this.since - 1) * limits.checkedEveryMs;
    const unreadMs = this.written === 0 ? 0 : (round - this.takenIn - 1) * limits.checkedEveryMs;
    if (unreadMs >= limits.unreadWithinMs) this.socket.destroy();
    else if (this.incoming) {
      if (waitedMs >= limits.requestWithinMs) this.refuse('ERR_HTTP_REQUEST_TIMEOUT');
    } else if (this.isIdle) {
      if (waitedMs >= limits.keepAliveMs) this.socket.destroy();
    } else if (!this.hasAnswered && this.answers.length === 0 && waitedMs >= limits.headersWithinMs) {
      this.refuse('ERR_HTTP_REQUEST_TIMEOUT');
    }
  }

  closingLines(goesOn: GoesOn): string {
    return this.around.closingLines(goesOn);
  }

  /** Writes those whose turn it is. Behind one that closes the connection the socket takes no more. */
  ended(): void {
    for (let next = this.answers[this.written]; next?.whole && this.socket.writable; ) {
      const answer = next;
      if (this.written === 0) this.takenIn = this.around.round;
      this.written += 1;
      this.socket.write(answer.whole ?? '', (error) => {
        if (!error) this.answered(answer);
      });
      next = this.answers[this.written];
    }
  }

  private answered(answer: PlainResponse): void {
    this.answers.shift();
    this.takenIn = this.around.round;
    this.written -= 1;
    if (answer.isLast) this.socket.destroySoon();
    answer.left();
    if (this.answers.length > 0) return;
    // A body that has not come whole by then goes on to be waited for.
    if (!this.incoming) this.since = this.around.round;
    this.hasAnswered = true;
    if (this.isOdd) this.handOver();
    else if (this.around.isClosing && this.isIdle) this.socket.destroy();
  }

  private readonly read = (bytes: Buffer): void => {
    if (this.isOdd) return this.putBack(bytes);
    let at = this.incoming ? this.takeBody(this.incoming, bytes, 0) : 0;
    while (at < bytes.length && !this.hasLast) {
      const head = readPlainHead(bytes, at);
      if (!head || !this.around.isTaken(head.url)) {
        this.isOdd = true;
        this.putBack(bytes.subarray(at));
        if (this.answers.length === 0) this.handOver();
        return;
      }
      const request = new PlainRequest(this.socket, head);
      const response = new PlainResponse(request, head.isLast, this);
      this.answers.push(response);
      this.hasLast = head.isLast;
      at = this.takeBody(request, bytes, head.end);
      this.around.server.emit('request', request, response);
    }
  };

  private takeBody(request: PlainRequest, bytes: Buffer, at: number): number {
    const end = request.take(bytes, at);
    const waitsFor = request.complete ? null : request;
    if (this.incoming !== waitsFor) {
      this.incoming = waitsFor;
      this.since = this.around.round;
    }
    return end;
  }

  /** Paused first: what is put back into a socket that flows comes again at once. */
  private putBack(bytes: Buffer): void {
    this.socket.pause();
    this.socket.unshift(bytes);
  }

  private giveToNode(): void {
    const { socket } = this;
    if (socket.destroyed) return;
    this.forget();
    this.around.giveToNode(socket);
    socket.resume();
  }

  private readonly saidAll = (): void => {
    if (this.incoming) this.refuse('HPE_INVALID_EOF_STATE');
    else this.socket.end();
  };

  private readonly failed = (error: Error): void => {
    this.around.server.emit('clientError', error, this.socket);
  };

  private readonly closed = (): void => {
    this.forget();
    this.incoming?.abort();
    for (const answer of this.answers.splice(0)) answer.closed();
  };

  private refuse(code: string): void {
    this.failed(Object.assign(new Error('no whole request'), { code }));
  }

  private forget(): void {
    this.socket.off('data', this.read).off('end', this.saidAll).off('error', this.failed).off('close', this.closed);
    this.around.left(this);
  }
}
