/**
 * What a person does with a handset of the sandbox: answers a message, presses a button, sends a file or where they are,
 * and takes a call in hand.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { MOST_ATTEMPTS } from '../../../carriers/channels.ts';
import { Refusal } from '../../../errors.ts';
import { attemptIdOf, fromReference, toReference } from '../../../lib/ids.ts';
import { strict } from '../../../lib/schemas.ts';
import type { OperatorOptions } from '../options.ts';
import { bodyOf, notFound, paramOf, queryOf, wrong } from '../request.ts';
import type { CallUnderWay, SentOutcome } from './in-hand.ts';
import { handsetIn, theSandbox } from './sandbox.ts';

const TO = Type.String({ minLength: 1, maxLength: 200 });

const ReplyBody = Type.Object({ to: TO, text: Type.String({ minLength: 1, maxLength: 2_000 }) }, strict);

const TapBody = Type.Object(
  {
    reference_id: Type.Optional(Type.String({ maxLength: 64 })),
    index: Type.Optional(Type.Integer({ minimum: 0 })),
    text: Type.Optional(Type.String({ maxLength: 2_000 })),
    payload: Type.Optional(Type.String({ maxLength: 4_000 })),
  },
  strict,
);

const FileBody = Type.Object(
  {
    to: TO,
    uri: Type.String({ minLength: 1, maxLength: 2_048 }),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    mime_type: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    size_bytes: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  strict,
);

const LocationBody = Type.Object(
  {
    to: TO,
    latitude: Type.Number({ minimum: -90, maximum: 90 }),
    longitude: Type.Number({ minimum: -180, maximum: 180 }),
  },
  strict,
);

const WaitsBody = Type.Object({ waits: Type.Boolean() }, strict);

const KeysBody = Type.Object(
  { keys: Type.String({ pattern: '^[0-9*#A-D]{1,32}$', allowed: '1 to 32 of 0 to 9, *, # and A to D' }) },
  strict,
);

const NoQuery = Type.Object({}, strict);

export function actRoutes(app: FastifyInstance, options: OperatorOptions): void {
  app.post('/sandbox/handsets/:number/reply', async (request) => {
    const { handsets } = theSandbox(options);
    const { to, text } = bodyOf(ReplyBody, request);
    sent(
      handsets.reply(handsetIn(request), to.replace(/^\+/, ''), text),
      'a number of 3 to 15 digits, or the RCS agent',
    );
    return { done: 'Text sent' };
  });

  app.post('/sandbox/handsets/:number/tap', async (request) => {
    const { handsets, whatHappens } = theSandbox(options);
    const { reference_id: reference, ...others } = bodyOf(TapBody, request);
    const references = reference === undefined ? {} : { references: referencesLike(reference) };
    const pressed = handsets.tap(handsetIn(request), { ...others, ...references });
    if (!pressed) throw notFound('Button');
    const { button, referenceId } = pressed;
    return { done: 'Button pressed', what_happens: whatHappens(button), button, reference_id: referenceId };
  });

  app.post('/sandbox/handsets/:number/file', async (request) => {
    const { handsets } = theSandbox(options);
    const body = bodyOf(FileBody, request);
    const {
      to,
      uri,
      name = 'file',
      mime_type: mimeType = 'application/octet-stream',
      size_bytes: sizeBytes = 0,
    } = body;
    sent(handsets.sendFile(handsetIn(request), to, { uri, name, mimeType, sizeBytes }), 'the RCS agent');
    return { done: 'File sent' };
  });

  app.post('/sandbox/handsets/:number/location', async (request) => {
    const { handsets } = theSandbox(options);
    const { to, ...place } = bodyOf(LocationBody, request);
    sent(handsets.sendLocation(handsetIn(request), to, place), 'the RCS agent');
    return { done: 'Location sent' };
  });

  app.put('/sandbox/handsets/:number/waits', async (request) => {
    const { handsets } = theSandbox(options);
    const { waits } = bodyOf(WaitsBody, request);
    handsets.calls.setWaiting(handsetIn(request), waits);
    return { done: waits ? 'Calls ring until they are taken in hand' : 'Calls go as the number says' };
  });
}

export function callActRoutes(app: FastifyInstance, options: OperatorOptions): void {
  const act = (path: string, done: string, takes: string, perform: (call: CallUnderWay) => boolean) => {
    app.post(`/sandbox/handsets/:number/calls/:id/${path}`, async (request) => {
      take(theCall(options, request), takes, perform);
      return { done };
    });
  };
  act('answer', 'Call answered', 'a call that rings', (call) => call.accept());
  act('decline', 'Call declined', 'a call that rings', (call) => call.decline());
  act('hang-up', 'Call hung up', 'a call that was answered', (call) => call.hangUp());

  app.post('/sandbox/handsets/:number/calls/:id/keys', async (request) => {
    const call = theCall(options, request);
    const { keys } = bodyOf(KeysBody, request);
    take(call, 'a call that was answered', (each) => each.press(keys));
    return { done: 'Keys pressed' };
  });

  app.get('/sandbox/handsets/:number/calls/:id', async (request, reply) => {
    const { handsets } = theSandbox(options);
    queryOf(NoQuery, request);
    const id = /^([0-9a-f]+)\.wav$/.exec(paramOf(request, 'id'))?.[1];
    const wav = id === undefined ? null : handsets.calls.wavSoFar(handsetIn(request), id);
    if (!wav) throw notFound('Call');
    return reply.header('content-type', 'audio/wav').header('cache-control', 'no-store').send(wav);
  });
}

function theCall(options: OperatorOptions, request: FastifyRequest): CallUnderWay {
  const { handsets } = theSandbox(options);
  const call = handsets.calls.underWay(handsetIn(request), paramOf(request, 'id'));
  if (!call) throw notFound('Call under way');
  return call;
}

function take(call: CallUnderWay, takes: string, perform: (call: CallUnderWay) => boolean): void {
  if (!perform(call)) throw new Refusal('not_now', { why: `it takes ${takes}` });
}

function sent(outcome: SentOutcome, allowed: string): void {
  if (outcome === 'no_operator') throw new Refusal('not_now', { why: 'no simulated operator runs' });
  if (outcome === 'no_such_recipient') throw wrong('to', allowed);
}

/** That of an attempt is what the handset got; that of its message leads there as well. */
function referencesLike(reference: string): string[] {
  const id = fromReference(reference);
  if (id === null) throw wrong('reference_id', 'the reference_id of a message that the handset got');
  const attempts = Array.from({ length: MOST_ATTEMPTS }, (_, index) => attemptIdOf(id, index + 1));
  return [id, ...attempts].map(toReference);
}
