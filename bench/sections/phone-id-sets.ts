/**
 * Sets that operators import for Phone ID: how fast a file comes in by the command line, and what a look-up takes when ten
 * million rows of each kind lie in the database.
 *
 * 1. Most of the rows are written by SQL, in the form in which an import writes them. A set holds every tenth number; the
 *    load asks about those, scattered over all of them, so that pages are met again as rarely as with real callers.
 * 2. What is held against the target is the time of the sets, by the gateway's own metrics. The HTTP answer also waits for
 *    the commit of the look-up, which is as slow as the disk.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AT_ONCE, lookUpRequest } from '../lib/look-ups.ts';
import { observed, shareWithin } from '../lib/metrics.ts';
import { checkTaken, planOf, type Rig, startRig } from '../lib/rig.ts';
import { against, type Figure, pause, type Run } from '../lib/section.ts';
import { figure, percentile } from '../lib/statistics.ts';

const PREFIX = '49153';
const ROWS = 10_000_000;
const IMPORTED = 500_000;
const LEAST_PER_MINUTE = 1_000_000;
const MOST_MS = 5;
const PER_SECOND = 200;
/** A multiple of ten that comes round after ten million steps. */
const STEP = 61_803_390;

const SOURCES = [
  { name: 'deactivations', kind: 'deactivations' },
  { name: 'breaches', kind: 'breach_sets' },
];
const ADD_ONS = { number_deactivation: {}, breached_data: {} };

export async function localSets(run: Run): Promise<readonly Figure[]> {
  const rig = await startRig(run, { settings: { sources: SOURCES } });
  try {
    await rig.gateway.operator('PATCH', `/accounts/${rig.account.customerId}`, { addons: Object.keys(ADD_ONS) });
    const imported = await importFiles(run, rig);
    const rows = run.quick ? 20_000 : ROWS;
    await fill(run, rig, rows);
    return [...imported, ...(await lookInto(run, rig, rows))];
  } finally {
    await rig.stop();
  }
}

async function importFiles(run: Run, rig: Rig): Promise<readonly Figure[]> {
  const count = run.quick ? 2_000 : IMPORTED;
  const folder = await mkdtemp(join(run.folder, 'trunkline-bench-files-'));
  try {
    // None of those that are looked up.
    const numbers = Array.from({ length: count }, (_, at) => `${PREFIX}${String(at * 10 + 5).padStart(8, '0')}`);
    const sha1 = (number: string) => createHash('sha1').update(number).digest('hex').toUpperCase();
    const [deactivated, breached] = [join(folder, 'numbers.txt'), join(folder, 'hashes.txt')];
    await writeFile(deactivated, `${numbers.join('\n')}\n`);
    await writeFile(breached, `${numbers.map(sha1).sort().join('\n')}\n`);
    const { gateway } = rig;
    const perMinute = (tookMs: number) => (count * 60_000) / tookMs;
    const first = perMinute(
      await gateway.command('import', 'deactivations', deactivated, '--carrier', 'Bench', '--date', '2026-01-31'),
    );
    const second = perMinute(
      await gateway.command('import', 'breaches', breached, '--set', 'Bench', '--date', '2021-04-03'),
    );
    run.say(`  imported ${figure(first)} and ${figure(second)} lines a minute`);
    return [
      against(
        `import of ${figure(count)} deactivations, lines a minute`,
        figure(first),
        `≥ ${figure(LEAST_PER_MINUTE)}`,
        first >= LEAST_PER_MINUTE,
      ),
      { what: `import of ${figure(count)} breached numbers, lines a minute`, value: figure(second) },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function fill(run: Run, { gateway }: Rig, rows: number): Promise<void> {
  const from = performance.now();
  const number = `'${PREFIX}' || lpad((n * 10)::text, 8, '0')`;
  const bytes = (hash: string) => `get_byte(${hash}, 0) * 256 + get_byte(${hash}, 1)`;
  await gateway.query(
    `insert into deactivations (set_name, number, bucket, deactivated_on)
     select 'Bench', d.number, (${bytes('d.hash')}) & 4095, '2026-01-31'
       from (select number, sha256(number::bytea) as hash
               from (select ${number} as number from generate_series(0, ${rows - 1}) n) as numbers) d`,
  );
  // The server has no SHA-1. What is looked for is not among these, and each miss goes as deep as a hit.
  await gateway.query(
    `insert into breached_numbers (set_name, hash, bucket)
     select 'Bench', b.hash, (${bytes('b.hash')}) >> 4
       from (select substring(sha256(n::text::bytea) for 20) as hash from generate_series(0, ${rows - 1}) n) b
      order by b.hash`,
  );
  await gateway.query('vacuum analyze deactivations');
  await gateway.query('vacuum analyze breached_numbers');
  run.say(`  filled in ${figure((performance.now() - from) / 1000)} s`);
}

async function lookInto(run: Run, rig: Rig, rows: number): Promise<readonly Figure[]> {
  const { gateway, load } = rig;
  const name = 'local sets';
  const rate = run.quick ? 50 : PER_SECOND;
  const plan = planOf(rig, {
    connections: AT_ONCE,
    rate,
    // In a quick run there are fewer numbers than steps lead to.
    step: run.quick ? 10 : STEP,
    request: lookUpRequest(rig, PREFIX, { addons: ADD_ONS }),
  });
  await load.call.start({ name, plan });
  await pause(run.quick ? 500 : 5_000);
  await load.call.mark(name);
  const before = await observed(gateway, 'trunkline_source_seconds', MOST_MS);
  await pause(run.quick ? 1_000 : 20_000);
  const window = await load.call.mark(name);
  const after = await observed(gateway, 'trunkline_source_seconds', MOST_MS);
  await load.call.stop(name);
  checkTaken('looking into local sets', window);
  await checkFound(rig);
  const all = after.all - before.all;
  const share = shareWithin(before, after);
  return [
    {
      what: `look-up in two sets of ${figure(rows)} rows at ${rate}/s, p50`,
      value: `${figure(percentile(window.latenciesMs, 0.5))} ms`,
    },
    { what: 'the same, p99', value: `${figure(percentile(window.latenciesMs, 0.99))} ms` },
    against(`answers of the sets within ${MOST_MS} ms`, `${figure(share)} % of ${figure(all)}`, '≥ 99 %', share >= 99),
  ];
}

async function checkFound({ gateway }: Rig): Promise<void> {
  const [wrong] = await gateway.query<{ answer: string }>(
    `select answer from look_ups
      where number like '${PREFIX}%' and (answer::json -> 'number_deactivation' ->> 'last_deactivated') is null limit 1`,
  );
  if (wrong) throw new Error(`a number of the set was not found: ${wrong.answer}`);
}
