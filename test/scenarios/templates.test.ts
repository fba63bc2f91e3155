/**
 * Every template of RCS, from the caller's request to what the handset shows, and what its owner can press. HTTP in,
 * handset out.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startGateway, type TestGateway } from '../support/gateway/gateway.ts';

let service: TestGateway;

let nextNumber = 0;

/** A number that no other test uses, with the story that its ending chooses. */
function handset(ending = '100'): string {
  nextNumber += 1;
  return `491512${String(nextNumber).padStart(4, '0')}${ending}`;
}

type Json = Readonly<Record<string, unknown>>;

const messageTo = (phone_number: string, rcs: Json, sms?: Json) => ({
  phone_number,
  channels: [{ channel: 'rcs' }, ...(sms ? [{ channel: 'sms' }] : [])],
  message: { rcs, ...(sms ? { sms } : {}) },
  message_type: 'ARN',
});

/** What the handset shows of it, once it was delivered. */
async function shown(rcs: Json, number = handset()): Promise<Json> {
  const reference = await service.send(messageTo(number, rcs));
  await service.untilStatus(reference, 3000);
  const [message, ...others] = await service.messagesOf(number);
  assert.equal(others.length, 0);
  const { channel, from, received_on, reference_id, ...content } = message ?? assert.fail('nothing came');
  assert.deepEqual(
    [channel, typeof from, typeof received_on, typeof reference_id],
    ['rcs', 'string', 'string', 'string'],
  );
  return content;
}

const MEDIA = 'https://example.com/image.jpg';
const LINK = { url_text: 'Shop', url_payload: 'link-1', url: 'https://shop.example/a' };
const DIAL = { dial_text: 'Call us', dial_payload: 'dial-1', phone_number_to_dial: '+4930123456' };
const link = { type: 'url', text: 'Shop', payload: 'link-1', url: 'https://shop.example/a' };
const dial = { type: 'dial', text: 'Call us', payload: 'dial-1', phone_number: '4930123456' };
const reply = (n: number) => ({ type: 'reply', text: `Answer ${n}`, payload: `reply-${n}` });
const replies = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => index + 1).flatMap((n) => [
      [`button_text_${n}`, `Answer ${n}`],
      [`button_payload_${n}`, `reply-${n}`],
    ]),
  );
const EVERY_SUGGESTION = [
  reply(1),
  { type: 'dial', text: 'Call', payload: 'p-2', phone_number: '4930123456' },
  { type: 'url', text: 'Look', payload: 'p-3', url: 'https://shop.example/', view: 'HALF' },
  { type: 'location', text: 'Where', payload: 'p-4', latitude: 52.52, longitude: -13.4, label: 'Shop' },
  { type: 'location', text: 'Near', payload: 'p-5', query: 'coffee' },
  { type: 'share_location', text: 'I am here', payload: 'p-6' },
  {
    type: 'calendar',
    text: 'Note it',
    payload: 'p-7',
    start_time: '2026-03-01T10:00:00.000Z',
    end_time: '2026-03-01T11:00:00.000Z',
    title: 'Fitting',
    description: 'Bring shoes',
  },
];
const card = (n: number) => ({ title: `Card ${n}`, media_url: MEDIA, media_height: 'SHORT', suggestions: [reply(n)] });
const cardShown = (n: number) => ({ title: `Card ${n}`, media_url: MEDIA, media_height: 'SHORT', buttons: [reply(n)] });

