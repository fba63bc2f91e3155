/**
 * The handsets over HTTP (contract, section 6). The server that registers these routes decides who may ask.
 */
import type { FastifyPluginAsync } from 'fastify';
import { MOST_ATTEMPTS } from '../carriers/channels.ts';
import type { Clock } from '../lib/clock.ts';
import { attemptIdOf, fromReference, toReference } from '../lib/ids.ts';
import { type ButtonChoice, whatHappens } from './buttons.ts';
import { callRoutes } from './call-routes.ts';
import { handsetListRoute } from './handset-list.ts';
import type { Handsets } from './handsets.ts';
import { receiverRoutes } from './receiver-routes.ts';
import { handsetAnswers, NUMBER, readWaiting } from './requests.ts';
import { sendingRoutes } from './sending-routes.ts';

const LONGEST_TEXT = 2_000;

/** Relative paths: `handsets`, `handsets/{number}/…`, `receivers`, `receivers/{name}/…`. */
export function sandboxRoutes(handsets: Handsets, clock: Clock): FastifyPluginAsync {
  return async (app) => {
    const { refuse, done, answer } = handsetAnswers(clock);
    handsetListRoute(app, handsets, clock);
    sendingRoutes(app, handsets, clock);
    callRoutes(app, handsets, clock);
    receiverRoutes(app, handsets.receivers, clock);
    // Before the server waits for what is under way.
    app.addHook('preClose', async () => handsets.endWaiting());

    app.get<{ Params: { number: string } }>('/handsets/:number/messages', async (request, reply) => {
      const number = request.params.number.replace(/^\+/, '');
      if (!NUMBER.test(number)) return refuse(reply, 400, 'number: 4 to 15 digits are allowed');
      const asked = readWaiting(request.query);
      if (typeof asked === 'string') return refuse(reply, 400, asked);
      const messages = () => handsets.messagesAfter(number, asked.after);
      if (messages().length === 0) await handsets.arrivals.next(number, asked.waitMs, request.raw);
      return messages();
    });

    app.post<{ Params: { number: string } }>('/handsets/:number/reply', async (request, reply) => {
      const number = request.params.number.replace(/^\+/, '');
      if (!NUMBER.test(number)) return refuse(reply, 400, 'number: 4 to 15 digits are allowed');
      const { to, text } = (request.body ?? {}) as Record<string, unknown>;
      if (typeof to !== 'string' || to === '') return refuse(reply, 400, 'to: the sender to answer is missing');
      if (typeof text !== 'string' || text === '' || text.length > LONGEST_TEXT) {
        return refuse(reply, 400, `text: 1 to ${LONGEST_TEXT} characters are allowed`);
      }
      const outcome = handsets.reply(number, to.replace(/^\+/, ''), text);
      return answer(reply, outcome, { sent: 'Text sent', to: 'a number of 3 to 15 digits, or the RCS agent,' });
    });

    app.post<{ Params: { number: string } }>('/handsets/:number/tap', async (request, reply) => {
      const number = request.params.number.replace(/^\+/, '');
      if (!NUMBER.test(number)) return refuse(reply, 400, 'number: 4 to 15 digits are allowed');
      const choice = readChoice(request.body ?? {});
      if (typeof choice === 'string') return refuse(reply, 400, choice);
      const pressed = handsets.tap(number, choice);
      if (!pressed) return refuse(reply, 404, 'this handset has no message with such a button');
      const { button, referenceId } = pressed;
      return { ...done(`Button pressed, ${whatHappens(button)}`), button, reference_id: referenceId };
    });
  };
}

/** Which button a body means, or what is wrong with it. */
function readChoice(body: unknown): ButtonChoice | string {
  const { text, payload, index, reference_id: reference } = body as Record<string, unknown>;
  for (const [name, value] of Object.entries({ text, payload })) {
    if (value !== undefined && typeof value !== 'string') return `${name}: a text is allowed`;
  }
  if (index !== undefined && !(Number.isSafeInteger(index) && Number(index) >= 0)) {
    return 'index: a whole number from 0 is allowed';
  }
  if (reference !== undefined && !(typeof reference === 'string' && fromReference(reference) !== null)) {
    return 'reference_id: the reference_id of a message that the handset got is allowed';
  }
  return {
    ...(typeof text === 'string' ? { text } : {}),
    ...(typeof payload === 'string' ? { payload } : {}),
    ...(typeof index === 'number' ? { index } : {}),
    ...(typeof reference === 'string' ? { references: referencesLike(reference) } : {}),
  };
}

/** That of an attempt is what the handset got; that of its message, which the caller was told, leads there as well. */
function referencesLike(reference: string): string[] {
  const id = fromReference(reference) ?? '';
  const attempts = Array.from({ length: MOST_ATTEMPTS }, (_, index) => attemptIdOf(id, index + 1));
  return [id, ...attempts].map(toReference);
}
