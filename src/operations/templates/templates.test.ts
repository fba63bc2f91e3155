import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Channel, Content } from '../../carriers/carrier.ts';
import { errorBody, errorRow, Refusal } from '../../errors.ts';
import { readContent } from './templates.ts';

const LIMITS = { countSmsParts: (text: string) => Math.ceil(text.length / 153) };

type Entry = Readonly<Record<string, unknown>>;

function read(entry: unknown, channel: Channel = 'rcs'): Content {
  return readContent({ [channel]: entry }, channel, LIMITS);
}

/** Code and text of the refusal. */
function refusalOf(entry: unknown): string {
  try {
    read(entry);
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error));
    const { status } = errorBody(errorRow('omnichannel', error.case), error.values, 0);
    return `${status.code} ${status.description}`;
  }
  return 'nothing was refused';
}

const of = (template: string, parameters: Entry, more: Entry = {}) => ({ template, parameters, ...more });
const reply = (n: number | string = 1) => ({ type: 'reply', text: `Yes ${n}`, payload: `p-${n}` });
const times = <T>(count: number, each: (index: number) => T): T[] => Array.from({ length: count }, (_, n) => each(n));

const LINK = { url_text: 'Shop', url_payload: 'link-1', url: 'https://shop.example/a?b=c' };
const DIAL = { dial_text: 'Call us', dial_payload: 'dial-1', phone_number_to_dial: '+4930123456' };
const MEDIA = 'https://cdn.example/image.jpg';
const TWO = { text: 'Sure?', button_text_1: 'Yes', button_payload_1: 'y', button_text_2: 'No', button_payload_2: 'n' };
const CARD = {
  title: 'Shoes',
  description: 'Red ones',
  media_url: MEDIA,
  media_height: 'MEDIUM',
  suggestions: [reply()],
};
const RICH_CARD = { ...CARD, orientation: 'VERTICAL' };
const CAROUSEL = { width: 'MEDIUM', cards: [CARD, { title: 'Boots' }] };
const EVENT = {
  type: 'calendar',
  text: 'Note it',
  payload: 'p',
  start_time: '2026-03-01T10:00:00+01:00',
  end_time: '2026-03-01T11:00:00+01:00',
  title: 'Fitting',
  description: 'Bring shoes',
};

const LINK_BUTTON = { type: 'url', text: 'Shop', payload: 'link-1', url: 'https://shop.example/a?b=c' };
const DIAL_BUTTON = { type: 'dial', text: 'Call us', payload: 'dial-1', phoneNumber: '4930123456' };

