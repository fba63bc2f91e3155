import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { basic, httpRig } from '../../../test/support/gateway/http.ts';
import { LARGE_BYTES, MOST_AT_ONCE, MOST_UNWANTED_BYTES } from './large-bodies.ts';

/** Their server waits for them when it stops. */
function destroyAll(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.destroy();
}

test('so many large bodies are read at a time; a small one passes beside them, and a large one when one has gone', async (t) => {
  const sockets: Socket[] = [];
  // Before the rig ends: it waits for them, also where an assertion has failed.
  t.after(() => destroyAll(sockets));
  const rig = await httpRig(t);
  const { port, hostname } = new URL(rig.url);
  const begin = async (length: number) => {
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    await once(socket, 'connect');
    const head = `POST /v1/omnichannel/batch HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic()}\r\nContent-Type: application/json`;
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.write(`${head}\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`);
    await eventually('its head has been read', () => answer.includes('100 Continue'));
    return { socket, answer: () => answer.replace('HTTP/1.1 100 Continue\r\n\r\n', '') };
  };
  const large = await Promise.all(Array.from({ length: MOST_AT_ONCE }, () => begin(LARGE_BYTES + 1)));
  const more = await begin(LARGE_BYTES + 1);
  const refused = await eventually('one more is refused', () => more.answer());
  assert.match(refused, /^HTTP\/1\.1 429/);
  assert.match(refused, /"code":3204/);
  assert.match(refused, /retry-after: 5/i);
  const tryOne = () => rig.call('/v1/omnichannel/batch', { body: { recipients: [] } });
  assert.equal((await tryOne()).status, 400, 'a small one is not held up');
  assert.deepEqual(
    large.map(({ answer }) => answer()),
    large.map(() => ''),
  );
  large[0]?.socket.destroy();
  await eventually('another one is read', async () => {
    const { answer } = await begin(LARGE_BYTES + 1);
    await tryOne();
    return answer() === '';
  });
});

test('what is too large is refused at once, and does not cost its sender the answer or the connection', async (t) => {
  const rig = await httpRig(t);
  const { port, hostname } = new URL(rig.url);
  const open = async () => {
    const socket = connect(Number(port), hostname);
    t.after(() => socket.destroy());
    await once(socket, 'connect');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    return { socket, text: () => text };
  };
  const head = (path: string, length: number) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic()}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
  for (const [path, refusal] of [
    ['/v1/omnichannel/batch', /^HTTP\/1\.1 400.*"code":3116/s],
    ['/v1/verify/call', /^HTTP\/1\.1 413.*"code":-10001/s],
  ] as const) {
    const { socket, text } = await open();
    const length = 17 * LARGE_BYTES;
    socket.write(head(path, length));
    await eventually('it is refused before its body has come', () => refusal.test(text()));
    await new Promise<void>((sent) => socket.write(Buffer.alloc(length, 'a'), () => sent()));
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await eventually('the next request is answered', () => text().includes('HTTP/1.1 200 '));
  }
  const { socket, text } = await open();
  socket.write(head('/v1/omnichannel/batch', MOST_UNWANTED_BYTES + 1));
  await once(socket, 'close');
  assert.match(text(), /^HTTP\/1\.1 400.*connection: close/is);
});
