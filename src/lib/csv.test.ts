import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { RowLines, separatorOf } from './csv.ts';

test('the first line tells what parts the cells; what stands between quotes parts nothing', () => {
  assert.equal(separatorOf('number,capabilities'), ',');
  assert.equal(separatorOf('number;capabilities;country'), ';');
  assert.equal(separatorOf('number\tcapabilities'), '\t');
  assert.equal(separatorOf('"A,B,C";4915112345678'), ';');
  assert.equal(separatorOf('number'), ',');
});

for (const [name, end] of [
  ['LF', '\n'],
  ['CRLF', '\r\n'],
  ['CR', '\r'],
] as const) {
  test(`a row has the line on which it begins, also behind cells of several lines, with ${name}`, () => {
    const lines = ['', 'name,place', 'a,"one', '', 'three"', '', 'b,c', '"d', 'e","f', 'g"', 'h,i'];
    const rows = parse(lines.join(end), { info: true, skip_empty_lines: true }) as unknown as Array<{
      info: { lines: number };
      record: string[];
    }>;
    const counted = new RowLines();
    assert.deepEqual(
      rows.map(({ info, record }) => counted.lineOf(info.lines, record)),
      [2, 3, 7, 8, 11],
    );
  });
}
