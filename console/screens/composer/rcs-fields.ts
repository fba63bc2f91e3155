/**
 * The fields of what a message says by RCS: a template with its parameters, cards, and buttons. Pure.
 */
import { area, choice, type FormField, type FormGroup, line, number, time, type Values } from './form-field.ts';
import { lengthOf } from './values.ts';

const RCS = 'message.rcs';
const PARAMETERS = `${RCS}.parameters`;
const MOST_BESIDE = 11;
const MOST_IN_A_CARD = 4;
const CARDS = { least: 2, most: 10 };

const PAYLOAD_HINT = 'Comes back when it is pressed.';
const TEXT = area(`${PARAMETERS}.text`, 'Text', { isNeeded: true, hint: 'Up to 3,072 characters.' });
const MEDIA = line(`${PARAMETERS}.media_url`, 'Picture', {
  isNeeded: true,
  placeholder: 'https://example.com/image.jpg',
});
const DIAL = [
  line(`${PARAMETERS}.dial_text`, 'Button', { isNeeded: true, hint: 'Up to 25 characters.' }),
  line(`${PARAMETERS}.phone_number_to_dial`, 'Number that it dials', { isNeeded: true, placeholder: '4930123456' }),
  line(`${PARAMETERS}.dial_payload`, 'Payload', { isNeeded: true, hint: PAYLOAD_HINT }),
];
const LINK = [
  line(`${PARAMETERS}.url_text`, 'Button', { isNeeded: true, hint: 'Up to 25 characters.' }),
  line(`${PARAMETERS}.url`, 'Page that it opens', { isNeeded: true, placeholder: 'https://shop.example/17' }),
  line(`${PARAMETERS}.url_payload`, 'Payload', { isNeeded: true, hint: PAYLOAD_HINT }),
];

interface Template {
  readonly label: string;
  readonly fields: readonly FormField[];
}

const FILE: readonly FormField[] = [
  line(`${PARAMETERS}.url`, 'Address of the file', { isNeeded: true, placeholder: 'https://example.com/film.mp4' }),
];
const PLACE: readonly FormField[] = [
  line(`${PARAMETERS}.latitude`, 'Latitude', { isNeeded: true, placeholder: '52.5163' }),
  line(`${PARAMETERS}.longitude`, 'Longitude', { isNeeded: true, placeholder: '13.3777' }),
  line(`${PARAMETERS}.label`, 'What is there', { hint: 'Up to 100 characters; empty: the degrees.' }),
  line(`${PARAMETERS}.button_text`, 'Button', { hint: 'Shows the map. Empty: 📍.' }),
];

/** In the order in which they are offered. What is not here is a template that the account keeps. */
export const TEMPLATES: Readonly<Record<string, Template>> = {
  rich_card: { label: 'Card', fields: cardFields(PARAMETERS, true) },
  carousel: {
    label: 'Carousel',
    fields: [choice(`${PARAMETERS}.width`, 'Width of the cards', { MEDIUM: 'Medium', SMALL: 'Small' })],
  },
  text: { label: 'Text', fields: [TEXT] },
  rc_dial_action_vertical: { label: 'Picture, button that dials', fields: [MEDIA, ...DIAL] },
  rc_dial_action_horizontal: { label: 'Picture beside a button that dials', fields: [MEDIA, ...DIAL] },
  rc_url_action_vertical: { label: 'Picture, button that opens a page', fields: [MEDIA, ...LINK] },
  rc_url_action_horizontal: { label: 'Picture beside a button that opens a page', fields: [MEDIA, ...LINK] },
  '2_suggested_replies': { label: 'Text with two answers', fields: [TEXT, ...replies(2)] },
  '3_suggested_replies': { label: 'Text with three answers', fields: [TEXT, ...replies(3)] },
  url_action: { label: 'Text, button that opens a page', fields: [TEXT, ...LINK] },
  dial_action: { label: 'Text, button that dials', fields: [TEXT, ...DIAL] },
  media: { label: 'Picture, film or sound', fields: FILE },
  file: { label: 'File', fields: FILE },
  location: { label: 'Place', fields: PLACE },
};

export function rcsGroups(values: Values): readonly FormGroup[] {
  const name = values[`${RCS}.template`] ?? '';
  const words = Object.fromEntries(Object.entries(TEMPLATES).map(([value, { label }]) => [value, label]));
  const isBeside = values[`${PARAMETERS}.orientation`] === 'HORIZONTAL';
  const own = TEMPLATES[name]?.fields.filter(({ path }) => isBeside || !path.endsWith('.image_alignment'));
  return [
    { title: 'By RCS', fields: templateFields(RCS, { '': 'The text for both', ...words }, values, own) },
    ...(name === 'rich_card' ? buttonGroups(values, `${PARAMETERS}.suggestions`, MOST_IN_A_CARD, 'Button') : []),
    ...(name === 'carousel' ? cardGroups(values) : []),
    ...(name === '' ? [] : besideGroups(values, `${RCS}.suggestions`)),
  ];
}

/** Which template, and its fields: `own`, or those of one that the account keeps. */
export function templateFields(
  at: string,
  words: Values,
  values: Values,
  own?: readonly FormField[],
): readonly FormField[] {
  const name = values[`${at}.template`] ?? '';
  const isKept = words[name] === undefined;
  const template = choice(`${at}.template`, 'What it is', {
    ...words,
    [isKept ? name : 'my_template']: 'A template of the account',
  });
  if (!isKept) return [template, ...(own ?? [])];
  return [
    template,
    line(`${at}.template`, 'Its name', { isNeeded: true }),
    { path: `${at}.parameters`, label: 'Its values', kind: 'pairs', hint: 'One a line: name=value.' },
  ];
}

