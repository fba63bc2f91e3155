/** What callers send as bodies: JSON and forms, and the fields of every operation. */
import assert from 'node:assert/strict';
import { Refusal } from '../../../src/errors.ts';
import type { JsonObject } from '../../../src/lib/json.ts';
import { readTemplate } from '../../../src/operations/account-templates/schema.ts';
import { readCheckList } from '../../../src/operations/check-capability/schema.ts';
import { readJsonObject } from '../../../src/operations/json-body.ts';
import { readConsent, readQuestions } from '../../../src/operations/look-up-number/questions.ts';
import { readLookUp } from '../../../src/operations/look-up-number/schema.ts';
import { readOpenSession } from '../../../src/operations/masking-session/schema.ts';
import { readVerification } from '../../../src/operations/place-verification-call/schema.ts';
import { readFields, readForm } from '../../../src/operations/request-body.ts';
import { sendAtIn } from '../../../src/operations/send-at.ts';
import { readCodeText } from '../../../src/operations/send-code-text/schema.ts';
import { readSendMessage } from '../../../src/operations/send-message/schema.ts';
import { readSendText } from '../../../src/operations/send-text/schema.ts';
import { placeholdersOf } from '../../../src/operations/templates/placeholders.ts';
import { keptName, readContent } from '../../../src/operations/templates/templates.ts';
import { readBeginVerification, readChangeVerification } from '../../../src/operations/verification/schema.ts';
import { createNumbering } from '../../../src/sources/numbering/numbering.ts';
import { ADD_ONS } from '../../../src/sources/source.ts';
import { checkText } from '../../../src/speech/text.ts';
import type { Account } from '../../../src/store/accounts/account.ts';
import { assertBounded, assertStorable, orDeclared, type Target } from '../target.ts';

