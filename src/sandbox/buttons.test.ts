import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chosenButton } from './buttons.ts';

const reply = (payload: string) => ({ type: 'reply', text: payload.toUpperCase(), payload }) as const;
const dialCard = {
  orientation: 'VERTICAL',
  media_url: 'https://example.com/a.jpg',
  button: { text: 'Call', phone_number: '4930123456', payload: 'dial' },
} as const;

const payloadOf = (messages: Parameters<typeof chosenButton>[0], choice = {}) =>
  chosenButton(messages, choice)?.button.payload ?? null;

test('buttons count from those of the cards in their order to those beside the message', () => {
  const carousel = {
    carousel: {
      width: 'SMALL',
      cards: [{ buttons: [reply('a'), reply('b')] }, { buttons: [] }, { buttons: [reply('c')] }],
    },
    suggestions: [reply('d')],
  } as const;
  for (const [index, payload] of ['a', 'b', 'c', 'd', null].entries()) {
    assert.equal(payloadOf([carousel], { index }), payload);
  }
  assert.deepEqual(chosenButton([{ card: dialCard }], {})?.button, {
    type: 'dial',
    text: 'Call',
    phone_number: '4930123456',
    payload: 'dial',
  });
});

test('without a choice it is a card before anything else, and the newest before the older ones', () => {
  const texts = [{ suggestions: [reply('old')] }, { suggestions: [reply('new')] }];
  assert.equal(payloadOf(texts), 'new');
  assert.equal(payloadOf([{ card: dialCard }, ...texts]), 'dial');
  assert.equal(payloadOf([{ card: dialCard }, ...texts], { text: 'NEW' }), 'new');
  assert.equal(payloadOf([...texts, {}]), 'new');
  assert.equal(payloadOf([]), null);
});

test('what was withdrawn cannot be pressed', () => {
  const withdrawn = { card: dialCard, withdrawn: true, reference_id: 'A' } as const;
  assert.equal(payloadOf([withdrawn]), null);
  assert.equal(payloadOf([withdrawn], { references: ['A'] }), null);
  assert.equal(payloadOf([{ ...withdrawn, withdrawn: undefined }], { references: ['A', 'B'] }), 'dial');
  assert.equal(payloadOf([{ ...withdrawn, withdrawn: undefined }], { references: ['B'] }), null);
});
