/**
 * Reads the content of a template that an account keeps, and what becomes of it with values. Pure.
 *
 * 1. Content is a list of parts: `body` with what else its channel has, or one of our structured templates. By RCS a body
 *    with an image is a card, with a heading too; else it is a text, and its buttons stand beside it.
 * 2. Values are put in first, and the whole is read then: a value that breaks a limit is refused as in any message.
 * 3. Before it is kept a template is read with samples in place of its values.
 */
import type { Channel, Content, RcsCard, RcsCarousel, RcsText, Suggestion } from '../../carriers/carrier.ts';
import { Refusal } from '../../errors.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { AccountTemplate } from '../../store/accounts/templates.ts';
import { fieldOf, objectOf } from '../json-body.ts';
import { LONGEST_DESCRIPTION, LONGEST_MEDIA_URL, LONGEST_TITLE, readCarousel, readRichCard } from './cards.ts';
import { type Fields, invalid, listOf, missing, oneOf, textOf, urlOf, wordOf } from './fields.ts';
import { changeTexts, fillText, placeholdersOf } from './placeholders.ts';
import { BESIDE_A_MESSAGE, IN_A_CARD, readSuggestion, readSuggestions } from './suggestions.ts';
import { type ContentLimits, rcsText, smsText } from './texts.ts';

/** The parts of a content, each with its place. */
type Parts = ReadonlyMap<string, Fields>;

interface Form {
  /** What a content of the channel may have. */
  readonly parts: readonly string[];
  readonly read: (parts: Parts, place: string, limits: ContentLimits) => Content;
}

const RICH = ['rich_card', 'carousel'] as const;

const FORMS: Readonly<Record<Channel, Form | null>> = {
  rcs: { parts: ['header', 'body', 'suggested_action', 'suggested_reply', 'suggestions', ...RICH], read: readRcs },
  sms: { parts: ['body'], read: (parts, place, limits) => smsText(partOf(parts, 'body', place), limits) },
  voice: null,
};

/** Channels whose templates an account may keep. */
export const CHANNELS_WITH_TEMPLATES = (Object.keys(FORMS) as Channel[]).filter((name) => FORMS[name] !== null);

/** RBM takes 250 KB as it writes them, which is a little more. */
const LARGEST_CONTENT = 225 * 1024;

/** What a message that names the template says. `entry`: `message.<channel>`, and `parameters` of it where there are any. */
export function fillTemplate(
  template: AccountTemplate,
  { entry, parameters }: { readonly entry: Fields; readonly parameters: Fields },
  limits: ContentLimits,
): Content {
  const values = new Map(placeholdersOf(template.content).map((name) => [name, valueIn(parameters, name)]));
  const filled = changeTexts(template.content, (text) => fillText(text, (name) => values.get(name) ?? ''));
  const content = readOwnContent(
    template.channel,
    { place: `${entry.place}.template(${template.name}).content`, content: filled },
    limits,
  );
  if (values.size > 0 && Buffer.byteLength(JSON.stringify(content)) > LARGEST_CONTENT) {
    throw invalid(entry, 'parameters', 'values with which the message has at most 225 KB');
  }
  return content;
}

/** `{{1}}` is `1`, or `body_text_1` as the templates of other channels call it. */
function valueIn(parameters: Fields, name: string): string {
  const value =
    fieldOf(parameters.values, name) ??
    (/^[0-9]+$/.test(name) ? fieldOf(parameters.values, `body_text_${name}`) : null);
  if (value === null || value === '') throw missing(parameters, name);
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw invalid(parameters, name, 'a text');
}

/** `content` as it was given, with values in it. */
export function readOwnContent(
  channel: Channel,
  { place, content }: { readonly place: string; readonly content: unknown },
  limits: ContentLimits,
): Content {
  const form = FORMS[channel];
  if (!form) throw new RangeError(`${channel} has no templates`);
  return form.read(partsOf(content, place, form), place, limits);
}

function partsOf(content: unknown, place: string, form: Form): Parts {
  const list = Array.isArray(content) ? content : [content];
  const parts = new Map<string, Fields>();
  for (const [index, each] of list.entries()) {
    const at = Array.isArray(content) ? `${place}[${index}]` : place;
    const values = objectOf(each);
    if (!values) throw new Refusal('value_invalid', { name: at, allowed: `an object with ${oneOf(form.parts)}` });
    for (const name of Object.keys(values)) {
      const allowed = parts.has(name) ? `one ${name}` : oneOf(form.parts);
      if (!form.parts.includes(name) || parts.has(name)) throw invalid({ place: at, values }, name, allowed);
      parts.set(name, { place: at, values });
    }
  }
  return parts;
}

/** The object that a part is. */
function partOf(parts: Parts, name: string, place: string): Fields {
  const holder = parts.get(name);
  if (!holder) throw new Refusal('template_parameter_missing', { name: `${place}.${name}` });
  const values = objectOf(fieldOf(holder.values, name));
  if (!values) throw invalid(holder, name, 'an object');
  return { place: `${holder.place}.${name}`, values };
}

function readRcs(parts: Parts, place: string): Content {
  const besidePart = parts.get('suggestions');
  const beside = besidePart ? readSuggestions(besidePart, BESIDE_A_MESSAGE) : [];
  const rich = RICH.find((name) => parts.has(name));
  const content = rich === undefined ? readBody(parts, place) : readRich(rich, parts, place);
  const suggestions = [...(content.suggestions ?? []), ...beside];
  if (besidePart && suggestions.length > BESIDE_A_MESSAGE.most) {
    throw invalid(
      besidePart,
      'suggestions',
      `a list of at most ${BESIDE_A_MESSAGE.most} suggestions, buttons included`,
    );
  }
  return suggestions.length === 0 ? content : { ...content, suggestions };
}

