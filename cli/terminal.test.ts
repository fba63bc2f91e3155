import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instantWithRelative, relative, tableLines } from './terminal.ts';

const NOW = Date.UTC(2026, 10, 26, 12);
const plain = (width: number) => ({ width, now: NOW, isColoured: false });
const at = (ms: number) => new Date(NOW + ms).toISOString();
const ID = '01A216F4C95B7000B6ED515D5B43FAF3';

test('times are said as people say them, far ones as a day', () => {
  assert.deepEqual(
    [0, -12_000, -119_000, 3 * 3_600_000, -29 * 86_400_000, -31 * 86_400_000].map((ms) => relative(at(ms), NOW)),
    ['now', '12 s ago', '1 min ago', 'in 3 h', '29 d ago', '2026-10-26'],
  );
  assert.equal(relative('2026-11-26', NOW), '2026-11-26');
  assert.equal(instantWithRelative(at(-60_000), NOW), '2026-11-26T11:59:00.000Z (1 min ago)');
});

test('a table fits the terminal: ids behind the first column give way first, then the first, then what is widest', () => {
  const rows = [
    ['REFERENCE ID', 'CUSTOMER ID', 'STATUS', 'CREATED ON'],
    [ID, '57AD33F9-44B9-0A4B-F653-6F4010B09E01', '3000 Delivered', at(-5_000)],
  ];
  assert.equal(tableLines(rows, plain(120))[1], `${ID}  57AD33F9-44B9-0A4B-F653-6F4010B09E01  3000 Delivered  5 s ago`);
  assert.equal(tableLines(rows, plain(80))[1], `${ID}  57AD…B09E01  3000 Delivered  5 s ago`);
  assert.equal(tableLines(rows, plain(60))[1], '01A2…43FAF3   57AD…B09E01  3000 Delivered  5 s ago');
  for (const width of [40, 50, 60, 80]) {
    for (const line of tableLines(rows, plain(width))) assert.ok(line.length <= width, `${width}: ${line}`);
  }
  assert.ok(tableLines(rows, plain(10)).length === 2, 'what cannot fit ends');
});

test('states have colours, and the head is quiet', () => {
  const [head, up, down, waits, other] = tableLines(
    [['STATE'], ['up'], ['given_up'], ['3001 Message in progress'], ['upward']],
    { width: 80, now: NOW, isColoured: true },
  );
  assert.deepEqual(
    [head, up, down, waits, other],
    [
      '\u001b[2mSTATE\u001b[0m',
      '\u001b[32mup\u001b[0m',
      '\u001b[31mgiven_up\u001b[0m',
      '\u001b[33m3001 Message in progress\u001b[0m',
      'upward',
    ],
  );
});
