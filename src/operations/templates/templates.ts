/**
 * The table of templates: how each is read, and what of its channel it becomes (contract section 8, docs/templates.md).
 * Pure.
 *
 * 1. A channel without content of its own uses `message.default`, whose only template is `text`. A refusal of it names
 *    `message.default`.
 * 2. The content of a channel with several templates names one of them. With one template the name may be absent: it is
 *    `text`.
 * 3. `suggestions` may stand beside any template of RCS; where the template has no parameter of that name, among its
 *    parameters as well. With those of the template there are at most 11.
 * 4. A card whose one button dials, and which has nothing beside it, keeps its short form (carriers/content.ts).
 */
import type { Channel, Content, RcsCard, RcsText, Suggestion } from '../../carriers/carrier.ts';
import { asCard } from '../../carriers/content.ts';
import { Refusal } from '../../errors.ts';
import type { JsonObject } from '../../lib/json.ts';
import { fieldOf, objectOf } from '../json-body.ts';
import { dialButton, LONGEST_MEDIA_URL, linkButton, readCarousel, readRichCard } from './cards.ts';
import { degreesOf, type Fields, invalid, oneOf, optionalText, textOf, urlOf } from './fields.ts';
import { BESIDE_A_MESSAGE, LONGEST_PAYLOAD, LONGEST_SUGGESTION, MOST_BESIDE, readSuggestions } from './suggestions.ts';

export interface ContentLimits {
  /** Into how many parts a text goes at best, over the carriers that may take it. */
  readonly countSmsParts: (text: string) => number;
}

/** RBM takes no longer text. */
const LONGEST_RCS_TEXT = 3072;
const LONGEST_PLACE_NAME = 100;
const MOST_SMS_PARTS = 10;

type TemplateReader = (parameters: Fields, limits: ContentLimits) => Content;
type Templates = Readonly<Record<string, TemplateReader>>;

/** Calls are asked for elsewhere (operations/place-verification-call). */
const TEMPLATES: Readonly<Record<Channel, Templates>> = {
  rcs: {
    text: (fields) => rcsText(fields),
    media: readFile,
    file: readFile,
    location: readLocation,
    url_action: (fields) => rcsText(fields, linkButton(fields)),
    dial_action: (fields) => rcsText(fields, dialButton(fields)),
    '2_suggested_replies': (fields) => rcsText(fields, ...replies(fields, 2)),
    '3_suggested_replies': (fields) => rcsText(fields, ...replies(fields, 3)),
    rc_url_action_vertical: (fields) => linkCard(fields, 'VERTICAL'),
    rc_url_action_horizontal: (fields) => linkCard(fields, 'HORIZONTAL'),
    rc_dial_action_vertical: (fields) => dialCard(fields, 'VERTICAL'),
    rc_dial_action_horizontal: (fields) => dialCard(fields, 'HORIZONTAL'),
    rich_card: readRichCard,
    carousel: readCarousel,
  },
  sms: { text: readSmsText },
  voice: {},
};

/** Their parameter `suggestions` is the card's own (rule 3). */
const WITH_SUGGESTIONS_OF_THEIR_OWN = 'rich_card';

export function readContent(contents: JsonObject, channel: Channel, limits: ContentLimits): Content {
  const own = fieldOf(contents, channel);
  const value = own ?? fieldOf(contents, 'default');
  if (value === null) throw new Refusal('message_missing', { name: `message.${channel}` });
  const place = own === null ? 'message.default' : `message.${channel}`;
  const values = objectOf(value);
  if (!values) throw new Refusal('value_invalid', { name: place, allowed: 'an object with template and parameters' });
  const templates = own === null ? textOnly(channel) : TEMPLATES[channel];
  const entry = { place, values };
  const name = nameOf(entry, templates);
  const read = templates[name];
  if (!read)
    throw new Refusal('template_unknown', { name: `${place}.template`, allowed: oneOf(Object.keys(templates)) });
  const parameters = parametersOf(entry);
  return withBeside(read(parameters, limits), name, [entry, parameters]);
}

/** Rule 1. */
function textOnly(channel: Channel): Templates {
  const { text } = TEMPLATES[channel];
  return text ? { text } : {};
}

/** Rule 2. Of what names no template the empty text, which nothing is called. */
function nameOf({ place, values }: Fields, templates: Templates): string {
  const named = fieldOf(values, 'template');
  const isUnnamed = named === null || named === '';
  if (isUnnamed && Object.keys(templates).length > 1) {
    throw new Refusal('parameter_missing', { name: `${place}.template` });
  }
  const name = named ?? 'text';
  return typeof name === 'string' && Object.hasOwn(templates, name) ? name : '';
}

