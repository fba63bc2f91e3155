/**
 * A link over UDP that loses the first of each message, both ways: what is repeated arrives, what is not is gone. Which
 * messages get lost is no chance: a peer that loses by chance loses, once in many runs, what it can do nothing about.
 */
import { createSocket } from 'node:dgram';
import type { TestContext } from 'node:test';

export interface LossyLink {
  /** Where the peer behind it is to be found. */
  readonly port: number;
  /** What got lost, in order, as "INVITE" or "200 INVITE". */
  readonly lost: readonly string[];
  /** To the peer behind it, and that does not get lost. */
  tell(message: string): void;
}

export async function lossyLink(t: Pick<TestContext, 'after'>, peerPort: number): Promise<LossyLink> {
  const near = createSocket('udp4');
  const far = createSocket('udp4');
  for (const socket of [near, far]) {
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    t.after(() => new Promise<void>((resolve) => socket.close(() => resolve())));
  }
  const { port } = near.address();
  const lost: string[] = [];
  const isLost = (message: string) => {
    const name = nameOf(message);
    if (lost.includes(name)) return false;
    lost.push(name);
    return true;
  };
  let callerPort = 0;
  near.on('message', (message, from) => {
    callerPort = from.port;
    if (!isLost(message.toString())) far.send(message, peerPort, '127.0.0.1');
  });
  far.on('message', (message) => {
    const text = message.toString();
    // The contact, too, is behind the link.
    if (!isLost(text)) near.send(text.replace(`127.0.0.1:${peerPort};`, `127.0.0.1:${port};`), callerPort, '127.0.0.1');
  });
  return { port, lost, tell: (message) => far.send(message, peerPort, '127.0.0.1') };
}

function nameOf(message: string): string {
  const [first = '', second = ''] = message.split(' ', 2);
  return first === 'SIP/2.0' ? `${second} ${/^CSeq: \d+ (\w+)/m.exec(message)?.[1]}` : first;
}
