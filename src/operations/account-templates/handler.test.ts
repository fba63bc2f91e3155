import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addAccount, basic, type HttpRig, httpRig } from '../../../test/support/gateway/http.ts';
import { agentMessage } from '../../carriers/rcs/agent-message.ts';
import { readAgentMessage } from '../../carriers/rcs/simulator-message.ts';

const PATH = '/v1/omnichannel/templates';
const HELLO = {
  name: 'order_shipped',
  type: 'standard',
  channel: 'sms',
  content: [{ body: { type: 'text', text: 'Order {{1}} for {{name}} is on its way, {{name}}' } }],
  category: 'utility',
  language: 'en_US',
};
const RCS = { ...HELLO, channel: 'rcs' };

const TRAFFIC = { otp: 'AUTHENTICATION', arn: 'TRANSACTION', mkt: 'PROMOTION' } as const;

const add = (rig: HttpRig, body: unknown, headers: Record<string, string> = {}) =>
  rig.call(PATH, { method: 'POST', body, headers });
const remove = (rig: HttpRig, channel: string, name: string) =>
  rig.call(`${PATH}/${channel}/${name}`, { method: 'DELETE' });

async function added(rig: HttpRig, body: object): Promise<void> {
  const reply = await add(rig, body);
  assert.equal(reply.status, 200, reply.text);
}

function send(rig: HttpRig, channel: string, content: object) {
  const phone_number = '4915112345678';
  return rig.call('/v1/omnichannel', {
    method: 'POST',
    body: { channels: [{ channel }], phone_number, message: { [channel]: content }, message_type: 'ARN' },
  });
}

/** What the message says that a template became. */
async function says(rig: HttpRig, channel: string, content: object): Promise<unknown> {
  const reply = await send(rig, channel, content);
  assert.equal(reply.status, 200, reply.text);
  return rig.accepted.at(-1)?.plan[0]?.content;
}

