/**
 * Texts to the bytes of a short message and back.
 *
 * 1. GSM 03.38 (3GPP TS 23.038, 6.2.1) goes unpacked, one septet an octet, as SMPP peers expect it; a character of the
 *    extension table is the escape and a second septet.
 * 2. UCS-2 is written as UTF-16, big-endian, because handsets show emoji that way.
 * 3. Encoding never replaces a character: a text that an alphabet cannot hold is answered with undefined.
 * 4. Decoding never fails: what has no meaning becomes the nearest thing to it.
 * 5. A national language table (TS 23.038, 6.2.1.2) that the sender named is used; one that nobody has defined is passed
 *    over. They are for reading: what goes out and does not fit the default alphabet is UCS-2, which every handset reads.
 * 6. Encoding needs nothing of Node's: the console counts parts with it in a browser (console/screens/composer/).
 */
import { LOCKING_TABLES, SINGLE_SHIFT_TABLES, type Table } from './national-tables.ts';

export type Alphabet = 'gsm7' | 'latin1' | 'ascii' | 'ucs2';

export const ESCAPE = 0x1b;

const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

const EXTENSION: readonly (readonly [number, string])[] = [
  [0x0a, '\f'],
  [0x14, '^'],
  [0x28, '{'],
  [0x29, '}'],
  [0x2f, '\\'],
  [0x3c, '['],
  [0x3d, '~'],
  [0x3e, ']'],
  [0x40, '|'],
  [0x65, '€'],
];

/** By number of the language, the tables that take the place of the default ones; 0: none. */
export interface Shifts {
  readonly locking: number;
  readonly single: number;
}

export const NO_SHIFTS: Shifts = { locking: 0, single: 0 };

const DEFAULT_TABLE: Table = [...BASIC];
const EXTENSION_TABLE: Table = buildExtension();

function buildExtension(): Table {
  const table = new Array<string | undefined>(128).fill(undefined);
  for (const [septet, character] of EXTENSION) table[septet] = character;
  return table;
}

/** By UTF-16 code unit: the septet, 0x100 more when it comes after an escape, or `NONE`. */
const NONE = 0xffff;
const SEPTETS = buildSeptets();

function buildSeptets(): Uint16Array {
  const septets = new Uint16Array('€'.charCodeAt(0) + 1).fill(NONE);
  for (let septet = 0; septet < BASIC.length; septet += 1) {
    if (septet !== ESCAPE) septets[BASIC.charCodeAt(septet)] = septet;
  }
  for (const [septet, character] of EXTENSION) septets[character.charCodeAt(0)] = 0x100 + septet;
  return septets;
}

/** The bytes of a text, or undefined when the alphabet lacks one of its characters. */
export function encodeText(text: string, alphabet: Alphabet): Uint8Array | undefined {
  switch (alphabet) {
    case 'gsm7':
      return encodeGsm7(text);
    case 'latin1':
      return encodeBelow(text, 0x100);
    case 'ascii':
      return encodeBelow(text, 0x80);
    case 'ucs2':
      return encodeUcs2(text);
  }
}

/** Rule 2. */
export function encodeUcs2(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    bytes[index * 2] = unit >> 8;
    bytes[index * 2 + 1] = unit;
  }
  return bytes;
}

/** Texts in septets share memory: a piece of its own for each text would take longer than to write it. */
const SHARED_BYTES = 8192;
let shared = new Uint8Array(SHARED_BYTES);
/** What stands before this is never written again. */
let sharedFrom = 0;

function encodeGsm7(text: string): Uint8Array | undefined {
  const most = text.length * 2;
  if (sharedFrom + most > shared.length) {
    shared = new Uint8Array(Math.max(SHARED_BYTES, most));
    sharedFrom = 0;
  }
  let at = sharedFrom;
  for (let index = 0; index < text.length; index += 1) {
    const septet = SEPTETS[text.charCodeAt(index)] ?? NONE;
    if (septet === NONE) return undefined;
    if (septet >= 0x100) shared[at++] = ESCAPE;
    shared[at++] = septet & 0x7f;
  }
  const bytes = shared.subarray(sharedFrom, at);
  sharedFrom = at;
  return bytes;
}

