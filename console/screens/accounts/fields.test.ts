import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countriesIn, newAccountOf, productText } from './fields.ts';

function form(...entries: ReadonlyArray<readonly [string, string]>): FormData {
  const fields = new FormData();
  for (const [name, value] of entries) fields.append(name, value);
  return fields;
}

test('countries are read as somebody writes them', () => {
  assert.deepEqual(countriesIn(' de, AT;at  fr '), ['DE', 'AT', 'FR']);
  assert.deepEqual(countriesIn('*'), ['*']);
  assert.deepEqual(countriesIn(' , '), []);
});

test('what is left empty in a new account is the gateway s to choose', () => {
  assert.deepEqual(newAccountOf(form(['name', ' Acme '], ['kind', 'trial'], ['customer_id', ''], ['countries', ''])), {
    name: 'Acme',
    kind: 'trial',
    products: [],
  });
  assert.deepEqual(
    newAccountOf(
      form(
        ['name', 'Acme'],
        ['kind', 'full_service'],
        ['customer_id', 'ACME-1'],
        ['countries', 'de'],
        ['products', 'rcs'],
        ['products', 'voice'],
      ),
    ),
    {
      name: 'Acme',
      kind: 'full_service',
      products: ['rcs', 'voice'],
      customer_id: 'ACME-1',
      settings: { allowed_countries: ['DE'] },
    },
  );
});

test('products are named in one order', () => {
  assert.equal(productText(['voice', 'rcs']), 'RCS, Voice');
});
