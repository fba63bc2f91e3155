/**
 * A gateway is killed while it takes a batch, and while it makes the messages of one; and of two nodes the one that works a
 * batch off. Each recipient gets one message, and twice only where the policy for unknown answers says so and counts it.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as passes } from 'node:timers/promises';
import { eventually } from '../support/cluster/eventually.ts';
import { OutageRig } from '../support/cluster/outage.ts';
import { startCluster } from '../support/cluster/test.ts';

const COUNT = 400;
const BATCH = '/v1/omnichannel/batch';
/** From the request on: before, while and after it is written. */
const KILLED_AFTER_MS = [10, 60];

interface Shown {
  readonly state: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly recipients: ReadonlyArray<{ readonly phone_number: string; readonly reference_id: string | null }>;
}

function bodyFor(prefix: string, count: number): object {
  return {
    channels: [{ channel: 'sms' }],
    message_type: 'ARN',
    message: { sms: { parameters: { text: 'Hello {{n}}' } } },
    recipients: Array.from({ length: count }, (_, n) => ({
      phone_number: `${prefix}${String(n).padStart(5, '0')}100`,
      parameters: { n },
    })),
  };
}

/** Every recipient with its message. */
function assertWhole({ recipients }: Shown, count: number): void {
  assert.equal(recipients.length, count);
  assert.equal(new Set(recipients.map(({ phone_number }) => phone_number)).size, count);
  assert.equal(new Set(recipients.map(({ reference_id }) => reference_id)).size, count);
  assert.ok(recipients.every(({ reference_id }) => reference_id !== null));
}

let rig: OutageRig;

async function taken(body: object, key: string): Promise<string> {
  return eventually('the batch is taken', async () => {
    const answer = await rig.call('POST', BATCH, body, { 'idempotency-key': key }).catch(() => null);
    if (answer?.status === 200) return String(answer.body.reference_id);
    await passes(50);
    return undefined;
  });
}

const shown = async (reference: string) =>
  (await rig.call('GET', `${BATCH}/${reference}?limit=1000`)).body as unknown as Shown;

const done = (reference: string) =>
  eventually('every recipient has a message', async () => {
    const batch = await shown(reference);
    return batch.state === 'done' && batch;
  });

describe('a gateway that is killed with a batch', () => {
  before(async () => {
    rig = await OutageRig.start();
  });
  after(() => rig.stop());

  test('while it is taken has taken it once or not at all, and while it is worked off makes each message once', async (t) => {
    const body = bodyFor('4915221', COUNT);
    for (const afterMs of KILLED_AFTER_MS) {
      const posting = rig.call('POST', BATCH, body, { 'idempotency-key': 'once' }).catch(() => null);
      await passes(afterMs);
      await rig.kill();
      await posting;
    }
    const reference = await taken(body, 'once');
    const listed = (await rig.call('GET', '/operator/v1/batches')).body.batches as readonly object[];
    assert.equal(listed.length, 1);
    await eventually('some messages are made', async () => Number((await shown(reference)).counts.messages) > 0);
    await rig.kill();
    await eventually('it goes on', async () => {
      const { state, counts } = await shown(reference);
      return state === 'done' || Number(counts.messages) > COUNT / 2;
    });
    await rig.kill();
    const batch = await done(reference);
    assertWhole(batch, COUNT);
    for (const { phone_number: number, reference_id } of batch.recipients) {
      rig.accepted.push({ reference: reference_id ?? '', number });
    }
    const { accepted, doubled, possible } = await rig.settle();
    assert.equal(accepted, COUNT);
    t.diagnostic(`${accepted} recipients, ${doubled} came twice, ${possible} might have`);
  });
});

test('of two nodes that share a batch the one that is killed leaves nothing behind, and makes nothing twice', async (t) => {
  const { cluster } = await startCluster(t);
  const [first, second] = [cluster.node(0), cluster.node(1)];
  const seen = async (path: string) => (await second.call('GET', `${path}?limit=1000`)).body as unknown as Shown;
  let taken = 0;
  const { path, paused } = await eventually('a batch is paused half way', async () => {
    const answer = await first.call('POST', BATCH, { body: bodyFor(String(4915222 + taken), COUNT) });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    taken += 1;
    const path = `${BATCH}/${String(answer.body.reference_id)}`;
    await eventually('some messages are made', async () => Number((await seen(path)).counts.messages) > 0);
    await second.call('POST', `${path}/pause`);
    const paused = await seen(path);
    // Its last message may have been made before: then the next one is tried.
    return paused.state === 'paused' && { path, paused };
  });
  await first.kill();
  assert.equal((await seen(path)).counts.messages, paused.counts.messages, 'nothing more was made');
  await second.call('POST', `${path}/resume`);
  const batch = await eventually('the other node makes the rest', async () => {
    const now = await seen(path);
    return now.state === 'done' && now;
  });
  assertWhole(batch, COUNT);
  await eventually('all are delivered', async () => {
    const { statuses } = (await seen(path)) as unknown as { statuses: { code: number; count: number }[] };
    return statuses.length === 1 && statuses[0]?.code === 3000;
  });
});
