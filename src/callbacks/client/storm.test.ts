/** Receivers that close, cut and stutter at random: whatever happens, a request leaves at most once and is told truly. */
import assert from 'node:assert/strict';
import { createServer, type LookupFunction, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { createDice, type Dice } from '../../../test/support/random.ts';
import { partsOf } from '../../lib/url-parts.ts';
import { CallbackClient } from './client.ts';
import type { Outcome } from './exchange.ts';
import { writeRequest } from './request-text.ts';

const REQUESTS = 1_500;
const AT_ONCE = 12;
const CONNECTIONS = 4;
const ADDRESS = { address: '127.0.0.1', family: 4 };

type Way = (socket: Socket, answer: string) => void;

const well: Way = (socket, answer) => socket.write(answer);
const WAYS: readonly Way[] = [
  ...Array<Way>(10).fill(well),
  (socket) => socket.destroy(),
  (socket) => socket.resetAndDestroy(),
  (socket, answer) => socket.end(answer),
  (socket, answer) => socket.write(`${answer}more`),
  (socket, answer) => socket.write(answer.slice(0, 20), () => setImmediate(() => socket.write(answer.slice(20)))),
  (socket, answer) => socket.write(answer, () => setImmediate(() => socket.end())),
  (socket, answer) => socket.end(answer.slice(0, -1)),
];

/** Answers with the id of the request, or does one of the other things. */
async function listen(t: TestContext, dice: Dice) {
  const seen = { port: 0, connections: 0, most: 0, arrived: new Map<string, number>() };
  const server = createServer((socket) => {
    seen.connections += 1;
    seen.most = Math.max(seen.most, seen.connections);
    socket.on('error', () => {});
    socket.on('close', () => {
      seen.connections -= 1;
    });
    socket.on('data', (bytes) => {
      const id = /id: (\d+)/.exec(bytes.toString())?.[1] ?? '';
      seen.arrived.set(id, (seen.arrived.get(id) ?? 0) + 1);
      const way = dice.pick(WAYS);
      const answer = () => way(socket, `HTTP/1.1 200 OK\r\ncontent-length: ${id.length}\r\n\r\n${id}`);
      if (dice.chance(0.5)) answer();
      else setImmediate(answer);
    });
    if (dice.chance(0.02)) socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  seen.port = (server.address() as { port: number }).port;
  return seen;
}

/** Knows the name most of the time. */
function forgetful(dice: Dice): LookupFunction {
  const failed = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
  return (_host, options, done) => {
    const error = dice.chance(0.03) ? failed : null;
    setImmediate(() => {
      if (error || !options.all) done(error, ADDRESS.address, ADDRESS.family);
      else (done as unknown as (error: null, all: unknown) => void)(null, [ADDRESS]);
    });
  };
}

for (const seed of [1, 2, 3]) {
  test(`each request leaves at most once, and its answer is its own (seed ${seed})`, async (t) => {
    const dice = createDice(seed);
    const receiver = await listen(t, dice);
    const clock = new ManualClock();
    const lookup = forgetful(dice);
    const client = new CallbackClient({ clock, lookup, timeoutMs: 15_000, connections: CONNECTIONS });
    const target = partsOf(`http://receiver.example:${receiver.port}/`);
    const counts = { answered: 0, unanswered: 0, not_left: 0 };
    const send = async (id: string): Promise<void> => {
      const written = writeRequest({ ...target, method: 'POST', headers: { id }, body: '' });
      assert.ok(written);
      const request = { ...written, isLast: false, keeps: () => 10 };
      const outcome = await new Promise<Outcome>((resolve) => client.exchange(target, request, resolve));
      counts[outcome.kind] += 1;
      const times = receiver.arrived.get(id) ?? 0;
      if (outcome.kind === 'not_left') assert.equal(times, 0, id);
      if (outcome.kind === 'answered') assert.ok(times === 1 && id.startsWith(outcome.body.toString()), id);
    };
    let next = 0;
    const sendOn = async (): Promise<void> => {
      while (next < REQUESTS) await send(String(next++));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sendOn));
    await client.close();
    assert.deepEqual([client.openConnections(), clock.pending], [0, 0]);
    await eventually('no connection is left', () => receiver.connections === 0);
    assert.equal(Math.max(...receiver.arrived.values()), 1);
    assert.ok(receiver.most <= 2 * CONNECTIONS, `${receiver.most} connections, some of which were closing`);
    assert.ok(counts.answered > REQUESTS / 2 && counts.unanswered > 0 && counts.not_left > 0, JSON.stringify(counts));
  });
}
