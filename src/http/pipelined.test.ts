import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { eventually } from '../../test/support/cluster/eventually.ts';
import { basic, type HttpRig, httpRig } from '../../test/support/gateway/http.ts';
import { textOnly } from '../../test/support/gateway/requests.ts';
import { begin } from '../engine/message/begin.ts';

function exchange(rig: HttpRig, bytes: string): Promise<string> {
  const { hostname, port } = new URL(rig.url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.write(bytes, 'latin1');
  return new Promise((resolve) => socket.on('close', () => resolve(Buffer.concat(chunks).toString())));
}

const AFTERWARDS: ReadonlyArray<readonly [string, string]> = [
  ['garbage', '\u0000garbage\r\n\r\n'],
  ['a body that is no body', 'POST /v1/omnichannel HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'],
  ['headers without end', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}`],
];

for (const [what, rest] of AFTERWARDS) {
  test(`every whole request before ${what} keeps its answer, however many there are`, async (t) => {
    const rig = await httpRig(t);
    const held: Array<() => void> = [];
    rig.acceptWith(async (fresh) => {
      await new Promise<void>((resolve) => held.push(resolve));
      rig.accepted.push(fresh);
      const { message } = begin(fresh, { at: rig.clock.now(), optedOut: false, canWithdraw: () => false });
      return { kind: 'recorded', message };
    });
    const body = JSON.stringify(textOnly('4915112345678'));
    const head = `POST /v1/omnichannel HTTP/1.1\r\nhost: x\r\nauthorization: ${basic()}\r\ncontent-length: ${body.length}`;
    const answers = exchange(rig, `${head}\r\n\r\n${body}`.repeat(3) + rest);
    await eventually('all are under way', () => held.length === 3);
    // The last one first: answers go out in the order of the requests all the same.
    for (const go of held.splice(0).reverse()) go();
    const statuses = [...(await answers).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    assert.deepEqual(statuses.slice(0, 3), ['200', '200', '200'], await answers);
    assert.match(statuses[3] ?? '', /^4(?:00|31)$/, 'and then the refusal');
    assert.equal(statuses.length, 4);
    assert.equal(rig.accepted.length, 3);
  });
}
