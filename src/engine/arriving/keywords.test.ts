import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from '../../config/config.ts';
import { answerTo, meaningOf, readKeyword, type WordList } from './keywords.ts';

const { words: gateways } = loadConfig({}).optOut;

test('the words of the rule on opting out are heard, however they are written', () => {
  const written = [
    ...['STOP', 'StopAll', 'end', 'QUIT', 'cancel', 'unsubscribe', 'REVOKE', 'OPTOUT', 'OPT OUT', 'opt-out'],
    ...['OPT_OUT', 'Opt\u2011Out', 'opt\u00a0 out', 'opt.out'],
  ];
  for (const text of written) assert.equal(meaningOf(text, gateways), 'stop', text);
});

test('what is around a word does not count, seen or unseen', () => {
  const around = [
    ...[' Stop. ', 'stop!!', '"STOP"', '„Stop“', '(stop)', 'stop🛑', 'STOP\u270b\ufe0f', '\u{1f6d1}\ufe0f STOP'],
    ...['Stop\u200b', '\u200b\u200eSTOP\u200f', '\ufeffSTOP', 'STOP\u2060', 'ST\u00adOP', 'STOP\u{e0020}\u{e007f}'],
    ...['STOP\u{1f44b}\u{1f3fd}', 'STOP\u{1f468}\u200d\u{1f4bb}', 'STOP #\ufe0f\u20e3', 'STOP\r\n', '\tSTOP\u0000'],
    ...['\uff33\uff34\uff2f\uff30', 'STOP\u2122'],
  ];
  for (const text of around) assert.equal(meaningOf(text, gateways), 'stop', JSON.stringify(text));
});

test('a word counts as the whole text alone', () => {
  const others = [
    'Stop. Thank you',
    'please stop',
    'non-stop',
    'stopp it',
    '',
    '🛑',
    '!!',
    '\u200b',
    'STOPPING',
    'opt',
  ];
  for (const text of others) assert.equal(meaningOf(text, gateways), 'other', JSON.stringify(text));
  assert.equal(meaningOf(`STOP${'!'.repeat(300)}`, gateways), 'other');
});

test('words of other alphabets keep the marks that belong to them', () => {
  const words = [{ language: null, stopWords: ['रोको', 'İPTAL', 'arrêt'], startWords: [], helpWords: ['रोक'] }];
  assert.equal(meaningOf('रोको!', words), 'stop');
  assert.equal(meaningOf('रोक', words), 'help');
  assert.equal(meaningOf('iptal', words), 'stop');
  assert.equal(meaningOf('ARRE\u0302T.', words), 'stop');
});

test('START and HELP are heard in the same way, and a word that is no word means nothing', () => {
  assert.equal(meaningOf('Start\u200b', gateways), 'start');
  assert.equal(meaningOf('HELP\u2753\ufe0f', gateways), 'help');
  assert.equal(meaningOf('👍', [{ language: null, stopWords: ['!!'], startWords: [], helpWords: [] }]), 'other');
});

test('a word has the language of its list, and the first meaning of STOP, START, HELP', () => {
  const own: WordList[] = [
    { language: null, stopWords: ['ARRET'], startWords: ['HILFE'], helpWords: ['STOPP'] },
    ...gateways,
  ];
  assert.deepEqual(readKeyword('Arr\u00eat!', gateways), { meaning: 'stop', word: 'arr\u00eat', language: 'fr' });
  assert.deepEqual(readKeyword(' OPT-OUT ', gateways), { meaning: 'stop', word: 'opt out', language: null });
  assert.deepEqual(readKeyword('aiuto', gateways), { meaning: 'help', word: 'aiuto', language: 'it' });
  assert.deepEqual(readKeyword('arret', own), { meaning: 'stop', word: 'arret', language: 'fr' });
  assert.deepEqual(readKeyword('hilfe', own), { meaning: 'start', word: 'hilfe', language: null });
  assert.deepEqual(readKeyword('stopp', own), { meaning: 'stop', word: 'stopp', language: 'de' });
  assert.equal(readKeyword('hello', own), null);
});

test("an answer is the account's in the language of the word, else the account's, else the gateway's in the same order", () => {
  const gateway = { texts: { stopped: 'G', started: 'G', help: 'G' }, languages: { fr: { stopped: 'G fr' } } };
  const stop = (language: string | null) => ({ meaning: 'stop', word: 'w', language }) as const;
  const said = (account: Parameters<typeof answerTo>[1][number], language: string | null) =>
    answerTo(stop(language), [account, gateway]);
  const none = { texts: {}, languages: {} };
  assert.deepEqual([said(none, 'fr'), said(none, 'de'), said(none, null)], ['G fr', 'G', 'G']);
  const own = { texts: { stopped: 'A' }, languages: { de: { stopped: 'A de' } } };
  assert.deepEqual([said(own, 'fr'), said(own, 'de'), said(own, null)], ['A', 'A de', 'A']);
  assert.equal(said({ texts: { stopped: '' }, languages: {} }, 'fr'), '', 'silence');
  assert.equal(said({ texts: { help: 'A' }, languages: {} }, 'constructor'), 'G');
});
