import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idKeys, keptId } from './message-id.ts';

function meet(answer: string, receipt: string): boolean {
  const keys = new Set(idKeys(answer, 'auto'));
  return idKeys(receipt, 'auto').some((key) => keys.has(key));
}

test('an id in hex in the answer and in decimal in the receipt meets, and the reverse', () => {
  assert.ok(meet('c2c0e1f', '204213791'));
  assert.ok(meet('204213791', 'C2C0E1F'));
  assert.ok(meet('0xC2C0E1F', '204213791'));
});

test('padding and case do not keep an id from itself', () => {
  assert.ok(meet('0000012345', '12345'));
  assert.ok(meet('AbCdEf01', 'abcdef01'));
  assert.ok(meet('000ABCDEF', '0abcdef'));
  assert.ok(!meet('12345', '12346'));
});

test('an id of 19 digits is not rounded', () => {
  assert.ok(meet('1234567890123456789', '112210f47de98115'));
  assert.ok(!meet('1234567890123456789', '1234567890123456788'));
});

test('the surest form comes first', () => {
  assert.deepEqual(idKeys('22', 'auto'), ['r:22', 'n:22', 'n:34']);
  assert.deepEqual(idKeys('c2c0e1f', 'auto'), ['r:c2c0e1f', 'n:204213791']);
  const uuid = '3F2504E0-4F89-11D3-9A0C-0305E82C3301';
  assert.deepEqual(idKeys(uuid, 'auto'), [`r:${uuid.toLowerCase()}`]);
});

test('a configured format gives one key', () => {
  assert.deepEqual(idKeys('c2c0e1f', 'hex'), ['n:204213791']);
  assert.deepEqual(idKeys('0204213791', 'dec'), ['n:204213791']);
  assert.deepEqual(idKeys('00AB', 'raw'), ['r:00ab']);
  assert.deepEqual(idKeys('not-a-number', 'dec'), ['r:not-a-number']);
});

test('an empty id has no key, and very long ones are text', () => {
  assert.deepEqual(idKeys('', 'auto'), []);
  assert.deepEqual(idKeys('  ', 'hex'), []);
  const digits = '9'.repeat(40);
  assert.deepEqual(idKeys(digits, 'auto'), [`r:${digits}`]);
  assert.deepEqual(idKeys('0', 'auto'), ['r:0', 'n:0']);
});

test('an id of any length meets itself, under keys that an index holds', () => {
  const long = `${'Ab-'.repeat(3_000)}end`;
  assert.ok(meet(long, long));
  assert.ok(meet(` ${long}`, long.toLowerCase()));
  for (const format of ['auto', 'hex', 'dec', 'raw'] as const) {
    for (const key of idKeys(long, format)) assert.equal(key.length, 202);
    for (const key of idKeys('1'.repeat(9_000), format)) assert.equal(key.length, 202);
  }
  assert.equal(keptId(long).length, 200);
  assert.equal(keptId('4915112345678'), '4915112345678');
});
