/**
 * The small parts that SIP header fields are made of: URIs, addresses, Via, CSeq, parameters (RFC 3261, 25). Pure.
 *
 * 1. Text is bytes: every character is one octet (latin1), so that what is copied into an answer is what was received.
 * 2. What is not valid is null; nothing is repaired but the white space that the grammar allows. lenient.ts reads what
 *    cannot be refused.
 * 3. Work grows with the length of the text and not faster: fields are taken apart by hand, and a pattern has at most one
 *    part of any length. scripts/check-patterns.mjs holds the second, linear.test.ts counts the steps.
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

export interface HostAndRest {
  /** IPv6 without brackets. */
  readonly host: string;
  readonly port: number | null;
  /** What stands behind them, without white space at its ends. */
  readonly rest: string;
}

const TOKEN = /^[A-Za-z0-9\-.!%*_+`'~]+$/;
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*$/;
const IPV6 = /^[0-9A-Fa-f:.]+$/;
const NO_URI_SIGN = /[\s<>"]/;
const NO_HOST_SIGN = /[^A-Za-z0-9._-]/;
const BAD_ESCAPE = /%(?![0-9A-Fa-f]{2})/;
const LARGEST_PORT = 65_535;
/** RFC 3261, 8.1.1.5. */
const LARGEST_CSEQ = 2 ** 31 - 1;

export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** A `sip:` or `sips:` URI; null for any other and for what is not valid. */
export function parseSipUri(text: string): SipUri | null {
  if (!isPrintable(text) || NO_URI_SIGN.test(text) || BAD_ESCAPE.test(text)) return null;
  const scheme = sipScheme(text);
  if (scheme === null) return null;
  const rest = text.slice(scheme.length + 1);
  const at = rest.indexOf('@');
  if (at === 0) return null;
  // An @ may also stand in the header fields behind the question mark.
  const withUser = at < 0 ? null : placeOf(rest.slice(at + 1));
  const place = withUser ?? placeOf(rest);
  return place && { scheme, user: withUser ? rest.slice(0, at) : null, ...place };
}

/** Whether this is a URI of any scheme; one that is `sip:` has to be valid as such. */
export function isUri(text: string): boolean {
  if (sipScheme(text) !== null) return parseSipUri(text) !== null;
  const colon = text.indexOf(':');
  if (colon < 0 || colon === text.length - 1 || !SCHEME.test(text.slice(0, colon))) return false;
  return isPrintable(text) && !NO_URI_SIGN.test(text);
}

/** `"Name" <uri>;params` or `uri;params` (RFC 3261, 20.10): without brackets the parameters belong to the field. */
export function parseNameAddress(text: string): NameAddress | null {
  const parts = splitOutside(text, ';');
  const [address = '', ...rest] = parts ?? [];
  const params = parts ? paramsOf(rest) : null;
  if (!params) return null;
  const trimmed = address.trim();
  const open = indexOutsideQuotes(trimmed, '<');
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
  const semicolon = text.indexOf(';');
  const head = readViaHead(semicolon < 0 ? text : text.slice(0, semicolon));
  const params = semicolon < 0 ? new Map<string, string>() : parseParams(text.slice(semicolon));
  return head && params && { ...head, params };
}

/** `SIP/2.0/UDP host:port`, with white space around its signs. */
export function readViaHead(text: string): Omit<Via, 'params'> | null {
  const [protocol = '', version = '', sent = '', ...more] = text.split('/', 4).map((part) => part.trim());
  if (protocol.toUpperCase() !== 'SIP' || version !== '2.0' || more.length > 0) return null;
  const [transport, place] = atBlank(sent);
  const found = readHost(place);
  if (!isToken(transport) || !found || found.rest !== '') return null;
  return { transport: transport.toUpperCase(), host: found.host, port: found.port };
}

export function parseCSeq(text: string): CSeq | null {
  const [digits, method] = atBlank(text.trim());
  const number = /^\d{1,15}$/.test(digits) ? Number(digits) : Number.NaN;
  return isToken(method) && number <= LARGEST_CSEQ ? { number, method } : null;
}

/** `;name=value;name="quoted"`, with white space around the signs; null when one of them is no parameter. */
export function parseParams(text: string): Params | null {
  const parts = splitOutside(text, ';');
  return parts && paramsOf(parts.slice(1));
}

/** One parameter without its semicolon: name in lower case and value, or null when it is none. */
export function parseParam(part: string): [name: string, value: string] | null {
  const equals = part.indexOf('=');
  const name = (equals < 0 ? part : part.slice(0, equals)).trim();
  if (name === '' || /[\s;"]/.test(name)) return null;
  return [name.toLowerCase(), equals < 0 ? '' : unquote(part.slice(equals + 1).trim())];
}

/** A host and its port at the beginning of a text; null when no host stands there, or a port that is none. */
export function readHost(text: string): HostAndRest | null {
  const isBracketed = text.startsWith('[');
  const after = isBracketed ? text.indexOf(']') : text.search(NO_HOST_SIGN);
  const end = after < 0 && !isBracketed ? text.length : after;
  const host = isBracketed ? text.slice(1, end) : text.slice(0, end);
  if (host === '' || end < 0 || (isBracketed && !IPV6.test(host))) return null;
  const rest = text.slice(isBracketed ? end + 1 : end).trim();
  if (!rest.startsWith(':')) return { host, port: null, rest };
  const behind = rest.slice(1).trimStart();
  const digits = /^\d{1,5}/.exec(behind)?.[0] ?? '';
  const port = Number(digits);
  return port < 1 || port > LARGEST_PORT ? null : { host, port, rest: behind.slice(digits.length).trimStart() };
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

/** Where `sign` first stands outside of quotes; -1 when nowhere. */
export function indexOutsideQuotes(text: string, sign: string): number {
  let isQuoted = false;
  for (let i = 0; i < text.length; i += 1) {
    if (isQuoted && text[i] === '\\') i += 1;
    else if (text[i] === '"') isQuoted = !isQuoted;
    else if (text[i] === sign && !isQuoted) return i;
  }
  return -1;
}

/** `host` as it stands in a URI or a Via: IPv6 in brackets. */
export function hostText(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** Before the @ of our own address at a trunk; empty: we have none there. */
export function ownUser(trunk: { readonly address_user: string; readonly username: string }): string {
  return trunk.address_user === '' ? trunk.username : trunk.address_user;
}

/** As the user part of a URI (25.1). A plus need not be escaped, and registrars compare what stands there. */
export function userText(user: string): string {
  return encodeURIComponent(user).replaceAll('%2B', '+');
}

export function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, (sign) => `\\${sign}`)}"`;
}

