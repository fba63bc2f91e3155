/**
 * Fields of a message that cannot be refused: what they are needed for is read out of them, whatever else is wrong with
 * them (RFC 3261, 8.2.2, and Postel). Pure.
 *
 * 1. What is valid reads here as it does in grammar.ts.
 * 2. A quote or bracket that is never closed has no meaning; a parameter that is none is left out; a name before `<` is
 *    not looked at.
 * 3. Work grows with the length of the text and not faster (grammar.ts, rule 3).
 */
import {
  atBlank,
  type CSeq,
  indexOutsideQuotes,
  isToken,
  type NameAddress,
  type Params,
  parseCSeq,
  parseNameAddress,
  parseParam,
  parseSipUri,
  parseVia,
  readHost,
  readViaHead,
  type SipUri,
  sipScheme,
  splitOutside,
  type Via,
} from './grammar.ts';

/** The entries of a list, without white space and without empty ones. */
export function readList(text: string): string[] {
  return (splitOutside(text, ',') ?? text.split(',')).map((each) => each.trim()).filter((each) => each !== '');
}

/** An address with its parameters; null where there is none. */
export function readNameAddress(text: string): NameAddress | null {
  const valid = parseNameAddress(text);
  if (valid) return valid;
  const quoted = indexOutsideQuotes(text, '<');
  const open = quoted < 0 ? text.indexOf('<') : quoted;
  if (open < 0) {
    const [address = '', ...params] = partsOf(text);
    const uri = address.trim();
    return uri === '' ? null : { display: null, uri, params: paramsOf(params) };
  }
  const close = text.indexOf('>', open);
  const uri = text.slice(open + 1, close < 0 ? undefined : close).trim();
  const display = text.slice(0, open).trim();
  const [, ...params] = close < 0 ? [] : partsOf(text.slice(close + 1));
  return uri === '' ? null : { display: display === '' ? null : display, uri, params: paramsOf(params) };
}

/**
 * A URI that a request may be sent to: it can stand in a request line, and says which host it means. Escapes, quotes and
 * parameters that are not valid are the peer's own, and go back to it as they came.
 */
export function readTarget(text: string): SipUri | null {
  const valid = parseSipUri(text);
  if (valid) return valid;
  const scheme = sipScheme(text);
  if (scheme === null || !/^[\x21-\x7e\x80-\xff]+$/.test(text) || /[<>]/.test(text)) return null;
  const rest = text.slice(scheme.length + 1);
  const at = rest.lastIndexOf('@', indexOrEnd(rest, '?'));
  const found = readHost(rest.slice(at + 1));
  if (!found) return null;
  const params = paramsOf((found.rest.split('?')[0] ?? '').split(';').slice(1));
  return { scheme, user: at > 0 ? rest.slice(0, at) : null, host: found.host, port: found.port, params };
}

/** The first address in the Contact lines of a message that a request may be sent to. */
export function targetIn(lines: readonly string[]): string | null {
  for (const line of lines) {
    for (const each of [...readList(line), line]) {
      const uri = readNameAddress(each)?.uri;
      if (uri !== undefined && readTarget(uri)) return uri;
    }
  }
  return null;
}

export function readVia(text: string): Via | null {
  const valid = parseVia(text);
  if (valid) return valid;
  const [first = '', ...params] = partsOf(text);
  const head = readViaHead(first);
  return head && { ...head, params: paramsOf(params) };
}

/** The first thing that looks like a branch of RFC 3261 (8.1.1.7); '' where there is none. */
export function branchIn(text: string): string {
  const at = text.indexOf('z9hG4bK');
  return at < 0 ? '' : (/^\w+/.exec(text.slice(at))?.[0] ?? '');
}

export function readCSeq(text: string): CSeq | null {
  const valid = parseCSeq(text);
  if (valid) return valid;
  const [digits, behind] = atBlank(text.trim());
  const [method] = atBlank(behind);
  return isToken(method) ? parseCSeq(`${digits} ${method}`) : null;
}

function partsOf(text: string): string[] {
  return splitOutside(text, ';') ?? text.split(';');
}

/** Rule 2; of two with one name the first counts. */
function paramsOf(parts: readonly string[]): Params {
  const found = new Map<string, string>();
  for (const part of parts) {
    const param = parseParam(part);
    if (param && !found.has(param[0])) found.set(...param);
  }
  return found;
}

function indexOrEnd(text: string, sign: string): number {
  const at = text.indexOf(sign);
  return at < 0 ? text.length : at;
}
