/**
 * A gateway is killed at every place of a range of callbacks that is sent once more: while a step makes callbacks due,
 * before it has written how far it came, and when they are being told. All of the range are told again, each under its
 * own id and in its line, and twice only where the gateway had them in hand when it was killed.
 *
 * 1. A row that is locked holds the gateway at a place. The store runs outside of what is killed, as the receiver does.
 * 2. An order that a killed gateway had taken waits until its lease is over. The test ends the lease.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { stringify } from 'yaml';
import { createContext } from '../../src/context.ts';
import { createLog } from '../../src/lib/log.ts';
import type { NewCallback } from '../../src/store/callbacks/callback-rows.ts';
import type { Database } from '../../src/store/database.ts';
import { ensurePartitions } from '../../src/store/schema/partitions.ts';
import { atEnd } from '../support/at-end.ts';
import { eventually } from '../support/cluster/eventually.ts';
import { OutageRig } from '../support/cluster/outage.ts';
import { newCallbacks, recordCallbacks } from '../support/gateway/callback-sender.ts';
import { CUSTOMER_ID } from '../support/gateway/requests.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { CITUS } from '../support/postgres/citus.ts';
import { testDatabase } from '../support/postgres/database.ts';

/** As many as a step makes due (engine/callbacks/redeliveries.ts). */
const A_STEP = 500;
const STEPS = 2;
const LINES = 140;
const IN_A_LINE = 6;
/** Of those that come for the first time, one in so many gets no answer while the gateway is to be killed. */
const UNANSWERED = 25;
const REDELIVER = '/operator/v1/callbacks/redeliver';

/** What was told, in the order in which it came. */
class TellingReceiver {
  readonly told: string[] = [];
  isSilent = true;
  silentTo = 0;
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      const id = String(request.headers['webhook-id']);
      const isFirst = !this.told.includes(id);
      request.resume();
      request.on('end', () => {
        this.told.push(id);
        if (this.isSilent && isFirst && this.told.length % UNANSWERED === 0) this.silentTo += 1;
        else response.writeHead(200).end();
      });
    });
  }

  async start(t: TestContext): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    atEnd(t, () => {
      this.server.closeAllConnections();
      this.server.close();
    });
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }
}

interface Told {
  /** Of the range, in the order of their ids: what fits, and what the order only looks at. */
  readonly range: readonly NewCallback[];
  readonly fits: ReadonlySet<string>;
  readonly from: number;
  readonly to: number;
  readonly url: string;
}

/** Callbacks that were delivered a while ago. Half of the lines lie in one step, the others go through all of them. */
async function tellBefore(db: Database, receiver: string): Promise<Told> {
  const clock = new ManualClock(Date.now() - 60_000);
  const context = createContext({ logLevel: 'silent', clock, log: createLog('silent') });
  await ensurePartitions(db, clock.now(), Date.now());
  const url = `${receiver}/hook`;
  const lines = Array.from({ length: LINES }, () => context.ids.next());
  const all: NewCallback[] = [];
  const make = async (messageId: string, seq: number, change: { url?: string; accountId?: string } = {}) => {
    await clock.advance(1);
    const made = newCallbacks(context, [{ url, accountId: CUSTOMER_ID, messageId, seq, ...change }]);
    all.push(...made);
    return made;
  };
  const others = async (change: { url?: string; accountId?: string } = {}) => {
    for (let count = 0; count < 5; count += 1) await make(context.ids.next(), 1, change);
  };
  await others();
  await clock.advance(1);
  const from = clock.now() + 1;
  const fitting: NewCallback[] = [];
  for (let seq = 1; seq <= IN_A_LINE; seq += 1) {
    for (const [index, line] of lines.entries()) {
      if (index % 2 === 0) fitting.push(...(await make(line, seq)));
      else if (index % IN_A_LINE === seq - 1) {
        for (let own = 1; own <= IN_A_LINE; own += 1) fitting.push(...(await make(line, own)));
      }
    }
    await others({ url: `${receiver}/elsewhere` });
    await others({ accountId: 'OTHER' });
  }
  await clock.advance(1);
  const to = clock.now();
  await others();
  await recordCallbacks(db, all);
  await db.query(
    `update callbacks set state = 'delivered', due_at = null, tries = 1, last_status = 200, delivered_at = created_at`,
  );
  const range = all.filter(
    ({ accountId, createdAt }) => accountId === CUSTOMER_ID && createdAt >= from && createdAt < to,
  );
  return { range, fits: new Set(fitting.map(({ id }) => id)), from, to, url };
}

