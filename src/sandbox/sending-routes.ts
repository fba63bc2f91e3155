/**
 * What people send from their handsets to an RBM agent over HTTP: files and places. Texts: routes.ts.
 */
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../lib/clock.ts';
import type { Handsets } from './handsets.ts';
import { handsetAnswers, NUMBER } from './requests.ts';

const LONGEST_NAME = 200;
const LONGEST_URI = 2_048;
const NUMBER_ALLOWED = 'number: 4 to 15 digits are allowed';

export function sendingRoutes(app: FastifyInstance, handsets: Handsets, clock: Clock): void {
  const { refuse, answer } = handsetAnswers(clock);

  app.post<{ Params: { number: string } }>('/handsets/:number/file', async (request, reply) => {
    const number = request.params.number.replace(/^\+/, '');
    if (!NUMBER.test(number)) return refuse(reply, 400, NUMBER_ALLOWED);
    const body = (request.body ?? {}) as Record<string, unknown>;
    const {
      to,
      uri,
      name = 'file',
      mime_type: mimeType = 'application/octet-stream',
      size_bytes: sizeBytes = 0,
    } = body;
    if (!isText(to, LONGEST_NAME)) return refuse(reply, 400, 'to: the RCS agent is missing');
    if (!isText(uri, LONGEST_URI)) return refuse(reply, 400, `uri: 1 to ${LONGEST_URI} characters are allowed`);
    if (!isText(name, LONGEST_NAME)) return refuse(reply, 400, `name: 1 to ${LONGEST_NAME} characters are allowed`);
    if (!isText(mimeType, LONGEST_NAME)) {
      return refuse(reply, 400, `mime_type: 1 to ${LONGEST_NAME} characters are allowed`);
    }
    if (typeof sizeBytes !== 'number' || !Number.isSafeInteger(sizeBytes) || sizeBytes < 0) {
      return refuse(reply, 400, 'size_bytes: a whole number from 0 on is allowed');
    }
    const outcome = handsets.sendFile(number, to, { uri, name, mimeType, sizeBytes });
    return answer(reply, outcome, { sent: 'File sent', to: 'the RCS agent' });
  });

  app.post<{ Params: { number: string } }>('/handsets/:number/location', async (request, reply) => {
    const number = request.params.number.replace(/^\+/, '');
    if (!NUMBER.test(number)) return refuse(reply, 400, NUMBER_ALLOWED);
    const { to, latitude, longitude } = (request.body ?? {}) as Record<string, unknown>;
    if (!isText(to, LONGEST_NAME)) return refuse(reply, 400, 'to: the RCS agent is missing');
    if (!isWithin(latitude, 90)) return refuse(reply, 400, 'latitude: a number from -90 to 90 is allowed');
    if (!isWithin(longitude, 180)) return refuse(reply, 400, 'longitude: a number from -180 to 180 is allowed');
    const outcome = handsets.sendLocation(number, to, { latitude, longitude });
    return answer(reply, outcome, { sent: 'Location sent', to: 'the RCS agent' });
  });
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= longest;
}

function isWithin(value: unknown, most: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= most;
}
