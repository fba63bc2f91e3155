/** What every document is sent with: a browser may keep it, and asks each time whether it has changed. */
import type { FastifyReply } from 'fastify';

/** A page loads nothing, but for the one that runs our own script. */
export function asPage(reply: FastifyReply, script: '' | "script-src 'self'; connect-src 'self'; " = ''): FastifyReply {
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header(
      'content-security-policy',
      `default-src 'none'; ${script}style-src 'unsafe-inline'; frame-ancestors 'none'`,
    );
}