describe('a template of an account', () => {
  test('is kept, listed, shown, used by its name with values, and removed', async (t) => {
    const rig = await httpRig(t);
    assert.deepEqual((await rig.call(PATH)).text, '[]');
    const made = await add(rig, HELLO);
    assert.equal(made.status, 200, made.text);
    assert.match(String(made.json.id), /^[0-9A-F]{32}$/);
    assert.deepEqual(made.json, {
      status: { code: 3800, description: 'Request successful', updated_on: '2026-01-01T00:00:00.000Z' },
      id: made.json.id,
      name: 'order_shipped',
    });
    const listed = {
      name: 'order_shipped',
      type: 'standard',
      channel: 'sms',
      category: 'utility',
      language: 'en_US',
      status: 'Approved',
      mandatory_parameters: ['1', 'name'],
    };
    assert.deepEqual(JSON.parse((await rig.call(PATH)).text), [listed]);
    assert.deepEqual((await rig.call(`${PATH}/sms/order_shipped`)).json, {
      ...listed,
      content: HELLO.content,
      id: made.json.id,
      created_on: '2026-01-01T00:00:00.000Z',
    });
    const used = { template: 'order_shipped', parameters: { 1: 17, name: 'Zoë {{1}} $& $1', other: 'x' } };
    assert.deepEqual(await says(rig, 'sms', used), {
      type: 'sms_text',
      text: 'Order 17 for Zoë {{1}} $& $1 is on its way, Zoë {{1}} $& $1',
    });
    const removed = await remove(rig, 'sms', 'order_shipped');
    assert.deepEqual([removed.status, removed.code, removed.description], [200, 3801, 'Request successful']);
    assert.equal((await send(rig, 'sms', used)).code, 3112);
    assert.deepEqual((await rig.call(PATH)).text, '[]');
    assert.equal((await rig.call(`${PATH}/sms/order_shipped`)).code, 3856);
    assert.equal((await remove(rig, 'sms', 'order_shipped')).code, 3856);
  });

  test('belongs to its account and to its channel', async (t) => {
    const rig = await httpRig(t);
    await addAccount(rig.db, { id: 'OTHER' }, rig.clock.now());
    await added(rig, HELLO);
    await added(rig, { ...RCS, content: [{ body: { text: 'By RCS' } }] });
    const others = { authorization: basic('OTHER') };
    assert.equal((await rig.call(PATH, others)).text, '[]');
    assert.equal((await rig.call(`${PATH}/sms/order_shipped`, others)).code, 3856);
    assert.deepEqual(await says(rig, 'rcs', { template: 'order_shipped' }), { type: 'rcs_text', text: 'By RCS' });
    const names = JSON.parse((await rig.call(PATH)).text) as { channel: string }[];
    assert.deepEqual(
      names.map(({ channel }) => channel),
      ['rcs', 'sms'],
    );
  });

  test('needs each of its values', async (t) => {
    const rig = await httpRig(t);
    await added(rig, HELLO);
    for (const [parameters, name] of [
      [undefined, '1'],
      [{ name: 'Zoë' }, '1'],
      [{ 1: '17', name: '' }, 'name'],
      [{ body_text_1: '17' }, 'name'],
    ] as const) {
      const reply = await send(rig, 'sms', { template: 'order_shipped', parameters });
      assert.deepEqual([reply.code, reply.description], [3305, `Missing parameter: message.sms.parameters.${name}`]);
    }
    const wrong = await send(rig, 'sms', { template: 'order_shipped', parameters: { 1: { a: 1 }, name: 'x' } });
    assert.deepEqual([wrong.code, /message\.sms\.parameters\.1/.test(wrong.text)], [3110, true]);
    const named = { template: 'order_shipped', parameters: { body_text_1: '17', name: 'Zoë' } };
    assert.deepEqual(await says(rig, 'sms', named), { type: 'sms_text', text: 'Order 17 for Zoë is on its way, Zoë' });
  });

  test('is refused with values that break a limit of what it becomes', async (t) => {
    const rig = await httpRig(t);
    const reply = { button_text: 'Yes {{1}}' };
    await added(rig, { ...RCS, content: [{ body: { text: 'Hi {{2}}' } }, { suggested_reply: { buttons: [reply] } }] });
    const use = (parameters: object) => send(rig, 'rcs', { template: 'order_shipped', parameters });
    const button = await use({ 1: 'x'.repeat(22), 2: 'x' });
    assert.equal(button.code, 3110);
    assert.match(
      String(button.description),
      /message\.rcs\.template\(order_shipped\)\.content\[1\]\.suggested_reply\.buttons\[0\]\.button_text.*at most 25 characters/,
    );
    const text = await use({ 1: 'x', 2: 'x'.repeat(3070) });
    assert.match(String(text.description), /content\[0\]\.body\.text: allowed is at most 3072 characters/);
    assert.equal((await use({ 1: 'x'.repeat(21), 2: 'x'.repeat(3069) })).status, 200);
  });

  test('is refused with values that make it larger than RBM takes', async (t) => {
    const rig = await httpRig(t);
    const suggestions = Array.from({ length: 4 }, (_, n) => ({ type: 'reply', text: `B ${n}`, payload: '{{1}}' }));
    const cards = Array.from({ length: 10 }, (_, n) => ({ title: `Card ${n}`, suggestions }));
    await added(rig, { ...RCS, content: [{ carousel: { width: 'SMALL', cards } }] });
    const use = (value: string) => send(rig, 'rcs', { template: 'order_shipped', parameters: { 1: value } });
    const refused = await use('€'.repeat(2048));
    assert.deepEqual([refused.code, /message\.rcs\.parameters.*at most 225 KB/.test(refused.text)], [3110, true]);
    assert.equal((await use('€'.repeat(1800))).status, 200);
    const [content] = rig.accepted.at(-1)?.plan ?? [];
    const style = { horizontal_image_alignment: 'LEFT', media_height: 'SHORT', message_traffic_type: TRAFFIC } as const;
    const job = { content: content?.content ?? assert.fail(), messageType: 'MKT', validUntil: 600_000 } as const;
    const message = readAgentMessage(Buffer.from(JSON.stringify(agentMessage(job, style, 0))));
    assert.ok(typeof message !== 'string', 'what is taken is taken by RBM');
  });

  test('made again is the same one, and another one of its name is refused', async (t) => {
    const rig = await httpRig(t);
    const first = await add(rig, HELLO);
    const again = await add(rig, HELLO);
    assert.deepEqual([again.status, again.json.id], [200, first.json.id]);
    for (const change of [{ content: [{ body: { text: 'Hi' } }] }, { language: 'de' }, { category: null }]) {
      const other = await add(rig, { ...HELLO, ...change });
      assert.deepEqual([other.status, other.code], [400, 3856]);
      assert.match(String(other.description), /no other template of this channel/);
    }
  });

  test('is made once under one Idempotency-Key', async (t) => {
    const rig = await httpRig(t);
    const key = { 'idempotency-key': 'template-1' };
    const first = await add(rig, HELLO, key);
    await remove(rig, 'sms', 'order_shipped');
    const again = await add(rig, HELLO, key);
    assert.deepEqual([again.status, again.text], [200, first.text]);
    assert.equal((await rig.call(PATH)).text, '[]', 'the answer came back, and nothing was made');
    assert.equal((await add(rig, RCS, key)).status, 422);
  });

  test('costs a message no statement while it is known, and one that names none at all', async (t) => {
    const rig = await httpRig(t);
    await added(rig, HELLO);
    const used = { template: 'order_shipped', parameters: { 1: '1', name: 'x' } };
    await says(rig, 'sms', used);
    const before = rig.statements();
    await says(rig, 'sms', used);
    await says(rig, 'sms', { template: 'text', parameters: { text: 'x' } });
    assert.equal(rig.statements(), before);
    await rig.db.query('delete from templates');
    await rig.clock.advance(2_001);
    assert.equal((await send(rig, 'sms', used)).code, 3112, 'what another node removed is gone after two seconds');
  });

  test('that another node made is known at once, also where it was asked for in vain', async (t) => {
    const rig = await httpRig(t);
    await added(rig, { ...HELLO, name: 'first' });
    const used = { template: 'second', parameters: { 1: '1', name: 'x' } };
    assert.equal((await send(rig, 'sms', used)).code, 3112);
    await rig.db.query(`update templates set name = 'second'`);
    assert.deepEqual(await says(rig, 'sms', used), { type: 'sms_text', text: 'Order 1 for x is on its way, x' });
  });

  test('is one of 500 at most', async (t) => {
    const rig = await httpRig(t);
    await added(rig, HELLO);
    await rig.db.query(
      `insert into templates (account_id, bucket, channel, name, id, type, category, language, content, created_at)
       select account_id, bucket, channel, 't_' || n, id, type, category, language, content, created_at
         from templates, generate_series(1, 499) n`,
    );
    const reply = await add(rig, { ...HELLO, name: 'one_more' });
    assert.deepEqual([reply.code, /at most 500 templates/.test(reply.text)], [3110, true]);
    await remove(rig, 'sms', 't_7');
    await added(rig, { ...HELLO, name: 'one_more' });
  });

  test('of RCS needs RCS on the account', async (t) => {
    const rig = await httpRig(t, { account: { products: [] } });
    const reply = await add(rig, RCS);
    assert.deepEqual([reply.status, reply.code], [401, 3818]);
    await added(rig, HELLO);
  });
});