describe('templates of RCS', () => {
  before(async () => {
    service = await startGateway();
  });
  after(() => service.stop());

  describe('each is sent, delivered and shown', () => {
    const rows: ReadonlyArray<readonly [string, Json, Json, Json?]> = [
      ['text', { text: 'Hello' }, { text: 'Hello' }],
      ['media', { url: MEDIA }, { file: { url: MEDIA } }],
      ['file', { url: 'https://example.com/a.pdf' }, { file: { url: 'https://example.com/a.pdf' } }],
      [
        'location',
        { latitude: '52.5163', longitude: '-13.3777' },
        {
          text: '52.5163, -13.3777',
          suggestions: [
            { type: 'location', text: '📍', payload: '52.5163, -13.3777', latitude: 52.5163, longitude: -13.3777 },
          ],
        },
      ],
      ['url_action', { text: 'Look', ...LINK }, { text: 'Look', suggestions: [link] }],
      ['dial_action', { text: 'Ring', ...DIAL }, { text: 'Ring', suggestions: [dial] }],
      ['2_suggested_replies', { text: 'Sure?', ...replies(2) }, { text: 'Sure?', suggestions: [reply(1), reply(2)] }],
      ['3_suggested_replies', { text: 'Sure?', ...replies(3) }, { text: 'Sure?', suggestions: [1, 2, 3].map(reply) }],
      ...(['VERTICAL', 'HORIZONTAL'] as const).flatMap((orientation): (readonly [string, Json, Json])[] => {
        const name = orientation.toLowerCase();
        const height = orientation === 'VERTICAL' ? { media_height: 'MEDIUM' } : {};
        const { type: _, ...button } = dial;
        return [
          [
            `rc_url_action_${name}`,
            { media_url: MEDIA, ...LINK },
            { card: { orientation, media_url: MEDIA, ...height, buttons: [link] } },
          ],
          [
            `rc_dial_action_${name}`,
            { media_url: MEDIA, ...DIAL },
            { card: { orientation, media_url: MEDIA, button } },
          ],
        ];
      }),
      [
        'rich_card',
        { ...card(1), description: 'Red ones', orientation: 'VERTICAL' },
        { card: { orientation: 'VERTICAL', description: 'Red ones', ...cardShown(1) } },
      ],
      [
        'carousel',
        { width: 'SMALL', cards: [card(1), card(2), { description: 'The last one' }] },
        {
          carousel: {
            width: 'SMALL',
            cards: [cardShown(1), cardShown(2), { description: 'The last one', buttons: [] }],
          },
          suggestions: EVERY_SUGGESTION,
        },
        { suggestions: EVERY_SUGGESTION },
      ],
      ['text', { text: 'Hello' }, { text: 'Hello', suggestions: EVERY_SUGGESTION }, { suggestions: EVERY_SUGGESTION }],
      [
        'rc_dial_action_vertical',
        { media_url: MEDIA, ...DIAL },
        {
          card: {
            orientation: 'VERTICAL',
            media_url: MEDIA,
            button: { text: 'Call us', payload: 'dial-1', phone_number: '4930123456' },
          },
          suggestions: [reply(1)],
        },
        { suggestions: [reply(1)] },
      ],
    ];
    for (const [template, parameters, content, beside] of rows) {
      test(`${template}${beside ? ' with suggestions beside it' : ''}`, async () => {
        assert.deepEqual(await shown({ template, parameters, ...beside }), content);
      });
    }
  });

  describe('what breaks a limit is refused before anything is sent', () => {
    const rows: ReadonlyArray<readonly [string, Json, number, string]> = [
      [
        'the text of a button in a carousel',
        {
          template: 'carousel',
          parameters: {
            width: 'SMALL',
            cards: [card(1), card(2), { ...card(3), suggestions: [{ ...reply(1), text: 'x'.repeat(26) }] }],
          },
        },
        3110,
        'Invalid value for parameter message.rcs.parameters.cards[2].suggestions[0].text: allowed is at most 25 characters',
      ],
      [
        'a text',
        { template: 'text', parameters: { text: 'x'.repeat(3073) } },
        3110,
        'Invalid value for parameter message.rcs.parameters.text: allowed is at most 3072 characters',
      ],
      [
        'suggestions beside a message',
        { template: 'text', parameters: { text: 'x' }, suggestions: Array.from({ length: 12 }, (_, n) => reply(n)) },
        3110,
        'Invalid value for parameter message.rcs.suggestions: allowed is a list of at most 11 suggestions',
      ],
      [
        'a carousel of one card',
        { template: 'carousel', parameters: { width: 'SMALL', cards: [card(1)] } },
        3110,
        'Invalid value for parameter message.rcs.parameters.cards: allowed is a list of 2 to 10 cards',
      ],
      [
        'a tall image in a small carousel',
        {
          template: 'carousel',
          parameters: { width: 'SMALL', cards: [{ ...card(1), media_height: 'TALL' }, card(2)] },
        },
        3110,
        'Invalid value for parameter message.rcs.parameters.cards[0].media_height: allowed is SHORT or MEDIUM',
      ],
      [
        'a parameter that is missing',
        { template: 'url_action', parameters: { text: 'x', url: MEDIA, url_text: 'Shop' } },
        3305,
        'Missing parameter: message.rcs.parameters.url_payload',
      ],
    ];
    for (const [name, rcs, code, description] of rows) {
      test(name, async () => {
        const number = handset();
        const answer = await service.call('POST', '/v1/omnichannel', messageTo(number, rcs));
        const { status } = answer.body as { status: { code: number; description: string } };
        assert.deepEqual([answer.status, status.code, status.description], [400, code, description]);
        assert.deepEqual(await service.messagesOf(number), []);
      });
    }
  });

  test('a handset that shows no carousel gets the text behind it', async () => {
    const number = handset('974');
    const carousel = { template: 'carousel', parameters: { width: 'SMALL', cards: [card(1), card(2)] } };
    const text = { template: 'text', parameters: { text: 'Shoes: https://shop.example' } };
    const reference = await service.send(messageTo(number, carousel, text));
    const body = await service.untilStatus(reference, 3000);
    assert.equal(body.status.last_channel, 'sms');
    assert.equal(body.channel_status[0]?.rcs?.code, 3042);
    const messages = await service.messagesOf(number);
    assert.deepEqual(
      messages.map(({ channel, text: said }) => [channel, said]),
      [['sms', 'Shoes: https://shop.example']],
    );
  });

  describe('the owner of a handset presses', () => {
    const tap = async (number: string, body?: Json) => {
      const answer = await service.call('POST', `/sandbox/handsets/${number}/tap`, body);
      return {
        http: answer.status,
        ...(answer.body as { status: { description: string }; button?: Json; reference_id?: string }),
      };
    };

    test('the button of the newest card without saying which', async () => {
      const number = handset();
      await shown({ template: 'rc_dial_action_vertical', parameters: { media_url: MEDIA, ...DIAL } }, number);
      const reference = await service.send(
        messageTo(number, { template: '2_suggested_replies', parameters: { text: 'Sure?', ...replies(2) } }),
      );
      await service.untilStatus(reference, 3000);
      const pressed = await tap(number);
      assert.deepEqual([pressed.http, pressed.status.description], [200, 'Button pressed, 4930123456 is dialled']);
      assert.deepEqual(pressed.button, dial);
    });

    test('any button that is named, and the phone does what it says', async () => {
      const number = handset();
      const cards = [card(8), { title: 'B', suggestions: [reply(9)] }];
      await shown(
        { template: 'carousel', parameters: { width: 'MEDIUM', cards }, suggestions: EVERY_SUGGESTION },
        number,
      );
      const rows: ReadonlyArray<readonly [Json, string, string]> = [
        [{ index: 0 }, 'reply-8', 'its text is the answer'],
        [{ index: 1 }, 'reply-9', 'its text is the answer'],
        [{ payload: 'p-2' }, 'p-2', '4930123456 is dialled'],
        [{ text: 'Look' }, 'p-3', 'https://shop.example/ is opened'],
        [{ text: 'Where' }, 'p-4', 'the map shows Shop'],
        [{ text: 'Near', payload: 'p-5' }, 'p-5', 'the map is searched for coffee'],
        [{ index: 7 }, 'p-6', 'the place of the handset is sent'],
        [{ index: 8 }, 'p-7', 'Fitting is put into the calendar'],
      ];
      for (const [choice, payload, what] of rows) {
        const pressed = await tap(number, choice);
        assert.equal(pressed.status.description, `Button pressed, ${what}`);
        assert.equal(pressed.button?.payload, payload);
      }
    });

    test('a button of the message that is named, by its own reference or that of its attempt', async () => {
      const number = handset();
      const first = await service.send(
        messageTo(number, { template: 'text', parameters: { text: 'A' }, suggestions: [reply(1)] }),
      );
      await service.untilStatus(first, 3000);
      const second = await service.send(
        messageTo(number, { template: 'text', parameters: { text: 'B' }, suggestions: [reply(2)] }),
      );
      await service.untilStatus(second, 3000);
      const [oldest] = await service.messagesOf(number);
      assert.equal((await tap(number)).button?.payload, 'reply-2');
      assert.equal((await tap(number, { reference_id: first })).button?.payload, 'reply-1');
      assert.equal((await tap(number, { reference_id: oldest?.reference_id })).button?.payload, 'reply-1');
      assert.equal((await tap(number, { reference_id: first })).reference_id, oldest?.reference_id);
      assert.equal((await tap(number, { reference_id: first, text: 'Answer 2' })).http, 404);
    });

    test('nothing that is not there, and nothing that is no choice', async () => {
      const number = handset();
      await shown({ template: 'text', parameters: { text: 'A' } }, number);
      for (const choice of [undefined, {}, { index: 0 }, { text: 'x' }])
        assert.equal((await tap(number, choice)).http, 404);
      for (const [choice, field] of [
        [{ index: -1 }, /^index: /],
        [{ index: '1' }, /^index: /],
        [{ text: 5 }, /^text: /],
        [{ payload: {} }, /^payload: /],
        [{ reference_id: 'x' }, /^reference_id: /],
      ] as const) {
        const refused = await tap(number, choice);
        assert.equal(refused.http, 400);
        assert.match(refused.status.description, field);
      }
    });
  });
});