interface Held {
  /** Somebody waits for what is locked. */
  isWaitedFor(): Promise<boolean>;
  release(): Promise<void>;
}

/** Rule 1. Until it is released, or the test ends. */
async function hold(t: TestContext, db: Database, row: string, values: readonly unknown[]): Promise<Held> {
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let ended: Promise<void> = Promise.resolve();
  const pid = await new Promise<number>((resolve, reject) => {
    ended = db.transaction(async (tx) => {
      // However long a gateway takes to start meanwhile: the server ends transactions that idle for a few seconds.
      await tx.query('set local idle_in_transaction_session_timeout = 0');
      await tx.query(`select from ${row} for update`, values);
      const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      resolve(rows[0]?.pid ?? 0);
      await released;
    });
    ended.catch(reject);
  });
  const release = () => {
    letGo();
    return ended;
  };
  atEnd(t, release);
  return {
    isWaitedFor: async () => {
      const { rowCount } = await db.query(
        'select from pg_stat_activity where datname = current_database() and $1 = any(pg_blocking_pids(pid))',
        [pid],
      );
      return rowCount > 0;
    },
    release,
  };
}

const holdCallback = (t: TestContext, db: Database, { id, messageId, seq }: NewCallback) =>
  hold(t, db, 'callbacks where message_id = $1 and seq = $2 and id = $3', [messageId, seq, id]);

const waitedFor = (what: string, held: Held) => eventually(`it waits for ${what}`, () => held.isWaitedFor());

interface Order {
  readonly madeDue: number;
  readonly counted: number;
  readonly isDone: boolean;
}

async function orderOf(db: Database): Promise<Order> {
  const { rows } = await db.query<Order>(
    'select made_due as "madeDue", counted, done_at is not null as "isDone" from redeliveries',
  );
  assert.equal(rows.length, 1);
  return rows[0] as Order;
}

/** Who waits for whose row is seen on one server. */
const skip = CITUS !== undefined && 'on a cluster';

