/**
 * The handsets as operators have them in hand: what the sandbox offers. Types only.
 */
import type { Channel } from '../../../carriers/carrier.ts';
import type { SimulatedContent } from '../../../carriers/rcs/simulator-message.ts';
import type { SimulatedFile, SimulatedPlace } from '../../../carriers/rcs/simulator-person.ts';
import type { SimulatedButton } from '../../../carriers/rcs/simulator-suggestions.ts';

export interface MessageInHand {
  readonly id: string;
  readonly message: SimulatedContent & {
    readonly channel: Channel;
    readonly from: string;
    readonly received_on: string;
    readonly reference_id?: string;
    readonly withdrawn?: true;
  };
  /** Of a text: how many messages of the network it took, in which alphabet, and what the network called them. */
  readonly network?: { readonly parts: number; readonly alphabet: string; readonly ids: readonly string[] };
  /** The platform has it, and the handset does not yet. */
  readonly isOnItsWay: boolean;
}

export interface SentFromHand {
  readonly id: string;
  readonly sent_on: string;
  readonly channel: Channel;
  readonly to: string;
  readonly text?: string;
  readonly file?: SimulatedFile;
  readonly location?: SimulatedPlace;
  readonly button?: SimulatedButton;
  /** Of the message that the button stands in. */
  readonly reference_id?: string;
}

export interface CallInHand {
  readonly id: string;
  /** Empty: the caller did not show a number. */
  readonly from: string;
  readonly started_on: string;
  readonly answered_on: string | null;
  readonly ended_on: string | null;
  readonly state: 'ringing' | 'answered' | 'over';
  /** Keys that the telephone heard, and those that were pressed at it. */
  readonly keys: string;
  readonly pressed: string;
  readonly has_sound: boolean;
}

/** What can be done with a call under way. False: not now. */
export interface CallUnderWay {
  accept(): boolean;
  decline(): boolean;
  hangUp(): boolean;
  press(keys: string): boolean;
}

export interface ListedHandset {
  readonly phone_number: string;
  readonly last_on: string;
  /** As many as are kept. */
  readonly messages: number;
  readonly sent: number;
  readonly calls: number;
  /** Of the calls those that ring or speak. */
  readonly underWay: number;
}

export interface ButtonWanted {
  /** Those that the message may have. */
  readonly references?: readonly string[];
  readonly text?: string;
  readonly payload?: string;
  readonly index?: number;
}

export type SentOutcome = 'sent' | 'no_such_recipient' | 'no_operator';

export interface HandsetsInHand {
  /** Those that got or sent something, in no order. */
  used(): Iterable<ListedHandset>;
  /** By which hints name it. */
  idOf(number: string): string;
  /** Goes up with each change; 0: nothing is known of it. */
  versionOf(number: string): number;
  /** Resolves when the version is another one, when the time is over, and when the reader has gone. */
  untilChanged(number: string, since: number, waiting: WaitingFor): Promise<void>;
  /** Newest last, as all lists. */
  messagesInSight(number: string): readonly MessageInHand[];
  sentFrom(number: string): readonly SentFromHand[];
  reply(number: string, to: string, text: string): SentOutcome;
  sendFile(number: string, to: string, file: SimulatedFile): SentOutcome;
  sendLocation(number: string, to: string, place: SimulatedPlace): SentOutcome;
  /** Null: there is no such button. */
  tap(
    number: string,
    wanted: ButtonWanted,
  ): { readonly button: SimulatedButton; readonly referenceId: string | null } | null;
  /** Nobody is left waiting. */
  endWaiting(): void;
  readonly calls: {
    inSightAt(number: string): readonly CallInHand[];
    underWay(number: string, id: string): CallUnderWay | null;
    /** Also of a call under way: what was heard so far. */
    wavSoFar(number: string, id: string): Buffer | null;
    isWaiting(number: string): boolean;
    setWaiting(number: string, waits: boolean): void;
  };
}

export interface WaitingFor {
  readonly waitMs: number;
  readonly reader: { once(event: 'close', left: () => void): unknown };
}

/** What a number does whose last three digits are these. */
export interface StoryInWords {
  readonly ending: string;
  readonly about: string;
  /** All of it as sentences. */
  readonly says: string;
}
