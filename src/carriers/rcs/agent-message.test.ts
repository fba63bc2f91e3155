import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Content, RcsDialCard, Suggestion } from '../carrier.ts';
import {
  agentMessage,
  apiPath,
  capabilitiesPath,
  type MessageStyle,
  neededFeatures,
  revokePath,
  sendPath,
} from './agent-message.ts';

const NOW = Date.UTC(2026, 0, 1);
const ATTEMPT = '0197a3c2-1b4d-7e00-8a11-9f2e3d4c5b6a';
const style: MessageStyle = {
  horizontal_image_alignment: 'RIGHT',
  media_height: 'TALL',
  message_traffic_type: { otp: 'AUTHENTICATION', arn: 'TRANSACTION', mkt: 'PROMOTION' },
};
const card: RcsDialCard = {
  type: 'rcs_dial_card',
  orientation: 'VERTICAL',
  mediaUrl: 'https://cdn.example/image.jpg',
  dialText: 'Call us',
  phoneNumberToDial: '15557654321',
  dialPayload: 'dial:PAYLOAD_ID',
};
const suggestions = [
  {
    action: {
      text: 'Call us',
      postbackData: 'dial:PAYLOAD_ID',
      dialAction: { phoneNumber: '+15557654321' },
    },
  },
];

test('a vertical card has a media height and a button that dials', () => {
  const body = agentMessage({ content: card, messageType: 'MKT', validUntil: NOW + 600_000 }, style, NOW);
  assert.deepEqual(body, {
    messageTrafficType: 'PROMOTION',
    ttl: '600s',
    contentMessage: {
      richCard: {
        standaloneCard: {
          cardOrientation: 'VERTICAL',
          cardContent: {
            media: {
              height: 'TALL',
              contentInfo: { fileUrl: 'https://cdn.example/image.jpg', forceRefresh: false },
            },
            suggestions,
          },
        },
      },
    },
  });
});

test('a horizontal card has an image alignment and no media height', () => {
  const content = { ...card, orientation: 'HORIZONTAL' } as const;
  const body = agentMessage({ content, messageType: 'ARN', validUntil: NOW + 86_400_000 }, style, NOW);
  assert.deepEqual(body, {
    messageTrafficType: 'TRANSACTION',
    ttl: '86400s',
    contentMessage: {
      richCard: {
        standaloneCard: {
          cardOrientation: 'HORIZONTAL',
          thumbnailImageAlignment: 'RIGHT',
          cardContent: {
            media: { contentInfo: { fileUrl: 'https://cdn.example/image.jpg', forceRefresh: false } },
            suggestions,
          },
        },
      },
    },
  });
});

test('a text is a text', () => {
  const content = { type: 'rcs_text', text: 'Your code is 123456' } as const;
  const body = agentMessage({ content, messageType: 'OTP', validUntil: NOW + 60_000 }, style, NOW);
  assert.deepEqual(body, {
    messageTrafficType: 'AUTHENTICATION',
    ttl: '60s',
    contentMessage: { text: 'Your code is 123456' },
  });
});

for (const [leftMs, ttl] of [
  [-1, '1s'],
  [999, '1s'],
  [9_999, '9s'],
  [10_000, '10s'],
  [12_999, '12s'],
  [15 * 86_400_000, '1296000s'],
  [40 * 86_400_000, '1296000s'],
] as const) {
  test(`with ${leftMs} ms left the ttl is ${ttl}`, () => {
    const content = { type: 'rcs_text', text: 'x' } as const;
    const body = agentMessage({ content, messageType: 'OTP', validUntil: NOW + leftMs }, style, NOW);
    assert.equal('ttl' in body && body.ttl, ttl);
  });
}

test('paths hold the number in E.164, percent-encoded, and name the agent', () => {
  assert.equal(
    sendPath('/v1', 'bakery@rbm.goog', '15551234567', ATTEMPT),
    `/v1/phones/%2B15551234567/agentMessages?messageId=${ATTEMPT}&agentId=bakery%40rbm.goog`,
  );
  assert.equal(
    revokePath('/v1', 'bakery@rbm.goog', '15551234567', ATTEMPT),
    `/v1/phones/%2B15551234567/agentMessages/${ATTEMPT}?agentId=bakery%40rbm.goog`,
  );
  assert.equal(
    capabilitiesPath('/v1', 'bakery@rbm.goog', '15551234567', ATTEMPT),
    `/v1/phones/%2B15551234567/capabilities?requestId=${ATTEMPT}&agentId=bakery%40rbm.goog`,
  );
});

