/**
 * Serves the console at /console, as scripts/console-bundle.mjs has built it.
 *
 * 1. Files below assets/ carry the hash of what they hold in their names, so a browser keeps them for good. The page that
 *    names them is asked for each time.
 * 2. Every path below /console/ that is no file gets that page: the console finds its screen by the path.
 * 3. The gateway may stand below a path of a proxy that it does not know. So the page names its files from where it was
 *    asked for (../assets/…), and where somebody is led to is said in the same way.
 * 4. The page runs scripts and takes styles of its own files alone, asks nobody but this gateway, and stands in no frame.
 * 5. A browser that asks for / is led here. A program gets what it would get without a console.
 * 6. A gateway that was built without the console says so here, and does everything else.
 */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../errors.ts';
import { pathOf } from '../edge.ts';
import { headerOf } from '../signed-request.ts';

const NAME = 'console';
const ROOT = `/${NAME}`;

/** Rule 4. */
export const CONSOLE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "media-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

const CONFIG = { config: { operation: 'console' }, exposeHeadRoute: true } as const;

/** `folder`: what was built, whether or not it is there. */
export function addConsole(app: FastifyInstance, folder: string): void {
  app.register(
    async (scope) => {
      scope.addHook('onSend', async (_, reply, payload) => {
        reply.header('content-security-policy', CONSOLE_POLICY).header('referrer-policy', 'no-referrer');
        return payload;
      });
      scope.setNotFoundHandler(async (request) => {
        throw new Refusal('path_unknown', { path: pathOf(request.raw.url ?? '') });
      });
      if (await isThere(folder)) {
        scope.addHook('onRoute', (route) => {
          route.config = { ...route.config, ...CONFIG.config };
        });
        await scope.register(fastifyStatic, {
          root: join(folder, 'assets'),
          prefix: '/assets/',
          decorateReply: false,
          index: false,
          immutable: true,
          // The build packs them once.
          preCompressed: true,
          maxAge: '365d',
        });
      }
      scope.get('', CONFIG, async (_, reply) => leadTo(reply, `${NAME}/`));
      scope.get('/*', CONFIG, (request, reply) => sendPage(folder, request, reply));
    },
    { prefix: ROOT },
  );
}

/** Rule 5. Comes before what refuses unknown paths. */
export function leadBrowsers(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw, is404 }, reply, done) => {
    if (!is404 || raw.method !== 'GET' || pathOf(raw.url ?? '') !== '/') return done();
    if (!/\btext\/html\b/i.test(headerOf(raw.headers, 'accept') ?? '')) return done();
    void leadTo(reply, `${NAME}/`);
  });
}

/** Rule 3. */
function leadTo(reply: FastifyReply, location: string): FastifyReply {
  return reply.code(303).header('location', location).send();
}

async function sendPage(folder: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const page = await readPage(folder);
  if (page === null) {
    reply.code(404).header('content-type', 'text/plain; charset=utf-8');
    return reply.send('This gateway was built without the console; npm run build makes it.\n');
  }
  reply.header('content-type', 'text/html; charset=utf-8').header('cache-control', 'no-cache');
  return reply.send(page.replaceAll(/(src|href)="assets\//g, `$1="${upFrom(pathOf(request.raw.url ?? ''))}assets/`));
}

/** From `/console/messages/1` the console lies at `../`. */
export function upFrom(path: string): string {
  return '../'.repeat(Math.max(0, path.slice(`${ROOT}/`.length).split('/').length - 1));
}

/** Read each time: who works on the console builds it beside a gateway that runs. */
async function readPage(folder: string): Promise<string | null> {
  try {
    return await readFile(join(folder, 'index.html'), 'utf8');
  } catch {
    return null;
  }
}

async function isThere(folder: string): Promise<boolean> {
  return stat(join(folder, 'assets')).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
