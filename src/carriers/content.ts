/**
 * What a message says on each channel: its contents, as plans hold them. Pure.
 *
 * 1. Contents are stored as they stand here. A release reads what the one before stored; a field that is new is
 *    optional, and a new type is one that the release before does not send.
 * 2. A card with an image and one button that dials has a short form of its own. `asCard` makes the general form of it,
 *    and nothing else knows both.
 * 3. When the texts of a message are removed (store/keeping/remove-texts.ts), texts are empty, lists and objects too. So
 *    whatever reads a content that is over finds each field empty or absent.
 */

/** A text in which `$$CODE$$` may stand for a code. The code itself is put in when it is submitted: no plan holds it. */
interface TextWithCode {
  readonly text: string;
  /** Digits of the code; absent: `$$CODE$$` is text like any other. */
  readonly codeDigits?: number;
}

export interface SmsText extends TextWithCode {
  readonly type: 'sms_text';
}

export interface RcsText extends TextWithCode {
  readonly type: 'rcs_text';
  /** Beside the message, as in all contents of RCS. */
  readonly suggestions?: readonly Suggestion[];
}

/** An image, a video, a sound or a document behind an address. */
export interface RcsFile {
  readonly type: 'rcs_file';
  readonly url: string;
  readonly suggestions?: readonly Suggestion[];
}

/** A standalone rich card: an image and one button that dials (rule 2). */
export interface RcsDialCard {
  readonly type: 'rcs_dial_card';
  readonly orientation: 'VERTICAL' | 'HORIZONTAL';
  readonly mediaUrl: string;
  readonly dialText: string;
  /** Digits with country code, no plus. */
  readonly phoneNumberToDial: string;
  readonly dialPayload: string;
}

export interface RcsCard {
  readonly type: 'rcs_card';
  readonly orientation: 'VERTICAL' | 'HORIZONTAL';
  /** Of a horizontal card; absent: as the carrier is set. */
  readonly imageAlignment?: 'LEFT' | 'RIGHT';
  readonly card: Card;
  readonly suggestions?: readonly Suggestion[];
}

export interface RcsCarousel {
  readonly type: 'rcs_carousel';
  readonly width: 'SMALL' | 'MEDIUM';
  readonly cards: readonly Card[];
  readonly suggestions?: readonly Suggestion[];
}

export type MediaHeight = 'SHORT' | 'MEDIUM' | 'TALL';

/** At least one of title, description and media. */
export interface Card {
  readonly title?: string;
  readonly description?: string;
  readonly mediaUrl?: string;
  /** Absent: as the carrier is set. A horizontal card has none. */
  readonly mediaHeight?: MediaHeight;
  /** The card's own buttons. */
  readonly suggestions?: readonly Suggestion[];
}

/** A button. `payload` comes back, exactly as it stands here, when it is pressed. */
export type Suggestion = { readonly text: string; readonly payload: string } & SuggestionKind;

type SuggestionKind =
  | { readonly type: 'reply' }
  | { readonly type: 'share_location' }
  /** Digits with country code, no plus. */
  | { readonly type: 'dial'; readonly phoneNumber: string }
  /** `view`: inside of the messages, over so much of the screen; absent: in the browser. */
  | { readonly type: 'url'; readonly url: string; readonly view?: 'FULL' | 'HALF' | 'TALL' }
  /** A place, or what to look for on the map. */
  | { readonly type: 'location'; readonly latitude: number; readonly longitude: number; readonly label?: string }
  | { readonly type: 'location'; readonly query: string }
  /** Times in RFC 3339, UTC. */
  | {
      readonly type: 'calendar';
      readonly startTime: string;
      readonly endTime: string;
      readonly title: string;
      readonly description?: string;
    };

/** A call that speaks a code. The code itself is asked for when the call is placed: no plan holds it. */
export interface VoicePrompt {
  readonly type: 'voice_prompt';
  /** As speech resolved it. */
  readonly language: string;
  /** What is said, `$$CODE$$` in place of the code; empty: the default text of the language. */
  readonly text: string;
  /** Keys sent after the answer, a comma for a second of silence; empty: none. */
  readonly extensionKeys: string;
  /** Says nothing of the code before a key was pressed. */
  readonly pressFirst: boolean;
}

export type Content = SmsText | RcsText | RcsFile | RcsDialCard | RcsCard | RcsCarousel | VoicePrompt;

/** Rule 2. */
export function asCard(content: RcsDialCard): RcsCard {
  const { orientation, mediaUrl, dialText, dialPayload, phoneNumberToDial } = content;
  const button = { type: 'dial', text: dialText, payload: dialPayload, phoneNumber: phoneNumberToDial } as const;
  return { type: 'rcs_card', orientation, card: { mediaUrl, suggestions: [button] } };
}

/** Every button of a content, those of its cards first. */
export function suggestionsOf(content: Content): readonly Suggestion[] {
  switch (content.type) {
    case 'rcs_dial_card':
      return asCard(content).card.suggestions ?? [];
    case 'rcs_card':
      return [...listOf(content.card.suggestions), ...listOf(content.suggestions)];
    case 'rcs_carousel':
      return [
        ...listOf(content.cards).flatMap(({ suggestions }) => listOf(suggestions)),
        ...listOf(content.suggestions),
      ];
    case 'rcs_text':
    case 'rcs_file':
      return listOf(content.suggestions);
    case 'sms_text':
    case 'voice_prompt':
      return [];
  }
}

/** Rule 3: the release before knows no lists, and leaves an empty text of one. */
function listOf<T>(list: readonly T[] | undefined): readonly T[] {
  return Array.isArray(list) ? list : [];
}

/** What may come back when a button of this content is pressed. */
export function payloadsOf(content: Content): string[] {
  if (content.type === 'rcs_dial_card') return [content.dialPayload];
  return suggestionsOf(content).map(({ payload }) => payload);
}
