/**
 * The body of POST /v1/omnichannel/templates, checked (contract section 8). Pure.
 *
 * 1. The first fault is refused with its own code. Order: name, type, channel, content, category, language, samples, and
 *    what the content says.
 */
import type { Channel } from '../../carriers/carrier.ts';
import { Refusal } from '../../errors.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { AccountTemplate } from '../../store/accounts/templates.ts';
import { fieldOf, objectOf } from '../json-body.ts';
import { oneOf } from '../templates/fields.ts';
import { CHANNELS_WITH_TEMPLATES, readOwnContent, withHeaderUrl, withSamples } from '../templates/own-content.ts';
import { isDeeperThan, numberPlaceholders, placeholdersOf } from '../templates/placeholders.ts';
import { isInTable, TEMPLATE_NAME } from '../templates/templates.ts';
import type { ContentLimits } from '../templates/texts.ts';

export type NewTemplate = Pick<AccountTemplate, 'name' | 'type' | 'channel' | 'content' | 'category' | 'language'>;

const TYPES = ['standard', 'verified'];
const CATEGORIES = ['marketing', 'utility', 'authentication'];
const LANGUAGE = /^[A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8}){0,3}$/;
const DEEPEST_CONTENT = 16;
/** As JSON. */
const LARGEST_CONTENT = 16 * 1024;

export function readTemplate(body: JsonObject, limits: ContentLimits): NewTemplate {
  const name = readName(body);
  const type = readWord(body, 'type', TYPES);
  if (type === null) throw new Refusal('template_type_missing', { name: 'type' });
  const channel = readChannel(fieldOf(body, 'channel'), 'channel');
  if (isInTable(channel, name)) {
    throw new Refusal('template_name_invalid', { name: 'name', allowed: 'a name that no built-in template has' });
  }
  const content = contentOf(body);
  const category = readCategory(body);
  const language = readLanguage(body);
  readOwnContent(channel, { place: 'content', content: withSamples(content, samplesOf(content)) }, limits);
  return { name, type, channel, content, category, language };
}

/** Of the path or of a field. */
export function readChannel(value: unknown, name: string): Channel {
  if (value === null || value === '') throw new Refusal('channel_missing', { name });
  const channel = CHANNELS_WITH_TEMPLATES.find((each) => each === value);
  if (!channel) throw new Refusal('channel_invalid', { name, allowed: oneOf(CHANNELS_WITH_TEMPLATES) });
  return channel;
}

function readName(body: JsonObject): string {
  const name = fieldOf(body, 'name');
  if (name === null || name === '') throw new Refusal('template_name_missing', { name: 'name' });
  if (typeof name === 'string' && TEMPLATE_NAME.test(name)) return name;
  const allowed = '1 to 512 of the lower-case letters a to z, digits and _';
  throw new Refusal('template_name_invalid', { name: 'name', allowed });
}

function readWord(body: JsonObject, name: string, words: readonly string[]): string | null {
  const value = fieldOf(body, name);
  if (value === null || value === '') return null;
  const word = words.find((each) => each === value);
  if (word === undefined) throw new Refusal('value_invalid', { name, allowed: oneOf(words) });
  return word;
}

function readCategory(body: JsonObject): string | null {
  const value = fieldOf(body, 'category');
  if (value === null || value === '') return null;
  const category = CATEGORIES.find((each) => typeof value === 'string' && each === value.toLowerCase());
  if (category !== undefined) return category;
  throw new Refusal('template_category_invalid', { name: 'category', allowed: oneOf(CATEGORIES) });
}

function readLanguage(body: JsonObject): string | null {
  const value = fieldOf(body, 'language');
  if (value === null || value === '') return null;
  if (typeof value === 'string' && LANGUAGE.test(value)) return value;
  throw new Refusal('template_language_invalid', { name: 'language', allowed: 'a tag such as en, en_US or pt-BR' });
}

/** As it is kept: every value has a name. */
function contentOf(body: JsonObject): unknown {
  const given = fieldOf(body, 'content');
  const isEmpty = Array.isArray(given) && given.length === 0;
  if (given === null || given === '' || isEmpty) throw new Refusal('template_content_missing', { name: 'content' });
  if (isDeeperThan(given, DEEPEST_CONTENT)) {
    throw new Refusal('value_invalid', {
      name: 'content',
      allowed: `at most ${DEEPEST_CONTENT} lists and objects in each other`,
    });
  }
  const content = numberPlaceholders(given);
  if (content === null) {
    const allowed = 'values that are all numbered or named, or all empty: {{1}} or {{name}}, or {{}} everywhere';
    throw new Refusal('value_invalid', { name: 'content', allowed });
  }
  const kept = withHeaderUrl(content);
  if (Buffer.byteLength(JSON.stringify(kept)) <= LARGEST_CONTENT) return kept;
  throw new Refusal('value_invalid', { name: 'content', allowed: `at most ${LARGEST_CONTENT} bytes of JSON` });
}

/** `sample_text` of a body: what its values may be, in their order. */
function samplesOf(content: unknown): ReadonlyMap<string, string> {
  const samples = new Map<string, string>();
  for (const [index, part] of (Array.isArray(content) ? content : [content]).entries()) {
    const body = objectOf(objectOf(part)?.body);
    const given = body ? fieldOf(body, 'sample_text') : null;
    if (given === null) continue;
    const list: unknown[] = Array.isArray(given) ? given : [given];
    const names = placeholdersOf(body?.text);
    if (list.length !== names.length || !list.every((each) => typeof each === 'string' && each !== '')) {
      const name = Array.isArray(content) ? `content[${index}].body.sample_text` : 'content.body.sample_text';
      const allowed = `a list of texts, one for each value of the body (${names.length})`;
      throw new Refusal('template_sample_invalid', { name, allowed });
    }
    for (const [at, each] of names.entries()) samples.set(each, String(list[at]));
  }
  return samples;
}