export function unquote(text: string): string {
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return text;
  return text.slice(1, -1).replaceAll(/\\(.)/gs, '$1');
}

/** The two halves of a text at its first white space. */
export function atBlank(text: string): [before: string, behind: string] {
  const at = text.search(/\s/);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at).trimStart()];
}

/** The scheme of a `sip:` or `sips:` URI. */
export function sipScheme(text: string): 'sip' | 'sips' | null {
  const start = text.slice(0, 5).toLowerCase();
  if (start === 'sips:') return 'sips';
  return start.startsWith('sip:') ? 'sip' : null;
}

/** Host, port and parameters of a URI, and header fields that nobody reads. */
function placeOf(text: string): Pick<SipUri, 'host' | 'port' | 'params'> | null {
  const question = text.indexOf('?');
  const found = question === text.length - 1 ? null : readHost(question < 0 ? text : text.slice(0, question));
  if (!found || (found.rest !== '' && !found.rest.startsWith(';'))) return null;
  const params = found.rest === '' ? new Map<string, string>() : paramsOf(found.rest.slice(1).split(';'));
  return params && { host: found.host, port: found.port, params };
}

function paramsOf(parts: readonly string[]): Params | null {
  const found = new Map<string, string>();
  for (const part of parts) {
    const param = parseParam(part);
    if (!param) return null;
    found.set(...param);
  }
  return found;
}

function isDisplayName(text: string): boolean {
  if (text === '') return true;
  if (!text.startsWith('"')) return text.split(/\s+/).every(isToken);
  for (let i = 1; i < text.length; i += 1) {
    if (text[i] === '\\') i += 1;
    else if (text[i] === '"') return i === text.length - 1;
  }
  return false;
}

function isPrintable(text: string): boolean {
  return /^[\x20-\x7e\x80-\xff]+$/.test(text);
}
