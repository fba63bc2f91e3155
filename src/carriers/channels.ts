/**
 * The table of channels: one row each, one column for each thing in which channels differ. Pure.
 *
 * 1. No other file compares a channel with a name (scripts/check-source.mjs holds that). What is to differ between
 *    channels is a column here, which whoever adds a channel has to fill in.
 * 2. A message tries each channel at most once.
 * 3. A content belongs to one channel.
 */
import type { Channel, Content } from './carrier.ts';

export interface ChannelTraits {
  /** The caller of POST /v1/omnichannel may name it. */
  readonly isForMessages: boolean;
  /**
   * Who the recipient sees. `agent`: what the carrier is known as, so that no plan names a sender. `sender`: one that is
   * registered on the account. `caller_id`: the number that the request for a call asks for.
   */
  readonly sentBy: 'agent' | 'sender' | 'caller_id';
  /** What has to be enabled on the account; null: nothing. */
  readonly product: 'rcs' | 'voice' | null;
  readonly contents: readonly Content['type'][];
  /**
   * What follows when a try was never answered, so that the carrier may have it. `same_id`: it is sent again, and the
   * carrier passes over what it has. `may_double`: it is sent again, which may deliver it twice; marketing is not.
   * `given_up`: it is never sent again.
   */
  readonly afterLostAnswer: 'same_id' | 'may_double' | 'given_up';
  /**
   * When a carrier that can take something back is asked to. `submitted`: once it has answered that it has it. `sending`:
   * as long as the try is under way, as a call is until it is over.
   */
  readonly withdrawnWhile: 'submitted' | 'sending';
  /** The content by which a verification says its code. */
  readonly saysCodesIn: Extract<Content['type'], 'rcs_text' | 'sms_text' | 'voice_prompt'>;
  /** The content of our answers to STOP, START and HELP; null: the other side answers them, or nobody says them. */
  readonly answersKeywordsWith:
    | Extract<Content, { readonly text: string; readonly type: `${string}_text` }>['type']
    | null;
  /** What a callback calls that somebody sent something on it; null: nothing comes in on it. */
  readonly inboundName: 'mo_sms' | 'mo_rcs' | null;
  /** Masked sessions relay its texts, so that its carriers may own masks. */
  readonly carriesMasks: boolean;
  /** What traces call that by which it sends (`messaging.system` of OpenTelemetry); null: it sends no messages. */
  readonly messagingSystem: 'rbm' | 'smpp' | null;
}

export const CHANNELS: Readonly<Record<Channel, ChannelTraits>> = {
  rcs: {
    isForMessages: true,
    sentBy: 'agent',
    product: 'rcs',
    contents: ['rcs_text', 'rcs_file', 'rcs_dial_card', 'rcs_card', 'rcs_carousel'],
    afterLostAnswer: 'same_id',
    withdrawnWhile: 'submitted',
    saysCodesIn: 'rcs_text',
    answersKeywordsWith: null,
    inboundName: 'mo_rcs',
    carriesMasks: false,
    messagingSystem: 'rbm',
  },
  sms: {
    isForMessages: true,
    sentBy: 'sender',
    product: null,
    contents: ['sms_text'],
    afterLostAnswer: 'may_double',
    withdrawnWhile: 'submitted',
    saysCodesIn: 'sms_text',
    answersKeywordsWith: 'sms_text',
    inboundName: 'mo_sms',
    carriesMasks: true,
    messagingSystem: 'smpp',
  },
  voice: {
    isForMessages: false,
    sentBy: 'caller_id',
    product: 'voice',
    contents: ['voice_prompt'],
    afterLostAnswer: 'given_up',
    withdrawnWhile: 'sending',
    saysCodesIn: 'voice_prompt',
    answersKeywordsWith: null,
    inboundName: null,
    carriesMasks: false,
    messagingSystem: null,
  },
};

export const CHANNEL_NAMES = Object.keys(CHANNELS) as readonly Channel[];

/** The numbers of a message's attempts end here (rule 2). */
export const MOST_ATTEMPTS = CHANNEL_NAMES.length;

type Product = Exclude<ChannelTraits['product'], null>;

/** What has to be enabled on the account of whoever sends on these channels. */
export function productsOf(channels: ReadonlyArray<{ readonly channel: Channel }>): readonly Product[] {
  const products: Product[] = [];
  for (const { channel } of channels) {
    const { product } = CHANNELS[channel];
    if (product !== null) products.push(product);
  }
  return products;
}

export function takes(channel: Channel, content: Content['type']): boolean {
  return CHANNELS[channel].contents.includes(content);
}
