import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buttonsInCards, cardsOf, countedCards, hostOf, nameOf, type PhoneButton, summaryOf } from './content.ts';

const reply = (text: string): PhoneButton => ({ type: 'reply', text, payload: text });

test('an image with one button is a card with a button that dials', () => {
  const button = { text: 'Call us', phone_number: '4930123456', payload: 'call' };
  assert.deepEqual(cardsOf({ card: { orientation: 'VERTICAL', media_url: 'https://a.example/1.png', button } }), [
    { media_url: 'https://a.example/1.png', buttons: [{ type: 'dial', ...button }] },
  ]);
});

test('buttons count through the cards of a carousel, and suggestions after them', () => {
  const content = {
    carousel: { width: 'MEDIUM', cards: [{ buttons: [reply('a'), reply('b')] }, {}, { buttons: [reply('c')] }] },
    suggestions: [reply('d')],
  };
  assert.deepEqual(
    countedCards(content).map(({ first }) => first),
    [0, 2, 2],
  );
  assert.equal(buttonsInCards(content), 3);
});

test('a message is told in one line', () => {
  assert.equal(summaryOf({ text: 'Your order\nis on its way ' }), 'Your order is on its way');
  assert.equal(summaryOf({ file: { url: 'https://a.example/b/in%20voice.pdf' } }), 'File: in voice.pdf');
  assert.equal(summaryOf({ card: { title: 'Shoes', buttons: [] } }), 'Card: Shoes');
  assert.equal(summaryOf({ card: { media_url: 'https://a.example/1.png', buttons: [] } }), 'Card: picture');
  assert.equal(summaryOf({ carousel: { cards: [{ title: 'Red' }, { title: 'Blue' }] } }), '2 cards: Red');
});

test('what is no address is shown as it is', () => {
  assert.equal(hostOf('https://shop.example:8443/x'), 'shop.example:8443');
  assert.equal(hostOf('shop'), 'shop');
  assert.equal(nameOf('https://a.example/'), 'a.example');
  assert.equal(nameOf('https://a.example/%zz'), '%zz');
});