function parametersOf({ place, values }: Fields): Fields {
  const value = fieldOf(values, 'parameters');
  if (value === null) throw new Refusal('template_parameter_missing', { name: `${place}.parameters` });
  const parameters = objectOf(value);
  if (!parameters) throw new Refusal('value_invalid', { name: `${place}.parameters`, allowed: 'an object' });
  return { place: `${place}.parameters`, values: parameters };
}

/** Rule 3. */
function withBeside(content: Content, template: string, [entry, parameters]: readonly [Fields, Fields]): Content {
  if (content.type === 'sms_text' || content.type === 'voice_prompt') return content;
  const isBeside = fieldOf(entry.values, 'suggestions') !== null;
  if (!isBeside && (template === WITH_SUGGESTIONS_OF_THEIR_OWN || !Object.hasOwn(parameters.values, 'suggestions'))) {
    return content;
  }
  const fields = isBeside ? entry : parameters;
  const beside = readSuggestions(fields, BESIDE_A_MESSAGE);
  if (beside.length === 0) return content;
  const general = content.type === 'rcs_dial_card' ? asCard(content) : content;
  const suggestions = [...(general.suggestions ?? []), ...beside];
  if (suggestions.length > MOST_BESIDE) {
    const own = suggestions.length - beside.length;
    throw invalid(fields, 'suggestions', `a list of at most ${MOST_BESIDE - own} suggestions beside this template`);
  }
  return { ...general, suggestions };
}

function rcsText(fields: Fields, ...suggestions: readonly Suggestion[]): RcsText {
  const text = textOf(fields, 'text', LONGEST_RCS_TEXT);
  return { type: 'rcs_text', text, ...(suggestions.length === 0 ? {} : { suggestions }) };
}

function readFile(fields: Fields): Content {
  return { type: 'rcs_file', url: urlOf(fields, 'url', LONGEST_MEDIA_URL) };
}

/** RBM has no message that is a place: a text with its name or its degrees, and a button that shows it. */
function readLocation(fields: Fields): Content {
  const [latitude, longitude] = [degreesOf(fields, 'latitude', 90), degreesOf(fields, 'longitude', 180)];
  const label = optionalText(fields, 'label', LONGEST_PLACE_NAME);
  const degrees = `${latitude}, ${longitude}`;
  const button: Suggestion = {
    type: 'location',
    text: optionalText(fields, 'button_text', LONGEST_SUGGESTION) ?? '📍',
    payload: degrees,
    latitude,
    longitude,
    ...(label === null ? {} : { label }),
  };
  return { type: 'rcs_text', text: label ?? degrees, suggestions: [button] };
}

/** `reply1` and `reply1_id` are what the first of them was called before. */
function replies(fields: Fields, count: number): Suggestion[] {
  return Array.from({ length: count }, (_, index) => {
    const n = index + 1;
    return {
      type: 'reply',
      text: textOf(fields, [`button_text_${n}`, `reply${n}`], LONGEST_SUGGESTION),
      payload: textOf(fields, [`button_payload_${n}`, `reply${n}_id`], LONGEST_PAYLOAD),
    };
  });
}

function linkCard(fields: Fields, orientation: RcsCard['orientation']): RcsCard {
  const button = linkButton(fields);
  const mediaUrl = urlOf(fields, 'media_url', LONGEST_MEDIA_URL);
  return { type: 'rcs_card', orientation, card: { mediaUrl, suggestions: [button] } };
}

/** Rule 4. */
function dialCard(fields: Fields, orientation: RcsCard['orientation']): Content {
  const { payload: dialPayload, text: dialText, phoneNumber: phoneNumberToDial } = dialButton(fields);
  const mediaUrl = urlOf(fields, 'media_url', LONGEST_MEDIA_URL);
  return { type: 'rcs_dial_card', orientation, dialPayload, dialText, mediaUrl, phoneNumberToDial };
}

function readSmsText(fields: Fields, limits: ContentLimits): Content {
  const text = textOf(fields, 'text');
  if (limits.countSmsParts(text) > MOST_SMS_PARTS) {
    throw invalid(fields, 'text', `a text that fits into ${MOST_SMS_PARTS} parts`);
  }
  return { type: 'sms_text', text };
}
