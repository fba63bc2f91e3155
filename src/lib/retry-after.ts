/** When a server asks to be left alone for a while (RFC 9110, 10.2.3). Pure. */

/**
 * What `Retry-After` says in either of its forms, in milliseconds from `at` (wall time). Null where it says nothing: not
 * there, not readable, or over by our clock, which need not be the server's.
 */
export function retryAfterMs(value: string | undefined, at: number): number | null {
  const header = value?.trim();
  if (header === undefined) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - at;
  return Number.isFinite(ms) && ms > 0 ? ms : null;
}
