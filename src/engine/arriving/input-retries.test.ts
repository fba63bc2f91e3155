/** When a piece of input that could not be dealt with is tried again, and what becomes of others meanwhile. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { quietContext } from '../../../test/support/postgres/postgres.ts';
import { createIds } from '../../lib/ids.ts';
import { ensurePartitions } from '../../store/schema/partitions.ts';
import { readLanes } from '../../store/sql/lanes.ts';
import { Inbox, type InboxOptions } from './inbox.ts';

const NOW = Date.UTC(2026, 10, 25, 9);
const SECOND_MS = 1_000;

interface Doubles {
  readonly interpret: (raw: { body: Uint8Array }) => object;
  readonly reports?: object;
  readonly texts?: object;
}

async function inboxOf(t: TestContext, { interpret, reports, texts }: Doubles) {
  const { db } = await testDatabase(t, { days: [NOW, NOW] });
  const clock = new ManualClock(NOW);
  const plain = quietContext();
  const context = { ...plain, clock, ids: createIds(() => clock.now(), plain.randomBytes) };
  await ensurePartitions(db, NOW, NOW);
  const inbox = new Inbox({
    context,
    db,
    lanes: await readLanes(db),
    owner: { node: 'a', epoch: 1 },
    leaseMs: 10_000,
    carrierOf: () => ({ interpret }),
    reports,
    metrics: { reported: () => {} },
    texts: { ...texts, expect: () => {}, forget: () => {} },
    makeRoomFor: async () => {},
  } as unknown as InboxOptions);
  return { inbox, db, clock };
}

test('a receipt that cannot be recorded costs those that came with it nothing', async (t) => {
  const recorded: string[] = [];
  const record = async (received: ReadonlyArray<{ report: { keys: string[] } }>) => {
    const keys = received.flatMap(({ report }) => report.keys);
    if (keys.includes('bad')) throw new Error('it cannot be recorded');
    recorded.push(...keys);
  };
  const interpret = ({ body }: { body: Uint8Array }) => ({
    type: 'report',
    keys: [Buffer.from(body).toString()],
    state: 'delivered',
  });
  const { inbox, db } = await inboxOf(t, { interpret, reports: { record, recordKnown: () => null } });
  const ids = ['one', 'bad', 'two'];
  await inbox.received(
    'sms-1',
    ids.map((id) => ({ kind: 'smpp_deliver_sm', body: Buffer.from(id) })),
  );
  await inbox.idle();
  assert.deepEqual(recorded, ['one', 'two']);
  const { rows } = await db.query<{ result: string }>('select result from inbox where result is not null');
  assert.deepEqual(rows, [{ result: 'failed, is tried again' }]);
});

test('it is tried again after five seconds, twice as long each time, an hour at most', async (t) => {
  const interpret = () => ({ type: 'text', from: '4915112345678', to: '49170', text: 'hello' });
  const receive = async () => {
    throw new Error('it cannot be read');
  };
  const { inbox, db, clock } = await inboxOf(t, { interpret, texts: { receive, takeAtOnce: () => null } });
  await inbox.received('sms-1', [{ kind: 'smpp_deliver_sm', body: Buffer.from('hello') }]);
  await inbox.idle();
  for (const seconds of [5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600]) {
    const { rows } = await db.query<{ due_at: number }>('select due_at from inbox');
    assert.equal((rows[0]?.due_at ?? 0) - clock.now(), seconds * SECOND_MS);
    await clock.advance(seconds * SECOND_MS);
    assert.equal(await inbox.due(), 1);
    await inbox.idle();
  }
});
