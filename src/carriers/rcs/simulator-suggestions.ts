/**
 * Reads the suggestions of an agent message as strictly as RBM does, and says what a phone does when one is pressed
 * (reference: Suggestion, SuggestedReply, SuggestedAction). Pure.
 */
import {
  type At,
  BadMessage,
  has,
  listIn,
  numberIn,
  objectAt,
  objectIn,
  oneOf,
  optionalTextIn,
  textIn,
  timeIn,
  urlIn,
  wordIn,
} from './simulator-fields.ts';

/** A button as the handset shows it, in the words of the gateway's API. */
export type SimulatedButton = { readonly text: string; readonly payload: string } & (
  | { readonly type: 'reply' }
  | { readonly type: 'dial'; readonly phone_number: string }
  | { readonly type: 'url'; readonly url: string; readonly view?: string }
  | { readonly type: 'location'; readonly latitude: number; readonly longitude: number; readonly label?: string }
  | { readonly type: 'location'; readonly query: string }
  | { readonly type: 'share_location' }
  | {
      readonly type: 'calendar';
      readonly start_time: string;
      readonly end_time: string;
      readonly title: string;
      readonly description?: string;
    }
);

type Kind = SimulatedButton extends infer Each
  ? Each extends SimulatedButton
    ? Omit<Each, 'text' | 'payload'>
    : never
  : never;

const LONGEST_TEXT = 25;
const LONGEST_POSTBACK = 2_048;
const LONGEST_URL = 2_048;
const LONGEST_EVENT_TITLE = 100;
/** Of an event, and of what a page is. */
const LONGEST_DESCRIPTION = 500;
/** Google names none for a label and a query; nothing longer is shown. */
const LONGEST_PLACE = 1_000;

const ACTIONS: Readonly<Record<string, (action: At) => Kind>> = {
  dialAction: readDial,
  openUrlAction: readOpenUrl,
  viewLocationAction: readViewLocation,
  shareLocationAction: readShareLocation,
  createCalendarEventAction: readCalendarEvent,
};
const ACTION_NAMES = Object.keys(ACTIONS);
const ACTION_FIELDS = ['text', 'postbackData', 'fallbackUrl', ...ACTION_NAMES];

export function readSuggestions(at: At, most: number): SimulatedButton[] {
  return listIn(at, 'suggestions', { least: 0, most }).map(({ value, place }) => readSuggestion(value, place));
}

function readSuggestion(value: unknown, place: string): SimulatedButton {
  const suggestion = objectAt(value, place, ['reply', 'action']);
  if (oneOf(suggestion, ['reply', 'action']) === 'reply') {
    const reply = objectIn(suggestion, 'reply', ['text', 'postbackData']);
    return { type: 'reply', ...labelOf(reply) };
  }
  const action = objectIn(suggestion, 'action', ACTION_FIELDS);
  const label = labelOf(action);
  if (has(action, 'fallbackUrl')) urlIn(action, 'fallbackUrl', LONGEST_URL);
  const name = oneOf(action, ACTION_NAMES);
  return { ...ACTIONS[name]?.(action), ...label } as SimulatedButton;
}

function labelOf(at: At): { readonly text: string; readonly payload: string } {
  return { text: textIn(at, 'text', LONGEST_TEXT), payload: textIn(at, 'postbackData', LONGEST_POSTBACK, 0) };
}

function readDial(action: At): Kind {
  const dial = objectIn(action, 'dialAction', ['phoneNumber']);
  const number = dial.values.phoneNumber;
  if (typeof number === 'string' && /^\+\d{4,15}$/.test(number)) {
    return { type: 'dial', phone_number: number.slice(1) };
  }
  throw new BadMessage(`${dial.place}.phoneNumber is E.164 with a plus`);
}

function readOpenUrl(action: At): Kind {
  const open = objectIn(action, 'openUrlAction', ['url', 'application', 'webviewViewMode', 'description']);
  const url = urlIn(open, 'url', LONGEST_URL);
  optionalTextIn(open, 'description', LONGEST_DESCRIPTION);
  const application = has(open, 'application') ? wordIn(open, 'application', ['BROWSER', 'WEBVIEW']) : 'BROWSER';
  const isInside = application === 'WEBVIEW';
  if (isInside) return { type: 'url', url, view: wordIn(open, 'webviewViewMode', ['FULL', 'HALF', 'TALL']) };
  if (has(open, 'webviewViewMode')) throw new BadMessage(`${open.place}.webviewViewMode is for a WEBVIEW alone`);
  return { type: 'url', url };
}

function readViewLocation(action: At): Kind {
  const view = objectIn(action, 'viewLocationAction', ['latLong', 'label', 'query']);
  const label = optionalTextIn(view, 'label', LONGEST_PLACE);
  if (oneOf(view, ['latLong', 'query']) === 'query') {
    return { type: 'location', query: textIn(view, 'query', LONGEST_PLACE) };
  }
  const degrees = objectIn(view, 'latLong', ['latitude', 'longitude']);
  return {
    type: 'location',
    latitude: numberIn(degrees, 'latitude', 90),
    longitude: numberIn(degrees, 'longitude', 180),
    ...(label === undefined ? {} : { label }),
  };
}

function readShareLocation(action: At): Kind {
  objectIn(action, 'shareLocationAction', []);
  return { type: 'share_location' };
}

function readCalendarEvent(action: At): Kind {
  const event = objectIn(action, 'createCalendarEventAction', ['startTime', 'endTime', 'title', 'description']);
  const [start, end] = [timeIn(event, 'startTime'), timeIn(event, 'endTime')];
  if (end <= start) throw new BadMessage(`${event.place}.endTime is after startTime`);
  const description = optionalTextIn(event, 'description', LONGEST_DESCRIPTION);
  return {
    type: 'calendar',
    start_time: new Date(start).toISOString(),
    end_time: new Date(end).toISOString(),
    title: textIn(event, 'title', LONGEST_EVENT_TITLE),
    ...(description === undefined ? {} : { description }),
  };
}