describe('what a template becomes', () => {
  const rows: ReadonlyArray<readonly [string, Entry, unknown]> = [
    ['text', of('text', { text: 'Hello' }), { type: 'rcs_text', text: 'Hello' }],
    ['media', of('media', { url: MEDIA }), { type: 'rcs_file', url: MEDIA }],
    ['file', of('file', { url: 'http://x.example/a.pdf' }), { type: 'rcs_file', url: 'http://x.example/a.pdf' }],
    [
      'location',
      of('location', { latitude: '52.5163', longitude: '-13.3777' }),
      {
        type: 'rcs_text',
        text: '52.5163, -13.3777',
        suggestions: [
          { type: 'location', text: '📍', payload: '52.5163, -13.3777', latitude: 52.5163, longitude: -13.3777 },
        ],
      },
    ],
    [
      'location with a name and a text for its button',
      of('location', { latitude: 1, longitude: '+2', label: 'The shop', button_text: 'Show' }),
      {
        type: 'rcs_text',
        text: 'The shop',
        suggestions: [
          { type: 'location', text: 'Show', payload: '1, 2', latitude: 1, longitude: 2, label: 'The shop' },
        ],
      },
    ],
    [
      'url_action',
      of('url_action', { text: 'Look', ...LINK }),
      { type: 'rcs_text', text: 'Look', suggestions: [LINK_BUTTON] },
    ],
    [
      'url_action by its older name',
      of('url_action', { text: 'Look', ...LINK, url_payload: undefined, url_id: 'link-1' }),
      { type: 'rcs_text', text: 'Look', suggestions: [LINK_BUTTON] },
    ],
    [
      'dial_action',
      of('dial_action', { text: 'Ring', ...DIAL }),
      { type: 'rcs_text', text: 'Ring', suggestions: [DIAL_BUTTON] },
    ],
    [
      'dial_action by its older name',
      of('dial_action', { text: 'Ring', ...DIAL, dial_payload: null, dial_id: 'dial-1' }),
      { type: 'rcs_text', text: 'Ring', suggestions: [DIAL_BUTTON] },
    ],
    [
      '2_suggested_replies',
      of('2_suggested_replies', TWO),
      {
        type: 'rcs_text',
        text: 'Sure?',
        suggestions: [
          { type: 'reply', text: 'Yes', payload: 'y' },
          { type: 'reply', text: 'No', payload: 'n' },
        ],
      },
    ],
    [
      '3_suggested_replies by their older names',
      of('3_suggested_replies', {
        text: 'Sure?',
        ...Object.fromEntries(
          [1, 2, 3].flatMap((n) => [
            [`reply${n}`, `R${n}`],
            [`reply${n}_id`, `i${n}`],
          ]),
        ),
      }),
      {
        type: 'rcs_text',
        text: 'Sure?',
        suggestions: [1, 2, 3].map((n) => ({ type: 'reply', text: `R${n}`, payload: `i${n}` })),
      },
    ],
    ...(['VERTICAL', 'HORIZONTAL'] as const).flatMap((orientation): (readonly [string, Entry, unknown])[] => {
      const name = orientation.toLowerCase();
      const dialCard = { type: 'rcs_dial_card', orientation, mediaUrl: MEDIA };
      const dial = { dialText: 'Call us', dialPayload: 'dial-1', phoneNumberToDial: '4930123456' };
      const card = { type: 'rcs_card', orientation };
      return [
        [
          `rc_url_action_${name}`,
          of(`rc_url_action_${name}`, { media_url: MEDIA, ...LINK }),
          { ...card, card: { mediaUrl: MEDIA, suggestions: [LINK_BUTTON] } },
        ],
        [
          `rc_dial_action_${name}`,
          of(`rc_dial_action_${name}`, { media_url: MEDIA, ...DIAL }),
          { ...dialCard, ...dial },
        ],
        [
          `rc_dial_action_${name} with a suggestion beside it`,
          of(`rc_dial_action_${name}`, { media_url: MEDIA, ...DIAL }, { suggestions: [reply()] }),
          { ...card, card: { mediaUrl: MEDIA, suggestions: [DIAL_BUTTON] }, suggestions: [reply()] },
        ],
      ];
    }),
    [
      'rich_card',
      of('rich_card', RICH_CARD),
      {
        type: 'rcs_card',
        orientation: 'VERTICAL',
        card: {
          title: 'Shoes',
          description: 'Red ones',
          mediaUrl: MEDIA,
          mediaHeight: 'MEDIUM',
          suggestions: [reply()],
        },
      },
    ],
    [
      'rich_card that is horizontal, with something beside it',
      of(
        'rich_card',
        { orientation: 'HORIZONTAL', image_alignment: 'RIGHT', media_url: MEDIA },
        { suggestions: [reply(2)] },
      ),
      {
        type: 'rcs_card',
        orientation: 'HORIZONTAL',
        imageAlignment: 'RIGHT',
        card: { mediaUrl: MEDIA },
        suggestions: [reply(2)],
      },
    ],
    [
      'carousel, with what stands among its parameters beside it',
      of('carousel', { width: 'SMALL', cards: [{ title: 'A' }, { description: 'B' }], suggestions: [reply(3)] }),
      { type: 'rcs_carousel', width: 'SMALL', cards: [{ title: 'A' }, { description: 'B' }], suggestions: [reply(3)] },
    ],
    [
      'text with every kind of suggestion',
      of(
        'text',
        { text: 'Hello' },
        {
          suggestions: [
            reply(),
            { type: 'dial', text: 'Call', payload: 'p', phone_number: '+4930123456' },
            { type: 'url', text: 'Shop', payload: 'p', url: 'https://shop.example', view: 'TALL' },
            { type: 'location', text: 'Where', payload: 'p', latitude: '52.5', longitude: 13, label: 'Shop' },
            { type: 'location', text: 'Near', payload: 'p', query: 'coffee' },
            { type: 'share_location', text: 'Here', payload: 'p' },
            EVENT,
          ],
        },
      ),
      {
        type: 'rcs_text',
        text: 'Hello',
        suggestions: [
          reply(),
          { type: 'dial', text: 'Call', payload: 'p', phoneNumber: '4930123456' },
          { type: 'url', text: 'Shop', payload: 'p', url: 'https://shop.example', view: 'TALL' },
          { type: 'location', text: 'Where', payload: 'p', latitude: 52.5, longitude: 13, label: 'Shop' },
          { type: 'location', text: 'Near', payload: 'p', query: 'coffee' },
          { type: 'share_location', text: 'Here', payload: 'p' },
          {
            type: 'calendar',
            text: 'Note it',
            payload: 'p',
            startTime: '2026-03-01T09:00:00.000Z',
            endTime: '2026-03-01T10:00:00.000Z',
            title: 'Fitting',
            description: 'Bring shoes',
          },
        ],
      },
    ],
  ];
  for (const [name, entry, content] of rows) {
    test(name, () => assert.deepEqual(read(entry), content));
  }

  test('suggestions beside the default go with it by RCS, and an SMS has none', () => {
    const contents = { default: { parameters: { text: 'Hello' }, suggestions: [reply()] } };
    assert.deepEqual(readContent(contents, 'rcs', LIMITS), { type: 'rcs_text', text: 'Hello', suggestions: [reply()] });
    assert.deepEqual(readContent(contents, 'sms', LIMITS), { type: 'sms_text', text: 'Hello' });
  });

  test('limits count characters, not the units that they are stored in', () => {
    const suggestions = [{ type: 'reply', text: '😀'.repeat(25), payload: 'é'.repeat(2048) }];
    assert.deepEqual(read(of('text', { text: '😀'.repeat(3072) }, { suggestions })), {
      type: 'rcs_text',
      text: '😀'.repeat(3072),
      suggestions,
    });
  });
});

