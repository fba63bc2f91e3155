/**
 * Handsets of the sandbox: which ones are in use, and one with all that it got, sent and was called for.
 *
 * 1. Who gets or sends something while somebody goes through the pages stands before them from then on.
 * 2. `since` is the version that the reader has: while it is the same, `wait` waits for another one.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { strict } from '../../../lib/schemas.ts';
import type { Database } from '../../../store/database.ts';
import type { OperatorOptions } from '../options.ts';
import { cursorOf, DEFAULT_LIMIT, LISTING, placeOf, queryOf } from '../request.ts';
import { numberOf, pageOf } from '../shapes.ts';
import type { CallInHand, ListedHandset, MessageInHand, SentFromHand } from './in-hand.ts';
import { findOrigins, type Origins } from './origins.ts';
import { type OperatorSandbox, seesInFull, shownHandsetIn, theSandbox } from './sandbox.ts';

const LONGEST_WAIT_SECONDS = 60;

const ListQuery = Type.Object(LISTING, strict);

const Place = Type.Tuple([Type.String({ maxLength: 40 }), Type.String({ maxLength: 20 })]);

const ShowQuery = Type.Object(
  {
    since: Type.Optional(Type.Integer({ minimum: 0 })),
    wait: Type.Optional(Type.Integer({ minimum: 0, maximum: LONGEST_WAIT_SECONDS })),
  },
  strict,
);

export function handsetRoutes(app: FastifyInstance, options: OperatorOptions): void {
  // Before the server waits for what is under way.
  app.addHook('preClose', async () => options.sandbox?.handsets.endWaiting());

  app.get('/sandbox/handsets', async (request) => {
    const sandbox = theSandbox(options);
    const { limit = DEFAULT_LIMIT, after } = queryOf(ListQuery, request);
    const place = placeOf(Place, after);
    const rows = [...sandbox.handsets.used()].sort(newestFirst).filter((row) => !place || isBehind(row, place));
    const isFull = seesInFull(request);
    const cursor = ({ last_on: at, phone_number: number }: ListedHandset) => cursorOf([at, number]);
    const { items, next } = pageOf(rows, limit, cursor, (row) => listedShape(sandbox, row, isFull));
    return { handsets: items, next };
  });

  app.get('/sandbox/handsets/:number', async (request, reply) => {
    const sandbox = theSandbox(options);
    const { handsets } = sandbox;
    const number = shownHandsetIn(request, sandbox);
    const { since, wait = 0 } = queryOf(ShowQuery, request);
    const waiting = { waitMs: wait * 1_000, reader: reply.raw };
    if (since !== undefined) await handsets.untilChanged(number, since, waiting);
    return show(options.db, sandbox, number, seesInFull(request));
  });
}

function newestFirst(one: ListedHandset, other: ListedHandset): number {
  return isBehind(one, [other.last_on, other.phone_number]) ? 1 : -1;
}

function isBehind(
  { last_on: at, phone_number: number }: ListedHandset,
  [placeAt, placeNumber]: readonly [string, string],
): boolean {
  return at === placeAt ? number > placeNumber : at < placeAt;
}

function storyOf({ stories }: OperatorSandbox, number: string) {
  return stories.find(({ ending }) => number.endsWith(ending)) ?? null;
}

function listedShape(sandbox: OperatorSandbox, row: ListedHandset, isFull: boolean): object {
  const { handsets } = sandbox;
  const number = row.phone_number;
  return {
    id: handsets.idOf(number),
    phone_number: numberOf(number, isFull),
    ending: storyOf(sandbox, number)?.ending ?? null,
    last_on: row.last_on,
    messages: row.messages,
    sent: row.sent,
    calls: row.calls,
    calls_under_way: row.underWay,
    waits: handsets.calls.isWaiting(number),
  };
}

async function show(db: Database, sandbox: OperatorSandbox, number: string, isFull: boolean): Promise<object> {
  const { handsets } = sandbox;
  // Before what it counts is read: what comes in between is fetched once more, and not missed.
  const version = handsets.versionOf(number);
  const messages = handsets.messagesInSight(number);
  const calls = handsets.calls.inSightAt(number);
  const origins = await findOrigins(db, number, messages, calls);
  const story = storyOf(sandbox, number);
  return {
    id: handsets.idOf(number),
    phone_number: numberOf(number, isFull),
    ending: story?.ending ?? null,
    says: story?.says ?? sandbox.withoutStory,
    waits: handsets.calls.isWaiting(number),
    version,
    messages: messages.map((each) => messageShape(each, origins, isFull)),
    sent: handsets.sentFrom(number).map((each) => sentShape(each, isFull)),
    calls: calls.map((each) => callShape(each, origins, isFull)),
  };
}

function messageShape(each: MessageInHand, origins: Origins, isFull: boolean): object {
  const { id, message, network, isOnItsWay } = each;
  const { channel, from, received_on, reference_id, withdrawn, ...content } = message;
  const session = origins.sessionOf(from);
  return {
    id,
    channel,
    from: numberOf(from, isFull),
    received_on,
    withdrawn: withdrawn === true,
    on_its_way: isOnItsWay,
    attempt_reference_id: reference_id ?? null,
    message: origins.ofMessage(each),
    session: session && { ...session, other: numberOf(session.other, isFull) },
    parts: network?.parts ?? null,
    alphabet: network?.alphabet ?? null,
    content: isFull ? content : null,
  };
}

function sentShape({ id, sent_on, channel, to, reference_id, ...thing }: SentFromHand, isFull: boolean): object {
  const [kind = 'text'] = Object.keys(thing);
  return {
    id,
    sent_on,
    channel,
    to: numberOf(to, isFull),
    kind,
    reference_id: reference_id ?? null,
    content: isFull ? contentShape(thing) : null,
  };
}

/** In the words of the requests. */
function contentShape({ text, file, location, button }: Partial<SentFromHand>): object {
  if (file) return { file: { uri: file.uri, name: file.name, mime_type: file.mimeType, size_bytes: file.sizeBytes } };
  return location ? { location } : button ? { button } : { text };
}

function callShape(call: CallInHand, origins: Origins, isFull: boolean): object {
  const { id, from, started_on, answered_on, ended_on, state, keys, pressed, has_sound } = call;
  return {
    id,
    from: numberOf(from, isFull),
    started_on,
    answered_on,
    ended_on,
    state,
    keys: isFull ? keys : null,
    pressed: isFull ? pressed : null,
    has_sound,
    message: origins.ofCall(call),
  };
}