function readRich(name: (typeof RICH)[number], parts: Parts, place: string): RcsCard | RcsCarousel {
  const other = [...parts].find(([each]) => each !== name && each !== 'suggestions');
  if (other) throw invalid(other[1], other[0], `nothing but suggestions beside ${name}`);
  const fields = partOf(parts, name, place);
  return name === 'rich_card' ? readRichCard(fields) : readCarousel(fields);
}

/** Rule 1. */
function readBody(parts: Parts, place: string): RcsText | RcsCard {
  const body = partOf(parts, 'body', place);
  const buttons = [...readActions(parts), ...readReplies(parts)];
  if (!parts.has('header')) {
    checkButtons(buttons, BESIDE_A_MESSAGE.most, parts, place);
    return rcsText(body, ...buttons);
  }
  checkButtons(buttons, IN_A_CARD.most, parts, place);
  const face = {
    ...readHeader(partOf(parts, 'header', place)),
    description: textOf(body, 'text', LONGEST_DESCRIPTION),
    ...(buttons.length === 0 ? {} : { suggestions: buttons }),
  };
  return { type: 'rcs_card', orientation: 'VERTICAL', card: face };
}

function checkButtons(buttons: readonly Suggestion[], most: number, parts: Parts, place: string): void {
  if (buttons.length <= most) return;
  const name = parts.has('suggested_action') ? 'suggested_action' : 'suggested_reply';
  throw invalid(parts.get(name) ?? { place, values: {} }, name, `at most ${most} buttons, replies included`);
}

const MEDIA_HEADERS = ['image', 'video', 'document', 'file', 'media'] as const;

function readHeader(header: Fields): { readonly title: string } | { readonly mediaUrl: string } {
  const type = wordOf(header, 'type', ['text', ...MEDIA_HEADERS]);
  if (type === 'text') return { title: textOf(header, 'text', LONGEST_TITLE) };
  return { mediaUrl: urlOf(header, 'url', LONGEST_MEDIA_URL) };
}

const BUTTON_TEXT = ['button_text', 'text'] as const;
const BUTTON_PAYLOAD = ['button_payload', 'payload'] as const;

/** What each kind of action is called among suggestions. */
const ACTIONS: Readonly<Record<string, Suggestion['type']>> = {
  dial: 'dial',
  url: 'url',
  url_static: 'url',
  url_dynamic: 'url',
  location: 'location',
  share_location: 'share_location',
  calendar: 'calendar',
};

function readActions(parts: Parts): Suggestion[] {
  const holder = parts.get('suggested_action');
  if (!holder) return [];
  return listOf(holder, 'suggested_action', { least: 1, most: BESIDE_A_MESSAGE.most, of: 'actions' }).map((fields) => {
    const type = ACTIONS[wordOf(fields, 'action_type', Object.keys(ACTIONS))] ?? 'reply';
    return readSuggestion(fields, { type, text: BUTTON_TEXT, payload: BUTTON_PAYLOAD });
  });
}

function readReplies(parts: Parts): Suggestion[] {
  const holder = parts.get('suggested_reply');
  if (!holder) return [];
  const values = objectOf(fieldOf(holder.values, 'suggested_reply'));
  if (!values) throw invalid(holder, 'suggested_reply', 'an object with buttons');
  const reply: Fields = { place: `${holder.place}.suggested_reply`, values };
  return listOf(reply, 'buttons', { least: 1, most: BESIDE_A_MESSAGE.most, of: 'buttons' }).map((fields) =>
    readSuggestion(fields, { type: 'reply', text: BUTTON_TEXT, payload: BUTTON_PAYLOAD }),
  );
}

/** What a field that says more than words holds while it is tried (rule 3). */
const SAMPLES: Readonly<Record<string, string>> = {
  phone_number: '4930123456',
  latitude: '1',
  longitude: '1',
  start_time: '2030-01-01T00:00:00Z',
  end_time: '2030-01-01T01:00:00Z',
};
const URL_FIELDS = ['url', 'media_url'];

/** Rule 3. `samples`: of some of its values. */
export function withSamples(content: unknown, samples: ReadonlyMap<string, string>): unknown {
  return changeTexts(content, (text, field) => {
    const filled = fillText(text, (name) => samples.get(name) ?? 'x');
    if (filled === text) return text;
    if (Object.hasOwn(SAMPLES, field)) return SAMPLES[field] ?? '';
    return URL_FIELDS.includes(field) && text.startsWith('{{') ? `https://example.com/${filled.slice(-100)}` : filled;
  });
}

/** An image that the message is to name: its address is a value. */
export function withHeaderUrl(content: unknown): unknown {
  const parts = Array.isArray(content) ? content : [content];
  const changed = parts.map((part: unknown) => {
    const header = objectOf(objectOf(part)?.header);
    const isOpen = header !== null && MEDIA_HEADERS.some((type) => type === header.type) && isAbsent(header, 'url');
    return isOpen ? { ...(part as JsonObject), header: { ...header, url: '{{header_url}}' } } : part;
  });
  return Array.isArray(content) ? changed : changed[0];
}

function isAbsent(object: JsonObject, name: string): boolean {
  const value = fieldOf(object, name);
  return value === null || value === '';
}