const MESSAGE = {
  channels: [{ channel: 'rcs', fallback_time: 60 }, { channel: 'sms' }],
  phone_number: '4915112345678',
  recipient: { phone_number: '+4915112345678' },
  message: {
    rcs: {
      template: 'rc_dial_action_vertical',
      parameters: {
        dial_payload: 'p',
        dial_text: 'Call',
        media_url: 'https://example.org/a.png',
        phone_number_to_dial: '4930123456',
      },
    },
    sms: { template: 'text', parameters: { text: 'Hello' } },
  },
  message_type: 'ARN',
  external_id: 'x',
  callback_url: 'https://example.org/callback',
  account_lifecycle_event: 'create',
  originating_ip: '203.0.113.5',
};
const CALL = {
  phone_number: '4915112345678',
  verify_code: '1234',
  language: 'en-US',
  tts_message: 'Your code is $$CODE$$',
  extension_type: '1',
  extension_template: '12,#',
  caller_id: '4930123456',
  pressx: '1',
  callback_url: 'https://example.org/callback',
};
const TEXT = { phone_number: '4915112345678', message: 'Hello', message_type: 'ARN', sender_id: '4915700000001' };
const CODE_TEXT = {
  phone_number: '4915112345678',
  verify_code: '1234',
  template: '$$PAYEE$$ $$AMOUNT$$: $$CODE$$',
  transaction_amount: '5 EUR',
  transaction_payee: 'ACME',
  language: 'de-DE',
  sim_swap_check: 'true',
};
const SESSION = {
  phone_number_1: '4915112345678',
  phone_number_2: '4915112345679',
  validity_period: 24,
  external_id: 'x',
  callback_url: 'https://example.org/callback',
};
const LOOK_UP = {
  phone_number: '4915112345678',
  addons: { contact: {}, age_verify: { age_threshold: 18 } },
  consent: { method: 1, timestamp: '2026-01-01T00:00:00Z' },
  external_id: 'x',
};
const LABEL = { text: 'Do', payload: 'p' };
const CAROUSEL = {
  template: 'carousel',
  parameters: {
    width: 'SMALL',
    cards: [
      {
        title: 'A',
        media_url: 'https://example.org/a.png',
        media_height: 'SHORT',
        suggestions: [{ ...LABEL, type: 'reply' }],
      },
      {
        description: 'B',
        suggestions: [{ ...LABEL, type: 'location', latitude: '52.5', longitude: 13.4, label: 'x' }],
      },
    ],
  },
  suggestions: [
    { ...LABEL, type: 'url', url: 'https://example.org', view: 'FULL' },
    { ...LABEL, type: 'dial', phone_number: '4930123456' },
    {
      ...LABEL,
      type: 'calendar',
      start_time: '2026-03-01T10:00:00Z',
      end_time: '2026-03-01T11:00:00Z',
      title: 'T',
      description: 'D',
    },
  ],
};
const TEMPLATE = {
  name: 'order_shipped',
  type: 'standard',
  channel: 'rcs',
  content: [
    { header: { type: 'image', url: 'https://example.org/{{1}}' } },
    { body: { type: 'text', text: 'Hi {{1}}, {{ name }}', sample_text: ['a', 'b'] } },
    { suggested_action: [{ action_type: 'url_dynamic', button_text: 'Go', url: '{{link}}' }] },
    { suggested_reply: { buttons: [{ button_text: 'Yes' }] } },
    { suggestions: CAROUSEL.suggestions },
  ],
  category: 'utility',
  language: 'en_US',
};
const TEMPLATES = [
  TEMPLATE,
  { ...TEMPLATE, content: [{ carousel: CAROUSEL.parameters }] },
  { ...TEMPLATE, channel: 'sms', content: { body: { text: 'Hi {{}}' } } },
].map((each) => JSON.stringify(each));
const NUMBERS = { phone_numbers: ['4915112345678', '+4915112345679', 'x', 7, null], agent_id: 'a@rbm.goog' };
const VERIFICATION = {
  recipient: { phone_number: '4915112345678', email: 'anna@example.org' },
  verification_policy: [{ method: 'push' }, { method: 'sms', fallback_time: 60 }, { method: 'voice' }],
  security_factor: '123456',
  message_template: { name: 'bank_login' },
  voice_lang: 'en-US',
  external_id: 'x',
  callback_url: 'https://example.org/callback',
};
const CHANGE = { action: 'finalize', security_factor: '123456' };
const BODIES = [
  MESSAGE,
  { ...MESSAGE, message: { ...MESSAGE.message, rcs: CAROUSEL } },
  CALL,
  SESSION,
  LOOK_UP,
  NUMBERS,
].map((each) => JSON.stringify(each));
const FORMS = [CALL, { ...SESSION, validity_period: '24' }].map((each) => new URLSearchParams(each).toString());
const WORDS = [
  ...[
    'null',
    'true',
    '[]',
    '{}',
    '""',
    '1e3',
    '{"toString":1}',
    '{"valueOf":null,"toString":null}',
    '\\u0000',
    '\\ud800',
  ],
  ...[
    '"phone_number":',
    '"message":',
    '"channels":',
    '"channel":"sms"',
    '%00',
    '%F6',
    '%ED%A0%80',
    '+',
    '&',
    '=',
    '\ufeff',
  ],
];

function readJson(input: Buffer): void {
  const object = orDeclared(Refusal, () => readJsonObject(input));
  if (object === null) return;
  assertStorable(object, 'body');
  assertBounded(object, input, 'body');
}

function readFormBody(input: Buffer): void {
  for (const read of [() => readForm(input), () => readFields({ contentType: '', body: input })]) {
    const fields = orDeclared(Refusal, read);
    if (fields === null) continue;
    assertStorable(fields, 'form');
    assertBounded(fields, input, 'form');
  }
}

/** What an operation makes of a body can be written down, whatever was asked. */
function operation(read: (body: JsonObject, input: Buffer) => unknown): (input: Buffer) => void {
  return (input) => {
    const body = orDeclared(Refusal, () => readFields({ contentType: 'application/json', body: input }));
    if (body === null) return;
    const request = orDeclared(Refusal, () => read(body, input));
    if (request === null) return;
    const plain = request instanceof Map ? [...request] : request;
    assert.ok(JSON.stringify(plain).length <= 4_000 + 20 * input.length);
    assertStorable(request, 'request');
  };
}

const ACCOUNT = { id: 'a', settings: {}, addons: ADD_ONS } as unknown as Account;
const NUMBER = createNumbering().describe('4915112345678') ?? assert.fail();

const LANGUAGES = {
  resolveLanguage: (tag: string) => (/^(en|de)(-[A-Z]{2})?$/.test(tag) ? tag.slice(0, 2) : null),
  checkText: (_: string, text: string | null) => (text === null ? null : checkText(text)),
};

