/**
 * POST /operator/v1/sandbox/send: sends a request of callers as the sandbox's account, and answers what a caller would be
 * answered.
 *
 * 1. The request goes through the operation that callers meet: what it refuses, and how it says so, is the same.
 * 2. What callers ask for by a path has its values in the body: `phone_number` and `agent_id` of a capability, `reference_id`
 *    of a verification that is changed.
 * 3. It costs no key, no signature and no rate limit: who asks is an operator, and nobody is behind the numbers.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { Refusal } from '../../../errors.ts';
import { strict } from '../../../lib/schemas.ts';
import type { Answer, Operation } from '../../../operations/operation.ts';
import { sendAnswer } from '../../edge.ts';
import { challengeOf, failureAnswer } from '../../reply.ts';
import type { OperatorOptions } from '../options.ts';
import { bodyOf, wrong } from '../request.ts';
import { type OperatorSandbox, theSandbox } from './sandbox.ts';

/** By the name that the request has here: where callers send it. */
export const SENDABLE = {
  omnichannel: '/v1/omnichannel',
  batch: '/v1/omnichannel/batch',
  messaging: '/v1/messaging',
  verify_sms: '/v1/verify/sms',
  verify_call: '/v1/verify/call',
  verification: '/verification',
  verification_change: '/verification/:reference_id/state',
  phoneid: '/v1/phoneid',
  session: '/v1/anonymous/session/sms',
  capability: '/capability/:channel',
} as const;

const NAMES = Object.keys(SENDABLE) as Array<keyof typeof SENDABLE>;

const SendBody = Type.Object(
  {
    operation: Type.Unsafe<keyof typeof SENDABLE>(
      Type.Union(
        NAMES.map((name) => Type.Literal(name)),
        { allowed: `one of ${NAMES.join(', ')}` },
      ),
    ),
    body: Type.Record(Type.String(), Type.Unknown(), { allowed: 'an object: the body of the request' }),
    /** Asks for a plan in place of doing it: as `dry_run` in the body. */
    dry_run: Type.Optional(Type.Boolean()),
    /** Of a capability. */
    channel: Type.Optional(Type.String({ maxLength: 20 })),
  },
  strict,
);

type Sent = Static<typeof SendBody>;

const DEFAULT_CHANNEL = 'rcs';

export function sendRoute(app: FastifyInstance, options: OperatorOptions): void {
  const { context } = options;
  app.post('/sandbox/send', async (request, reply) => {
    const sandbox = theSandbox(options);
    const sent = bodyOf(SendBody, request);
    const operation = operationOf(sandbox, sent);
    const at = context.clock.now();
    const answer = await answerTo(options, sandbox, operation, { request, sent, at }).catch((error: unknown) =>
      failureAnswer(context, operation.product, error, at),
    );
    // What its account may not do asks nobody here for the account's key: a browser would open a window for it.
    if (answer.status !== 401) return sendAnswer(reply, answer);
    return sendAnswer(reply, {
      ...answer,
      headers: { ...answer.headers, 'www-authenticate': challengeOf('operator') },
    });
  });
}

function operationOf({ operations }: OperatorSandbox, sent: Sent): Operation {
  const { operation, channel } = sent;
  if (channel !== undefined && !SENDABLE[operation].includes(':channel')) {
    throw wrong('channel', 'a channel beside the operation capability alone');
  }
  if (operation === 'verification_change' && sent.dry_run) throw wrong('dry_run', 'false: nobody can plan this');
  const [method, path] = placeOf(sent);
  const found = operations.find((each) => each.method === method && each.path === path);
  if (!found) throw new Error(`there is no operation at ${method} ${path}`);
  return found;
}

/** Rule 2. */
function placeOf({ operation, body }: Sent): readonly [Operation['method'], string] {
  const path = SENDABLE[operation];
  if (operation === 'verification_change') return ['PATCH', path];
  if (operation !== 'capability' || body.phone_number === undefined) return ['POST', path];
  return ['GET', `${path}/:phone_number${body.agent_id === undefined ? '' : '/:agent_id'}`];
}

function paramsOf({ path }: Operation, { body, channel = DEFAULT_CHANNEL }: Sent): Record<string, string> {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return Object.fromEntries(names.map((name) => [name, name === 'channel' ? channel : String(body[name])]));
}

interface Asked {
  readonly request: FastifyRequest;
  readonly sent: Sent;
  readonly at: number;
}

/** Rule 1. */
async function answerTo(
  { people }: Pick<OperatorOptions, 'people'>,
  { accountId, directory }: OperatorSandbox,
  operation: Operation,
  { request, sent, at }: Asked,
): Promise<Answer> {
  const { dry_run: isPlan } = sent;
  const params = paramsOf(operation, sent);
  const path = operation.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const caller = await directory.find(accountId);
  if (!caller) throw new Error('the sandbox has no account');
  const own = Object.fromEntries(Object.entries(sent.body).filter(([name]) => !(name in params)));
  const body = Buffer.from(JSON.stringify(isPlan === undefined ? own : { ...own, dry_run: isPlan }));
  if (body.length > operation.bodyLimitBytes) throw new Refusal('too_large', { limit: operation.bodyLimitBytes });
  const answer = await operation.handle({
    caller,
    path,
    params,
    query: '',
    ...(operation.method === 'GET'
      ? { contentType: '', body: Buffer.alloc(0) }
      : { contentType: 'application/json', body }),
    at,
    clientAddress: people.clientOf(request.raw).address,
    idempotencyKey: null,
  });
  if (answer === 'claimed_before') throw new Error(`${operation.name} lost a key that it did not have`);
  return answer;
}
