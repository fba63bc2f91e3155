/** NAPTR records as providers send them, and as somebody who means harm might. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type EnumAnswer,
  furtherNames,
  type NaptrRecord,
  portabilityOf as portabilityFor,
  readNaptr as readNaptrFor,
} from './naptr.ts';

const NUMBER = '4915112345601';
const portabilityOf = (answer: EnumAnswer) => portabilityFor(answer, { digits: NUMBER, national: NUMBER.slice(2) });
const readNaptr = (records: readonly NaptrRecord[]) => readNaptrFor(records, NUMBER);

function record(regexp: string, more: Partial<NaptrRecord> = {}): NaptrRecord {
  return { order: 10, preference: 100, flags: 'u', service: 'E2U+pstn:tel', regexp, replacement: '.', ...more };
}

function portability(regexp: string) {
  const answer = readNaptr([record(regexp)]);
  assert.ok(answer !== null && answer !== 'unusable', regexp);
  const { isPorted, mcc, mnc, provider, operator, failed } = portabilityOf(answer);
  return [isPorted, mcc, mnc, provider, operator, failed];
}

test('the parameters of real providers are read', () => {
  assert.deepEqual(portability('!^(.*)$!tel:\\1;npdi;spn=41077;q_stat=001!'), [
    false,
    null,
    null,
    '41077',
    null,
    false,
  ]);
  assert.deepEqual(portability('!^.*$!tel:+73422461703;npdi;rn=d2701;rn-context=+7!'), [
    true,
    null,
    null,
    'd2701',
    null,
    false,
  ]);
  assert.deepEqual(portability('!^(.*)$!tel:\\1;mcc=310;mnc=012!'), [null, '310', '012', null, null, false]);
  assert.deepEqual(portability('!^(.*)$!country=null;operator=null;mcc=604;mnc=001;ported=false;err=0!'), [
    false,
    '604',
    '001',
    null,
    null,
    false,
  ]);
  assert.deepEqual(portability('!^(.*)$!sip:\\1\\;npdi\\;rn=+13036298301@example.net!'), [
    true,
    null,
    null,
    '+13036298301',
    null,
    false,
  ]);
  assert.equal(portability('!^(.*)$!tel:\\1;q_stat=102!')[5], true);
});

test('the lowest order, then preference, of a terminal record for numbers counts', () => {
  const answer = readNaptr([
    record('!^(.*)$!tel:\\1;mcc=001;mnc=01!', { order: 20 }),
    record('!^(.*)$!tel:\\1;mcc=003;mnc=01!', { preference: 50, service: 'e2u+PSTN:tel' }),
    record('!^(.*)$!tel:\\1;mcc=002;mnc=01!', { preference: 60 }),
    record('!^(.*)$!mailto:x@example.com!', { order: 1, service: 'E2U+email:mailto' }),
    record('', { order: 0, flags: '' }),
  ]);
  assert.ok(answer !== null && answer !== 'unusable');
  assert.equal(portabilityOf(answer).mcc, '003');
  assert.equal(readNaptr([record('', { service: 'E2U+sms:tel' })]), null);
});

test('a record of several services counts when one of them is for numbers', () => {
  const regexp = '!^.*$!tel:x;mcc=262;mnc=02!';
  for (const service of ['E2U+pstn:tel+sip', 'E2U+sip+x-foo', 'e2u+sms:tel+PSTN', 'E2U+x-foo:bar:baz+tel']) {
    assert.ok(readNaptr([record(regexp, { service })]), service);
  }
  for (const service of ['E2U+sms:tel+mms:mailto', 'E2U', 'E2U+', 'x+pstn:tel', 'pstn:tel', 'E2U+pstn:tel:x', '']) {
    assert.equal(readNaptr([record(regexp, { service })]), null, service);
  }
});

test('of records with one order and preference the same one counts in whatever order they came', () => {
  const records = ['003', '001', '002'].map((mcc) => record(`!^(.*)$!tel:\\1;mcc=${mcc};mnc=01!`));
  for (const each of [records, records.toReversed()]) {
    const answer = readNaptr(each);
    assert.ok(answer !== null && answer !== 'unusable');
    assert.equal(portabilityOf(answer).mcc, '001');
  }
});

test('a number that is routed to itself was not ported, however it is written', () => {
  for (const said of ['npdi;rn=+4915112345601', 'rn=4915112345601', 'rn=+49-151-12345601', 'npdi;rn=\\1']) {
    assert.deepEqual(portability(`!^\\+?(.*)$!tel:\\1;${said}!`), [false, null, null, null, null, false], said);
  }
  assert.equal(portability('!^(.*)$!tel:\\1;npdi;rn=15112345601;rn-context=+49!')[0], false);
  assert.equal(portability('!^(.*)$!tel:\\1;npdi;rn=+15112345601!')[0], true);
  assert.equal(portability('!^(.*)$!tel:\\1;npdi;rn=+4915112345602!')[0], true);
  assert.equal(portability('!^(.*)$!tel:\\1;rn=+4915112345601;ported=yes!')[0], true, 'what is said counts');
});

test('records without a flag say where else to ask, in their order', () => {
  const further = (replacement: string, more: Partial<NaptrRecord> = {}) =>
    record('', { flags: '', service: '', replacement, ...more });
  assert.deepEqual(
    furtherNames([
      further('second.example', { order: 20 }),
      further('First.Example.'),
      further('.'),
      further(''),
      further('rewritten.example', { regexp: '!^.*$!x!' }),
      record('!^(.*)$!tel:\\1!', { replacement: 'terminal.example' }),
    ]),
    ['first.example', 'second.example'],
  );
});

test('a record that says only where calls go is passed over for one that says in which network the number is', () => {
  const trunk = record('!^.*$!sip:+4915112345601@nni.example.net;user=phone!', { order: 1, service: 'E2U+sip' });
  const answer = readNaptr([record('!^(.*)$!tel:\\1;npdi;mcc=262;mnc=02!', { order: 20 }), trunk]);
  assert.ok(answer !== null && answer !== 'unusable');
  const { isPorted, mcc, mnc } = portabilityOf(answer);
  assert.deepEqual([isPorted, mcc, mnc], [false, '262', '02']);
  const alone = readNaptr([trunk]);
  assert.ok(alone !== null && alone !== 'unusable');
  assert.equal(portabilityOf(alone).isPorted, null);
});

test('an expression that matches every number is taken, however it is written', () => {
  for (const pattern of [
    '^\\+.*$',
    '^\\+(.*)$',
    '^(\\+.*)$',
    '^\\+?.*$',
    '^(\\+?.+)$',
    '\\+.*',
    '^[+](.*)$',
    '^\\+[0-9]+$',
    '^(\\+[[:digit:]]*)$',
    '^\\+(\\d+)$',
    '.*',
  ]) {
    assert.deepEqual(portability(`!${pattern}!tel:x;mcc=262;mnc=02!`).slice(1, 3), ['262', '02'], pattern);
  }
});

test('an expression that does not match every number is not taken, and none is run', () => {
  for (const regexp of [
    '!^(a+)+$!tel:\\1;mcc=310!',
    '!^\\+49(.*)$!tel:\\1!',
    '!^(.*$!tel:\\1!',
    '!^.*)$!tel:\\1!',
    '!^((.*))*$!tel:\\1!',
    '!^.*.*$!tel:\\1!',
    '!^\\+\\+.*$!tel:\\1!',
    '!^(.*)$!tel:\\1',
    'x',
    '',
    '1^(.*)$1tel:\\11',
    `!^(.*)$!${'x'.repeat(2000)}!`,
  ]) {
    assert.equal(readNaptr([record(regexp)]), 'unusable', regexp.slice(0, 40));
  }
});

test('an expression that is the number itself is taken, that of another number is not', () => {
  for (const pattern of ['^\\+4915112345601$', '^(\\+4915112345601)$', '^4915112345601$']) {
    assert.deepEqual(portability(`!${pattern}!tel:\\1;mcc=262;mnc=02!`).slice(1, 3), ['262', '02'], pattern);
  }
  for (const pattern of ['^\\+4915112345602$', '^\\+4915112345601', '^\\+491511234560.$']) {
    assert.equal(readNaptr([record(`!${pattern}!tel:\\1;mcc=262;mnc=02!`)]), 'unusable', pattern);
  }
});

test('what is said in a URI can be stored', () => {
  const answer = readNaptr([record('!^.*$!tel:x;operator=A%00B;cn=A\0!')]);
  assert.ok(answer !== null && answer !== 'unusable');
  assert.deepEqual([...answer.parameters.values()], ['AB', 'A']);
});