describe('a parameter that is missing is 3305 and named', () => {
  const needed: ReadonlyArray<readonly [string, Entry, readonly string[]]> = [
    ['text', { text: 'Hello' }, ['text']],
    ['media', { url: MEDIA }, ['url']],
    ['file', { url: MEDIA }, ['url']],
    ['location', { latitude: '1', longitude: '2' }, ['latitude', 'longitude']],
    ['url_action', { text: 'x', ...LINK }, ['text', ...Object.keys(LINK)]],
    ['dial_action', { text: 'x', ...DIAL }, ['text', ...Object.keys(DIAL)]],
    ['2_suggested_replies', TWO, Object.keys(TWO)],
    [
      '3_suggested_replies',
      { ...TWO, button_text_3: 'x', button_payload_3: 'y' },
      ['button_text_3', 'button_payload_3'],
    ],
    ['rc_url_action_vertical', { media_url: MEDIA, ...LINK }, ['media_url', ...Object.keys(LINK)]],
    ['rc_url_action_horizontal', { media_url: MEDIA, ...LINK }, ['media_url', ...Object.keys(LINK)]],
    ['rc_dial_action_vertical', { media_url: MEDIA, ...DIAL }, ['media_url', ...Object.keys(DIAL)]],
    ['rc_dial_action_horizontal', { media_url: MEDIA, ...DIAL }, ['media_url', ...Object.keys(DIAL)]],
    ['rich_card', RICH_CARD, ['orientation', 'media_height']],
    ['carousel', CAROUSEL, ['width', 'cards']],
  ];
  for (const [template, parameters, fields] of needed) {
    for (const field of fields) {
      for (const value of [undefined, null, '']) {
        test(`${template}: ${field} as ${value === '' ? 'an empty text' : value}`, () =>
          assert.equal(
            refusalOf(of(template, { ...parameters, [field]: value })),
            `3305 Missing parameter: message.rcs.parameters.${field}`,
          ));
      }
    }
  }

  const suggested = (suggestion: Entry) => refusalOf(of('text', { text: 'x' }, { suggestions: [reply(), suggestion] }));
  for (const [field, suggestion] of [
    ['type', { text: 'x', payload: 'y' }],
    ['text', { type: 'reply', payload: 'y' }],
    ['payload', { type: 'reply', text: 'x' }],
    ['phone_number', { type: 'dial', text: 'x', payload: 'y' }],
    ['url', { type: 'url', text: 'x', payload: 'y' }],
    ['latitude', { type: 'location', text: 'x', payload: 'y', longitude: 1 }],
    ['longitude', { type: 'location', text: 'x', payload: 'y', latitude: 1 }],
    ...['start_time', 'end_time', 'title'].map((name) => [name, { ...EVENT, [name]: undefined }] as const),
  ] as const) {
    test(`a suggestion without ${field}`, () =>
      assert.equal(suggested(suggestion), `3305 Missing parameter: message.rcs.suggestions[1].${field}`));
  }
});

