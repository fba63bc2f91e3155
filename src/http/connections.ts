/**
 * Answers to what is not HTTP: bytes that the parser refuses, headers without end, requests that never finish. They are
 * JSON like every other answer, written to the socket by hand, since there is no request to reply to.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCase } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import { caseAnswer } from './reply.ts';

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

export function clientErrorHandler(clock: Clock): (error: NodeJS.ErrnoException, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const before = answerUnderWay(socket);
    if (before) before.once('close', () => refuse(clock, error, socket));
    else refuse(clock, error, socket);
  };
}

/**
 * The answer to an earlier, whole request on this connection, which has to go out first. Node keeps it on the socket and
 * has no public name for it.
 */
function answerUnderWay(socket: Socket & { _httpMessage?: ServerResponse | null }): ServerResponse | null {
  const response = socket._httpMessage ?? null;
  return response?.req.complete ? response : null;
}

function refuse(clock: Clock, error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status, body } = caseAnswer('gateway', caseOf(error), { why: 'it is not HTTP' }, clock.now());
  const head = [
    `HTTP/1.1 ${status} ${REASONS[status] ?? 'Error'}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

function caseOf(error: NodeJS.ErrnoException): ErrorCase {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'too_slow';
  return error.code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'http_malformed';
}
