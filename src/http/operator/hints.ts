/**
 * GET /operator/v1/hints: what has changed, as it happens, by server-sent events.
 *
 * 1. A hint names a topic and a thing, never what has become of it: the reader asks for that as ever, with its rights.
 * 2. `anew` says that everything has to be fetched anew: at the start, and whenever hints may have been missed.
 * 3. Whoever is not let in any more is sent away: the operator is asked for again every `ASKED_AGAIN_MS`.
 * 4. At most `MOST_STREAMS` at a node. A reader that is too slow is dropped (event-stream.ts).
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../context.ts';
import type { HintExchange } from '../../engine/nodes/hint-exchange.ts';
import { Refusal, tooSoon } from '../../errors.ts';
import type { Timer } from '../../lib/clock.ts';
import { HINT_TOPICS, type Hint } from '../../lib/hints.ts';
import { strict } from '../../lib/schemas.ts';
import { EventStream, eventText } from '../event-stream.ts';
import type { OperatorOptions } from './options.ts';
import { queryOf, wrong } from './request.ts';

const HintQuery = Type.Object(
  {
    topics: Type.Optional(Type.String({ maxLength: 200 })),
    customer_id: Type.Optional(Type.String({ maxLength: 64 })),
  },
  strict,
);

const MOST_STREAMS = 100;
const ASKED_AGAIN_MS = 30_000;
const RETRY_MS = 5_000;

interface Filter {
  readonly topics: ReadonlySet<string>;
  readonly accountId: string | null;
}

export function hintRoutes(app: FastifyInstance, { context, hints }: OperatorOptions): void {
  const streams = new Set<EventStream>();
  // Before the server waits for what is under way.
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.close();
  });
  app.get('/hints', { exposeHeadRoute: false, config: { lasts: true } }, (request, reply) => {
    const filter = filterOf(request);
    if (streams.size >= MOST_STREAMS) {
      throw tooSoon(RETRY_MS);
    }
    let end = () => {};
    const stream = new EventStream({
      clock: context.clock,
      ended(isSlow) {
        streams.delete(stream);
        if (isSlow) hints.dropped();
        end();
      },
    });
    streams.add(stream);
    const stopAsking = askAgain(context, request, stream);
    const stopWatching = tell(hints, filter, stream);
    end = () => {
      stopAsking();
      stopWatching();
    };
    return stream.send(reply);
  });
}

function filterOf(request: FastifyRequest): Filter {
  const { topics, customer_id: accountId = null } = queryOf(HintQuery, request);
  const asked = topics === undefined ? HINT_TOPICS : topics.split(',');
  const all: readonly string[] = HINT_TOPICS;
  if (!asked.every((topic) => all.includes(topic))) throw wrong('topics', `of these, with commas: ${all.join(', ')}`);
  return { topics: new Set(asked), accountId };
}

/** Rule 2. */
function tell(hints: Pick<HintExchange, 'watch'>, filter: Filter, stream: EventStream): () => void {
  const anew = (why: 'begun' | 'missed') => stream.push(eventText('anew', { why, topics: [...filter.topics] }));
  anew('begun');
  return hints.watch({
    hinted(all) {
      const those = all.filter((hint) => isWanted(hint, filter));
      if (those.length > 0) stream.push(eventText('hints', { hints: those.map(shapeOf) }));
    },
    missed: () => anew('missed'),
  });
}

/** What is of no account concerns all of them. */
function isWanted(hint: Hint, { topics, accountId }: Filter): boolean {
  return topics.has(hint.topic) && (accountId === null || hint.accountId === null || hint.accountId === accountId);
}

function shapeOf({ topic, id, accountId, more }: Hint): object {
  return {
    topic,
    id,
    ...(accountId === null ? {} : { customer_id: accountId }),
    ...(more === undefined ? {} : { more }),
  };
}

/** Rule 3. A store that is away says nothing against anybody. */
function askAgain({ clock }: Context, request: FastifyRequest, stream: EventStream): () => void {
  let timer: Timer;
  let isOver = false;
  const ask = () => {
    // The answer may come when nobody reads any more.
    if (isOver) return;
    timer = clock.setTimer(() => {
      request.admitAgain().then(ask, (error) => (error instanceof Refusal ? stream.close() : ask()));
    }, ASKED_AGAIN_MS);
  };
  ask();
  return () => {
    isOver = true;
    clock.clearTimer(timer);
  };
}
