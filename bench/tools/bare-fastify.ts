/**
 * A Fastify route that takes the same body as the gateway and answers at once: what acceptance is measured beside. In
 * one process or several, which take connections in turns, as the gateway's do.
 */
import cluster from 'node:cluster';
import { once } from 'node:events';
import Fastify from 'fastify';
import { serve } from '../lib/tool.ts';

export type BareFastifyHandlers = typeof handlers;

const app = Fastify({ logger: false });

app.post('/v1/omnichannel', async () => ({
  reference_id: '0'.repeat(32),
  external_id: null,
  status: { code: 3001, description: 'Message in progress', last_channel: 'sms', updated_on: new Date().toISOString() },
  channel_status: [],
}));

const handlers = {
  /** In so many processes. Its port. */
  async listen(processes: number): Promise<number> {
    if (processes === 1) return listenHere();
    const started = Array.from({ length: processes }, () => once(cluster.fork(), 'listening'));
    const [[address]] = (await Promise.all(started)) as [[{ port: number }]];
    return address.port;
  },
  pid: (): number => process.pid,
  /** Ends its other processes, so that their time is counted as the bench's own. */
  async close(): Promise<void> {
    const others = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(
      others.map((worker) => {
        const ended = once(worker, 'exit');
        worker.process.kill();
        return ended;
      }),
    );
  },
};

async function listenHere(): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

if (cluster.isPrimary) serve(handlers);
else await listenHere();
