import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { addAccount, basic, type HttpRig, httpRig } from '../../../test/support/gateway/http.ts';
import { StoreDown } from '../../store/database.ts';

const CARD = {
  template: 'rc_dial_action_vertical',
  parameters: {
    dial_payload: 'campaign-1',
    dial_text: 'Call us',
    media_url: 'https://example.com/image.jpg',
    phone_number_to_dial: '4930123456',
  },
};
const TEXT = { template: 'text', parameters: { text: 'Call us: +4930123456' } };
const BOTH = {
  channels: [{ channel: 'rcs', fallback_time: 600 }, { channel: 'sms' }],
  phone_number: '4915112345678',
  message: { rcs: CARD, sms: TEXT },
  message_type: 'MKT',
};
const SMS = {
  channels: [{ channel: 'sms' }],
  phone_number: '4915112345678',
  message: { sms: TEXT },
  message_type: 'ARN',
};

const post = (rig: HttpRig, body: unknown, headers: Record<string, string> = {}) =>
  rig.call('/v1/omnichannel', { method: 'POST', body, headers });

describe('a message that is taken', () => {
  test('is answered 3001 with its reference after it was recorded', async (t) => {
    const rig = await httpRig(t);
    const reply = await post(rig, { ...BOTH, external_id: 'order 17' });
    assert.equal(reply.status, 200);
    assert.match(String(reply.json.reference_id), /^[0-9A-F]{32}$/);
    assert.deepEqual(reply.json, {
      status: { code: 3001, description: 'Message in progress' },
      reference_id: reply.json.reference_id,
      external_id: 'order 17',
    });
    const [message] = rig.accepted;
    assert.equal(message?.recipient, '4915112345678');
    assert.equal(message?.messageType, 'MKT');
    assert.equal(message?.optOutApplies, true);
    assert.deepEqual(message?.plan, [
      {
        channel: 'rcs',
        fallbackAfterMs: 600_000,
        sender: null,
        content: {
          type: 'rcs_dial_card',
          orientation: 'VERTICAL',
          dialPayload: 'campaign-1',
          dialText: 'Call us',
          mediaUrl: 'https://example.com/image.jpg',
          phoneNumberToDial: '4930123456',
        },
      },
      {
        channel: 'sms',
        fallbackAfterMs: 86_400_000,
        sender: null,
        content: { type: 'sms_text', text: TEXT.parameters.text },
      },
    ]);
  });

  test('answers null for an external_id that was not given, and ignores fields that nobody knows', async (t) => {
    const rig = await httpRig(t);
    const reply = await post(rig, { ...SMS, external_id: null, tracking: { deep: [1] }, recipient: null });
    assert.equal(reply.json.external_id, null);
    assert.equal(rig.accepted[0]?.callback, null);
    assert.equal(rig.accepted[0]?.optOutApplies, false);
  });

  test('names its recipient at the top, in recipient, or alike in both, with one plus at most', async (t) => {
    const rig = await httpRig(t);
    const { phone_number: _, ...nameless } = SMS;
    for (const recipient of [
      { phone_number: '+4915112345678' },
      { recipient: { phone_number: '4915112345678' } },
      { phone_number: '4915112345678', recipient: { phone_number: '+4915112345678' } },
    ]) {
      assert.equal((await post(rig, { ...nameless, ...recipient })).status, 200);
      assert.equal(rig.accepted.at(-1)?.recipient, '4915112345678');
    }
  });

  test('takes the horizontal card, a plain RCS text, and an SMS without a template', async (t) => {
    const rig = await httpRig(t);
    const send = (channel: string, content: unknown) =>
      post(rig, { ...SMS, channels: [{ channel }], message: { [channel]: content } });
    await send('rcs', { ...CARD, template: 'rc_dial_action_horizontal' });
    await send('rcs', { template: 'text', parameters: { text: 'é'.repeat(3072) } });
    await send('sms', { parameters: { text: 'Hi' } });
    const contents = rig.accepted.map(({ plan }) => plan[0]?.content);
    assert.equal(contents[0]?.type === 'rcs_dial_card' && contents[0].orientation, 'HORIZONTAL');
    assert.equal(contents[1]?.type, 'rcs_text');
    assert.deepEqual(contents[2], { type: 'sms_text', text: 'Hi' });
  });

  test('takes message.default for a listed channel without content of its own', async (t) => {
    const rig = await httpRig(t);
    const contentsOf = async (message: object) => {
      assert.equal((await post(rig, { ...BOTH, message })).status, 200);
      return rig.accepted.at(-1)?.plan.map(({ content }) => content);
    };
    const common = { template: 'text', parameters: { text: 'Hello' } };
    const [rcsText, smsText] = ['rcs_text', 'sms_text'].map((type) => ({ type, text: 'Hello' }));
    assert.deepEqual(await contentsOf({ default: common }), [rcsText, smsText]);
    assert.deepEqual(await contentsOf({ default: { parameters: common.parameters } }), [rcsText, smsText]);
    const [card] = (await contentsOf({ rcs: CARD, default: common })) ?? [];
    assert.equal(card?.type, 'rcs_dial_card');
    assert.deepEqual((await contentsOf({ rcs: CARD, default: common }))?.[1], smsText);
    assert.deepEqual(
      await contentsOf({ rcs: null, sms: TEXT, default: common, viber: 5 }).then((all) => all?.[0]),
      rcsText,
    );
    // Of a default that nobody takes nothing is read.
    assert.equal((await post(rig, { ...SMS, message: { sms: TEXT, default: 'nothing' } })).status, 200);
  });

  test('has fallback times in the unit of its account, as numbers or numeric text', async (t) => {
    const rig = await httpRig(t);
    await addAccount(rig.db, { id: 'MS', settings: { fallbackTimeUnit: 'milliseconds' } }, rig.clock.now());
    const times = async (fallback: unknown, authorization = basic()) => {
      const body = {
        ...BOTH,
        channels: [
          { channel: 'rcs', fallback_time: fallback },
          { channel: 'sms', fallback_time: fallback },
        ],
      };
      const reply = await rig.call('/v1/omnichannel', { body, authorization });
      assert.equal(reply.status, 200, reply.text);
      return rig.accepted.at(-1)?.plan.map(({ fallbackAfterMs }) => fallbackAfterMs);
    };
    assert.deepEqual(await times(1), [1_000, 1_000]);
    assert.deepEqual(await times('600'), [600_000, 600_000]);
    assert.deepEqual(await times(86_400), [86_400_000, 86_400_000]);
    assert.deepEqual(await times(undefined), [300_000, 86_400_000]);
    assert.deepEqual(await times(600, basic('MS')), [600, 600]);
  });

  test('is called back at its own URL, else at that of the account, in the way that the account chose', async (t) => {
    const settings = { callbackUrl: 'https://example.com/account', callbackMethod: 'GET' as const };
    const rig = await httpRig(t, { account: { settings } });
    await post(rig, SMS);
    await post(rig, { ...SMS, callback_url: 'http://example.com/own?a=b' });
    assert.deepEqual(
      rig.accepted.map(({ callback }) => callback),
      [
        { url: 'https://example.com/account', method: 'GET' },
        { url: 'http://example.com/own?a=b', method: 'GET' },
      ],
    );
  });

  test('goes out from the sender that it names, or from the default for its destination', async (t) => {
    const senders = [
      { sender: '4915700000001', defaultFor: ['DE', 'AT'] },
      { sender: 'ACME', defaultFor: ['*'] },
      { sender: '12345', defaultFor: [] },
    ];
    const rig = await httpRig(t, { account: { senders } });
    const senderOf = async (changes: object) => {
      assert.equal((await post(rig, { ...BOTH, ...changes })).status, 200);
      return rig.accepted.at(-1)?.plan.map(({ sender }) => sender);
    };
    assert.deepEqual(await senderOf({}), [null, '4915700000001']);
    assert.deepEqual(await senderOf({ phone_number: '447400123456' }), [null, 'ACME']);
    assert.deepEqual(await senderOf({ sender_id: '12345' }), [null, '12345']);
  });

  test('is stopped by opt-outs whatever its type when the account says so', async (t) => {
    const rig = await httpRig(t, { account: { settings: { optOutStopsAll: true } } });
    await post(rig, { ...SMS, message_type: 'OTP' });
    assert.equal(rig.accepted[0]?.optOutApplies, true);
  });
});

