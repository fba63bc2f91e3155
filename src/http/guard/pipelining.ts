/**
 * Bounds pipelining: requests that a connection sends before the earlier ones are answered (RFC 9112, 9.3.2). Node
 * parses whatever one read brings, some thousand small requests, and would work on all of them before another
 * connection.
 *
 * 1. At most `AT_ONCE` requests of a connection are worked on at the same time. Meanwhile the connection is not read: a
 *    caller that does not read its answers is not read either, and the memory for it is bounded.
 * 2. The other requests of the same read wait, and requests of other connections come between them.
 * 3. A connection with more than `MOST_UNANSWERED` is closed: after the answers that are under way, or after
 *    `CLOSED_WITHIN_MS`. Its unanswered requests have not been worked on, and may be sent again.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../lib/clock.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface Waiting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Connection {
  underWay: number;
  readonly waiting: Waiting[];
  isPaused: boolean;
  isClosing: boolean;
}

const AT_ONCE = 16;
const MOST_UNANSWERED = 128;
const CLOSED_WITHIN_MS = 10_000;

/** Whether the request that is under way on a connection is the only one there, and nothing of another has come. */
export type IsOnly = (socket: Socket) => boolean;

/** Call it before the server listens; whoever handled its requests is given them in turn. */
export function limitPipelining(clock: Pick<Clock, 'setTimer' | 'clearTimer'>, server: Server): IsOnly {
  const handlers = server.listeners('request') as Handler[];
  server.removeAllListeners('request');
  const handle: Handler = (request, response) => {
    for (const each of handlers) each.call(server, request, response);
  };
  const connections = new WeakMap<Socket, Connection>();
  // One function for all answers: one of its own for each costs more than what it does.
  function closed(this: ServerResponse): void {
    const { socket } = this.req;
    const connection = connections.get(socket);
    if (connection) answered(begin, socket, connection);
  }
  const begin: Handler = (request, response) => {
    response.on('close', closed);
    handle(request, response);
  };
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    let connection = connections.get(socket);
    if (!connection) {
      connection = { underWay: 0, waiting: [], isPaused: false, isClosing: false };
      connections.set(socket, connection);
    }
    if (connection.isClosing) return;
    if (connection.underWay + connection.waiting.length >= MOST_UNANSWERED) {
      close(clock, socket, connection);
      return;
    }
    if (connection.waiting.length > 0 || connection.underWay >= AT_ONCE) {
      connection.waiting.push({ request, response });
      work(begin, socket, connection);
      return;
    }
    connection.underWay += 1;
    begin(request, response);
    pauseWhenFull(socket, connection);
  });
  return (socket) => {
    const { underWay = 0, waiting = [] } = connections.get(socket) ?? {};
    return underWay <= 1 && waiting.length === 0 && socket.readableLength === 0;
  };
}

function work(begin: Handler, socket: Socket, connection: Connection): void {
  while (connection.underWay < AT_ONCE) {
    const next = connection.waiting.shift();
    if (!next) break;
    connection.underWay += 1;
    begin(next.request, next.response);
  }
  pauseWhenFull(socket, connection);
}

/** Rule 1. */
function pauseWhenFull(socket: Socket, connection: Connection): void {
  if (connection.underWay < AT_ONCE || connection.isPaused) return;
  connection.isPaused = true;
  socket.pause();
}

function answered(begin: Handler, socket: Socket, connection: Connection): void {
  connection.underWay -= 1;
  // Not at once: what is answered at once would keep its place for the next one, and nobody else had a turn.
  if (connection.waiting.length > 0) setImmediate(() => work(begin, socket, connection));
  else if (connection.isClosing && connection.underWay === 0) socket.destroySoon();
  else if (connection.isPaused && !connection.isClosing) {
    connection.isPaused = false;
    socket.resume();
  }
}

/** Rule 3. */
function close(clock: Pick<Clock, 'setTimer' | 'clearTimer'>, socket: Socket, connection: Connection): void {
  connection.isClosing = true;
  connection.isPaused = true;
  socket.pause();
  const timer = clock.setTimer(() => socket.destroy(), CLOSED_WITHIN_MS);
  socket.once('close', () => clock.clearTimer(timer));
}
