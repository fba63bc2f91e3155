/**
 * Reads cards and carousels of an agent message as strictly as RBM does (reference: RichCard). Pure.
 *
 * 1. A card has at least one of media, title and description.
 * 2. Media of a vertical card, and of each card of a carousel, says its height. On a horizontal card it means nothing.
 */
import {
  type At,
  BadMessage,
  has,
  listIn,
  objectAt,
  objectIn,
  oneOf,
  optionalTextIn,
  textIn,
  urlIn,
  wordIn,
} from './simulator-fields.ts';
import { readSuggestions, type SimulatedButton } from './simulator-suggestions.ts';

/** What a card shows. */
interface CardFace {
  readonly title?: string;
  readonly description?: string;
  readonly media_url?: string;
  readonly media_height?: string;
  readonly buttons: readonly SimulatedButton[];
}

/** An image with one button that dials shows as that button alone; any other card with all that it has. */
export type SimulatedCard = { readonly orientation: 'VERTICAL' | 'HORIZONTAL' } & (
  | {
      readonly media_url: string;
      readonly button: { readonly text: string; readonly phone_number: string; readonly payload: string };
    }
  | CardFace
);

export interface SimulatedCarousel {
  readonly width: 'SMALL' | 'MEDIUM';
  readonly cards: readonly CardFace[];
}

export interface SimulatedRichCard {
  readonly card?: SimulatedCard;
  readonly carousel?: SimulatedCarousel;
}

const LONGEST_FILE_URL = 2_000;
const LONGEST_TITLE = 200;
const LONGEST_DESCRIPTION = 2_000;
const MOST_BUTTONS = 4;
const HEIGHTS = ['SHORT', 'MEDIUM', 'TALL'] as const;
type Height = (typeof HEIGHTS)[number];

export function readRichCard(content: At): SimulatedRichCard {
  const richCard = objectIn(content, 'richCard', ['standaloneCard', 'carouselCard']);
  if (oneOf(richCard, ['standaloneCard', 'carouselCard']) === 'standaloneCard') {
    return { card: readStandalone(richCard) };
  }
  const carousel = objectIn(richCard, 'carouselCard', ['cardWidth', 'cardContents']);
  const width = wordIn(carousel, 'cardWidth', ['SMALL', 'MEDIUM']);
  const heights = HEIGHTS.slice(0, width === 'SMALL' ? 2 : 3);
  const cards = listIn(carousel, 'cardContents', { least: 2, most: 10 });
  return { carousel: { width, cards: cards.map(({ value, place }) => readFace(value, place, heights)) } };
}

/** AgentContentMessage.contentInfo, and the same of a card's media. */
export function readContentInfo(at: At): string {
  const info = objectIn(at, 'contentInfo', ['fileUrl', 'thumbnailUrl', 'forceRefresh']);
  if (has(info, 'thumbnailUrl')) urlIn(info, 'thumbnailUrl', LONGEST_FILE_URL);
  if (has(info, 'forceRefresh') && typeof info.values.forceRefresh !== 'boolean') {
    throw new BadMessage(`${info.place}.forceRefresh is true or false`);
  }
  return urlIn(info, 'fileUrl', LONGEST_FILE_URL);
}

/** A file that was uploaded before: nothing can be uploaded here. */
export function refuseUploadedFile(at: At): never {
  const file = objectIn(at, 'uploadedRbmFile', ['fileName', 'thumbnailName']);
  textIn(file, 'fileName', LONGEST_FILE_URL);
  throw new BadMessage(`${file.place}.fileName names no file that was uploaded`);
}

function readStandalone(richCard: At): SimulatedCard {
  const card = objectIn(richCard, 'standaloneCard', ['cardOrientation', 'thumbnailImageAlignment', 'cardContent']);
  const orientation = wordIn(card, 'cardOrientation', ['VERTICAL', 'HORIZONTAL']);
  const isVertical = orientation === 'VERTICAL';
  if (!isVertical) wordIn(card, 'thumbnailImageAlignment', ['LEFT', 'RIGHT']);
  else if (has(card, 'thumbnailImageAlignment')) {
    throw new BadMessage(`${card.place}.thumbnailImageAlignment is for a horizontal card alone`);
  }
  const face = readFace(card.values.cardContent, `${card.place}.cardContent`, isVertical ? HEIGHTS : null);
  const { title, description, media_url, buttons } = face;
  const [button, ...others] = buttons;
  const isDialCard = title === undefined && description === undefined && button?.type === 'dial' && others.length === 0;
  if (!isDialCard || media_url === undefined) return { orientation, ...face };
  const { text, phone_number, payload } = button;
  return { orientation, media_url, button: { text, phone_number, payload } };
}

/** `heights`: those that its media may have; null: its height means nothing (rule 2). */
function readFace(value: unknown, place: string, heights: readonly Height[] | null): CardFace {
  const content = objectAt(value, place, ['title', 'description', 'media', 'suggestions']);
  if (!['title', 'description', 'media'].some((name) => has(content, name))) {
    throw new BadMessage(`${place} has at least one of media, title and description`);
  }
  const title = optionalTextIn(content, 'title', LONGEST_TITLE);
  const description = optionalTextIn(content, 'description', LONGEST_DESCRIPTION);
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(has(content, 'media') ? readMedia(content, heights) : {}),
    buttons: readSuggestions(content, MOST_BUTTONS),
  };
}

function readMedia(content: At, heights: readonly Height[] | null): Pick<CardFace, 'media_url' | 'media_height'> {
  const media = objectIn(content, 'media', ['height', 'contentInfo', 'uploadedRbmFile']);
  if (oneOf(media, ['contentInfo', 'uploadedRbmFile']) === 'uploadedRbmFile') refuseUploadedFile(media);
  const media_url = readContentInfo(media);
  if (heights !== null) return { media_url, media_height: wordIn(media, 'height', heights) };
  if (has(media, 'height')) wordIn(media, 'height', HEIGHTS);
  return { media_url };
}