test('a range that is sent once more is told again, whenever the gateway is killed', { skip }, async (t) => {
  const { db, url: store } = await testDatabase(t);
  const receiver = new TellingReceiver();
  const { range, fits, from, to, url } = await tellBefore(db, await receiver.start(t));
  const key = Buffer.alloc(32, 5).toString('base64');
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-redelivery-'));
  atEnd(t, () => rm(folder, { recursive: true, force: true }));
  const config = join(folder, 'trunkline.yaml');
  // What gets no answer ends with its gateway, however slow the machine is. And only the gateway is killed.
  const settings = { callbacks: { timeout_ms: 60_000, lease_ms: 120_000 }, database: { allow_unsafe: true } };
  await writeFile(config, stringify(settings));
  const env = { DATABASE_URL: store, TRUNKLINE_MASTER_KEY: key, TRUNKLINE_CONFIG: config };
  const rig = await OutageRig.start({ env });
  atEnd(t, () => rig.stop());
  /** How often each may be told: once, and once more for each kill at which the gateway had it in hand. */
  const allowed = new Map([...fits].map((id) => [id, 1]));
  /** So that some are written before it, when it is locked. */
  const middleOf = (step: number) =>
    range.slice((step + 0.5) * A_STEP, (step + 1) * A_STEP).find(({ id }) => fits.has(id));
  let kills = 0;

  /** Killed, and started again when the store has done with the dead: held at `next`. */
  const killed = async (held: readonly Held[], next: NewCallback | undefined): Promise<Held | undefined> => {
    rig.gateway.child.kill('SIGKILL');
    await rig.gateway.ended;
    kills += 1;
    await Promise.all(held.map((each) => each.release()));
    await eventually('the dead have left the store', async () => {
      const { rowCount } = await db.query(
        `select from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`,
      );
      return rowCount === 0;
    });
    const { rows } = await db.query<{ id: string }>('select id from callbacks where lease_node is not null');
    for (const { id } of rows) allowed.set(id, (allowed.get(id) ?? 0) + 1);
    const { rowCount: madeDue } = await db.query('select from callbacks where redelivered_at is not null');
    assert.equal((await orderOf(db)).madeDue, madeDue, `at kill ${kills} it knew how far it had come`);
    // Rule 2.
    await db.query('update redeliveries set due_at = now() where done_at is null');
    const blocked = next && (await holdCallback(t, db, next));
    receiver.silentTo = 0;
    await rig.kill();
    return blocked;
  };

  let front = await holdCallback(t, db, middleOf(0) as NewCallback);
  const order = { customer_id: CUSTOMER_ID, state: 'delivered', endpoint: url };
  const span = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  const ordered = await rig.call('POST', REDELIVER, { ...order, ...span });
  assert.deepEqual([ordered.status, ordered.body.count], [202, fits.size], JSON.stringify(ordered.body));

  for (let step = 0; step < STEPS; step += 1) {
    const [here, next] = [middleOf(step) as NewCallback, middleOf(step + 1)];
    await waitedFor('a callback', front);
    front = (await killed([front], here)) as Held;
    await waitedFor('a callback, again', front);
    const cursor = await hold(t, db, 'redeliveries', []);
    await front.release();
    await waitedFor('its own row', cursor);
    const behind = await killed([cursor], next);
    if (behind) {
      await waitedFor('a callback of the next step', behind);
      front = behind;
    } else await eventually('the order is done', async () => (await orderOf(db)).isDone);
    await eventually('some are told', () => receiver.silentTo > 0);
    receiver.isSilent = next !== undefined;
    const again = await killed(behind ? [behind] : [], next);
    if (again) front = again;
  }

  await eventually('all are told again', async () => {
    const { rowCount } = await db.query(
      `select from callbacks where state <> 'delivered' or due_at is not null or held_until is not null
          or lease_node is not null`,
    );
    return rowCount === 0;
  });
  const { madeDue, counted, isDone } = await orderOf(db);
  assert.deepEqual([madeDue, counted, isDone], [fits.size, fits.size, true]);

  const { told } = receiver;
  const times = new Map<string, number>();
  for (const id of told) times.set(id, (times.get(id) ?? 0) + 1);
  assert.deepEqual(
    [...fits].filter((id) => !times.has(id)),
    [],
    'each is told again',
  );
  assert.deepEqual(
    [...times.keys()].filter((id) => !fits.has(id)),
    [],
    'nobody else is',
  );
  const tooOften = [...times].filter(([id, count]) => count > (allowed.get(id) ?? 0));
  assert.deepEqual(tooOften, [], 'twice only what was in hand at a kill');
  const byId = new Map(range.map((row) => [row.id, row]));
  const last = new Map<string, number>();
  for (const id of told) {
    const { messageId, seq } = byId.get(id) as NewCallback;
    assert.ok(seq >= (last.get(messageId) ?? 0), `${id} came after one that stands behind it`);
    last.set(messageId, seq);
  }
  const doubled = [...times.values()].reduce((sum, count) => sum + count - 1, 0);
  const possible = [...allowed.values()].reduce((sum, count) => sum + count - 1, 0);
  assert.ok(doubled > 0, 'some were in flight');
  t.diagnostic(`${fits.size} callbacks, ${kills} kills: ${doubled} came twice, ${possible} might have`);
});
