import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock, settle } from '../../../test/support/manual-clock.ts';
import type { Carrier } from '../../carriers/carrier.ts';
import { createContext } from '../../context.ts';
import type { Database } from '../../store/database.ts';
import type { Lanes } from '../../store/sql/lanes.ts';
import type { Door } from '../door/door.ts';
import type { Event } from '../message/message.ts';
import { RecentIds } from '../sending/recent-ids.ts';
import { ReportRecorder } from './record-report.ts';

const MESSAGE = '01a1ff66-6b76-7000-8160-966d542840cf';
const ATTEMPT = '01a1ff66-6b76-7000-8161-966d542840cf';

test('what came first is recorded first, however long its attempt is looked for', async () => {
  const answers: Array<() => void> = [];
  const recorded: string[] = [];
  const db = {
    query: () =>
      new Promise((resolve) => {
        answers.push(() => resolve({ rows: [{ id: ATTEMPT, message_id: MESSAGE, n: 1 }], rowCount: 1 }));
      }),
  } as unknown as Database;
  const door = {
    event: async (_: string, event: Event) => {
      if (event.type === 'report') recorded.push(event.state);
      return { message: null, applied: true };
    },
  } as unknown as Door;
  const context = createContext({ logLevel: 'silent', clock: new ManualClock() });
  const reports = new ReportRecorder({
    context,
    db,
    lanes: { count: 1 } as Lanes,
    door,
    recent: new RecentIds(),
    carriers: [],
  });
  const report = (id: string, state: 'delivered' | 'read') =>
    reports.record([
      {
        row: { id, carrier: 'rcs', kind: 'rbm_event', body: Buffer.alloc(0), receivedAt: 0, tries: 0 },
        report: { type: 'report', attemptId: ATTEMPT, keys: [], state },
      },
    ]);
  const both = [report('a', 'delivered'), report('b', 'read')];
  // The last question that was asked is answered first.
  while (recorded.length < 2) {
    await settle();
    answers.pop()?.();
  }
  await Promise.all(both);
  assert.deepEqual(recorded, ['delivered', 'read']);
});

test('a receipt is shared with a carrier that has come since the start', async () => {
  const recent = new RecentIds();
  const site = (name: string) => ({ name, receiptsWith: ['acme'] }) as unknown as Carrier;
  const carriers = [site('site-a')];
  const reports = new ReportRecorder({
    context: createContext({ logLevel: 'silent', clock: new ManualClock() }),
    db: {} as Database,
    lanes: { count: 1 } as Lanes,
    door: { event: async () => ({ message: {}, applied: true }) } as unknown as Door,
    recent,
    carriers,
  });
  const to = '4915112000401';
  recent.note({ carrier: 'site-a', remoteId: 'r:id-1' }, { message: MESSAGE, n: 1, part: 1, to });
  const told = () => reports.recordKnown('site-b', { type: 'report', keys: ['r:id-1'], to, state: 'delivered' });
  assert.equal(told(), null, 'who is not there shares nothing');
  carriers.push(site('site-b'));
  assert.equal(await told(), true);
});
