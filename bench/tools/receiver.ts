/**
 * Where callbacks go: takes each and answers 200, or answers late where the path says so.
 *
 * 1. `/slow` answers after `SLOW_MS`, everything else at once.
 * 2. The lateness of a callback is the time from the moment that its body names to its arrival.
 * 3. Of what people sent, the instant is kept at which each number was first told of, on the system's monotonic clock,
 *    which all processes share.
 */
import net from 'node:net';
import { monotonicMs } from '../lib/system.ts';
import { serve } from '../lib/tool.ts';

export type ReceiverHandlers = typeof handlers;

export interface PathWindow {
  readonly count: number;
  /** Only while lateness is kept. */
  readonly latenessMs: Float64Array;
}

const SLOW_MS = 10_000;
const HEAD_END = Buffer.from('\r\n\r\n');
const OK = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
const UPDATED_ON = '"updated_on":"';
const PHONE_NUMBER = '"phone_number":"';

let keepsLateness = false;
let keepsNumbers = false;
const toldOf = new Map<string, number>();
let counts = new Map<string, { count: number; lateness: number[] }>();
let total = 0;

function arrived(path: string, body: string): void {
  total += 1;
  let entry = counts.get(path);
  if (!entry) {
    entry = { count: 0, lateness: [] };
    counts.set(path, entry);
  }
  entry.count += 1;
  if (keepsNumbers) noteNumber(body);
  if (!keepsLateness) return;
  const at = body.indexOf(UPDATED_ON);
  if (at < 0) return;
  const from = at + UPDATED_ON.length;
  entry.lateness.push(Date.now() - Date.parse(body.slice(from, body.indexOf('"', from))));
}

/** Rule 3. */
function noteNumber(body: string): void {
  const at = body.indexOf(PHONE_NUMBER);
  if (at < 0) return;
  const from = at + PHONE_NUMBER.length;
  const number = body.slice(from, body.indexOf('"', from));
  if (!toldOf.has(number)) toldOf.set(number, monotonicMs());
}

function attend(socket: net.Socket): void {
  let held: Buffer = Buffer.alloc(0);
  socket.setNoDelay(true);
  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    for (;;) {
      const end = held.indexOf(HEAD_END);
      if (end < 0) return;
      const head = held.toString('latin1', 0, end);
      const total = end + 4 + bodyLength(head);
      if (held.length < total) return;
      const path = head.slice(head.indexOf(' ') + 1, head.indexOf(' HTTP/')).split('?')[0] ?? '';
      arrived(path, keepsLateness || keepsNumbers ? held.toString('latin1', end + 4, total) : '');
      held = held.subarray(total);
      if (path === '/slow') setTimeout(() => socket.write(OK), SLOW_MS);
      else socket.write(OK);
    }
  });
}

function bodyLength(head: string): number {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head);
  return length ? Number(length[1]) : 0;
}

const server = net.createServer(attend);

const handlers = {
  /** Its port. */
  listen: (): Promise<number> =>
    new Promise((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    }),
  keepLateness(keeps: boolean): void {
    keepsLateness = keeps;
  },
  keepNumbers(keeps: boolean): void {
    keepsNumbers = keeps;
  },
  /** When each number was first told of: monotonic milliseconds of the system. */
  toldOf: (): Map<string, number> => toldOf,
  /** How many came so far, on all paths. */
  total: (): number => total,
  /** What came on each path since the call before. */
  mark(): Map<string, PathWindow> {
    const before = counts;
    counts = new Map();
    return new Map(
      [...before].map(([path, { count, lateness }]) => [path, { count, latenessMs: Float64Array.from(lateness) }]),
    );
  },
};

serve(handlers);
