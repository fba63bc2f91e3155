/** Texts that are understood, texts and sounds that are spoken, and addresses where callbacks go. */
import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { AddressRefused, createAddressGuard } from '../../../src/callbacks/address-guard.ts';
import { EXCERPT_BYTES, excerptOf } from '../../../src/callbacks/excerpt.ts';
import { meaningOf, type WordList } from '../../../src/engine/arriving/keywords.ts';
import { maskNumber } from '../../../src/lib/log.ts';
import { storable } from '../../../src/lib/storable.ts';
import { partsOf as urlPartsOf } from '../../../src/lib/url-parts.ts';
import { readWav, WavError, writeWav } from '../../../src/lib/wav.ts';
import { allowedUrl, isHttpUrl } from '../../../src/operations/json-body.ts';
import { matchTag } from '../../../src/speech/languages.ts';
import { checkText, piecesOf } from '../../../src/speech/text.ts';
import { assertBounded, assertStorable, orDeclared, type Target } from '../target.ts';

const WORDS: readonly WordList[] = [
  { language: null, stopWords: ['STOP', 'opt out'], startWords: ['START'], helpWords: ['HELP'] },
  { language: 'de', stopWords: [], startWords: [], helpWords: ['HILFE'] },
];

function readKeyword(input: Buffer): void {
  const text = input.toString('utf8');
  assert.ok(['stop', 'start', 'help', 'other'].includes(meaningOf(text, WORDS)));
  maskNumber(text);
}

function readSpokenText(input: Buffer): void {
  const text = input.toString('utf8');
  if (checkText(text) !== null) return;
  const parts = piecesOf(text);
  assertBounded(parts, input, 'parts');
  assertStorable(parts, 'parts');
  assert.ok(
    parts.some(({ kind }) => kind === 'code'),
    'the code is said',
  );
  for (const [index, part] of parts.entries()) {
    if (part.kind !== 'say') continue;
    assert.ok(part.text.trim() !== '' && part.text.length <= 400, `a phrase of ${part.text.length}`);
    assert.ok(index === 0 || parts[index - 1]?.kind !== 'say', 'two phrases without a pause');
  }
}

function readSound(input: Buffer): void {
  const sound = orDeclared(WavError, () => readWav(input));
  if (!sound) return;
  assert.ok(sound.samples.length <= input.length && sound.samplesPerSecond >= 1);
  assert.deepEqual(readWav(writeWav(sound)), sound);
}

function readLanguage(input: Buffer): void {
  const found = matchTag(input.toString('utf8'), ['en', 'de', 'pt-BR', 'zh-Hant', 'cmn']);
  assert.ok(found === null || ['en', 'de', 'pt-BR', 'zh-Hant', 'cmn'].includes(found));
}

const guard = createAddressGuard([], () => {});

/** What is private by its first bytes, told apart from ours (RFC 6890). */
function isInside(address: string): boolean {
  const parts = address.split('.').map(Number);
  if (isIP(address) !== 4) return false;
  const [first = 0, second = 0] = parts;
  const isPrivate = first === 10 || (first === 172 && second >= 16 && second < 32) || (first === 192 && second === 168);
  return isPrivate || first === 0 || first === 127 || first >= 224 || (first === 169 && second === 254);
}