function encodeBelow(text: string, limit: number): Uint8Array | undefined {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit >= limit) return undefined;
    bytes[index] = unit;
  }
  return bytes;
}

/** `shifts`: of texts in gsm7. */
export function decodeText(bytes: Uint8Array, alphabet: Alphabet, shifts: Shifts = NO_SHIFTS): string {
  switch (alphabet) {
    case 'gsm7':
      return decodeGsm7(bytes, shifts);
    case 'latin1':
    case 'ascii':
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    case 'ucs2':
      return decodeUcs2(bytes);
  }
}

/** An escape before a septet that the table of shifted ones lacks shows the basic character (TS 23.038, 6.2.1.1, A.2). */
function decodeGsm7(bytes: Uint8Array, { locking, single }: Shifts): string {
  const basic = LOCKING_TABLES.get(locking) ?? DEFAULT_TABLE;
  const shifted = SINGLE_SHIFT_TABLES.get(single) ?? EXTENSION_TABLE;
  let text = '';
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    if (byte === ESCAPE) {
      index += 1;
      const second = bytes[index];
      if (second === undefined || second === ESCAPE) text += ' ';
      else text += shifted[second] ?? basicCharacter(second, basic);
    } else text += basicCharacter(byte, basic);
  }
  return text;
}

/** A byte above 0x7f is no septet: the peer has sent Latin-1 after all. */
function basicCharacter(byte: number, basic: Table): string {
  return byte < 0x80 ? (basic[byte] ?? ' ') : String.fromCharCode(byte);
}

function decodeUcs2(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString('utf16le');
}

/** How the octets of an incoming message are to be read. */
export type Coding = Alphabet | 'binary' | { readonly label: string };

/** data_coding values of clause 5.2.19 that have a decoder in the platform. */
const OTHER_CODINGS: ReadonlyMap<number, string> = new Map([
  [0x05, 'shift_jis'],
  [0x06, 'iso-8859-5'],
  [0x07, 'iso-8859-8'],
  [0x0a, 'iso-2022-jp'],
  [0x0d, 'euc-jp'],
  [0x0e, 'euc-kr'],
]);

export interface CodingRules {
  readonly defaultAlphabet: Exclude<Alphabet, 'ucs2'>;
  /** data_coding of texts in the default alphabet, and of UCS-2, as this peer wants them. */
  readonly textCoding: number;
  readonly ucs2Coding: number;
}

/** The meaning of a data_coding: this peer's own values first, then clause 5.2.19, then TS 23.038 groups. */
export function codingOf(dataCoding: number, rules: CodingRules): Coding {
  if (dataCoding === rules.textCoding || dataCoding === 0) return rules.defaultAlphabet;
  if (dataCoding === rules.ucs2Coding || dataCoding === 8) return 'ucs2';
  if (dataCoding === 1) return 'ascii';
  if (dataCoding === 3) return 'latin1';
  if (dataCoding === 2 || dataCoding === 4 || dataCoding === 9) return 'binary';
  const label = OTHER_CODINGS.get(dataCoding);
  if (label) return { label };
  return dataCoding < 0x10 ? rules.defaultAlphabet : groupCoding(dataCoding, rules);
}

/** TS 23.038, clause 4: message class, waiting indication and the like. */
function groupCoding(dataCoding: number, rules: CodingRules): Coding {
  const group = dataCoding >> 4;
  if (group === 0xf) return (dataCoding & 0x04) === 0 ? rules.defaultAlphabet : 'binary';
  if (group === 0xe) return 'ucs2';
  if (group >= 0x8) return rules.defaultAlphabet;
  if ((dataCoding & 0x20) !== 0) return 'binary';
  const alphabet = (dataCoding >> 2) & 0x03;
  if (alphabet === 1) return 'binary';
  return alphabet === 2 ? 'ucs2' : rules.defaultAlphabet;
}

export function decodeCoded(bytes: Uint8Array, coding: Exclude<Coding, 'binary'>, shifts: Shifts = NO_SHIFTS): string {
  return typeof coding === 'string' ? decodeText(bytes, coding, shifts) : new TextDecoder(coding.label).decode(bytes);
}
