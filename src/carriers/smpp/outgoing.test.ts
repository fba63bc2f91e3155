import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createValidity, senderAddress } from './outgoing.ts';
import { parseSmppSettings } from './settings.ts';

const NOW = Date.UTC(2026, 11, 31, 23, 59, 0);
const SECOND = 1000;

test('the end of validity goes out relative to the peer’s clock', () => {
  const validity = createValidity('relative');
  assert.equal(validity(NOW + 300 * SECOND, NOW), '000000000500000R');
  assert.equal(validity(NOW + 300 * SECOND, NOW), '000000000500000R');
  assert.equal(validity(NOW + 86_399 * SECOND, NOW), '000000235959000R');
  assert.equal(validity(NOW + 86_400 * SECOND, NOW), '000001000000000R');
  assert.equal(validity(NOW + 90_061 * SECOND, NOW), '000001010101000R');
});

test('it is a second at least and 30 days at most', () => {
  const validity = createValidity('relative');
  assert.equal(validity(NOW, NOW), '000000000001000R');
  assert.equal(validity(NOW - 5 * SECOND, NOW), '000000000001000R');
  assert.equal(validity(NOW + 1e12, NOW), '000030000000000R');
});

test('it can go out as an instant in UTC, or not at all', () => {
  assert.equal(createValidity('absolute')(NOW + 120 * SECOND, NOW), '270101000100000+');
  assert.equal(createValidity('none')(NOW + 120 * SECOND, NOW), '');
});

test('what is a short code is a setting', () => {
  const of = (sender: string, digits: number) => {
    const addresses = { short_code_max_digits: digits, short_code: { ton: 6, npi: 9 } };
    return senderAddress(sender, parseSmppSettings({ host: 'h', system_id: 's', addresses }).addresses);
  };
  assert.deepEqual(of('12345', 5), { ton: 6, npi: 9, address: '12345' });
  assert.deepEqual(of('12345', 4), { ton: 1, npi: 1, address: '12345' });
  assert.deepEqual(of('Bank 24', 8), { ton: 5, npi: 0, address: 'Bank 24' });
});
