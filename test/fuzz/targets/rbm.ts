/** What RBM posts to the gateway and answers. */
import assert from 'node:assert/strict';
import {
  capabilityOf,
  hasFeatures,
  outcomeOf,
  pauseAskedMs,
  reachableIn,
  reasonOf,
} from '../../../src/carriers/rcs/answer.ts';
import { dedupeKeyOf, interpretEvent, RBM_EVENT, readEnvelope } from '../../../src/carriers/rcs/events.ts';
import { readAgentMessage } from '../../../src/carriers/rcs/simulator-message.ts';
import { answerWebhook, signEvent } from '../../../src/carriers/rcs/webhook.ts';
import { assertBounded, assertStorable, type Target } from '../target.ts';

const ID = '01900000-0000-7000-8000-000000000001';
const EVENTS = [
  { eventType: 'DELIVERED', messageId: ID, eventId: 'e1', senderPhoneNumber: '+4915112345678', agentId: 'a' },
  { eventType: 'TTL_EXPIRATION_REVOKED', messageId: ID, phoneNumber: '+4915112345678' },
  { text: 'hello', messageId: 'm1', senderPhoneNumber: '+4915112345678', agentId: 'a' },
  { suggestionResponse: { postbackData: 'p', text: 'Call' }, messageId: 'm2', senderPhoneNumber: '+4915112345678' },
  {
    userFile: {
      payload: { mimeType: 'image/jpeg', fileSizeBytes: '12', fileName: 'a', fileUri: 'https://f.example/1' },
    },
    eventId: 'e2',
    senderPhoneNumber: '+4915112345678',
  },
  { location: { latitude: 52.5, longitude: -13.4 }, eventId: 'e3', senderPhoneNumber: '+4915112345678', agentId: 'a' },
  { eventType: 'UNSUBSCRIBE', senderPhoneNumber: '+4915112345678', agentId: 'a' },
  { newLaunchState: 'LAUNCHED', agentId: 'a' },
].map((event) => JSON.stringify(event));

