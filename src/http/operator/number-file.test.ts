import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readNumberFile } from './number-file.ts';

const CARRIERS = ['sms-1', 'sms-2'];

function numbersOf(text: string) {
  const file = readNumberFile(text, CARRIERS);
  assert.equal(file.kind, 'numbers', JSON.stringify(file));
  return file.kind === 'numbers' ? file.numbers : [];
}

function problemsOf(text: string): string[] {
  const file = readNumberFile(text, CARRIERS);
  return file.kind === 'problems' ? file.problems.map(({ line, why }) => `${line}: ${why}`) : [];
}

test('numbers are read with their country and carrier, columns in any order', () => {
  const text = [
    '\ufeffcarrier,Number,capabilities,country',
    'sms-1,+4915700000001,SMS,DE',
    '',
    ',"12025550100",sms,ca',
    'sms-2,447400000001,sms,',
  ].join('\r\n');
  assert.deepEqual(numbersOf(text), [
    { line: 2, number: '4915700000001', country: 'DE', carrier: 'sms-1' },
    { line: 4, number: '12025550100', country: 'CA', carrier: null },
    { line: 5, number: '447400000001', country: 'GB', carrier: 'sms-2' },
  ]);
});

test('the country and the carrier may be left out', () => {
  assert.deepEqual(numbersOf('number,capabilities\n4915700000001,sms\n'), [
    { line: 2, number: '4915700000001', country: 'DE', carrier: null },
  ]);
});

test('numbers that can be called are refused with their line', () => {
  const text =
    'number,capabilities\n4915700000001,sms\n4915700000002,sms+voice\n4915700000003,voice\n4915700000004,dual\n';
  assert.deepEqual(problemsOf(text), [
    '3: capabilities: 4915700000002 takes calls as well as texts; allowed is a number with sms alone',
    '4: capabilities: 4915700000003 takes calls and no texts; allowed is a number with sms alone',
    '5: capabilities: 4915700000004 takes calls as well as texts; allowed is a number with sms alone',
  ]);
  for (const each of ['sms voice', 'voice/sms', 'sms|voice', 'sms_voice', '"sms,voice"', 'SMS & Voice']) {
    assert.match(problemsOf(`number,capabilities\n4915700000002,${each}\n`)[0] ?? '', /^2: .*as well as texts/, each);
  }
  for (const each of ['', 'mms', 'sms mms', 'text']) {
    assert.deepEqual(problemsOf(`number,capabilities\n4915700000002,${each}\n`), [
      '2: capabilities: allowed is sms alone',
    ]);
  }
});

test('what is wrong is named with its line, all of it', () => {
  const text = [
    'number,capabilities,country,carrier',
    'abc,sms,,',
    '4915700000001,sms,FR,',
    '4915700000001,sms,XX,',
    '4915700000001,sms,DE,sms-9',
    '4915700000001,sms,DE,sms-1',
    '4915700000001,sms,DE,sms-1',
    '80012345678,sms,,',
  ].join('\n');
  assert.deepEqual(problemsOf(text), [
    '2: number: allowed is a phone number with country code, digits only',
    '3: country: 4915700000001 has the country code 49, which is not that of FR',
    '4: country: allowed is an ISO 3166 alpha-2 code such as DE',
    '5: carrier: allowed is the name of a carrier that sends texts (sms-1, sms-2), or nothing',
    '7: 4915700000001 stands in line 6, too',
    '8: country: allowed is an ISO 3166 alpha-2 code such as DE',
  ]);
});

test('a file without its columns is refused', () => {
  assert.deepEqual(problemsOf(''), ['1: the file is empty']);
  assert.deepEqual(problemsOf('4915700000001,sms'), [
    '1: there is no column 4915700000001; allowed: number, country, capabilities, carrier',
  ]);
  assert.match(problemsOf('nummber,capabilities')[0] ?? '', /no column nummber \(number\?\)/);
  assert.deepEqual(problemsOf('number,country'), ['1: the first line names the columns, and capabilities is missing']);
  assert.deepEqual(problemsOf('number,number,capabilities'), ['1: the column number stands there twice']);
  assert.match(problemsOf('number,capabilities\n"4915,sms\n')[0] ?? '', /quotation mark/);
});

test('files as sheets save them are read: semicolons or tabs, empty cells at the end, empty rows', () => {
  const one = [{ line: 2, number: '4915700000001', country: 'DE', carrier: 'sms-1' }];
  assert.deepEqual(numbersOf('\uFEFFnumber;capabilities;country;carrier\r\n4915700000001;sms;DE;sms-1\r\n'), one);
  assert.deepEqual(numbersOf('number\tcapabilities\tcarrier\n4915700000001\tsms\tsms-1\n'), one);
  assert.deepEqual(numbersOf('number,capabilities,carrier,,\n4915700000001,sms,sms-1,,\n,,,,\n , ,,,\n'), one);
});

test('a cell without a column is refused: it may say that the number can be called', () => {
  assert.deepEqual(problemsOf('number,capabilities\n4915700000001,sms,voice\n'), [
    '2: it has more cells than columns (2)',
  ]);
  assert.deepEqual(problemsOf('number,capabilities,\n4915700000001,sms,voice\n'), [
    '2: it has more cells than columns (2)',
  ]);
  assert.deepEqual(problemsOf('number,,capabilities\n4915700000001,voice,sms\n'), [
    '1: column 2 has no name; allowed: number, country, capabilities, carrier',
  ]);
  assert.deepEqual(problemsOf('number;capabilities\n4915700000001;sms;voice\n'), [
    '2: it has more cells than columns (2)',
  ]);
});

test('a row is named by the line on which it begins', () => {
  const text = 'number,capabilities,carrier\r\n4915700000001,sms,"a\r\nb"\r\nabc,sms,\r\n';
  assert.deepEqual(
    problemsOf(text).map((problem) => problem.split(' ', 2).join(' ')),
    ['2: carrier:', '4: number:'],
  );
});

test('a file that is not UTF-8 is refused by the line', () => {
  const latin1 = Buffer.from('number,capabilities,carrier\r\n\r\n4915700000001,sms,M\xfcller\r\n', 'latin1');
  assert.deepEqual(problemsOf(latin1.toString('utf8')), ['3: it is not UTF-8']);
  assert.deepEqual(problemsOf(Buffer.from('\uFEFFnumber,capabilities\n', 'utf16le').toString('utf8')), [
    '1: it is not UTF-8',
  ]);
});
