import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../errors.ts';
import { checkBodyKind } from './media-type.ts';

function headersFor(headers: Record<string, string>, takesForms: boolean): Readonly<Record<string, string>> {
  try {
    checkBodyKind({ headers, body: Buffer.from('<x/>'), takesForms });
  } catch (error) {
    if (error instanceof Refusal) return error.headers;
    throw error;
  }
  return assert.fail('it is taken');
}

test('what is refused for its type or its coding is told what would be taken', () => {
  const xml = { 'content-type': 'text/xml' };
  assert.deepEqual(headersFor(xml, false), { accept: 'application/json' });
  assert.deepEqual(headersFor(xml, true), { accept: 'application/json, application/x-www-form-urlencoded' });
  assert.deepEqual(headersFor({ ...xml, 'content-encoding': 'gzip' }, true), { 'accept-encoding': 'identity' });
});
