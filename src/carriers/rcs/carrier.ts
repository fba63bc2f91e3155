/**
 * RCS by Google's RCS for Business (RBM) REST API: one carrier is one agent.
 *
 * 1. A message has one part and goes out under the id of its attempt, so that RBM ignores it when it comes again.
 * 2. The answer of RBM decides the outcome (answer.ts). Without one: `unknown` when bytes may have left, `unreachable`
 *    when they did not.
 * 3. Nothing is sent while the agent pauses (pace.ts) or the other side is down (health.ts): `reserve` gives no slot.
 * 4. Withdrawing and the webhook go on while the carrier is paused, down or draining.
 * 5. What is submitted while it drains, or after it was stopped, is `not_sent`.
 */
import type { Context } from '../../context.ts';
import { OnceAMinute } from '../../lib/once-a-minute.ts';
import type {
  Carrier,
  CarrierLoad,
  CarrierSink,
  CarrierState,
  Content,
  Inbound,
  Outcome,
  RawInbound,
  Slot,
  SubmitJob,
  WebhookReply,
  WebhookRequest,
  Withdrawal,
  WithdrawJob,
} from '../carrier.ts';
import {
  ALWAYS_INTERNATIONAL,
  type ReadAddress,
  readHandsetAddress,
  type WrittenAddress,
  writtenForms,
} from '../inbound-address.ts';
import { RbmAgent } from './agent.ts';
import { neededFeatures, revokePath } from './agent-message.ts';
import { errorCodeOf, isPage } from './answer.ts';
import { RbmCapabilities } from './capabilities.ts';
import { interpretEvent } from './events.ts';
import { PaceSlot } from './pace.ts';
import { sendMessage } from './send.ts';
import { type RbmSettings, readServiceAccount } from './settings.ts';
import { answerWebhook } from './webhook.ts';

/** `settings` as `parseRbmSettings` gives them. Throws an Error that names the setting when the credentials are unusable. */
export function createRbmCarrier(context: Context, name: string, settings: RbmSettings): Carrier {
  return new RbmCarrier(context, name, settings);
}

class RbmCarrier implements Carrier {
  readonly name: string;
  readonly channel = 'rcs' as const;
  readonly simulated: boolean;
  readonly formerly: readonly string[];
  readonly answerWithinMs: number;
  readonly capabilities: RbmCapabilities;
  private readonly context: Context;
  private readonly settings: RbmSettings;
  private readonly serviceAccount: string;
  private readonly agent: RbmAgent;
  private readonly minutes: OnceAMinute;
  private sink: CarrierSink | null = null;
  private isDraining = false;
  private isStopped = false;
  /** What was submitted and is not answered yet. */
  private readonly open = new Set<Promise<void>>();

  constructor(context: Context, name: string, settings: RbmSettings) {
    const account = readServiceAccount(settings);
    this.context = context;
    this.minutes = new OnceAMinute(context.clock);
    this.name = name;
    this.settings = settings;
    this.simulated = settings.simulated;
    this.formerly = settings.formerly;
    this.answerWithinMs = settings.request_timeout_ms;
    this.serviceAccount = account.clientEmail;
    this.agent = new RbmAgent(context, { name, settings, account, changed: () => this.sink?.changed() });
    this.capabilities = new RbmCapabilities({
      context,
      settings,
      agent: this.agent,
      mayAsk: () => this.state() === 'up' && !this.isStopped,
    });
  }

  state(): CarrierState {
    return this.isDraining && !this.isStopped ? 'draining' : this.agent.health.state;
  }

  countParts(_: Content): number {
    return 1;
  }

  featuresNeeded(content: Content): readonly string[] {
    return neededFeatures(content);
  }

  useShare(share: number): void {
    this.agent.pace.useShare(share);
  }

  reserve(parts: number, leavesRoom = false): Slot | null {
    if (this.isStopped || this.isDraining || this.agent.health.state === 'down') return null;
    return this.agent.pace.reserve(parts, leavesRoom);
  }