/** Buttons beside a message: of RCS, or of the text for both. */
export function besideGroups(values: Values, list: string): readonly FormGroup[] {
  return buttonGroups(values, list, MOST_BESIDE, 'Suggestion');
}

function replies(count: number): readonly FormField[] {
  return Array.from({ length: count }, (_, index) => [
    line(`${PARAMETERS}.button_text_${index + 1}`, `Answer ${index + 1}`, { isNeeded: true }),
    line(`${PARAMETERS}.button_payload_${index + 1}`, `Payload of answer ${index + 1}`, { isNeeded: true }),
  ]).flat();
}

/** `isAlone`: it is no card of a carousel. */
function cardFields(at: string, isAlone: boolean): readonly FormField[] {
  return [
    line(`${at}.title`, 'Title', {
      hint: 'Up to 200 characters. A card has at least one of title, words and picture.',
    }),
    area(`${at}.description`, 'Words', { hint: 'Up to 2,000 characters.' }),
    line(`${at}.media_url`, 'Picture', { placeholder: 'https://example.com/shoes.jpg' }),
    choice(
      `${at}.media_height`,
      'Height of the picture',
      { '': 'Not said', SHORT: 'Short', MEDIUM: 'Medium', TALL: 'Tall' },
      { hint: 'Needed with a picture, but on a card with the picture beside it.' },
    ),
    ...(isAlone
      ? [
          choice(
            `${at}.orientation`,
            'The picture stands',
            { VERTICAL: 'Above the words', HORIZONTAL: 'Beside the words' },
            { isNeeded: true },
          ),
          choice(`${at}.image_alignment`, 'Side of the picture', {
            '': 'As the agent is set',
            LEFT: 'Left',
            RIGHT: 'Right',
          }),
        ]
      : []),
  ];
}

function cardGroups(values: Values): readonly FormGroup[] {
  const list = `${PARAMETERS}.cards`;
  const count = Math.min(Math.max(lengthOf(values, list), CARDS.least), CARDS.most);
  const groups = Array.from({ length: count }, (_, index): readonly FormGroup[] => {
    const at = `${list}.${index}`;
    return [
      {
        title: `Card ${index + 1}`,
        fields: cardFields(at, false),
        ...(count > CARDS.least ? { item: { list, index } } : {}),
      },
      ...buttonGroups(values, `${at}.suggestions`, MOST_IN_A_CARD, `Card ${index + 1}, button`),
    ];
  }).flat();
  const addition = { label: 'Add a card', list, values: { title: `Card ${count + 1}` } };
  return count < CARDS.most ? [...groups, { title: '', fields: [], additions: [addition] }] : groups;
}

/** `word`: what one of them is called. */
function buttonGroups(values: Values, list: string, most: number, word: string): readonly FormGroup[] {
  const count = Math.min(lengthOf(values, list), most);
  const groups = Array.from(
    { length: count },
    (_, index): FormGroup => ({
      title: `${word} ${index + 1}`,
      level: 1,
      fields: buttonFields(`${list}.${index}`, values),
      item: { list, index },
    }),
  );
  if (count === most) return groups;
  const label = `Add a ${word.toLowerCase().replace(/^card (\d+), button$/, 'button to card $1')}`;
  const begun = { type: 'reply', text: 'Thank you', payload: 'thanks' };
  return [...groups, { title: '', level: 1, fields: [], additions: [{ label, list, values: begun }] }];
}

const BUTTONS = {
  reply: 'Answers',
  dial: 'Dials',
  url: 'Opens a page',
  location: 'Shows a place',
  share_location: 'Sends where the phone is',
  calendar: 'Makes an event',
};

function buttonFields(at: string, values: Values): readonly FormField[] {
  const own: Readonly<Record<string, readonly FormField[]>> = {
    dial: [line(`${at}.phone_number`, 'Number that it dials', { isNeeded: true })],
    url: [
      line(`${at}.url`, 'Page that it opens', { isNeeded: true }),
      choice(`${at}.view`, 'Where', {
        '': 'In the browser',
        FULL: 'Inside, full',
        HALF: 'Inside, half',
        TALL: 'Inside, tall',
      }),
    ],
    location: [
      number(`${at}.latitude`, 'Latitude'),
      number(`${at}.longitude`, 'Longitude'),
      line(`${at}.label`, 'What is there'),
      line(`${at}.query`, 'Or what the map is searched for', { hint: 'In place of degrees.' }),
    ],
    calendar: [
      line(`${at}.title`, 'Title of the event', { isNeeded: true }),
      time(`${at}.start_time`, 'Begins', { isNeeded: true }),
      time(`${at}.end_time`, 'Ends', { isNeeded: true }),
      line(`${at}.description`, 'Words of the event'),
    ],
  };
  return [
    choice(`${at}.type`, 'What it does', BUTTONS, { isNeeded: true }),
    line(`${at}.text`, 'On the button', { isNeeded: true, hint: 'Up to 25 characters.' }),
    ...(own[values[`${at}.type`] ?? ''] ?? []),
    line(`${at}.payload`, 'Payload', { isNeeded: true, hint: PAYLOAD_HINT }),
  ];
}
