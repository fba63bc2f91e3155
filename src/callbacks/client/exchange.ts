/**
 * One request and what became of it: answered, never left, or left without an answer, as in src/lib/http-exchange.ts.
 *
 * 1. It is begun in the turn in which it is written to a connection. A failure before that is `not_left`; from then on one
 *    is `unanswered`, since bytes may have arrived.
 * 2. Once the head of the answer is in, it is `answered`, whatever happens to the rest.
 * 3. It ends once; what comes later changes nothing.
 */
import { AnswerReader, type Keeps } from './answer-reader.ts';

export interface Request {
  /** Head and body as they go out. */
  readonly text: string;
  readonly encoding: 'latin1' | 'utf8';
  /** Its connection takes no other after it. */
  readonly isLast: boolean;
  readonly keeps: Keeps;
}

export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  readonly retryAfter: string | null;
  /** The beginning, as much as `keeps` says. */
  readonly body: Buffer;
}

export type Outcome =
  | Answered
  | { readonly kind: 'not_left'; readonly reason: string }
  | { readonly kind: 'unanswered'; readonly reason: string };

/** The connection that has it. */
export interface Bearer {
  close(reason: string): void;
}

export class Exchange {
  readonly request: Request;
  readonly reader: AnswerReader;
  /** On the clock's monotonic time. */
  readonly deadline: number;
  /** A connection is being opened for it. */
  isExpected = false;
  private bearer: Bearer | null = null;
  private isOver = false;
  private readonly settle: (outcome: Outcome) => void;

  constructor(request: Request, deadline: number, settle: (outcome: Outcome) => void) {
    this.request = request;
    this.deadline = deadline;
    this.settle = settle;
    this.reader = new AnswerReader(request.keeps);
  }

  get isWaiting(): boolean {
    return this.bearer === null && !this.isOver;
  }

  beginOn(bearer: Bearer): void {
    this.bearer = bearer;
  }

  expire(): void {
    if (this.bearer) this.bearer.close('no answer in time');
    else this.end('no connection in time');
  }

  /** `reason`: why there is no answer, if there is none. */
  end(reason: string): void {
    if (this.isOver) return;
    this.isOver = true;
    const { head, body } = this.reader;
    if (head) this.settle({ kind: 'answered', status: head.status, retryAfter: head.retryAfter, body });
    else this.settle({ kind: this.bearer ? 'unanswered' : 'not_left', reason });
  }
}
