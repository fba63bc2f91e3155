import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeTexts, fillerOf, fillText } from './placeholders.ts';

test('what is looked through once is filled each time as if it were looked through then', () => {
  const contents: unknown[] = [
    'no place',
    '{{a}}',
    'Hello {{ a }}, {{b}}{{a}}!',
    '{{}} {{a b}} {{{a}}} }}{{',
    { text: '{{a}}', same: { deep: ['x', 1, null] }, more: [{ title: 'to {{b}}' }, 'x', ['{{a}}']] },
    JSON.parse('{"__proto__": {"text": "{{a}}"}, "constructor": "{{b}}"}'),
    [],
    null,
    7,
  ];
  for (const values of [
    { a: 'Ann', b: '{{a}}' },
    { a: '$1 $&', b: '' },
  ]) {
    const put = (name: string): string => (values as Record<string, string>)[name] ?? '';
    for (const content of contents) {
      const filler = fillerOf(content);
      const expected = changeTexts(content, (text) => fillText(text, put));
      assert.deepEqual(filler ? filler(put) : content, expected);
    }
  }
  assert.equal(fillerOf({ text: 'no place', list: [{ title: 'nor here' }] }), null);
});
