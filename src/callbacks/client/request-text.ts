/**
 * How a callback is written as an HTTP request. Pure.
 *
 * 1. Names of headers go out as they are given and in that order, our own behind them, Content-Length last: some receivers
 *    look them up by case.
 * 2. A value with a sign that may not stand in a header is refused: it could end the header and begin another.
 */

export interface RequestParts {
  readonly method: 'POST' | 'GET';
  /** Scheme, host and port; the latter two are the Host header. */
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface RequestText {
  readonly text: string;
  /** One byte a character where that is the same, which is written faster. */
  readonly encoding: 'latin1' | 'utf8';
}

const VALUE = /^[\t\x20-\x7e]*$/;
/** In the case in which the public service writes them (signature.ts, rule 2). */
const OWN_HEADERS = 'Content-Type: application/json\r\nUser-Agent: Trunkline\r\n';

/** Null when a header cannot be written. */
export function writeRequest({ method, origin, path, headers, body }: RequestParts): RequestText | null {
  let head = `${method} ${path} HTTP/1.1\r\nhost: ${origin.slice(origin.indexOf('//') + 2)}\r\nconnection: keep-alive\r\n`;
  for (const name in headers) {
    const value = headers[name] ?? '';
    if (!VALUE.test(value)) return null;
    head += `${name}: ${value}\r\n`;
  }
  head += OWN_HEADERS;
  const bytes = Buffer.byteLength(body);
  // A GET has no body to speak of, unless there is one.
  if (bytes > 0 || method === 'POST') head += `content-length: ${bytes}\r\n`;
  return { text: `${head}\r\n${body}`, encoding: bytes === body.length ? 'latin1' : 'utf8' };
}
