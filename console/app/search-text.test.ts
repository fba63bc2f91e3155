import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSearch, stringifySearch } from './search-text.ts';

test('what is in the address stays text, and one filter has one address', () => {
  assert.deepEqual(parseSearch('?recipient=0049151&code=3001&empty='), { recipient: '0049151', code: '3001' });
  assert.equal(stringifySearch({ to: 'a b', code: '3001', after: undefined, from: '' }), '?code=3001&to=a+b');
  assert.equal(stringifySearch({}), '');
  const search = { recipient: '+49 151', external_id: 'ä&=?' };
  assert.deepEqual(parseSearch(stringifySearch(search)), search);
});
