/**
 * Limits the connections of callers, so that the database, the carriers and the callbacks keep descriptors to open.
 *
 * 1. Callers have at most three quarters of the descriptors that the process may open. A connection beyond that is
 *    closed as soon as it is made; those that are open go on.
 * 2. Each one is counted in a metric, and at most one a minute is logged.
 */
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:net';
import { Counter } from 'prom-client';
import type { Context } from '../../context.ts';

const SHARE_OF_CALLERS = 3 / 4;
const TELL_EVERY_MS = 60_000;

/** How many descriptors this process may open; null where the system does not say. */
export async function readOpenFilesLimit(): Promise<number | null> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const soft = /^Max open files\s+(\d+)\s/m.exec(limits)?.[1];
  return soft === undefined ? null : Number(soft);
}

/** Call it before the server listens. `openFiles` null: no limit. */
export function limitConnections(context: Context, server: Server, openFiles: number | null): void {
  const refused = new Counter({
    name: 'trunkline_http_connections_refused_total',
    help: 'Connections of callers that were closed because too many were open.',
    registers: [context.metrics],
  });
  if (openFiles === null) return;
  const most = Math.max(1, Math.floor(openFiles * SHARE_OF_CALLERS));
  server.maxConnections = most;
  let toldAt = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    refused.inc();
    const now = context.clock.monotonic();
    if (now - toldAt < TELL_EVERY_MS) return;
    toldAt = now;
    context.log.warn({ connections: most, openFiles }, 'too many connections are open; new ones are closed');
  });
}
