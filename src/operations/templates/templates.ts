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
 * 4. A template that the account keeps is looked for where the table has none of its name.
 * 5. A card whose one button dials, and which has nothing beside it, keeps its short form (carriers/content.ts).
 */
import type { Channel, Content, RcsCard, Suggestion } from '../../carriers/carrier.ts';
import { asCard } from '../../carriers/content.ts';
import { Refusal } from '../../errors.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { AccountTemplate } from '../../store/accounts/templates.ts';
import { fieldOf, objectOf } from '../json-body.ts';
import { dialButton, LONGEST_MEDIA_URL, linkButton, readCarousel, readRichCard } from './cards.ts';
import { degreesOf, type Fields, invalid, oneOf, optionalText, textOf, urlOf } from './fields.ts';
import { fillTemplate } from './own-content.ts';
import { BESIDE_A_MESSAGE, LONGEST_PAYLOAD, LONGEST_SUGGESTION, MOST_BESIDE, readSuggestions } from './suggestions.ts';
import { type ContentLimits, rcsText, smsText } from './texts.ts';

/** The templates that accounts keep, as far as a message names them; `templateName` makes their names. */
export type KeptTemplates = ReadonlyMap<string, AccountTemplate>;

export interface ContentReading extends ContentLimits {
  /** Absent: the account keeps none. */
  readonly kept?: KeptTemplates;
}

const LONGEST_PLACE_NAME = 100;

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
  sms: { text: smsText },
  voice: {},
};

/** Their parameter `suggestions` is the card's own (rule 3). */
const WITH_SUGGESTIONS_OF_THEIR_OWN = 'rich_card';

export function readContent(contents: JsonObject, channel: Channel, reading: ContentReading): Content {
  const own = fieldOf(contents, channel);
  const value = own ?? fieldOf(contents, 'default');
  if (value === null) throw new Refusal('message_missing', { name: `message.${channel}` });
  const place = own === null ? 'message.default' : `message.${channel}`;
  const values = objectOf(value);
  if (!values) throw new Refusal('value_invalid', { name: place, allowed: 'an object with template and parameters' });
  const entry = { place, values };
  const kept = own === null ? undefined : reading.kept?.get(keptName(channel, fieldOf(values, 'template')));
  if (kept) {
    const parameters = fieldOf(values, 'parameters') === null ? noParameters(entry) : parametersOf(entry);
    return withBeside(fillTemplate(kept, { entry, parameters }, reading), entry, null);
  }
  const templates = own === null ? textOnly(channel) : TEMPLATES[channel];
  const name = nameOf(entry, templates);
  const read = templates[name];
  if (!read) throw unknownTemplate(entry, Object.keys(templates));
  const parameters = parametersOf(entry);
  return withBeside(read(parameters, reading), entry, name === WITH_SUGGESTIONS_OF_THEIR_OWN ? null : parameters);
}

export interface NamedTemplate {
  readonly channel: Channel;
  readonly name: string;
}

/** What a message names that is not in the table: an account may keep it. */
export function keptTemplatesIn(message: JsonObject | null, channels: readonly Channel[]): readonly NamedTemplate[] {
  if (!message) return [];
  const kept: NamedTemplate[] = [];
  for (const channel of channels) {
    const entry = objectOf(fieldOf(message, channel));
    const name = entry && fieldOf(entry, 'template');
    const isKept = typeof name === 'string' && !isInTable(channel, name) && TEMPLATE_NAME.test(name);
    if (isKept) kept.push({ channel, name });
  }
  return kept;
}

/** What templates that an account keeps may be called; the wire's names have letters and underscores alone. */
export const TEMPLATE_NAME = /^[a-z0-9_]{1,512}$/;

export function isInTable(channel: Channel, name: string): boolean {
  return Object.hasOwn(TEMPLATES[channel], name);
}

export function keptName(channel: Channel, name: unknown): string {
  return `${channel} ${typeof name === 'string' ? name : ''}`;
}

function unknownTemplate({ place }: Fields, names: readonly string[]): Refusal {
  const kept = place === 'message.default' ? '' : ', or a template that the account keeps for this channel';
  return new Refusal('template_unknown', { name: `${place}.template`, allowed: `${oneOf(names)}${kept}` });
}

function noParameters({ place }: Fields): Fields {
  return { place: `${place}.parameters`, values: {} };
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

/** Rule 3. `parameters`: they may stand there as well; null: what is called so there is something else. */
function withBeside(content: Content, entry: Fields, parameters: Fields | null): Content {
  if (content.type === 'sms_text' || content.type === 'voice_prompt') return content;
  const places = parameters === null ? [entry] : [entry, parameters];
  const fields = places.find(({ values }) => fieldOf(values, 'suggestions') !== null);
  const beside = fields ? readSuggestions(fields, BESIDE_A_MESSAGE) : [];
  if (!fields || beside.length === 0) return content;
  const general = content.type === 'rcs_dial_card' ? asCard(content) : content;
  const suggestions = [...(general.suggestions ?? []), ...beside];
  if (suggestions.length > MOST_BESIDE) {
    const own = suggestions.length - beside.length;
    throw invalid(fields, 'suggestions', `a list of at most ${MOST_BESIDE - own} suggestions beside this template`);
  }
  return { ...general, suggestions };
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

/** Rule 5. */
function dialCard(fields: Fields, orientation: RcsCard['orientation']): Content {
  const { payload: dialPayload, text: dialText, phoneNumber: phoneNumberToDial } = dialButton(fields);
  const mediaUrl = urlOf(fields, 'media_url', LONGEST_MEDIA_URL);
  return { type: 'rcs_dial_card', orientation, dialPayload, dialText, mediaUrl, phoneNumberToDial };
}
