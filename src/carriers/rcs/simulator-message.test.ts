import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Content, Suggestion } from '../carrier.ts';
import { agentMessage, type MessageStyle } from './agent-message.ts';
import { type AgentMessage, readAgentMessage } from './simulator-message.ts';

type Json = Readonly<Record<string, unknown>>;

const read = (message: unknown) => readAgentMessage(Buffer.from(JSON.stringify(message)));

function taken(message: unknown): AgentMessage {
  const result = read(message);
  assert.ok(typeof result !== 'string', String(result));
  return result;
}

const times = <T>(count: number, each: (index: number) => T): T[] => Array.from({ length: count }, (_, n) => each(n));
const says = (content: Json) => ({ messageTrafficType: 'PROMOTION', ttl: '600s', contentMessage: content });

const REPLY = { reply: { text: 'Yes', postbackData: 'p-1' } };
const MEDIA = { height: 'SHORT', contentInfo: { fileUrl: 'https://cdn.example/a.jpg' } };
const FACE = { title: 'Shoes', description: 'Red', media: MEDIA, suggestions: [REPLY] };
const action = (kind: Json) => ({ action: { text: 'Do', postbackData: 'p-2', ...kind } });
const EVENT = {
  startTime: '2026-03-01T10:00:00Z',
  endTime: '2026-03-01T11:00:00Z',
  title: 'Fitting',
  description: 'Bring shoes',
};
const standalone = (face: Json, card: Json = {}) =>
  says({ richCard: { standaloneCard: { cardOrientation: 'VERTICAL', cardContent: face, ...card } } });
const carousel = (carouselCard: Json) => says({ richCard: { carouselCard } });
const beside = (suggestion: unknown) => says({ text: 'Hello', suggestions: [suggestion] });

describe('what the gateway sends is taken and shown', () => {
  const style: MessageStyle = {
    horizontal_image_alignment: 'LEFT',
    media_height: 'TALL',
    message_traffic_type: { otp: 'AUTHENTICATION', arn: 'TRANSACTION', mkt: 'PROMOTION' },
  };
  const sent = (content: Content) =>
    taken(agentMessage({ content, messageType: 'MKT', validUntil: 600_000 }, style, 0)).content;
  const label = { text: 'Do', payload: 'p' };
  const suggestions: readonly Suggestion[] = [
    { ...label, type: 'reply' },
    { ...label, type: 'dial', phoneNumber: '4930123456' },
    { ...label, type: 'url', url: 'https://shop.example/' },
    { ...label, type: 'url', url: 'https://shop.example/', view: 'FULL' },
    { ...label, type: 'location', latitude: 52.5, longitude: -13.4, label: 'Shop' },
    { ...label, type: 'location', query: 'coffee' },
    { ...label, type: 'share_location' },
    {
      ...label,
      type: 'calendar',
      startTime: '2026-03-01T10:00:00.000Z',
      endTime: '2026-03-01T11:00:00.000Z',
      title: 'Fitting',
    },
  ];
  const shown = [
    { ...label, type: 'reply' },
    { ...label, type: 'dial', phone_number: '4930123456' },
    { ...label, type: 'url', url: 'https://shop.example/' },
    { ...label, type: 'url', url: 'https://shop.example/', view: 'FULL' },
    { ...label, type: 'location', latitude: 52.5, longitude: -13.4, label: 'Shop' },
    { ...label, type: 'location', query: 'coffee' },
    { ...label, type: 'share_location' },
    {
      ...label,
      type: 'calendar',
      start_time: '2026-03-01T10:00:00.000Z',
      end_time: '2026-03-01T11:00:00.000Z',
      title: 'Fitting',
    },
  ];

  test('a text with every suggestion', () => {
    assert.deepEqual(sent({ type: 'rcs_text', text: 'Hello', suggestions }), { text: 'Hello', suggestions: shown });
  });

  test('a file', () => {
    const url = 'https://cdn.example/a.pdf';
    assert.deepEqual(sent({ type: 'rcs_file', url }), { file: { url } });
  });

  test('a card that dials shows its one button, and its payload as it was given', () => {
    const dial = { dialText: 'Call us', dialPayload: ' ü ', phoneNumberToDial: '4930123456' };
    const card = { type: 'rcs_dial_card', mediaUrl: 'https://cdn.example/a.jpg', ...dial } as const;
    for (const orientation of ['VERTICAL', 'HORIZONTAL'] as const) {
      assert.deepEqual(sent({ ...card, orientation }), {
        card: {
          orientation,
          media_url: 'https://cdn.example/a.jpg',
          button: { text: 'Call us', phone_number: '4930123456', payload: ' ü ' },
        },
      });
    }
  });

  test('any other card shows all that it has', () => {
    const card = { title: 'Shoes', description: 'Red', mediaUrl: 'https://cdn.example/a.jpg' };
    const some = suggestions.slice(0, 2);
    assert.deepEqual(
      sent({ type: 'rcs_card', orientation: 'VERTICAL', card: { ...card, suggestions: some }, suggestions }),
      {
        card: {
          orientation: 'VERTICAL',
          title: 'Shoes',
          description: 'Red',
          media_url: 'https://cdn.example/a.jpg',
          media_height: 'TALL',
          buttons: shown.slice(0, 2),
        },
        suggestions: shown,
      },
    );
    assert.deepEqual(sent({ type: 'rcs_card', orientation: 'HORIZONTAL', card: { title: 'Shoes' } }), {
      card: { orientation: 'HORIZONTAL', title: 'Shoes', buttons: [] },
    });
  });

  test('a carousel, small with the tallest images that it may have', () => {
    const cards = [{ title: 'A' }, { mediaUrl: 'https://cdn.example/b.jpg', suggestions: suggestions.slice(0, 1) }];
    assert.deepEqual(sent({ type: 'rcs_carousel', width: 'SMALL', cards }), {
      carousel: {
        width: 'SMALL',
        cards: [
          { title: 'A', buttons: [] },
          { media_url: 'https://cdn.example/b.jpg', media_height: 'MEDIUM', buttons: shown.slice(0, 1) },
        ],
      },
    });
  });
});

