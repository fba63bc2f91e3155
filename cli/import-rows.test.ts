/** Lines of files as people have them, and the rows that become of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LineReader, type RowsOptions } from './import-rows.ts';

function reading(
  kind: 'breaches' | 'contacts' | 'deactivations',
  lines: ReadonlyArray<readonly string[]>,
  options: Partial<RowsOptions> = {},
  isCsv = true,
) {
  const reader = new LineReader(kind, { columns: {}, ...options });
  return lines.map((values, index) => {
    const read = reader.read({ line: index + 1, file: null, isCsv, values });
    if (read === null) return 'head';
    return 'row' in read ? read.row : read.why;
  });
}

function numberOf(text: string, country?: string): unknown {
  const [row] = reading('deactivations', [[text]], { country }, false);
  return typeof row === 'object' ? row.number : row;
}

test('numbers are understood as people write them', () => {
  for (const text of ['12125550123', '+1 (212) 555-0123', '1.212.555.0123', '1/212/5550123']) {
    assert.equal(numberOf(text), '12125550123', text);
  }
  for (const text of ['2125550123', '(212) 555-0123', '12125550123', '+12125550123']) {
    assert.equal(numberOf(text, 'US'), '12125550123', text);
  }
  assert.equal(numberOf('0151 12345678', 'DE'), '4915112345678');
  assert.equal(numberOf('+49 0151 12345678'), '4915112345678', 'a trunk prefix that somebody left in');
  for (const text of ['', '12', 'abc', '+', '99999999999999999999999', '0151 12345678', '1212555012x']) {
    assert.equal(numberOf(text), 'no phone number that is possible', text);
  }
});

test('columns are found by their usual names, by given ones, by place, and without a head the first counts', () => {
  const row = { number: '12125550123' };
  assert.deepEqual(
    reading('deactivations', [
      ['Date', 'Phone Number'],
      ['2026-01-01', '12125550123'],
    ]),
    ['head', row],
  );
  assert.deepEqual(reading('deactivations', [['12125550123', '2026-01-01']]), [row]);
  assert.deepEqual(reading('deactivations', [['x', '12125550123']], { columns: { number: '2' } }), [row]);
  const given = { columns: { number: 'Nr', first_name: 'V' } };
  assert.deepEqual(
    reading(
      'contacts',
      [
        ['Nr', 'V', 'Nachname'],
        ['12125550123', 'Anna', 'Schmidt'],
      ],
      given,
    ),
    ['head', { ...row, first_name: 'Anna', last_name: 'Schmidt' }],
  );
  assert.deepEqual(
    reading('contacts', [
      ['msisdn', 'city'],
      ['12125550123', ' '],
    ]),
    ['head', row],
    'empty is absent',
  );
});

test('hashes are taken with and without a count, in either case', () => {
  const sha1 = 'ABCDEF0123456789abcdef0123456789abcdef01';
  const lines = [[sha1], [`${sha1}:12`], [`${sha1}x`], [sha1.slice(1)]];
  const why = 'no SHA-1 of 40 hexadecimal digits';
  assert.deepEqual(reading('breaches', lines, {}, false), [{ sha1 }, { sha1 }, why, why]);
  const letters = 'abcdefabcdefabcdefabcdefabcdefabcdefabcd';
  assert.deepEqual(reading('breaches', [[letters]]), [{ sha1: letters }], 'it is no head');
});

test('what is no text is refused', () => {
  const lines = [
    ['msisdn', 'first_name'],
    ['12125550123', 'J\uFFFDrg'],
    ['12125550123', 'J\u0000rg'],
  ];
  assert.deepEqual(reading('contacts', lines), ['head', 'it is not UTF-8', 'it has control characters']);
});

test('a record with more cells than columns is refused: what it says would stand in the wrong ones', () => {
  const head = ['number', 'address', 'city'];
  const lines = [
    head,
    ['12125550123', '1 High St', 'Flat 2', 'London'],
    ['12125550123', '1 High St', 'London', '', ' '],
  ];
  const row = { number: '12125550123', address: '1 High St', city: 'London' };
  assert.deepEqual(reading('contacts', lines), ['head', 'it has more cells than columns (3)', row]);
  assert.deepEqual(reading('deactivations', [['number'], ['12125550123', '2026-01-01']]), [
    'head',
    { number: '12125550123' },
  ]);
});
