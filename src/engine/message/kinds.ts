/**
 * The table of kinds of messages: one row each, one column for each thing in which kinds differ. Pure.
 *
 * 1. No other file compares a kind with a name. What is to differ between kinds is a column here, which whoever adds a
 *    kind has to fill in.
 * 2. A status code is what the caller of a kind sees, in the numbers of its product. Inside the engine all kinds have
 *    the codes of codes.ts and, for calls, call-codes.ts.
 */
import { callBody } from './call-body.ts';
import { callCode, describeCallCode } from './call-codes.ts';
import { describeCode } from './codes.ts';
import type { Message, MessageKind } from './message.ts';
import { omnichannelBody } from './status-body.ts';

/** What a status code is made of; a list of messages knows no attempts. */
export type Standing = Pick<Message, 'status' | 'finalAt'> & Partial<Pick<Message, 'attempts'>>;

export interface KindTraits {
  /** The product that it is billed under, and what it counts as there. */
  readonly product: 'omnichannel' | 'messaging' | 'verify' | 'anonymous';
  readonly countsAs: 'messages' | 'calls';
  /** Which operation shows it by its reference; null: none. */
  readonly shownBy: 'omnichannel' | 'messaging' | 'verify' | null;
  /** It may have a code of its own, sealed in the store until it is final (engine/data/code-secrets.ts). */
  readonly holdsCode: boolean;
  /** It speaks for a number: it goes out by the carrier of its sender, if that has one. */
  readonly speaksForSender: boolean;
  /** Whether its caller sees the code of each channel, or one code of the whole. */
  readonly showsChannels: boolean;
  /** What its caller is told: the body of its callbacks. */
  readonly bodyOf: (message: Message) => object;
  readonly codeOf: (standing: Standing) => number;
  readonly describe: (code: number) => string;
}

/** Of messages that are shown with the engine's own codes. */
const PLAIN = {
  product: 'omnichannel',
  countsAs: 'messages',
  shownBy: null,
  holdsCode: false,
  speaksForSender: false,
  showsChannels: true,
  bodyOf: omnichannelBody,
  codeOf: ({ status }) => status,
  describe: describeCode,
} satisfies KindTraits;

export const KINDS: Readonly<Record<MessageKind, KindTraits>> = {
  omnichannel: { ...PLAIN, shownBy: 'omnichannel' },
  relay: { ...PLAIN, product: 'anonymous', speaksForSender: true },
  reply: { ...PLAIN, speaksForSender: true },
  call: {
    product: 'verify',
    countsAs: 'calls',
    shownBy: 'verify',
    holdsCode: true,
    speaksForSender: false,
    showsChannels: false,
    bodyOf: callBody,
    codeOf: callCode,
    describe: describeCallCode,
  },
  text: { ...PLAIN, product: 'messaging', shownBy: 'messaging' },
  code_text: { ...PLAIN, product: 'verify', shownBy: 'verify', holdsCode: true },
  verification: { ...PLAIN, product: 'verify', holdsCode: true },
};
