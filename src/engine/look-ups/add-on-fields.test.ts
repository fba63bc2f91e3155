/** Facts as callers see them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNumbering } from '../../sources/numbering/numbering.ts';
import { type Contact, type ContactFields, NO_INPUT, type Question } from '../../sources/source.ts';
import { addOnFields } from './add-on-fields.ts';

const NUMBER = createNumbering().describe('4915112345678');

function asked(postalCode: string): Question {
  assert.ok(NUMBER);
  const none = { firstName: null, lastName: null, address: null, city: null, state: null, country: null };
  const match: ContactFields = { ...none, dateOfBirth: null, postalCode };
  return { addOn: 'contact_plus', number: NUMBER, input: { ...NO_INPUT, match } };
}

function contact(postalCode: string | null) {
  const none = { firstName: null, city: null, state: null, country: null, email: null, dateOfBirth: null };
  const person: Contact = { ...none, lastName: 'Schmidt', addressLines: [], postalCode };
  return { about: 'contact', contact: person } as const;
}

test('who does not give the postal code of a contact is not told the contact', () => {
  const codeOf = (given: string, known: string | null) => {
    const fields = addOnFields(contact(known), asked(given), 0);
    return typeof fields === 'string' ? fields : 'told';
  };
  for (const [given, known] of [
    ['10117', '10117'],
    ['k1a-0b1', 'K1A 0B1'],
    ['１００-0001', '100 0001'],
  ] as const) {
    assert.equal(codeOf(given, known), 'told', given);
  }
  for (const [given, known] of [
    ['10118', '10117'],
    ['-', null],
    ['-', ''],
    ['10117', null],
    ['.', '10117'],
    ['一', '二'],
  ] as const) {
    assert.equal(codeOf(given, known), 'postal_code_differs', given);
  }
});
