/**
 * Takes the body of POST /v1/omnichannel/batch apart: what is said once, and the recipients one by one. Such a body has up
 * to 16 MB, and nobody else may wait for it: it is looked through in slices, and each recipient is parsed alone.
 *
 * 1. Only the structure is read here: which bytes belong to a string, and how deep the lists and objects are in which the
 *    others stand. All else is left to `JSON.parse`, which gets each piece and finds what is wrong with it.
 * 2. What is said once is as large as a body of /v1/omnichannel may be. A recipient has at most `LARGEST_RECIPIENT` bytes:
 *    one that is larger is not looked into, and is refused in its place.
 * 3. `recipients` stands there once: a second one is refused, since it could not be told which one was meant.
 * 4. A list with more entries than a batch may have is refused where they begin: 16 MB of commas are millions of places.
 */
import { isUtf8 } from 'node:buffer';
import { MOST_RECIPIENTS } from '../../engine/batches/record-batch.ts';
import { Refusal } from '../../errors.ts';
import { asJsonObject, type JsonObject } from '../../lib/json.ts';
import type { Turns } from '../../lib/turns.ts';
import { checkText, fieldOf, malformed } from '../json-body.ts';

export interface BatchBody {
  /** All but the list of recipients; without it, or with what stands there and is no list. */
  readonly once: JsonObject;
  /** Null: there is no such list. */
  readonly recipients: Recipients | null;
}

export interface Recipients {
  readonly count: number;
  /** What stands in a place; null when it is larger than a recipient may be. Refuses what is not JSON. */
  at(place: number): { readonly value: unknown } | null;
}

export const LARGEST_ONCE = 10 * 1024;
export const LARGEST_RECIPIENT = 64 * 1024;
export const FIELD = 'recipients';

/** Bytes between two looks at the time. */
const LOOK_EVERY = 128 * 1024;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

export async function takeApart(body: Buffer, turns: Turns): Promise<BatchBody> {
  const reading = beginReading(body);
  while (reading.readOn()) await turns.next();
  return reading.parts();
}

export interface BodyReading {
  /** Reads `LOOK_EVERY` bytes more; false: there are none. */
  readOn(): boolean;
  /** When all has been read. */
  parts(): BatchBody;
}

export function beginReading(body: Buffer): BodyReading {
  if (body.length === 0) throw malformed('the body is empty, a JSON object is expected');
  if (!isUtf8(body)) throw malformed('the body is not UTF-8');
  const bytes = body.subarray(0, 3).equals(BYTE_ORDER_MARK) ? body.subarray(3) : body;
  const scan = new Scan(bytes);
  let to = 0;
  return {
    readOn() {
      to = Math.min(bytes.length, to + LOOK_EVERY);
      scan.readTo(to);
      return to < bytes.length;
    },
    parts: () => partsOf(bytes, scan.list),
  };
}

const BYTE_ORDER_MARK = Buffer.from('\ufeff');

function partsOf(bytes: Buffer, list: List | null): BatchBody {
  const pieces = list ? [bytes.subarray(0, list.from), EMPTY_LIST, bytes.subarray(list.to)] : [bytes];
  const size = pieces.reduce((sum, { length }) => sum + length, 0);
  if (size > LARGEST_ONCE + EMPTY_LIST.length) {
    throw new Refusal('too_large', { limit: `${LARGEST_ONCE} beside the list of ${FIELD}` });
  }
  const once = asJsonObject(parsed(Buffer.concat(pieces)));
  if (!once) throw malformed('the body is not a JSON object');
  if (!list) return { once, recipients: null };
  // What is cut out has to be the list that JSON has under this name, and not what only looks like it.
  const stand = fieldOf(once, FIELD);
  if (!Array.isArray(stand) || stand.length > 0) throw malformed('the body is not JSON');
  const { [FIELD]: _, ...rest } = once;
  return { once: rest, recipients: recipientsIn(bytes, list) };
}