test('the path of the base URL is kept, and /v1 stands once', () => {
  assert.equal(apiPath('https://rcsbusinessmessaging.googleapis.com'), '/v1');
  assert.equal(apiPath('https://host/'), '/v1');
  assert.equal(apiPath('https://host/v1/'), '/v1');
  assert.equal(apiPath('https://proxy/rbm'), '/rbm/v1');
});

const bodyOf = (content: Content, changes: Partial<MessageStyle> = {}) => {
  const job = { content, messageType: 'MKT', validUntil: NOW + 600_000 } as const;
  return (agentMessage(job, { ...style, ...changes }, NOW) as { contentMessage: object }).contentMessage;
};

const media = (url: string, height?: string) => ({
  ...(height === undefined ? {} : { height }),
  contentInfo: { fileUrl: url, forceRefresh: false },
});

const EVERY_SUGGESTION: readonly (readonly [Suggestion, object])[] = [
  [{ type: 'reply', text: 'Yes', payload: 'p-1' }, { reply: { text: 'Yes', postbackData: 'p-1' } }],
  [
    { type: 'dial', text: 'Call', payload: 'p-2', phoneNumber: '4930123456' },
    { action: { text: 'Call', postbackData: 'p-2', dialAction: { phoneNumber: '+4930123456' } } },
  ],
  [
    { type: 'url', text: 'Shop', payload: 'p-3', url: 'https://shop.example/' },
    { action: { text: 'Shop', postbackData: 'p-3', openUrlAction: { url: 'https://shop.example/' } } },
  ],
  [
    { type: 'url', text: 'Look', payload: 'p-4', url: 'https://shop.example/', view: 'HALF' },
    {
      action: {
        text: 'Look',
        postbackData: 'p-4',
        openUrlAction: { url: 'https://shop.example/', application: 'WEBVIEW', webviewViewMode: 'HALF' },
      },
    },
  ],
  [
    { type: 'location', text: 'Where', payload: 'p-5', latitude: 52.52, longitude: -13.4, label: 'Shop' },
    {
      action: {
        text: 'Where',
        postbackData: 'p-5',
        viewLocationAction: { latLong: { latitude: 52.52, longitude: -13.4 }, label: 'Shop' },
      },
    },
  ],
  [
    { type: 'location', text: 'Near', payload: 'p-6', query: 'coffee' },
    { action: { text: 'Near', postbackData: 'p-6', viewLocationAction: { query: 'coffee' } } },
  ],
  [
    { type: 'share_location', text: 'I am here', payload: 'p-7' },
    { action: { text: 'I am here', postbackData: 'p-7', shareLocationAction: {} } },
  ],
  [
    {
      type: 'calendar',
      text: 'Note it',
      payload: 'p-8',
      startTime: '2026-03-01T10:00:00.000Z',
      endTime: '2026-03-01T11:00:00.000Z',
      title: 'Fitting',
      description: 'Bring shoes',
    },
    {
      action: {
        text: 'Note it',
        postbackData: 'p-8',
        createCalendarEventAction: {
          startTime: '2026-03-01T10:00:00.000Z',
          endTime: '2026-03-01T11:00:00.000Z',
          title: 'Fitting',
          description: 'Bring shoes',
        },
      },
    },
  ],
];

test('a text may have every kind of suggestion beside it', () => {
  const content = { type: 'rcs_text', text: 'Hello', suggestions: EVERY_SUGGESTION.map(([each]) => each) } as const;
  assert.deepEqual(bodyOf(content), { text: 'Hello', suggestions: EVERY_SUGGESTION.map(([, json]) => json) });
});

