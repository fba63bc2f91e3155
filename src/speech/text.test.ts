import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkText, type Piece, piecesOf } from './text.ts';

/** `Hello|#|.` for say "Hello", code, … ; `/` is a line's end, `,` a phrase's. */
function shape(text: string): string {
  const word = (piece: Piece): string =>
    piece.kind === 'say' ? piece.text : { code: '#', line_end: '/', phrase_end: ',' }[piece.kind];
  return piecesOf(text).map(word).join('|');
}

test('the code stands where the text wants it, as often as it wants it, and else at the end', () => {
  assert.equal(shape('Your code is $$CODE$$.'), 'Your code is|#');
  assert.equal(shape('$$CODE$$ is your code; again: $$CODE$$! Bye.'), '#|is your code; again:|#|Bye.');
  assert.equal(shape('$$CODE$$$$CODE$$'), '#|#');
  assert.equal(shape('Here it comes.'), 'Here it comes.|#');
  assert.equal(shape('$$code$$ $CODE$'), '$$code$$ $CODE$|#');
  assert.equal(shape('$$CODE$$'), '#');
});

test('line breaks are pauses, never two in a row and none at the ends', () => {
  assert.equal(shape('\nOne\r\n\n \nTwo $$CODE$$\n'), 'One|/|Two|#');
  assert.equal(shape('One\u2028$$CODE$$\n!\nThree'), 'One|/|#|/|Three');
});

test('a long text is cut where sentences end, else between words, else anywhere, and nothing is lost', () => {
  const sentences = `${'This is a sentence of the text. '.repeat(30)}$$CODE$$`;
  const words = `${'word '.repeat(200)}$$CODE$$`;
  const endless = `${'水'.repeat(1_000)}$$CODE$$`;
  const pairs = `x${'😀'.repeat(400)}$$CODE$$`;
  for (const text of [sentences, words, endless, pairs]) {
    const said = piecesOf(text).flatMap((piece) => (piece.kind === 'say' ? [piece.text] : []));
    assert.ok(said.length > 1 && said.every((phrase) => phrase.length <= 201 && !/\p{Cs}/u.test(phrase)));
    assert.equal(said.join('').replaceAll(' ', ''), text.replace('$$CODE$$', '').replaceAll(' ', ''));
  }
  const [first] = piecesOf(sentences);
  assert.ok(first?.kind === 'say' && first.text.endsWith('text.'));
});

test('a text with the characters of a shell, of quotes or of a comparison is only a text', () => {
  const hostile = [
    '$(reboot) `id` | cat /etc/passwd; rm -rf / && echo "x" \\ \'y\'',
    '2 < 3 and 4 > 1',
    '-v --stdin',
    '[[x]]',
  ];
  for (const text of hostile) {
    assert.equal(checkText(text), null, text);
    assert.equal(shape(text), `${text}|#`);
  }
});

test('markup, control characters, halves of characters, nothing and too much are refused with the reason', () => {
  for (const text of [
    '<speak>hi</speak>',
    'a <break time="3s"/> b',
    '<audio src="file:///etc/passwd"',
    '<!-- x -->',
    '<?xml?>',
  ]) {
    assert.match(checkText(text)?.text ?? '', /markup/, text);
  }
  for (const text of ['a\u0001b', 'a\u0000', 'x\u001b[2J', '\u0085', 'a\ud800', '\uffff']) {
    assert.match(checkText(text)?.text ?? '', /control characters/, JSON.stringify(text));
  }
  for (const text of ['', '  \n', '…!?']) assert.match(checkText(text)?.text ?? '', /nothing that could be spoken/);
  assert.equal(checkText('😀'.repeat(2_000)), null);
  assert.match(checkText('x'.repeat(2_001))?.text ?? '', /2001 characters; allowed are 2000/);
});
