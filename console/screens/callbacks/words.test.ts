import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpointOf, lastOf, readable, shortUrl, stateOf, tryText } from './words.ts';

test('a try is told in words', () => {
  assert.equal(tryText({ status: 200, took_ms: 31, error: null }), 'Taken with 200 after 0.03 s');
  assert.equal(tryText({ status: 500, took_ms: null, error: 'answered 500' }), 'Answered 500');
  assert.equal(tryText({ status: 410, took_ms: null, error: 'gone' }), 'Answered 410: gone');
  assert.equal(tryText({ status: null, took_ms: 4, error: 'refused' }), 'No answer after 4 ms: refused');
});

test('a row says what the receiver said last', () => {
  assert.equal(lastOf({ last_status: 503, last_error: 'answered 503' }), '503');
  assert.equal(lastOf({ last_status: null, last_error: 'refused' }), 'refused');
  assert.equal(lastOf({ last_status: null, last_error: null }), '–');
  assert.deepEqual(stateOf('given_up'), { words: 'Given up', tone: 'bad' });
});

test('an address has its endpoint, and is short in a list', () => {
  assert.equal(endpointOf('https://acme.example:8443/callback?a=b'), 'https://acme.example:8443');
  assert.equal(endpointOf(null), null);
  assert.equal(shortUrl('https://acme.example/callback'), 'acme.example/callback');
  assert.equal(shortUrl(null), 'no address');
});

test('JSON is set out, and what is none stays', () => {
  assert.equal(readable('{"a":1}'), '{\n  "a": 1\n}');
  assert.equal(readable('a=1'), 'a=1');
});
