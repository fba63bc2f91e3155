/**
 * A gateway that may open few files, and somebody who opens connections without end.
 */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { eventually } from '../support/cluster/eventually.ts';
import { OutageRig } from '../support/cluster/outage.ts';

const OPEN_FILES = 256;
const FLOOD = 500;

describe('a gateway whose descriptors are used up', { skip: process.platform !== 'linux' && 'needs prlimit' }, () => {
  let rig: OutageRig;
  const sockets = new Set<Socket>();
  let isFlooding = false;

  before(async () => {
    rig = await OutageRig.start({ openFiles: OPEN_FILES });
  });
  after(async () => {
    isFlooding = false;
    for (const socket of sockets) socket.destroy();
    await rig?.stop();
  });

  function open(): void {
    const { hostname, port } = new URL(rig.gateway.url);
    const socket = connect(Number(port), hostname);
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      if (isFlooding) setTimeout(openAgain, 20);
    });
  }

  /** None is opened that nobody closes: the flood may have ended meanwhile. */
  function openAgain(): void {
    if (isFlooding) open();
  }

  test('goes on with what it has, and takes new connections when there is room', async (t) => {
    // The connections of these callers are open before the flood.
    rig.load(8);
    await rig.untilAccepted(30);
    isFlooding = true;
    for (let n = 0; n < FLOOD; n += 1) open();
    await eventually('connections are refused', async () => (await rig.figure(REFUSED)) > FLOOD - OPEN_FILES);
    await rig.untilAccepted(60);
    assert.equal((await rig.call('GET', '/readyz')).status, 200, 'the store and the carriers are there');

    isFlooding = false;
    for (const socket of sockets) socket.destroy();
    await eventually('a new caller is served', async () => {
      const answer = await fetch(`${rig.gateway.url}/readyz`, { headers: { connection: 'close' } });
      return answer.status === 200;
    });
    await rig.untilAccepted(30);
    assert.match(rig.gateway.output(), /too many connections are open/);
    t.diagnostic(`${JSON.stringify([...rig.answers])} ${JSON.stringify(await rig.settle())}`);
  });
});

const REFUSED = 'trunkline_http_connections_refused_total';
