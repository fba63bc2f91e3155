/**
 * The simulated sources of Phone ID, each of whose answers arrives a while after it was given: an operator with CAMARA
 * APIs, an ENUM server, a look-up service and a breach API.
 *
 * 1. What is late is the way back, on every connection; the token endpoint alone is not: a token is asked for once.
 */
import { createSocket } from 'node:dgram';
import { type AddressInfo, connect, createServer } from 'node:net';
import { createContext } from '../../src/context.ts';
import { createLog } from '../../src/lib/log.ts';
import { createSandboxSources } from '../../src/sandbox/phone-sources.ts';
import { simulatedSubscriber } from '../../src/sandbox/phone-stories.ts';
import { serve } from '../lib/tool.ts';

export type SlowSourcesHandlers = typeof handlers;

/** As it stands in a configuration. */
export type SlowSource = Readonly<Record<string, unknown>>;

async function slowTcp(port: number, delayMs: number): Promise<number> {
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port, host: '127.0.0.1', noDelay: true });
    near.on('data', (chunk) => far.write(chunk));
    far.on('data', (chunk) => setTimeout(() => near.write(chunk), delayMs));
    near.on('close', () => far.destroy());
    far.on('close', () => setTimeout(() => near.destroy(), delayMs));
    for (const socket of [near, far]) socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A question at a time has a socket of its own, so that answers find their way. */
async function slowUdp(port: number, delayMs: number): Promise<number> {
  const near = createSocket('udp4');
  near.on('message', (query, from) => {
    const far = createSocket('udp4');
    far.on('message', (answer) => {
      far.close();
      setTimeout(() => near.send(answer, from.port, from.address), delayMs);
    });
    far.send(query, port, '127.0.0.1');
  });
  await new Promise<void>((resolve) => near.bind(0, '127.0.0.1', resolve));
  return near.address().port;
}

const handlers = {
  async listen(delayMs: number): Promise<SlowSource[]> {
    const context = createContext({ logLevel: 'silent', log: createLog('silent') });
    // The load counts through all endings: none of them may have a story.
    const sources = createSandboxSources(context, '127.0.0.1', (_, now) => simulatedSubscriber('', now));
    await sources.start();
    const late = new Map<string, number>();
    const lateOf = async (port: string, open: typeof slowTcp) => {
      const known = late.get(port) ?? (await open(Number(port), delayMs));
      late.set(port, known);
      return known;
    };
    return Promise.all(
      sources.sources().map(async ({ name, kind, settings }) => {
        const place = kind === 'camara' ? 'api_root' : kind === 'enum' ? 'servers' : 'url';
        const text = JSON.stringify(settings[place] ?? '');
        const port = /127\.0\.0\.1:(\d+)/.exec(text)?.[1] ?? '';
        // What operators import is no server.
        if (port === '') return { name, kind, ...settings };
        const open = kind === 'enum' ? slowUdp : slowTcp;
        const moved: unknown = JSON.parse(text.replace(`:${port}`, `:${await lateOf(port, open)}`));
        return { name, kind, ...settings, [place]: moved };
      }),
    );
  },
};

serve(handlers);
