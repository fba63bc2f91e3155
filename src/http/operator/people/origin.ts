/**
 * Whether a request of a browser was made by our own pages. A cookie goes along with what any page asks for, so whoever
 * is identified by one has to come from here.
 *
 * 1. `Origin` has to be the address that was asked, or one of `operators.origins`. A browser sends it with everything
 *    that changes something.
 * 2. `Sec-Fetch-Site`, where a browser sends it, has to be same-origin.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from '../../../errors.ts';
import { headerOf } from '../../signed-request.ts';

export interface OriginOptions {
  readonly headers: IncomingHttpHeaders;
  /** Of the request, as the client sees it. */
  readonly scheme: 'http' | 'https';
  /** Further ones that are ours, such as that of a proxy. */
  readonly origins: readonly string[];
  /** Who comes without a cookie may leave `Origin` out: it is no browser. */
  readonly isNeeded: boolean;
}

/** Refuses with `origin_wrong`. */
export function checkOrigin({ headers, scheme, origins, isNeeded }: OriginOptions): void {
  const origin = headerOf(headers, 'origin');
  const site = headerOf(headers, 'sec-fetch-site');
  const own = `${scheme}://${(headerOf(headers, 'host') ?? '').toLowerCase()}`;
  const isOurs = origin === undefined ? !isNeeded : origin === own || origins.includes(origin);
  const isFromHere = site === undefined || site === 'same-origin' || (origin !== undefined && origins.includes(origin));
  if (!isOurs || !isFromHere) throw new Refusal('origin_wrong', { allowed: own });
}
