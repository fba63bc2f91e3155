import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostOf, partsOf } from './content-parts.ts';

test('a text and a spoken code have their text alone', () => {
  const nothing = { media: '', cards: [], buttons: [] };
  assert.deepEqual(partsOf({ type: 'sms_text', text: 'Hello' }), { ...nothing, text: 'Hello' });
  assert.deepEqual(partsOf({ type: 'voice_prompt', language: 'en-US', text: '' }), { ...nothing, text: '' });
});

test('cards come with their pictures and with what their buttons do', () => {
  const dial = {
    type: 'rcs_dial_card',
    mediaUrl: 'https://a.example/i.jpg',
    dialText: 'Call',
    phoneNumberToDial: '49',
  };
  assert.deepEqual(partsOf(dial).cards, [
    {
      n: 1,
      title: '',
      description: '',
      media: 'https://a.example/i.jpg',
      buttons: [{ text: 'Call', does: 'dials 49' }],
    },
  ]);
  const suggestions = [
    { type: 'reply', text: 'Yes', payload: 'y' },
    { type: 'url', text: 'See', payload: 's', url: 'https://a.example' },
    { type: 'location', text: 'Where', payload: 'w', latitude: 1, longitude: 2 },
    { type: 'location', text: 'Find', payload: 'f', query: 'shop' },
    { type: 'calendar', text: 'Note', payload: 'n', title: 'Visit' },
    { type: 'share_location', text: 'Share', payload: 'l' },
  ];
  const card = partsOf({ type: 'rcs_card', card: { title: 'Hi', suggestions } }).cards[0];
  assert.equal(card?.title, 'Hi');
  assert.deepEqual(
    card?.buttons.map(({ does }) => does),
    [
      'answers',
      'opens https://a.example',
      'shows 1, 2 on the map',
      'looks for shop on the map',
      'notes Visit in the calendar',
      'asks where they are',
    ],
  );
  assert.equal(partsOf({ type: 'rcs_carousel', cards: [{ title: 'A' }, { title: 'B' }] }).cards.length, 2);
});

test('what has been removed is passed over', () => {
  assert.deepEqual(partsOf({ type: 'rcs_carousel', cards: '', suggestions: '' }).cards, []);
  assert.equal(partsOf({ type: 'rcs_card', card: '' }).cards[0]?.title, '');
});

test('a picture is shown by the name of its server; what is no address of the web has none', () => {
  assert.equal(hostOf('https://acme.example/x.png'), 'acme.example');
  assert.equal(hostOf('javascript:alert(1)'), null);
  assert.equal(hostOf('x'), null);
});
