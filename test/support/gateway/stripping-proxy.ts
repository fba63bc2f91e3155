/** A proxy that takes the front of every path off, and says so as proxies do. */
import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

/** Returns where it is, with the prefix. */
export async function strippingProxy(t: TestContext, target: string, prefix: string): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '' } = incoming;
    if (!url.startsWith(`${prefix}/`)) return void outgoing.writeHead(502).end();
    const own = { ...headers, 'x-forwarded-prefix': prefix };
    const onward = request(`${target}${url.slice(prefix.length)}`, { method, headers: own }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address() as AddressInfo | null;
  assert.ok(address);
  return `http://127.0.0.1:${address.port}${prefix}`;
}
