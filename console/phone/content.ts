/**
 * What a phone shows, as the drawing takes it: the content of a message, its buttons in the order in which the gateway counts
 * them (src/sandbox/buttons.ts, rule 1), and all of it in a few words. Pure.
 */
import type { Schema } from '../api/client.ts';

export type PhoneButton = Schema<'HandsetButton'>;
export type PhoneContent = Pick<Schema<'HandsetMessage'>, 'text' | 'file' | 'card' | 'carousel' | 'suggestions'>;

/** One card, whichever way it was sent. */
export interface PhoneCard {
  readonly title?: string;
  readonly description?: string;
  readonly media_url?: string;
  readonly media_height?: string;
  readonly buttons: readonly PhoneButton[];
}

/** The card or the cards of a message. */
export function cardsOf({ card, carousel }: PhoneContent): readonly PhoneCard[] {
  if (carousel) return (carousel.cards ?? []).map(({ buttons = [], ...face }) => ({ ...face, buttons }));
  if (!card) return [];
  const { button, buttons = [], orientation: _, ...face } = card;
  if (!button) return [{ ...face, buttons }];
  const { text = '', payload = '', phone_number: number = '' } = button;
  return [{ ...face, buttons: [{ type: 'dial', text, payload, phone_number: number }] }];
}

export interface CountedCard {
  readonly card: PhoneCard;
  /** From 0: the cards of a message do not change their places. */
  readonly place: number;
  /** The index of its first button within the message. */
  readonly first: number;
}

export function countedCards(content: PhoneContent): readonly CountedCard[] {
  let next = 0;
  return cardsOf(content).map((card, place) => {
    const first = next;
    next += card.buttons.length;
    return { card, place, first };
  });
}

/** How many buttons stand in the cards: the index of the first suggestion. */
export function buttonsInCards(content: PhoneContent): number {
  return cardsOf(content).reduce((sum, { buttons }) => sum + buttons.length, 0);
}

/** For a list: one line. */
export function summaryOf(content: PhoneContent): string {
  if (content.text !== undefined) return content.text.replace(/\s+/g, ' ').trim();
  if (content.file) return `File: ${nameOf(content.file.url)}`;
  const cards = cardsOf(content);
  const [first] = cards;
  if (!first) return 'Nothing';
  const words = first.title ?? first.description ?? first.buttons[0]?.text ?? 'picture';
  return cards.length === 1 ? `Card: ${words}` : `${cards.length} cards: ${words}`;
}

/** Where a picture or a file lies: `shop.example`; what is no address is shown as it is. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** The last part of its path: `photo.jpg`. */
export function nameOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, host } = new URL(url);
  const last = pathname.split('/').at(-1) ?? '';
  return last === '' ? host : decoded(last);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
