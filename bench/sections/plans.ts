/**
 * Does a message cost the same with five million finished ones in the tables? What is compared is what PostgreSQL
 * counts: pages touched by each statement, and which indexes were used how often.
 *
 * 1. The finished ones lie in five days, the last of which is today: a day that has gone on for a while.
 * 2. A table that is scanned where an index was used before shows in the indexes used and in the rows scanned.
 */
import { DAY_MS } from '../../src/lib/durations.ts';
import { copyMessages, OTHER_ID, type OtherRow, settle } from '../lib/copies.ts';
import { Flow } from '../lib/flow.ts';
import type { BenchGateway } from '../lib/gateway.ts';
import { oneMessage, planOf, type Rig, startRig } from '../lib/rig.ts';
import { against, type Figure, type Run, type Section } from '../lib/section.ts';
import { countStatements, readStatements, STATEMENT_SETTINGS } from '../lib/statements.ts';
import { figure } from '../lib/statistics.ts';

const MESSAGES_PER_SECOND = 300;
const DAYS = 5;
/** An index over more rows is a level or two higher, and each descent touches as many pages more. */
const MOST_TIMES_PAGES = 1.5;
/** An index is used when so many scans are made of it for each message, and unused below a tenth of that. */
const USED = 0.1;
const UNUSED = 0.01;

interface Cost {
  readonly pages: number;
  readonly micros: number;
  /** Index scans a message, by table and index without the day. */
  readonly indexes: ReadonlyMap<string, number>;
  /** Rows read by scans of whole tables, a message. */
  readonly scannedRows: number;
}

export const plans: Section = {
  name: 'plans',
  title: 'Pages and plans of a message, with 5,000,000 finished ones and with none',
  async run(run) {
    const rig = await startRig(run, { serverSettings: STATEMENT_SETTINGS });
    try {
      await beginDay(run, rig);
      const before = await measure(run, rig);
      await fill(run, rig);
      const after = await measure(run, rig);
      return figuresOf(run, before, after);
    } finally {
      await rig.stop();
    }
  },
};

/** The first thousands: in tables of a few pages the planner rightly reads those instead of an index. */
async function beginDay(run: Run, rig: Rig): Promise<void> {
  const flow = await Flow.start(rig, planOf(rig, { inFlight: 500 }));
  await flow.window(run.quick ? 2_000 : 10_000);
  await flow.finish(30_000);
  await settle(rig.gateway);
}

async function fill(run: Run, rig: Rig): Promise<void> {
  const { gateway, account } = rig;
  const of = await oneMessage(
    rig,
    account,
    `m.final_at is not null and exists (
    select from callbacks c where c.message_id = m.id and c.state = 'delivered')`,
  );
  const others = await leftBehind(gateway);
  const now = Date.now();
  await copyMessages(gateway, {
    of,
    count: run.quick ? 20_000 : 5_000_000,
    fromMs: now - (DAYS - 1) * DAY_MS,
    toMs: now - 60_000,
    others,
    progress: (done) => done % 500_000 === 0 && run.say(`  ${figure(done)} messages written`),
  });
  await settle(gateway);
}

/** What a finished message leaves beside its own rows, as far as it does. */
async function leftBehind(gateway: BenchGateway): Promise<readonly OtherRow[]> {
  const rows: OtherRow[] = [];
  const [arrived] = await gateway.query<{ id: string }>('select id from inbox where due_at is null limit 1');
  if (arrived) rows.push({ table: 'inbox', key: 'id', of: arrived.id, changes: { id: OTHER_ID } });
  const [met] = await gateway.query<{ id: string }>('select remote_id as id from meetings limit 1');
  if (met) {
    const bucket = '((get_byte(sha256(b.h::bytea), 0) * 256 + get_byte(sha256(b.h::bytea), 1)) & 4095)::smallint';
    rows.push({ table: 'meetings', key: 'remote_id', of: met.id, changes: { remote_id: "'x:' || b.h", bucket } });
  }
  return rows;
}

async function measure(run: Run, rig: Rig): Promise<Cost> {
  const { gateway } = rig;
  const flow = await Flow.start(rig, planOf(rig, { rate: MESSAGES_PER_SECOND }));
  await flow.window(run.quick ? 500 : 5_000);
  await countStatements(gateway);
  const from = await scans(gateway);
  const { done } = await flow.window(run.quick ? 2_000 : 20_000);
  const statements = await readStatements(gateway);
  const to = await scans(gateway);
  await flow.finish(30_000);
  const sum = (of: (each: (typeof statements)[number]) => number) =>
    statements.reduce((total, each) => total + of(each), 0) / done;
  const indexes = new Map(
    [...to.indexes].map(([name, count]) => [name, (count - (from.indexes.get(name) ?? 0)) / done]),
  );
  return {
    pages: sum(({ buffers }) => buffers),
    micros: sum(({ ms }) => ms * 1000),
    indexes,
    scannedRows: (to.scannedRows - from.scannedRows) / done,
  };
}

interface Scans {
  readonly indexes: ReadonlyMap<string, number>;
  readonly scannedRows: number;
}

async function scans(gateway: BenchGateway): Promise<Scans> {
  // Sessions report what they have counted once a second at most.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  await gateway.query('select pg_stat_clear_snapshot()');
  const rows = await gateway.query<{ name: string; scans: number }>(
    `select regexp_replace(relname || ' ' || indexrelname, '_\\d{8}', '', 'g') as name, sum(idx_scan)::float8 as scans
       from pg_stat_user_indexes group by 1`,
  );
  const [tables] = await gateway.query<{ rows: number }>(
    'select sum(seq_tup_read)::float8 as rows from pg_stat_user_tables',
  );
  return { indexes: new Map(rows.map(({ name, scans: count }) => [name, count])), scannedRows: tables?.rows ?? 0 };
}

function figuresOf(run: Run, before: Cost, after: Cost): readonly Figure[] {
  const names = [...new Set([...before.indexes.keys(), ...after.indexes.keys()])].sort();
  const changed: string[] = [];
  for (const name of names) {
    const pair = [before.indexes.get(name) ?? 0, after.indexes.get(name) ?? 0];
    if (Math.max(...pair) < USED) continue;
    run.say(`  ${pair.map((each) => figure(each).padStart(6)).join(' ')}  ${name}`);
    if (Math.min(...pair) < UNUSED) changed.push(name);
  }
  const times = after.pages / before.pages;
  return [
    { what: 'pages a message, none and 5,000,000', value: `${figure(before.pages)}, ${figure(after.pages)}` },
    against('pages, times those with none', figure(times), `≤ ${MOST_TIMES_PAGES}`, times <= MOST_TIMES_PAGES),
    { what: 'time in statements a message', value: `${figure(before.micros)} µs, ${figure(after.micros)} µs` },
    against(
      'indexes used by only one of them',
      changed.length === 0 ? 'none' : changed.join(', '),
      'none',
      changed.length === 0,
    ),
    {
      what: 'rows a message read by scans of whole tables',
      value: `${figure(before.scannedRows)}, ${figure(after.scannedRows)}`,
    },
  ];
}
