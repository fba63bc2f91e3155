/**
 * Calls at a handset over HTTP: those that are over with what was heard, and those under way, which can be answered,
 * declined and hung up, and given keys.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../lib/clock.ts';
import type { Handsets } from './handsets.ts';
import type { CallUnderWay } from './heard-calls.ts';
import { handsetAnswers, numberIn, readWaiting } from './requests.ts';

type CallRequest = FastifyRequest<{ Params: { number: string; id: string } }>;

const KEYS = /^[0-9*#A-D]{1,32}$/;

interface Act {
  readonly path: string;
  readonly done: string;
  /** What it takes, where that is not so. */
  readonly takes: string;
  readonly act: (call: CallUnderWay, keys: string) => boolean;
}

const ACTS: readonly Act[] = [
  { path: 'answer', done: 'Call answered', takes: 'a call that rings', act: (call) => call.accept() },
  { path: 'decline', done: 'Call declined', takes: 'a call that rings', act: (call) => call.decline() },
  { path: 'hang-up', done: 'Call hung up', takes: 'a call that was answered', act: (call) => call.hangUp() },
  {
    path: 'keys',
    done: 'Keys pressed',
    takes: 'a call that was answered',
    act: (call, keys) => call.press(keys),
  },
];

export function callRoutes(app: FastifyInstance, handsets: Handsets, clock: Clock): void {
  const { refuse, done } = handsetAnswers(clock);

  app.get<{ Params: { number: string } }>('/handsets/:number/calls', async (request, reply) => {
    const number = numberIn(request);
    if (number === null) return refuse(reply, 400, 'number: 4 to 15 digits are allowed');
    const asked = readWaiting(request.query, ['live']);
    if (typeof asked === 'string') return refuse(reply, 400, asked);
    const { live = 'false' } = request.query as { live?: string };
    if (live !== 'true' && live !== 'false') return refuse(reply, 400, 'live: true or false is allowed');
    const { calls: heard } = handsets;
    const all = () => (live === 'true' ? heard.callsWithLive(number) : heard.callsOf(number));
    const calls = () => all().slice(asked.after);
    if (calls().length === 0) await heard.arrivals.next(number, asked.waitMs, request.raw);
    return calls();
  });

  app.get<{ Params: { number: string; id: string } }>('/handsets/:number/calls/:id', async (request, reply) => {
    const id = /^([0-9a-f]+)\.wav$/.exec(request.params.id)?.[1];
    const wav = id === undefined ? null : handsets.calls.wavOf(request.params.number.replace(/^\+/, ''), id);
    if (!wav) return refuse(reply, 404, 'this handset had no such call');
    return reply.header('content-type', 'audio/wav').send(wav);
  });

  app.put<{ Params: { number: string } }>('/handsets/:number/waits', async (request, reply) => {
    const number = numberIn(request);
    if (number === null) return refuse(reply, 400, 'number: 4 to 15 digits are allowed');
    const { waits } = (request.body ?? {}) as Record<string, unknown>;
    if (typeof waits !== 'boolean') return refuse(reply, 400, 'waits: true or false is allowed');
    handsets.calls.setWaiting(number, waits);
    return done(waits ? 'Calls ring until they are taken in hand' : 'Calls go as the number says');
  });

  const act = async (request: CallRequest, reply: FastifyReply, { done: text, takes, act: perform }: Act) => {
    const number = numberIn(request);
    if (number === null) return refuse(reply, 400, 'number: 4 to 15 digits are allowed');
    const { keys = '' } = (request.body ?? {}) as { keys?: unknown };
    if (text === 'Keys pressed' && !(typeof keys === 'string' && KEYS.test(keys))) {
      return refuse(reply, 400, 'keys: 1 to 32 of 0 to 9, *, # and A to D are allowed');
    }
    const call = handsets.calls.underWay(number, request.params.id);
    if (!call) return refuse(reply, 404, 'this handset has no such call under way');
    if (!perform(call, String(keys))) return refuse(reply, 409, `the call does not allow that now: it takes ${takes}`);
    return done(text);
  };
  for (const each of ACTS) {
    app.post(`/handsets/:number/calls/:id/${each.path}`, (request, reply) => act(request as CallRequest, reply, each));
  }
}