  submit(job: SubmitJob, slot: Slot, answered: (part: number, outcome: Outcome) => void): void {
    if (!(slot instanceof PaceSlot) || !slot.use())
      throw new Error('submit needs a slot from reserve, not used before');
    const sent = this.send(job).then((outcome) => {
      slot.finish();
      for (const part of job.parts) answered(part, outcome);
    });
    const settled = sent.catch((error: unknown) => {
      this.context.log.error(
        { carrier: this.name, attempt: job.attemptId, err: error },
        'an answer could not be given',
      );
    });
    this.open.add(settled);
    void settled.finally(() => this.open.delete(settled));
  }

  async withdraw(job: WithdrawJob): Promise<Withdrawal> {
    if (this.isStopped) return 'failed';
    this.agent.pace.takeAnyway();
    const path = revokePath(this.agent.api.prefix, this.settings.agent_id, job.recipient, job.attemptId);
    const result = await this.agent.call({ method: 'DELETE', path }, { deadlineAt: this.agent.deadline() });
    // That it was delivered, or is gone, is for RBM to say.
    const status = result.kind === 'answered' && !isPage(result.answer) ? result.answer.status : 0;
    if (status >= 200 && status < 300) return 'withdrawn';
    if (status === 404) return 'too_late';
    const answer = result.kind === 'answered' ? errorCodeOf(result.answer) : result.kind;
    this.minutes.happened(`withdraw ${answer}`, (times) =>
      this.context.log.warn(
        { carrier: this.name, attempt: job.attemptId, answer, times },
        'a message could not be withdrawn',
      ),
    );
    return 'failed';
  }

  async webhook(request: WebhookRequest): Promise<WebhookReply> {
    const reply = await answerWebhook(this.settings.client_token, request, (raw) => this.store(raw));
    const { status } = reply;
    if (status !== 200) {
      this.minutes.happened(`webhook ${status}`, (times) =>
        this.context.log.warn({ carrier: this.name, status, times }, 'posts to the RBM webhook were not taken'),
      );
    }
    return reply;
  }

  interpret(raw: { readonly kind: string; readonly body: Uint8Array }): Inbound {
    return interpretEvent(raw);
  }

  readAddress(written: WrittenAddress): ReadAddress {
    return readHandsetAddress({ ...written, ton: 1 }, ALWAYS_INTERNATIONAL);
  }

  writtenForms(number: string): readonly string[] {
    return writtenForms(number, ALWAYS_INTERNATIONAL);
  }

  async start(sink: CarrierSink): Promise<void> {
    this.sink = sink;
    this.agent.health.start();
  }

  async drain(): Promise<void> {
    this.isDraining = true;
    this.sink?.changed();
    await this.allAnswered();
  }

  resume(): void {
    this.isDraining = false;
    this.sink?.changed();
  }

  /** Closing the connections ends every request, and thereby answers what is open. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.agent.stop();
    await this.allAnswered();
    this.minutes.end();
    this.sink = null;
  }

  load(): CarrierLoad {
    const { max_in_flight: room, requests_per_second: perSecond } = this.settings;
    return { inHand: this.agent.pace.inFlight, room, perSecond };
  }

  describe(): Readonly<Record<string, string | number | boolean | null>> {
    const { pace, api, health } = this.agent;
    const tokenValidForMs = api.tokenValidForMs();
    return {
      state: this.state(),
      agent_id: this.settings.agent_id,
      base_url: this.settings.base_url,
      service_account: this.serviceAccount,
      in_flight: pace.inFlight,
      max_in_flight: this.settings.max_in_flight,
      requests_per_second: this.settings.requests_per_second,
      requests_per_second_here: Math.round(pace.rate * 10) / 10,
      paused_for_ms: Math.ceil(pace.pausedForMs),
      token_valid_for_s: tokenValidForMs === null ? null : Math.floor(tokenValidForMs / 1000),
      capability_check: this.settings.capability_check,
      last_error: health.lastError,
    };
  }

  private async send(job: SubmitJob): Promise<Outcome> {
    if (this.isStopped || this.isDraining) return { kind: 'not_sent' };
    const { context, settings, agent } = this;
    return sendMessage(
      { context, carrier: this.name, settings, agent, minutes: this.minutes, stopped: () => this.isStopped },
      job,
    );
  }

  private async store(raw: RawInbound): Promise<void> {
    if (this.isStopped || !this.sink) throw new Error('the carrier does not run');
    await this.sink.received([raw]);
  }

  private async allAnswered(): Promise<void> {
    while (this.open.size > 0) await Promise.all(this.open);
  }
}
