import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type AddressRules,
  ALWAYS_INTERNATIONAL,
  isUnreadable,
  readHandsetAddress,
  readOwnAddress,
  replacePrefix,
  writtenForms,
} from './inbound-address.ts';

const NOWHERE: AddressRules = { country: null, typeOfNumber: 'believed', prefixes: [], shortCodeMaxDigits: 6 };
const GERMAN: AddressRules = { ...NOWHERE, country: 'DE' };
const NUMBER = '4915112345678';

function read(address: string, ton: number, rules: AddressRules = GERMAN, npi = 1): string {
  return readHandsetAddress({ ton, npi, address }, rules).text;
}

test('a number of the country is the same number, however the SMSC writes it', () => {
  const written: Array<[string, number]> = [
    ['4915112345678', 1],
    ['+4915112345678', 1],
    ['+4915112345678', 0],
    ['004915112345678', 0],
    ['004915112345678', 1],
    ['4915112345678', 0],
    ['015112345678', 2],
    ['15112345678', 2],
    ['015112345678', 0],
    ['015112345678', 1],
    [' 015112345678 ', 2],
  ];
  for (const [address, ton] of written) assert.equal(read(address, ton), NUMBER, `${address} TON ${ton}`);
  assert.equal(read('15112345678', 0, GERMAN, 8), NUMBER, 'the numbering plan says national');
});

test('a national number of nobody says which country is kept as it came and matches nothing', () => {
  for (const address of ['015112345678', '15112345678', '4915112345678']) {
    const made = readHandsetAddress({ ton: 2, npi: 1, address }, NOWHERE);
    assert.deepEqual(made, { text: `?${address}`, kind: 'unreadable' });
    assert.ok(isUnreadable(made.text));
  }
  assert.equal(read('015112345678', 0, NOWHERE), '?015112345678');
  assert.equal(read('999123456789', 1, NOWHERE), '?999123456789');
});

test('an SMSC that calls every number national can be disbelieved', () => {
  const ignoring: AddressRules = { ...NOWHERE, typeOfNumber: 'ignored' };
  assert.equal(read('4915112345678', 2, ignoring), NUMBER);
  assert.equal(read('4915112345678', 2, { ...ignoring, country: 'DE' }), NUMBER);
  assert.equal(read('15112345678', 2, { ...ignoring, country: 'DE' }), NUMBER);
});

test('the prefix rules of a carrier go before all else, the longest first', () => {
  const rules: AddressRules = {
    ...NOWHERE,
    prefixes: [
      { from: '0', to: '49' },
      { from: '00', to: '' },
      { from: '+0', to: '49' },
    ],
  };
  assert.equal(read('015112345678', 2, rules), NUMBER);
  assert.equal(read('004915112345678', 2, rules), NUMBER);
  assert.equal(read('+015112345678', 0, rules), NUMBER);
  assert.equal(replacePrefix('5491123456789', [{ from: '549', to: '54' }]), '541123456789');
  assert.equal(replacePrefix(NUMBER, [{ from: '549', to: '54' }]), NUMBER);
});

test('the double forms of Mexico and Argentina are one handset', () => {
  assert.equal(read('5215512345678', 1), '525512345678');
  assert.equal(read('525512345678', 1), '525512345678');
  assert.equal(read('541123456789', 1), '5491123456789');
  assert.equal(read('5491123456789', 1), '5491123456789');
  assert.equal(read('+5215512345678', 1, ALWAYS_INTERNATIONAL), '525512345678');
  assert.equal(read('1123456789', 2, { ...NOWHERE, country: 'AR' }), '5491123456789');
  // A sender of ours may be a fixed line.
  assert.equal(readOwnAddress({ ton: 1, npi: 1, address: '541123456789' }, NOWHERE).text, '541123456789');
});

test('short codes and words are what they are', () => {
  assert.deepEqual(readOwnAddress({ ton: 3, npi: 0, address: '12345' }, GERMAN), { text: '12345', kind: 'short_code' });
  assert.deepEqual(readOwnAddress({ ton: 2, npi: 1, address: '66766' }, GERMAN), { text: '66766', kind: 'short_code' });
  assert.deepEqual(readOwnAddress({ ton: 5, npi: 0, address: 'Acme' }, GERMAN), { text: 'Acme', kind: 'word' });
  assert.deepEqual(readOwnAddress({ ton: 0, npi: 0, address: '' }, GERMAN), { text: '', kind: 'word' });
});

test('in North America ten digits are a national number', () => {
  const american: AddressRules = { ...NOWHERE, country: 'US' };
  for (const [address, ton] of [
    ['2125551234', 2],
    ['2125551234', 0],
    ['12125551234', 1],
    ['12125551234', 0],
    ['12125551234', 2],
  ] as const) {
    assert.equal(read(address, ton, american), '12125551234', `${address} TON ${ton}`);
  }
});

test('whatever was made a number is found again in what came, for erasure', () => {
  const rules: AddressRules = { ...GERMAN, prefixes: [{ from: '7', to: '4915' }] };
  for (const address of ['015112345678', '004915112345678', '15112345678', '712345678'.replace('7', '71')]) {
    const number = read(address, 2, rules);
    assert.ok(
      writtenForms(number, rules).some((form) => address.includes(form)),
      `${address} of ${number}`,
    );
  }
  assert.ok(writtenForms('525512345678', NOWHERE).some((form) => '5215512345678'.includes(form)));
  assert.ok(writtenForms('5491123456789', NOWHERE).some((form) => '541123456789'.includes(form)));
});
