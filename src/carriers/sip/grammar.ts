/**
 * The small parts that SIP header fields are made of: URIs, addresses, Via, CSeq, parameters (RFC 3261, 25). Pure.
 *
 * 1. Text is bytes: every character is one octet (latin1), so that what is copied into an answer is what was received.
 * 2. What is not valid is null; nothing is repaired but the white space that the grammar allows.
 */

/** Names in lower case; values without quotes; '' where a parameter has none. */
export type Params = ReadonlyMap<string, string>;

export interface SipUri {
  readonly scheme: 'sip' | 'sips';
  /** As written, with its escapes; null where there is none. */
  readonly user: string | null;
  /** IPv6 without brackets. */
  readonly host: string;
  readonly port: number | null;
  readonly params: Params;
}

export interface NameAddress {
  /** As written; null where there is none. */
  readonly display: string | null;
  /** As written: any scheme. */
  readonly uri: string;
  readonly params: Params;
}

export interface Via {
  /** Upper case. */
  readonly transport: string;
  readonly host: string;
  readonly port: number | null;
  readonly params: Params;
}

export interface CSeq {
  readonly number: number;
  readonly method: string;
}

const TOKEN = /^[A-Za-z0-9\-.!%*_+`'~]+$/;
const HOST = String.raw`\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+`;
const SIP_URI = new RegExp(`^(sips?):(?:([^@]*)@)?(${HOST})(?::(\\d{1,5}))?((?:;[^;?]+)*)(?:\\?(.+))?$`, 'i');
const ANY_URI = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"]+$/;
const VIA = new RegExp(`^SIP\\s*/\\s*2\\.0\\s*/\\s*([^\\s/;]+)\\s+(${HOST})\\s*(?::\\s*(\\d{1,5}))?\\s*(;.*)?$`, 'is');
const LARGEST_PORT = 65_535;
/** RFC 3261, 8.1.1.5. */
const LARGEST_CSEQ = 2 ** 31 - 1;

export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** A `sip:` or `sips:` URI; null for any other and for what is not valid. */
export function parseSipUri(text: string): SipUri | null {
  const match = isPrintable(text) && !/[\s<>"]/.test(text) ? SIP_URI.exec(text) : null;
  if (!match || /%(?![0-9A-Fa-f]{2})/.test(text)) return null;
  const [, scheme = '', user, host = '', port, params = ''] = match;
  const parsed = parseParams(params);
  const number = port === undefined ? null : Number(port);
  if (!parsed || user === '' || (number !== null && (number < 1 || number > LARGEST_PORT))) return null;
  return {
    scheme: scheme.toLowerCase() === 'sips' ? 'sips' : 'sip',
    user: user ?? null,
    host: withoutBrackets(host),
    port: number,
    params: parsed,
  };
}

/** Whether this is a URI of any scheme; one that is `sip:` has to be valid as such. */
export function isUri(text: string): boolean {
  if (/^sips?:/i.test(text)) return parseSipUri(text) !== null;
  return isPrintable(text) && ANY_URI.test(text);
}

/** `"Name" <uri>;params` or `uri;params` (RFC 3261, 20.10): without brackets the parameters belong to the field. */
export function parseNameAddress(text: string): NameAddress | null {
  const parts = splitOutside(text, ';');
  const [address = '', ...rest] = parts ?? [];
  const params = parts ? parseParams(rest.map((each) => `;${each}`).join('')) : null;
  if (!params) return null;
  const trimmed = address.trim();
  const open = afterQuotes(trimmed, '<');
  if (open < 0) {
    // An address with a comma, a question mark or a semicolon has to stand in brackets.
    return /[,?]/.test(trimmed) || !isUri(trimmed) ? null : { display: null, uri: trimmed, params };
  }
  const display = trimmed.slice(0, open).trim();
  const uri = trimmed.slice(open + 1, -1);
  if (!trimmed.endsWith('>') || !isUri(uri) || !isDisplayName(display)) return null;
  return { display: display === '' ? null : display, uri, params };
}

export function parseVia(text: string): Via | null {
  const match = VIA.exec(text.trim());
  const [, transport = '', host = '', port, rest = ''] = match ?? [];
  const params = match && isToken(transport) ? parseParams(rest) : null;
  const number = port === undefined ? null : Number(port);
  if (!params || (number !== null && (number < 1 || number > LARGEST_PORT))) return null;
  return { transport: transport.toUpperCase(), host: withoutBrackets(host), port: number, params };
}

export function parseCSeq(text: string): CSeq | null {
  const match = /^(\d{1,15})\s+(\S+)$/.exec(text.trim());
  const [, digits = '', method = ''] = match ?? [];
  const number = Number(digits);
  return match && isToken(method) && number <= LARGEST_CSEQ ? { number, method } : null;
}

/** `;name=value;name="quoted"`, with white space around the signs; null when one of them is no parameter. */
export function parseParams(text: string): Params | null {
  const found = new Map<string, string>();
  const parts = splitOutside(text, ';');
  if (!parts) return null;
  for (const part of parts.slice(1)) {
    const match = /^\s*([^\s=;"]+)\s*(?:=\s*(.*?))?\s*$/s.exec(part);
    const [, name = '', value = ''] = match ?? [];
    if (!match) return null;
    found.set(name.toLowerCase(), unquote(value));
  }
  return found;
}

/** Splits at a separator that stands neither in quotes nor in angle brackets; null when one of these is not closed. */
export function splitOutside(text: string, separator: ',' | ';'): string[] | null {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  let isBracketed = false;
  for (let i = 0; i < text.length; i += 1) {
    const sign = text[i];
    if (isQuoted) {
      if (sign === '\\') i += 1;
      else if (sign === '"') isQuoted = false;
    } else if (sign === '"') isQuoted = true;
    else if (sign === '<') isBracketed = true;
    else if (sign === '>') isBracketed = false;
    else if (sign === separator && !isBracketed) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  parts.push(text.slice(start));
  return isQuoted || isBracketed ? null : parts;
}

/** `host` as it stands in a URI or a Via: IPv6 in brackets. */
export function hostText(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

export function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, (sign) => `\\${sign}`)}"`;
}

export function unquote(text: string): string {
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return text;
  return text.slice(1, -1).replaceAll(/\\(.)/gs, '$1');
}

/** Where `sign` first stands outside of quotes; -1 when nowhere. */
function afterQuotes(text: string, sign: string): number {
  let isQuoted = false;
  for (let i = 0; i < text.length; i += 1) {
    if (isQuoted && text[i] === '\\') i += 1;
    else if (text[i] === '"') isQuoted = !isQuoted;
    else if (text[i] === sign && !isQuoted) return i;
  }
  return -1;
}

function isDisplayName(text: string): boolean {
  if (text === '' || /^"(?:[^"\\]|\\.)*"$/s.test(text)) return true;
  return text.split(/\s+/).every(isToken);
}

function isPrintable(text: string): boolean {
  return /^[\x20-\x7e\x80-\xff]+$/.test(text);
}

function withoutBrackets(host: string): string {
  return host.startsWith('[') ? host.slice(1, -1) : host;
}