test('a file is an address, with suggestions beside it', () => {
  const suggestions = [{ type: 'reply', text: 'Yes', payload: 'p-1' }] as const;
  assert.deepEqual(bodyOf({ type: 'rcs_file', url: 'https://cdn.example/a.pdf', suggestions }), {
    contentInfo: { fileUrl: 'https://cdn.example/a.pdf', forceRefresh: false },
    suggestions: [{ reply: { text: 'Yes', postbackData: 'p-1' } }],
  });
});

test('a card says what it has and nothing else, its own buttons inside and the others beside it', () => {
  const [[inside, insideJson] = [], [beside, besideJson] = []] = EVERY_SUGGESTION;
  assert.ok(inside && beside);
  const general = {
    type: 'rcs_card',
    orientation: 'VERTICAL',
    card: {
      title: 'Shoes',
      description: 'Red',
      mediaUrl: 'https://cdn.example/a.jpg',
      mediaHeight: 'SHORT',
      suggestions: [inside],
    },
    suggestions: [beside],
  } as const;
  assert.deepEqual(bodyOf(general), {
    richCard: {
      standaloneCard: {
        cardOrientation: 'VERTICAL',
        cardContent: {
          title: 'Shoes',
          description: 'Red',
          media: media('https://cdn.example/a.jpg', 'SHORT'),
          suggestions: [insideJson],
        },
      },
    },
    suggestions: [besideJson],
  });
  const horizontal = {
    type: 'rcs_card',
    orientation: 'HORIZONTAL',
    imageAlignment: 'LEFT',
    card: { title: 'Shoes' },
  } as const;
  assert.deepEqual(bodyOf(horizontal), {
    richCard: {
      standaloneCard: {
        cardOrientation: 'HORIZONTAL',
        thumbnailImageAlignment: 'LEFT',
        cardContent: { title: 'Shoes' },
      },
    },
  });
});

test('a carousel has its cards in order, and a small one no tall images', () => {
  const first = { title: 'A', mediaUrl: 'https://cdn.example/a.jpg', mediaHeight: 'SHORT' } as const;
  const second = { description: 'B', mediaUrl: 'https://cdn.example/b.jpg' } as const;
  const carousel = (width: 'SMALL' | 'MEDIUM') => ({ type: 'rcs_carousel', width, cards: [first, second] }) as const;
  const body = (cardWidth: string, height: string) => ({
    richCard: {
      carouselCard: {
        cardWidth,
        cardContents: [
          { title: 'A', media: media('https://cdn.example/a.jpg', 'SHORT') },
          { description: 'B', media: media('https://cdn.example/b.jpg', height) },
        ],
      },
    },
  });
  assert.deepEqual(bodyOf(carousel('MEDIUM')), body('MEDIUM', 'TALL'));
  assert.deepEqual(bodyOf(carousel('SMALL')), body('SMALL', 'MEDIUM'));
  assert.deepEqual(bodyOf(carousel('SMALL'), { media_height: 'SHORT' }), body('SMALL', 'SHORT'));
});

test('a card needs the features of a card and of its buttons, a text none', () => {
  assert.deepEqual(neededFeatures(card), ['RICHCARD_STANDALONE', 'ACTION_DIAL']);
  assert.deepEqual(neededFeatures({ type: 'rcs_text', text: 'x' }), []);
  assert.deepEqual(neededFeatures({ type: 'rcs_file', url: 'https://cdn.example/a.jpg' }), []);
  const suggestions = EVERY_SUGGESTION.map(([each]) => each);
  const actions = [
    'ACTION_DIAL',
    'ACTION_OPEN_URL',
    'ACTION_OPEN_URL_IN_WEBVIEW',
    'ACTION_VIEW_LOCATION',
    'ACTION_SHARE_LOCATION',
    'ACTION_CREATE_CALENDAR_EVENT',
  ];
  assert.deepEqual(neededFeatures({ type: 'rcs_text', text: 'x', suggestions }), actions);
  const cards = [{ title: 'A' }, { title: 'B', suggestions }];
  assert.deepEqual(neededFeatures({ type: 'rcs_carousel', width: 'SMALL', cards }), ['RICHCARD_CAROUSEL', ...actions]);
});