describe('what is at its limit is taken', () => {
  const rows: ReadonlyArray<readonly [string, unknown]> = [
    ['a text', says({ text: '😀'.repeat(3072) })],
    ['eleven suggestions', says({ text: 'x', suggestions: times(11, () => REPLY) })],
    ['a suggestion', beside({ reply: { text: '😀'.repeat(25), postbackData: 'x'.repeat(2048) } })],
    [
      'a card',
      standalone({
        ...FACE,
        title: 'x'.repeat(200),
        description: 'x'.repeat(2000),
        suggestions: times(4, () => REPLY),
      }),
    ],
    ['a small carousel', carousel({ cardWidth: 'SMALL', cardContents: [FACE, FACE] })],
    [
      'a carousel',
      carousel({
        cardWidth: 'MEDIUM',
        cardContents: times(10, () => ({ ...FACE, media: { ...MEDIA, height: 'TALL' } })),
      }),
    ],
    [
      'an event',
      beside(action({ createCalendarEventAction: { ...EVENT, title: 'x'.repeat(100), description: 'x'.repeat(500) } })),
    ],
    ['15 days to live', { ...says({ text: 'x' }), ttl: '1296000s' }],
    ['the instant of its end', { expireTime: '2026-03-01T10:00:00Z', contentMessage: { text: 'x' } }],
    ['a field that is null', says({ text: 'x', richCard: null })],
    [
      'an address to fall back to',
      beside(action({ dialAction: { phoneNumber: '+4930123456' }, fallbackUrl: 'https://x.example' })),
    ],
    [
      'a thumbnail',
      says({
        contentInfo: { fileUrl: 'https://x.example/a', thumbnailUrl: 'https://x.example/b', forceRefresh: true },
      }),
    ],
  ];
  for (const [name, message] of rows) test(name, () => void taken(message));
});

