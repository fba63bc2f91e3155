/**
 * Ports for what a test starts in a process of its own, which cannot be asked for "any" and say which it got.
 *
 * 1. A port comes from below those that the system itself gives out, to every connection and to whoever asks for any:
 *    one from among them would be free when it is found and somebody's when a process, seconds later, listens on it.
 * 2. It is free for UDP and TCP, and is given once: who got it may not have taken it yet. Processes whose ids follow
 *    each other give from ranges of their own: files of tests run beside each other.
 */
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

const FIRST_PORT = 16_384;
/** Of a process. 16 ranges end where the system's own begin: at 32,768. */
const PORTS_IN_RANGE = 1_024;
const RANGES = 16;

const given = new Set<number>();

export function freePort(): Promise<number> {
  return freePorts(1);
}

/** The first of that many neighbours. */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = FIRST_PORT + (process.pid % RANGES) * PORTS_IN_RANGE + randomInt(PORTS_IN_RANGE - count + 1);
    const ports = Array.from({ length: count }, (_, i) => first + i);
    if (ports.some((port) => given.has(port))) continue;
    for (const port of ports) given.add(port);
    const areFree = await Promise.all(ports.flatMap((port) => [isFreeForTcp(port), isFreeForUdp(port)]));
    if (areFree.every(Boolean)) return first;
  }
}

function isFreeForTcp(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

function isFreeForUdp(port: number): Promise<boolean> {
  const socket = createSocket('udp4');
  return new Promise((resolve) => {
    socket.once('error', () => resolve(false));
    socket.bind(port, '127.0.0.1', () => socket.close(() => resolve(true)));
  });
}
