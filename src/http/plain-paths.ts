/**
 * Refuses paths whose fixed segments are percent-encoded. The router takes `/%6fperator` for `/operator`; a proxy that
 * blocks `/operator` by its letters lets it through, so here it is an unknown path.
 */
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../errors.ts';
import { pathOf } from './edge.ts';

export function refuseEncodedPaths(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _, done) => {
    const { url = '/' } = request.raw;
    if (!url.includes('%')) return done();
    const path = pathOf(url);
    const route = request.routeOptions.url;
    if (!path.includes('%') || route === undefined || isPlain(route.split('/'), path.split('/'))) return done();
    return done(new Refusal('path_unknown', { path }));
  });
}

/** Both have as many segments, or the route ends in `*`. */
function isPlain(route: readonly string[], path: readonly string[]): boolean {
  return route.every((segment, at) => segment.startsWith(':') || segment === '*' || segment === path[at]);
}

/** RFC 9112, 3.2.2: a server takes the absolute form too. */
export function withoutOrigin(url: string): string {
  if (url.startsWith('/')) return url;
  const absolute = /^https?:\/\/[^/?#]*(\/?.*)$/i.exec(url)?.[1];
  if (absolute === undefined) return url;
  return absolute.startsWith('/') ? absolute : `/${absolute}`;
}