/** The IPv4 address that an IPv6 one stands for (RFC 4291, 2.5.5); all but what is given to networks as inside. */
function asIPv4(host: string): string {
  if (!host.startsWith('[')) return host;
  const mapped = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(host);
  const [high, low] = [mapped?.[1], mapped?.[2]].map((each) => Number.parseInt(each ?? '0', 16));
  if (mapped) return [(high ?? 0) >> 8, (high ?? 0) & 255, (low ?? 0) >> 8, (low ?? 0) & 255].join('.');
  return /^\[[23][0-9a-f]{3}:/.test(host) ? host : '127.0.0.1';
}

/** Whatever way an address is written, a URL that is taken does not lead inside. */
function readCallbackUrl(input: Buffer): void {
  const text = input.toString('utf8');
  assertBounded(allowedUrl(text), input, 'why');
  guard.allows(text);
  if (!isHttpUrl(text)) return;
  const { hostname, path, origin } = urlPartsOf(text);
  assert.ok(!/[\r\n \0]/.test(`${path}${origin}${hostname}`), 'a sign that ends a line of HTTP');
  const isLet = orDeclared(AddressRefused, () => {
    guard.checkHost(hostname);
    return true;
  });
  if (!isLet) return;
  assert.ok(!isInside(asIPv4(hostname)), `${hostname} is inside`);
}

/** The beginning of what was said; a character that the limit cuts is none. */
function readCallbackAnswer(input: Buffer): void {
  const excerpt = excerptOf(input);
  assertStorable(excerpt, 'excerpt');
  assert.ok(excerpt.length <= EXCERPT_BYTES, `${excerpt.length} characters`);
  const whole = storable(input.toString('utf8'));
  if (input.length <= EXCERPT_BYTES) assert.equal(excerpt, whole);
  else assert.ok(whole.startsWith(excerpt.replace(/\ufffd$/, '')), 'not how it begins');
}

const WAV = writeWav({ samples: Int16Array.from({ length: 40 }, (_, at) => at * 100), samplesPerSecond: 8_000 });

export const TEXT_TARGETS: readonly Target[] = [
  {
    name: 'keyword',
    about: 'texts that may be STOP, START or HELP',
    samples: ['STOP', ' stop! ', 'Opt-Out', 'stop\u200b', '🛑 STOP 🛑', 'START', 'hilfe'],
    words: ['\ufe0f', '\u200d', '\u20e3', '\u0301', 'İ', 'ſ', '-'],
    read: readKeyword,
    files: ['src/engine/arriving/keywords.ts'],
    around: [(text) => text, (text) => `a${text}b`, (text) => `a${'!'.repeat(text.length)}b`],
    perCharacter: 200,
  },
  {
    name: 'spoken-text',
    about: 'texts of calls, and the phrases that they are spoken in',
    samples: [
      'Your code is $$CODE$$.',
      'Hello\nworld',
      `${'A sentence. '.repeat(30)}`,
      '你好。再见',
      'مرحبا؟ $$CODE$$',
    ],
    words: ['$$CODE$$', '\n', '\u2028', '. ', '2 < 3', '<break/>', '\u0007', '。'],
    read: readSpokenText,
    files: [],
    around: [
      (text) => text,
      (text) => `${text.slice(0, 400)}a`,
      (text) => '<a'.repeat(text.length / 2),
      (text) => `a${text}`.slice(0, 500),
    ],
    perCharacter: 400,
  },
  {
    name: 'sound',
    about: 'WAV files of speech services and engines',
    samples: [WAV, Buffer.concat([WAV.subarray(0, 36), Buffer.from('LIST\x04\0\0\0abcd', 'latin1'), WAV.subarray(36)])],
    words: ['RIFF', 'WAVE', 'fmt ', 'data', '\u0003\0', '\u0006\0', '\u0007\0', '\u0018\0', '\u0020\0'],
    read: readSound,
    files: ['src/lib/wav.ts'],
    around: [
      (text) => text,
      (text) => Buffer.concat([WAV, Buffer.from(text)]),
      (text) => `RIFF....WAVE${'LIST\0\0\0\0'.repeat(text.length / 8)}`,
    ],
    perCharacter: 200,
  },
  {
    name: 'language',
    about: 'tags of languages (RFC 4647)',
    samples: ['en-US', 'de', 'pt_BR', 'zh-Hant-TW', 'cmn-Hans-CN'],
    words: ['-', '_', 'x-', 'constructor'],
    read: readLanguage,
    files: ['src/speech/languages.ts'],
    around: [(text) => text, (text) => 'a-'.repeat(text.length / 2)],
    perCharacter: 400,
  },
  {
    name: 'callback-url',
    about: 'addresses of callbacks: what is taken, and where it leads',
    samples: [
      ...[
        'https://example.org:8443/a?b=c#d',
        'http://127.0.0.1/',
        'http://[::1]/',
        'http://[::ffff:10.0.0.1]/',
        'http://0x7f.1/',
      ],
      ...[
        'http://2130706433/',
        'http://1.1.1.1/',
        'http://[2606:4700::1111]/',
        'http://user:p@example.org/',
        'http://①②⑦.0.0.1/',
      ],
    ],
    words: [
      'http://',
      '@',
      '[',
      ']',
      '0x',
      '0177',
      '::ffff:',
      '127.0.0.1',
      '10.0.0.1',
      '169.254.169.254',
      '。',
      '%2e',
      '\\',
      '64:ff9b::',
    ],
    read: readCallbackUrl,
    files: ['src/callbacks/address-guard.ts', 'src/lib/url-parts.ts'],
    around: [
      (text) => text,
      (text) => `http://${text.slice(0, 2_000)}`,
      (text) => `http://example.org/${text.slice(0, 2_000)}`,
    ],
    perCharacter: 200,
  },
  {
    name: 'callback-answer',
    about: 'what receivers of callbacks answer: the beginning, as it is kept',
    samples: [
      'ok',
      '{"error":"no such order"}',
      Buffer.concat([Buffer.from('a'.repeat(EXCERPT_BYTES - 2)), Buffer.from('🛑 and more')]),
      Buffer.from([0xff, 0, 0xed, 0xa0, 0x80, 0xc3]),
    ],
    words: ['\0', '€', '🛑', '\ufffd', '\ufeff'],
    read: readCallbackAnswer,
    files: ['src/callbacks/excerpt.ts'],
    around: [(text) => text, (text) => `${'a'.repeat(EXCERPT_BYTES - 1)}${text}`],
  },
];
