/**
 * What there is to see of a content, as the API has it: texts, pictures, buttons. Pure.
 *
 * 1. Texts that have been removed are empty, lists and objects too: whatever is missing is passed over.
 */
export interface Button {
  readonly text: string;
  /** What pressing it does: `opens https://acme.example`. */
  readonly does: string;
}

export interface Card {
  /** Its place, from 1. */
  readonly n: number;
  readonly title: string;
  readonly description: string;
  readonly media: string;
  readonly buttons: readonly Button[];
}

export interface ContentParts {
  readonly text: string;
  /** A file beside no card. */
  readonly media: string;
  readonly cards: readonly Card[];
  readonly buttons: readonly Button[];
}

type Fields = Readonly<Record<string, unknown>>;

export function partsOf(content: Fields): ContentParts {
  if (content.type === 'rcs_dial_card') {
    const button = { text: textOf(content.dialText), does: `dials ${textOf(content.phoneNumberToDial)}` };
    const card = { n: 1, title: '', description: '', media: textOf(content.mediaUrl), buttons: [button] };
    return { text: '', media: '', cards: [card], buttons: [] };
  }
  const cards = content.type === 'rcs_card' ? [content.card] : listOf(content.cards);
  return {
    text: textOf(content.text),
    media: textOf(content.url),
    cards: cards.map((card, at) => ({ n: at + 1, ...cardOf(fieldsOf(card)) })),
    buttons: buttonsOf(content.suggestions),
  };
}

/** The name of the server that a picture comes from; null: that is no address. */
export function hostOf(address: string): string | null {
  try {
    const { protocol, host } = new URL(address);
    return protocol === 'https:' || protocol === 'http:' ? host : null;
  } catch {
    return null;
  }
}

function cardOf(card: Fields): Omit<Card, 'n'> {
  return {
    title: textOf(card.title),
    description: textOf(card.description),
    media: textOf(card.mediaUrl),
    buttons: buttonsOf(card.suggestions),
  };
}

function buttonsOf(suggestions: unknown): Button[] {
  return listOf(suggestions).map((each) => {
    const button = fieldsOf(each);
    return { text: textOf(button.text), does: deedOf(button) };
  });
}

function deedOf(button: Fields): string {
  switch (button.type) {
    case 'dial':
      return `dials ${textOf(button.phoneNumber)}`;
    case 'url':
      return `opens ${textOf(button.url)}`;
    case 'location':
      return button.query === undefined
        ? `shows ${textOf(button.latitude)}, ${textOf(button.longitude)} on the map`
        : `looks for ${textOf(button.query)} on the map`;
    case 'calendar':
      return `notes ${textOf(button.title)} in the calendar`;
    case 'share_location':
      return 'asks where they are';
    default:
      return 'answers';
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