describe('what breaks a rule is refused, and the field is named', () => {
  const open = (openUrlAction: Json) => beside(action({ openUrlAction }));
  const view = (viewLocationAction: Json) => beside(action({ viewLocationAction }));
  const event = (changes: Json) => beside(action({ createCalendarEventAction: { ...EVENT, ...changes } }));
  const url = (length: number) => `https://x.example/${'a'.repeat(length - 18)}`;
  const rows: ReadonlyArray<readonly [string, unknown, RegExp]> = [
    ['no content', { ttl: '600s' }, /message\.contentMessage is no object/],
    ['an unknown field', { ...says({ text: 'x' }), fallback: 'sms' }, /message has no field of the name fallback/],
    [
      'an unknown field inside',
      standalone({ ...FACE, subtitle: 'x' }),
      /cardContent has no field of the name subtitle/,
    ],
    ['a name that every object has', says({ text: 'x', constructor: 'y' }), /no field of the name constructor/],
    ['a traffic type', { ...says({ text: 'x' }), messageTrafficType: 'SPAM' }, /messageTrafficType/],
    ['a ttl that is none', { ...says({ text: 'x' }), ttl: 600 }, /message\.ttl/],
    ['a ttl of nothing', { ...says({ text: 'x' }), ttl: '0s' }, /message\.ttl/],
    ['a ttl of more than 15 days', { ...says({ text: 'x' }), ttl: '1296001s' }, /up to 15 days/],
    ['two ends', { ...says({ text: 'x' }), expireTime: '2026-03-01T10:00:00Z' }, /one of ttl and expireTime/],
    ['an end that is no time', { expireTime: 'soon', contentMessage: { text: 'x' } }, /expireTime is a time/],
    ['a message with nothing in it', says({}), /has one of text, richCard, contentInfo, uploadedRbmFile/],
    ['a file with a text', says({ text: 'x', contentInfo: MEDIA.contentInfo }), /has one of text/],
    ['an empty text', says({ text: '' }), /text has 1 to 3072 characters/],
    ['a text that is too long', says({ text: 'x'.repeat(3073) }), /text has 1 to 3072 characters/],
    ['a text that is none', says({ text: 5 }), /text has 1/],
    ['a file without address', says({ contentInfo: {} }), /contentInfo\.fileUrl/],
    [
      'a file behind another scheme',
      says({ contentInfo: { fileUrl: 'ftp://x.example/a' } }),
      /fileUrl is an http or https URL/,
    ],
    ['a file with a long address', says({ contentInfo: { fileUrl: url(2001) } }), /fileUrl has 1 to 2000/],
    [
      'a thumbnail with a long address',
      says({ contentInfo: { ...MEDIA.contentInfo, thumbnailUrl: url(2001) } }),
      /thumbnailUrl/,
    ],
    [
      'a refresh that is no yes or no',
      says({ contentInfo: { ...MEDIA.contentInfo, forceRefresh: 'yes' } }),
      /forceRefresh/,
    ],
    ['a file that nobody uploaded', says({ uploadedRbmFile: { fileName: 'a' } }), /names no file/],
    [
      'twelve suggestions',
      says({ text: 'x', suggestions: times(12, () => REPLY) }),
      /contentMessage\.suggestions is a list of 0 to 11/,
    ],
    ['suggestions that are no list', says({ text: 'x', suggestions: REPLY }), /suggestions is a list/],
    ['a suggestion that is nothing', beside({}), /suggestions\[0\] has one of reply, action/],
    [
      'a suggestion that is two things',
      beside({ ...REPLY, ...action({ shareLocationAction: {} }) }),
      /has one of reply, action/,
    ],
    ['a suggestion without text', beside({ reply: { postbackData: 'p' } }), /reply\.text has 1 to 25/],
    [
      'a suggestion with a long text',
      beside({ reply: { text: 'x'.repeat(26), postbackData: 'p' } }),
      /reply\.text has 1 to 25/,
    ],
    ['a suggestion without payload', beside({ reply: { text: 'x' } }), /postbackData/],
    ['a suggestion with a long payload', beside({ reply: { text: 'x', postbackData: 'x'.repeat(2049) } }), /2048/],
    ['an action with a long text', beside(action({ text: 'x'.repeat(26), shareLocationAction: {} })), /action\.text/],
    ['an action that does nothing', beside(action({})), /has one of dialAction, openUrlAction/],
    [
      'an action that does two things',
      beside(action({ shareLocationAction: {}, dialAction: {} })),
      /has one of dialAction/,
    ],
    ['an action of older days', beside(action({ composeAction: {} })), /no field of the name composeAction/],
    [
      'an action with a long fallback',
      beside(action({ shareLocationAction: {}, fallbackUrl: url(2049) })),
      /fallbackUrl/,
    ],
    ['a number without a plus', beside(action({ dialAction: { phoneNumber: '4930123456' } })), /E\.164/],
    ['a number with blanks', beside(action({ dialAction: { phoneNumber: '+49 30 123456' } })), /E\.164/],
    ['a page without address', open({}), /openUrlAction\.url/],
    ['a page with a long address', open({ url: url(2049) }), /url has 1 to 2048/],
    ['a page behind another scheme', open({ url: 'javascript:alert(1)' }), /http or https/],
    ['a page in an unknown application', open({ url: url(30), application: 'PHONE' }), /BROWSER or WEBVIEW/],
    ['a view without its size', open({ url: url(30), application: 'WEBVIEW' }), /webviewViewMode is FULL/],
    ['a size without a view', open({ url: url(30), webviewViewMode: 'FULL' }), /for a WEBVIEW alone/],
    ['a long description of a page', open({ url: url(30), description: 'x'.repeat(501) }), /description has 1 to 500/],
    ['a place that is nowhere', view({ label: 'x' }), /has one of latLong, query/],
    ['a place and a query', view({ latLong: { latitude: 1, longitude: 1 }, query: 'x' }), /has one of latLong, query/],
    ['a latitude', view({ latLong: { latitude: 90.1, longitude: 1 } }), /latitude is a number from -90 to 90/],
    ['a longitude', view({ latLong: { latitude: 1, longitude: -180.1 } }), /longitude/],
    ['degrees as text', view({ latLong: { latitude: '1', longitude: 1 } }), /latitude is a number/],
    ['an event without title', event({ title: undefined }), /title has 1 to 100/],
    ['an event with a long title', event({ title: 'x'.repeat(101) }), /title has 1 to 100/],
    ['an event with a long description', event({ description: 'x'.repeat(501) }), /description has 1 to 500/],
    ['an event without start', event({ startTime: undefined }), /startTime is a time/],
    ['an event that ends before it starts', event({ endTime: EVENT.startTime }), /endTime is after startTime/],
    [
      'something in a shared location',
      beside(action({ shareLocationAction: { latitude: 1 } })),
      /shareLocationAction has no field/,
    ],
    [
      'two kinds of cards',
      says({ richCard: { standaloneCard: {}, carouselCard: {} } }),
      /has one of standaloneCard, carouselCard/,
    ],
    ['no kind of card', says({ richCard: {} }), /has one of standaloneCard, carouselCard/],
    ['an orientation', standalone(FACE, { cardOrientation: 'DIAGONAL' }), /cardOrientation is VERTICAL or HORIZONTAL/],
    [
      'a horizontal card without alignment',
      standalone(FACE, { cardOrientation: 'HORIZONTAL' }),
      /thumbnailImageAlignment is LEFT or RIGHT/,
    ],
    [
      'a vertical card with alignment',
      standalone(FACE, { thumbnailImageAlignment: 'LEFT' }),
      /for a horizontal card alone/,
    ],
    [
      'a card without content',
      says({ richCard: { standaloneCard: { cardOrientation: 'VERTICAL' } } }),
      /cardContent is no object/,
    ],
    ['an empty card', standalone({ suggestions: [REPLY] }), /at least one of media, title and description/],
    ['a long title', standalone({ ...FACE, title: 'x'.repeat(201) }), /title has 1 to 200/],
    ['a long description', standalone({ ...FACE, description: 'x'.repeat(2001) }), /description has 1 to 2000/],
    [
      'five buttons',
      standalone({ ...FACE, suggestions: times(5, () => REPLY) }),
      /cardContent\.suggestions is a list of 0 to 4/,
    ],
    [
      'media without height',
      standalone({ media: { contentInfo: MEDIA.contentInfo } }),
      /height is SHORT or MEDIUM or TALL/,
    ],
    ['media of an unknown height', standalone({ media: { ...MEDIA, height: 'HUGE' } }), /height is SHORT/],
    ['media without file', standalone({ media: { height: 'SHORT' } }), /has one of contentInfo, uploadedRbmFile/],
    [
      'media that nobody uploaded',
      standalone({ media: { height: 'SHORT', uploadedRbmFile: { fileName: 'a' } } }),
      /names no file/,
    ],
    ['a carousel of one', carousel({ cardWidth: 'SMALL', cardContents: [FACE] }), /cardContents is a list of 2 to 10/],
    ['a carousel of eleven', carousel({ cardWidth: 'SMALL', cardContents: times(11, () => FACE) }), /2 to 10/],
    ['a carousel without width', carousel({ cardContents: [FACE, FACE] }), /cardWidth is SMALL or MEDIUM/],
    [
      'tall media in a small carousel',
      carousel({ cardWidth: 'SMALL', cardContents: [FACE, { media: { ...MEDIA, height: 'TALL' } }] }),
      /cardContents\[1\]\.media\.height is SHORT or MEDIUM/,
    ],
    [
      'media without height in a carousel',
      carousel({ cardWidth: 'MEDIUM', cardContents: [FACE, { media: { contentInfo: MEDIA.contentInfo } }] }),
      /height/,
    ],
    [
      'an empty card in a carousel',
      carousel({ cardWidth: 'MEDIUM', cardContents: [FACE, {}] }),
      /cardContents\[1\] has at least one/,
    ],
    [
      'five buttons in a carousel',
      carousel({ cardWidth: 'MEDIUM', cardContents: [FACE, { ...FACE, suggestions: times(5, () => REPLY) }] }),
      /0 to 4/,
    ],
  ];
  for (const [name, message, why] of rows) {
    test(name, () => {
      const result = read(message);
      assert.match(typeof result === 'string' ? result : 'it was taken', why);
    });
  }

  test('no JSON', () => assert.equal(readAgentMessage(Buffer.from('{')), 'the body is not a JSON object'));
});
