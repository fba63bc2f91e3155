import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Refusal } from '../../errors.ts';
import { Turns } from '../../lib/turns.ts';
import type { AccountTemplate } from '../../store/accounts/templates.ts';
import { keptName } from '../templates/templates.ts';
import { beginReading, LARGEST_ONCE, LARGEST_RECIPIENT, takeApart } from './body.ts';
import { contentsOf } from './contents.ts';

const CHANNELS = [{ channel: 'sms', fallbackAfterMs: 1 }] as const;
const LIMITS = { countSmsParts: (text: string) => Math.ceil(text.length / 153) };
const turns = new Turns({ monotonic: () => 0 });

const apart = (text: string) => takeApart(Buffer.from(text), turns);

function refusedWith(of: string, said: RegExp): (error: unknown) => boolean {
  return (error) => error instanceof Refusal && error.case === of && said.test(JSON.stringify(error.values));
}

describe('a body that is taken apart', () => {
  test('has what is said once, and each recipient in its place, whatever is written in them', async () => {
    const recipients = [{ a: '],[{"\\"' }, [], '}', 7, null, { b: ['ä', { c: '\u2028' }] }];
    const text = JSON.stringify({ x: { recipients: [1, 2] }, recipients, last: 'recipients' }, null, 1);
    const { once, recipients: found } = await apart(`\ufeff${text}`);
    assert.deepEqual(once, { x: { recipients: [1, 2] }, last: 'recipients' });
    assert.deepEqual(
      recipients.map((_, place) => found?.at(place)?.value),
      recipients,
    );
    assert.equal(found?.count, recipients.length);
    assert.equal((await apart('{"recip\\u0069ents": [ 1 ]}')).recipients?.count, 1);
    assert.equal((await apart('{"recipients": [ ]}')).recipients?.count, 0);
    assert.deepEqual(await apart('{"recipients": "all"}'), { once: { recipients: 'all' }, recipients: null });
  });

  test('is refused where it lists more than a batch may have, before the rest is looked at', async () => {
    const some = `{"recipients":[${'0,'.repeat(9_999)}0]}`;
    assert.equal((await apart(some)).recipients?.count, 10_000);
    const wrong = refusedWith('value_invalid', /recipients.*1 to 10000/);
    await assert.rejects(apart(some.replace(']', ',0]')), wrong);
    const reading = beginReading(Buffer.from(`{"recipients":[${','.repeat(1024 * 1024)}`));
    assert.throws(() => reading.readOn(), wrong);
  });

  test('is refused where it is no JSON, as a whole or in one place, and where it is not said which list counts', async () => {
    for (const text of [
      '',
      '[]',
      '{"recipients":[1}',
      '{"recipients":[1]',
      '{"recipients":[1],}',
      '{"recipients" [1]}',
      '{"x":"recipients":[1]}',
      '{"recipients":[1],"recipients":[2]}',
      '{"recipients":[1],"recipients":null}',
    ]) {
      await assert.rejects(apart(text), refusedWith('body_malformed', /./), text);
    }
    for (const text of [
      '{"recipients":[1,]}',
      '{"recipients":[,1]}',
      '{"recipients":[{"a":1]]}',
      '{"recipients":["\\u0000",1]}',
    ]) {
      await assert.rejects(
        apart(text).then(({ recipients }) => [recipients?.at(0), recipients?.at(1)]),
        refusedWith('body_malformed', /./),
        text,
      );
    }
  });

  test('says once no more than a message does, and of what is too large in one place nothing is read', async () => {
    const large = 'x'.repeat(LARGEST_ONCE);
    await assert.rejects(apart(JSON.stringify({ large, recipients: [1] })), refusedWith('too_large', /10240/));
    const { recipients } = await apart(JSON.stringify({ recipients: ['x'.repeat(LARGEST_RECIPIENT), 2] }));
    assert.deepEqual([recipients?.at(0), recipients?.at(1)], [null, { value: 2 }]);
  });
});

describe('what a batch says', () => {
  const text = (message: string) => ({ sms: { parameters: { text: message } } });
  const said = (contents: ReturnType<typeof contentsOf>, values: Record<string, string>) =>
    contents.of(values, 'recipients[3]')[0]?.content;

  test('has the values of each recipient, which are not looked through again', () => {
    const contents = contentsOf(text('{{a}} {{ b }} {{a}} {{}} {{a b}}'), CHANNELS, LIMITS);
    assert.deepEqual(contents.names, ['a', 'b']);
    assert.deepEqual(said(contents, { a: '{{b}}', b: '' }), { type: 'sms_text', text: '{{b}}  {{b}} {{}} {{a b}}' });
    assert.throws(
      () => said(contents, { a: '1' }),
      refusedWith('template_parameter_missing', /recipients\[3\]\.parameters\.b/),
    );
    assert.throws(() => said(contents, { a: 'x'.repeat(2_000), b: '' }), refusedWith('value_invalid', /10 parts/));
    const many = contentsOf(text('{{a}}'.repeat(900)), CHANNELS, LIMITS);
    assert.throws(() => said(many, { a: 'x'.repeat(4_096) }), refusedWith('value_invalid', /262144/));
  });

  test('is read once where it is the same for all, and refused there', () => {
    const contents = contentsOf(text('Hello'), CHANNELS, LIMITS);
    assert.deepEqual(contents.names, []);
    assert.equal(contents.of({}, ''), contents.of({}, ''));
    assert.throws(() => contentsOf({}, CHANNELS, LIMITS), refusedWith('message_missing', /message\.sms/));
    const deep = JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`);
    assert.throws(() => contentsOf({ sms: deep }, CHANNELS, LIMITS), refusedWith('value_invalid', /16/));
  });

  test('takes for a kept template what the body says first, and from the recipient what it does not say', () => {
    const content = [{ body: { text: '{{1}} {{name}} {{name2}}' } }];
    const template = { channel: 'sms', name: 'kept', content } as unknown as AccountTemplate;
    const kept = new Map([[keptName('sms', 'kept'), template]]);
    const message = { sms: { template: 'kept', parameters: { body_text_1: 'No. {{n}}', name: 'all of you' } } };
    const contents = contentsOf(message, CHANNELS, { ...LIMITS, kept });
    assert.deepEqual([...contents.names].sort(), ['n', 'name2']);
    assert.deepEqual(said(contents, { n: '7', name2: '{{name}}', name: 'me' }), {
      type: 'sms_text',
      text: 'No. 7 all of you {{name}}',
    });
  });
});
