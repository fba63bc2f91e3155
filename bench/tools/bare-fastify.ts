/** A Fastify route that takes the same body as the gateway and answers at once: what acceptance is measured beside. */
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
  /** Its port. */
  async listen(): Promise<number> {
    await app.listen({ host: '127.0.0.1', port: 0 });
    const address = app.server.address();
    return typeof address === 'object' && address ? address.port : 0;
  },
  pid: (): number => process.pid,
};

serve(handlers);
