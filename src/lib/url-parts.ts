/**
 * URLs that come again and again, taken apart once: callbacks of an account all go to the same few.
 */

export interface UrlParts {
  /** Scheme, host and port. */
  readonly origin: string;
  /** A name, an IPv4 address, or an IPv6 address in brackets. */
  readonly hostname: string;
  /** As written, or that of the scheme. */
  readonly port: number;
  /** With the query. */
  readonly path: string;
}

const MOST_KEPT = 1_000;
const kept = new Map<string, UrlParts>();

/** Throws TypeError when the text is no absolute URL. */
export function partsOf(url: string): UrlParts {
  const known = kept.get(url);
  if (known) return known;
  const { origin, protocol, hostname, port, pathname, search } = new URL(url);
  const standard = protocol === 'https:' ? 443 : 80;
  const parts = { origin, hostname, port: port === '' ? standard : Number(port), path: pathname + search };
  if (kept.size === MOST_KEPT) kept.clear();
  kept.set(url, parts);
  return parts;
}
