/**
 * Hangs up, and tries again when the trunk refuses: while the trunk takes the call for open, it costs somebody, and the
 * callee's line is taken.
 *
 * 1. A BYE that is refused or not answered is sent again after a pause that doubles, `MOST_TRIES` times in all. 481
 *    says that there is no call to hang up on, which is what was wanted.
 * 2. `firstResult` is called once, when the call is hung up or the first BYE has failed: whoever placed it waits no
 *    longer. `over` is called once, when nothing more is done. After `stop` neither is.
 */
import { doublingMs } from '../../../lib/backoff.ts';
import type { Timer } from '../../../lib/clock.ts';
import type { Agent } from './agent.ts';
import type { DialogAnswer, DialogRequests } from './dialog-requests.ts';

export interface HangUpUser {
  /** A BYE has failed; `isLast`: it is given up, and the trunk may go on with the call. */
  failed(why: string, isLast: boolean): void;
  firstResult(why: string): void;
  over(): void;
}

const MOST_TRIES = 4;
const FIRST_AGAIN_MS = 2_000;
const LONGEST_AGAIN_MS = 8_000;

export class HangUp {
  private readonly agent: Agent;
  private readonly requests: DialogRequests;
  private readonly reason: string;
  private readonly user: HangUpUser;
  private timer: Timer | null = null;
  private tries = 0;
  private hasFirstResult = false;
  private isStopped = false;

  /** `reason`: as in the field Reason (RFC 3326). */
  constructor(agent: Agent, requests: DialogRequests, reason: string, user: HangUpUser) {
    this.agent = agent;
    this.requests = requests;
    this.reason = reason;
    this.user = user;
  }

  begin(): void {
    this.tries += 1;
    const bye = { method: 'BYE', headers: [{ name: 'reason', value: this.reason }] };
    void this.requests.ask(bye).then((answer) => this.take(answer));
  }

  stop(): void {
    this.isStopped = true;
    if (this.timer) this.agent.context.clock.clearTimer(this.timer);
    this.timer = null;
  }

  private take(answer: DialogAnswer): void {
    if (this.isStopped) return;
    const why = textOf(answer);
    const isDone = isHungUp(answer);
    const isLast = !isDone && this.tries >= MOST_TRIES;
    if (!isDone) this.user.failed(why, isLast);
    if (!this.hasFirstResult) {
      this.hasFirstResult = true;
      this.user.firstResult(why);
    }
    if (isDone || isLast) {
      this.stop();
      return this.user.over();
    }
    // `firstResult` may have stopped it.
    if (this.isStopped) return;
    const afterMs = doublingMs(this.tries, FIRST_AGAIN_MS, LONGEST_AGAIN_MS);
    this.timer = this.agent.context.clock.setTimer(() => this.begin(), afterMs);
  }
}

function isHungUp(answer: DialogAnswer): boolean {
  if (answer.kind === 'none') return false;
  const { status } = answer.response;
  return status < 300 || status === 481;
}

function textOf(answer: DialogAnswer): string {
  return answer.kind === 'none' ? answer.text : `${answer.response.status} ${answer.response.reason}`.trim();
}
