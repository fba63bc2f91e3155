import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Refusal } from '../errors.ts';
import { allowedUrl, isHttpUrl, objectOf, readJsonObject } from './json-body.ts';
import { readFields, readForm } from './request-body.ts';

const FORM = 'application/x-www-form-urlencoded';
const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

function why(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error));
    return `${error.case}: ${error.values.why}`;
  }
  return 'taken';
}

describe('a form', () => {
  test('is UTF-8, in its escapes and in its names too', () => {
    const form = (text: string) => why(() => readForm(Buffer.from(text, 'latin1')));
    for (const text of [
      'tts_message=Gr%FC%DFe',
      'tts_message=Gr\xfc\xdfe',
      'na%FCme=x',
      'a=1&b=%C3',
      'a=%C3&b=%BC',
      'a=%ED%A0%80',
      'a=%C0%80',
    ]) {
      assert.match(form(text), /^body_malformed: .*not UTF-8/, text);
    }
    assert.deepEqual(readForm(Buffer.from('tts_message=Gr%C3%BC%C3%9Fe+%26%3D&x=%zz%&u=%EF%BF%BD')), {
      tts_message: 'Grüße &=',
      x: '%zz%',
      u: '\ufffd',
    });
    assert.match(form('a=%00'), /U\+0000/);
  });

  test('with a byte order mark is that form, and so is JSON with one', () => {
    assert.deepEqual(readForm(Buffer.concat([MARK, Buffer.from('a=1')])), { a: '1' });
    const json = Buffer.concat([MARK, Buffer.from('{"a":1}')]);
    for (const contentType of ['', FORM, 'application/json; charset=utf-8']) {
      assert.deepEqual(readFields({ contentType, body: json }), { a: 1 }, contentType);
    }
    assert.deepEqual(readJsonObject(json), { a: 1 });
    assert.match(
      why(() => readJsonObject(Buffer.concat([MARK, MARK, Buffer.from('{}')]))),
      /not JSON/,
    );
  });

  test('that begins with a brace is JSON under whatever type', () => {
    assert.deepEqual(readFields({ contentType: FORM, body: Buffer.from(' {"a":1}') }), { a: 1 });
    assert.deepEqual(readFields({ contentType: FORM, body: Buffer.from('%7B=1') }), { '{': '1' });
  });
});

test('an empty list inside a body stands for an empty object, a list with something in it for none', () => {
  assert.match(
    why(() => readJsonObject(Buffer.from('[{}]'))),
    /not a JSON object/,
  );
  assert.deepEqual([objectOf([]), objectOf({ a: 1 }), objectOf([1]), objectOf('x')], [{}, { a: 1 }, null, null]);
});

test('a URL with credentials is refused with why, any other that is none with what is allowed', () => {
  for (const url of ['https://user:secret@example.com/', 'http://user@example.com', 'https://:secret@example.com']) {
    assert.equal(isHttpUrl(url), false, url);
    assert.match(allowedUrl(url), /without user and password: a callback proves itself by its signatures/, url);
    assert.doesNotMatch(allowedUrl(url), /secret/);
  }
  for (const url of ['ftp://a:b@example.com', 'nothing', `https://example.com/${'x'.repeat(2048)}`, 7, null]) {
    assert.match(allowedUrl(url), /^an http or https URL of at most 2048 characters$/, String(url));
  }
  assert.equal(isHttpUrl('https://example.com/@user:x?a=b@c'), true);
});
