/**
 * The table of kinds of messages: one row each, one column for each thing in which kinds differ. Pure.
 *
 * 1. No other file compares a kind with a name. What is to differ between kinds is a column here, which whoever adds a
 *    kind has to fill in.
 * 2. A status code is what the caller of a kind sees, in the numbers of its product. Inside the engine all kinds have
 *    the codes of codes.ts and, for calls, call-codes.ts.
 */
import { MINUTE_MS } from '../../lib/durations.ts';
import { type CodeState, callBody } from './call-body.ts';
import { callCode, describeCallCode, listedCallCode, stateOfCallCode } from './call-codes.ts';
import { describeCode } from './codes.ts';
import { countsFrom, type Message, type MessageKind } from './message.ts';
import { omnichannelBody } from './status-body.ts';
import { codeTextBody, shownCodeText, textBody } from './text-body.ts';
import { describeTextCode, stateOfTextCode, textCode } from './text-codes.ts';

/** open: not final. delivered: overall 3000 or 3005. failed: final and not delivered. */
export type MessageState = 'open' | 'delivered' | 'failed';

export interface KindTraits {
  /** The product that it is billed under, and what it counts as there. */
  readonly product: 'omnichannel' | 'messaging' | 'verify' | 'anonymous';
  readonly countsAs: 'messages' | 'calls';
  /** Which operation shows it by its reference; null: none. */
  readonly shownBy: 'omnichannel' | 'messaging' | 'verify' | null;
  /** It may have a code of its own, sealed in the store until it is final (engine/data/code-secrets.ts). */
  readonly holdsCode: boolean;
  /** Whoever has a number blocked for all senders gets none of it, whatever its type. */
  readonly isStoppedByNumber: boolean;
  /** It speaks for a number: it goes out by the carrier of its sender, if that has one. */
  readonly speaksForSender: boolean;
  /** Whether its caller sees the code of each channel, or one code of the whole. */
  readonly showsChannels: boolean;
  /** Its caller is told of it, by a callback or by an event to be fetched. */
  readonly tellsCaller: boolean;
  /** What its caller is told: the body of its callbacks. */
  readonly bodyOf: (message: Message) => object;
  /** The same to whoever asks for it, with what became of a code that was handed in. */
  readonly answerOf: (message: Message, codeState: CodeState) => object;
  /** Until when its code may be checked. */
  readonly codeEndsAt: (message: Message) => number;
  readonly codeOf: (message: Pick<Message, 'status' | 'finalAt' | 'attempts'>) => number;
  /** As operators see it in a list, which knows no attempts. */
  readonly listedCodeOf: (message: Pick<Message, 'status' | 'finalAt'>) => number;
  /** In which state a message can be that shows this code to its caller; null where that is the engine's own code. */
  readonly stateOf: ((code: number) => MessageState) | null;
  /** Of both. */
  readonly describe: (code: number) => string;
}

/** Of messages that are shown with the engine's own codes. */
const PLAIN = {
  product: 'omnichannel',
  countsAs: 'messages',
  shownBy: null,
  holdsCode: false,
  isStoppedByNumber: false,
  speaksForSender: false,
  showsChannels: true,
  tellsCaller: false,
  bodyOf: omnichannelBody,
  answerOf: omnichannelBody,
  codeEndsAt: validForPlan,
  codeOf: ({ status }) => status,
  listedCodeOf: ({ status }) => status,
  stateOf: null,
  describe: describeCode,
} satisfies KindTraits;

/** Of one text, which has codes of its own; operators see the engine's. */
const TEXT = {
  ...PLAIN,
  product: 'messaging',
  shownBy: 'messaging',
  isStoppedByNumber: true,
  showsChannels: false,
  tellsCaller: true,
  bodyOf: textBody,
  answerOf: textBody,
  codeOf: textCode,
  stateOf: stateOfTextCode,
  describe: describeTextCode,
} satisfies KindTraits;

export const KINDS: Readonly<Record<MessageKind, KindTraits>> = {
  omnichannel: { ...PLAIN, shownBy: 'omnichannel', tellsCaller: true },
  relay: { ...PLAIN, product: 'anonymous', speaksForSender: true },
  reply: { ...PLAIN, speaksForSender: true },
  call: {
    product: 'verify',
    countsAs: 'calls',
    shownBy: 'verify',
    holdsCode: true,
    isStoppedByNumber: true,
    speaksForSender: false,
    showsChannels: false,
    tellsCaller: true,
    bodyOf: callBody,
    answerOf: callBody,
    codeEndsAt: validAfterCall,
    codeOf: callCode,
    listedCodeOf: listedCallCode,
    stateOf: stateOfCallCode,
    describe: describeCallCode,
  },
  text: TEXT,
  code_text: {
    ...TEXT,
    product: 'verify',
    shownBy: 'verify',
    holdsCode: true,
    bodyOf: codeTextBody,
    answerOf: shownCodeText,
  },
  verification: { ...PLAIN, product: 'verify', holdsCode: true },
};

/** A row of a release that knows more kinds than this one counts as an omnichannel message. */
export function kindOf(stored: string): MessageKind {
  return Object.hasOwn(KINDS, stored) ? (stored as MessageKind) : 'omnichannel';
}

/** An attempt of a verification is told of by the verification. */
export function isTold({ kind, plan }: Pick<Message, 'kind' | 'plan'>): boolean {
  return KINDS[kind].tellsCaller && plan[0]?.verification === undefined;
}

/** As long as the carrier tries, from the request on, or from when it is to be sent. */
function validForPlan(message: Message): number {
  return countsFrom(message) + (message.plan[0]?.fallbackAfterMs ?? 0);
}

const VALID_AFTER_CALL_MS = 10 * MINUTE_MS;
/** A minute until it is placed, 8 s for its words, two minutes of ringing and seven of talk, and `VALID_AFTER_CALL_MS`. */
const VALID_AT_MOST_MS = 21 * MINUTE_MS;

/** A call whose end was never seen leaves no code that is valid for ever. */
function validAfterCall(message: Message): number {
  const endedAt = message.finalAt ?? Number.POSITIVE_INFINITY;
  return Math.min(countsFrom(message) + VALID_AT_MOST_MS, endedAt + VALID_AFTER_CALL_MS);
}
