/**
 * Whether the other side still has the call. Silence on the line does not say so: it may only have nothing to say.
 *
 * 1. When nothing has come in the dialog for `call_check_interval_ms`, OPTIONS asks in it. 481, 408 and no answer say
 *    that the call is gone (RFC 3261, 12.2.1.2); any other answer is a sign of life. A connection that was lost is made
 *    again once.
 * 2. A session timer that was agreed is kept (RFC 4028): where the refresh is ours it goes out at half time, by UPDATE
 *    where the peer allows that, else by a re-INVITE that changes nothing. One that is refused is tried again.
 * 3. A session that neither side refreshed in time is gone.
 * 4. `gone` is called at most once, and not after `stop`.
 */
import type { Timer } from '../../../lib/clock.ts';
import type { HeaderField } from '../messages/fields.ts';
import { listOf } from '../messages/message.ts';
import {
  askFields,
  endAfterMs,
  leastOf,
  refreshAfterMs,
  type SessionTimer,
  EXTENSION as TIMER,
  timerOf,
  type WithHeaders,
} from '../messages/session-timer.ts';
import type { Agent } from './agent.ts';
import type { DialogAnswer, DialogRequests } from './dialog-requests.ts';

export interface SessionWatchOptions {
  readonly agent: Agent;
  readonly requests: DialogRequests;
  /** 0: never. */
  readonly checkEveryMs: number;
  /** What each refresh carries besides. */
  capabilities(): readonly HeaderField[];
  /** A refresh, which may say that the peer is elsewhere: by UPDATE, or by a re-INVITE that changes nothing. */
  update(headers: readonly HeaderField[]): Promise<DialogAnswer>;
  reinvite(headers: readonly HeaderField[]): Promise<DialogAnswer>;
  gone(why: string): void;
}

const REFRESH_AGAIN_MS = 10_000;
/** Both sides have asked at once: we own the Call-ID (RFC 3261, 14.1). */
const GLARE_LEAST_MS = 2_100;
const GLARE_MOST_MS = 4_000;

export class SessionWatch {
  private readonly options: SessionWatchOptions;
  private agreed: SessionTimer | null = null;
  private mayUpdate = false;
  private sawLifeAt = 0;
  private checking: Timer | null = null;
  private refreshing: Timer | null = null;
  private ending: Timer | null = null;
  private isStarted = false;
  private isStopped = false;

  constructor(options: SessionWatchOptions) {
    this.options = options;
  }

  get timer(): SessionTimer | null {
    return this.agreed;
  }

  /** With the 2xx of the INVITE. */
  start(response: WithHeaders): void {
    if (this.isStarted || this.isStopped) return;
    this.isStarted = true;
    this.sawLife();
    this.agreeBy(response);
    this.checkLater(this.options.checkEveryMs);
  }

  /** Something has come in the dialog. */
  sawLife(): void {
    this.sawLifeAt = this.options.agent.context.clock.monotonic();
  }

  /** A refresh of whichever side has gone through. */
  agree(timer: SessionTimer | null): void {
    if (!this.isStarted || this.isStopped) return;
    const { clock } = this.options.agent.context;
    for (const each of [this.refreshing, this.ending]) if (each) clock.clearTimer(each);
    this.refreshing = null;
    this.ending = null;
    this.agreed = timer;
    if (!timer) return;
    this.ending = clock.setTimer(() => this.gone('the session was not refreshed'), endAfterMs(timer));
    if (timer.refresher === 'us') this.refreshLater(timer, refreshAfterMs(timer));
  }

  stop(): void {
    this.isStopped = true;
    const { clock } = this.options.agent.context;
    for (const each of [this.checking, this.refreshing, this.ending]) if (each) clock.clearTimer(each);
  }

  private agreeBy(response: WithHeaders): void {
    const allowed = listOf(response, 'allow');
    if (allowed.length > 0) this.mayUpdate = allowed.some((each) => each.toUpperCase() === 'UPDATE');
    this.agree(timerOf(response));
  }

  /** Rule 1. */
  private checkLater(afterMs: number): void {
    const { agent, checkEveryMs } = this.options;
    if (checkEveryMs === 0 || this.isStopped) return;
    const { clock } = agent.context;
    this.checking = clock.setTimer(() => {
      const quietMs = clock.monotonic() - this.sawLifeAt;
      if (quietMs < checkEveryMs) this.checkLater(checkEveryMs - quietMs);
      else void this.check(false);
    }, afterMs);
  }

  private async check(isSecond: boolean): Promise<void> {
    const { requests, checkEveryMs } = this.options;
    const answer = await requests.ask({ method: 'OPTIONS', headers: this.options.capabilities() });
    if (this.isStopped) return;
    if (answer.kind === 'none' && answer.why === 'lost' && !isSecond) return this.check(true);
    const why = goneBy(answer);
    if (why !== null) return this.gone(why);
    this.sawLife();
    this.checkLater(checkEveryMs);
  }

  /** Rule 2. */
  private refreshLater(timer: SessionTimer, afterMs: number): void {
    this.refreshing = this.options.agent.context.clock.setTimer(() => void this.refresh(timer, false), afterMs);
  }

  private async refresh(timer: SessionTimer, isLonger: boolean): Promise<void> {
    const { capabilities, update, reinvite } = this.options;
    const fields = [...askFields(timer.expiresS, true), { name: 'supported', value: TIMER }, ...capabilities()];
    const isUpdate = this.mayUpdate;
    const answer = isUpdate ? await update(fields) : await reinvite(fields);
    // The peer may have refreshed it meanwhile, or the call be over.
    if (this.isStopped || this.agreed !== timer) return;
    const why = goneBy(answer);
    if (answer.kind === 'none') {
      if (answer.why === 'lost') return this.refreshLater(timer, REFRESH_AGAIN_MS);
      return this.gone(why ?? answer.text);
    }
    const { response } = answer;
    if (why !== null) return this.gone(why);
    this.sawLife();
    if (response.status < 300) return this.agreeBy(response);
    const least = response.status === 422 ? leastOf(response) : null;
    if (least !== null && least > timer.expiresS && !isLonger) {
      this.agreed = { ...timer, expiresS: least };
      return this.refresh(this.agreed, true);
    }
    if (isUpdate && (response.status === 405 || response.status === 501)) {
      this.mayUpdate = false;
      return this.refresh(timer, isLonger);
    }
    this.refreshLater(timer, response.status === 491 ? this.afterGlareMs() : REFRESH_AGAIN_MS);
  }

  private afterGlareMs(): number {
    const fraction = this.options.agent.context.randomBytes(4).readUInt32BE(0) / 2 ** 32;
    return GLARE_LEAST_MS + fraction * (GLARE_MOST_MS - GLARE_LEAST_MS);
  }

  /** Rule 4. */
  private gone(why: string): void {
    if (this.isStopped) return;
    this.stop();
    this.options.gone(why);
  }
}

/** Why an answer says that the call is gone; null when it does not. */
function goneBy(answer: DialogAnswer): string | null {
  if (answer.kind === 'none') return `the trunk does not answer in the call (${answer.text})`;
  const { status, reason } = answer.response;
  return status === 481 || status === 408 ? `the trunk has the call no more (${status} ${reason})` : null;
}
