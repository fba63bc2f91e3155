/** The simulated operators alone, as `npx trunkline simulate` runs them, with a carrier in front and no gateway. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { onManualClock } from '../../test/support/cluster/eventually.ts';
import { ManualClock } from '../../test/support/manual-clock.ts';
import type { Inbound } from '../carriers/carrier.ts';
import { createRbmCarrier } from '../carriers/rcs/carrier.ts';
import { parseRbmSettings } from '../carriers/rcs/settings.ts';
import { createContext } from '../context.ts';
import { createSandbox, SANDBOX_AGENT } from './sandbox.ts';

async function rig(t: TestContext) {
  const clock = new ManualClock();
  const context = createContext({ logLevel: 'silent', clock });
  const sandbox = createSandbox(context, { host: '127.0.0.1', smppPort: 0, rbmPort: 0 });
  await sandbox.start();
  t.after(() => sandbox.stop());
  const carrier = createRbmCarrier(context, 'agent', parseRbmSettings(sandbox.rcs.settings()));
  const inputs: Inbound[] = [];
  await carrier.start({
    received: async (items) => void inputs.push(...items.map((item) => carrier.interpret(item))),
    changed: () => {},
  });
  t.after(() => carrier.stop());
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const reply = await carrier.webhook?.({ headers: request.headers, body });
    response.writeHead(reply?.status ?? 500, { 'content-type': reply?.contentType ?? 'text/plain' }).end(reply?.body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.after(() => server.close());
  sandbox.rcs.postEventsTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const until = <T>(what: string, probe: () => T | undefined) =>
    onManualClock(what, async () => {
      const value = probe();
      if (value === undefined) await clock.advance(20);
      return value;
    });
  return { clock, carrier, inputs, until };
}

test('a handset whose owner replies does so by itself, two seconds after what it got', async (t) => {
  const { clock, carrier, inputs, until } = await rig(t);
  const slot = await until('there is room', () => carrier.reserve(1) ?? undefined);
  carrier.submit(
    {
      ...{ attemptId: '0197a3c2-1b4d-7e00-8a11-9f2e3d4c5b6a', recipient: '4915112345980', sender: null },
      ...{ messageType: 'ARN', content: { type: 'rcs_text', text: 'Shall we come?' }, parts: [0] },
      validUntil: clock.now() + 60_000,
      stillMine: () => true,
    },
    slot,
    () => {},
  );
  await until('it is delivered', () => inputs.find(({ type }) => type === 'report'));
  const deliveredAt = clock.now();
  const reply = await until('the reply', () => inputs.find((each) => each.type === 'text'));
  assert.deepEqual([reply.from, reply.to, reply.text], ['4915112345980', SANDBOX_AGENT, 'Yes, please']);
  assert.ok(clock.now() - deliveredAt >= 1_900, `${clock.now() - deliveredAt} ms`);
});
