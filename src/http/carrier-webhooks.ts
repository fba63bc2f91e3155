/**
 * POST /carriers/{name}/webhook: hands a carrier the bytes that its peer sent by HTTP. The peer may still have its former
 * name.
 */
import type { FastifyInstance } from 'fastify';
import type { Carrier } from '../carriers/carrier.ts';
import { carrierNamed } from '../carriers/one-peer.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { sendAnswer } from './edge.ts';
import { failureAnswer } from './reply.ts';

/** RBM allows no larger event than Pub/Sub's push envelope of a text with suggestions. */
const WEBHOOK_LIMIT_BYTES = 256 * 1024;

export function addCarrierWebhooks(app: FastifyInstance, context: Context, carriers: readonly Carrier[]): void {
  app.post<{ Params: { name: string } }>(
    '/carriers/:name/webhook',
    { bodyLimit: WEBHOOK_LIMIT_BYTES, config: { operation: 'carrier_webhook' } },
    async (request, reply) => {
      try {
        const carrier = carrierNamed(carriers, request.params.name);
        if (!carrier?.webhook) throw new Refusal('carrier_unknown');
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const answer = await carrier.webhook({ headers: request.headers, body });
        return reply.code(answer.status).header('content-type', answer.contentType).send(answer.body);
      } catch (error) {
        return sendAnswer(reply, failureAnswer(context, 'gateway', error, context.clock.now()));
      }
    },
  );
}
