/**
 * The fixed segments of a path are written as they are. The router takes `/%6fperator` for `/operator`; whoever stands in
 * front and refuses a path by its letters does not, so here it is no path at all.
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