describe('what breaks a limit is 3110, with the whole path of the field and the limit', () => {
  const text = (parameters: Entry, more: Entry = {}) => of('text', { text: 'x', ...parameters }, more);
  const beside = (suggestion: Entry) => text({}, { suggestions: [suggestion] });
  const inCarousel = (card: Entry) => of('carousel', { ...CAROUSEL, cards: [CARD, CARD, card] });
  const rows: ReadonlyArray<readonly [string, Entry, string, RegExp]> = [
    ['a text', text({ text: 'x'.repeat(3073) }), 'parameters.text', /at most 3072 characters/],
    ['a text that is none', text({ text: 5 }), 'parameters.text', /a text/],
    [
      'a file',
      of('file', { url: `https://x.example/${'a'.repeat(1984)}` }),
      'parameters.url',
      /at most 2000 characters/,
    ],
    ['a file that is nowhere', of('media', { url: 'ftp://x.example/a' }), 'parameters.url', /http or https/],
    ['a latitude', of('location', { latitude: '90.1', longitude: '1' }), 'parameters.latitude', /from -90 to 90/],
    ['a longitude', of('location', { latitude: '1', longitude: '-181' }), 'parameters.longitude', /-180 to 180/],
    ['a latitude in words', of('location', { latitude: '1e1', longitude: '1' }), 'parameters.latitude', /degrees/],
    [
      'the text of a link',
      of('url_action', { text: 'x', ...LINK, url_text: 'x'.repeat(26) }),
      'parameters.url_text',
      /25/,
    ],
    [
      'the payload of a link',
      of('url_action', { text: 'x', ...LINK, url_payload: 'x'.repeat(2049) }),
      'parameters.url_payload',
      /2048/,
    ],
    [
      'a link',
      of('url_action', { text: 'x', ...LINK, url: `https://x.example/${'a'.repeat(2031)}` }),
      'parameters.url',
      /2048/,
    ],
    [
      'a link to a script',
      of('url_action', { text: 'x', ...LINK, url: 'javascript:alert(1)' }),
      'parameters.url',
      /http or https/,
    ],
    [
      'the text of a reply',
      of('2_suggested_replies', { ...TWO, button_text_2: 'x'.repeat(26) }),
      'parameters.button_text_2',
      /25/,
    ],
    [
      'the payload of a reply',
      of('2_suggested_replies', { ...TWO, button_payload_1: 'x'.repeat(2049) }),
      'parameters.button_payload_1',
      /2048/,
    ],
    [
      'an image',
      of('rc_url_action_vertical', { ...LINK, media_url: `https://x.example/${'a'.repeat(1984)}` }),
      'parameters.media_url',
      /2000/,
    ],
    [
      'an orientation',
      of('rich_card', { ...RICH_CARD, orientation: 'DIAGONAL' }),
      'parameters.orientation',
      /VERTICAL or HORIZONTAL/,
    ],
    [
      'a title',
      of('rich_card', { ...RICH_CARD, title: 'x'.repeat(201) }),
      'parameters.title',
      /at most 200 characters/,
    ],
    [
      'a description',
      of('rich_card', { ...RICH_CARD, description: 'x'.repeat(2001) }),
      'parameters.description',
      /at most 2000 characters/,
    ],
    [
      'a height',
      of('rich_card', { ...RICH_CARD, media_height: 'HUGE' }),
      'parameters.media_height',
      /SHORT, MEDIUM or TALL/,
    ],
    [
      'an alignment',
      of('rich_card', { ...RICH_CARD, image_alignment: 'LEFT' }),
      'parameters.image_alignment',
      /HORIZONTAL card only/,
    ],
    [
      'an alignment to nowhere',
      of('rich_card', { ...RICH_CARD, orientation: 'HORIZONTAL', image_alignment: 'TOP' }),
      'parameters.image_alignment',
      /LEFT or RIGHT/,
    ],
    [
      'a card with nothing',
      of('rich_card', { orientation: 'VERTICAL', suggestions: [reply()] }),
      'parameters.title',
      /at least one of title, description and media_url/,
    ],
    [
      'five buttons in a card',
      of('rich_card', { ...RICH_CARD, suggestions: times(5, reply) }),
      'parameters.suggestions',
      /at most 4 suggestions/,
    ],
    ['a width', of('carousel', { ...CAROUSEL, width: 'LARGE' }), 'parameters.width', /SMALL or MEDIUM/],
    ['one card', of('carousel', { ...CAROUSEL, cards: [CARD] }), 'parameters.cards', /2 to 10 cards/],
    [
      'eleven cards',
      of('carousel', { ...CAROUSEL, cards: times(11, () => CARD) }),
      'parameters.cards',
      /2 to 10 cards/,
    ],
    [
      'cards that are no list',
      of('carousel', { ...CAROUSEL, cards: CARD }),
      'parameters.cards',
      /a list of 2 to 10 cards/,
    ],
    [
      'a card that is no object',
      of('carousel', { ...CAROUSEL, cards: [CARD, 'x'] }),
      'parameters.cards[1]',
      /an object/,
    ],
    ['a card of a carousel with nothing', inCarousel({}), 'parameters.cards[2].title', /at least one/],
    [
      'a tall image in a small carousel',
      of('carousel', { width: 'SMALL', cards: [CARD, { ...CARD, media_height: 'TALL' }] }),
      'parameters.cards[1].media_height',
      /SHORT or MEDIUM/,
    ],
    ['a title in a carousel', inCarousel({ title: 'x'.repeat(201) }), 'parameters.cards[2].title', /200/],
    [
      'a button in a carousel',
      inCarousel({ ...CARD, suggestions: [{ ...reply(), text: 'x'.repeat(26) }] }),
      'parameters.cards[2].suggestions[0].text',
      /at most 25 characters/,
    ],
    [
      'a payload in a carousel',
      inCarousel({ ...CARD, suggestions: [reply(), { ...reply(), payload: 'x'.repeat(2049) }] }),
      'parameters.cards[2].suggestions[1].payload',
      /2048/,
    ],
    [
      'five buttons in a carousel',
      inCarousel({ ...CARD, suggestions: times(5, reply) }),
      'parameters.cards[2].suggestions',
      /at most 4/,
    ],
    ['twelve suggestions', text({}, { suggestions: times(12, reply) }), 'suggestions', /at most 11 suggestions/],
    [
      'ten beside two of the template',
      of('2_suggested_replies', TWO, { suggestions: times(10, reply) }),
      'suggestions',
      /at most 9 suggestions/,
    ],
    ['twelve among the parameters', text({ suggestions: times(12, reply) }), 'parameters.suggestions', /at most 11/],
    ['suggestions that are no list', text({}, { suggestions: 'Yes' }), 'suggestions', /a list of at most 11/],
    ['a suggestion that is no object', text({}, { suggestions: ['Yes'] }), 'suggestions[0]', /an object/],
    [
      'a type',
      beside({ ...reply(), type: 'wink' }),
      'suggestions[0].type',
      /reply, dial, url, location, share_location or calendar/,
    ],
    ['a suggestion’s URL', beside({ ...reply(), type: 'url', url: 'x' }), 'suggestions[0].url', /2048/],
    [
      'a view',
      beside({ ...reply(), type: 'url', url: MEDIA, view: 'WIDE' }),
      'suggestions[0].view',
      /FULL, HALF or TALL/,
    ],
    [
      'a label',
      beside({ ...reply(), type: 'location', latitude: 1, longitude: 1, label: 'x'.repeat(101) }),
      'suggestions[0].label',
      /100/,
    ],
    ['a query', beside({ ...reply(), type: 'location', query: 'x'.repeat(201) }), 'suggestions[0].query', /200/],
    [
      'the title of an event',
      beside({ ...EVENT, title: 'x'.repeat(101) }),
      'suggestions[0].title',
      /at most 100 characters/,
    ],
    [
      'the description of an event',
      beside({ ...EVENT, description: 'x'.repeat(501) }),
      'suggestions[0].description',
      /at most 500/,
    ],
    ['a start', beside({ ...EVENT, start_time: 'tomorrow' }), 'suggestions[0].start_time', /RFC 3339/],
    [
      'an event that ends before it starts',
      beside({ ...EVENT, end_time: EVENT.start_time }),
      'suggestions[0].end_time',
      /after start_time/,
    ],
  ];
  for (const [name, entry, field, allowed] of rows) {
    test(name, () => {
      const refusal = refusalOf(entry);
      assert.ok(refusal.startsWith(`3110 Invalid value for parameter message.rcs.${field}: allowed is `), refusal);
      assert.match(refusal, allowed);
    });
  }

  test('a number that is none is 3101', () => {
    const path = 'Invalid value for parameter message.rcs';
    assert.match(
      refusalOf(beside({ ...reply(), type: 'dial', phone_number: 'x' })),
      new RegExp(`^3101 ${path}.suggestions.0..phone_number`),
    );
    assert.match(
      refusalOf(of('dial_action', { text: 'x', ...DIAL, phone_number_to_dial: '12' })),
      new RegExp(`^3101 ${path}.parameters.phone`),
    );
  });

  test('a template that nobody knows is 3112, with those that there are', () => {
    for (const template of ['hologram', 'constructor', '__proto__', 5, {}]) {
      const refusal = refusalOf({ template, parameters: {} });
      assert.match(refusal, /^3112 .*message\.rcs\.template.*rc_dial_action_horizontal, rich_card or carousel/);
    }
  });
});