const inJson = (name: string) => (text: string) => JSON.stringify({ ...MESSAGE, ...CALL, ...SESSION, [name]: text });

function lookUpOf(input: Buffer): unknown {
  const request = readLookUp('application/json', input);
  return [request, readQuestions(request, ACCOUNT, NUMBER), readConsent(request)];
}

const PARTS = { countSmsParts: (text: string) => Math.ceil(text.length / 153) };

function keepAndUse(body: JsonObject): unknown {
  const kept = readTemplate(body, PARTS);
  const template = { ...kept, accountId: 'a', id: '01900000-0000-7000-8000-000000000001', createdAt: 0 };
  const parameters = Object.fromEntries(placeholdersOf(kept.content).map((name) => [name, 'x{{1}}']));
  const message = { [kept.channel]: { template: kept.name, parameters } };
  const reading = { ...PARTS, kept: new Map([[keptName(kept.channel, kept.name), template]]) };
  return [kept, orDeclared(Refusal, () => readContent(message, kept.channel, reading))];
}

export const BODY_TARGETS: readonly Target[] = [
  {
    name: 'body-json',
    about: 'bodies in JSON',
    samples: BODIES,
    words: WORDS,
    read: readJson,
    files: ['src/operations/json-body.ts'],
    around: [
      (text) => text,
      (text) => JSON.stringify({ a: `\\${text}` }),
      (text) => '['.repeat(text.length),
      inJson('x'),
    ],
    perCharacter: 200,
  },
  {
    name: 'body-form',
    about: 'bodies as forms, and bodies that do not say what they are',
    samples: [...FORMS, ...BODIES],
    words: WORDS,
    read: readFormBody,
    files: ['src/operations/request-body.ts'],
    around: [
      (text) => text,
      (text) => `a=${text}`,
      (text) => '%41'.repeat(text.length / 3),
      (text) => 'a&'.repeat(text.length / 2),
    ],
    perCharacter: 200,
  },
  {
    name: 'body-message',
    about: 'POST /v1/omnichannel',
    samples: BODIES,
    words: WORDS,
    read: operation((body) => readSendMessage(body, {}, { countSmsParts: (text) => Math.ceil(text.length / 153) })),
    files: [
      'src/operations/send-message/schema.ts',
      ...['cards', 'fields', 'suggestions', 'templates'].map((name) => `src/operations/templates/${name}.ts`),
    ],
    around: [
      ...['callback_url', 'external_id', 'phone_number', 'message_type', 'originating_ip'].map(inJson),
      (text) => JSON.stringify({ ...MESSAGE, message: { default: { parameters: { text } } } }),
      (text) => JSON.stringify({ ...MESSAGE, message: { rcs: { template: 'media', parameters: { url: text } } } }),
      (text) =>
        JSON.stringify({
          ...MESSAGE,
          message: { rcs: { ...CAROUSEL, suggestions: [{ type: 'url', text, payload: text, url: text }] } },
        }),
      (text) =>
        JSON.stringify({ ...MESSAGE, channels: Array.from({ length: text.length / 16 }, () => ({ channel: 'x' })) }),
    ],
    perCharacter: 200,
  },
  {
    name: 'body-template',
    about: 'POST /v1/omnichannel/templates, and a message that names what was kept',
    samples: TEMPLATES,
    words: [...WORDS, '{{', '}}', '{{1}}', '{{}}', '"content":', '"body":', '"rich_card":'],
    read: operation(keepAndUse),
    files: [
      'src/operations/account-templates/schema.ts',
      ...['own-content', 'placeholders'].map((name) => `src/operations/templates/${name}.ts`),
    ],
    around: [
      (text) => JSON.stringify({ ...TEMPLATE, content: { body: { text } } }),
      (text) => JSON.stringify({ ...TEMPLATE, content: { body: { text: `{{${text}}}` } } }),
      (text) => JSON.stringify({ ...TEMPLATE, name: text, language: text }),
    ],
    perCharacter: 400,
  },
  {
    name: 'body-call',
    about: 'POST /v1/verify/call',
    samples: [...BODIES, ...FORMS],
    words: WORDS,
    read: operation((body) => readVerification(body, {}, LANGUAGES)),
    files: ['src/operations/place-verification-call/schema.ts'],
    around: ['tts_message', 'verify_code', 'extension_template', 'caller_id', 'language', 'pressx'].map(inJson),
    perCharacter: 200,
  },
  {
    name: 'body-text',
    about: 'POST /v1/messaging',
    samples: [JSON.stringify(TEXT), ...BODIES, ...FORMS],
    words: WORDS,
    read: operation((body) => ({ ...sendAtIn(body, Date.UTC(2026, 0, 1)), ...readSendText(body, {}) })),
    files: ['src/operations/send-text/schema.ts', 'src/operations/send-at.ts'],
    around: ['message', 'message_type', 'sender_id', 'callback_url', 'external_id', 'send_at'].map(
      (name) => (text) => JSON.stringify({ ...TEXT, [name]: text }),
    ),
    perCharacter: 200,
  },
  {
    name: 'body-code-text',
    about: 'POST /v1/verify/sms',
    samples: [JSON.stringify(CODE_TEXT), ...BODIES, ...FORMS],
    words: [...WORDS, '$$CODE$$', '$$AMOUNT$$', '$$PAYEE$$', '"template":', '"transaction_amount":'],
    read: operation((body) => readCodeText(body, { longCodeTexts: true })),
    files: ['src/operations/send-code-text/schema.ts'],
    around: ['template', 'verify_code', 'transaction_amount', 'transaction_payee', 'language', 'sim_swap_check'].map(
      (name) => (text) => JSON.stringify({ ...CODE_TEXT, [name]: text }),
    ),
    perCharacter: 200,
  },
  {
    name: 'body-verification',
    about: 'POST /verification, and PATCH of one',
    samples: [VERIFICATION, CHANGE, { action: 'cancel' }].map((each) => JSON.stringify(each)),
    words: [...WORDS, '"recipient":', '"verification_policy":', '"method":"sms"', '"action":'],
    read: operation((body) => [
      orDeclared(Refusal, () => readBeginVerification(body, {}, LANGUAGES)),
      orDeclared(Refusal, () => readChangeVerification(body)),
    ]),
    files: ['src/operations/verification/schema.ts'],
    around: [
      ...['security_factor', 'voice_lang', 'external_id', 'action'].map(
        (name) => (text: string) => JSON.stringify({ ...VERIFICATION, [name]: text }),
      ),
      (text) => JSON.stringify({ ...VERIFICATION, recipient: { phone_number: text, email: text } }),
      (text) => JSON.stringify({ ...VERIFICATION, message_template: { name: text } }),
      (text) =>
        JSON.stringify({
          ...VERIFICATION,
          verification_policy: Array.from({ length: text.length / 16 }, () => ({ method: 'sms' })),
        }),
    ],
    perCharacter: 400,
  },
  {
    name: 'body-session',
    about: 'POST /v1/anonymous/session',
    samples: BODIES,
    words: WORDS,
    read: operation((body) => readOpenSession(body, {})),
    files: ['src/operations/masking-session/schema.ts'],
    around: ['phone_number_1', 'validity_period', 'external_id'].map(inJson),
    perCharacter: 200,
  },
  {
    name: 'body-numbers',
    about: 'POST /capability/rcs',
    samples: [JSON.stringify(NUMBERS)],
    words: [...WORDS, '"phone_numbers":', '"agent_id":'],
    read: operation((body) => readCheckList(body, {})),
    files: ['src/operations/check-capability/schema.ts'],
    around: [
      (text) => JSON.stringify({ phone_numbers: [text], agent_id: text }),
      (text) => JSON.stringify({ phone_numbers: Array.from({ length: text.length / 4 }, () => '491') }),
    ],
    perCharacter: 400,
  },
  {
    name: 'body-look-up',
    about: 'POST /v1/phoneid',
    samples: [...BODIES, ...FORMS],
    words: WORDS,
    read: operation((_, input) => [
      lookUpOf(input),
      orDeclared(Refusal, () => readLookUp('application/x-www-form-urlencoded', input)),
    ]),
    files: ['src/operations/look-up-number/schema.ts'],
    around: [
      ...['phone_number', 'external_id'].map(inJson),
      (text) => JSON.stringify({ addons: Object.fromEntries([...text].map((sign, index) => [`${sign}${index}`, {}])) }),
    ],
    perCharacter: 200,
  },
];
