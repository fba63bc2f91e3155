/**
 * The limits of RCS for Business, one by one: what reaches a limit goes out and is shown on the handset by an RBM that is as
 * strict as the real one; what is one more is refused with 3110, by the field's whole path and its limit.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startGateway, type TestGateway } from '../support/gateway/gateway.ts';

type Json = Readonly<Record<string, unknown>>;

let service: TestGateway;
let lastNumber = 0;

const MEDIA = 'https://example.com/image.jpg';
const LINK = { url_text: 'Shop', url_payload: 'link-1', url: 'https://shop.example/' };
const DIAL = { dial_text: 'Call us', dial_payload: 'dial-1', phone_number_to_dial: '+4930123456' };
const TWO = { text: 'Sure?', button_text_1: 'Yes', button_payload_1: 'y', button_text_2: 'No', button_payload_2: 'n' };
const THREE = { ...TWO, button_text_3: 'Perhaps', button_payload_3: 'p' };
const CARD = { title: 'Shoes', media_url: MEDIA, media_height: 'SHORT' };
const EVENT = { start_time: '2026-03-01T10:00:00Z', end_time: '2026-03-01T11:00:00Z', title: 'Fitting' };

const EVERY_TEMPLATE: Readonly<Record<string, Json>> = {
  text: { text: 'Hello' },
  media: { url: MEDIA },
  file: { url: 'https://example.com/a.pdf' },
  location: { latitude: '52.5163', longitude: '-13.3777' },
  url_action: { text: 'Look', ...LINK },
  dial_action: { text: 'Ring', ...DIAL },
  '2_suggested_replies': TWO,
  '3_suggested_replies': THREE,
  rc_url_action_vertical: { media_url: MEDIA, ...LINK },
  rc_url_action_horizontal: { media_url: MEDIA, ...LINK },
  rc_dial_action_vertical: { media_url: MEDIA, ...DIAL },
  rc_dial_action_horizontal: { media_url: MEDIA, ...DIAL },
  rich_card: { ...CARD, orientation: 'VERTICAL' },
  carousel: { width: 'SMALL', cards: [CARD, CARD] },
};

const reply = (n: number) => ({ type: 'reply', text: `Answer ${n}`, payload: `p-${n}` });
const some = <T>(count: number, each: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => each(n));
const chars = (count: number) => '😀'.repeat(count);
const url = (length: number) => `https://example.com/${'x'.repeat(length - 20)}`;
const of = (template: string, changes: Json = {}, beside: Json = {}): Json => ({
  template,
  parameters: { ...EVERY_TEMPLATE[template], ...changes },
  ...beside,
});
const beside = (suggestion: Json): Json => of('text', {}, { suggestions: [{ ...reply(1), ...suggestion }] });
const card = (changes: Json): Json => of('rich_card', changes);
const cardIn = (changes: Json): Json => of('carousel', { width: 'MEDIUM', cards: [CARD, { ...CARD, ...changes }] });

function messageTo(number: string, rcs: Json): object {
  return { phone_number: number, message_type: 'ARN', channels: [{ channel: 'rcs' }], message: { rcs } };
}

function handset(): string {
  lastNumber += 1;
  return `491516${String(lastNumber).padStart(4, '0')}100`;
}

async function goesOut(rcs: Json): Promise<Json> {
  const number = handset();
  await service.untilStatus(await service.send(messageTo(number, rcs)), 3000);
  const [shown] = await service.messagesOf(number);
  return (shown ?? {}) as unknown as Json;
}

/** Longest that goes out, shortest that does not, the field and what its refusal says is allowed. */
const LIMITS: ReadonlyArray<readonly [string, Json, Json, string, RegExp]> = [
  [
    'a text',
    of('text', { text: 'x'.repeat(3_072) }),
    of('text', { text: 'x'.repeat(3_073) }),
    'parameters.text',
    /3072/,
  ],
  [
    'a text beside a button',
    of('url_action', { text: chars(1_000) }),
    of('url_action', { text: 'x'.repeat(3_073) }),
    'parameters.text',
    /3072/,
  ],
  [
    'the text of a link',
    of('url_action', { url_text: chars(25) }),
    of('url_action', { url_text: chars(26) }),
    'parameters.url_text',
    /25/,
  ],
  [
    'the text of a dial button',
    of('dial_action', { dial_text: chars(25) }),
    of('dial_action', { dial_text: chars(26) }),
    'parameters.dial_text',
    /25/,
  ],
  [
    'the payload of a link',
    of('url_action', { url_payload: 'x'.repeat(2_048) }),
    of('url_action', { url_payload: 'x'.repeat(2_049) }),
    'parameters.url_payload',
    /2048/,
  ],
  [
    'the payload of a card’s button',
    of('rc_dial_action_vertical', { dial_payload: 'x'.repeat(2_048) }),
    of('rc_dial_action_vertical', { dial_payload: 'x'.repeat(2_049) }),
    'parameters.dial_payload',
    /2048/,
  ],
  [
    'the text of an answer',
    of('3_suggested_replies', { button_text_3: chars(25) }),
    of('3_suggested_replies', { button_text_3: chars(26) }),
    'parameters.button_text_3',
    /25/,
  ],
  [
    'the payload of an answer',
    of('2_suggested_replies', { button_payload_2: 'x'.repeat(2_048) }),
    of('2_suggested_replies', { button_payload_2: 'x'.repeat(2_049) }),
    'parameters.button_payload_2',
    /2048/,
  ],
  ['the URL of a file', of('file', { url: url(2_000) }), of('file', { url: url(2_001) }), 'parameters.url', /2000/],
  [
    'the URL of an image',
    card({ media_url: url(2_000) }),
    card({ media_url: url(2_001) }),
    'parameters.media_url',
    /2000/,
  ],
  [
    'the URL of a button',
    of('url_action', { url: url(2_048) }),
    of('url_action', { url: url(2_049) }),
    'parameters.url',
    /2048/,
  ],
  [
    'a latitude',
    of('location', { latitude: '-90' }),
    of('location', { latitude: '-90.1' }),
    'parameters.latitude',
    /-90 to 90/,
  ],
  [
    'a longitude',
    of('location', { longitude: '180' }),
    of('location', { longitude: '180.1' }),
    'parameters.longitude',
    /-180 to 180/,
  ],
  ['a title', card({ title: chars(200) }), card({ title: chars(201) }), 'parameters.title', /200/],
  [
    'a description',
    card({ description: 'x'.repeat(2_000) }),
    card({ description: 'x'.repeat(2_001) }),
    'parameters.description',
    /2000/,
  ],
  [
    'buttons of a card',
    card({ suggestions: some(4, reply) }),
    card({ suggestions: some(5, reply) }),
    'parameters.suggestions',
    /at most 4/,
  ],
  [
    'the height of an image',
    card({ media_height: 'TALL' }),
    card({ media_height: 'HUGE' }),
    'parameters.media_height',
    /SHORT, MEDIUM (or|,) TALL/,
  ],
  [
    'an orientation',
    card({ orientation: 'HORIZONTAL' }),
    card({ orientation: 'DIAGONAL' }),
    'parameters.orientation',
    /VERTICAL|HORIZONTAL/,
  ],
  [
    'fewest cards',
    of('carousel', { cards: [CARD, CARD] }),
    of('carousel', { cards: [CARD] }),
    'parameters.cards',
    /2 to 10/,
  ],
  [
    'most cards',
    of('carousel', { cards: some(10, () => CARD) }),
    of('carousel', { cards: some(11, () => CARD) }),
    'parameters.cards',
    /2 to 10/,
  ],
  [
    'a width',
    of('carousel', { width: 'MEDIUM' }),
    of('carousel', { width: 'LARGE' }),
    'parameters.width',
    /SMALL or MEDIUM/,
  ],
  [
    'a title in a carousel',
    cardIn({ title: chars(200) }),
    cardIn({ title: chars(201) }),
    'parameters.cards[1].title',
    /200/,
  ],
  [
    'buttons in a carousel',
    cardIn({ suggestions: some(4, reply) }),
    cardIn({ suggestions: some(5, reply) }),
    'parameters.cards[1].suggestions',
    /at most 4/,
  ],
  [
    'suggestions beside a message',
    of('text', {}, { suggestions: some(11, reply) }),
    of('text', {}, { suggestions: some(12, reply) }),
    'suggestions',
    /at most 11/,
  ],
  ['the text of a suggestion', beside({ text: chars(25) }), beside({ text: chars(26) }), 'suggestions[0].text', /25/],
  [
    'the payload of a suggestion',
    beside({ payload: 'x'.repeat(2_048) }),
    beside({ payload: 'x'.repeat(2_049) }),
    'suggestions[0].payload',
    /2048/,
  ],
  [
    'the URL of a suggestion',
    beside({ type: 'url', url: url(2_048) }),
    beside({ type: 'url', url: url(2_049) }),
    'suggestions[0].url',
    /2048/,
  ],
  [
    'a type of suggestion',
    beside({ type: 'share_location' }),
    beside({ type: 'compose' }),
    'suggestions[0].type',
    /reply, dial, url/,
  ],
  [
    'the title of an event',
    beside({ type: 'calendar', ...EVENT, title: chars(100) }),
    beside({ type: 'calendar', ...EVENT, title: chars(101) }),
    'suggestions[0].title',
    /100/,
  ],
  [
    'the description of an event',
    beside({ type: 'calendar', ...EVENT, description: chars(500) }),
    beside({ type: 'calendar', ...EVENT, description: chars(501) }),
    'suggestions[0].description',
    /500/,
  ],
];

