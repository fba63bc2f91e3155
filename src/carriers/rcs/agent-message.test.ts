import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RcsDialCard } from '../carrier.ts';
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

test('a card needs the features of a card, a text none', () => {
  assert.deepEqual(neededFeatures(card), ['RICHCARD_STANDALONE', 'ACTION_DIAL']);
  assert.deepEqual(neededFeatures({ type: 'rcs_text', text: 'x' }), []);
});
