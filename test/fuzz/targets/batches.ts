/** One message for many recipients, as callers send it in. */
import assert from 'node:assert/strict';
import { Refusal } from '../../../src/errors.ts';
import { asJsonObject, type JsonObject } from '../../../src/lib/json.ts';
import { type BatchBody, beginReading, FIELD, LARGEST_ONCE } from '../../../src/operations/batch/body.ts';
import { readFrame, readRecipient } from '../../../src/operations/batch/schema.ts';
import { textOf } from '../../../src/operations/json-body.ts';
import { assertStorable, orDeclared, type Target } from '../target.ts';

const ONE = { phone_number: '4915112345678', parameters: { name: 'Ann', n: 7, link: 'https://example.org/1' } };
const BATCH = {
  channels: [{ channel: 'rcs', fallback_time: 60 }, { channel: 'sms' }],
  message: {
    rcs: {
      template: 'url_action',
      parameters: { text: 'Hi {{name}}', button_text: 'Open', button_payload: 'p{{n}}', url: '{{link}}' },
      suggestions: [{ type: 'reply', text: '{{ n }}', payload: 'r' }],
    },
    sms: { template: 'text', parameters: { text: 'Hi {{name}}: {{n}}' } },
  },
  message_type: 'ARN',
  external_id: 'x',
  recipients: [ONE, { ...ONE, external_id: 'y' }, { phone_number: '1' }],
};
const SAMPLES = [
  BATCH,
  { ...BATCH, recipients: [] },
  { recipients: [[], {}, '}]', ',', '\\"', null, [[',']]], more: { recipients: [1, 2] } },
  { recipients: { 0: ONE }, message: { default: { parameters: { text: '{{a}}' } } } },
].map((each) => JSON.stringify(each));
const LIMITS = { countSmsParts: (text: string) => Math.max(1, Math.ceil(text.length / 153)) };

/** In pieces it comes to what it comes to as a whole; what its messages say can be stored. */
function read(input: Buffer): void {
  const apart = orDeclared(Refusal, () => takeApart(input));
  const whole = wholeOf(input);
  if (apart && hasAll(apart)) assert.deepEqual(together(apart), whole);
  if (!apart)
    assert.ok(whole === null || input.length > LARGEST_ONCE || namesOf(input) > 1, 'refused, and is an object');
  if (!apart?.recipients) return;
  const { once, recipients } = apart;
  const frame = orDeclared(Refusal, () => readFrame(once, {}, LIMITS));
  if (!frame) return;
  for (let place = 0; place < recipients.count; place += 1) {
    const name = `${FIELD}[${place}]`;
    const taken = orDeclared(Refusal, () => {
      const recipient = readRecipient(recipients.at(place), name, {}, frame.contents.names);
      return [recipient, frame.contents.of(recipient.values, name)];
    });
    assertStorable(taken, 'recipient');
  }
}

function takeApart(input: Buffer): BatchBody {
  const reading = beginReading(input);
  while (reading.readOn());
  const parts = reading.parts();
  for (let place = 0; place < (parts.recipients?.count ?? 0); place += 1) parts.recipients?.at(place);
  return parts;
}

/** None is larger than is looked into. */
function hasAll({ recipients }: BatchBody): boolean {
  const count = recipients?.count ?? 0;
  return Array.from({ length: count }, (_, place) => recipients?.at(place)).every((each) => each !== null);
}

function together({ once, recipients }: BatchBody): JsonObject {
  if (!recipients) return once;
  return { ...once, [FIELD]: Array.from({ length: recipients.count }, (_, place) => recipients.at(place)?.value) };
}

/** Null: no object, or one that may not be stored. */
function wholeOf(input: Buffer): JsonObject | null {
  const text = orDeclared(Refusal, () => textOf(input));
  if (text === null) return null;
  try {
    const object = asJsonObject(JSON.parse(text));
    assertStorable(object, 'body');
    return object;
  } catch {
    return null;
  }
}

/** How often the name of the field stands there, however it is written. */
function namesOf(input: Buffer): number {
  return input.toString('latin1').split(/recipients|\\u/).length - 1;
}

export const BATCH_TARGETS: readonly Target[] = [
  {
    name: 'body-batch',
    about: 'POST /v1/omnichannel/batch, in pieces and as a whole',
    samples: SAMPLES,
    words: ['"recipients":', '"recipients":[', '"parameters":', '{{name}}', '[', ']', '{', '}', ',', '\\"', '\\u0000'],
    read,
    files: ['src/operations/batch/body.ts', 'src/operations/batch/schema.ts', 'src/operations/batch/contents.ts'],
    around: [
      (text) => JSON.stringify({ ...BATCH, recipients: [{ phone_number: text, external_id: text }] }),
      (text) => JSON.stringify({ ...BATCH, recipients: [{ ...ONE, parameters: { ...ONE.parameters, name: text } }] }),
      (text) => JSON.stringify({ ...BATCH, message: { sms: { parameters: { text } } } }),
      (text) => `{"recipients":[${text}]}`,
    ],
    perCharacter: 600,
  },
];
