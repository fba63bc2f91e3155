/**
 * Answers to what is not HTTP: bytes that the parser refuses, headers without end, requests that never finish. They are
 * JSON like every other answer, written to the socket by hand, since there is no request to reply to.
 *
 * 1. Every whole request that came before on the connection is still answered; the refusal is written after those
 *    answers.
 * 2. The connection is destroyed, whether or not its peer reads the answer: at once where TLS has not been agreed on,
 *    as nothing can be written there, else when the answer is written or a second has passed.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { ErrorCase } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { caseAnswer } from '../reply.ts';

const ANSWERED_WITHIN_MS = 1_000;

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** Node keeps to itself which answers it queues behind the one that it writes. */
type OpenAnswers = WeakMap<Socket, ServerResponse[]>;

export interface BrokenRequests {
  /** For `clientError` of the server that is watched. */
  readonly handle: (error: NodeJS.ErrnoException, socket: Socket) => void;
  watch(server: Pick<Server, 'prependListener'>): void;
}

export function createBrokenRequests(clock: Clock): BrokenRequests {
  const open: OpenAnswers = new WeakMap();
  // One function for all answers: one of its own for each costs more than what it does.
  function forget(this: ServerResponse): void {
    const answers = open.get(this.req.socket) ?? [];
    const at = answers.indexOf(this);
    // Nearly always the first, and the only one.
    if (at === 0) answers.shift();
    else if (at > 0) answers.splice(at, 1);
  }
  const keep = ({ socket }: IncomingMessage, response: ServerResponse) => {
    const answers = open.get(socket);
    if (answers) answers.push(response);
    else open.set(socket, [response]);
    response.on('close', forget);
  };
  return {
    watch(server) {
      server.prependListener('request', keep);
      server.prependListener('checkExpectation', keep);
    },
    handle(error, socket) {
      if (socket.destroyed) return;
      if (error.code === 'ECONNRESET' || isBeforeHandshake(socket)) {
        socket.destroy();
        return;
      }
      refuseLast(clock, error, { socket, answers: open.get(socket) ?? [] });
    },
  };
}

interface Connection {
  readonly socket: Socket;
  /** Oldest first. */
  readonly answers: readonly ServerResponse[];
}

/** Rule 1. A request that is not whole is the broken one, and is not waited for. */
function refuseLast(clock: Clock, error: NodeJS.ErrnoException, { socket, answers }: Connection): void {
  const before = answers.find(({ req }) => req.complete);
  if (before) before.once('close', () => refuseLast(clock, error, { socket, answers }));
  else if (answers.some(({ headersSent }) => headersSent)) endWith(clock, socket, '');
  else refuse(clock, error, socket);
}

function refuse(clock: Clock, error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status, body, headers } = caseAnswer('gateway', caseOf(error), { why: 'it is not HTTP' }, clock.now());
  const head = [
    `HTTP/1.1 ${status} ${REASONS[status] ?? 'Error'}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ];
  endWith(clock, socket, `${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Rule 2. */
function endWith(clock: Clock, socket: Socket, text: string): void {
  const timer = clock.setTimer(() => socket.destroy(), ANSWERED_WITHIN_MS);
  socket.once('close', () => clock.clearTimer(timer));
  socket.end(text, () => socket.destroy());
}

function isBeforeHandshake(socket: Socket): boolean {
  return socket instanceof TLSSocket && socket.getSession() === undefined;
}

function caseOf(error: NodeJS.ErrnoException): ErrorCase {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'too_slow';
  return error.code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'http_malformed';
}
