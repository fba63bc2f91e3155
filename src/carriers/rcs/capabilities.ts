/**
 * Questions to RBM what a recipient's device shows: one number with its features, or many with their reach alone.
 *
 * 1. A question that somebody waits for may be the last one that fits; others leave half of the room to those.
 * 2. Nothing is asked while the carrier is down, drains or pauses: whoever asks is told when to ask again.
 * 3. RBM tells of many numbers at once at the host of a region, about numbers of that region. What it refuses so is
 *    asked one by one.
 */
import type { Context } from '../../context.ts';
import { MINUTE_MS } from '../../lib/durations.ts';
import type { Capability, CapabilityOfMany, CapabilitySource } from '../capability.ts';
import type { RbmAgent } from './agent.ts';
import { capabilitiesPath, reachPath, reachQuestion } from './agent-message.ts';
import { capabilityOf, reachableIn } from './answer.ts';
import type { ApiCall, ApiLimits, ApiResult } from './api.ts';
import type { RbmSettings } from './settings.ts';

export interface CapabilityOptions {
  readonly context: Context;
  readonly settings: RbmSettings;
  readonly agent: RbmAgent;
  readonly mayAsk: () => boolean;
}

/** Of the messages that may be under way at a time. */
const SHARE_OF_ROOM = 0.25;
const LEAST_ROOM = 2;
const DOWN_FOR_MS = 1_000;
const FULL_FOR_MS = 50;
/** RBM takes ten times as many; the answer to these is not long. */
const MOST_AT_ONCE = 1_000;
const MANY_IN_A_MINUTE = 600;
const HOST_OF_REGION = /^[a-z]+-rcsbusinessmessaging\./;

/** GET of the features of one number; `more` tells a question for its own sake. Never rejects. */
export function askFeatures(
  { context, settings, agent }: Pick<CapabilityOptions, 'context' | 'settings' | 'agent'>,
  recipient: string,
  limits: ApiLimits,
  more: Pick<ApiCall, 'isQuestion'> = {},
): Promise<ApiResult> {
  const path = capabilitiesPath(agent.api.prefix, settings.agent_id, recipient, context.ids.next());
  return agent.call({ method: 'GET', path, ...more }, limits);
}

export class RbmCapabilities implements CapabilitySource {
  readonly agent: string;
  private readonly options: CapabilityOptions;
  private readonly most: number;
  private underWay = 0;
  private manyAt = Number.NEGATIVE_INFINITY;
  private manyRestMs = 0;
  readonly many?: NonNullable<CapabilitySource['many']>;

  constructor(options: CapabilityOptions) {
    const { settings } = options;
    this.options = options;
    this.agent = settings.agent_id;
    this.most = Math.max(LEAST_ROOM, Math.floor(settings.max_in_flight * SHARE_OF_ROOM));
    const isRegional = HOST_OF_REGION.test(new URL(settings.base_url).hostname);
    if (settings.capability_batches === 'on' || (settings.capability_batches === 'auto' && isRegional)) {
      this.many = { most: MOST_AT_ONCE, ask: (recipients) => this.askMany(recipients) };
    }
  }

  async ask(recipient: string, isAwaited: boolean): Promise<Capability> {
    const wait = this.begin(isAwaited);
    if (wait !== null) return wait;
    return this.settle(await this.within(askFeatures(this.options, recipient, this.limits(), { isQuestion: true })));
  }

  /** Rule 3. */
  private async askMany(recipients: readonly string[]): Promise<CapabilityOfMany> {
    const { agent, settings, context } = this.options;
    const wait = this.restOfMany() ?? this.begin(false);
    if (wait !== null) return wait;
    this.manyAt = context.clock.monotonic();
    this.manyRestMs = (MINUTE_MS / MANY_IN_A_MINUTE) * (settings.requests_per_second / agent.pace.rate);
    const call: ApiCall = {
      method: 'POST',
      path: reachPath(agent.api.prefix),
      body: reachQuestion(this.agent, recipients),
      isQuestion: true,
    };
    const result = await this.within(agent.call(call, this.limits()));
    const reachable = result.kind === 'answered' ? reachableIn(result.answer) : null;
    if (reachable) {
      return recipients.map((each) =>
        reachable.has(each) ? { kind: 'supported', features: null } : { kind: 'not_supported' },
      );
    }
    const { status = 0 } = result.kind === 'answered' ? result.answer : {};
    if (status >= 400 && status < 500 && status !== 429) return 'one_by_one';
    const told = this.settle(result);
    if (told.kind === 'failed' || told.kind === 'not_asked') return told;
    return { kind: 'failed', forMs: null, reason: 'an answer without a list' };
  }

  /** Null when as many questions about many numbers as RBM takes leave room for one more; nodes share them. */
  private restOfMany(): Extract<Capability, { kind: 'not_asked' }> | null {
    const afterMs = Math.ceil(this.manyAt + this.manyRestMs - this.options.context.clock.monotonic());
    return afterMs > 0 ? { kind: 'not_asked', afterMs } : null;
  }

  /** Null when a question may leave now; it counts as under way until `within` has ended. */
  private begin(isAwaited: boolean): Extract<Capability, { kind: 'not_asked' }> | null {
    const { agent, mayAsk } = this.options;
    if (!mayAsk()) return { kind: 'not_asked', afterMs: DOWN_FOR_MS };
    // Rule 1.
    const room = isAwaited ? this.most : this.most / 2;
    if (this.underWay >= room) return { kind: 'not_asked', afterMs: FULL_FOR_MS };
    const afterMs = agent.pace.takeForQuestion();
    return afterMs > 0 ? { kind: 'not_asked', afterMs } : null;
  }

  private async within(work: Promise<ApiResult>): Promise<ApiResult> {
    this.underWay += 1;
    try {
      return await work;
    } finally {
      this.underWay -= 1;
    }
  }

  private limits(): ApiLimits {
    return { deadlineAt: this.options.agent.deadline() };
  }

  private settle(result: ApiResult): Capability {
    switch (result.kind) {
      case 'answered':
        return capabilityOf(result.answer, this.options.agent.pace.questionsPausedForMs);
      case 'unanswered':
        return { kind: 'failed', forMs: null, reason: result.reason };
      case 'withheld':
      case 'not_left':
      case 'no_token':
        // Nothing has been asked.
        return { kind: 'not_asked', afterMs: DOWN_FOR_MS };
    }
  }
}
