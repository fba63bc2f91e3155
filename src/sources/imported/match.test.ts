/** Names and addresses as people write them, against a contact record. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ContactFields } from '../source.ts';
import { type KnownPerson, matchPerson } from './match.ts';

const NOBODY: ContactFields = {
  firstName: null,
  lastName: null,
  address: null,
  city: null,
  postalCode: null,
  state: null,
  country: null,
  dateOfBirth: null,
};

function scoresOf(asked: Partial<ContactFields>, known: KnownPerson, country = 'DE') {
  const match = matchPerson({ ...NOBODY, ...asked }, known, country);
  return match && { first: match.firstName, last: match.lastName, address: match.address, birth: match.dateOfBirth };
}

function lastName(asked: string, known: string): number {
  return scoresOf({ lastName: asked }, { lastName: known })?.last ?? -1;
}

function address(asked: string, known: string): number {
  return scoresOf({ address: asked }, { address: [known] })?.address ?? -1;
}

test('case, accents, other ways of writing and titles do not count', () => {
  for (const [asked, known] of [
    ['MÜLLER', 'Müller'],
    ['Mueller', 'Müller'],
    ['Muller', 'Müller'],
    ['Strauß', 'STRAUSS'],
    ['Sørensen', 'Soerensen'],
    ['Sorensen', 'Sørensen'],
    ['Łukasz', 'Lukasz'],
    ["O'Brien", 'OBrien'],
    ['O’Brien', "O'BRIEN"],
    ['Dr. Garcia', 'García'],
    ['Lüdenscheidt Müller', 'Müller-Lüdenscheidt'],
    ['Иванов', 'иванов'],
    ['Ёлкин', 'ЕЛКИН'],
    ['ΠΑΠΑΔΟΠΟΥΛΟΣ', 'Παπαδόπουλος'],
    ['محمّد', 'محـمد'],
    ['שָׁלוֹם', 'שלום'],
    ['OʼBrien', "O'Brien"],
    ['Schmi\u00addt', 'Schmidt'],
    ['ＳＣＨＭＩＤＴ', 'Schmidt'],
    ['McDonald', 'Mc Donald'],
    ['De La Cruz', 'Delacruz'],
    ['Anna-Lena', 'Annalena'],
    ['राम', 'राम'],
  ] as const) {
    assert.equal(lastName(asked, known), 100, `${asked} ${known}`);
  }
});

test('in scripts where marks are vowels or make other letters they count', () => {
  for (const [asked, known] of [
    ['राम', 'रमा'],
    ['कमल', 'कमला'],
    ['ガト', 'カト'],
    ['박민수', '박민호'],
  ] as const) {
    assert.ok(lastName(asked, known) < 95, `${asked} ${known}: ${lastName(asked, known)}`);
  }
  assert.ok(address('१२ मार्ग', '१२ मरग') < 95);
  assert.ok(address('12 3 Main', '1 23 Main') < 60, 'numbers are not joined');
});

test('names that are alike score high, what is only part of one passes, other names score nothing', () => {
  const scores = {
    typo: lastName('Schmitt', 'Schmidt'),
    part: lastName('Müller', 'Müller-Lüdenscheidt'),
    second: scoresOf({ firstName: 'Anna' }, { firstName: 'Anna Maria' })?.first ?? -1,
    initial: scoresOf({ firstName: 'A.' }, { firstName: 'Anna' })?.first ?? -1,
    other: lastName('Meier', 'Schmidt'),
    otherSecond: lastName('Müller Meier', 'Müller Schmidt'),
  };
  assert.deepEqual(scores, { typo: 95, part: 81, second: 86, initial: 85, other: 0, otherSecond: 54 });
});

test('names that were given the other way round are compared so, less ten', () => {
  const known = { firstName: 'Anna', lastName: 'Schmidt' };
  assert.deepEqual(scoresOf({ firstName: 'Schmidt', lastName: 'Anna' }, known), {
    first: 90,
    last: 90,
    address: null,
    birth: undefined,
  });
  assert.equal(scoresOf({ firstName: 'Anna', lastName: 'Meier' }, known)?.first, 100);
});

test('addresses are one however they are shortened and ordered', () => {
  for (const [asked, known] of [
    ['Hauptstr. 27b', 'Hauptstraße 27 b'],
    ['27 b, Haupt Strasse', 'HAUPTSTRASSE 27B'],
    ['123 N. Main St. Apt 4', '123 North Main Street, Apartment 4'],
    ['1 rue de la Paix', '1, Rue de la Paix'],
    ['Marktpl. 3', 'Markt Platz 3'],
  ] as const) {
    assert.equal(address(asked, known), 100, `${asked} ${known}`);
  }
  assert.ok(address('Hauptstr. 27', 'Hauptstr. 28') < 90, 'another house is another address');
  assert.ok(address('Hauptstr. 27', 'Bahnhofsallee 3') < 30);
});

test('the score of the address is the mean of what both sides have', () => {
  const known = { address: ['1 Main St'], city: 'Springfield', state: 'Illinois', postalCode: '62704-1234' };
  const asked = { address: '1 Main Street', city: 'Springfield', state: 'IL', postalCode: '62704' };
  assert.equal(scoresOf(asked, known, 'US')?.address, 100);
  assert.equal(scoresOf({ ...asked, postalCode: '62705' }, known, 'US')?.address, 75);
  assert.equal(scoresOf({ ...asked, state: null, postalCode: null, city: 'Chicago' }, known, 'US')?.address, 50);
  assert.equal(scoresOf({ city: 'Springfield' }, known, 'US')?.address, 100);
});

test('a date of birth fits or not, and what one side does not say has no score', () => {
  const known = { firstName: 'Anna', dateOfBirth: '1985-03-27' };
  assert.equal(scoresOf({ dateOfBirth: '1985-03-27' }, known)?.birth, 100);
  assert.equal(scoresOf({ dateOfBirth: '1985-03-28' }, known)?.birth, 0);
  assert.deepEqual(scoresOf({ firstName: 'Anna', lastName: 'Schmidt' }, known), {
    first: 100,
    last: null,
    address: null,
    birth: undefined,
  });
  assert.equal(scoresOf({ lastName: 'Schmidt' }, known), null);
  assert.equal(scoresOf({ firstName: '...' }, known), null, 'no word is no name');
});

test('every score lies between 0 and 100, and is the same from both sides', () => {
  const words = ['Anna', 'A', 'Maria', 'Schmidt', 'von', 'der', 'Müller', 'Mueller', '12', '12b', 'St', 'Ölçer', '李'];
  for (const a of words) {
    for (const b of words) {
      for (const [left, right] of [
        [a, b],
        [`${a} ${b}`, b],
        [`${a} ${b}`, `${b} ${a}`],
      ] as const) {
        const score = lastName(left, right);
        assert.ok(score >= 0 && score <= 100, `${left} ${right}: ${score}`);
        assert.equal(lastName(right, left), score, `${left} ${right}`);
      }
    }
  }
});

test('a word that every object has is a word like others', () => {
  assert.ok(address('Constructor 1', 'Constructer 1') > 90);
});
