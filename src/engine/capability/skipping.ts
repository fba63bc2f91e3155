/**
 * Which channels of a plan are skipped, for accounts that ask for it: those of which it is known that the recipient is not
 * on them, or that its device does not show what is to be sent.
 *
 * 1. What is known decides, and no carrier is asked: a recipient of whom nothing is known is sent to as ever.
 */
import { CHANNELS } from '../../carriers/channels.ts';
import type { KnownCapability } from '../../store/capability/capabilities.ts';
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

/** What is known of a recipient on a channel. */
export interface Recalled {
  readonly agent: string;
  /** Null: nothing is known. */
  readonly known: KnownCapability | null;
  /** It is in vain to send this there. */
  readonly isInVain: boolean;
}

/** Null where nobody can say what a device shows. Rejects with StoreDown. */
export type RecallCapability = (entry: Skippable, question: SkippingQuestion) => Promise<Recalled | null>;

export function createMarkSkipped(options: Pick<SkippingOptions, 'metrics'>, recall: RecallCapability): MarkSkipped {
  return (plan, question) =>
    Promise.all(
      plan.map(async (entry) => {
        if ((await recall(entry, question))?.isInVain !== true) return entry;
        options.metrics.skipped();
        return { ...entry, skip: 'not_supported' };
      }),
    );
}

/** Rule 1. */
export function createRecallCapability(options: Omit<SkippingOptions, 'metrics'>): RecallCapability {
  return async ({ channel, content }, { recipient, messageType, senders }) => {
    if (CHANNELS[channel].sentBy !== 'agent') return null;
    const asked = findAsked({ channel, number: recipient, senders, agent: null, messageType }, options);
    if (typeof asked === 'string') return null;
    const { agent } = asked.capabilities;
    const known = await options.questions.recall({ number: recipient, agent });
    return { agent, known, isInVain: known !== null && isInVain(known, asked, content) };
  };
}

function isInVain(known: KnownCapability, asked: Asked, content: ChannelPlan['content']): boolean {
  if (known.code !== CAPABILITY.supported) return known.code !== CAPABILITY.failed;
  return known.features !== null && !hasAll(known.features, asked, content);
}

function hasAll(features: readonly string[], carrier: Asked, content: ChannelPlan['content']): boolean {
  return (carrier.featuresNeeded?.(content) ?? []).every((feature) => features.includes(feature));
}