describe('templates of an account', () => {
  before(async () => {
    service = await startGateway();
  });
  after(() => service.stop());

  const PATH = '/v1/omnichannel/templates';
  const keep = async (template: Json) => {
    const answer = await service.call('POST', PATH, { type: 'standard', ...template });
    return { http: answer.status, ...(answer.body as { status: { code: number; description: string } }) };
  };
  const codeOf = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    return [status, (body as { status: { code: number } }).status.code];
  };

  test('is made, sent by its name, seen on the handset, listed and removed', async () => {
    const content = [
      { header: { type: 'image', url: MEDIA } },
      { body: { text: 'Order {{1}}, {{name}}' } },
      { suggested_reply: { buttons: [{ button_text: 'Thank you', button_payload: 'thanks-{{1}}' }] } },
    ];
    assert.deepEqual((await keep({ name: 'order_shipped', channel: 'rcs', content })).status.code, 3800);
    await keep({ name: 'order_shipped', channel: 'sms', content: [{ body: { text: 'Order {{1}} by SMS' } }] });
    const used = { template: 'order_shipped', parameters: { 1: '1017', name: 'Zoë' } };
    assert.deepEqual(await shown(used), {
      card: {
        orientation: 'VERTICAL',
        description: 'Order 1017, Zoë',
        media_url: MEDIA,
        media_height: 'MEDIUM',
        buttons: [{ type: 'reply', text: 'Thank you', payload: 'thanks-1017' }],
      },
    });
    const number = handset('901');
    const both = await service.send(messageTo(number, used, { template: 'order_shipped', parameters: { 1: '1018' } }));
    await service.untilStatus(both, 3000);
    assert.deepEqual(
      (await service.messagesOf(number)).map(({ channel, text }) => [channel, text]),
      [['sms', 'Order 1018 by SMS']],
    );
    const { body } = await service.call('GET', PATH);
    const listed = body as { name: string; channel: string; mandatory_parameters: string[] }[];
    assert.deepEqual(
      listed.map(({ channel, mandatory_parameters: mandatory }) => [channel, mandatory]),
      [
        ['rcs', ['1', 'name']],
        ['sms', ['1']],
      ],
    );
    const missing = messageTo(handset(), { template: 'order_shipped', parameters: { 1: '1017' } });
    assert.deepEqual(await codeOf(service.call('POST', '/v1/omnichannel', missing)), [400, 3305]);
    const long = messageTo(handset(), { template: 'order_shipped', parameters: { 1: 'x'.repeat(2000), name: 'x' } });
    assert.deepEqual(await codeOf(service.call('POST', '/v1/omnichannel', long)), [400, 3110]);
    assert.deepEqual(await codeOf(service.call('DELETE', `${PATH}/rcs/order_shipped`)), [200, 3801]);
    assert.deepEqual(await codeOf(service.call('POST', '/v1/omnichannel', messageTo(handset(), used))), [400, 3112]);
    assert.deepEqual(await codeOf(service.call('GET', `${PATH}/rcs/order_shipped`)), [400, 3856]);
  });

  test('and what it became waits in the store until it can go out, as it was asked for', async () => {
    const number = handset('905');
    const carousel = { width: 'MEDIUM', cards: [card(1), { description: 'The last one' }] };
    const rcs = { template: 'carousel', parameters: carousel, suggestions: EVERY_SUGGESTION };
    const reference = await service.send(messageTo(number, rcs));
    await service.until('RBM has refused it for now', async () => {
      return (await service.status(reference)).channel_status[0]?.rcs?.code === 3041;
    });
    await service.restart();
    await service.untilStatus(reference, 3000);
    const [message] = await service.messagesOf(number);
    assert.deepEqual(message?.carousel, {
      width: 'MEDIUM',
      cards: [cardShown(1), { description: 'The last one', buttons: [] }],
    });
    assert.deepEqual(message?.suggestions, EVERY_SUGGESTION);
  });

  test('is known after a restart', async () => {
    const content = [{ carousel: { width: 'SMALL', cards: [{ title: '{{1}}' }, { title: '{{2}}' }] } }];
    await keep({ name: 'two_offers', channel: 'rcs', content });
    await service.restart();
    assert.deepEqual(await shown({ template: 'two_offers', parameters: { 1: 'Shoes', 2: 'Boots' } }), {
      carousel: {
        width: 'SMALL',
        cards: [
          { title: 'Shoes', buttons: [] },
          { title: 'Boots', buttons: [] },
        ],
      },
    });
  });
});
