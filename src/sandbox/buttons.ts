/**
 * The buttons of a message on a simulated handset: in which order they count, which one is meant, and what the phone does
 * when it is pressed. Pure.
 *
 * 1. The buttons of a message count from 0: those of its cards in their order, then the suggestions beside it.
 * 2. Without a choice it is the first button of the newest card; without any card, of the newest message with a button.
 *    A message that was withdrawn has none.
 */
import type { SimulatedContent } from '../carriers/rcs/simulator-message.ts';
import type { SimulatedButton } from '../carriers/rcs/simulator-suggestions.ts';

export type HandsetButton = SimulatedButton;

/** Of a message, what matters here. */
interface WithButtons extends Pick<SimulatedContent, 'card' | 'carousel' | 'suggestions'> {
  readonly reference_id?: string;
  readonly withdrawn?: true;
}

/** Which button is meant; everything that is given has to fit. */
export interface ButtonChoice {
  /** Those that the message may have. */
  readonly references?: readonly string[];
  readonly text?: string;
  readonly payload?: string;
  readonly index?: number;
}

/** `messages`: newest last. */
export function chosenButton<T extends WithButtons>(
  messages: readonly T[],
  choice: ButtonChoice,
): { readonly message: T; readonly button: HandsetButton } | null {
  const isOpen = choice.text === undefined && choice.payload === undefined && choice.index === undefined;
  const found = messages.flatMap((message) => {
    if (message.withdrawn) return [];
    if (choice.references && !choice.references.includes(message.reference_id ?? '')) return [];
    const button = buttonsOf(message).find((each, index) => isMeant(each, index, choice));
    return button ? [{ message, button }] : [];
  });
  const withCards = isOpen ? found.filter(({ message }) => message.card ?? message.carousel) : [];
  return withCards.at(-1) ?? found.at(-1) ?? null;
}

function isMeant(button: HandsetButton, index: number, choice: ButtonChoice): boolean {
  if (choice.text !== undefined && button.text !== choice.text) return false;
  if (choice.payload !== undefined && button.payload !== choice.payload) return false;
  return choice.index === undefined || choice.index === index;
}

/** Rule 1. */
function buttonsOf({ card, carousel, suggestions = [] }: WithButtons): HandsetButton[] {
  const ofCard =
    card === undefined ? [] : 'button' in card ? [{ type: 'dial', ...card.button } as const] : card.buttons;
  const ofCarousel = carousel?.cards.flatMap(({ buttons }) => buttons) ?? [];
  return [...ofCard, ...ofCarousel, ...suggestions];
}

/** In words, after "Button pressed, ". */
export function whatHappens(button: HandsetButton): string {
  switch (button.type) {
    case 'reply':
      return 'its text is the answer';
    case 'dial':
      return `${button.phone_number} is dialled`;
    case 'url':
      return `${button.url} is opened`;
    case 'location':
      if ('query' in button) return `the map is searched for ${button.query}`;
      return `the map shows ${button.label ?? `${button.latitude}, ${button.longitude}`}`;
    case 'share_location':
      return 'the place of the handset is sent';
    case 'calendar':
      return `${button.title} is put into the calendar`;
  }
}
