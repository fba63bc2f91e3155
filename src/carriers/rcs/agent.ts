/**
 * One RBM agent as the gateway uses it: the API, the pace and the health, and what each answer says about them.
 *
 * 1. 429 pauses the agent. Failed connections, missing answers and a token that cannot be had take it down.
 * 2. Alarms (403, refused credentials) go to the log at most once a minute each: a campaign is thousands of messages.
 */
import type { Context } from '../../context.ts';
import type { ExchangeAnswer } from '../../lib/http-exchange.ts';
import type { TokenError } from '../../lib/token-source.ts';
import { errorCodeOf, pauseAskedMs } from './answer.ts';
import { type ApiCall, type ApiLimits, type ApiResult, asTokenError, RbmApi } from './api.ts';
import { Health, type ProbeResult } from './health.ts';
import { Pace } from './pace.ts';
import type { RbmSettings, ServiceAccount } from './settings.ts';

export interface RbmAgentOptions {
  /** Of the carrier. */
  readonly name: string;
  readonly settings: RbmSettings;
  readonly account: ServiceAccount;
  /** Room, state or pace are no longer what they were. */
  readonly changed: () => void;
}

const ALARM_EVERY_MS = 60_000;

export class RbmAgent {
  readonly api: RbmApi;
  readonly pace: Pace;
  readonly health: Health;
  private readonly context: Context;
  private readonly name: string;
  private readonly settings: RbmSettings;
  private readonly changed: () => void;
  private readonly alarmedAt = new Map<string, number>();

  constructor(context: Context, { name, settings, account, changed }: RbmAgentOptions) {
    this.context = context;
    this.name = name;
    this.settings = settings;
    this.changed = changed;
    this.api = new RbmApi(context, settings, account);
    const { clock, randomBytes } = context;
    const requestsPerMessage = settings.capability_check === 'before_send' ? 2 : 1;
    this.pace = new Pace(
      { requestsPerSecond: settings.requests_per_second, requestsPerMessage, maxInFlight: settings.max_in_flight },
      { clock, randomBytes, changed },
    );
    this.health = new Health({
      clock,
      randomBytes,
      probe: () => this.probe(),
      changed: (state, reason) => this.healthChanged(state, reason),
    });
  }

  /** Never rejects. */
  async call(call: ApiCall, limits: ApiLimits): Promise<ApiResult> {
    const result = await this.api.call(call, limits);
    if (result.kind === 'no_token') this.tokenFailed(result.error);
    if (result.kind === 'not_left') this.health.connectFailed(result.reason);
    if (result.kind === 'unanswered') this.health.wentUnanswered(result.reason);
    if (result.kind === 'answered') this.learnFrom(result, call.isQuestion === true);
    return result;
  }

  deadline(): number {
    return this.context.clock.monotonic() + this.settings.request_timeout_ms;
  }

  async stop(): Promise<void> {
    this.health.stop();
    this.pace.stop();
    await this.api.close();
    await this.health.settled();
  }

  private learnFrom({ answer, leftAt }: Extract<ApiResult, { kind: 'answered' }>, isQuestion: boolean): void {
    if (answer.status === 401) {
      this.alarm('credentials', answer.status, 'RBM refuses a fresh access token of the service account');
      this.health.goDown(`${errorCodeOf(answer)} with a fresh access token`, 0);
      return;
    }
    this.health.answered();
    if (isQuestion) return this.learnFromQuestion(answer);
    if (answer.status === 403) {
      this.alarm('permission', errorCodeOf(answer), 'RBM does not permit this agent to send to the recipient');
    }
    if (answer.status === 429) {
      const pausedForMs = this.pace.refused(leftAt, pauseAskedMs(answer, this.context.clock.now()));
      this.context.log.info({ carrier: this.name, paused_for_ms: Math.ceil(pausedForMs) }, 'RBM throttles the agent');
      this.changed();
    }
    if (answer.status < 300) this.pace.accepted(leftAt);
  }

  /** That an agent is not launched somewhere is an answer. */
  private learnFromQuestion(answer: ExchangeAnswer): void {
    if (answer.status !== 429) return this.pace.answeredQuestion();
    const pausedForMs = this.pace.refusedQuestion(pauseAskedMs(answer, this.context.clock.now()));
    this.context.log.info({ carrier: this.name, paused_for_ms: Math.ceil(pausedForMs) }, 'RBM throttles questions');
  }

  private tokenFailed(error: TokenError): void {
    if (error.refused) this.alarm('credentials', error.message, 'the token server refuses the service account');
    this.health.goDown(error.message, error.retryAfterMs);
  }

  /** A token first, since without one nothing can be sent; then whether the host answers. */
  private async probe(): Promise<ProbeResult> {
    try {
      await this.api.token(this.deadline());
    } catch (cause) {
      const error = asTokenError(cause);
      if (error.refused) this.alarm('credentials', error.message, 'the token server refuses the service account');
      return this.probeFailed(error.message, error.retryAfterMs);
    }
    const problem = await this.api.reach(this.settings.request_timeout_ms);
    return problem === null ? { ok: true } : this.probeFailed(problem, 0);
  }

  private probeFailed(reason: string, notBeforeMs: number): ProbeResult {
    this.context.log.warn({ carrier: this.name, reason }, 'RBM cannot be reached yet');
    return { ok: false, reason, notBeforeMs };
  }

  private healthChanged(state: 'up' | 'down', reason: string | null): void {
    if (state === 'up') this.context.log.info({ carrier: this.name }, 'the RCS carrier is up');
    else this.context.log.warn({ carrier: this.name, reason }, 'the RCS carrier is down');
    this.changed();
  }

  private alarm(topic: string, detail: string | number, message: string): void {
    const at = this.context.clock.monotonic();
    const last = this.alarmedAt.get(topic);
    if (last !== undefined && at - last < ALARM_EVERY_MS) return;
    this.alarmedAt.set(topic, at);
    this.context.log.error({ alarm: true, carrier: this.name, answer: detail }, message);
  }
}
