/**
 * The head of an HTTP answer: what it says of itself, of its body and of its connection (RFC 9112). Pure.
 *
 * 1. It is read strictly. An answer that could be understood in two ways is refused: its end, and with it the beginning of
 *    the next one, must be beyond doubt.
 * 2. A body has the length that is said, or comes in chunks, or lasts until the connection is closed; 204 and 304 have none.
 */

/** Why bytes are no answer, in words for whoever looks at a callback that failed. */
export class BadAnswer extends Error {
  override readonly name = 'BadAnswer';
}

export interface AnswerHead {
  readonly status: number;
  readonly bodyEnds: 'at_length' | 'after_chunks' | 'at_close';
  /** Of the body, where it ends at a length. */
  readonly length: number;
  /** The connection may be used again. */
  readonly staysOpen: boolean;
  /** For how long the receiver keeps a connection that is not used; null when it does not say so. */
  readonly keepsIdleMs: number | null;
  /** Null when it is not there, or more than once. */
  readonly retryAfter: string | null;
}

/** What the header fields say, as far as it matters here. */
interface Fields {
  length: number | null;
  /** The last one that is named, in small letters. */
  transferCoding: string | null;
  closes: boolean;
  keepsAlive: boolean;
  keepsIdleMs: number | null;
  retryAfter: string | null;
  retryAfters: number;
}

/** What it says behind the number is of no account (RFC 9112, 4). */
const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [^\r\n]*)?$/;
/** From where it is told to begin. */
const NAME = /[!#$%&'*+\-.^_`|~0-9A-Za-z]+/y;
const VALUE = /[\t\x20-\x7e\x80-\xff]*/y;
/** Longer ones are not counted exactly. */
const LENGTH = /^\d{1,15}$/;
const IDLE_SECONDS = /timeout=(\d{1,9})/;

/** `text`: in Latin-1, each line with its end, without the empty line. Throws BadAnswer. */
export function readHead(text: string): AnswerHead {
  const firstEnd = text.indexOf('\r\n');
  const [, minor, status] = STATUS_LINE.exec(text.slice(0, firstEnd)) ?? [];
  if (status === undefined) throw new BadAnswer('the answer is not HTTP/1.1');
  const fields: Fields = {
    length: null,
    transferCoding: null,
    closes: false,
    keepsAlive: minor === '1',
    keepsIdleMs: null,
    retryAfter: null,
    retryAfters: 0,
  };
  for (let at = firstEnd + 2; at < text.length; ) at = readLine(text, at, fields);
  return headOf(Number(status), fields);
}

function headOf(status: number, fields: Fields): AnswerHead {
  const { length, transferCoding } = fields;
  if (length !== null && transferCoding !== null) throw new BadAnswer('the answer has two kinds of length');
  const hasBody = status >= 200 && status !== 204 && status !== 304;
  const bodyEnds = hasBody ? endOfBody(fields) : 'at_length';
  // One without a body that announces it may send it nevertheless, and nobody would know where the next answer begins.
  const isCertain = hasBody ? bodyEnds !== 'at_close' : !length && transferCoding === null;
  return {
    status,
    bodyEnds,
    length: hasBody && length !== null ? length : 0,
    staysOpen: isCertain && fields.keepsAlive && !fields.closes,
    keepsIdleMs: fields.keepsIdleMs,
    retryAfter: fields.retryAfters === 1 ? fields.retryAfter : null,
  };
}

function endOfBody({ length, transferCoding }: Fields): AnswerHead['bodyEnds'] {
  if (transferCoding === 'chunked') return 'after_chunks';
  return length === null ? 'at_close' : 'at_length';
}

/** Returns where the next line begins. The text is not cut into lines: most need not be looked at. */
function readLine(text: string, at: number, fields: Fields): number {
  const colon = endOf(NAME, text, at);
  const end = endOf(VALUE, text, colon + 1);
  // A line that goes on in the next one (obs-fold) makes one that begins with a space, which no name does.
  if (colon < 0 || text[colon] !== ':' || !text.startsWith('\r\n', end)) {
    throw new BadAnswer('the answer has a bad header');
  }
  // Few names but those that matter have their length.
  if (LENGTHS_THAT_MATTER.has(colon - at)) {
    readField(text.slice(at, colon).toLowerCase(), trimmed(text, colon + 1, end), fields);
  }
  return end + 2;
}

/** Of what the pattern finds there; -1 when it does not. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

const LENGTHS_THAT_MATTER = new Set(
  ['connection', 'keep-alive', 'retry-after', 'content-length', 'transfer-encoding'].map((name) => name.length),
);

function readField(name: string, value: string, fields: Fields): void {
  switch (name) {
    case 'content-length':
      // Twice the same is refused as well: who repeats it does not know how long the answer is.
      if (fields.length !== null || !LENGTH.test(value)) throw new BadAnswer('the answer has a bad Content-Length');
      fields.length = Number(value);
      break;
    case 'transfer-encoding':
      fields.transferCoding = tokensOf(value).at(-1) ?? '';
      break;
    case 'connection':
      for (const token of tokensOf(value)) {
        if (token === 'close') fields.closes = true;
        else if (token === 'keep-alive') fields.keepsAlive = true;
      }
      break;
    case 'keep-alive': {
      const [, seconds] = IDLE_SECONDS.exec(value) ?? [];
      if (seconds !== undefined) fields.keepsIdleMs = Number(seconds) * 1000;
      break;
    }
    case 'retry-after':
      fields.retryAfter = value;
      fields.retryAfters += 1;
      break;
  }
}

function tokensOf(value: string): string[] {
  const text = value.toLowerCase();
  return text.includes(',') ? text.split(',').map((token) => token.trim()) : [text];
}

/** Without the blanks around it. */
function trimmed(text: string, from: number, to: number): string {
  let start = from;
  let end = to;
  while (start < end && isBlank(text.charCodeAt(start))) start += 1;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
