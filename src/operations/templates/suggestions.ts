/**
 * Reads suggestions: the buttons in a card and beside a message (contract section 8). Pure.
 *
 * 1. Each has `type`, `text`, `payload`, and what its type needs. The limits are RBM's.
 */
import type { Suggestion } from '../../carriers/carrier.ts';
import {
  degreesOf,
  type Fields,
  invalid,
  type ListLimits,
  listOf,
  numberOf,
  optionalText,
  optionalWord,
  textOf,
  timeOf,
  urlOf,
  wordOf,
} from './fields.ts';

export const LONGEST_SUGGESTION = 25;
export const LONGEST_PAYLOAD = 2048;
export const LONGEST_LINK = 2048;
export const MOST_BESIDE = 11;

const LONGEST_LABEL = 100;
const LONGEST_QUERY = 200;
const LONGEST_EVENT_TITLE = 100;
const LONGEST_EVENT_DESCRIPTION = 500;

export const IN_A_CARD: ListLimits = { least: 0, most: 4, of: 'suggestions' };
export const BESIDE_A_MESSAGE: ListLimits = { least: 0, most: MOST_BESIDE, of: 'suggestions' };

type Kind = Suggestion['type'];

/** What each type needs besides text and payload. */
type OwnFields = Suggestion extends infer Each
  ? Each extends Suggestion
    ? Omit<Each, 'text' | 'payload'>
    : never
  : never;

const READERS: Readonly<Record<Kind, (fields: Fields) => OwnFields>> = {
  reply: () => ({ type: 'reply' }),
  dial: (fields) => ({ type: 'dial', phoneNumber: numberOf(fields, 'phone_number') }),
  url: readLink,
  location: readPlace,
  share_location: () => ({ type: 'share_location' }),
  calendar: readEvent,
};
const KINDS = Object.keys(READERS) as readonly Kind[];

export function readSuggestions(fields: Fields, limits: ListLimits): Suggestion[] {
  return listOf(fields, 'suggestions', limits).map((each) => readSuggestion(each));
}

/** A button by other names: what its type is called elsewhere, and its fields. Without a payload it has its text. */
export interface NamedButton {
  readonly type: Kind;
  readonly text: readonly [string, string];
  readonly payload: readonly [string, string];
}

export function readSuggestion(fields: Fields, named?: NamedButton): Suggestion {
  const type = named?.type ?? wordOf(fields, 'type', KINDS);
  const text = textOf(fields, named?.text ?? 'text', LONGEST_SUGGESTION);
  const payload = named
    ? (optionalText(fields, named.payload, LONGEST_PAYLOAD) ?? text)
    : textOf(fields, 'payload', LONGEST_PAYLOAD);
  return { text, payload, ...READERS[type](fields) } as Suggestion;
}

function readLink(fields: Fields): OwnFields {
  const url = urlOf(fields, 'url', LONGEST_LINK);
  const view = optionalWord(fields, 'view', ['FULL', 'HALF', 'TALL']);
  return { type: 'url', url, ...(view === null ? {} : { view }) };
}

function readPlace(fields: Fields): OwnFields {
  const query = optionalText(fields, 'query', LONGEST_QUERY);
  if (query !== null) return { type: 'location', query };
  const label = optionalText(fields, 'label', LONGEST_LABEL);
  return {
    type: 'location',
    latitude: degreesOf(fields, 'latitude', 90),
    longitude: degreesOf(fields, 'longitude', 180),
    ...(label === null ? {} : { label }),
  };
}

function readEvent(fields: Fields): OwnFields {
  const [start, end] = [timeOf(fields, 'start_time'), timeOf(fields, 'end_time')];
  if (end <= start) throw invalid(fields, 'end_time', 'a time after start_time');
  const description = optionalText(fields, 'description', LONGEST_EVENT_DESCRIPTION);
  return {
    type: 'calendar',
    startTime: new Date(start).toISOString(),
    endTime: new Date(end).toISOString(),
    title: textOf(fields, 'title', LONGEST_EVENT_TITLE),
    ...(description === null ? {} : { description }),
  };
}