describe('what a content becomes', () => {
  const MEDIA = 'https://example.com/a.jpg';
  const values = { 1: 'one', name: 'Zoë', link: 'https://shop.example/a', number: '+4930123456', lat: '52.5' };
  const rows: ReadonlyArray<readonly [string, string, unknown, unknown]> = [
    ['a text', 'rcs', [{ body: { text: 'Hi {{ name }}, {{1}}' } }], { type: 'rcs_text', text: 'Hi Zoë, one' }],
    ['an object of parts', 'sms', { body: { text: 'Hi {{name}}' } }, { type: 'sms_text', text: 'Hi Zoë' }],
    ['values without numbers', 'sms', { body: { text: 'Hi {{}}' } }, { type: 'sms_text', text: 'Hi one' }],
    [
      'what looks like a value and is none',
      'sms',
      { body: { text: '{{a b}} {1} {{{1}}} {{ü}}' } },
      { type: 'sms_text', text: '{{a b}} {1} {one} {{ü}}' },
    ],
    [
      'actions and replies beside a text',
      'rcs',
      [
        { body: { text: 'Hi' } },
        {
          suggested_action: [
            { action_type: 'dial', button_text: 'Call {{1}}', phone_number: '{{number}}' },
            { action_type: 'url_dynamic', button_text: 'Shop', url: '{{link}}', button_payload: 'p-{{1}}' },
            { action_type: 'location', text: 'Map', latitude: '{{lat}}', longitude: 13 },
          ],
        },
        { suggested_reply: { reply_type: 'quick', button_number: 1, buttons: [{ button_text: 'Yes' }] } },
        { suggestions: [{ type: 'share_location', text: 'Here', payload: 'p' }] },
      ],
      {
        type: 'rcs_text',
        text: 'Hi',
        suggestions: [
          { type: 'dial', text: 'Call one', payload: 'Call one', phoneNumber: '4930123456' },
          { type: 'url', text: 'Shop', payload: 'p-one', url: 'https://shop.example/a' },
          { type: 'location', text: 'Map', payload: 'Map', latitude: 52.5, longitude: 13 },
          { type: 'reply', text: 'Yes', payload: 'Yes' },
          { type: 'share_location', text: 'Here', payload: 'p' },
        ],
      },
    ],
    [
      'an image over a text with buttons',
      'rcs',
      [
        { header: { type: 'image', url: MEDIA } },
        { body: { text: 'Hi {{name}}' } },
        { suggested_reply: { buttons: [{ button_text: 'Yes', button_payload: 'y' }] } },
      ],
      {
        type: 'rcs_card',
        orientation: 'VERTICAL',
        card: { mediaUrl: MEDIA, description: 'Hi Zoë', suggestions: [{ type: 'reply', text: 'Yes', payload: 'y' }] },
      },
    ],
    [
      'a heading over a text',
      'rcs',
      [{ header: { type: 'text', text: 'For {{name}}' } }, { body: { text: 'Hi' } }],
      { type: 'rcs_card', orientation: 'VERTICAL', card: { title: 'For Zoë', description: 'Hi' } },
    ],
    [
      'a rich card',
      'rcs',
      [{ rich_card: { orientation: 'VERTICAL', title: '{{name}}', media_url: '{{link}}', media_height: 'TALL' } }],
      {
        type: 'rcs_card',
        orientation: 'VERTICAL',
        card: { title: 'Zoë', mediaUrl: 'https://shop.example/a', mediaHeight: 'TALL' },
      },
    ],
    [
      'a carousel',
      'rcs',
      [
        { carousel: { width: 'SMALL', cards: [{ title: '{{1}}' }, { title: '{{name}}' }] } },
        { suggestions: [{ type: 'reply', text: 'Yes', payload: '{{1}}' }] },
      ],
      {
        type: 'rcs_carousel',
        width: 'SMALL',
        cards: [{ title: 'one' }, { title: 'Zoë' }],
        suggestions: [{ type: 'reply', text: 'Yes', payload: 'one' }],
      },
    ],
  ];
  test('by each of its forms', async (t) => {
    const rig = await httpRig(t);
    for (const [index, [name, channel, content, becomes]] of rows.entries()) {
      await added(rig, { name: `t_${index}`, type: 'standard', channel, content });
      assert.deepEqual(await says(rig, channel, { template: `t_${index}`, parameters: values }), becomes, name);
    }
  });

  test('an image without an address has it from the message', async (t) => {
    const rig = await httpRig(t);
    await added(rig, { ...RCS, content: [{ header: { type: 'image' } }, { body: { text: 'Hi' } }] });
    const [{ mandatory_parameters: mandatory }] = JSON.parse((await rig.call(PATH)).text);
    assert.deepEqual(mandatory, ['header_url']);
    const card = await says(rig, 'rcs', { template: 'order_shipped', parameters: { header_url: MEDIA } });
    assert.deepEqual(card, { type: 'rcs_card', orientation: 'VERTICAL', card: { mediaUrl: MEDIA, description: 'Hi' } });
    const wrong = await send(rig, 'rcs', { template: 'order_shipped', parameters: { header_url: 'x' } });
    assert.match(String(wrong.description), /content\[0\]\.header\.url: allowed is an http or https URL/);
  });

  test('with suggestions of the message beside those of the template', async (t) => {
    const rig = await httpRig(t);
    const buttons = Array.from({ length: 10 }, (_, n) => ({ button_text: `B ${n}` }));
    await added(rig, { ...RCS, content: [{ body: { text: 'Hi' } }, { suggested_reply: { buttons } }] });
    const one = { type: 'reply', text: 'Yes', payload: 'p' };
    const content = await says(rig, 'rcs', { template: 'order_shipped', suggestions: [one] });
    assert.equal((content as { suggestions: object[] }).suggestions.length, 11);
    const more = await send(rig, 'rcs', { template: 'order_shipped', suggestions: [one, one] });
    assert.match(String(more.description), /message\.rcs\.suggestions: allowed is a list of at most 1 /);
  });
});

