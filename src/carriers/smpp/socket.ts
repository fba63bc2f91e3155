/**
 * The connection under a session: TCP, or TLS from the first byte (there is no STARTTLS in SMPP).
 *
 * 1. `closed` is called once, whatever happens: refused, cut, timed out, or closed by us.
 */
import net from 'node:net';
import tls from 'node:tls';
import type { Clock } from '../../lib/clock.ts';
import { tlsOptions } from '../tls.ts';
import type { Wire } from './session-writer.ts';
import type { SmppSettings } from './settings.ts';

export interface WireEvents {
  connected(): void;
  received(chunk: Buffer): void;
  drained(): void;
  closed(why: string): void;
}

const CONNECT_WITHIN_MS = 10_000;
/** A peer that does not close its side is left after this. */
const CLOSE_WITHIN_MS = 1_000;

/** Begins to connect. Every failure arrives as `closed`. */
export function dial(clock: Clock, settings: SmppSettings, events: WireEvents): Wire {
  let closed = false;
  const close = (why: string) => {
    if (closed) return;
    closed = true;
    clock.clearTimer(timer);
    socket.destroy();
    events.closed(why);
  };
  let timer = clock.setTimer(() => close('no connection within 10 s'), CONNECT_WITHIN_MS);
  const socket = open(settings);
  socket.setNoDelay(true);
  socket.on(settings.tls ? 'secureConnect' : 'connect', () => {
    clock.clearTimer(timer);
    if (!closed) events.connected();
  });
  socket.on('data', (chunk: Buffer) => events.received(chunk));
  socket.on('drain', () => events.drained());
  socket.on('error', (error) => close(describeError(error)));
  socket.on('end', () => close('the peer has closed the connection'));
  socket.on('close', () => close('the connection is closed'));
  return {
    write: (bytes) => socket.write(bytes),
    end() {
      if (closed) return;
      clock.clearTimer(timer);
      if (socket.connecting) {
        setImmediate(() => close('closed by us'));
        return;
      }
      timer = clock.setTimer(() => close('closed by us'), CLOSE_WITHIN_MS);
      socket.end();
    },
  };
}

function open(settings: SmppSettings): net.Socket {
  const { host, port } = settings;
  if (!settings.tls) return net.connect({ host, port });
  const failed = new net.Socket();
  try {
    return tls.connect({ host, port, ...tlsOptions(settings.tls, host) });
  } catch (error) {
    // A certificate file that cannot be read: `closed` says so, as for any other failure to connect.
    setImmediate(() => failed.destroy(error instanceof Error ? error : new Error(String(error))));
    return failed;
  }
}

function describeError(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? `${error.code}: ` : '';
  return `${code}${error.message}`;
}
