import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asCard, type Content, payloadsOf, type RcsDialCard, suggestionsOf } from './content.ts';

const dialCard: RcsDialCard = {
  type: 'rcs_dial_card',
  orientation: 'HORIZONTAL',
  mediaUrl: 'https://cdn.example/image.jpg',
  dialText: 'Call us',
  phoneNumberToDial: '4930123456',
  dialPayload: 'payload-1',
};
const reply = (payload: string) => ({ type: 'reply', text: 'Yes', payload }) as const;

test('the short form of a card says the same as the general one', () => {
  assert.deepEqual(asCard(dialCard), {
    type: 'rcs_card',
    orientation: 'HORIZONTAL',
    card: {
      mediaUrl: 'https://cdn.example/image.jpg',
      suggestions: [{ type: 'dial', text: 'Call us', payload: 'payload-1', phoneNumber: '4930123456' }],
    },
  });
  assert.deepEqual(suggestionsOf(dialCard), asCard(dialCard).card.suggestions);
});

test('payloads are those of all buttons, in and beside the cards', () => {
  const card = { title: 'A', suggestions: [reply('a'), reply('b')] };
  const suggestions = [reply('z')];
  const rows: ReadonlyArray<readonly [Content, string[]]> = [
    [dialCard, ['payload-1']],
    [{ type: 'rcs_text', text: 'x' }, []],
    [{ type: 'rcs_text', text: 'x', suggestions }, ['z']],
    [{ type: 'rcs_file', url: 'https://cdn.example/a.pdf', suggestions }, ['z']],
    [{ type: 'rcs_card', orientation: 'VERTICAL', card, suggestions }, ['a', 'b', 'z']],
    [
      { type: 'rcs_carousel', width: 'SMALL', cards: [card, { title: 'B' }, card], suggestions },
      'a b a b z'.split(' '),
    ],
    [{ type: 'sms_text', text: 'x' }, []],
  ];
  for (const [content, payloads] of rows) assert.deepEqual(payloadsOf(content), payloads);
});

test('what the release before left of a content whose texts were removed has no payloads', () => {
  const emptied = [
    { type: 'rcs_carousel', width: '', cards: '', suggestions: '' },
    { type: 'rcs_card', orientation: 'VERTICAL', card: '', suggestions: '' },
    { type: 'rcs_text', text: '', suggestions: '' },
  ] as unknown as readonly Content[];
  for (const content of emptied) assert.deepEqual(payloadsOf(content), []);
});
