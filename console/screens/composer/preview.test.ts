import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentMessage } from '../../../src/carriers/rcs/agent-message.ts';
import { readAgentMessage } from '../../../src/carriers/rcs/simulator-message.ts';
import { readContent } from '../../../src/operations/templates/templates.ts';
import { EXAMPLES } from './examples.ts';
import type { Values } from './form-field.ts';
import { operationNamed } from './operations.ts';
import { previewOf } from './preview.ts';
import { requestOf } from './request.ts';

const STYLE = {
  horizontal_image_alignment: 'LEFT',
  media_height: 'MEDIUM',
  message_traffic_type: { otp: 'AUTHENTICATION', arn: 'TRANSACTION', mkt: 'PROMOTION' },
} as const;

const RCS = 'message.rcs.parameters';
const BESIDE: Values = {
  'message.rcs.suggestions.0.type': 'calendar',
  'message.rcs.suggestions.0.text': 'Note it',
  'message.rcs.suggestions.0.payload': 'note',
  'message.rcs.suggestions.0.title': 'Fitting',
  'message.rcs.suggestions.0.start_time': '2026-03-01T10:00:00.000Z',
  'message.rcs.suggestions.0.end_time': '2026-03-01T11:00:00.000Z',
  'message.rcs.suggestions.1.type': 'location',
  'message.rcs.suggestions.1.text': 'Where',
  'message.rcs.suggestions.1.payload': 'where',
  'message.rcs.suggestions.1.latitude': '52.5163',
  'message.rcs.suggestions.1.longitude': '13.3777',
  'message.rcs.suggestions.2.type': 'dial',
  'message.rcs.suggestions.2.text': 'Call',
  'message.rcs.suggestions.2.payload': 'call',
  'message.rcs.suggestions.2.phone_number': '+4930123456',
};
/** What every template may need. */
const EVERYTHING: Values = {
  [`${RCS}.text`]: 'Hello',
  [`${RCS}.title`]: 'Shoes',
  [`${RCS}.url`]: 'https://shop.example/17',
  [`${RCS}.url_text`]: 'Buy',
  [`${RCS}.url_payload`]: 'buy',
  [`${RCS}.media_url`]: 'https://example.com/a.jpg',
  [`${RCS}.media_height`]: 'TALL',
  [`${RCS}.dial_text`]: 'Call us',
  [`${RCS}.dial_payload`]: 'call',
  [`${RCS}.phone_number_to_dial`]: '+4930123456',
  [`${RCS}.latitude`]: '52.5163',
  [`${RCS}.longitude`]: '13.3777',
  [`${RCS}.cards.0.title`]: 'One',
  [`${RCS}.cards.0.media_url`]: 'https://example.com/a.jpg',
  [`${RCS}.cards.0.media_height`]: 'SHORT',
  [`${RCS}.cards.1.description`]: 'Two',
  [`${RCS}.button_text_1`]: 'Yes',
  [`${RCS}.button_payload_1`]: 'yes',
  [`${RCS}.button_text_2`]: 'No',
  [`${RCS}.button_payload_2`]: 'no',
  [`${RCS}.button_text_3`]: 'Perhaps',
  [`${RCS}.button_payload_3`]: 'perhaps',
};

/** What the simulated phone reads of it, by way of the gateway's own code. */
function readByPhone(values: Values) {
  const { body } = requestOf({ operation: operationNamed('omnichannel'), values });
  const contents = (body as { message: Record<string, unknown> }).message;
  const content = readContent(contents, 'rcs', { countSmsParts: () => 1 });
  const message = agentMessage({ content, messageType: 'ARN', validUntil: 60_000 }, STYLE, 0);
  const read = readAgentMessage(Buffer.from(JSON.stringify(message)));
  return typeof read === 'string' ? assert.fail(read) : read.content;
}

function drawn(values: Values) {
  const [first] = previewOf({ operation: operationNamed('omnichannel'), values })?.shown ?? [];
  return first?.by === 'rcs' ? first.content : assert.fail('nothing by RCS');
}

const TEMPLATES = operationNamed('omnichannel')
  .groups({ 'channels.0.channel': 'rcs' })
  .flatMap(({ fields }) => fields)
  .find(({ path }) => path === 'message.rcs.template')
  ?.options?.map(({ value }) => value)
  .filter((value) => value !== '' && value !== 'my_template');

test('each template is drawn as the phone reads it', () => {
  assert.equal(TEMPLATES?.length, 14);
  for (const template of TEMPLATES ?? []) {
    const values = { ...EVERYTHING, 'channels.0.channel': 'rcs', 'message.rcs.template': template };
    assert.deepEqual(drawn(values), readByPhone(values), template);
    assert.deepEqual(drawn({ ...values, ...BESIDE }), readByPhone({ ...values, ...BESIDE }), `${template} with more`);
  }
});

test('a card with the picture beside the words, and each example, too', () => {
  const beside = { ...EVERYTHING, 'message.rcs.template': 'rich_card', [`${RCS}.orientation`]: 'HORIZONTAL' };
  assert.deepEqual(drawn(beside), readByPhone(beside));
  for (const { operation, values, label } of EXAMPLES) {
    if (operation === 'omnichannel') assert.deepEqual(drawn(values), readByPhone(values), label);
  }
});

test('what somebody has only begun is drawn', () => {
  for (const template of TEMPLATES ?? []) assert.ok(drawn({ 'message.rcs.template': template }), template);
});

test('codes stand where they are put', () => {
  const shown = (name: string, values: Values) => previewOf({ operation: operationNamed(name), values })?.shown;
  assert.deepEqual(shown('verify_sms', { verify_code: '0471', template: 'Code $$CODE$$.' }), [
    { by: 'sms', text: 'Code 0471.' },
  ]);
  assert.deepEqual(shown('verify_sms', { language: 'de', transaction_amount: '5 €', transaction_payee: 'ACME' }), [
    { by: 'sms', text: 'Ihr Code für die Zahlung von 5 € an ACME lautet: 12345.' },
  ]);
  assert.deepEqual(shown('verify_call', { verify_code: '12345' }), [
    { by: 'voice', text: 'Hello. Your verification code is: 12345.' },
  ]);
  assert.deepEqual(
    shown('verification', { 'verification_policy.0.method': 'sms', 'verification_policy.1.method': 'voice' })?.map(
      ({ by }) => by,
    ),
    ['sms', 'voice'],
  );
});
