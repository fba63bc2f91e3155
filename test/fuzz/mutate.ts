/**
 * Inputs made of valid ones. The same seed, name and case make the same input, whatever was tried before.
 *
 * 1. Changes are by structure: what parsers count, cut and nest is repeated, cut off, put in twice and made very long.
 * 2. An input has at most `LONGEST` bytes: a PDU, a datagram and most headers are no longer.
 */
import { createHash } from 'node:crypto';
import { createDice, type Dice } from '../support/random.ts';
import { bytesOf, type Target } from './target.ts';

export const LONGEST = 65_536;
const MOST_CHANGES = 6;

const SIGNS = [
  ...['\0', '\t', '\r', '\n', '\r\n', ' ', '"', "'", '\\', '<', '>', '(', ')', '[', ']', '{', '}', ',', ';', ':', '='],
  ...['@', '%', '&', '#', '?', '/', '.', '-', '_', '*', '+', '~', '|', '^', '$', '!', '\u007f', '\u0085', '\u00a0'],
  ...['\u200b', '\u2028', '\ufeff', '\ufffd', '\ud83d\ude00', 'İ', 'ß', '%00', '%zz', '%ff', '\\u0000', '\\ud800'],
  ...['../', '[[', '{{', '&a', '*a', '!!binary', '$1', '$&', '``'],
] as const;
/** Names that every object has: a table that is asked with one must not answer. */
const INHERITED = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'] as const;
const NUMBERS = [
  ...['0', '-0', '-1', '1', '00', '007', '127', '128', '255', '256', '65535', '65536', '2147483647', '2147483648'],
  ...['4294967295', '4294967296', '9007199254740991', '9007199254740993', '18446744073709551616', '1e3', '1e999'],
  ...['-1e999', 'NaN', 'Infinity', '0x10', '1.5', '١٢٣', '9'.repeat(40)],
] as const;
const BYTES = [0, 1, 0x0a, 0x0d, 0x1b, 0x20, 0x22, 0x2c, 0x3b, 0x7f, 0x80, 0xc0, 0xd8, 0xdc, 0xe2, 0xf0, 0xff] as const;
const WHOLE = [0, 1, 3, 4, 15, 16, 17, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xffff] as const;

export function inputOf(target: Pick<Target, 'name' | 'samples' | 'words'>, seed: number, index: number): Buffer {
  const dice = createDice(seedOf(target.name, seed, index));
  const sample = () => bytesOf(dice.pick(target.samples));
  let bytes = sample();
  // The first are as they are: a target whose samples are refused would try nothing.
  if (index < target.samples.length) return bytesOf(target.samples[index] ?? '');
  const words = target.words ?? [];
  const changes = 1 + dice.below(MOST_CHANGES);
  for (let change = 0; change < changes; change += 1) {
    bytes = dice.pick(CHANGES)({ bytes, dice, words, other: sample });
    if (bytes.length > LONGEST) bytes = bytes.subarray(0, LONGEST);
  }
  return Buffer.from(bytes);
}

function seedOf(name: string, seed: number, index: number): number {
  return createHash('sha256').update(`${name} ${seed} ${index}`).digest().readUInt32BE(0);
}

interface Change {
  readonly bytes: Buffer;
  readonly dice: Dice;
  readonly words: readonly string[];
  other(): Buffer;
}

type Changing = (change: Change) => Buffer;

const CHANGES: readonly Changing[] = [
  flipBit,
  setByte,
  setNumber,
  insertWord,
  insertWord,
  replaceDigits,
  replacePiece,
  removePiece,
  repeatPiece,
  swapPieces,
  truncate,
  splice,
  grow,
  nest,
  changeJson,
  changeJson,
];

function flipBit({ bytes, dice }: Change): Buffer {
  if (bytes.length === 0) return bytes;
  const changed = Buffer.from(bytes);
  const at = dice.below(bytes.length);
  changed.writeUInt8(changed.readUInt8(at) ^ (1 << dice.below(8)), at);
  return changed;
}

function setByte({ bytes, dice }: Change): Buffer {
  if (bytes.length === 0) return bytes;
  const changed = Buffer.from(bytes);
  changed.writeUInt8(dice.chance(0.5) ? dice.pick(BYTES) : dice.below(256), dice.below(bytes.length));
  return changed;
}

/** Where a length, a count or an offset may be. */
function setNumber({ bytes, dice }: Change): Buffer {
  if (bytes.length < 2) return bytes;
  const changed = Buffer.from(bytes);
  const at = dice.below(bytes.length - 1);
  if (dice.chance(0.5)) changed.writeUInt16BE(dice.pick(WHOLE), at);
  else changed.writeUInt16LE(dice.pick(WHOLE), at);
  return changed;
}

function wordOf({ dice, words }: Change): Buffer {
  const list = dice.pick([SIGNS, SIGNS, NUMBERS, INHERITED, words.length > 0 ? words : SIGNS]);
  return Buffer.from(dice.pick<string>(list), dice.chance(0.9) ? 'utf8' : 'latin1');
}

function insertWord(change: Change): Buffer {
  const { bytes, dice } = change;
  const at = dice.below(bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, at), wordOf(change), bytes.subarray(at)]);
}