describe('a message that is refused', () => {
  const wrong = (changes: object): object => ({ ...BOTH, ...changes });
  const card = (changes: object): object =>
    wrong({ message: { sms: TEXT, rcs: { ...CARD, parameters: { ...CARD.parameters, ...changes } } } });
  const rows: ReadonlyArray<readonly [string, unknown, number, RegExp]> = [
    ['without channels', wrong({ channels: undefined }), 3300, /channels/],
    ['with an empty list of channels', wrong({ channels: [] }), 3300, /channels/],
    ['with an entry without channel', wrong({ channels: [{ fallback_time: 1 }] }), 3301, /channels\[0\]\.channel/],
    ['with channels that are no list', wrong({ channels: 'rcs' }), 3113, /channels/],
    ['with a channel that is no object', wrong({ channels: ['rcs'] }), 3113, /channels\[0\]/],
    ['with an unknown channel', wrong({ channels: [{ channel: 'fax' }] }), 3113, /channels\[0\]\.channel.*rcs or sms/],
    ['with voice, which is no channel here', wrong({ channels: [{ channel: 'voice' }] }), 3113, /rcs or sms/],
    ['with one channel twice', wrong({ channels: [{ channel: 'sms' }, { channel: 'sms' }] }), 3113, /twice/],
    ['without recipient', wrong({ phone_number: undefined }), 3302, /phone_number/],
    ['with an empty recipient', wrong({ phone_number: '' }), 3302, /phone_number/],
    ['with letters in the recipient', wrong({ phone_number: '49151x' }), 3101, /phone_number/],
    ['with blanks in the recipient', wrong({ phone_number: '49 15112345678' }), 3101, /phone_number/],
    ['with a recipient that is too short', wrong({ phone_number: '4911' }), 3101, /phone_number/],
    ['with a number for a recipient', wrong({ phone_number: 4915112345678 }), 3101, /phone_number/],
    [
      'with a wrong inner recipient',
      wrong({ phone_number: undefined, recipient: { phone_number: '1' } }),
      3101,
      /recipient\.phone_number/,
    ],
    ['with two recipients', wrong({ recipient: { phone_number: '4915112345679' } }), 3110, /recipient\.phone_number/],
    ['with a recipient that is no object', wrong({ recipient: '4915112345678' }), 3110, /recipient/],
    ['without message', wrong({ message: undefined }), 3303, /message/],
    ['without the content of a listed channel', wrong({ message: { rcs: CARD } }), 3303, /message\.sms/],
    ['with an empty message', wrong({ message: {} }), 3303, /message\.rcs/],
    ['with a default that is no object', wrong({ message: { default: 'Hi' } }), 3110, /message\.default/],
    [
      'with a card as the default',
      wrong({ message: { default: CARD } }),
      3112,
      /message\.default\.template.*allowed is text/,
    ],
    [
      'with a default without text',
      wrong({ message: { rcs: CARD, default: { template: 'text', parameters: {} } } }),
      3305,
      /message\.default\.parameters\.text/,
    ],
    [
      'with a default that is too long for RCS',
      wrong({ message: { sms: TEXT, default: { parameters: { text: 'x'.repeat(3073) } } } }),
      3110,
      /message\.default\.parameters\.text.*3072/,
    ],
    ['with a message that is no object', wrong({ message: 'Hello' }), 3110, /message/],
    ['without message_type', wrong({ message_type: undefined }), 3304, /message_type/],
    ['with an unknown message_type', wrong({ message_type: 'mkt' }), 3102, /message_type.*ARN, MKT or OTP/],
    ['with an external_id of 101 characters', wrong({ external_id: 'x'.repeat(101) }), 3103, /external_id/],
    ['with an external_id that is not ASCII', wrong({ external_id: 'Müller' }), 3103, /external_id/],
    ['with a number for an external_id', wrong({ external_id: 17 }), 3103, /external_id/],
    ['with an unknown account_lifecycle_event', wrong({ account_lifecycle_event: 'born' }), 3104, /sign-in/],
    ['with an originating_ip that is none', wrong({ originating_ip: '1.2.3' }), 3105, /originating_ip/],
    ['with an empty callback_url', wrong({ callback_url: '' }), 3106, /callback_url/],
    ['with a callback_url of another scheme', wrong({ callback_url: 'ftp://example.com' }), 3106, /http/],
    ['with a sender that is not registered', wrong({ sender_id: 'ACME' }), 3109, /sender_id/],
    [
      'with an unknown RCS template',
      wrong({ message: { rcs: { template: 'hologram' }, sms: TEXT } }),
      3112,
      /message\.rcs\.template/,
    ],
    [
      'without an RCS template',
      wrong({ message: { rcs: { parameters: {} }, sms: TEXT } }),
      3110,
      /message\.rcs\.template/,
    ],
    [
      'with an unknown SMS template',
      wrong({ message: { rcs: CARD, sms: { template: 'x' } } }),
      3112,
      /message\.sms\.template/,
    ],
    [
      'without parameters',
      wrong({ message: { rcs: CARD, sms: { template: 'text' } } }),
      3305,
      /message\.sms\.parameters/,
    ],
    [
      'with an empty text',
      wrong({ message: { rcs: CARD, sms: { parameters: { text: '' } } } }),
      3305,
      /message\.sms\.parameters\.text/,
    ],
    [
      'with a text that is none',
      wrong({ message: { rcs: CARD, sms: { parameters: { text: 5 } } } }),
      3110,
      /message\.sms\.parameters\.text/,
    ],
    [
      'with a text of 11 parts',
      wrong({ message: { rcs: CARD, sms: { parameters: { text: 'x'.repeat(1600) } } } }),
      3110,
      /10 parts/,
    ],
    [
      'with an RCS text that is too long',
      wrong({ message: { sms: TEXT, rcs: { template: 'text', parameters: { text: 'x'.repeat(3073) } } } }),
      3110,
      /3072/,
    ],
    ['without dial_payload', card({ dial_payload: undefined }), 3305, /message\.rcs\.parameters\.dial_payload/],
    ['with an over-long dial_payload', card({ dial_payload: 'x'.repeat(2049) }), 3110, /2048/],
    ['without dial_text', card({ dial_text: undefined }), 3305, /dial_text/],
    ['with an over-long dial_text', card({ dial_text: 'x'.repeat(26) }), 3110, /25/],
    ['without media_url', card({ media_url: undefined }), 3305, /media_url/],
    ['with a media_url that is no web address', card({ media_url: 'file:///etc/passwd' }), 3110, /media_url/],
    ['without phone_number_to_dial', card({ phone_number_to_dial: undefined }), 3305, /phone_number_to_dial/],
    ['with a phone_number_to_dial that is none', card({ phone_number_to_dial: 'call' }), 3101, /phone_number_to_dial/],
    [
      'with a fallback_time of 0',
      wrong({ channels: [{ channel: 'sms', fallback_time: 0 }] }),
      3110,
      /channels\[0\]\.fallback_time.*86400/,
    ],
    [
      'with a fallback_time of a week',
      wrong({ channels: [{ channel: 'sms', fallback_time: 604800 }] }),
      3110,
      /fallback_time/,
    ],
    [
      'with half a second of fallback_time',
      wrong({ channels: [{ channel: 'sms', fallback_time: 0.5 }] }),
      3110,
      /fallback_time/,
    ],
    [
      'with words for a fallback_time',
      wrong({ channels: [{ channel: 'sms', fallback_time: 'soon' }] }),
      3110,
      /fallback_time/,
    ],
    ['that is no JSON', '{"channels": [', 3110, /not JSON/],
    ['that is a list', '[]', 3110, /JSON object/],
    ['that is a form', 'channels=rcs&phone_number=4915112345678', 3110, /not JSON/],
    ['that is empty', '', 3110, /empty/],
    ['that is not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), 3110, /UTF-8/],
    ['with U+0000 in a text', JSON.stringify(SMS).replace('Call us', 'Call\\u0000us'), 3110, /U\+0000/],
    ['with half of a surrogate pair', JSON.stringify(SMS).replace('Call us', '\\ud83d'), 3110, /surrogate/],
    ['of more than 10 KB', JSON.stringify({ ...SMS, padding: 'x'.repeat(10 * 1024) }), 3116, /10240/],
  ];
  test('gets the code of its fault and the name of the field', async (t) => {
    const rig = await httpRig(t);
    for (const [name, body, code, description] of rows) {
      const reply = await post(rig, body, { 'content-type': 'application/json' });
      assert.equal(reply.status, 400, name);
      assert.equal(reply.code, code, `${name}: ${reply.text}`);
      assert.match(reply.description ?? '', description, name);
    }
    assert.deepEqual(rig.accepted, []);
  });

  test('because RCS is not enabled: 401 3400, and only when RCS is listed', async (t) => {
    const rig = await httpRig(t, { account: { products: [] } });
    const reply = await post(rig, BOTH);
    assert.deepEqual([reply.status, reply.code], [401, 3400]);
    assert.equal((await post(rig, { ...BOTH, channels: [{ channel: 'sms' }] })).status, 200);
  });

  test('because a trial account has not verified the number: 3071', async (t) => {
    const rig = await httpRig(t, { account: { kind: 'trial', verifiedNumbers: ['4915112345678'] } });
    const reply = await post(rig, { ...SMS, phone_number: '4915112345679' });
    assert.deepEqual([reply.status, reply.code], [400, 3071]);
    assert.equal((await post(rig, { ...SMS, phone_number: '+4915112345678' })).status, 200);
  });

  test('because the number is possible but not valid, on an account that asks for validity: 3101', async (t) => {
    const rig = await httpRig(t);
    await addAccount(rig.db, { id: 'STRICT', settings: { strictNumbers: true } }, rig.clock.now());
    const body = { ...SMS, phone_number: '15555551212' };
    assert.equal((await post(rig, body)).status, 200);
    const reply = await rig.call('/v1/omnichannel', { body, authorization: basic('STRICT') });
    assert.deepEqual([reply.status, reply.code], [400, 3101]);
  });

  test('because the account may not send to that country: 3037', async (t) => {
    const rig = await httpRig(t, { account: { settings: { allowedCountries: ['DE', 'AT'] } } });
    assert.equal((await post(rig, SMS)).status, 200);
    const reply = await post(rig, { ...SMS, phone_number: '18765551234' });
    assert.deepEqual([reply.status, reply.code], [400, 3037]);
    assert.match(reply.description ?? '', /JM/);
  });

  test('because storage is down: 503 3500, never 200', async (t) => {
    const rig = await httpRig(t);
    rig.acceptWith(() => Promise.reject(new StoreDown('gone')));
    const reply = await post(rig, SMS);
    assert.deepEqual([reply.status, reply.code], [503, 3500]);
    assert.ok(reply.headers['retry-after']);
    rig.acceptWith(() => Promise.reject(new Error('a fault of ours: 4915112345678')));
    const failed = await post(rig, SMS);
    assert.deepEqual([failed.status, failed.code], [500, 3500]);
    assert.doesNotMatch(failed.text, /fault of ours|4915/);
  });
});

describe('too many messages to one number', () => {
  async function limited(t: TestContext): Promise<HttpRig> {
    return httpRig(t, { now: Date.UTC(2026, 0, 1, 12), limits: { perNumberPerMinute: 3, perNumberPerDay: 5 } });
  }

  test('are refused with 3205 until the minute, then until the day is over', async (t) => {
    const rig = await limited(t);
    const send = async () => (await post(rig, SMS)).code;
    assert.deepEqual([await send(), await send(), await send()], [3001, 3001, 3001]);
    const fourth = await post(rig, SMS);
    assert.deepEqual([fourth.status, fourth.code, fourth.headers['retry-after']], [429, 3205, '60']);
    assert.match(fourth.description ?? '', /3 per minute/);
    assert.equal((await post(rig, { ...SMS, phone_number: '4915112345679' })).code, 3001, 'another number');
    await rig.clock.advance(60_000);
    assert.deepEqual([await send(), await send(), await send()], [3001, 3001, 3205]);
    await rig.clock.advance(12 * 3_600_000);
    assert.equal(await send(), 3001);
  });

  test('count over nodes from the second one on, and cost no query before', async (t) => {
    const rig = await limited(t);
    await post(rig, SMS);
    const before = rig.statements();
    for (let n = 0; n < 10; n += 1) await post(rig, { ...SMS, phone_number: `491511234500${n}` });
    assert.equal(rig.statements(), before);
    await post(rig, SMS);
    const { rows } = await rig.db.query<{ used: number }>('select used from counters order by name');
    assert.deepEqual(rows, [{ used: 2 }, { used: 2 }]);
  });

  test('an account may have limits of its own, or none', async (t) => {
    const rig = await limited(t);
    await addAccount(rig.db, { id: 'FREE', settings: { perNumberPerMinute: 0, perNumberPerDay: 0 } }, rig.clock.now());
    await addAccount(rig.db, { id: 'ONE', settings: { perNumberPerMinute: 1 } }, rig.clock.now());
    const codes = async (id: string) => {
      const replies: unknown[] = [];
      for (let n = 0; n < 4; n += 1) {
        replies.push((await rig.call('/v1/omnichannel', { body: SMS, authorization: basic(id) })).code);
      }
      return replies;
    };
    assert.deepEqual(await codes('FREE'), [3001, 3001, 3001, 3001]);
    assert.deepEqual(await codes('ONE'), [3001, 3205, 3205, 3205]);
  });
});

describe('looking a message up', () => {
  test('shows the body that its callbacks have', async (t) => {
    const rig = await httpRig(t);
    const { reference_id: reference } = (await post(rig, { ...BOTH, external_id: 'x' })).json;
    const reply = await rig.call(`/v1/omnichannel/${reference}`);
    assert.equal(reply.status, 200);
    assert.deepEqual(Object.keys(reply.json), ['reference_id', 'external_id', 'status', 'channel_status']);
    assert.equal(reply.json.reference_id, reference);
    assert.equal(reply.code, 3001);
    assert.equal((await rig.call(`/v1/omnichannel/${String(reference).toLowerCase()}`)).status, 200);
  });

  test('is 404 3404 for what is unknown or of another account, 400 3311 for what is no reference', async (t) => {
    const rig = await httpRig(t);
    await addAccount(rig.db, { id: 'OTHER' }, rig.clock.now());
    const { reference_id: reference } = (await post(rig, SMS)).json;
    const codes = [
      await rig.call('/v1/omnichannel/00000000000000000000000000000000'),
      await rig.call('/v1/omnichannel/not-a-reference'),
      await rig.call(`/v1/omnichannel/${reference}`, { authorization: basic('OTHER') }),
    ].map(({ status, code }) => [status, code]);
    assert.deepEqual(codes, [
      [404, 3404],
      [400, 3311],
      [404, 3404],
    ]);
  });
});
