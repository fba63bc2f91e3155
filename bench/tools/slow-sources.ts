/**
 * The simulated sources of Phone ID, each of whose answers arrives a while after it was asked: an operator with CAMARA
 * APIs, an ENUM server, a look-up service and a breach API.
 *
 * 1. Every answer is late, on every connection; the token endpoint alone is not: a token is asked for once.
 * 2. A simulator is asked once for each kind of question. Its answer is kept as bytes and given again to every question
 *    that differs in the number alone: to work it out anew would take the processors on which the gateway is measured
 *    half as much time as the gateway itself, and a real source has processors of its own.
 */
import { createSocket } from 'node:dgram';
import { type AddressInfo, createServer } from 'node:net';
import { request } from 'undici';
import { createContext } from '../../src/context.ts';
import { createLog } from '../../src/lib/log.ts';
import { createSandboxSources } from '../../src/sandbox/phone-sources.ts';
import { simulatedSubscriber } from '../../src/sandbox/phone-stories.ts';
import { serve } from '../lib/tool.ts';

export type SlowSourcesHandlers = typeof handlers;

/** As it stands in a configuration. */
export type SlowSource = Readonly<Record<string, unknown>>;

interface Asked {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Rule 2. A question at a time comes over a connection. */
async function slowTcp(port: number, delayMs: number): Promise<number> {
  const known = new Map<string, Buffer>();
  const server = createServer({ noDelay: true }, (near) => {
    let held = '';
    near.on('data', async (chunk) => {
      held += chunk.toString('latin1');
      const asked = readRequest(held);
      if (!asked) return;
      held = '';
      const late = new Promise((resolve) => setTimeout(resolve, delayMs));
      const key = kindOf(asked);
      let answer = known.get(key);
      if (!answer) {
        answer = await answerOf(port, asked);
        known.set(key, answer);
      }
      await late;
      near.write(answer);
    });
    near.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Null until it is here to its last byte. */
function readRequest(text: string): Asked | null {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const [method, path = ''] = first.split(' ');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const body = text.slice(end + 4);
  if (body.length < Number(headers['content-length'] ?? 0)) return null;
  return { method: method === 'GET' ? 'GET' : 'POST', path, headers, body };
}

function kindOf({ path, headers, body }: Asked): string {
  return `${path.replace(NUMBER, '')} ${headers.authorization} ${body.replace(NUMBER, '')}`;
}

const NUMBER = /\d{8,}/;

async function answerOf(port: number, { method, path, headers, body }: Asked): Promise<Buffer> {
  const { connection: _, host: __, 'content-length': ___, ...own } = headers;
  const url = `http://127.0.0.1:${port}${path}`;
  const answer = await request(url, { method, headers: own, body: method === 'GET' ? null : body });
  const text = await answer.body.text();
  const head = [
    `HTTP/1.1 ${answer.statusCode} Answered`,
    `Content-Type: ${String(answer.headers['content-type'])}`,
    `Date: ${String(answer.headers.date)}`,
    'Connection: keep-alive',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`);
}

const DNS_HEAD = 12;

/** Rule 2: all numbers of the bench are of one length, and so are their questions. */
async function slowUdp(port: number, delayMs: number): Promise<number> {
  const near = createSocket('udp4');
  const known = new Map<number, Buffer>();
  near.on('message', async (query, from) => {
    const late = new Promise((resolve) => setTimeout(resolve, delayMs));
    const first = known.get(query.length) ?? (await dnsAnswerOf(port, query));
    known.set(query.length, first);
    const end = endOfQuestion(query);
    const answer = Buffer.concat([
      query.subarray(0, 2),
      first.subarray(2, DNS_HEAD),
      query.subarray(DNS_HEAD, end),
      first.subarray(end),
    ]);
    await late;
    near.send(answer, from.port, from.address);
  });
  await new Promise<void>((resolve) => near.bind(0, '127.0.0.1', resolve));
  return near.address().port;
}

/** Behind name, type and class (RFC 1035, 4.1.2). */
function endOfQuestion(query: Buffer): number {
  let at = DNS_HEAD;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) at += length + 1;
  return at + 5;
}

function dnsAnswerOf(port: number, query: Buffer): Promise<Buffer> {
  return new Promise((resolve) => {
    const far = createSocket('udp4');
    far.on('message', (answer) => {
      far.close();
      resolve(answer);
    });
    far.send(query, port, '127.0.0.1');
  });
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