const envelope = (data: string | Buffer, more: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({ message: { data: Buffer.from(data).toString('base64'), messageId: '17', ...more } });
const ENVELOPES = [...EVENTS.map((event) => envelope(event)), JSON.stringify({ clientToken: 't', secret: 's' })];
const WORDS = ['"eventType":', '"message":', '"data":', 'null', 'READ', 'IS_TYPING', '\\u0000', '\\ud800'];

function readEvent(input: Buffer): void {
  for (const body of [input, Buffer.from(envelope(input))]) {
    const inbound = interpretEvent({ kind: RBM_EVENT, body });
    assertStorable(inbound, 'event');
    assertBounded(inbound, input, 'event');
    const posted = readEnvelope(body);
    if (posted) assert.match(dedupeKeyOf(posted) ?? '', /^[\x20-\x7e]{0,200}$/);
  }
}

const TOKEN = 'client token';

/** Rightly signed, wrongly signed and not signed. */
async function readWebhook(input: Buffer): Promise<void> {
  const data = readEnvelope(input)?.data ?? Buffer.alloc(0);
  for (const signature of [signEvent(TOKEN, data), input.toString('latin1').slice(0, 200), undefined]) {
    const headers = signature === undefined ? {} : { 'x-goog-signature': signature };
    let stored = 0;
    const reply = await answerWebhook(TOKEN, { headers, body: input }, async () => {
      stored += 1;
    });
    assert.ok([200, 400, 401, 403].includes(reply.status), `answered ${reply.status}`);
    if (stored > 0) assert.equal(signature, signEvent(TOKEN, data));
    assertBounded(reply.body, input, 'reply');
  }
}

/** The first line is the status and Retry-After. */
function readAnswer(input: Buffer): void {
  const end = Math.max(0, input.indexOf('\n'));
  const [status = '', wait = ''] = input.toString('latin1', 0, end).split(' ', 2);
  const known = Number.isInteger(Number(status)) ? Number(status) : 200;
  const answer = {
    status: known,
    headers: { 'retry-after': wait },
    body: input.subarray(end),
    isLate: false,
    isWhole: true,
  } as unknown as Parameters<typeof reasonOf>[0];
  assert.ok(reasonOf(answer).length <= 200);
  const waitMs = pauseAskedMs(answer, 1_700_000_000_000);
  assert.ok(waitMs === null || (waitMs >= 0 && waitMs <= 600_000));
  const outcome = outcomeOf(answer, ID, 1);
  assertStorable(outcome, 'outcome');
  assertBounded(outcome, input, 'outcome');
  hasFeatures(answer, ['RICHCARD_STANDALONE']);
  const capability = capabilityOf(answer, 1);
  assertStorable(capability, 'capability');
  assertBounded(capability, input, 'capability');
  reachableIn(answer);
}

const MESSAGES = [
  { text: 'Hello', suggestions: [{ reply: { text: 'Yes', postbackData: 'p' } }] },
  { contentInfo: { fileUrl: 'https://cdn.example/a.pdf', thumbnailUrl: 'https://cdn.example/a.jpg' } },
  {
    richCard: {
      standaloneCard: {
        cardOrientation: 'HORIZONTAL',
        thumbnailImageAlignment: 'LEFT',
        cardContent: {
          title: 'T',
          media: { height: 'SHORT', contentInfo: { fileUrl: 'https://cdn.example/a.jpg', forceRefresh: false } },
          suggestions: [{ action: { text: 'Call', postbackData: 'p', dialAction: { phoneNumber: '+4930123456' } } }],
        },
      },
    },
  },
  {
    richCard: { carouselCard: { cardWidth: 'SMALL', cardContents: [{ title: 'A' }, { description: 'B' }] } },
    suggestions: [
      { openUrlAction: { url: 'https://shop.example/', application: 'WEBVIEW', webviewViewMode: 'FULL' } },
      { viewLocationAction: { latLong: { latitude: 52.5, longitude: 13.4 }, label: 'Shop' } },
      { shareLocationAction: {} },
      { createCalendarEventAction: { startTime: '2026-03-01T10:00:00Z', endTime: '2026-03-01T11:00:00Z', title: 'T' } },
    ].map((action) => ({ action: { text: 'Do', postbackData: 'p', ...action } })),
  },
].map((contentMessage) => JSON.stringify({ messageTrafficType: 'PROMOTION', ttl: '600s', contentMessage }));

/** What is taken is no more than what came; what is refused is refused in few words. */
function readMessage(input: Buffer): void {
  const message = readAgentMessage(input);
  if (typeof message === 'string') assert.ok(message.length <= 400, message);
  else assertBounded(message, input, 'message');
}

const FOLDER = 'src/carriers/rcs';

export const RBM_TARGETS: readonly Target[] = [
  {
    name: 'rbm-event',
    about: 'events of RBM, in their envelope and bare',
    samples: [...ENVELOPES, ...EVENTS],
    words: WORDS,
    read: readEvent,
    files: [`${FOLDER}/events.ts`, 'src/lib/json.ts'],
    around: [
      (text) => text,
      (text) => JSON.stringify({ text, senderPhoneNumber: '+4915112345678' }),
      (text) => JSON.stringify({ eventType: text, senderPhoneNumber: text, messageId: text }),
    ],
    perCharacter: 600,
  },
  {
    name: 'rbm-message',
    about: 'agent messages, as the simulated RBM reads them',
    samples: MESSAGES,
    words: ['"contentMessage":', '"suggestions":', '"cardContents":', '"reply":', '"action":', 'SMALL', '"ttl":"1s"'],
    read: readMessage,
    files: ['simulator-message', 'simulator-card', 'simulator-suggestions', 'simulator-fields'].map(
      (name) => `${FOLDER}/${name}.ts`,
    ),
    around: [
      (text) => JSON.stringify({ contentMessage: { text } }),
      (text) => JSON.stringify({ ttl: text, contentMessage: { text: 'x' } }),
      (text) => JSON.stringify({ contentMessage: { contentInfo: { fileUrl: `https://${text}` } } }),
      (text) => JSON.stringify({ contentMessage: { [text]: text } }),
    ],
    perCharacter: 300,
  },
  {
    name: 'rbm-webhook',
    about: 'what is posted to the webhook, under right and wrong signatures',
    samples: ENVELOPES,
    words: WORDS,
    read: readWebhook,
    files: [`${FOLDER}/webhook.ts`],
  },
  {
    name: 'rbm-answer',
    about: 'answers of the RBM API',
    samples: [
      '200 0\n{"name":"phones/+15551234567/agentMessages/1"}',
      '429 120\n{"error":{"code":429,"message":"Quota for 15551234567","status":"RESOURCE_EXHAUSTED"}}',
      '403 \n{"error":{"message":"no","status":"PERMISSION_DENIED"}}',
      '200 \n{"features":["RICHCARD_STANDALONE","ACTION_DIAL"]}',
      '200 \n{"reachableUsers":["+15551234567","+15551234568"],"totalRandomSampleUserCount":2}',
    ],
    words: ['"error":', '"features":', '"reachableUsers":', '\\u0000', '\\ud800', 'Wed, 21 Oct 2026 07:28:00 GMT'],
    read: readAnswer,
    files: [`${FOLDER}/answer.ts`],
    around: [
      (text) => `429 1${text.replaceAll('\n', ' ')}1\n{}`,
      (text) => `500 \n${JSON.stringify({ error: { message: text, status: text } })}`,
      (text) => `200 \n${JSON.stringify({ name: text })}`,
    ],
    perCharacter: 300,
  },
];
