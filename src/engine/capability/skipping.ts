/**
 * Which channels of a plan are skipped, for accounts that ask for it: those of which it is known that the recipient is not
 * on them, or that its device does not show what is to be sent.
 *
 * 1. What is known decides, and no carrier is asked: a recipient of whom nothing is known is sent to as ever.
 */
import { CHANNELS } from '../../carriers/channels.ts';
import type { ChannelPlan, Message } from '../message/message.ts';
import { type AgentOptions, type Asked, findAsked } from './agents.ts';
import { CAPABILITY } from './codes.ts';
import type { CapabilityMetrics } from './metrics.ts';
import type { CapabilityQuestions } from './questions.ts';

export interface SkippingOptions extends AgentOptions {
  readonly questions: Pick<CapabilityQuestions, 'recall'>;
  readonly metrics: Pick<CapabilityMetrics, 'skipped'>;
}

export interface SkippingQuestion extends Pick<Message, 'recipient' | 'messageType'> {
  /** Those of the account. */
  readonly senders: ReadonlyArray<{ readonly sender: string }>;
}

type Skippable = Pick<ChannelPlan, 'channel' | 'content' | 'skip'>;

/** The plan, with the channels marked that are to be skipped. Rejects with StoreDown. */
export type MarkSkipped = <Entry extends Skippable>(
  plan: readonly Entry[],
  question: SkippingQuestion,
) => Promise<Entry[]>;

export function createMarkSkipped(options: SkippingOptions): MarkSkipped {
  return (plan, question) =>
    Promise.all(
      plan.map(async (entry) => {
        if (CHANNELS[entry.channel].sentBy !== 'agent' || !(await isInVain(options, entry, question))) return entry;
        options.metrics.skipped();
        return { ...entry, skip: 'not_supported' };
      }),
    );
}

async function isInVain(
  options: SkippingOptions,
  { channel, content }: Skippable,
  { recipient, messageType, senders }: SkippingQuestion,
): Promise<boolean> {
  const asked = findAsked({ channel, number: recipient, senders, agent: null, messageType }, options);
  if (typeof asked === 'string') return false;
  const known = await options.questions.recall({ number: recipient, agent: asked.capabilities.agent });
  if (known === null) return false;
  if (known.code !== CAPABILITY.supported) return known.code !== CAPABILITY.failed;
  return known.features !== null && !hasAll(known.features, asked, content);
}

function hasAll(features: readonly string[], carrier: Asked, content: ChannelPlan['content']): boolean {
  return (carrier.featuresNeeded?.(content) ?? []).every((feature) => features.includes(feature));
}
