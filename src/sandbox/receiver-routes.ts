/**
 * The receivers over HTTP: what is sent to one, and what it got.
 *
 * 1. Anybody may send to one, as a callback carries no credentials of its receiver; who may see what came is decided by the
 *    server.
 * 2. Signatures cover the bytes of a body, so nothing reads it.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../lib/clock.ts';
import { LARGEST_REQUEST_BYTES, RECEIVER_NAME, type Receivers } from './receivers.ts';
import { handsetAnswers, readWaiting } from './requests.ts';

const NAME_ALLOWED = 'name: 1 to 40 of a-z, 0-9, - and _ are allowed, the first a letter or a digit';
const UNKNOWN = 'there is no such receiver: nothing was sent to it';
/** A callback that is sent by GET has a body, which the framework leaves where it is. */
const METHODS = ['GET', 'POST'] as const;

type Named = { readonly name: string };

/** Relative paths: `receivers`, `receivers/{name}`, `receivers/{name}/requests`. */
export function receiverRoutes(app: FastifyInstance, receivers: Receivers, clock: Clock): void {
  const { refuse, done } = handsetAnswers(clock);
  receivingRoute(app, receivers, refuse);

  app.get('/receivers', async () => ({ receivers: receivers.list() }));

  app.get<{ Params: Named }>('/receivers/:name/requests', async (request, reply) => {
    const { name } = request.params;
    const asked = readWaiting(request.query);
    if (typeof asked === 'string') return refuse(reply, 400, asked);
    const requests = () => receivers.requestsAfter(name, asked.after);
    if (requests() === null) return refuse(reply, 404, UNKNOWN);
    if (requests()?.length === 0) await receivers.arrivals.next(name, asked.waitMs, request.raw);
    return requests() ?? [];
  });

  app.put<{ Params: Named }>('/receivers/:name', async (request, reply) => {
    const { status } = (request.body ?? {}) as { readonly status?: unknown };
    if (!isAnswer(status)) return refuse(reply, 400, 'status: a whole number from 200 to 599 is allowed');
    if (!receivers.answerWith(request.params.name, status)) return refuse(reply, 404, UNKNOWN);
    return done(`It answers ${status} from now on`);
  });
}

export function isAnswer(status: unknown): status is number {
  return Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599;
}

/** Rules 1 and 2. */
function receivingRoute(
  app: FastifyInstance,
  receivers: Receivers,
  refuse: (reply: FastifyReply, status: number, description: string) => unknown,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    scope.route<{ Params: Named }>({
      method: [...METHODS],
      url: '/receivers/:name',
      bodyLimit: LARGEST_REQUEST_BYTES,
      exposeHeadRoute: false,
      config: { takesAnybody: true },
      handler: async (request, reply) => {
        const { name } = request.params;
        if (!RECEIVER_NAME.test(name)) return refuse(reply, 400, NAME_ALLOWED);
        const body = await bytesOf(request);
        if (body === null) return refuse(reply, 413, `at most ${LARGEST_REQUEST_BYTES} bytes are allowed`);
        const { method, raw } = request;
        const kept = receivers.receive(name, {
          method,
          headers: asWritten(raw.rawHeaders),
          body: body.toString('utf8'),
        });
        return reply
          .code(kept.answered)
          .send(kept.answered === 204 || kept.answered === 304 ? undefined : { received: true });
      },
    });
  });
}

/** Null: too many. */
async function bytesOf({ method, body, raw }: FastifyRequest): Promise<Buffer | null> {
  if (method !== 'GET') return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of raw as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > LARGEST_REQUEST_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Receivers look headers up by case, so it is kept. Of several with a name the last one stands. */
function asWritten(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let at = 0; at + 1 < raw.length; at += 2) headers[raw[at] ?? ''] = raw[at + 1] ?? '';
  return headers;
}
