/**
 * The sandbox's receivers of callbacks: lists them, shows what came, and says what they answer.
 *
 * 1. What came is shown whole to who may see texts in full; to others without its body. It is the sandbox's own, so that
 *    a look is not recorded.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { strict } from '../../../lib/schemas.ts';
import type { OperatorOptions } from '../options.ts';
import { bodyOf, notFound, paramOf, queryOf } from '../request.ts';
import type { SandboxReceivers } from './kept-receivers.ts';
import { verdictOn } from './received-signature.ts';

const Nothing = Type.Object({}, strict);

const RequestQuery = Type.Object({ after: Type.Optional(Type.Integer({ minimum: 0 })) }, strict);

const AnswerBody = Type.Object({ status: Type.Integer({ minimum: 200, maximum: 599 }) }, strict);

export function receiverRoutes(app: FastifyInstance, { receivers: given, redeliveries }: OperatorOptions): void {
  const sandbox = (): SandboxReceivers => {
    if (!given) throw notFound('Sandbox');
    return given;
  };
  const list = () => {
    const { kept, urlOf } = sandbox();
    return kept.list().map((receiver) => ({ ...receiver, url: urlOf(receiver.name) }));
  };

  app.get('/sandbox/receivers', async (request) => {
    queryOf(Nothing, request);
    return { receivers: list() };
  });

  app.get('/sandbox/receivers/:name/requests', async (request) => {
    const { after = 0 } = queryOf(RequestQuery, request);
    const name = paramOf(request, 'name');
    const requests = sandbox().kept.requestsAfter(name, after);
    if (requests === null) throw notFound('Receiver');
    const isFull = request.operator?.rights.has('full') === true;
    const shown = requests.map(async (each) => ({
      ...each,
      body: isFull ? each.body : null,
      signature: await verdictOn(each, redeliveries.headersOf),
    }));
    return { requests: await Promise.all(shown) };
  });

  app.put('/sandbox/receivers/:name', async (request) => {
    const { status } = bodyOf(AnswerBody, request);
    const name = paramOf(request, 'name');
    if (!sandbox().kept.answerWith(name, status)) throw notFound('Receiver');
    return list().find((each) => each.name === name);
  });
}
