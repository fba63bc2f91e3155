/**
 * Reads cards and carousels (contract section 8). Pure.
 *
 * 1. A card has at least one of image, title and description.
 * 2. The height of an image is asked for where it shows: not in a horizontal card, whose image is as high as the card.
 *    A small carousel has no tall images. Only a horizontal card says on which side its image is.
 */
import type { Card, RcsCard, RcsCarousel, Suggestion } from '../../carriers/carrier.ts';
import type { MediaHeight } from '../../carriers/content.ts';
import {
  type Fields,
  invalid,
  listOf,
  missing,
  numberOf,
  optionalText,
  optionalUrl,
  optionalWord,
  textOf,
  urlOf,
  wordOf,
} from './fields.ts';
import { IN_A_CARD, LONGEST_LINK, LONGEST_PAYLOAD, LONGEST_SUGGESTION, readSuggestions } from './suggestions.ts';

export const LONGEST_MEDIA_URL = 2000;
export const LONGEST_TITLE = 200;
export const LONGEST_DESCRIPTION = 2000;
const HEIGHTS: readonly MediaHeight[] = ['SHORT', 'MEDIUM', 'TALL'];
const HEIGHTS_IF_SMALL: readonly MediaHeight[] = ['SHORT', 'MEDIUM'];

export function readRichCard(fields: Fields): RcsCard {
  const orientation = wordOf(fields, 'orientation', ['VERTICAL', 'HORIZONTAL']);
  const imageAlignment = optionalWord(fields, 'image_alignment', ['LEFT', 'RIGHT']);
  if (imageAlignment !== null && orientation === 'VERTICAL') {
    throw invalid(fields, 'image_alignment', 'LEFT or RIGHT, on a HORIZONTAL card only');
  }
  return {
    type: 'rcs_card',
    orientation,
    ...(imageAlignment === null ? {} : { imageAlignment }),
    card: readCard(fields, orientation === 'VERTICAL' ? HEIGHTS : null),
  };
}

export function readCarousel(fields: Fields): RcsCarousel {
  const width = wordOf(fields, 'width', ['SMALL', 'MEDIUM']);
  const heights = width === 'SMALL' ? HEIGHTS_IF_SMALL : HEIGHTS;
  const cards = listOf(fields, 'cards', { least: 2, most: 10, of: 'cards' });
  return { type: 'rcs_carousel', width, cards: cards.map((card) => readCard(card, heights)) };
}

/** `heights`: those that its image may have; null: its height does not show (rule 2). */
function readCard(fields: Fields, heights: readonly MediaHeight[] | null): Card {
  const title = optionalText(fields, 'title', LONGEST_TITLE);
  const description = optionalText(fields, 'description', LONGEST_DESCRIPTION);
  const media = readMedia(fields, heights);
  const suggestions = readSuggestions(fields, IN_A_CARD);
  if (title === null && description === null && media.mediaUrl === undefined) {
    throw invalid(fields, 'title', 'a card with at least one of title, description and media_url');
  }
  return {
    ...(title === null ? {} : { title }),
    ...(description === null ? {} : { description }),
    ...media,
    ...(suggestions.length === 0 ? {} : { suggestions }),
  };
}

function readMedia(fields: Fields, heights: readonly MediaHeight[] | null): Pick<Card, 'mediaUrl' | 'mediaHeight'> {
  const mediaUrl = optionalUrl(fields, 'media_url', LONGEST_MEDIA_URL);
  const mediaHeight = optionalWord(fields, 'media_height', heights ?? HEIGHTS);
  if (mediaUrl === null) return {};
  if (heights === null) return { mediaUrl };
  if (mediaHeight === null) throw missing(fields, 'media_height');
  return { mediaUrl, mediaHeight };
}

/** `rc_dial_action_*`. */
export function dialButton(fields: Fields): Suggestion & { readonly type: 'dial' } {
  return {
    type: 'dial',
    payload: textOf(fields, ['dial_payload', 'dial_id'], LONGEST_PAYLOAD),
    text: textOf(fields, 'dial_text', LONGEST_SUGGESTION),
    phoneNumber: numberOf(fields, 'phone_number_to_dial'),
  };
}

export function linkButton(fields: Fields): Suggestion & { readonly type: 'url' } {
  return {
    type: 'url',
    payload: textOf(fields, ['url_payload', 'url_id'], LONGEST_PAYLOAD),
    text: textOf(fields, 'url_text', LONGEST_SUGGESTION),
    url: urlOf(fields, 'url', LONGEST_LINK),
  };
}