describe('templates of RCS', () => {
  before(async () => {
    service = await startGateway();
  });
  after(() => service.stop());

  for (const [what, most, more, field, allowed] of LIMITS) {
    test(`${what}: the limit itself goes out, and beyond it is 3110`, async () => {
      await goesOut(most);
      const number = handset();
      const answer = await service.call('POST', '/v1/omnichannel', messageTo(number, more));
      const { status } = answer.body as { status: { code: number; description: string } };
      assert.deepEqual([answer.status, status.code], [400, 3110], status.description);
      assert.ok(status.description.includes(`message.rcs.${field}: allowed is `), status.description);
      assert.match(status.description, allowed);
      assert.deepEqual(await service.messagesOf(number), []);
    });
  }

  for (const template of Object.keys(EVERY_TEMPLATE)) {
    test(`${template} may have suggestions beside it, eleven with its own`, async () => {
      const shown = await goesOut(of(template, {}, { suggestions: some(8, reply) }));
      const suggestions = (shown.suggestions as Json[]).map(({ payload }) => payload);
      assert.deepEqual(
        suggestions.slice(-8),
        some(8, (n) => `p-${n}`),
      );
      const many = messageTo(handset(), of(template, {}, { suggestions: some(12, reply) }));
      const answer = await service.call('POST', '/v1/omnichannel', many);
      assert.deepEqual([answer.status, (answer.body as { status: { code: number } }).status.code], [400, 3110]);
    });
  }
});