describe('a template that is refused', () => {
  const content = (...parts: object[]) => ({ ...RCS, content: parts });
  const deep = (levels: number): unknown => (levels === 0 ? 'x' : [deep(levels - 1)]);
  const rows: ReadonlyArray<readonly [string, unknown, number, RegExp]> = [
    ['without name', { ...HELLO, name: undefined }, 3802, /name/],
    ['with capitals in its name', { ...HELLO, name: 'Hello' }, 3856, /name.*lower-case/],
    ['with a name of 513 characters', { ...HELLO, name: 'x'.repeat(513) }, 3856, /name.*512/],
    ['with the name of a template that there is', { ...HELLO, name: 'text' }, 3856, /no built-in template/],
    ['without type', { ...HELLO, type: '' }, 3803, /type/],
    ['with an unknown type', { ...HELLO, type: 'fancy' }, 3110, /type.*standard or verified/],
    ['without channel', { ...HELLO, channel: null }, 3301, /channel/],
    ['for another channel', { ...HELLO, channel: 'whatsapp' }, 3113, /channel.*rcs or sms/],
    ['for calls', { ...HELLO, channel: 'voice' }, 3113, /rcs or sms/],
    ['without content', { ...HELLO, content: undefined }, 3815, /content/],
    ['with an empty content', { ...HELLO, content: [] }, 3815, /content/],
    ['with an unknown category', { ...HELLO, category: 'fun' }, 3816, /category.*marketing, utility or authentication/],
    ['with a language that is none', { ...HELLO, language: 'in English' }, 3817, /language/],
    [
      'with too few samples',
      { ...HELLO, content: [{ body: { text: '{{1}} {{2}}', sample_text: ['x'] } }] },
      3819,
      /content\[0\]\.body\.sample_text.*\(2\)/,
    ],
    [
      'with samples that are none',
      { ...HELLO, content: { body: { text: '{{1}}', sample_text: [5] } } },
      3819,
      /content\.body\.sample_text/,
    ],
    [
      'with a sample that breaks a limit',
      content(
        { body: { text: 'x' } },
        { header: { type: 'text', text: '{{1}}' } },
        { suggestions: [{ type: 'reply', text: 'x'.repeat(26), payload: 'p' }] },
      ),
      3110,
      /content\[2\]\.suggestions\[0\]\.text.*25/,
    ],
    [
      'with values that are half numbered',
      { ...HELLO, content: [{ body: { text: '{{}} {{1}}' } }] },
      3110,
      /all numbered or named/,
    ],
    [
      'that is too large',
      { ...HELLO, content: [{ body: { text: 'x', note: 'x'.repeat(17_000) } }] },
      3110,
      /16384 bytes/,
    ],
    ['that is too deep', { ...HELLO, content: [{ body: { text: 'x', note: deep(15) } }] }, 3110, /at most 16/],
    ['without body', content({ header: { type: 'text', text: 'x' } }), 3305, /content\.body/],
    ['with an empty body', content({ body: { text: '' } }), 3305, /content\[0\]\.body\.text/],
    ['with a body that is no object', content({ body: 'Hi' }), 3110, /content\[0\]\.body: allowed is an object/],
    [
      'with a part that is no object',
      { ...HELLO, content: ['Hi'] },
      3110,
      /content\[0\]: allowed is an object with body/,
    ],
    [
      'with two bodies',
      content({ body: { text: 'a' } }, { body: { text: 'b' } }),
      3110,
      /content\[1\]\.body: allowed is one body/,
    ],
    [
      'with an unknown part',
      content({ body: { text: 'a' } }, { footer: { text: 'b' } }),
      3110,
      /content\[1\]\.footer: allowed is header, body/,
    ],
    [
      'with a heading by SMS',
      { ...HELLO, content: [{ body: { text: 'a' } }, { header: { type: 'text', text: 'b' } }] },
      3110,
      /content\[1\]\.header: allowed is body/,
    ],
    [
      'with a heading of an unknown type',
      content({ body: { text: 'a' } }, { header: { type: 'gif' } }),
      3110,
      /header\.type.*text, image/,
    ],
    [
      'with five buttons on an image',
      content(
        { header: { type: 'image' } },
        { body: { text: 'a' } },
        { suggested_reply: { buttons: Array.from({ length: 5 }, () => ({ button_text: 'x' })) } },
      ),
      3110,
      /content\[2\]\.suggested_reply.*at most 4/,
    ],
    [
      'with twelve buttons',
      content(
        { body: { text: 'a' } },
        { suggested_reply: { buttons: Array.from({ length: 12 }, () => ({ button_text: 'x' })) } },
      ),
      3110,
      /buttons.*1 to 11/,
    ],
    [
      'with an action that a phone has not',
      content({ body: { text: 'a' } }, { suggested_action: [{ action_type: 'otp' }] }),
      3110,
      /suggested_action\[0\]\.action_type.*dial, url/,
    ],
    [
      'with an action without its address',
      content({ body: { text: 'a' } }, { suggested_action: [{ action_type: 'url', button_text: 'x' }] }),
      3305,
      /suggested_action\[0\]\.url/,
    ],
    [
      'with a rich card and a body',
      content({ rich_card: { orientation: 'VERTICAL', title: 'x' } }, { body: { text: 'a' } }),
      3110,
      /content\[1\]\.body.*nothing but suggestions/,
    ],
    [
      'with a carousel of one',
      content({ carousel: { width: 'SMALL', cards: [{ title: 'x' }] } }),
      3110,
      /content\[0\]\.carousel\.cards.*2 to 10/,
    ],
    [
      'with a text of 11 parts',
      { ...HELLO, content: [{ body: { text: 'x'.repeat(1600) } }] },
      3110,
      /content\[0\]\.body\.text.*10 parts/,
    ],
    ['that is no object', '[]', 3110, /not a JSON object/],
  ];
  test('gets the code of its fault and the name of the field', async (t) => {
    const rig = await httpRig(t);
    for (const [name, body, code, text] of rows) {
      const reply = await add(rig, body);
      assert.deepEqual([reply.status, reply.code], [400, code], `${name}: ${reply.text}`);
      assert.match(String(reply.description), text, name);
    }
    assert.equal((await rig.call(PATH)).text, '[]');
    assert.equal((await rig.call(`${PATH}/viber/x`)).code, 3113);
    for (const name of ['%00', '%ED%A0%80', 'A', '%22', 'x'.repeat(513)]) {
      for (const method of ['GET', 'DELETE'] as const) {
        const reply = await rig.call(`${PATH}/sms/${name}`, { method });
        assert.ok(reply.status === 400 || reply.status === 404, `${name}: ${reply.text}`);
      }
    }
    assert.equal((await rig.call(`${PATH}/sms/x/y`)).status, 404);
    const method = await rig.call(PATH, { method: 'DELETE' });
    assert.deepEqual([method.status, method.headers.allow], [405, 'GET, HEAD, POST']);
  });
});