const EMPTY_LIST = Buffer.from('[]');

function recipientsIn(bytes: Buffer, { from, to, commas }: List): Recipients {
  const [first, end] = [from + 1, to - 1];
  const isEmpty = commas.length === 0 && bytes.toString('latin1', first, end).trim() === '';
  return {
    count: isEmpty ? 0 : commas.length + 1,
    at(place) {
      const begin = place === 0 ? first : (commas[place - 1] ?? end) + 1;
      const piece = bytes.subarray(begin, commas[place] ?? end);
      return piece.length > LARGEST_RECIPIENT ? null : { value: parsed(piece) };
    },
  };
}

function parsed(piece: Buffer): unknown {
  const text = piece.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed('the body is not JSON');
  }
  if (text.includes('\\u')) checkText(value);
  return value;
}

/** The list of recipients: where it begins and where it is over, and the commas between its entries. */
interface List {
  readonly from: number;
  to: number;
  readonly commas: number[];
}

/** Rule 1. Goes on where it left off. */
class Scan {
  list: List | null = null;
  private readonly bytes: Buffer;
  private at = 0;
  private depth = 0;
  /** Where the string began in which it is. */
  private string: number | null = null;
  /** The last string of the outermost object, which may be the name of a field. */
  private name = '';
  /** The next value is the one of the field. */
  private isNext = false;
  private isInList = false;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  readTo(end: number): void {
    while (this.at < end) {
      if (this.string === null) this.read(this.bytes[this.at] ?? 0);
      else this.readString(end);
      this.at += 1;
    }
  }

  private readString(end: number): void {
    const { bytes } = this;
    for (; this.at < end; this.at += 1) {
      const byte = bytes[this.at];
      // What is escaped is skipped, also where it lies behind `end`.
      if (byte === BACKSLASH) this.at += 1;
      else if (byte === QUOTE) {
        if (this.depth === 1) this.name = textOf(bytes.subarray(this.string ?? 0, this.at + 1));
        this.string = null;
        return;
      }
    }
    this.at -= 1;
  }

  private read(byte: number): void {
    switch (byte) {
      case QUOTE:
        this.string = this.at;
        this.isNext = false;
        break;
      case COLON:
        if (this.depth === 1) this.isNext = this.name === FIELD;
        break;
      case COMMA:
        if (this.isInList && this.depth === 2) this.addComma();
        else if (this.depth === 1) this.isNext = false;
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        this.open(byte);
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        this.depth -= 1;
        if (this.isInList && this.depth === 1) this.close(byte);
        break;
      default:
    }
  }

  private open(byte: number): void {
    this.depth += 1;
    if (byte === OPEN_LIST && this.depth === 2 && this.isNext) {
      if (this.list) throw malformed(`the field ${FIELD} stands there twice`);
      this.list = { from: this.at, to: this.bytes.length, commas: [] };
      this.isInList = true;
    }
    this.isNext = false;
  }

  /** Rule 4. */
  private addComma(): void {
    const commas = this.list?.commas ?? [];
    if (commas.length + 1 >= MOST_RECIPIENTS) throw wrongCount();
    commas.push(this.at);
  }

  private close(byte: number): void {
    // What is cut out is not parsed as a whole.
    if (byte !== CLOSE_LIST) throw malformed('the body is not JSON');
    if (this.list) this.list.to = this.at + 1;
    this.isInList = false;
  }
}

export function wrongCount(): Refusal {
  return new Refusal('value_invalid', { name: FIELD, allowed: `a list of 1 to ${MOST_RECIPIENTS} recipients` });
}

/** What the name of a field says; what is no string of JSON is no such name. */
function textOf(piece: Buffer): string {
  const text = piece.toString('utf8');
  if (!text.includes('\\')) return text.slice(1, -1);
  try {
    return String(JSON.parse(text));
  } catch {
    return '';
  }
}
