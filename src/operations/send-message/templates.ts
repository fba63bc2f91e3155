/**
 * Reads the templates of each channel and their parameters (contract section 3). Pure.
 *
 * 1. A channel without content of its own uses `message.default`, whose only template is `text`. A refusal of it names
 *    `message.default`.
 * 2. The content of a channel with several templates names one of them. With one template the name may be absent: it is
 *    `text`.
 */
import type { Channel, Content } from '../../carriers/carrier.ts';
import { Refusal } from '../../errors.ts';
import type { JsonObject } from '../../lib/json.ts';
import { parsePhoneNumber } from '../../lib/phone-number.ts';
import { fieldOf, isHttpUrl, lengthOf, objectOf } from '../json-body.ts';

export interface ContentLimits {
  /** Into how many parts a text goes at best, over the carriers that may take it. */
  readonly countSmsParts: (text: string) => number;
}

const LONGEST_DIAL_TEXT = 25;
const LONGEST_DIAL_PAYLOAD = 2048;
/** RBM takes no longer text. */
const LONGEST_RCS_TEXT = 3072;
const MOST_SMS_PARTS = 10;

interface Template {
  readonly place: string;
  readonly parameters: JsonObject;
}

type TemplateReader = (template: Template, limits: ContentLimits) => Content;

/** Calls are asked for elsewhere (operations/place-verification-call). */
const TEMPLATES: Readonly<Record<Channel, Readonly<Record<string, TemplateReader>>>> = {
  rcs: {
    rc_dial_action_vertical: (template) => readDialCard(template, 'VERTICAL'),
    rc_dial_action_horizontal: (template) => readDialCard(template, 'HORIZONTAL'),
    text: readRcsText,
  },
  sms: { text: readSmsText },
  voice: {},
};

export function readContent(contents: JsonObject, channel: Channel, limits: ContentLimits): Content {
  const own = fieldOf(contents, channel);
  const value = own ?? fieldOf(contents, 'default');
  if (value === null) throw new Refusal('message_missing', { name: `message.${channel}` });
  const place = own === null ? 'message.default' : `message.${channel}`;
  const entry = objectOf(value);
  if (!entry) throw new Refusal('value_invalid', { name: place, allowed: 'an object with template and parameters' });
  const named = fieldOf(entry, 'template');
  const read = findReader(named, place, own === null ? { text: TEMPLATES[channel].text } : TEMPLATES[channel]);
  return read({ place: `${place}.parameters`, parameters: readParameters(entry, place) }, limits);
}

/** Rule 2. */
function findReader(
  named: unknown,
  place: string,
  templates: Readonly<Record<string, TemplateReader | undefined>>,
): TemplateReader {
  const isUnnamed = named === null || named === '';
  if (isUnnamed && Object.keys(templates).length > 1) {
    throw new Refusal('parameter_missing', { name: `${place}.template` });
  }
  const name = named ?? 'text';
  const read = typeof name === 'string' && Object.hasOwn(templates, name) ? templates[name] : undefined;
  if (read) return read;
  const names = Object.keys(templates);
  const allowed = [names.slice(0, -1).join(', '), names.at(-1)].filter((text) => text !== '').join(' or ');
  throw new Refusal('template_unknown', { name: `${place}.template`, allowed });
}

function readParameters(entry: JsonObject, place: string): JsonObject {
  const value = fieldOf(entry, 'parameters');
  if (value === null) throw new Refusal('template_parameter_missing', { name: `${place}.parameters` });
  const parameters = objectOf(value);
  if (!parameters) throw new Refusal('value_invalid', { name: `${place}.parameters`, allowed: 'an object' });
  return parameters;
}

function readDialCard(template: Template, orientation: 'VERTICAL' | 'HORIZONTAL'): Content {
  return {
    type: 'rcs_dial_card',
    orientation,
    dialPayload: readText(template, 'dial_payload', LONGEST_DIAL_PAYLOAD),
    dialText: readText(template, 'dial_text', LONGEST_DIAL_TEXT),
    mediaUrl: readMediaUrl(template),
    phoneNumberToDial: readNumberToDial(template),
  };
}

function readRcsText(template: Template): Content {
  return { type: 'rcs_text', text: readText(template, 'text', LONGEST_RCS_TEXT) };
}

function readSmsText(template: Template, limits: ContentLimits): Content {
  const text = readText(template, 'text', Number.POSITIVE_INFINITY);
  if (limits.countSmsParts(text) > MOST_SMS_PARTS) {
    throw new Refusal('value_invalid', {
      name: `${template.place}.text`,
      allowed: `a text that fits into ${MOST_SMS_PARTS} parts`,
    });
  }
  return { type: 'sms_text', text };
}

/** A text of 1 to `longest` characters (code points). */
function readText({ place, parameters }: Template, field: string, longest: number): string {
  const value = fieldOf(parameters, field);
  const name = `${place}.${field}`;
  if (value === null || value === '') throw new Refusal('template_parameter_missing', { name });
  if (typeof value !== 'string') throw new Refusal('value_invalid', { name, allowed: 'a text' });
  if (value.length > longest && lengthOf(value) > longest) {
    throw new Refusal('value_invalid', { name, allowed: `at most ${longest} characters` });
  }
  return value;
}

function readMediaUrl(template: Template): string {
  const url = readText(template, 'media_url', Number.POSITIVE_INFINITY);
  if (isHttpUrl(url)) return url;
  const allowed = 'an http or https URL of at most 2048 characters';
  throw new Refusal('value_invalid', { name: `${template.place}.media_url`, allowed });
}

function readNumberToDial(template: Template): string {
  const number = parsePhoneNumber(readText(template, 'phone_number_to_dial', Number.POSITIVE_INFINITY));
  if (!number?.isPossible) throw new Refusal('number_invalid', { name: `${template.place}.phone_number_to_dial` });
  return number.digits;
}