/** Of the numbers that stand there in digits one becomes a boundary. */
function replaceDigits(change: Change): Buffer {
  const { bytes, dice } = change;
  const runs = [
    ...bytes
      .subarray(0, 4_096)
      .toString('latin1')
      .matchAll(/\d{1,20}/g),
  ];
  if (runs.length === 0) return insertWord(change);
  const run = dice.pick(runs);
  const number = Buffer.from(dice.pick(NUMBERS));
  return Buffer.concat([bytes.subarray(0, run.index), number, bytes.subarray(run.index + run[0].length)]);
}

/** A word of the text, or a value between quotes, becomes another word. */
function replacePiece(change: Change): Buffer {
  const { bytes, dice } = change;
  const runs = [
    ...bytes
      .subarray(0, 4_096)
      .toString('latin1')
      .matchAll(/[A-Za-z_-]{2,40}/g),
  ];
  if (runs.length === 0) return insertWord(change);
  const run = dice.pick(runs);
  return Buffer.concat([bytes.subarray(0, run.index), wordOf(change), bytes.subarray(run.index + run[0].length)]);
}

function pieceOf({ bytes, dice }: Change): { from: number; to: number } {
  const from = dice.below(bytes.length + 1);
  const most = dice.chance(0.8) ? 16 : bytes.length;
  return { from, to: Math.min(bytes.length, from + dice.below(most + 1)) };
}

function removePiece(change: Change): Buffer {
  const { from, to } = pieceOf(change);
  return Buffer.concat([change.bytes.subarray(0, from), change.bytes.subarray(to)]);
}

function repeatPiece(change: Change): Buffer {
  const { bytes, dice } = change;
  const { from, to } = pieceOf(change);
  const times = dice.chance(0.9) ? 1 + dice.below(4) : 1 + dice.below(300);
  const room = Math.max(0, LONGEST - bytes.length);
  const piece = Buffer.from(bytes.subarray(from, to));
  const again = Buffer.alloc(Math.min(room, piece.length * times), piece.length > 0 ? piece : 0);
  return Buffer.concat([bytes.subarray(0, to), again, bytes.subarray(to)]);
}

function swapPieces(change: Change): Buffer {
  const { bytes } = change;
  const [one, two] = [pieceOf(change), pieceOf(change)].sort((a, b) => a.from - b.from);
  if (!one || !two || one.to > two.from) return bytes;
  const parts = [
    [0, one.from],
    [two.from, two.to],
    [one.to, two.from],
    [one.from, one.to],
    [two.to, bytes.length],
  ];
  return Buffer.concat(parts.map(([from, to]) => bytes.subarray(from, to)));
}

function truncate({ bytes, dice }: Change): Buffer {
  return bytes.subarray(0, dice.below(bytes.length + 1));
}

/** The beginning of one and the end of another. */
function splice({ bytes, dice, other }: Change): Buffer {
  const second = other();
  return Buffer.concat([
    bytes.subarray(0, dice.below(bytes.length + 1)),
    second.subarray(dice.below(second.length + 1)),
  ]);
}

/** One sign very often. */
function grow(change: Change): Buffer {
  const { bytes, dice } = change;
  const at = dice.below(bytes.length + 1);
  const room = Math.max(0, LONGEST - bytes.length);
  const length = dice.chance(0.9) ? dice.below(300) : dice.below(20_000);
  const long = Buffer.alloc(Math.min(room, length), wordOf(change));
  return Buffer.concat([bytes.subarray(0, at), long, bytes.subarray(at)]);
}

const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e300, Number.MAX_SAFE_INTEGER, '', ' ', '1', 'true', '2026-02-30'],
  ...['\0', '\ud800', 'constructor', '__proto__'],
  ...([[], {}, [[]], { a: {} }, { toString: 1 }, { toString: null, valueOf: null }, { length: -1 }] as const),
];

type Node = Record<string, unknown>;

/** A value somewhere in JSON becomes another one, goes away, or stands there under another name. */
function changeJson(change: Change): Buffer {
  const { bytes, dice } = change;
  const from = bytes.findIndex((byte) => byte === 0x7b || byte === 0x5b);
  const root = from < 0 || from > 2 ? null : parsed(bytes.subarray(from));
  if (root === null) return insertWord(change);
  let node: Node = { root };
  let name = 'root';
  for (let below = node[name]; isNode(below) && Object.keys(below).length > 0 && dice.chance(0.8); below = node[name]) {
    node = below;
    name = dice.pick(Object.keys(node));
  }
  const action = dice.below(4);
  if (action === 0) delete node[name];
  else if (action === 1) node[dice.pick(INHERITED)] = node[name];
  else node[name] = action === 2 ? dice.pick(VALUES) : wordOf(change).toString('utf8');
  return Buffer.concat([bytes.subarray(0, from), Buffer.from(JSON.stringify(root) ?? '')]);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

function parsed(bytes: Buffer): Node | null {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return isNode(value) ? value : null;
  } catch {
    return null;
  }
}

/** Brackets in brackets, around nothing or around what is there. */
function nest({ bytes, dice }: Change): Buffer {
  const [open, close] = dice.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['(', ')'],
    ['<', '>'],
    ['"', '"'],
    ['- ', ''],
  ] as const);
  const depth = dice.chance(0.9) ? 1 + dice.below(20) : 1 + dice.below(5_000);
  const at = dice.below(bytes.length + 1);
  const end = at + dice.below(bytes.length - at + 1);
  const whole = [bytes.subarray(0, at), Buffer.from(open.repeat(depth)), bytes.subarray(at, end)];
  return Buffer.concat([...whole, Buffer.from(close.repeat(depth)), bytes.subarray(end)]);
}
