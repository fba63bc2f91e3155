import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { createContext } from '../../context.ts';
import { createLog } from '../../lib/log.ts';
import { limitConnections, readOpenFilesLimit } from './connection-limit.ts';

test('callers have three quarters of the descriptors: what is open goes on, more is closed and counted', async (t) => {
  const context = createContext({ logLevel: 'silent', log: createLog('silent') });
  const server = createServer((socket) => socket.pipe(socket));
  limitConnections(context, server, 8);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sockets: Socket[] = [];
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const open = async (): Promise<Socket> => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => {});
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  };
  const echoes = async (socket: Socket): Promise<boolean> => {
    socket.write('x');
    // What is closed with a byte of ours unread is reset.
    const answered = once(socket, 'data').then(
      () => true,
      () => false,
    );
    return Promise.race([answered, once(socket, 'close').then(() => false)]);
  };
  const first = [];
  for (let n = 0; n < 6; n += 1) first.push(await open());
  for (const socket of first) assert.equal(await echoes(socket), true);
  assert.equal(await echoes(await open()), false);
  assert.match(await context.metrics.metrics(), /trunkline_http_connections_refused_total 1/);
  for (const socket of first) assert.equal(await echoes(socket), true, 'those that were open notice nothing');
  const [leaving] = first;
  leaving?.destroy();
  const connections = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  await eventually('it is gone', async () => (await connections()) < 6);
  assert.equal(await echoes(await open()), true, 'there is room again');
});

test('the limit of this process is known where the system says it', async () => {
  const limit = await readOpenFilesLimit();
  assert.ok(limit === null || limit > 0);
  assert.equal(limit === null, process.platform !== 'linux');
});
